"""Strength over time, against a direct solution of the same model and on made players."""

from __future__ import annotations

from statistics import fmean, pstdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made import newcomer, played, player
from scipy.optimize import minimize_scalar

from tracker.form.chances import SLOPE
from tracker.form.results import Results, first_guess, results_of
from tracker.form.smoother import BLOCK, DRIFTS, Filtered, absorb, forward, parabola_of, smooth


def direct(filtered: Filtered) -> tuple[np.ndarray, np.ndarray]:
    """The same random walk solved at once: posterior mean and deviation by linear algebra."""
    blocks = filtered.blocks
    drift = DRIFTS[filtered.drift_at(len(blocks))]
    first, deviation = first_guess(filtered.results)
    precision = np.diag([block.information for block in blocks])
    precision[0, 0] += 1 / deviation**2
    right = np.array([block.information * block.place for block in blocks])
    right[0] += first / deviation**2
    for place in range(1, len(blocks)):
        step = 1 / (drift * blocks[place - 1].games + blocks[place].idle)
        precision[place - 1 : place + 1, place - 1 : place + 1] += step * np.array([[1, -1], [-1, 1]])
    covariance = np.linalg.inv(precision)
    return covariance @ right, np.sqrt(np.diag(covariance))


def test_smoother_is_the_posterior_of_the_model() -> None:
    filtered = forward(results_of(player(3, 405, lambda number: 1600 + number / 2), "blitz"))
    means, deviations = direct(filtered)
    smoothed = smooth(filtered)
    assert [one.mean for one in smoothed] == pytest.approx(list(means), abs=0.01)
    assert [one.sd for one in smoothed] == pytest.approx(list(deviations), abs=0.01)


def test_last_filtered_is_last_smoothed() -> None:
    filtered = forward(results_of(player(4, 400), "blitz"))
    assert filtered.before(400).mean == pytest.approx(smooth(filtered)[-1].mean, abs=0.5)


def test_frozen_strength_knows_nothing_of_later_games() -> None:
    games = player(5, 400)
    full, cut = (forward(results_of(some, "blitz")) for some in (games, games[:253]))
    assert full.before(253).mean == pytest.approx(cut.before(253).mean, abs=3.0)
    lost = [game._replace(outcome="loss") for game in games[253:]]
    other = forward(results_of(games[:253] + lost, "blitz"))
    assert other.before(253).mean == pytest.approx(full.before(253).mean, abs=5.0)  # only the share of draws differs


def test_uncertainty_is_true_at_constant_strength() -> None:
    misses = []
    for seed in range(80):
        now = forward(results_of(player(seed, 300), "blitz")).before(300)
        misses.append((now.mean - 1600.0) / now.sd)
    assert abs(fmean(misses)) < 0.4
    assert 0.75 < pstdev(misses) < 1.25


@given(
    st.lists(st.tuples(st.floats(500.0, 2500.0), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=10),
    st.sampled_from([20.0, 60.0, 350.0]),
)
def test_a_block_is_taken_at_its_peak_however_far(games: list[tuple[float, float]], deviation: float) -> None:
    versus, scores = [one for one, _ in games], [one for _, one in games]
    results = Results("blitz", [played(0)] * len(games), versus, [SLOPE] * len(games), scores, 0.06)

    def surprise(at: float) -> float:
        told = sum(
            s * np.logaddexp(0, SLOPE * (o - at)) + (1 - s) * np.logaddexp(0, SLOPE * (at - o))
            for s, o in zip(scores, versus, strict=True)
        )
        return float((at - 1500.0) ** 2 / (2 * deviation**2) + told / 0.94)

    peak = minimize_scalar(surprise, bounds=(-1500, 4500), method="bounded", options={"xatol": 0.01}).x
    mean, _, _ = absorb(1500.0, deviation**2, parabola_of(results, 0, len(games), 1500.0, deviation**2))
    assert mean == pytest.approx(peak, abs=0.6)


@pytest.mark.parametrize("strength", [800.0, 2200.0])
def test_a_newcomer_far_from_1500_is_known_after_fifty_games(strength: float) -> None:
    misses = []
    for seed in range(30):
        now = forward(results_of(newcomer(seed, 50, strength), "blitz")).before(50)
        misses.append((now.mean - strength) / now.sd)
    assert abs(fmean(misses)) < 0.8
    assert 0.6 < pstdev(misses) < 1.4


def test_own_shown_rating_plays_no_part() -> None:
    games = player(6, 200)
    lifted = [games[0], *(game._replace(rating=2400, change=0) for game in games[1:])]
    assert forward(results_of(games, "blitz")).before(200) == forward(results_of(lifted, "blitz")).before(200)


def test_a_gain_is_followed() -> None:
    filtered = forward(results_of(player(7, 1500, lambda number: 1500.0 if number < 700 else 1800.0), "blitz"))
    smoothed = smooth(filtered)
    assert smoothed[300 // BLOCK].mean == pytest.approx(1500, abs=90)
    assert smoothed[1400 // BLOCK].mean == pytest.approx(1800, abs=90)


def test_a_provisional_beginning_is_not_trusted() -> None:
    games = player(8, 5)
    assert first_guess(results_of(games, "blitz"))[1] == 60.0
    assert first_guess(results_of([games[0]._replace(provisional=True)], "blitz"))[1] == 350.0
    assert first_guess(results_of([games[0]._replace(provisional=None, change=160)], "blitz"))[1] == 350.0
