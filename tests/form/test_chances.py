"""Expected scores and exact distributions, against scipy and closed forms."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.polynomial.hermite_e import hermegauss
from scipy import stats

from tracker.form.chances import (
    EXACT_GAMES,
    MOST_DRAWS,
    NODES,
    SLOPE,
    central_range,
    chance_range,
    draw_share,
    expected_score,
    outcome_chances,
    score_distribution,
    two_sided,
)

expectations = st.floats(0.01, 0.99)


@given(expectations, st.floats(0.0, MOST_DRAWS))
def test_three_chances_have_the_promised_mean_and_spread(expected: float, draws: float) -> None:
    loss, draw, win = outcome_chances(expected, draws)
    assert min(loss, draw, win) >= -1e-12
    assert loss + draw + win == pytest.approx(1.0)
    assert win + draw / 2 == pytest.approx(expected)
    assert win + draw / 4 - expected**2 == pytest.approx((1 - draws) * expected * (1 - expected))


def test_without_draws_equal_games_are_binomial() -> None:
    ours = score_distribution([0.3] * 40, 0.0)
    assert ours[::2] == pytest.approx(list(stats.binom.pmf(range(41), 40, 0.3)), abs=1e-12)
    assert max(ours[1::2]) == 0.0


def test_unequal_games_are_poisson_binomial() -> None:
    chances = [0.2 + 0.01 * number for number in range(60)]
    ours = score_distribution(chances, 0.0)[::2]
    assert ours == pytest.approx(list(stats.poisson_binom(chances).pmf(range(61))), abs=1e-12)


@given(st.lists(expectations, min_size=1, max_size=12), st.floats(0.0, MOST_DRAWS))
def test_distribution_keeps_mean_and_variance(chances: list[float], draws: float) -> None:
    spread = score_distribution(chances, draws)
    mean = sum(place / 2 * chance for place, chance in enumerate(spread))
    square = sum((place / 2) ** 2 * chance for place, chance in enumerate(spread))
    assert sum(spread) == pytest.approx(1.0)
    assert mean == pytest.approx(sum(chances))
    assert square - mean**2 == pytest.approx((1 - draws) * sum(e * (1 - e) for e in chances), abs=1e-9)


def test_range_of_a_known_strength_is_the_binomial_interval() -> None:
    low, high = central_range(score_distribution([0.5] * 100, 0.0))
    assert (low, high) == (stats.binom.ppf(0.025, 100, 0.5), stats.binom.ppf(0.975, 100, 0.5))


def test_uncertain_strength_widens_the_range_as_the_normal_curve_says() -> None:
    versus, slopes = [1600.0] * 200, [SLOPE] * 200
    sharp = chance_range(versus, slopes, 1600.0, 0.0, 0.0)
    wide = chance_range(versus, slopes, 1600.0, 40.0, 0.0)
    assert wide.low < sharp.low
    assert wide.high > sharp.high
    assert (wide.high - wide.low) / 2 == pytest.approx(1.96 * sqrt(50 + (50 * SLOPE * 40) ** 2), abs=1.0)


def test_nodes_are_the_gauss_hermite_rule() -> None:
    places, weights = hermegauss(9)
    assert [place for place, _ in NODES] == pytest.approx(list(places[:5]), abs=1e-8)
    assert [weight for _, weight in NODES] == pytest.approx(list(weights[:5] / weights.sum()), abs=1e-8)


def test_exact_and_normal_ranges_meet_at_the_border() -> None:
    exact, normal = (
        chance_range([1600.0] * games, [SLOPE] * games, 1620.0, 20.0, 0.06) for games in (EXACT_GAMES, EXACT_GAMES + 1)
    )
    assert normal.low == pytest.approx(exact.low, abs=1.5)
    assert normal.high == pytest.approx(exact.high, abs=1.5)


def test_expected_scores_of_both_sides_add_up() -> None:
    assert expected_score(1500, 1700) + expected_score(1700, 1500) == pytest.approx(1.0)
    assert expected_score(1600, 1600) == 0.5


def test_draw_share_moves_from_the_prior_to_the_account() -> None:
    assert draw_share([], [], 0.06) == pytest.approx(0.06)
    assert draw_share([0.5] * 300 + [1.0] * 700, [0.5] * 1000, 0.06) == pytest.approx(0.3, abs=0.02)
    assert draw_share([0.5] * 900, [0.5] * 900, 0.06) == MOST_DRAWS


@pytest.mark.parametrize("z", [0.0, 0.7, -1.96, 3.3])
def test_two_sided_is_the_normal_tail(z: float) -> None:
    assert two_sided(z) == pytest.approx(2 * stats.norm.sf(abs(z)))
