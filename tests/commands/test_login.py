"""`login` and `logout`: a token is tried before it is kept, and kept where only its owner can read it."""

from __future__ import annotations

import argparse
import base64
import hashlib
import io
import json
import stat
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import keyring
import keyring.backends.null
import pytest
from keyring.backend import KeyringBackend

from tracker.commands import login, logout
from tracker.commands.context import Context
from tracker.errors import BadToken, NetworkUnreachable, NotAvailable, UsageError
from tracker.settings import Settings
from tracker.sources.connection import kept_tokens, open_lichess
from tracker.sources.oauth import Login
from tracker.sources.tokens import Tokens


class Memory(KeyringBackend):
    """A keyring that works."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class Locked(Memory):
    """A keyring that refuses everything."""

    def get_password(self, service: str, username: str) -> str | None:
        return None

    def set_password(self, service: str, username: str, password: str) -> None:
        raise keyring.errors.PasswordSetError("locked")


class Server:
    """Lichess's token endpoints."""

    def __init__(self) -> None:
        self.challenge = ""
        self.good = {"lip_GOODSECRET"}
        self.seen: list[tuple[str, str]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_arguments: object) -> None:
                pass

            def answer(self, status: int, value: Any) -> None:
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def token(self) -> str:
                return (self.headers["Authorization"] or "").removeprefix("Bearer ")

            def do_GET(self) -> None:
                server.seen.append(("GET", self.path))
                good = self.token() in server.good
                self.answer(
                    200 if good else 401, {"id": "ann", "username": "Ann"} if good else {"error": "No such token"}
                )

            def do_DELETE(self) -> None:
                server.seen.append(("DELETE", self.path))
                server.good.discard(self.token())
                self.send_response(204)
                self.end_headers()

            def do_POST(self) -> None:
                form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                digest = hashlib.sha256(form["code_verifier"][0].encode()).digest()
                proven = base64.urlsafe_b64encode(digest).rstrip(b"=").decode() == server.challenge
                if not proven or form["code"] != ["liu_code"] or form["grant_type"] != ["authorization_code"]:
                    return self.answer(400, {"error": "invalid_grant"})
                server.good.add("lio_NEWSECRET")
                return self.answer(
                    200, {"token_type": "Bearer", "access_token": "lio_NEWSECRET", "expires_in": 31536000}
                )

        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.http.shutdown()
    server.http.server_close()


@pytest.fixture(params=["file", "keyring"])
def ring(request: pytest.FixtureRequest) -> KeyringBackend:
    return Memory() if request.param == "keyring" else keyring.backends.null.Keyring()  # type: ignore[no-untyped-call]


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, ring: KeyringBackend, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    before = keyring.get_keyring()
    keyring.set_keyring(ring)
    yield
    keyring.set_keyring(before)


@pytest.fixture
def context(server: Server, tmp_path: Path) -> Context:
    settings = Settings(db=str(tmp_path / "tracker.db"), url=server.url)
    return Context(settings=settings, environ={}, out=io.StringIO(), err=io.StringIO(), stdin=io.StringIO())


def words(*, paste: bool = False, no_browser: bool = False) -> argparse.Namespace:
    return argparse.Namespace(paste=paste, no_browser=no_browser)


def pasted(context: Context, token: str) -> int:
    context.stdin.seek(0)
    context.stdin.truncate()
    context.stdin.write(token + "\n")
    context.stdin.seek(0)
    return login.run(words(paste=True), context)


def said(context: Context) -> str:
    return context.out.getvalue() + context.err.getvalue()  # type: ignore[attr-defined, no-any-return]


class Browser:
    """Says yes (or what it is told) on the way back from `/oauth`."""

    def __init__(self, server: Server, answer: str = "code=liu_code&state={state}") -> None:
        self.server, self.answer = server, answer
        self.statuses: list[int] = []

    def __call__(self, address: str) -> bool:
        query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert urlsplit(address).path == "/oauth"
        assert query["code_challenge_method"] == "S256"
        assert "scope" not in query
        self.server.challenge = query["code_challenge"]
        back = query["redirect_uri"]
        assert back.startswith("http://127.0.0.1:")
        wrong = [back + "?code=liu_code&state=wrong", back.rsplit("/", 1)[0] + "/favicon.ico"]
        right = back + "?" + self.answer.format(state=query["state"])
        threading.Thread(target=self.visit, args=([*wrong, right],), daemon=True).start()
        return True

    def visit(self, addresses: list[str]) -> None:
        for address in addresses:
            try:
                with urlopen(address) as answer:
                    self.statuses.append(answer.status)
            except HTTPError as error:
                self.statuses.append(error.code)
                error.close()


def test_by_browser(server: Server, context: Context, tmp_path: Path) -> None:
    browser = Browser(server)
    assert login.run(words(), context, browse=browser) == 0
    assert "Connected as Ann" in said(context)
    assert "SECRET" not in said(context)
    assert browser.statuses[:2] == [404, 404], "another state, another path"
    assert kept_tokens().get(server.url) == "lio_NEWSECRET"
    with open_lichess(context.settings, {}) as lichess:
        assert lichess.owner().name == "Ann"
    assert logout.run(argparse.Namespace(), context) == 0
    assert ("DELETE", "/api/token") in server.seen
    assert server.good == {"lip_GOODSECRET"}
    assert kept_tokens().get(server.url) is None


def test_a_no_in_the_browser(server: Server, context: Context) -> None:
    browser = Browser(server, "error=access_denied&state={state}")
    with pytest.raises(BadToken, match="access_denied"):
        login.run(words(), context, browse=browser)


def test_nothing_comes_back(server: Server) -> None:
    with Login(server.url) as waiting, pytest.raises(BadToken, match="Nothing came back"):
        waiting.wait(0)


def test_without_a_browser_the_address_is_shown(server: Server, context: Context) -> None:
    def visit() -> None:
        while "/oauth?" not in said(context):
            time.sleep(0.01)
        Browser(server)(next(line for line in said(context).splitlines() if "/oauth?" in line))

    threading.Thread(target=visit, daemon=True).start()
    assert login.run(words(no_browser=True), context) == 0


def test_a_pasted_token(server: Server, context: Context, ring: KeyringBackend, tmp_path: Path) -> None:
    assert pasted(context, "lip_GOODSECRET") == 0
    assert kept_tokens().get(server.url) == "lip_GOODSECRET"
    assert kept_tokens().get("https://elsewhere.org") is None
    assert "SECRET" not in said(context)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    if isinstance(ring, Memory):
        assert files == []
    else:
        assert [stat.S_IMODE(path.stat().st_mode) for path in files] == [0o600]


@pytest.mark.parametrize("bad", ["lip_BADSECRET", "lip_BAD SECRET", "lip_BÄDSECRET"])
def test_a_bad_token_does_not_replace_a_good_one(server: Server, context: Context, bad: str) -> None:
    pasted(context, "lip_GOODSECRET")
    with pytest.raises(BadToken, match="The token from before stays in use") as caught:
        pasted(context, bad)
    assert "SECRET" not in str(caught.value)
    assert kept_tokens().get(server.url) == "lip_GOODSECRET"


def test_no_network_does_not_replace_a_good_token(server: Server, context: Context) -> None:
    pasted(context, "lip_GOODSECRET")
    server.http.shutdown()
    server.http.server_close()
    with pytest.raises(NetworkUnreachable, match="stays in use"):
        pasted(context, "lip_OTHER")
    assert kept_tokens().get(server.url) == "lip_GOODSECRET"
    assert logout.run(argparse.Namespace(), context) == 1
    assert "could not be revoked" in said(context)
    assert kept_tokens().get(server.url) is None


def test_no_token_at_all(context: Context) -> None:
    with pytest.raises(UsageError):
        pasted(context, "")
    assert logout.run(argparse.Namespace(), context) == 0
    assert "No token is stored" in said(context)


def test_the_environment_comes_first(server: Server, context: Context) -> None:
    pasted(context, "lip_GOODSECRET")
    with open_lichess(context.settings, {"LICHESS_TOKEN": "lip_OTHER"}) as lichess, pytest.raises(BadToken):
        lichess.owner()


def test_a_folder_that_takes_no_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    tokens = Tokens(tmp_path / "folder", None)
    monkeypatch.setattr(Path, "mkdir", shut)
    with pytest.raises(NotAvailable, match="cannot be written"):
        tokens.keep("https://a", "lip_1")


def test_another_users_folder_holds_no_token_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", shut)
    assert Tokens(tmp_path, None).get("https://a") is None


def test_a_keyring_that_keeps_what_it_has(tmp_path: Path) -> None:
    class Stubborn(ModuleType):
        get_password = staticmethod(lambda *_: "lip_1")

        @staticmethod
        def delete_password(*_: str) -> None:
            raise OSError("locked")

    with pytest.raises(NotAvailable, match="does not remove the token"):
        Tokens(tmp_path, Stubborn("keyring")).remove("https://a")


def test_a_keyring_that_refuses_is_none(tmp_path: Path) -> None:
    keyring.set_keyring(Locked())
    tokens = Tokens(tmp_path, keyring)
    assert "tokens.json" in tokens.keep("https://a", "lip_1")
    assert (tokens.get("https://a"), tokens.get("https://b")) == ("lip_1", None)
    tokens.remove("https://a")
    assert list(tmp_path.iterdir()) == []
