"""The calculator's sheets: a rating change, a first rating, a performance, points at stake, with every rule that bit.

Pure, and the same for the command line and the screen: each sheet has its numbers for JSON and its lines for a person.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any

from tracker.ratings.fide.columns import aligned, wrapped
from tracker.ratings.fide.difference import LIMIT, NOT_RATED, UNCAPPED_FROM
from tracker.ratings.fide.editions import Edition
from tracker.ratings.fide.exact import json_number, plain, signed
from tracker.ratings.fide.expected import table_row
from tracker.ratings.fide.first_rating import Result
from tracker.ratings.fide.k_factor import MASTER_PEAK, NEW_GAMES, list_k, reduction
from tracker.ratings.fide.rating_change import SCORES, Event, PeriodChange, RatedGame, rate_period
from tracker.ratings.options import Method

SHOWN_PLACES = 4
"""Decimals of the formula's numbers that a person is shown."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who is rated: the list rating, and K or what it depends on."""

    rating: int
    k: int | None = None
    """None: chosen by the rules."""
    games_played: int | None = None
    birth_year: int | None = None
    peak: int | None = None

    def list_k(self, edition: Edition, year: int) -> tuple[int, str]:
        """K before the limit, and where it comes from. A player of unknown games has enough of them."""
        if self.k is not None:
            return self.k, "as given"
        games = NEW_GAMES if self.games_played is None else self.games_played
        peak = max(self.peak or 0, self.rating)
        chosen = list_k(edition, year=year, games=games, peak=peak, birth_year=self.birth_year)
        decided = chosen.k == 10 or not edition.k_by_player or self.games_played is not None
        assumed = "" if decided else f"; taken for {NEW_GAMES} games or more, say --games-played if not"
        return chosen.k, chosen.reason + assumed


@dataclass(frozen=True, slots=True)
class ChangeSheet:
    """A rating change with all its parts."""

    player: Player
    edition: Edition
    day: date
    method: Method
    cap: bool
    result: PeriodChange
    k_reason: str
    by_game: bool = False
    """The new rating is the one rounded game by game, not once."""
    own_ratings: tuple[int, ...] = ()
    """By event, where the list changed between them."""
    published: int | None = None
    """The rating on the last list, where FIDE corrected the one that the games met (or the other way round)."""
    notes: list[str] = field(default_factory=list)

    @property
    def rounded(self) -> int:
        """The change that the new rating is made with."""
        return self.result.rounded_each_game if self.by_game else self.result.rounded

    @property
    def new_rating(self) -> int:
        """The change added to the rating on the last list."""
        return (self.player.rating if self.published is None else self.published) + self.rounded

    @property
    def games(self) -> list[RatedGame]:
        """All games of all events."""
        return [game for event in self.result.events for game in event]

    def to_json(self) -> dict[str, Any]:
        """The numbers, exact."""
        result = self.result
        return {
            "edition": self.edition.name,
            "list": self.edition.fide_list,
            "date": self.day.isoformat(),
            "rating": self.player.rating,
            "k": result.k,
            "k_list": result.k_list,
            "games_in_period": result.n,
            "games": [_game_json(game, result.k) for game in self.games],
            "sum": json_number(result.sum),
            "change": json_number(result.change),
            "rounded": self.rounded,
            "new_rating": self.new_rating,
            "published": self.published,
            "rounding": "game" if self.by_game else "period",
            "rounded_each_game": result.rounded_each_game,
            "notes": self.notes,
        }

    def lines(self) -> list[str]:
        """The sheet as a person reads it."""
        result, edition = self.result, self.edition
        lines = [
            f"FIDE {edition.fide_list}, rules of {edition.name} (in force on {self.day})",
            *wrapped(f"Rating {self.player.rating}, K {result.k_list} ({self.k_reason})"),
        ]
        lines += ["", *self._table(), "", *self._closing()]
        if self.notes:
            lines += ["", *(line for note in self.notes for line in wrapped(f"- {note}"))]
        return lines

    def _table(self) -> list[str]:
        """A line per game, or per run of equal games; a blank line between events."""
        result = self.result
        events = [[(game, len(list(run))) for game, run in groupby(event)] for event in result.events]
        header = ("opponent", "score", "D", "table row", "E", "score-E", f"change (K {result.k})", "")
        rows: list[tuple[str, ...]] = []
        for event in events:
            rows += [
                (*_game_cells(game, result.k, self.method), f"x {count}" if count > 1 else "") for game, count in event
            ]
            rows.append(())
        rows[-1] = ("", "", "", "", "sum", _shown(result.sum), _shown(result.change), "")
        return aligned(header, rows)

    def _closing(self) -> list[str]:
        result = self.result
        once, each = result.rounded, result.rounded_each_game
        new = f"new rating {self.new_rating}"
        if self.by_game:
            said = [f"Rounded game by game: {signed(each)}, {new}."]
            return [*said, f"FIDE rounds the period once, which gives {signed(once)}."]
        said = [f"Change {_shown(result.change)}, rounded once for the period: {signed(once)}, {new}."]
        return said if each == once else [*said, f"Rounded game by game it would be {signed(each)}."]


def change_sheet(
    player: Player,
    events: Sequence[Sequence[Result]],
    edition: Edition,
    day: date,
    *,
    method: Method = "table",
    cap: bool = True,
    games_in_period: int | None = None,
    by_game: bool = False,
    own_ratings: Sequence[int] = (),
    published: int | None = None,
) -> ChangeSheet:
    """The change of a rating by the games of one period, all events under one edition.

    `own_ratings` has one for each event, where they were not all met with the player's; `published` is the rating that
    the change is added to, where that is another one (FIDE's base corrections).
    """
    k_list, reason = player.list_k(edition, day.year)
    owns = tuple(own_ratings) or (player.rating,) * len(events)
    given = [Event(own, games, edition) for own, games in zip(owns, events, strict=True)]
    result = rate_period(given, k_list, method, cap=cap, games_in_period=games_in_period)
    sheet = ChangeSheet(player, edition, day, method, cap, result, reason, by_game, owns, published)
    sheet.notes.extend(_notes(sheet))
    return sheet


def _game_json(game: RatedGame, k: int) -> dict[str, Any]:
    return {
        "opponent": game.opponent,
        "score": json_number(SCORES[game.halves]),
        "difference": game.difference,
        "expected": json_number(game.expected),
        "change": None if game.gain is None else json_number(game.gain * k),
        "rated": game.rated,
        "capped": game.capped,
    }


def _game_cells(game: RatedGame, k: int, method: Method) -> tuple[str, ...]:
    score = plain(SCORES[game.halves])
    if game.difference is None or game.expected is None or game.gain is None:
        return str(game.opponent), score, "", "not rated", "", "", ""
    star = "*" if game.capped else ""
    row = table_row(game.difference) if method == "table" else "formula"
    expected = f"{game.expected:.2f}" if method == "table" else f"{game.expected:.{SHOWN_PLACES}f}"
    return (
        str(game.opponent),
        score,
        f"{star}{game.difference:+d}" if game.difference else "0",
        row,
        expected,
        _shown(game.gain),
        _shown(game.gain * k),
    )


def _shown(value: Decimal) -> str:
    return signed(round(value, SHOWN_PLACES))


def _notes(sheet: ChangeSheet) -> list[str]:
    """One sentence for every rule that bit."""
    result, edition, player = sheet.result, sheet.edition, sheet.player
    notes = []
    if any(game.capped for game in sheet.games):
        notes.append(_cap_note(edition))
    beyond = [game for game in sheet.games if game.difference is not None and abs(game.difference) > LIMIT]
    if beyond:
        notes.append(_uncapped_note(sheet))
    if not all(game.rated for game in sheet.games):
        notes.append(NOT_RATED)
    if result.k != result.k_list:
        notes.append(f"{reduction(result.k_list, result.k, result.n)} (8.3.3).")
    if sheet.method == "formula":
        notes.append("Expected scores by formula; FIDE itself uses table 8.1.2.")
    if len(set(sheet.own_ratings)) > 1:
        notes.append(f"Own rating by event: {', '.join(map(str, sheet.own_ratings))}, each of the list in force then.")
    if sheet.published is not None:
        notes.append(f"The change is added to {sheet.published}, the rating on the last list.")
    new_rating = sheet.new_rating
    if new_rating < edition.floor:
        notes.append(f"{new_rating} is below {edition.floor}: FIDE would show the player as unrated (7.2.1).")
    if player.rating < MASTER_PEAK <= new_rating:
        notes.append(f"Once {MASTER_PEAK} is published, K is 10 for good (8.3.3).")
    return notes


def _cap_note(edition: Edition) -> str:
    if edition.cap == "once-per-event":
        return f"Marked *: the greatest difference counts as {LIMIT}, once per event and for the higher-rated (8.3.1)."
    return f"Marked *: a difference of more than {LIMIT} counts as {LIMIT} (8.3.1)."


def _uncapped_note(sheet: ChangeSheet) -> str:
    if not sheet.cap:
        return f"The {LIMIT}-point rule was left out on request."
    cap, own = sheet.edition.cap, max(sheet.own_ratings)
    if cap == "own-below-2650" and own >= UNCAPPED_FROM:
        return f"From {UNCAPPED_FROM} on the full difference counts (8.3.1, since 2025-10)."
    if cap == "once-per-event":
        return f"Differences above {LIMIT} count in full but for one game per event, the higher-rated player's (8.3.1)."
    return f"Rapid and blitz knew no {LIMIT}-point rule at that time."
