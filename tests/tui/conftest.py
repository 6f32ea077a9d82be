"""A made-up model behind the screen, and pictures of screens as plain lines."""

from __future__ import annotations

import os
import random
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TextIO
from zoneinfo import ZoneInfo

import pytest

from tracker.errors import NotTracked, UsageError
from tracker.form.summary import Form, form
from tracker.game import PlayedGame
from tracker.strength.level import Level
from tracker.tui.app import TrackerApp
from tracker.tui.model import (
    ADJUSTMENT,
    LIST,
    PROVISIONAL,
    AccountCard,
    Choices,
    Day,
    FormFound,
    GameDetail,
    GameRow,
    ImportProgress,
    Levels,
    Peak,
    PerfCard,
    Query,
    Run,
    Section,
    Series,
    Step,
    Tell,
    unheard,
)
from tracker.tui.notation import DAY, HOUR

NOW = int(datetime(2025, 10, 3, 20, 0, tzinfo=UTC).timestamp() * 1000)
OPPONENTS = ("Player_x8", "QueenSac", "山田太郎", "Zugzwang99", "a", "AVeryLongNickname_20")
OPENINGS = (
    ("B20", "Sicilian Defense"),
    ("C00", "French Defense"),
    ("D06", "Queen's Gambit"),
    ("A40", "Englund Gambit"),
)
MOVES = [
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "a6",
    "Ba4",
    "Nf6",
    "O-O",
    "Be7",
    "Re1",
    "b5",
    "Bb3",
    "d6",
    "c3",
    "O-O",
    "h3",
    "Nb8",
    "d4",
    "Nbd7",
]


def made_up(account: str, perf: str, count: int, pause_at: int | None = None) -> tuple[Series, list[GameRow]]:
    """A player's line and rows, the same each time."""
    dice = random.Random(f"{account}{perf}{count}")
    series = Series(account, perf, array("q"), array("q"), array("d"), bytearray(), array("d"), array("d"), array("d"))
    rows: list[GameRow] = []
    lichess, deviation, fide, elo = 1500, 300.0, 1480.0, 1500.0
    step = int(900 * DAY / max(1, count))
    at = NOW - step * count - (61 * DAY if pause_at else 0) - HOUR
    for number in range(1, count + 1):
        at += step if number != pause_at else step + 61 * DAY
        before, outcome = lichess, dice.choice(("win", "loss", "win", "loss", "draw"))
        change = {"win": dice.randint(4, 8), "loss": -dice.randint(4, 8), "draw": dice.randint(-1, 1)}[outcome]
        flags = (PROVISIONAL if deviation > 110 else 0) | (LIST if number % 100 == 1 else 0)
        if number == count // 2 and count > 50:
            rows.append(_adjustment(number, perf, at, lichess))
            lichess, flags, before = lichess + 4, flags | ADJUSTMENT, lichess + 4
        lichess, deviation = lichess + change, max(45.0, deviation * 0.95)
        fide, elo = fide + change / 4, elo + change * 1.25
        opponent = OPPONENTS[number % len(OPPONENTS)]
        eco, opening = OPENINGS[number % len(OPENINGS)]
        series.keys.append(number)
        series.times.append(at)
        series.lichess.append(lichess)
        series.band.append(deviation)
        series.fide.append(fide if number > 20 else float("nan"))
        series.elo.append(elo)
        series.flags.append(flags)
        rows.append(
            GameRow(
                key=number, kind="game", perf=perf, at=at, game_id=f"game{number:04d}",
                color=("white", "black")[number % 2],
                opponent=opponent, opponent_title="IM" if opponent == "QueenSac" else None,
                opponent_rating=before + dice.randint(-60, 60), outcome=outcome, status="resign", time_control="5+3",
                opening_eco=eco, opening=opening, plies=len(MOVES), lichess_before=before, lichess_change=change,
                lichess_after=lichess, provisional=bool(flags & PROVISIONAL), deviation=deviation,
                note="began before the previous game ended" if number == count - 3 else None,
                fide_change=change / 4 if number > 20 else None, fide_live=fide if number > 20 else None,
                elo_change=change * 1.25, elo_rating=elo,
            )
        )  # fmt: skip
    return series, rows


def _adjustment(number: int, perf: str, at: int, rating: int) -> GameRow:
    return GameRow(
        key=-number, kind="adjustment", perf=perf, at=at, game_id=f"game{number:04d}", lichess_before=rating,
        lichess_change=4, lichess_after=rating + 4, note="often a refund",
    )  # fmt: skip


def played(row: GameRow) -> PlayedGame:
    """The game behind a row, as far as form asks."""
    return PlayedGame(
        **dict.fromkeys(PlayedGame._fields)
        | {
            "id": row.game_id, "perf": row.perf, "speed": row.perf, "variant": "standard", "rated": True,
            "started_at": row.at - 5 * 60_000, "finished_at": row.at,
            "time_control": "300+3", "color": row.color, "status": row.status, "outcome": row.outcome,
            "rating": row.lichess_before, "change": row.lichess_change, "provisional": row.provisional,
            "opponent_rating": row.opponent_rating, "opponent_provisional": False, "opening_name": row.opening,
            "analysed": False,
        }
    )  # fmt: skip


@cache
def _form(rows: tuple[GameRow, ...], perf: str) -> Form:
    return form([played(row) for row in rows], perf, UTC)


@dataclass
class Rows:
    """A list as a `GamesView`."""

    rows: list[GameRow]

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def adjustments(self) -> int:
        return sum(row.kind == "adjustment" for row in self.rows)

    def page(self, offset: int, limit: int) -> Sequence[GameRow]:
        return self.rows[offset : offset + limit]

    def find(self, key: int) -> int | None:
        return next((at for at, row in enumerate(self.rows) if row.key == key), None)


@dataclass
class FakeModel:
    """A `Model` over made-up players."""

    players: dict[str, dict[str, tuple[Series, list[GameRow]]]] = field(default_factory=dict)
    kept: Choices = field(default_factory=Choices)
    fail: str = ""
    """Said by every question about games, when set."""

    def accounts(self) -> Sequence[AccountCard]:
        return [
            AccountCard(name, sum(len(rows) for _, rows in perfs.values()), NOW - 3 * 60_000)
            for name, perfs in self.players.items()
        ]

    def perfs(self, account: str) -> Sequence[PerfCard]:
        return [self._card(perf, *made) for perf, made in self.players[account].items()]

    def newest_perf(self, account: str) -> str | None:
        return next(iter(self.players[account]), None)

    def _card(self, perf: str, series: Series, rows: list[GameRow]) -> PerfCard:
        games = [row for row in rows if row.kind == "game"]
        top = max(range(len(series)), key=series.lichess.__getitem__)
        solid = [at for at in range(len(series)) if not series.flags[at] & PROVISIONAL]
        established = max(solid, key=series.lichess.__getitem__) if solid else None
        return PerfCard(
            perf=perf, games=len(games), rated=len(games), rating=int(series.lichess[-1]), deviation=series.band[-1],
            provisional=series.band[-1] > 110, month_change=-12,
            peak=Peak(int(series.lichess[top]), series.times[top]),
            peak_established=None
            if established is None
            else Peak(int(series.lichess[established]), series.times[established]),
            recent=tuple(row.lichess_change or 0 for row in games[-12:]),
            spark=tuple(series.lichess[:: max(1, len(series) // 40)]),
            wins=sum(row.outcome == "win" for row in games), draws=sum(row.outcome == "draw" for row in games),
            losses=sum(row.outcome == "loss" for row in games), fide_list=1487,
            fide_live=series.fide[-1] if len(series) > 20 else None, fide_k=3, fide_k_list=20,
            fide_note="K shrank from 20 to 3: 226 games × 20 > 700." if len(series) > 20 else "no first rating yet",
            elo=series.elo[-1], new_today=2,
        )  # fmt: skip

    def series(self, account: str, perf: str, tell: Tell = unheard) -> Iterable[Series]:
        if self.fail:
            raise NotTracked(self.fail)
        yield self.players[account][perf][0]

    def first_games(self, query: Query) -> None:
        return None

    def games(self, query: Query) -> Rows:
        asked, rows = query.filter, self.players[query.account].get(query.perf or "blitz", (None, []))[1]
        for bound in asked.bounds:
            rows = [
                row for row in rows
                if (value := getattr(row, bound.field, None)) is not None
                and (bound.low is None or value >= bound.low) and (bound.high is None or value <= bound.high)
            ]  # fmt: skip
        if asked.result:
            rows = [row for row in rows if row.outcome == asked.result]
        rows = [row for row in rows if all(word in row.opponent.lower() for word in asked.text)]
        words = query.sort in ("opponent", "outcome", "time_control", "opening")
        empty: object = "" if words else 0
        return Rows(sorted(rows, key=lambda row: getattr(row, query.sort) or empty, reverse=query.descending))

    def detail(self, account: str, key: int) -> GameDetail:
        for _series, rows in self.players[account].values():
            for row in rows:
                if row.key == key:
                    return self._detail(account, row)
        raise NotTracked("No such game is stored; import it first.")

    def _detail(self, account: str, row: GameRow) -> GameDetail:
        steps = (
            Step("your deviation", "45"), Step("expected score", ".45", "Glickman 2013 step 3"),
            Step("White's first move", "counts 12 points"),
        )  # fmt: skip
        fide = (Step("list rating", "1487"), Step("difference", "+45 → .56", "8.1.2"), Step("K", "3 of 20", "8.3.3"))
        white, black = (account, row.opponent) if row.color == "white" else (row.opponent, account)
        return GameDetail(
            row, f"https://lichess.org/{row.game_id}", white, black, tuple(MOVES), None,
            tuple(30000 - 300 * (ply // 2 + 1) for ply in range(len(MOVES))),
            tuple((ply % 7 - 3) * 60 for ply in range(len(MOVES))),
            (
                Section("Lichess", f"{row.lichess_before} → {row.lichess_after}", steps),
                Section("FIDE", "−1.7", fide),
                Section("Elo", "−6.2", (Step("expected score", ".44"),)),
            ),
        )  # fmt: skip

    def level(self, account: str, key: int) -> Sequence[Section]:
        table = (
            Step("", "           acc. loss  ?!  ? ??"),
            Step("", "all moves   85%   56   7  1  1"),
            Step("", "opening     73%   65   1  0  1"),
        )
        said = Step("", "Typical of players rated 1350 to 1800 on Lichess.")
        return [
            Section("White", f"1350 to 1800 · {account}", (said, *table)),
            Section("Black", "no level · Player_x8", (Step("", "No level: 9 own moves are too few; 15 are needed."),)),
        ]

    def form(self, account: str, perf: str) -> FormFound:
        if self.fail:
            raise NotTracked(self.fail)
        rows = self.players[account][perf][1]
        return FormFound(_form(tuple(row for row in rows if row.kind == "game"), perf), None)

    def levels(self, account: str, perf: str, stopped: Callable[[], bool]) -> Levels:
        series = self.players[account][perf][0]
        if perf == "bullet":
            return Levels(
                [], [], len(series), "Bullet games are not calibrated: the level is known for blitz and rapid."
            )
        dice = random.Random(perf)
        keys = list(series.keys)[::7]
        estimates = [1500 + number + dice.gauss(0, 120) for number in range(len(keys))]
        return Levels(keys, [Level(value, value - 320, value + 320) for value in estimates], len(series))

    def runs(self, account: str, perf: str | None, now: int) -> Sequence[Run]:
        return [Run("today", 2, 1, 0, 1, -1), Run("streak", 1, 0, 0, 1, -5)] if self.players[account] else []

    def today(self, now: int) -> Day:
        return Day(now - now % DAY, now - now % DAY + DAY)

    def session_start(self, account: str, now: int) -> int | None:
        return now - 2 * HOUR

    def import_account(self, name: str, progress: Callable[[ImportProgress], None], stopped: Callable[[], bool]) -> str:
        if name == "nobody":
            raise NotTracked("No account of that name: nobody.")
        progress(ImportProgress(name, 40, 80, 20.0, 2.0))
        self.players[name] = {"blitz": made_up(name, "blitz", 80)}
        progress(ImportProgress(name, 80, 80, 20.0, 0.0))
        return f"80 new games of {name}."

    def export(self, query: Query, stream: TextIO) -> int:
        rows = self.games(query).rows
        stream.write("kind\r\n" + "".join(f"{row.kind}\r\n" for row in rows))
        return len(rows)

    def calculate(self, kind: str, values: Mapping[str, str]) -> Sequence[str]:
        if not values.get("rating", "1500").isdigit():
            raise UsageError("A rating is a whole number such as 1500.")
        return [f"{kind} of {values}", "win   +12.8", "draw   +2.8", "loss   −7.2"]

    def what_if(self, account: str, perf: str, text: str) -> Sequence[Section]:
        if "=" not in text:
            raise UsageError("Write results as 1500=win.")
        return [Section("Lichess", "1408 +6 → 1414"), Section("FIDE", "1489.4 +1.5 → 1490.9")]

    def choices(self, account: str | None) -> Choices:
        return self.kept

    def choose(self, account: str | None, choices: Choices) -> None:
        self.kept = choices


@dataclass
class Memory:
    """Preferences in a dictionary."""

    values: dict[str, str] = field(default_factory=dict)

    def load(self) -> Mapping[str, str]:
        return dict(self.values)

    def save(self, values: Mapping[str, str]) -> None:
        self.values = dict(values)


@pytest.fixture
def model() -> FakeModel:
    """One player with three perfs."""
    return FakeModel(
        {
            "Player_dBQPD0": {
                "blitz": made_up("Player_dBQPD0", "blitz", 600, pause_at=250),
                "rapid": made_up("Player_dBQPD0", "rapid", 60),
                "bullet": made_up("Player_dBQPD0", "bullet", 8),
            }
        }
    )


@pytest.fixture
def memory() -> Memory:
    return Memory()


@pytest.fixture
def make_app(memory: Memory) -> Callable[..., TrackerApp]:
    """An app over a model, at a fixed moment, in UTC, without surprises from the environment."""

    def make(model: FakeModel, **options: object) -> TrackerApp:
        options.setdefault("preferences", memory)
        app = TrackerApp(model, zone=ZoneInfo("UTC"), now=lambda: NOW, environ={}, **options)  # type: ignore[arg-type]
        app.theme = memory.values.get("theme", "tracker-dark")
        app.animation_level = "none"
        return app

    return make


def plain_lines(app: TrackerApp) -> list[str]:
    """The screen as lines of text, without blanks at their ends."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


@pytest.fixture
def lines() -> Callable[[TrackerApp], list[str]]:
    return plain_lines


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with a file in `goldens/`; run with UPDATE_GOLDENS=1 it writes the file, to be looked at."""
    folder = Path(__file__).parent / "goldens"

    def check(name: str, text: str) -> None:
        file = folder / name
        if os.environ.get("UPDATE_GOLDENS"):
            folder.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")

    return check
