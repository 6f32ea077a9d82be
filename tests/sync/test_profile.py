"""What an import keeps beside the games: the daily list that a token brings, and whether the account is a bot."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import httpx
import pytest

from tracker.replays import KeptReplays


def test_a_token_brings_the_daily_list_and_none_takes_it_away(importer: Any, stand_in: ModuleType, make: Any) -> None:
    games = [make(number) for number in range(3)]
    with stand_in.LichessStub({"Test_Player": games}, tokens={"lip_x": "Test_Player"}) as stub:
        importer(stub.url)
        assert importer.store.daily_list(1) is None
        importer(stub.url, token="lip_x")
        newest = 1500 + games[-1]["players"]["black"]["ratingDiff"]
        assert importer.store.daily_list(1) == [{"name": "Blitz", "points": [[2025, 0, 1, newest]]}]
        importer(stub.url)
        assert importer.store.daily_list(1) is not None


@pytest.mark.parametrize("answer", [(500, b""), (200, b"<html>"), (200, b'{"error":"no"}'), (None, b"")])
def test_a_list_that_does_not_come_is_no_failure(importer: Any, stand_in: ModuleType, make: Any, answer: Any) -> None:
    status, body = answer

    class Refusing(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            if not request.url.path.endswith("/rating-history"):
                return super().handle_request(request)
            if status is None:
                raise httpx.ReadError("gone", request=request)
            return httpx.Response(status, content=body)

    with stand_in.LichessStub({"Test_Player": [make(1)]}) as stub:
        report = importer(stub.url, transport=Refusing())
    assert (report.new, report.failures) == (1, [])
    assert importer.clock.slept == 0
    assert importer.store.daily_list(1) is None


def test_the_replay_of_a_bot_knows_that_it_is_one(importer: Any, stand_in: ModuleType, make: Any) -> None:
    for title, bot in (({}, False), ({"title": "BOT"}, True)):
        account = stand_in.Account("Test_Player", [make(1)], profile=title)
        with stand_in.LichessStub({"Test_Player": account}) as stub:
            importer(stub.url)
        assert KeptReplays(importer.store, importer.store.account("test_player")).bot is bot
