"""One line of NDJSON -> Game: every shape that was ever seen, and what is refused with which reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.game import Side, TimeControl
from tracker.sources.lichess import UnreadableError, decode, mark, without_secret

PLAIN: dict[str, Any] = {
    "id": "abcd1234",
    "rated": True,
    "variant": "standard",
    "speed": "blitz",
    "perf": "blitz",
    "createdAt": 1_734_258_237_967,
    "lastMoveAt": 1_734_258_475_213,
    "status": "mate",
    "source": "pool",
    "players": {
        "white": {"user": {"name": "Ann", "id": "ann", "title": "FM"}, "rating": 1500, "ratingDiff": 6},
        "black": {"user": {"name": "Bob", "id": "bob"}, "rating": 1490, "ratingDiff": -7, "provisional": True},
    },
    "winner": "white",
    "opening": {"eco": "C20", "name": "King's Pawn Game", "ply": 2},
    "moves": "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#",
    "clock": {"initial": 300, "increment": 3, "totalTime": 420},
}


def line(**changes: Any) -> str:
    """The plain game with some fields changed; `...` takes one away."""
    return json.dumps({key: value for key, value in (PLAIN | changes).items() if value is not ...})


def side(**changes: Any) -> dict[str, Any]:
    return {"players": {"white": {"user": {"name": "Ann", "id": "ann"}, "rating": 1500}, "black": changes}}


def test_the_plain_game() -> None:
    game = decode(line())
    assert (game.id, game.perf, game.winner, game.plies) == ("abcd1234", "blitz", "white", 7)
    assert game.white == Side("ann", "Ann", "FM", rating=1500, change=6, provisional=False)
    assert game.black.provisional is True
    assert game.time_control == TimeControl(300, 3)
    assert game.finished_at == game.last_move_at == 1_734_258_475_213
    assert (game.opening_eco, game.opening_ply, game.analysed) == ("C20", 2, False)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("shapes.ndjson", 74),
        ("api_examples/games_user.ndjson", 1),
        ("api_examples/games_export_ids.ndjson", 1),
        ("histories/analysed_2023_2025.ndjson", 393),
        ("histories/blitz_2023_2025.ndjson", 2907),
    ],
)
def test_real_lines_are_all_read(shared: Path, name: str, count: int) -> None:
    lines = (shared / "data" / name).read_bytes().splitlines()
    assert len([decode(each) for each in lines if each.strip()]) == count


@pytest.mark.parametrize("name", ["shapes", "histories/analysed_2023_2025", "histories/blitz_2023_2025"])
def test_real_lines_are_read_in_full(shared: Path, name: str) -> None:
    """Nothing that surrounds the core is lost on a line whose fields are all known."""
    for text in (shared / f"data/{name}.ndjson").read_bytes().splitlines():
        raw, game = json.loads(text), decode(text)
        assert game.source == raw.get("source")
        assert (game.clocks is None) == ("clocks" not in raw)
        assert game.opening_eco == raw.get("opening", {}).get("eco")
        assert game.initial_fen == raw.get("initialFen")
        assert game.analysed == ("analysis" in raw or any("analysis" in side for side in raw["players"].values()))
        if "clock" in raw:
            assert str(game.time_control) == f"{raw['clock']['initial']}+{raw['clock']['increment']}"


def test_edge_cases_of_the_api_are_all_read(shared: Path) -> None:
    lines = (shared / "data/api_examples/edge_cases.ndjson").read_text(encoding="utf-8").splitlines()
    games = {each["_case"]: decode(json.dumps(each["game"])) for each in map(json.loads, lines)}
    assert games["ai_opponent"].white == Side(ai_level=1)
    assert games["swiss_old_field"].swiss
    assert games["new_arenaTour"].tournament == "VBHeB0CA"
    assert games["outoftime_draw"].winner is None
    assert games["rated_without_diff"].white.change is None
    assert (games["no_start_rated_with_diff"].plies, games["no_start_rated_with_diff"].black.change) == (0, 12)
    assert games["analysed"].white.acpl == 56
    assert games["from_position"].initial_fen


def test_answers_of_2016(shared: Path) -> None:
    last = (shared / "data/shapes.ndjson").read_bytes().splitlines()[-1]
    game = decode(last)
    assert (game.id, game.status, game.plies, game.white.id) == ("DDIfVmQp", "cheat", 15, "player_x3nywb")
    stream = json.loads((shared / "data/shapes.ndjson").read_bytes().splitlines()[-2])
    assert decode(json.dumps(stream)).status == "started"


def test_rapid_before_the_split_moved_the_classical_rating() -> None:
    assert decode(line(perf="rapid", speed="rapid", createdAt=1_504_125_627_542)).perf == "classical"


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        (side(aiLevel=3), "black", Side(ai_level=3)),
        (side(), "black", Side()),
        ({"players": {"white": {"userId": "Ann"}, "black": None}}, "white", Side("ann", "Ann")),
        (side(name="Somebody"), "black", Side(name="Somebody")),
        ({"status": 35}, "status", "outoftime"),
        ({"status": "31"}, "status", "resign"),
        ({"status": "adjourned"}, "status", "adjourned"),
        ({"status": 77}, "status", "77"),
        ({"arenaTour": {"id": "ARENA1", "name": "Arena"}}, "tournament", "ARENA1"),
        ({"tournament": "ARENA2"}, "tournament", "ARENA2"),
        ({"swissTour": {"id": "SWISS1"}}, "swiss", "SWISS1"),
        ({"swiss": "SWISS2"}, "swiss", "SWISS2"),
        ({"variant": {"key": "chess960", "name": "Chess960"}}, "variant", "chess960"),
        ({"createdAt": "1734258237967"}, "started_at", 1_734_258_237_967),
        ({"createdAt": 1.734258237967e12}, "started_at", 1_734_258_237_967),
        ({"createdAt": ..., "timestamp": 1_389_100_907_239}, "started_at", 1_389_100_907_239),
        ({"lastMoveAt": ...}, "finished_at", None),
        ({"status": "started"}, "finished_at", None),
        ({"moves": ""}, "plies", 0),
        ({"moves": ..., "turns": 31}, "plies", 31),
        ({"clock": ..., "speed": "correspondence"}, "time_control", TimeControl()),
        ({"clock": ..., "daysPerTurn": 3}, "time_control", TimeControl(days=3)),
        ({"opening": "C20"}, "opening_eco", None),
        ({"clocks": {"white": [1]}}, "clocks", None),
        ({"analysis": [{"eval": 12}]}, "analysed", True),
        ({"analysis": None}, "analysed", False),
        ({"analysis": [{"eval": 12}]}, "source", "pool"),
        ({"rated": ...}, "rated", False),
        ({"speed": ..., "perf": ...}, "perf", "blitz"),
        ({"something": {"new": [1, 2]}}, "id", "abcd1234"),
    ],
)  # fmt: skip
def test_strange_but_readable(changes: dict[str, Any], field: str, expected: object) -> None:
    assert getattr(decode(line(**changes)), field) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("garbage", "not JSON"),
        (line()[:-9], "not JSON"),
        ('{"error":"Too many requests"}', "missing required field `id`"),
        ("[1]", "Expected `object`"),
        (line(players=...), "players"),
        (line(createdAt=...), "no start"),
        (line(createdAt=1_734_258_237), "createdAt"),
        (line(players={"white": {"rating": "?"}, "black": {}}), "rating"),
        (line(winner="green"), "winner"),
        (line(id=""), "id"),
        ('{"id":' + "[" * 100_000, "not"),
        (line(moves="\ud800"), "not JSON"),
    ],
)
def test_what_is_refused_says_why(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        decode(text)


LAST = PLAIN["lastMoveAt"]


@pytest.mark.parametrize(
    ("changes", "extra"),
    [
        # Seven plies: Black to move; Black's clock after its own last move (ply 6), less what it shows at the end.
        ({"status": "outoftime", "clocks": [30003, 30003, 29000, 28000, 27000, 20500, 26000, 0]}, 205_000),
        ({"status": "timeout", "clocks": [30003, 30003, 29000, 28000, 27000, 20500, 26000, 10000]}, 105_000),
        ({"status": "outoftime", "clocks": [30003, 30003, 29000, 28000, 27000, 20500, 26000]}, 205_000),
        ({"status": "timeout", "clocks": [30003, 30003, 29000, 28000, 27000, 20500, 26000]}, 0),
        ({"status": "resign", "clocks": [30003, 30003, 29000, 28000, 27000, 20500, 26000, 10000]}, 0),
        ({"status": "outoftime", "moves": "e4", "clocks": [30003, 0]}, 300_000),
        ({"status": "outoftime", "clock": ..., "daysPerTurn": 2}, 2 * 86_400_000),
        ({"status": "outoftime"}, 0),
        ({"status": "outoftime", "clocks": [30003, 30003]}, 0),
    ],
)
def test_the_end_on_the_clock_is_later_than_the_last_move(changes: dict[str, Any], extra: int) -> None:
    assert decode(line(**changes)).finished_at == LAST + extra


@pytest.mark.parametrize(
    "text",
    [
        b'{"fullId":"abcdsecretsx","id":"a"}',
        b'{"id":"a","fullId":"abcdsecretsx"}',
        b'{"id" : "a" , "fullId" : "abcdsecretsx" }',
    ],
)
def test_the_players_secret_is_taken_out(text: bytes) -> None:
    assert json.loads(without_secret(text)) == {"id": "a"}


def test_the_secret_is_taken_out_of_a_broken_line_and_left_where_it_is_only_text() -> None:
    assert b"abcd" not in without_secret(b'{"id":"a","fullId":"abcdsecr')
    assert without_secret(b'{"id":"a"}') == b'{"id":"a"}'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b'{"id":"a","status":"started"}', ("a", True)),
        (b'{"id":"a","status":20}', ("a", True)),
        (b'{"id":"a","status":"aborted"}', ("a", False)),
        (b"{}", None),
        (b"<html>", None),
        (b"[]", None),
    ],
)
def test_marks_of_listed_games(text: bytes, expected: tuple[str, bool] | None) -> None:
    assert mark(text) == expected


@settings(deadline=None)
@given(st.data())
def test_a_mangled_line_is_read_or_refused_and_never_crashes(data: st.DataObject) -> None:
    raw = bytearray(line(clocks=[30003, 30003], tournament="T").encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        match data.draw(st.sampled_from(["flip", "cut", "repeat", "insert"])):
            case "flip":
                raw[at] = data.draw(st.integers(0, 255))
            case "cut":
                del raw[at : at + data.draw(st.integers(1, 40))]
            case "repeat":
                raw[at:at] = raw[at : at + 30]
            case "insert":
                raw[at:at] = data.draw(st.binary(max_size=6))
        if not raw:
            break
    try:
        game = decode(bytes(raw))
    except UnreadableError as error:
        assert str(error)  # noqa: PT017
    else:
        assert game.id
        assert game.started_at >= 10**12
