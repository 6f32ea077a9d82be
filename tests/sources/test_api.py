"""The client against a transport that answers as told, and against the stand-in server over real sockets."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
import respx

from tracker.errors import (
    AccountClosed,
    BadToken,
    NetworkUnreachable,
    NoSuchAccount,
    RateLimited,
    RequestRefused,
    UsageError,
)
from tracker.sources.api import Lichess
from tracker.sources.http import ConnectionBrokenError, Http, agent
from tracker.sources.lines import split_lines
from tracker.sources.patience import Patience, Stopped

URL = "https://lichess.test"
PROFILE = {"id": "ann", "username": "Ann", "count": {"all": 3, "rated": 2}, "perfs": {}}
PAGE = "<!DOCTYPE html><html><body><h1>404</h1></body></html>"
GAMES = "/api/games/user/ann"


class Slept:
    """A clock that only counts."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.pauses: list[tuple[str, float]] = []

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def note(self, reason: str, seconds: float) -> None:
        self.pauses.append((reason, seconds))


@pytest.fixture
def slept() -> Slept:
    return Slept()


@pytest.fixture
def router() -> Iterator[respx.Router]:
    with respx.mock(base_url=URL, assert_all_called=False) as router:
        yield router


@pytest.fixture
def client(slept: Slept, router: respx.Router) -> Iterator[Lichess]:
    with Lichess(Http(URL), Patience("lichess.test", sleep=slept.sleep, on_wait=slept.note)) as client:
        yield client


def lines(*ids: str) -> httpx.Response:
    return httpx.Response(200, content="".join(json.dumps({"id": each}) + "\n" for each in ids))


def test_the_request_says_who_asks_and_asks_for_everything(client: Lichess, router: respx.Router) -> None:
    route = router.get(GAMES).mock(return_value=lines("a", "b"))
    assert len(list(client.games("ann", since=1_700_000_000_000))) == 2
    request = route.calls.last.request
    assert request.headers["User-Agent"].startswith("lichess-rating-tracker/")
    assert request.headers["Accept"] == "application/x-ndjson"
    assert "Content-Type" not in request.headers
    assert dict(request.url.params) == {
        "moves": "true", "clocks": "true", "evals": "true", "accuracy": "true", "opening": "true",
        "sort": "dateAsc", "since": "1700000000000",
    }  # fmt: skip


@pytest.mark.parametrize("contact", ["user:ann", "mail as:ann", "python-httpx", "curl", "Zoë", "a\nb"])
def test_a_contact_that_lichess_would_refuse_is_refused_here(contact: str) -> None:
    with pytest.raises(UsageError):
        agent(contact)


def test_the_agent_carries_the_users_contact() -> None:
    assert agent("ann@example.org").endswith("(ann@example.org)")


@pytest.mark.parametrize("url", ["lichess.org", "ftp://lichess.org", "http://", "http://[", "http://a b"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(UsageError):
        Http(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_no_proxy_is_asked_for_this_computer(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer_once, args=(server,), daemon=True).start()
        http = Http(f"http://{host}:{server.getsockname()[1]}")
        with http.request("GET", "/", accept="*/*") as answer:
            assert answer.body() == b"here"
        http.close()


def answer_once(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(10_000)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")


@pytest.mark.parametrize("file", ["missing", "empty"])
def test_certificates_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    (tmp_path / "empty").write_text("no certificate", "utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / file))
    with pytest.raises(UsageError, match="SSL_CERT_FILE"):
        Http(URL)


def test_a_token_with_strange_characters_is_not_shown() -> None:
    with pytest.raises(BadToken) as caught:
        Http(URL, token="lip_secret\n")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("body", [PAGE, '{"error":"Too many requests. Try again later."}'])
def test_waits_a_minute_then_two_after_a_429(client: Lichess, router: respx.Router, slept: Slept, body: str) -> None:
    answers = [httpx.Response(429, text=body), httpx.Response(429, text=body), lines("a")]
    router.get(GAMES).mock(side_effect=answers)
    assert len(list(client.games("ann"))) == 1
    assert [seconds for _, seconds in slept.pauses] == [60, 120]
    assert slept.seconds == pytest.approx(180)


def test_waits_as_long_as_the_429_names(client: Lichess, router: respx.Router, slept: Slept) -> None:
    named = httpx.Response(429, json={"error": "Later", "ratelimit": {"key": "x", "seconds": 75}})
    router.get(GAMES).mock(side_effect=[named, lines("a")])
    assert len(list(client.games("ann"))) == 1
    assert slept.seconds == pytest.approx(75)


@pytest.mark.parametrize(
    ("status", "header", "pause"), [(429, "75", 75), (429, "soon", 60), (503, "75", 75), (503, "1", 2)]
)
def test_waits_as_long_as_a_header_names(
    client: Lichess, router: respx.Router, slept: Slept, status: int, header: str, pause: float
) -> None:
    router.get(GAMES).mock(side_effect=[httpx.Response(status, headers={"Retry-After": header}), lines("a")])
    assert len(list(client.games("ann"))) == 1
    assert slept.seconds == pytest.approx(pause)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (httpx.Response(429, json={"ratelimit": {"seconds": 40_000}}), "11 hours"),
        (httpx.Response(429, text='{"ratelimit":{"seconds":' + "9" * 400 + "}}"), "hours"),
        (httpx.Response(503, headers={"Retry-After": "40000"}), "11 hours"),
    ],
)
def test_gives_up_where_the_server_names_hours(
    client: Lichess, router: respx.Router, slept: Slept, answer: httpx.Response, words: str
) -> None:
    router.get(GAMES).mock(return_value=answer)
    with pytest.raises(RateLimited, match=words):
        list(client.games("ann"))
    assert slept.seconds == 0


def test_gives_up_after_60_120_300_seconds(client: Lichess, router: respx.Router, slept: Slept) -> None:
    router.get(GAMES).mock(return_value=httpx.Response(429, text=PAGE))
    with pytest.raises(RateLimited):
        list(client.games("ann"))
    assert slept.seconds == pytest.approx(480)


def test_server_errors_are_waited_for_with_growing_pauses(client: Lichess, router: respx.Router, slept: Slept) -> None:
    route = router.get("/api/user/ann").mock(return_value=httpx.Response(502, text=PAGE))
    with pytest.raises(NetworkUnreachable, match="502"):
        client.profile("ann")
    pauses = [seconds for _, seconds in slept.pauses]
    assert pauses == sorted(set(pauses))
    assert route.call_count == len(pauses) + 1


def test_no_network_is_said_at_once(client: Lichess, router: respx.Router, slept: Slept) -> None:
    router.get("/api/user/ann").mock(side_effect=httpx.ConnectError("Name or service not known"))
    with pytest.raises(NetworkUnreachable, match="cannot be reached"):
        client.profile("ann")
    assert slept.seconds == 0


def test_a_network_that_goes_away_later_is_waited_for(client: Lichess, router: respx.Router, slept: Slept) -> None:
    answers: list[httpx.Response | Exception] = [
        httpx.Response(200, json=PROFILE),
        httpx.ConnectError("gone"),
        httpx.Response(200, json=PROFILE),
    ]
    router.get("/api/user/ann").mock(side_effect=answers)
    assert client.profile("ann") == client.profile("ann")
    assert slept.seconds == pytest.approx(2)


@pytest.mark.parametrize("refusal", [httpx.Response(404, text=PAGE), httpx.Response(404, json={"error": "Not found"})])
@pytest.mark.parametrize(
    ("profile", "error", "words"),
    [
        (httpx.Response(404, text=PAGE), NoSuchAccount, "no account of that name"),
        (httpx.Response(200, json={"id": "ann", "username": "Ann", "disabled": True}), AccountClosed, "closed"),
        (httpx.Response(200, json=PROFILE), RequestRefused, "although the account exists"),
    ],
)
def test_a_404_is_held_against_the_profile(
    client: Lichess, router: respx.Router, refusal: httpx.Response, profile: httpx.Response, error: type, words: str
) -> None:
    route = router.get(path__regex="(?i)/api/games/user/ann").mock(return_value=refusal)
    router.get(path__regex="(?i)/api/user/ann").mock(return_value=profile)
    with pytest.raises(error, match=words) as caught:
        list(client.games("ANN"))
    assert route.call_count == (2 if error is RequestRefused else 1)
    assert ("ANN" in str(caught.value)) == (error is NoSuchAccount)
    assert "not found" not in str(caught.value).lower()
    assert "no such user" not in str(caught.value).lower()


@pytest.mark.parametrize("name", ["..", ".", "a/b", "../account", "a?b", "a b", "Jürgen", "x" * 500, "a\nb", "%2e%2e"])
def test_a_name_that_no_account_can_have_is_not_asked_for(client: Lichess, router: respx.Router, name: str) -> None:
    for ask in (client.profile, client.ongoing, lambda name: list(client.games(name))):
        with pytest.raises(NoSuchAccount, match="no account of that name"):
            ask(name)
    assert not router.calls


def test_a_404_that_passes_is_nothing(client: Lichess, router: respx.Router) -> None:
    router.get("/api/user/ann").mock(return_value=httpx.Response(200, json=PROFILE))
    router.get(GAMES).mock(side_effect=[httpx.Response(404, text=PAGE), lines("a")])
    assert len(list(client.games("ann"))) == 1


def test_a_bad_token_is_said_without_it(router: respx.Router) -> None:
    router.get("/api/user/ann").mock(return_value=httpx.Response(401, json={"error": "No such token"}))
    with Lichess.connect(URL, token="lip_secret") as client, pytest.raises(BadToken) as caught:
        client.profile("ann")
    assert "secret" not in str(caught.value)


def test_a_401_is_not_blamed_on_a_token_that_was_not_sent(client: Lichess, router: respx.Router) -> None:
    router.get("/api/user/ann").mock(return_value=httpx.Response(401, text=PAGE))
    with pytest.raises(RequestRefused, match="tracker login"):
        client.profile("ann")


def test_a_web_page_is_no_stream_of_games(client: Lichess, router: respx.Router) -> None:
    router.get(GAMES).mock(return_value=httpx.Response(200, html="<html>Sign in to the hotel's network</html>"))
    with pytest.raises(RequestRefused, match="web page"):
        list(client.games("ann"))
    router.get("/api/user/ann").mock(return_value=httpx.Response(200, html="<html></html>"))
    with pytest.raises(RequestRefused, match="profile"):
        client.profile("ann")


def test_a_wait_can_be_stopped(client: Lichess, router: respx.Router, slept: Slept) -> None:
    router.get(GAMES).mock(return_value=httpx.Response(429))
    client.patience.should_stop = lambda: slept.seconds > 10
    with pytest.raises(Stopped):
        list(client.games("ann"))
    assert slept.seconds < 11


def test_ids_go_three_hundred_at_a_time(client: Lichess, router: respx.Router) -> None:
    route = router.post("/api/games/export/_ids").mock(return_value=lines("a"))
    assert len(list(client.by_ids([f"id{n:06}" for n in range(650)]))) == 3
    sizes = [len(call.request.content.split(b",")) for call in route.calls]
    assert sizes == [300, 300, 50]
    assert route.calls.last.request.headers["Content-Type"] == "text/plain"


def broken_after(content: bytes) -> Callable[[httpx.Request], httpx.Response]:
    def chunks() -> Iterator[bytes]:
        yield content
        raise httpx.RemoteProtocolError("peer closed connection without sending complete message body")

    return lambda request: httpx.Response(200, content=chunks())


def test_a_stream_that_breaks_in_a_line_gives_the_whole_lines_before(client: Lichess, router: respx.Router) -> None:
    router.get(GAMES).mock(side_effect=broken_after(b'{"id":"a"}\n{"id":"b'))
    stream = client.games("ann")
    assert next(stream) == b'{"id":"a"}'
    with pytest.raises(ConnectionBrokenError):
        next(stream)


@pytest.mark.parametrize("error", [httpx.ReadTimeout("slow"), httpx.ReadError("reset"), httpx.RemoteProtocolError("x")])
def test_short_answers_are_asked_again_when_they_break(
    client: Lichess, router: respx.Router, slept: Slept, error: Exception
) -> None:
    router.get("/api/user/ann").mock(side_effect=[error, httpx.Response(200, json=PROFILE)])
    found = client.profile("Ann".lower())
    assert found is not None
    assert (found.id, found.listed, slept.seconds) == ("ann", 3, 2)


def test_lines_are_split_at_line_feeds_only() -> None:
    chunks = [b"a\r\nb\xe2\x80\xa8b", b"b\n\nc", b"", b"c"]
    assert list(split_lines(chunks)) == [b"a\r", b"b\xe2\x80\xa8bb", b"", b"cc"]


def test_the_stand_in_takes_us_for_no_library(stand_in: ModuleType) -> None:
    game = json.loads(
        '{"id":"late0001","createdAt":1764579600000,"status":"started","players":{"white":{"user":{"id":"ann"}},"black":{}}}'
    )
    with stand_in.LichessStub({"Ann": [game]}) as stub, Lichess.connect(stub.url) as client:
        assert client.ongoing("ann").ids == ["late0001"]
        assert list(client.games("ANN")) == []
        found = client.profile("ann")
        assert found is not None
        assert found.name == "Ann"
        assert {request["accept"] for request in stub.requests} == {"application/x-ndjson", "application/json"}
