"""Figures of the screen under a real pty, beside an empty Textual app in the same run. Run by hand:

    python tests/bench/screen.py first GAMES    newest rating and chart after the empty app's first frame, memory
    python tests/bench/screen.py table ROWS     first frame and keys of the table, beside an empty app's line
    python tests/bench/screen.py chart POINTS   redraw of the timeline with band and two series
    python tests/bench/screen.py lag            how late the event loop is while the demo player's games are imported

Databases are made once in the folder named by BENCH_FOLDER, or in the system's temporary one.
"""

from __future__ import annotations

import os
import pty
import random
import re
import select
import signal
import sqlite3
import struct
import sys
import tempfile
import time
from array import array
from fcntl import ioctl
from pathlib import Path
from statistics import median
from termios import TIOCSWINSZ
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.tui.model import Series

FOLDER = Path(os.environ.get("BENCH_FOLDER", tempfile.gettempdir()))
SIZE = (40, 120)
"""Rows and columns of the terminal."""
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready-now")
Empty().run()
"""
LINE = """
from textual.app import App
from textual.widgets import Static
class Line(App):
    keys = 0
    def compose(self):
        yield Static("ready-now")
    def on_key(self):
        self.keys += 1
        self.query_one(Static).update(f"key {self.keys}")
Line().run()
"""
LAG = """
import asyncio, sys, time
from pathlib import Path
from tracker.demo.player import DEMO_NAME
from tracker.demo.server import DemoServer
from tracker.settings import Settings
from tracker.tui.app import TrackerApp
from tracker.tui.live import LiveModel
class Late(TrackerApp):
    def on_mount(self):
        super().on_mount()
        self.watch_task = asyncio.get_running_loop().create_task(self.watch_loop())
    async def watch_loop(self):
        await asyncio.sleep(1)
        self.start_import(DEMO_NAME)
        late = []
        while self.importing is not None:
            start = time.perf_counter()
            await asyncio.sleep(0.01)
            late.append((time.perf_counter() - start - 0.01) * 1000)
        late.sort()
        said = self.import_ended.sentence
        Path(sys.argv[2]).write_text(f"p50 {late[len(late) // 2]:.1f} ms, p95 {late[len(late) * 95 // 100]:.1f} ms, "
            f"most {late[-1]:.0f} ms over {len(late) / 100:.0f} s: {said}")
        self.exit()
now = lambda: time.time_ns() // 1_000_000
with DemoServer(now()) as server:
    model = LiveModel(Settings(sys.argv[1], url=server.url), {}, now, time.sleep)
    Late(model, zone=model.zone).run()
"""
TABLE = """
import sys, time
from zoneinfo import ZoneInfo
from textual.app import App
from tracker.filters import Filter
from tracker.settings import Settings
from tracker.tui.live import LiveModel
from tracker.tui.model import Query
from tracker.tui.table import GameTable
from tracker.tui.themes import SHADES
class Table(App):
    def get_theme_variable_defaults(self):
        return SHADES[True]
    def compose(self):
        yield GameTable(id="games")
    def on_mount(self):
        self.set_timer(0.5, self.fill)
    def fill(self):
        model = LiveModel(Settings(sys.argv[1]), {}, lambda: 0, time.sleep)
        start = time.perf_counter()
        games = model.first_games(Query("Bench")) or model.games(Query("Bench"))
        opened = time.perf_counter()
        table = self.query_one(GameTable)
        table.show(games)
        table.focus()
        def drawn():
            at = time.perf_counter()
            games = model.games(Query("Bench"))
            whole = time.perf_counter() - at
            table.show(games)
            table.border_title = f"opened {opened - start:.3f}s drawn {at - opened:.3f}s whole {whole:.3f}s"
        self.call_after_refresh(drawn)
Table().run()
"""
SCREEN = """
import sys
from tracker.cli import main
sys.exit(main(["--db", sys.argv[1], "tui"]))
"""


BRAILLE = rb"(?:\xe2[\xa0-\xa3][\x80-\xbf]){3}"
"""Three braille characters in a row, in UTF-8."""
INSERT = """
INSERT INTO game (account_id, id, started_at, last_move_at, finished_at, ended_at, winner, outcome, rating, change,
    opponent_name, opponent_rating, opponent_change, first_seen_at, perf, speed, variant, rated, color, status,
    time_control, plies, analysed, opponent_id, provisional, opponent_provisional)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'blitz', 'blitz', 'standard', 1, 'white', 'resign', '300+0', 60, 0,
    'x', 0, 0)
"""


def game_id(number: int) -> str:
    """Eight letters."""
    letters = []
    for _ in range(8):
        number, rest = divmod(number, 62)
        letters.append(ALPHABET[rest])
    return "".join(reversed(letters))


def database(games: int) -> Path:
    """A database with one account's blitz games, and its columns kept, as after a first look at it.

    The columns have the size and shape of real ones; their values are the raw line's, since a comparison of half a
    million games takes minutes and is no part of what is measured.
    """
    from tracker.settings import Settings
    from tracker.store import Store
    from tracker.store.browse import rated_points
    from tracker.tui.kept import Kept, line_facts, pack, raw_series
    from tracker.tui.live import LiveModel

    path = FOLDER / f"screen-bench-{games}.db"
    new = not path.exists()
    with Store(path) as store:
        account = store.ensure_account("bench", "Bench")
        if new:
            fill(path, account.id, games)
        series = raw_series("Bench", "blitz", rated_points(store, account.id, "blitz"))
        series.band.extend([45.0] * games)
        series.fide.extend(series.lichess)
        series.elo.extend(series.lichess)
        zeros = array("f", [0.0]) * games
        kept = Kept(series, zeros, zeros, bytearray(games), {}, line_facts(series) | {"fide_live": 1500.0})
        model = LiveModel(Settings(str(path)), {}, lambda: time.time_ns() // 1_000_000, time.sleep)
        mark = model._mark(store.account("bench"))
        store.keep_derived(account.id, "screen:blitz", series.times[-1], pack(kept, mark))
    return path


def fill(path: Path, account_id: int, games: int) -> None:
    """Rated games, five minutes apart."""
    dice = random.Random(7)
    now = time.time_ns() // 1_000_000
    rating, rows = 1500, []
    for number in range(games):
        at = now - (games - number) * 300_000
        outcome = dice.choice(("win", "loss"))
        change = 6 if outcome == "win" else -6
        if not 1200 < rating + change < 1900:
            outcome, change = ("loss", -6) if change > 0 else ("win", 6)
        winner = "white" if outcome == "win" else "black"
        rows.append(
            (account_id, game_id(number), at, at + 200_000, at + 200_000, at + 200_000, winner, outcome, rating, change,
             f"Player_{number % 5000}", rating + dice.randint(-80, 80), -change, now)
        )  # fmt: skip
        rating += change
    with sqlite3.connect(path) as connection:
        connection.executemany(INSERT, rows)


class Watched:
    """A program in a pty of a fixed size."""

    def __init__(self, *words: str) -> None:
        self.started = time.perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            compiled = str(FOLDER / "screen-bench-compiled")
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PYTHONPYCACHEPREFIX=compiled)
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.execv(sys.executable, [sys.executable, *words])
        ioctl(self.terminal, TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self.seen = b""

    def until(self, pattern: bytes, seconds: float = 60) -> float:
        """Seconds from the start until the output holds the pattern."""
        while not re.search(pattern, self.seen):
            if time.perf_counter() - self.started > seconds:
                raise SystemExit(f"{pattern!r} never came: {self.seen[-400:]!r}")
            self.read(0.005)
        return time.perf_counter() - self.started

    def read(self, seconds: float) -> None:
        if select.select([self.terminal], [], [], seconds)[0]:
            try:
                self.seen += os.read(self.terminal, 1 << 16)
            except OSError:  # the program has ended
                time.sleep(seconds)

    def settle(self, seconds: float) -> None:
        """Reads on for a while."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.read(0.02)

    def press(self, keys: bytes) -> None:
        os.write(self.terminal, keys)

    def status(self, name: str) -> int:
        """A line of /proc/PID/status, kB."""
        text = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(rf"{name}:\s+(\d+)", text)
        return int(found[1]) if found else 0

    def cpu(self) -> float:
        """Seconds of CPU so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def first(games: int, rounds: int = 5) -> None:
    """Empty app and screen by turns."""
    path = database(games)
    config = tempfile.mkdtemp()
    os.environ.update(XDG_CONFIG_HOME=config, HOME=config)
    empties, ratings, charts, memory = [], [], [], []
    for _ in range(rounds):
        empty = Watched("-c", EMPTY)
        empties.append(empty.until(b"ready-now"))
        empty.end()
        screen = Watched("-c", SCREEN, str(path))
        ratings.append(screen.until(b"LICHESS"))
        charts.append(screen.until(BRAILLE))
        screen.settle(1.5)
        memory.append(screen.status("VmHWM") / 1024)
        screen.end()
    print(f"{games:,} games: empty app's first frame {median(empties):.2f} s")
    print(
        f"  newest rating +{median(ratings) - median(empties):.2f} s, chart +{median(charts) - median(empties):.2f} s"
    )
    print(f"  peak memory {median(memory):.0f} MB")


def table(rows: int, rounds: int = 5) -> None:
    """A table over SQLite pages in a running app: from asking for the rows to their frame, and the CPU of its keys."""
    path = FOLDER / f"screen-bench-table-{rows}.db"
    if not path.exists():
        from tracker.store import Store

        with Store(path) as store:
            account = store.ensure_account("bench", "Bench")
        fill(path, account.id, rows)
    lines, downs, pages, told = [], [], [], []
    for number in range(rounds + 1):
        app = Watched("-c", LINE)
        app.until(b"ready-now")
        line = cpu_of(app, b"x")
        app.end()
        screen = Watched("-c", TABLE, str(path))
        screen.until(rb"whole \S+s")
        found = re.search(rb"opened (\S+)s drawn (\S+)s whole (\S+)s", screen.seen)
        down, page = cpu_of(screen, b"\x1b[B"), cpu_of(screen, b"\x1b[6~")
        screen.end()
        if number and found is not None:  # the first round compiles the program's modules, as an installation does
            lines.append(line)
            downs.append(down)
            pages.append(page)
            told.append([float(each) for each in found.groups()])
    opened, drawn, whole = (median(each) for each in zip(*told, strict=True))
    print(f"{rows:,} rows: first frame {opened + drawn:.3f} s (read {opened:.3f}, drawn {drawn:.3f}); "
          f"the order of all rows {whole:.2f} s later")  # fmt: skip
    print(f"  CPU of a key: page-down {median(pages):.1f} ms ({min(pages):.1f}-{max(pages):.1f}), down "
          f"{median(downs):.1f} ms; an empty app's one line {median(lines):.1f} ms")  # fmt: skip


def cpu_of(program: Watched, key: bytes, presses: int = 100) -> float:
    """Milliseconds of CPU that one press of a key costs."""
    program.settle(1.0)
    before = program.cpu()
    for _ in range(presses):
        program.press(key)
        program.settle(0.05)
    return (program.cpu() - before) / presses * 1000


def chart(points: int) -> None:
    """CPU of one redraw of the picture, and of its parts."""
    from zoneinfo import ZoneInfo

    from tracker.tui.curves import Curves, whole
    from tracker.tui.plot import Look, draw

    start = time.process_time()
    curves = Curves(walk(points))
    print(f"{points:,} points made ready in {(time.process_time() - start) * 1000:.0f} ms")
    for by in ("date", "game"):
        view = whole(curves, by)  # type: ignore[arg-type]
        start = time.process_time()
        for _ in range(20):
            draw(curves, view, 118, 26, Look(), ZoneInfo("UTC"), points // 2)
        print(f"redraw by {by}: {(time.process_time() - start) / 20 * 1000:.1f} ms")


def walk(points: int) -> Series:
    """A random walk in every column."""
    from tracker.tui.model import Series

    dice = random.Random(3)
    series = Series("b", "blitz", array("q"), array("q"), array("d"), bytearray(), array("d"), array("d"), array("d"))
    lichess = fide = 1500.0
    for number in range(points):
        lichess, fide = lichess + dice.gauss(0, 6), fide + dice.gauss(0, 2)
        series.keys.append(number + 1)
        series.times.append(1_400_000_000_000 + number * 3_000_000)
        series.lichess.append(round(lichess))
        series.band.append(45.0)
        series.fide.append(fide)
        series.elo.append(fide)
        series.flags.append(4 if number % 700 == 0 else 0)
    return series


def lag() -> None:
    """The loop's lateness, sampled every hundredth of a second while games arrive and the chart grows."""
    folder = Path(tempfile.mkdtemp())
    screen = Watched("-c", LAG, str(folder / "lag.db"), str(folder / "said"))
    while not (folder / "said").exists() and time.perf_counter() - screen.started < 120:
        screen.settle(0.5)
    screen.settle(1.0)
    print((folder / "said").read_text(encoding="utf-8"))
    screen.end()


if __name__ == "__main__":
    {"lag": lag, "first": first, "table": table, "chart": chart}[sys.argv[1]](*map(int, sys.argv[2:]))
