"""Mistakes by phase, clock and balance, counted on analysed games only and on one scale."""

from __future__ import annotations

from typing import Any

import chess
import pytest
from made import played
from scipy import stats

from tracker.form.analysed import analysed_games, judged
from tracker.form.mistakes import Average, average, mistakes, ratio
from tracker.game import PlayedGame
from tracker.strength.level import GameRecord
from tracker.strength.phases import divide
from tracker.strength.records import from_json, local
from tracker.times import parse_iso

MOVES = "e4 e5 Nf3 Nc6 Bc4 Nd4 Nxe5 Qg5"
EVALS = [20, 25, 20, 25, 15, 120, -250, -240]
RECORD = {
    "moves": MOVES,
    "analysis": [{"eval": value} for value in EVALS],
    "clock": {"initial": 180, "increment": 0},
    "clocks": [18000, 18000, 17000, 17000, 9000, 12000, 5000, 600],
}
NOW = parse_iso("2025-06-01T12:00:00Z")


def with_record(game: PlayedGame, given: dict[str, Any] = RECORD) -> tuple[PlayedGame, GameRecord]:
    return game, from_json({"createdAt": game.started_at, **given})


def test_own_moves_phase_and_clock() -> None:
    one = judged(*with_record(played(0, color="white", started_at=NOW)))
    assert [move.quality.ply for move in one.moves] == [0, 2, 4, 6]
    assert [move.phase for move in one.moves] == ["opening"] * 4
    assert [move.clock for move in one.moves] == pytest.approx([1.0, 1.0, 170 / 180, 0.5])
    assert one.moves[3].quality.judgement == "blunder"  # 7. Nxe5: from +1.2 to -2.5


def test_rows_count_games_and_moves() -> None:
    records = [with_record(played(number, color="white", started_at=NOW)) for number in range(12)]
    found = mistakes(analysed_games(records), carrying=12, games=48)
    assert (found.analysed, found.games, found.share) == (12, 48, 0.25)
    rows = {(row.kind, row.label): row for row in found.rows}
    assert rows["all", "all moves"].moves == 48
    assert rows["all", "all moves"].blunders == Average(1.0, 0.0)
    loss = rows["all", "all moves"].acpl
    assert loss is not None
    assert loss.mean == pytest.approx((0 + 5 + 10 + 370) / 4)
    assert rows["clock", "over 50 %"].moves == 48  # half of the time left is not under half
    assert rows["balance", "equal"].games == 12
    assert ("phase", "endgame") not in rows
    assert all(row.accuracy is not None for row in found.rows)


def test_old_evaluations_come_to_todays_scale() -> None:
    old = parse_iso("2022-06-01T12:00:00Z")
    stretched = {**RECORD, "analysis": [{"eval": round(value * 1.5)} for value in EVALS]}
    before = judged(*with_record(played(0, color="black", started_at=old), stretched))
    today = judged(*with_record(played(0, color="black", started_at=NOW)))
    assert [m.quality.loss for m in before.moves] == pytest.approx([m.quality.loss for m in today.moves], abs=1.0)
    between = judged(*with_record(played(0, started_at=parse_iso("2023-06-01T12:00:00Z"))))
    assert (before.doubtful, between.doubtful, today.doubtful) == (False, True, False)


def test_a_local_engines_evaluations_come_to_todays_scale() -> None:
    """Lichess's of 2022 are 1.6 times those of Stockfish 15.1 (facts 5)."""
    game, record = with_record(played(0, color="white", started_at=parse_iso("2022-06-01T12:00:00Z")))
    by_lichess = judged(game, record)
    by_engine = judged(game, local(record, [round(value / 1.6) for value in EVALS], "Stockfish 15.1"))
    assert [m.quality.loss for m in by_engine.moves] == pytest.approx([m.quality.loss for m in by_lichess.moves], abs=2)
    assert not by_engine.doubtful


def test_games_without_evaluations_are_not_counted() -> None:
    plain = {key: value for key, value in RECORD.items() if key != "analysis"}
    found = mistakes(analysed_games([with_record(played(0), plain)]), carrying=0, games=1)
    assert found.looked_at == 0
    assert found.rows == []


def test_average_is_the_normal_interval() -> None:
    values = [70.0 + number % 7 for number in range(40)]
    found = average(values)
    assert found is not None
    low, high = stats.norm.interval(0.95, loc=found.mean, scale=stats.sem(values))
    assert (found.mean - found.margin, found.mean + found.margin) == pytest.approx((low, high))
    assert average(values[:9]) is None


def test_loss_a_move_is_a_ratio_with_its_linearized_interval() -> None:
    amounts, sizes = [100.0 + 7 * (n % 5) for n in range(40)], [20 + n % 9 for n in range(40)]
    found = ratio(amounts, sizes)
    assert found is not None
    assert found.mean == pytest.approx(sum(amounts) / sum(sizes))
    residuals = [amount - found.mean * size for amount, size in zip(amounts, sizes, strict=True)]
    error = stats.tstd(residuals) / (sum(sizes) / 40) / 40**0.5
    assert found.margin == pytest.approx(1.959964 * error, rel=0.001)  # the residuals' mean is 0
    even = ratio(amounts, [1] * 40)
    alone = average(amounts)
    assert even is not None
    assert alone is not None
    assert (even.mean, even.margin) == pytest.approx((alone.mean, alone.margin))
    assert ratio(amounts[:9], sizes[:9]) is None


def test_rows_of_few_games_show_no_number() -> None:
    records = [with_record(played(number, color="white", started_at=NOW)) for number in range(9)]
    found = mistakes(analysed_games(records), carrying=9, games=9)
    assert {
        (row.games, row.acpl, row.inaccuracies, row.mistakes, row.blunders, row.accuracy) for row in found.rows
    } == {(9, None, None, None, None, None)}


def test_phases_are_those_of_the_positions_before_the_moves() -> None:
    moves = "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nc6 Bxc6+ bxc6 Qf3 Bd7 Qxc6 Bxc6 Nb5 Bxb5 c4 Bxc4 d3 Bxd3 Bf4 e5 Bxe5 Bb4+"
    given = {"moves": f"{moves} Kd1 O-O-O", "analysis": [{"eval": 0}] * 26}
    one = judged(*with_record(played(0, color="white", started_at=NOW), given))
    boards = [chess.Board()]
    for move in moves.split():
        boards.append(boards[-1].copy())
        boards[-1].push_san(move)
    division = divide(boards)
    assert division.middlegame is not None
    assert [move.phase for move in one.moves] == [division.phase(ply) for ply in range(0, 26, 2)]


def test_a_record_that_cannot_be_replayed_is_left_out() -> None:
    broken = {**RECORD, "moves": MOVES.replace("Nf3", "Nf6")}
    records = [with_record(played(number), record) for number, record in enumerate((broken, RECORD))]
    assert [one.game.id for one in analysed_games(records)] == ["g0000001"]
