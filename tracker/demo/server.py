"""A small server on 127.0.0.1 that speaks the part of Lichess's API which an import uses, for the demo's player."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterable, Iterator
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

from tracker.demo.player import DEMO_NAME, DemoHistory, demo_history
from tracker.demo.profile import perf, profile, rating_history
from tracker.game import UNFINISHED

TRUE = frozenset({"1", "true", "True", "on", "yes"})
"""Every other value is false to Lichess."""
NDJSON = "application/x-ndjson"
LINES_A_CHUNK = 100
MOST_IDS = 300

Query = dict[str, str]
Record = dict[str, Any]


class _Server(ThreadingTCPServer):
    """Unlike http.server's own, without a look-up of the machine's name, which takes seconds on some networks."""

    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client may leave at any moment; everything else is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class DemoServer:
    """The server as a context manager; `url` is where it listens."""

    url: str

    def __init__(self, now: int) -> None:
        """`now` in epoch ms: the demo's newest game was over some minutes before."""
        self.now = now
        self.history: DemoHistory = demo_history(now)

    def __enter__(self) -> Self:
        handler = type("DemoHandler", (_Handler,), {"demo": self})
        self._server = _Server(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def selected(games: Iterable[Record], query: Query) -> list[Record]:
    """The games that Lichess would send for these parameters, in its order; `games` come newest start first."""
    finished = flag(query, "finished", default=True)
    ongoing = flag(query, "ongoing") or not finished
    since, until, most = (number(query, name) for name in ("since", "until", "max"))
    found = [
        game
        for game in games
        if (since is None or game["createdAt"] >= since)
        and (until is None or game["createdAt"] < until)
        and _wanted(game["status"], finished, ongoing)
    ]
    if query.get("sort") == "dateAsc":
        found.reverse()
    return found if most is None else found[: max(most, 1)]


def _wanted(status: str, finished: bool, ongoing: bool) -> bool:
    """Aborted games, too, come only with `ongoing`."""
    if status in UNFINISHED:
        return ongoing
    return finished and (ongoing or status != "aborted")


def line(game: Record, query: Query) -> bytes:
    """One game as a line, with the optional fields that were asked for."""
    left_out = {
        field
        for field, option, default in (
            ("moves", "moves", True),
            ("clocks", "clocks", False),
            ("analysis", "evals", False),
            ("opening", "opening", False),
        )
        if not flag(query, option, default)
    }
    sent = {key: value for key, value in game.items() if key not in left_out}
    accuracy = flag(query, "accuracy")
    if "analysis" in game and not accuracy:
        sent["players"] = {
            color: _without_accuracy(side, flag(query, "evals")) for color, side in game["players"].items()
        }
    return json.dumps(sent, separators=(",", ":")).encode() + b"\n"


def _without_accuracy(side: Record, figures: bool) -> Record:
    rest = {key: value for key, value in side.items() if key != "analysis"}
    if figures and "analysis" in side:
        rest["analysis"] = {key: value for key, value in side["analysis"].items() if key != "accuracy"}
    return rest


def flag(query: Query, name: str, default: bool = False) -> bool:
    """A parameter as Lichess reads booleans."""
    return query[name] in TRUE if name in query else default


def number(query: Query, name: str) -> int | None:
    """A parameter as a whole number; what is none is ignored, as at Lichess."""
    text = query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else None


class _Handler(BaseHTTPRequestHandler):
    demo: DemoServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_arguments: object) -> None:
        """The terminal belongs to the tracker."""

    def do_GET(self) -> None:
        path, query = self._asked()
        known = len(path) > 2 and path[-1 if path[1] == "games" else 2].lower() == DEMO_NAME.lower()
        match path:
            case ["api", "user", _] if known:
                self._json(200, profile(self.demo.history, self.demo.now))
            case ["api", "user", _, "rating-history"] if known:
                self._json(200, rating_history(self.demo.history))
            case ["api", "user", _, "perf", key] if known and (answer := perf(self.demo.history, key, self.demo.now)):
                self._json(200, answer)
            case ["api", "games", "user", _] if known:
                self._stream(selected(self.demo.history.games, query), query)
            case _:
                self._json(404, {"error": "Not found"})

    def do_POST(self) -> None:
        path, query = self._asked()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path != ["api", "games", "export", "_ids"]:
            self._json(404, {"error": "Not found"})
            return
        ids = set(body.decode("ascii", "replace").strip().split(",")[:MOST_IDS])
        self._stream([game for game in self.demo.history.games if game["id"] in ids], query)

    def _asked(self) -> tuple[list[str], Query]:
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        return [unquote(part) for part in address.path.strip("/").split("/")], query

    def _json(self, status: int, value: object) -> None:
        self._begin(status, "application/json", json.dumps(value).encode())

    def _begin(self, status: int, kind: str, body: bytes | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if body is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body or b"")

    def _stream(self, games: list[Record], query: Query) -> None:
        accept = self.headers.get("Accept", "")
        if accept != NDJSON and not accept.startswith("application/json"):
            self._json(406, {"error": f"This server sends {NDJSON} only"})
            return
        try:
            self._begin(200, NDJSON, None)
            for chunk in _chunks(games, query):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.write(b"0\r\n\r\n")
        except ConnectionError:  # the import was stopped, which is its right
            self.close_connection = True


def _chunks(games: list[Record], query: Query) -> Iterator[bytes]:
    for start in range(0, len(games), LINES_A_CHUNK):
        yield b"".join(line(game, query) for game in games[start : start + LINES_A_CHUNK])
