"""Both systems over one account's games, side by side. Pure.

The order of rows is the one in which ratings were applied: the end of the game, then its start, then its id, and within
a perf the order of the ledger, which knows better where an end is only an estimate.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import islice
from typing import Any, Literal, NamedTuple

from tracker.columns import values_of
from tracker.game import PlayedGame
from tracker.ledger import Ledger, Row, Summary
from tracker.ratings.elo import EloRow, replay_elo
from tracker.ratings.fide.replay import FideReplay, FideRow, replay_fide, replay_fide_lists
from tracker.ratings.options import RatingOptions
from tracker.ratings.replay import Replay, Replayed


class ReplayRow(NamedTuple):
    """What the replay of Lichess's own mathematics makes of one game: estimates by nature."""

    deviation: float
    """After the game, points."""
    volatility: float
    change: int
    """The whole-number change that was predicted before the reported one was seen."""
    opponent_deviation: float


Replayer = Callable[[str, Sequence[PlayedGame], Sequence[int | None]], list[ReplayRow | None]]
"""(perf, its rated games, the ledger's rating before each) -> a row per game."""


class ComparisonRow(NamedTuple):
    """One game, or one adjustment, in every system. What does not count in a system is None there."""

    kind: Literal["game", "adjustment"]
    perf: str
    at: int
    """End of the game, epoch ms; of an adjustment that of the game which shows it."""
    game: PlayedGame | None
    ledger: Row | None
    replay: ReplayRow | None
    fide: FideRow | None
    elo: EloRow | None
    provisional: bool | None = None
    """The mark in the game's record; None where it cannot say."""


class Record(NamedTuple):
    """What of a game's record is asked for along a whole history, so that its games need not be read for it."""

    id: str
    provisional: bool | None
    last_move_at: int
    """Epoch ms; the end where the record has no last move."""


Keeper = Callable[[type[Any], Sequence[Any]], Sequence[Any]]
"""(kind of row, rows) -> the same rows, as they are to be held."""


@dataclass(slots=True)
class PerfComparison:
    """One perf: its rated games in the order ratings were applied, and what each system makes of them."""

    perf: str
    games: Sequence[PlayedGame]
    """Rated games, as the ledger orders them."""
    records: Sequence[Record]
    """One per game."""
    ledger: Sequence[Row]
    """A row per game, and adjustments before the games that show them."""
    summary: Summary
    replay: Sequence[ReplayRow | None]
    """One per game."""
    fide_rows: Sequence[FideRow | None]
    """One per game."""
    fide: FideReplay | None
    """None with FIDE's own lists, which cross perfs (`Comparison.fide_lists`)."""
    elo: Sequence[EloRow | None]
    """One per game."""

    def rows(self) -> Iterator[ComparisonRow]:
        """The perf's rated games and adjustments."""
        games = iter(self.games)
        for row in self.numbers():
            yield row if row.kind == "adjustment" else row._replace(game=next(games))

    def numbers(self) -> Iterator[ComparisonRow]:
        """The same rows without their games, which need not be read then."""
        systems = zip(self.replay, self.fide_rows, self.elo, self.records, strict=True)
        adjustments: list[Row] = []
        for row in self.ledger:
            if row.kind == "adjustment":
                adjustments.append(row)
                continue
            while adjustments:
                yield ComparisonRow("adjustment", self.perf, row.at, None, adjustments.pop(0), None, None, None)
            replay, fide, elo, record = next(systems)
            yield ComparisonRow("game", self.perf, row.at, None, row, replay, fide, elo, record.provisional)

    def place(self, game_id: str) -> int | None:
        """Where a game stands among the perf's; None where it is not rated."""
        return next((number for number, found in enumerate(values_of(self.records, "id")) if found == game_id), None)

    def game_row(self, number: int) -> Row:
        """The ledger's row of the game at that place."""
        kinds = enumerate(values_of(self.ledger, "kind"))
        return self.ledger[next(islice((index for index, kind in kinds if kind == "game"), number, None))]


@dataclass(slots=True)
class Comparison:
    """One account: every perf, and the games that moved no rating."""

    options: RatingOptions
    perfs: dict[str, PerfComparison]
    unrated: Sequence[PlayedGame] = ()
    """Games outside every ledger: casual, unfinished, unplayed."""
    fide_lists: dict[str, FideReplay] = field(default_factory=dict)
    """With FIDE's own lists: `standard`, `rapid`, `blitz`."""

    def pairs(self, replay: FideReplay, period: str | None = None) -> Iterator[tuple[FideRow | None, EloRow | None]]:
        """The FIDE and Elo rows of the games on a list, be it a perf's own or one of FIDE's, which cross perfs.

        `period`: those of that period only.
        """
        for perf in self.perfs.values():
            if perf.fide is replay or (perf.fide is None and self.fide_lists.get(replay.list) is replay):
                rows: Iterable[tuple[FideRow | None, EloRow | None]] = zip(perf.fide_rows, perf.elo, strict=True)
                if period is not None:
                    periods = enumerate(values_of(perf.fide_rows, "period"))
                    rows = ((perf.fide_rows[place], perf.elo[place]) for place, its in periods if its == period)
                yield from (pair for pair in rows if pair[0] is not None and pair[0].list == replay.list)

    def rows(self) -> Iterator[ComparisonRow]:
        """All rows of all perfs, and the games that count nowhere."""
        plain = (ComparisonRow("game", g.perf, g.ended_at, g, None, None, None, None) for g in self.unrated)
        streams = [_keyed(perf.rows()) for perf in self.perfs.values()]
        for _key, rows in heapq.merge(*streams, _keyed(plain), key=lambda keyed: keyed[0]):
            yield from rows


Key = tuple[int, int, str]


def _keyed(rows: Iterable[ComparisonRow]) -> Iterator[tuple[Key, list[ComparisonRow]]]:
    """Each game's row with its key, preceded by the adjustments which that game shows."""
    waiting: list[ComparisonRow] = []
    for row in rows:
        waiting.append(row)
        if row.game is not None:
            yield order(row.game), waiting
            waiting = []


def order(game: PlayedGame) -> Key:
    """Where a game stands in the order in which ratings were applied."""
    return game.ended_at, game.started_at, game.id


def as_listed(_kind: type[Any], rows: Sequence[Any]) -> Sequence[Any]:
    """The `Keeper` that leaves rows as they are."""
    return rows


def compare(
    games: Iterable[PlayedGame],
    options: RatingOptions,
    today: date,
    profile: Mapping[str, int] | None = None,
    replayer: Replayer | None = None,
    keep: Keeper = as_listed,
) -> Comparison:
    """All systems over an account's games, given in the order of (end, start, id).

    `profile` holds perf -> rating where the profile is as new as the games, for the ledgers' closing. `today` (UTC)
    tells which rating period is still open. `replayer` stands in for `replay_perf` where results are kept.
    """
    known = {game.id: game for game in games}
    ledger = Ledger(known.values(), profile)
    found: dict[str, list[Row]] = {}
    for row in ledger:
        found.setdefault(row.perf, []).append(row)
    rated = {perf: [known[row.game_id] for row in lines if row.game_id is not None] for perf, lines in found.items()}
    unrated, summaries = _others(known, rated), ledger.summaries
    del known, ledger  # hundreds of megabytes of a large account
    rows = {perf: keep(Row, found.pop(perf)) for perf in rated}
    fide = _fide(rated, options, today, keep)
    perfs = {
        perf: PerfComparison(
            perf=perf,
            games=lines,
            records=keep(Record, [_record(game) for game in lines]),
            ledger=rows[perf],
            summary=summaries[perf],
            replay=keep(ReplayRow, (replayer or replay_perf)(perf, lines, ratings_before(rows[perf]))),
            fide_rows=fide.rows[perf],
            fide=fide.replays.get(perf),
            elo=keep(EloRow, replay_elo(lines, perf, options)),
        )
        for perf, lines in rated.items()
    }
    return Comparison(options, perfs, unrated, fide.lists)


def ratings_before(ledger: Sequence[Row]) -> list[int | None]:
    """The running rating before each game of a perf; None as long as no record shows one."""
    return [
        before
        for before, kind in zip(values_of(ledger, "before"), values_of(ledger, "kind"), strict=True)
        if kind == "game"
    ]


def _others(known: Mapping[str, PlayedGame], rated: Mapping[str, list[PlayedGame]]) -> list[PlayedGame]:
    counted = {game.id for lines in rated.values() for game in lines}
    return [game for game in known.values() if game.id not in counted]


def _record(game: PlayedGame) -> Record:
    return Record(game.id, game.provisional, game.ended_at if game.last_move_at is None else game.last_move_at)


def replay_perf(perf: str, games: Sequence[PlayedGame], before: Sequence[int | None]) -> list[ReplayRow | None]:
    """The whole replay of one perf."""
    running = Replay(perf)
    return [replay_row(running.add(game, rating)) for game, rating in zip(games, before, strict=True)]


def replay_row(replayed: Replayed | None) -> ReplayRow | None:
    """What the comparison keeps of a replayed game."""
    if replayed is None:
        return None
    return ReplayRow(replayed.deviation, replayed.volatility, replayed.change, replayed.opponent_deviation)


@dataclass(frozen=True, slots=True)
class _Fide:
    rows: dict[str, Sequence[FideRow | None]]
    replays: dict[str, FideReplay] = field(default_factory=dict)
    lists: dict[str, FideReplay] = field(default_factory=dict)


def _fide(rated: Mapping[str, list[PlayedGame]], options: RatingOptions, today: date, keep: Keeper) -> _Fide:
    """FIDE's rows by perf, whichever lists were asked for."""
    if options.lists == "perf":
        replays = {}
        for perf, games in rated.items():
            replay = replay_fide(games, perf, options, today)
            replays[perf] = replace(replay, rows=keep(FideRow, replay.rows))
        return _Fide({perf: one.rows for perf, one in replays.items()}, replays=replays)
    merged = list(heapq.merge(*rated.values(), key=order))
    found = replay_fide_lists(merged, options, today)
    by_id = {game.id: row for game, row in zip(merged, found.rows, strict=True)}
    rows = {perf: keep(FideRow, [by_id[game.id] for game in games]) for perf, games in rated.items()}
    return _Fide(rows, lists=dict(found.lists.items()))
