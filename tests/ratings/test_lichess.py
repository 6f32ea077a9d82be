"""Lichess's rules around the update: dated constants, factors, colour, bounds, truncation, growth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.game import Color
from tracker.ratings.glicko2 import Glicko
from tracker.ratings.lichess import (
    band,
    deviation_at,
    is_provisional,
    kept,
    mark_returns_after,
    rate_game,
    why_provisional,
)
from tracker.ratings.lichess_eras import CHANGES, ERAS, epoch_ms, era_at

TODAY = epoch_ms("2026-03-01")


def test_the_first_move_counts_since_november_2025() -> None:
    """Values quoted in the thread behind case 19; correspondence has no factor."""
    player = Glicko(1500, 350, 0.06)
    for at, white, black in ((TODAY, 1658.56, 1341.44), (epoch_ms("2025-10-01"), 1662.21, 1337.79)):
        me, opponent = rate_game(player, player, 1.0, color="white", at=at, perf="correspondence")
        assert me.rating == pytest.approx(white, abs=0.01)
        assert opponent.rating == pytest.approx(black, abs=0.01)
        assert (me.change, opponent.change) == (int(white) - 1500, int(black) - 1500)


def test_black_has_what_white_lacks() -> None:
    one, other = Glicko(1500.3, 80, 0.06), Glicko(1580.8, 61, 0.07)
    white, black = rate_game(one, other, 0.5, color="white", at=TODAY)
    black_again, white_again = rate_game(other, one, 0.5, color="black", at=TODAY)
    assert (white, black) == (white_again, black_again)


@pytest.mark.parametrize(
    ("rating_difference", "won", "lost"),
    [(0, 5.68, -5.68), (100, 7.26, -4.11), (200, 8.64, -2.76), (300, 9.69, -1.75), (400, 10.41, -1.07)],
)
def test_what_a_game_is_worth_at_the_floor(rating_difference: int, won: float, lost: float) -> None:
    me, opponent = Glicko(1500, 45, 0.06), Glicko(1500 + rating_difference, 45, 0.06)
    before_november = epoch_ms("2025-10-01")
    for score, change in ((1.0, won), (0.0, lost)):
        rated, _ = rate_game(me, opponent, score, color="white", at=before_november, perf="correspondence")
        assert rated.rating - 1500 == pytest.approx(change, abs=0.006)


def test_factors_raise_gains_only() -> None:
    me = Glicko(1500, 60, 0.06)
    plain = rate_game(me, me, 1.0, color="white", at=TODAY, perf="correspondence")
    for perf, factor in (("blitz", 1.005), ("bullet", 1.010), ("rapid", 1.015), ("classical", 1.010)):
        winner, loser = rate_game(me, me, 1.0, color="white", at=TODAY, perf=perf)
        assert winner.rating - 1500 == pytest.approx((plain[0].rating - 1500) * factor)
        assert loser.rating == plain[1].rating


def test_the_first_regulator_spared_losses_too() -> None:
    era = era_at(epoch_ms("2015-11-01"))
    assert (era.gain_of("bullet"), era.loss_of("bullet")) == (1 + 1 / 70, 1 - 1 / 70)
    assert (era.gain_of("classical"), era.loss_of("classical")) == (1 + 1 / 35, 1 - 1 / 35)
    assert era_at(epoch_ms("2016-07-12")).gain_of("bullet") == 1.0


def test_a_persons_change_against_a_bot_is_halved() -> None:
    me = Glicko(1500, 60, 0.06)
    full, _ = rate_game(me, me, 1.0, color="white", at=TODAY)
    half, bot = rate_game(me, me, 1.0, color="white", at=TODAY, opponent_bot=True)
    assert half.rating - 1500 == pytest.approx((full.rating - 1500) / 2)
    assert half.deviation == pytest.approx((60 + full.deviation) / 2)
    assert bot == rate_game(me, me, 0.0, color="black", at=TODAY)[0]
    assert rate_game(me, me, 1.0, color="white", at=epoch_ms("2018-04-01"), opponent_bot=True)[0].rating > half.rating


def test_bounds() -> None:
    low, _ = rate_game(Glicko(401, 45, 0.2), Glicko(401, 45, 0.06), 0.0, color="white", at=TODAY)
    assert low.rating == 400
    assert low.change == -1
    assert low.volatility <= 0.1
    assert low.deviation == 45
    big, _ = rate_game(Glicko(1500, 500, 0.09), Glicko(3900, 45, 0.06), 1.0, color="white", at=TODAY)
    assert big.rating == 1500 + 700
    reset, _ = rate_game(Glicko(3990, 300, 0.09), Glicko(3990, 45, 0.06), 1.0, color="white", at=TODAY)
    assert reset.glicko == Glicko(1500, 500, 0.09)
    assert kept(Glicko(300, 20, 0.5), era_at(TODAY)) == Glicko(400, 45, 0.1)


def test_what_is_shown_is_cut_not_rounded() -> None:
    won, lost = rate_game(Glicko(1500.9, 45, 0.06), Glicko(1500.9, 45, 0.06), 1.0, color="black", at=TODAY)
    assert won.change == int(won.rating) - 1500
    assert lost.change == int(lost.rating) - 1500
    assert (won.change, lost.change) == (6, -5)


def test_growth_of_the_deviation() -> None:
    year = 365 * 86_400_000
    assert deviation_at(60, 0.06, TODAY - year, TODAY) == pytest.approx(110.0, abs=0.01)
    assert deviation_at(45, 0.09, TODAY - year, TODAY) == pytest.approx(145, abs=1)
    assert deviation_at(45, 0.06, None, TODAY) == 45
    old = epoch_ms("2018-01-01")
    assert deviation_at(60, 0.06, old - year, old) == 60
    assert deviation_at(20, 0.06, TODAY, TODAY) == 45


def test_provisional_mark_and_band() -> None:
    assert not is_provisional(109.9, TODAY)
    assert is_provisional(110.0, TODAY)
    assert band(1500, 60) == (1380, 1620)


def test_why_the_mark_is_there_or_returns() -> None:
    day = 86_400_000
    days = mark_returns_after(60, 0.06, TODAY)
    assert days == pytest.approx(365, abs=1)
    assert mark_returns_after(120, 0.06, TODAY) == 0
    assert mark_returns_after(60, 0.06, epoch_ms("2018-01-01")) is None
    back = why_provisional(60, 0.06, TODAY - 400 * day, TODAY) or ""
    assert "400 days" in back
    assert "about 60" in back
    assert why_provisional(60, 0.06, TODAY - 300 * day, TODAY) is None
    assert "with more games" in (why_provisional(250, 0.09, TODAY - day, TODAY) or "")


def test_the_table_is_in_order_and_every_line_has_a_source() -> None:
    dates = [date for date, _, _ in CHANGES]
    assert dates == sorted(dates)
    assert all(source for _, _, source in CHANGES)
    assert [era.since for era in ERAS[1:]] == [epoch_ms(date) for date in dates]


@given(
    st.floats(400, 3200),
    st.floats(45, 500),
    st.floats(400, 3200),
    st.floats(45, 500),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.sampled_from(["white", "black"]),
    st.sampled_from(["blitz", "rapid", "crazyhouse", "correspondence"]),
    st.integers(epoch_ms("2014-08-01"), TODAY),
)
def test_what_is_kept_is_within_the_bounds(
    rating: float, rd: float, other: float, other_rd: float, score: float, color: Color, perf: str, at: int
) -> None:
    era = era_at(at)
    pair = rate_game(Glicko(rating, rd, 0.06), Glicko(other, other_rd, 0.06), score, color=color, at=at, perf=perf)
    for before, after in zip((rating, other), pair, strict=True):
        assert after.change == int(after.rating) - int(max(before, era.rating_floor))
        assert era.rating_floor <= after.rating < era.rating_ceiling
        assert era.deviation_floor <= after.deviation <= era.deviation_ceiling
        assert after.volatility <= era.volatility_ceiling
