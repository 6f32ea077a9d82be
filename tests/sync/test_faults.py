"""Whatever breaks on the way: the result is that of an unbroken import, and nothing is stored by halves."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import httpx
import pytest

from tracker.errors import (
    AccountClosed,
    DatabaseBusy,
    DiskFull,
    NetworkUnreachable,
    NoSuchAccount,
    RateLimited,
    RequestRefused,
)
from tracker.store import Account, Entry
from tracker.store.store import Saved
from tracker.sync import Resumed, Waiting

PAGE = "<!DOCTYPE html><html><body><h1>404</h1></body></html>"
FAULTS: list[tuple[str, list[dict[str, Any]]]] = [
    ("cut in a line", [{"kind": "cut", "after": 57, "mid_line": True}]),
    ("cut between lines", [{"kind": "cut", "after": 57}]),
    ("cut at the first line", [{"kind": "cut", "after": 0, "mid_line": True}]),
    ("ends early", [{"kind": "end", "after": 100}]),
    ("ends early again and again", [{"kind": "end", "after": n} for n in (10, 20, 30)]),
    ("ends before the first line", [{"kind": "end", "after": 0}]),
    ("goes silent", [{"kind": "stall", "after": 80, "seconds": 1.5}]),
    ("every game three times", [{"kind": "repeat", "copies": 3}]),
    ("slow down", [{"kind": "status", "status": 429}]),
    ("server errors", [{"kind": "status", "status": s, "body": PAGE, "type": "text/html"} for s in (500, 502, 503)]),
    ("one false 404", [{"kind": "status", "status": 404, "body": PAGE, "type": "text/html"}]),
    ("profile limited", [{"kind": "status", "status": 429, "path": "user"}]),
    ("list of ongoing games cut", [{"kind": "cut", "after": 0, "path": "ongoing", "mid_line": True}]),
    ("everything", [
        {"kind": "status", "status": 429}, {"kind": "cut", "after": 9, "mid_line": True},
        {"kind": "end", "after": 30}, {"kind": "status", "status": 502}, {"kind": "stall", "after": 5, "seconds": 1.5},
        {"kind": "cut", "after": 40},
    ]),
]  # fmt: skip


@pytest.mark.parametrize("faults", [faults for _, faults in FAULTS], ids=[name for name, _ in FAULTS])
def test_a_broken_import_ends_like_an_unbroken_one(
    importer: Any, fresh: Any, stand_in: ModuleType, make: Any, rows: Any, faults: list[dict[str, Any]]
) -> None:
    games = [make(n) for n in range(150)] + [make(200, status="started", lastMoveAt=1_735_900_000_000)]
    whole = fresh()
    with stand_in.LichessStub({"Test_Player": games}) as stub:
        whole(stub.url)
        for fault in faults:
            stub.inject(**fault)
        report = importer(stub.url, silence=0.5)
        assert len(stub.fired) == len(faults) or report.stored == 150
        assert (report.new, report.stored, report.listed, report.pending) == (150, 150, 150, 1)
        assert rows(importer.store) == rows(whole.store)
        assert importer(stub.url).new == 0


def test_told_to_slow_down(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """Case 2: after line 120 an early end, then two 429."""
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(300)]}) as stub:
        stub.inject(kind="end", after=120)
        stub.inject(kind="status", status=429, times=2)
        report = importer(stub.url)
    waits = [(event.seconds, event.stored) for event in importer.events if isinstance(event, Waiting)]
    assert waits == [(60, 120), (120, 120)]
    assert importer.clock.slept == pytest.approx(180)
    assert (report.new, report.stored, report.repeated) == (300, 300, 0)


def test_a_wait_before_the_first_game_is_told_too(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(1)]}) as stub:
        stub.inject(kind="status", status=429, path="user")
        importer(stub.url)
        stub.inject(kind="status", status=503, path="user")
        importer(stub.url)
    waits = [(event.seconds, event.stored) for event in importer.events if isinstance(event, Waiting)]
    assert waits == [(60, 0), (2, 1)]


def test_stopping_in_a_wait_keeps_what_came(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(300)]}) as stub:
        stub.inject(kind="end", after=120)
        stub.inject(kind="status", status=429)
        report = importer(stub.url, should_stop=lambda: importer.clock.slept > 20)
        assert report.stopped
        assert (report.new, report.stored) == (120, 120)
        assert importer.clock.slept < 21
        assert importer.store.account("test_player").last_import_at is None
        assert importer(stub.url).new == 180
        since = [request["query"].get("since") for request in stub.requests if "sort" in request["query"]]
        assert None not in since[1:], "the second run began behind what was stored"


def test_gives_up_in_words_after_waiting_long_enough(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(9)]}) as stub:
        stub.inject(kind="end", after=5)
        stub.inject(kind="status", status=429, times=9)
        with pytest.raises(RateLimited):
            importer(stub.url)
        assert len(importer.ids()) == 5
        stub.faults.clear()
        assert importer(stub.url).new == 4


def test_a_connection_that_breaks_at_every_game_gets_there(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(12)]}) as stub:
        stub.inject(kind="cut", after=2, times=11, mid_line=True)
        assert importer(stub.url).new == 12
        assert sum(isinstance(event, Resumed) for event in importer.events) >= 9


def test_a_connection_that_never_gets_further_is_given_up(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(12)]}) as stub:
        stub.inject(kind="cut", after=1, times=50, mid_line=True)
        with pytest.raises(NetworkUnreachable, match="again and again"):
            importer(stub.url)
        assert importer.ids() == ["game0000"]


def test_a_wrong_404_changes_nothing(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """Case 1."""
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(9)]}) as stub:
        assert importer(stub.url).new == 9
        before = importer.store.account("test_player")
        importer.clock.at += 86_400_000
        stub.inject(kind="status", status=404, body=PAGE, type="text/html", path="ongoing", times=2)
        with pytest.raises(RequestRefused, match="although the account exists") as caught:
            importer(stub.url)
        assert "not found" not in str(caught.value).lower()
        assert "no such user" not in str(caught.value).lower()
        assert importer.store.account("test_player") == before
        assert len(importer.ids()) == 9
        with pytest.raises(NoSuchAccount, match=r"no account of that name.*NoBody"):
            importer(stub.url, "NoBody")
        assert len(importer.store.accounts()) == 1


def test_a_closed_account_keeps_its_history(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """Case 11."""
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(9)]}) as stub:
        importer(stub.url)
        stub.accounts["test_player"].disabled = True
        with pytest.raises(AccountClosed, match="closed"):
            importer(stub.url)
        account = importer.store.account("test_player")
        assert account.closed
        assert len(importer.ids()) == 9
        stub.accounts["test_player"].disabled = False
        importer(stub.url)
        assert not importer.store.account("test_player").closed


def test_ones_own_closed_account_comes_with_its_token(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(1)]}, tokens={"lip_x": "Test_Player"}) as stub:
        stub.accounts["test_player"].disabled = True
        assert importer(stub.url, token="lip_x").new == 1
        assert importer.store.account("test_player").closed


def test_two_imports_of_one_account(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(3)]}) as stub:
        importer(stub.url)
        with importer.store.importing(1), pytest.raises(DatabaseBusy, match="Test_Player"):
            importer(stub.url)
        assert importer(stub.url).new == 0


def test_an_interrupt_keeps_what_arrived(importer: Any, stand_in: ModuleType, make: Any) -> None:
    """As Ctrl-C would, in the middle of an answer and before the batch was due."""
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(60)]}, rate=200) as stub:

        def clock() -> float:
            if stub.sent >= 20 and not importer.store.counts(1).all:
                raise KeyboardInterrupt
            return 0.0

        with pytest.raises(KeyboardInterrupt):
            importer(stub.url, clock=clock)
        stored = importer.store.counts(1).all
        assert stored >= 15
        assert importer(stub.url).new == 60 - stored


def test_a_disk_that_fills_up_keeps_what_fits(
    importer: Any, stand_in: ModuleType, make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch is all or nothing, and a big one does not fit where a small one does."""
    real = importer.store.save
    room = 37

    def save(account: Account, entries: list[Entry], **options: Any) -> Saved:
        if importer.store.played(account.id) + len(entries) > room:
            raise DiskFull("full")
        saved: Saved = real(account, entries, **options)
        return saved

    monkeypatch.setattr(importer.store, "save", save)
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(60)]}) as stub:
        with pytest.raises(DiskFull):
            importer(stub.url, clock=lambda: 0.0)
        assert importer.ids() == [f"game{n:04}" for n in range(room)]
        room = 1000
        assert importer(stub.url).new == 60 - 37


def test_a_silent_answer_can_be_stopped(importer: Any, stand_in: ModuleType, make: Any) -> None:
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(60)]}) as stub:
        stub.inject(kind="stall", after=20, seconds=30)
        begun = time.monotonic()
        report = importer(stub.url, silence=60, should_stop=lambda: time.monotonic() - begun > 0.5)
        assert time.monotonic() - begun < 10
        assert report.stopped
        assert report.stored == 20
        assert importer(stub.url).new == 40


def test_a_server_that_never_answers_can_be_stopped(importer: Any) -> None:
    """It accepts the connection and is silent: there is no answer yet that could be cut."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        begun = time.monotonic()
        report = importer(
            f"http://127.0.0.1:{server.getsockname()[1]}",
            silence=60,
            should_stop=lambda: time.monotonic() - begun > 0.5,
        )
        assert time.monotonic() - begun < 10
    assert report.stopped
    assert importer.store.accounts() == []


def test_an_answer_cut_within_a_line_that_ended_well(importer: Any, make: Any) -> None:
    """A proxy may close a broken answer properly: half a line is no strange line, it is asked for again."""
    games = [json.dumps(make(n)) for n in range(4)]
    answers = ["\n".join(games[:2]) + "\n" + games[2][:40], "\n".join(games[1:]) + "\n", games[3] + "\n", games[3]]
    profile = {"id": "test_player", "username": "Test_Player", "count": {"all": 4}}

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/api/user/"):
            return httpx.Response(200, json=profile)
        return httpx.Response(200, text="" if "ongoing" in request.url.params else answers.pop(0))

    report = importer("https://lichess.test", transport=httpx.MockTransport(answer))
    assert (report.new, report.set_aside) == (4, 0)


def test_newest_first_is_no_trap(importer: Any, make: Any) -> None:
    """A server that ignores the asked order, and breaks: the cursor must not jump over what never came."""
    games = [json.dumps(make(n)) for n in reversed(range(400))]
    profile = {"id": "test_player", "username": "Test_Player", "count": {"all": 400}}
    broken: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/api/user/"):
            return httpx.Response(200, json=profile)
        if "ongoing" in request.url.params:
            return httpx.Response(200)

        def body() -> Iterator[bytes]:
            yield ("\n".join(games[:300]) + "\n").encode()
            if not broken:
                broken.append(1)
                raise httpx.ReadError("cut")
            yield "\n".join(games[300:]).encode()

        return httpx.Response(200, content=body())

    assert importer("https://lichess.test", transport=httpx.MockTransport(answer)).stored == 400


def test_one_request_at_a_time(importer: Any, stand_in: ModuleType, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    running: list[int] = []
    most: list[int] = []
    lock = threading.Lock()
    plain = stand_in._Handler._games

    def counted(handler: Any, name: str, query: Any) -> None:
        with lock:
            running.append(1)
            most.append(len(running))
        plain(handler, name, query)
        with lock:
            running.pop()

    monkeypatch.setattr(stand_in._Handler, "_games", counted)
    with stand_in.LichessStub({"Test_Player": [make(n) for n in range(100)]}) as stub:
        stub.inject(kind="end", after=50)
        assert importer(stub.url).new == 100
    assert max(most) == 1
