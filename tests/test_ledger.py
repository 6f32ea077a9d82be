"""The ledger closes, and tells lag from points that came without a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from histories import HISTORIES, read_history
from hypothesis import given
from hypothesis import strategies as st

from tracker.game import RAPID_SPLIT, PlayedGame
from tracker.ledger import Ledger, Row, describe, no_change_reasons, remarks

HOUR = 3_600_000
START = 1_700_000_000_000


def game(number: int, shown: int, change: int | None, **fields: object) -> PlayedGame:
    """A blitz game of ten minutes, one an hour."""
    start = START + number * HOUR
    values: dict[str, object] = dict.fromkeys(PlayedGame._fields)
    values |= {
        "id": f"game{number:04}",
        "perf": "blitz",
        "variant": "standard",
        "rated": True,
        "started_at": start,
        "last_move_at": start + 600_000,
        "finished_at": start + 600_000,
        "status": "resign",
        "rating": shown,
        "change": change,
        "opponent_id": "rival",
        "plies": 40,
    }
    return PlayedGame(**(values | fields))  # type: ignore[arg-type]


def rows_of(games: list[PlayedGame]) -> list[Row]:
    return list(Ledger(games))


@pytest.mark.parametrize("history", HISTORIES)
def test_a_ledger_that_was_put_down_goes_on(shared: Path, history: str) -> None:
    games = read_history(shared / "data/histories" / history)
    whole = Ledger(games)
    rows = list(whole)
    for stop in (1, 40, len(games) // 2, len(games) - 3):
        first = Ledger(())
        found = [row for game in games[:stop] for row in first.take(game)]
        second = Ledger.from_json(json.loads(json.dumps(first.as_json())), games[stop:])
        found += second
        assert found == rows
        assert second.summaries == whole.summaries


def check_chain(rows: list[Row], ledger: Ledger) -> None:
    running = {summary.perf: summary.opening for summary in ledger.summaries.values()}
    for row in rows:
        assert row.before == running[row.perf]
        assert row.before + (row.change or 0) == row.after
        running[row.perf] = row.after
    for summary in ledger.summaries.values():
        assert summary.opening + summary.changes + summary.adjustments + summary.residual == summary.closing
        if summary.closing_source == "record":
            assert running[summary.perf] == summary.closing


@pytest.mark.parametrize("name", HISTORIES)
def test_real_histories_close(shared: Path, name: str) -> None:
    games = read_history(shared / "data/histories" / name)
    ledger = Ledger(games)
    rows = list(ledger)
    check_chain(rows, ledger)
    summaries = ledger.summaries.values()
    assert all(summary.residual == 0 and not summary.looks_filtered for summary in summaries)
    assert sum(summary.adjustment_count for summary in summaries) < 0.003 * sum(summary.games for summary in summaries)
    assert [row.game_id for row in rows if row.kind == "game" and row.perf == "blitz"] == [
        game.id for game in games if game.rated and game.perf == "blitz" and game.status != "aborted"
    ]


def test_the_blitz_history_ends_where_its_newest_record_does(shared: Path) -> None:
    ledger = Ledger(read_history(shared / "data/histories/blitz_2023_2025.ndjson"))
    rows = [row for row in ledger if row.perf == "blitz"]
    assert ledger.summaries["blitz"].closing == 1408 == rows[-1].after
    lagging = [row.game_id for row in rows if row.note == "stale"]
    assert lagging == ["YQYbQPLy", "XbGQN0rV", "ylGZQY6R", "Z3WWREit"]
    assert [row.between for row in rows if row.kind == "adjustment"] == [("xI59mNRL", "souB1B2C")]


def test_rapid_opens_as_a_copy_of_classical(shared: Path) -> None:
    ledger = Ledger(read_history(shared / "data/histories/merged_classical_2016_2018.pgn"))
    rows = list(ledger)
    rapid, classical = ledger.summaries["rapid"], ledger.summaries["classical"]
    assert rapid.opening == classical.closing == 1703
    assert rapid.opening_note is not None
    assert rapid.opening_note in remarks(rapid)
    assert not [row for row in rows if row.perf == "rapid" and row.kind == "adjustment"]


def test_the_copy_is_that_of_the_split_not_of_now() -> None:
    split = RAPID_SPLIT - START
    before, after = split - 3 * HOUR, split + 3 * HOUR
    old = game(0, 1600, -10, perf="classical", started_at=START + before, finished_at=START + before)
    new = game(1, 1590, 8, perf="classical", started_at=START + after, finished_at=START + after)
    rapid = game(2, 1590, 5, perf="rapid", started_at=START + after + HOUR, finished_at=START + after + HOUR)
    ledger = Ledger([old, new, rapid])
    assert [row.kind for row in ledger] == ["game"] * 3
    assert ledger.summaries["rapid"].opening == 1590
    assert ledger.summaries["classical"].closing == 1598


def test_points_from_nowhere(shared: Path) -> None:
    """Case 12."""
    ledger = Ledger(read_history(shared / "cases/c12_refund.ndjson", "test_player"))
    rows = list(ledger)
    assert [(row.kind, row.change) for row in rows] == [("game", -5), ("adjustment", 4), ("game", 6)]
    assert rows[1].between == ("ref00001", "ref00002")
    assert rows[1].note == "refund-like"
    assert "not from a game; often a refund" in (describe(rows[1]) or "")
    assert ledger.summaries["blitz"].closing == 1705
    assert sum(row.change or 0 for row in rows) == 5
    check_chain(rows, ledger)


def test_two_games_at_once(shared: Path) -> None:
    """Case 13."""
    ledger = Ledger(read_history(shared / "cases/c13_overlap.ndjson", "test_player"))
    rows = list(ledger)
    assert [row.game_id for row in rows] == ["ovl00001", "ovl00002", "ovl00003", "ovl00004"]
    assert [row.after for row in rows] == [2313, 2307, 2312, 2318]
    assert [row.note for row in rows] == [None, None, "overlap", None]
    said = describe(rows[2]) or ""
    assert "began before the previous game ended" in said
    assert "2313" in said
    assert "2307" in said
    assert ledger.summaries["blitz"].closing == 2318


def test_a_lag_is_no_adjustment() -> None:
    games = [game(0, 1500, 6), game(1, 1500, 5), game(2, 1511, -4)]
    assert [row.note for row in rows_of(games)] == [None, "stale", None]


def test_a_lag_of_several_games() -> None:
    games = [game(0, 1500, 6), game(1, 1500, 5), game(2, 1505, -4), game(3, 1501, 3), game(4, 1510, 2)]
    assert [row.note for row in rows_of(games)] == [None, "stale", "stale", "stale", None]


def test_a_lag_in_the_newest_record() -> None:
    ledger = Ledger([game(0, 1500, 6), game(1, 1500, 5)])
    assert [row.note for row in ledger] == [None, "stale"]
    assert ledger.summaries["blitz"].closing == 1511


def test_an_offset_that_stays_moved_the_rating() -> None:
    games = [game(0, 1500, 6), *(game(number, 1520, 0) for number in range(1, 30))]
    ledger = Ledger(games)
    adjustments = [row for row in ledger if row.kind == "adjustment"]
    assert [(row.change, row.note, row.between) for row in adjustments] == [
        (14, "unexplained", ("game0000", "game0001"))
    ]


def test_what_a_refund_looks_like() -> None:
    def note(offset: int, lost: int, days: float) -> str | None:
        later = round(days * 24)
        rows = rows_of([game(0, 1600, lost), game(1, 1600 + lost, 0), game(later, 1600 + lost + offset, 0)])
        return next(row.note for row in rows if row.kind == "adjustment")

    assert note(20, -8, 3) == "refund-like"
    assert note(20, 8, 3) == "unexplained"
    assert note(-20, -8, 3) == "unexplained"
    assert note(151, -8, 3) == "unexplained"


def test_the_profile_decides_about_the_newest_offset() -> None:
    games = [game(0, 1500, 6), game(1, 1520, 5)]
    for rating, kinds in ((1511, ["game", "game"]), (1525, ["game", "adjustment", "game"])):
        ledger = Ledger(games, {"blitz": rating})
        assert [row.kind for row in ledger] == kinds
        assert ledger.summaries["blitz"].residual == 0
    ledger = Ledger(games[:1], {"blitz": 1530})
    list(ledger)
    summary = ledger.summaries["blitz"]
    assert (summary.residual, summary.closing_source) == (24, "profile")
    assert "1530" in remarks(summary)[-1]


def test_order_that_chains_when_an_end_is_an_estimate() -> None:
    """The flag fell earlier than the clock let one think: the shown ratings tell which game was rated first."""
    flagged = game(1, 1500, 7, finished_at=START + 4 * HOUR)
    quick = game(2, 1507, -5)
    rows = rows_of([game(0, 1498, 2), quick, flagged, game(5, 1502, 3)])
    assert [row.game_id for row in rows] == ["game0000", "game0001", "game0002", "game0005"]
    assert [row.note for row in rows] == [None] * 4


def test_an_estimated_end_does_not_move_the_closing() -> None:
    flagged = game(1, 1500, -9, finished_at=START + 90 * HOUR)
    ledger = Ledger([game(0, 1498, 2), game(2, 1491, 7), flagged])
    rows = list(ledger)
    assert [(row.game_id, row.note) for row in rows] == [("game0000", None), ("game0001", None), ("game0002", None)]
    assert (ledger.summaries["blitz"].closing, ledger.summaries["blitz"].residual) == (1498, 0)


def test_a_refund_behind_a_lag_is_one_adjustment() -> None:
    """Lost 6, refunded 4, and the next game still shows the rating before both."""
    rows = rows_of([game(0, 1494, 6), game(1, 1500, -6), game(2, 1500, 5), game(3, 1503, -1), game(4, 1502, 2)])
    assert [(row.kind, row.change, row.note) for row in rows[2:4]] == [
        ("game", 5, "stale"),
        ("adjustment", 4, "refund-like"),
    ]
    assert rows[-1].after == 1504


def test_long_games_that_overlap_many() -> None:
    long = [
        game(0, 1500, 8, finished_at=START + 10 * HOUR),
        *(game(n, 1500 + 2 * (n - 1), 2) for n in range(1, 6)),
    ]
    games = sorted(long, key=lambda g: g.ended_at)
    games.append(game(11, 1518, 1))
    ledger = Ledger(games)
    assert [row.note for row in ledger] == [None] * 5 + ["overlap", None]
    assert ledger.summaries["blitz"].adjustment_count == 0


@pytest.mark.parametrize("keep", ["every second", "wins", "losses"])
def test_a_filtered_file_says_so(shared: Path, keep: str) -> None:
    games = [g for g in read_history(shared / "data/histories/blitz_2023_2025.ndjson") if g.perf == "blitz"]
    wanted = {
        "every second": games[::2],
        "wins": [g for g in games if g.outcome == "win"],
        "losses": [g for g in games if g.outcome == "loss"],
    }[keep]
    ledger = Ledger(wanted)
    rows = list(ledger)
    check_chain(rows, ledger)
    assert ledger.summaries["blitz"].looks_filtered
    assert any("looks filtered" in said for said in remarks(ledger.summaries["blitz"]))
    adjustments = [row for row in rows if row.kind == "adjustment"]
    assert sum(row.note == "gap" for row in adjustments) > 0.95 * len(adjustments)


def test_overlapping_games_without_ends_are_not_called_filtered() -> None:
    games = [
        game(n, 1500 + 50 * (n % 2), -7, perf="correspondence", last_move_at=None, finished_at=None) for n in range(9)
    ]
    ledger = Ledger(games)
    assert "gap" in {row.note for row in ledger}
    said = " ".join(remarks(ledger.summaries["correspondence"]))
    assert "ends are not known" in said
    assert "filtered" not in said


def test_rated_without_a_change() -> None:
    rows = rows_of([game(0, 1500, 6), game(1, 1506, None), game(2, 1506, 0)])
    assert [(row.change, row.note) for row in rows] == [(6, None), (None, "no-change"), (0, None)]
    assert no_change_reasons(game(0, 1500, None, plies=1)) != no_change_reasons(game(0, 1500, None))
    bot = no_change_reasons(game(0, 1500, None, opponent_title="BOT"))
    assert "bot" in bot[0]


def test_casual_and_unplayed_games_are_passed_over() -> None:
    rows = rows_of([game(0, 1500, None, rated=False), game(1, 1500, None, status="aborted"), game(2, 1500, 4)])
    assert [row.game_id for row in rows] == ["game0002"]


def test_a_file_without_end_times_says_so() -> None:
    ledger = Ledger([game(0, 1500, 6, finished_at=None, last_move_at=None)])
    list(ledger)
    assert any("order of their starts" in said for said in remarks(ledger.summaries["blitz"]))


@given(st.lists(st.tuples(st.integers(600, 2800), st.integers(-30, 30) | st.none()), min_size=1, max_size=60))
def test_any_records_make_a_chain_that_closes(records: list[tuple[int, int | None]]) -> None:
    games = [game(number, shown, change) for number, (shown, change) in enumerate(records)]
    ledger = Ledger(games)
    rows = list(ledger)
    check_chain(rows, ledger)
    assert [row.game_id for row in rows if row.kind == "game"] == [g.id for g in games]
    assert ledger.summaries["blitz"].residual == 0


def test_ratings_that_no_record_shows_are_unknown_and_not_0() -> None:
    unknown = [game(n, 0, None, rating=None) for n in range(20)]
    ledger = Ledger(unknown)
    assert {(row.before, row.after, row.note) for row in ledger} == {(None, None, None)}
    summary = ledger.summaries["blitz"]
    assert (summary.opening, summary.closing, summary.residual) == (None, None, None)
    assert any("No game shows the own rating" in said for said in remarks(summary))


def test_a_ledger_begins_where_a_record_first_shows_a_rating() -> None:
    games = [*(game(n, 0, 5, rating=None) for n in range(20)), game(20, 1600, 7), game(21, 0, 3, rating=None)]
    ledger = Ledger(games)
    rows = list(ledger)
    assert [(row.before, row.after) for row in rows[19:]] == [(None, None), (1600, 1607), (1607, 1610)]
    summary = ledger.summaries["blitz"]
    assert (summary.opening, summary.closing, summary.residual) == (1500, 1610, 0)
    assert summary.adjustment_count == 0


def test_where_only_the_profile_knows_a_rating_there_is_no_residual() -> None:
    ledger = Ledger([game(0, 0, None, rating=None)], {"blitz": 1510})
    assert [row.after for row in ledger] == [None]
    summary = ledger.summaries["blitz"]
    assert (summary.opening, summary.closing, summary.residual) == (None, 1510, None)
