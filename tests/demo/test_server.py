"""The demo's server over real sockets: what an import asks, and how Lichess would answer."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tracker.demo.player import DEMO_NAME, DemoHistory
from tracker.demo.server import DemoServer
from tracker.sources.lichess import decode

NDJSON = {"Accept": "application/x-ndjson"}
WANTED = {"clocks": "true", "evals": "true", "accuracy": "true", "opening": "true"}
GAMES = f"/api/games/user/{DEMO_NAME}"


@pytest.fixture(scope="module")
def client(now: int) -> Iterator[httpx.Client]:
    with DemoServer(now) as server, httpx.Client(base_url=server.url, headers=NDJSON) as client:
        yield client


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def test_all_games_oldest_first(client: httpx.Client, history: DemoHistory) -> None:
    games = lines(
        client.get(GAMES.upper().replace("/API/GAMES/USER", "/api/games/user"), params=WANTED | {"sort": "dateAsc"})
    )
    finished = [game for game in reversed(history.games) if game["status"] not in ("started", "aborted")]
    assert games == finished
    assert all(decode(json.dumps(game)).finished_at for game in games)


def test_windows_limits_and_order(client: httpx.Client, history: DemoHistory) -> None:
    middle = history.games[1500]["createdAt"]
    late = lines(client.get(GAMES, params={"since": middle}))
    early = lines(client.get(GAMES, params={"until": middle}))
    assert late[-1]["createdAt"] == middle
    assert early[0]["createdAt"] < middle
    assert len(late) + len(early) == len(lines(client.get(GAMES)))
    assert [g["id"] for g in lines(client.get(GAMES, params={"max": 3}))] == [g["id"] for g in late[:3]]


def test_optional_fields_only_when_asked_for(client: httpx.Client, history: DemoHistory) -> None:
    analysed = next(g for g in history.games if "analysis" in g and "opening" in g and "clocks" in g)
    window = {"since": analysed["createdAt"], "until": analysed["createdAt"] + 1}
    (plain,) = lines(client.get(GAMES, params=window))
    assert "moves" in plain
    assert not {"clocks", "analysis", "opening"} & set(plain)
    assert not any("analysis" in side for side in plain["players"].values())
    (bare,) = lines(client.get(GAMES, params=window | {"moves": "false", "clocks": "TRUE"}))
    assert not {"moves", "clocks"} & set(bare)
    (judged,) = lines(client.get(GAMES, params=window | {"evals": "true"}))
    assert "accuracy" not in judged["players"]["white"]["analysis"]
    assert lines(client.get(GAMES, params=window | WANTED)) == [analysed]


def test_games_being_played(client: httpx.Client) -> None:
    going_on = lines(client.get(GAMES, params={"ongoing": "true", "finished": "false", "moves": "false"}))
    assert [game["status"] for game in going_on] == ["started"] * 3
    everything = lines(client.get(GAMES, params={"ongoing": "true"}))
    assert {"started", "aborted", "mate"} <= {game["status"] for game in everything}


def test_games_by_id(client: httpx.Client, history: DemoHistory) -> None:
    ids = [history.games[index]["id"] for index in (900, 4, 33)]
    answer = client.post("/api/games/export/_ids", params=WANTED, content=",".join([*ids, "nosuchid"]))
    assert lines(answer) == [history.games[index] for index in (4, 33, 900)]


def test_profile_agrees_with_the_games(client: httpx.Client, history: DemoHistory) -> None:
    profile = client.get(f"/api/user/{DEMO_NAME.lower()}").json()
    games = lines(client.get(GAMES))
    count = profile["count"]
    assert (profile["username"], profile["id"]) == (DEMO_NAME, DEMO_NAME.lower())
    assert count["all"] == len(games) == count["win"] + count["draw"] + count["loss"]
    assert count["rated"] == sum(game["rated"] for game in games)
    assert count["playing"] == 3
    blitz = next(game for game in games if game["perf"] == "blitz" and game["rated"])
    side = next(s for s in blitz["players"].values() if s["user"]["name"] == DEMO_NAME)
    assert profile["perfs"]["blitz"]["rating"] == side["rating"] + side["ratingDiff"]
    assert 45 <= profile["perfs"]["blitz"]["rd"] < 60
    assert profile["perfs"]["blitz"]["games"] == history.standings["blitz"].games


def test_one_perf_and_its_days(client: httpx.Client) -> None:
    perf = client.get(f"/api/user/{DEMO_NAME}/perf/blitz").json()
    profile = client.get(f"/api/user/{DEMO_NAME}").json()
    assert int(perf["perf"]["glicko"]["rating"]) == profile["perfs"]["blitz"]["rating"]
    days = {entry["name"]: entry["points"] for entry in client.get(f"/api/user/{DEMO_NAME}/rating-history").json()}
    assert days["Blitz"][-1] == [2026, 8, 1, profile["perfs"]["blitz"]["rating"]]
    assert days["UltraBullet"] == []


@pytest.mark.parametrize(
    "path",
    ["/", "/api", "/api/user", "/api/user/nobody", f"/api/user/{DEMO_NAME}/perf/checkers", "/api/games/user/nobody"],
)
def test_what_is_not_there(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.json() == {"error": "Not found"}


def test_only_ndjson(client: httpx.Client) -> None:
    assert client.get(GAMES, headers={"Accept": "*/*"}).status_code == 406


def test_quiet_and_gone_afterwards(now: int, capfd: pytest.CaptureFixture[str]) -> None:
    before = threading.active_count()
    with DemoServer(now) as server:
        with httpx.Client(base_url=server.url, headers=NDJSON) as client, client.stream("GET", GAMES) as answer:
            next(answer.iter_lines())  # and leave in the middle of the stream
        assert httpx.get(f"{server.url}/api/user/{DEMO_NAME}").status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.url}/api/user/{DEMO_NAME}")
    assert capfd.readouterr() == ("", "")
    assert threading.active_count() <= before + 1
