"""The most memory that an import takes, over the network and from a file: at most 120 MB for any number of games.

Run by hand: `python tests/bench/import_memory.py [--games 500000]`. The command line runs as a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter

MINUTE = 60_000
START = 1_400_000_000_000


def line(number: int) -> bytes:
    """A blitz game of Ann's."""
    own = {"user": {"name": "Ann", "id": "ann"}, "rating": 1500 + number % 50, "ratingDiff": number % 9 - 4}
    other = {"user": {"name": f"Rival{number % 999}", "id": f"rival{number % 999}"}, "rating": 1500}
    game = {
        "id": f"G{number:07}", "rated": True, "variant": "standard", "speed": "blitz", "perf": "blitz",
        "createdAt": START + number * MINUTE, "lastMoveAt": START + (number + 5) * MINUTE, "status": "resign",
        "players": {"white": own, "black": other}, "winner": "white", "moves": "e4 e5 Nf3 Nc6 Bb5 a6 " * 10,
        "clock": {"initial": 180, "increment": 0, "totalTime": 180},
    }  # fmt: skip
    return json.dumps(game, separators=(",", ":")).encode() + b"\n"


def served(count: int) -> ThreadingHTTPServer:
    """A server of that many games, made while they are sent."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_arguments: object) -> None:
            pass

        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            for part in self.parts():
                self.wfile.write(part)

        def parts(self) -> Iterator[bytes]:
            if "/games/" not in self.path:
                yield json.dumps({"id": "ann", "username": "Ann", "count": {"all": count}}).encode()
            elif "finished=false" not in self.path:
                first = count - 1 if "since=" in self.path else 0
                for number in range(first, count):
                    yield line(number)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def measure(words: list[str], folder: Path) -> float:
    """The most megabytes that the command took."""
    environ = os.environ | {"XDG_CONFIG_HOME": str(folder), "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}
    begun = perf_counter()
    command = [sys.executable, "-m", "tracker", "--db", str(folder / "tracker.db"), *words]
    process = subprocess.Popen(command, env=environ)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{' '.join(words)} failed")
    sys.stdout.write(f"{perf_counter() - begun:.0f} s\n")
    return usage.ru_maxrss / (1024 * (1024 if sys.platform == "darwin" else 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500_000)
    count = parser.parse_args().games
    server = served(count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        address = f"http://127.0.0.1:{server.server_address[1]}"
        tell("the network", count, measure(["import", "ann", "--url", address], folder))
        (folder / "tracker.db").unlink()
        file = folder / "games.ndjson"
        with file.open("wb") as stream:
            stream.writelines(map(line, range(count)))
        tell("a file", count, measure(["import-file", str(file)], folder))
    server.shutdown()


def tell(source: str, count: int, megabytes: float) -> None:
    """One figure."""
    sys.stdout.write(f"{count:,} games from {source}: {megabytes:.0f} MB (at most 120)\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
