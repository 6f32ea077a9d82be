"""Training: the gradients are those of the loss, the same seed gives the same net, and a net learns."""

from __future__ import annotations

import numpy as np
import pytest

from tracker.strength.net import QUANTILES, Net, Rows, forward, stages_of
from tracker.strength.openings import LEAST_GAMES, SHRINK, UNIT, opening_inputs, tabulate
from tracker.strength.train.fit import Task, fit, flattened, gradients


def made_rows(random: np.random.Generator, rows: int = 40, width: int = 5) -> Rows:
    lengths = random.integers(15, 40, rows)
    starts = np.r_[0, np.cumsum(lengths)]
    plies = np.concatenate([np.arange(length) * 2 + row % 2 for row, length in enumerate(lengths)])
    inputs = random.normal(size=(int(starts[-1]), width)).astype(np.float32)
    return Rows(inputs, stages_of(plies), starts, random.normal(size=(rows, 2)).astype(np.float32))


def made_task(*, both: bool, steps: int = 20) -> Task:
    random = np.random.default_rng(1)
    rows = made_rows(random)
    strong = np.array(
        [rows.inputs[start:end, 0].mean() for start, end in zip(rows.starts, rows.starts[1:], strict=False)]
    )
    ratings = (1550 + 1500 * strong).astype(np.float32)
    train = np.arange(len(rows))
    return Task(rows, ratings, train, np.ones(len(rows), np.float32), both=both, steps=steps)


@pytest.mark.parametrize("both", [False, True])
def test_gradients_are_those_of_the_loss(both: bool) -> None:
    """Every layer's derivative against a difference quotient, in double precision."""
    random = np.random.default_rng(2)
    task = made_task(both=both)
    rows = Rows(task.rows.inputs.astype(float), task.rows.stages, task.rows.starts, task.rows.context.astype(float))  # type: ignore[arg-type]
    net = Net(*(values.astype(float) for values in fit(task, 3)))  # type: ignore[arg-type]
    chosen = np.arange(0, len(rows), 3)
    width = net.w3.shape[0] - 2
    keep = (random.random((len(chosen), width)) > 0.3) / 0.7
    along = random.normal(size=(len(chosen), 3))

    def loss(at: Net) -> float:
        return float((forward(at, rows, chosen, both=both, keep=keep).output * along).sum())  # type: ignore[arg-type]

    slopes = gradients(net, forward(net, rows, chosen, both=both, keep=keep), along, keep)  # type: ignore[arg-type]
    for layer, name in enumerate(Net._fields):
        at = tuple(random.integers(0, size) for size in net[layer].shape)
        step = np.zeros_like(net[layer])
        step[at] = 1e-6
        moved = loss(net._replace(**{name: net[layer] + step})) - loss(net._replace(**{name: net[layer] - step}))
        assert slopes[layer][at] == pytest.approx(moved / 2e-6, rel=1e-4, abs=1e-6)


def test_the_same_seed_gives_the_same_net() -> None:
    one, same, other = fit(made_task(both=False), 5), fit(made_task(both=False), 5), fit(made_task(both=False), 6)
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one.w1, other.w1)


def test_a_net_learns() -> None:
    task = made_task(both=False, steps=400)

    def error(net: Net) -> float:
        return float(
            np.abs(forward(net, task.rows, task.train, both=False).output[:, 1] * 350 + 1550 - task.ratings).mean()
        )

    assert error(fit(task, 1)) < 0.5 * float(np.abs(task.ratings - np.median(task.ratings)).mean())
    assert len(QUANTILES) == 3


def test_flattened_weights_prefer_the_rare() -> None:
    ratings = np.array([1500.0] * 900 + [2400.0] * 90 + [700.0], np.float32)
    weights = flattened(ratings)
    assert weights[0] == 1
    assert weights[900] == pytest.approx(10**0.8, rel=1e-3)
    assert weights[-1] == 20


def test_no_player_is_seen_through_the_opening_table() -> None:
    keys = np.array([7] * LEAST_GAMES + [9] * (LEAST_GAMES - 1), np.uint64)
    surplus = np.array([100.0] * (LEAST_GAMES - 1) + [2000.0] + [50.0] * (LEAST_GAMES - 1), np.float32)
    table = tabulate(keys, surplus)
    assert list(table.keys) == [7]
    own = np.array([2000, 100, np.nan, np.nan, np.nan], np.float32)
    found = opening_inputs(table, np.array([7, 7, 7, 9, 7], np.uint64), np.array([0, 2, 4, 6, 30]), own)
    others = 100 * (LEAST_GAMES - 1)
    assert found[0, 0] == pytest.approx(others / (LEAST_GAMES - 1 + SHRINK) / UNIT)
    assert found[2, 0] == pytest.approx((others + 2000) / (LEAST_GAMES + SHRINK) / UNIT)
    assert found[0, 0] < found[2, 0] < found[1, 0]
    assert list(found[:, 1]) == [1, 1, 1, 0, 0]
