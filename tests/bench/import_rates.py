"""Imports in games a second, over what people use today, in one run on one machine.

Run by hand, with the baselines beside the program (berserk 0.14, sqlite-utils 4.2, chess-to-sqlite 0.1):
`python tests/bench/import_rates.py LINES.ndjson GAMES.pgn [--games 20000]`. The ratios are the figures: NDJSON from an
unthrottled server at least 0.7 times berserk + sqlite-utils storing 15 columns (here: all of them, and the line
itself); a PGN file at least 8 times chess-to-sqlite.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tracker.sources.api import Lichess
from tracker.sources.files import GameFile
from tracker.store import Store
from tracker.sync import import_files, sync

MINUTE = 60_000


def multiplied(lines: list[bytes], count: int) -> list[bytes]:
    """So many games of the same kind, oldest first, each with its own id and start."""
    made = []
    for number in range(count):
        game = json.loads(lines[-1 - number % len(lines)])
        start = 1_500_000_000_000 + number * MINUTE
        game |= {"id": f"G{number:07}", "createdAt": start, "lastMoveAt": start + MINUTE}
        made.append(json.dumps(game, separators=(",", ":")).encode() + b"\n")
    return made


def serve(pipe: Connection, lines: list[bytes], name: str) -> None:
    """Answers as fast as it can; in a process of its own."""
    starts = [json.loads(line)["createdAt"] for line in lines]
    profile = {"id": name.lower(), "username": name, "count": {"all": len(lines)}}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            if "/games/" not in self.path:
                return self.send(json.dumps(profile).encode(), "application/json")
            since = re.search(r"since=(\d+)", self.path)
            first = next((n for n, at in enumerate(starts) if at >= int(since[1])), 0) if since else 0
            ongoing = "finished=false" in self.path
            return self.send(b"" if ongoing else b"".join(lines[first:]), "application/x-ndjson")

        def send(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pipe.send(f"http://127.0.0.1:{server.server_address[1]}")
    server.serve_forever()


def player_of(lines: list[bytes]) -> str:
    """The name that is in most games."""
    names: Counter[str] = Counter()
    for line in lines:
        for side in json.loads(line)["players"].values():
            names[side.get("user", {}).get("name", "")] += 1
    return names.most_common(1)[0][0]


def by_tracker(url: str, name: str, folder: Path) -> None:
    with Store(folder / "tracker.db") as store, Lichess.connect(url) as lichess:
        sync(store, lichess, name)


def by_berserk(url: str, name: str, folder: Path) -> None:
    import berserk
    import sqlite_utils

    def rows() -> Any:
        options = {"sort": "dateAsc", "moves": True, "clocks": True, "evals": True, "opening": True}
        for game in berserk.Client(base_url=url).games.export_by_player(name, **options):
            white, black = game["players"]["white"], game["players"]["black"]
            yield {
                "id": game["id"], "rated": game["rated"], "variant": game["variant"], "speed": game["speed"],
                "perf": game["perf"], "created": game["createdAt"], "ended": game["lastMoveAt"],
                "status": game["status"], "winner": game.get("winner"), "moves": game.get("moves"),
                "white": white.get("user", {}).get("name"), "white_rating": white.get("rating"),
                "black": black.get("user", {}).get("name"), "black_rating": black.get("rating"),
                "white_diff": white.get("ratingDiff"),
            }  # fmt: skip

    sqlite_utils.Database(folder / "berserk.db")["games"].insert_all(rows(), pk="id", replace=True)


def pgn_by_tracker(path: Path, folder: Path) -> None:
    with Store(folder / "pgn.db") as store:
        import_files(store, [GameFile(path, path.name)], None)


def pgn_by_chess_to_sqlite(path: Path, folder: Path) -> None:
    from chess_to_sqlite.utils import import_pgn

    import_pgn(str(path), str(folder / "chess-to-sqlite.db"), silent=True)


def rate(games: int, work: Callable[..., None], *arguments: Any) -> float:
    """Games a second, the best of two."""
    best = 0.0
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            Store(Path(folder) / "warm.db").close()  # imports and the first migration are process start
            begun = time.perf_counter()
            work(*arguments, Path(folder))
            best = max(best, games / (time.perf_counter() - begun))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lines", type=Path)
    parser.add_argument("pgn", type=Path)
    parser.add_argument("--games", type=int, default=20_000)
    args = parser.parse_args()
    originals = args.lines.read_bytes().splitlines()
    name = player_of(originals)
    ours, theirs = multiprocessing.Pipe()
    lines = multiplied(originals, args.games)
    server = multiprocessing.Process(target=serve, args=(theirs, lines, name), daemon=True)
    server.start()
    url = ours.recv()
    games = args.pgn.read_bytes().count(b"\n[Site ") + args.pgn.read_bytes().startswith(b"[Site ")
    figures = {
        "NDJSON, tracker": rate(args.games, by_tracker, url, name),
        "NDJSON, berserk + sqlite-utils": rate(args.games, by_berserk, url, name),
        "PGN, tracker": rate(games, pgn_by_tracker, args.pgn),
        "PGN, chess-to-sqlite": rate(games, pgn_by_chess_to_sqlite, args.pgn),
    }
    server.terminate()
    for label, value in figures.items():
        sys.stdout.write(f"{label:32} {value:10,.0f} games/s\n")
    ndjson, berserk, pgn, other = figures.values()
    sys.stdout.write(f"NDJSON {ndjson / berserk:.2f} times berserk + sqlite-utils (at least 0.7)\n")
    sys.stdout.write(f"PGN {pgn / other:.1f} times chess-to-sqlite (at least 8)\n")


if __name__ == "__main__":
    main()
