"""Logging in by the browser: OAuth 2 with PKCE, answered to a loopback address (RFC 7636, RFC 8252).

No scope is asked for: the token can read what everybody can, only faster.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections.abc import Callable
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from tracker.errors import BadToken

CLIENT_ID = "lichess-rating-tracker"
PATH = "/lichess"
POLL = 0.5
"""Seconds between two looks at whether time is up."""


class _Answer(NamedTuple):
    code: str
    error: str


class Login:
    """One login: open it, send the user to `address`, then wait for the code."""

    def __init__(self, server: str) -> None:
        """`server`: base address of Lichess."""
        self._verifier = secrets.token_urlsafe(64)
        self._state = secrets.token_urlsafe(32)
        self._answer: _Answer | None = None
        self._listener = HTTPServer(("127.0.0.1", 0), self._handler())
        self._listener.timeout = POLL
        self._redirect = f"http://127.0.0.1:{self._listener.server_address[1]}{PATH}"
        digest = hashlib.sha256(self._verifier.encode()).digest()
        question = {
            "response_type": "code",
            "client_id": CLIENT_ID,
            "redirect_uri": self._redirect,
            "code_challenge_method": "S256",
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "scope": "",
            "state": self._state,
        }
        self.address = f"{server.rstrip('/')}/oauth?{urlencode(question)}"
        """Where the user says yes."""

    def __enter__(self) -> Login:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._listener.server_close()

    def wait(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> dict[str, str]:
        """The form that is exchanged for the token. Raises BadToken where the user said no, or nothing in time."""
        until = clock() + seconds
        while self._answer is None and clock() < until:
            self._listener.handle_request()
        if self._answer is None:
            raise BadToken("Nothing came back from the browser; run `tracker login` again, or `tracker login --paste`.")
        if self._answer.error:
            raise BadToken(f"Lichess gave no permission ({self._answer.error}); run `tracker login` to try again.")
        return {
            "grant_type": "authorization_code",
            "code": self._answer.code,
            "code_verifier": self._verifier,
            "redirect_uri": self._redirect,
            "client_id": CLIENT_ID,
        }

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        login = self

        class Handler(BaseHTTPRequestHandler):
            """Takes the browser's way back; whatever else knocks is turned away."""

            timeout = 5

            def log_message(self, *_arguments: object) -> None:
                """The address holds the code: nothing is written anywhere."""

            def do_GET(self) -> None:
                """The code, if it comes with our state."""
                parts = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                if parts.path != PATH or not secrets.compare_digest(
                    query.get("state", "").encode(), login._state.encode()
                ):
                    self._say(404, "Nothing here.")
                    return
                error = query.get("error_description") or query.get("error", "")
                code = query.get("code", "")
                login._answer = _Answer(code, error if error or code else "no code came")
                self._say(200, "You can close this page and go back to tracker." if code else f"Refused: {error}")

            def _say(self, status: int, words: str) -> None:
                page = f"<!DOCTYPE html><meta charset=utf-8><title>tracker</title><p>{escape(words)}</p>".encode()
                self.send_response(status)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

        return Handler
