"""The constants of Lichess's rating system, dated: one table, so that a change at Lichess is one line. Pure.

Dates are those of the commits in Lichess's public source unless the line says otherwise; a change went live days or
weeks later. Lines that say "from games" hold values that Lichess never published (they were set at run time between
2019-04 and 2025-04): each is the factor under which public games of many accounts are predicted exactly most often.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tracker.ratings.glicko2 import TAU, Glicko

MS_PER_DAY = 86_400_000
REST = "*"
"""Key of a perf mapping for every perf that is not named."""

STANDARD = "standard"


_FIRST_START = Glicko(1500.0, 350.0, 0.06)


@dataclass(frozen=True, slots=True)
class Era:
    """What held from one date to the next."""

    since: int = 0
    """Epoch milliseconds UTC."""
    tau: float = TAU
    start: Glicko = _FIRST_START
    """What a new account begins with."""
    rating_floor: float = 0.0
    rating_ceiling: float = 4000.0
    """A result at or above it is thrown away for `start`, as one at or below 0 is."""
    deviation_floor: float = 0.0
    deviation_ceiling: float = 1000.0
    volatility_ceiling: float = 0.2
    most: float = 4000.0
    """The largest change of one game, in points."""
    periods_per_game: float = 1.0
    """Rating periods that pass in each update."""
    periods_per_day: float = 0.0
    """Rating periods that pass by the calendar."""
    provisional: float = 110.0
    """The deviation from which a rating is provisional."""
    bots_halved: bool = False
    """A person's change against a bot is halved; the bot's is not."""
    gain: Mapping[str, float] = field(default_factory=dict)
    """Perf -> factor on what is won."""
    loss: Mapping[str, float] = field(default_factory=dict)
    """Perf -> factor on what is lost."""
    advantage: Mapping[str, float] = field(default_factory=dict)
    """Variant -> what the first move is worth, in points."""

    def gain_of(self, perf: str) -> float:
        """The factor on points won in this perf."""
        return self.gain.get(perf, self.gain.get(REST, 1.0))

    def loss_of(self, perf: str) -> float:
        """The factor on points lost in this perf."""
        return self.loss.get(perf, self.loss.get(REST, 1.0))


def _both(divisors: Mapping[str, float]) -> dict[str, Any]:
    """The first regulator: every change is raised by its size / divisor, so losses shrink as gains grow."""
    return {
        "gain": {perf: 1.0 + 1.0 / divisor for perf, divisor in divisors.items()},
        "loss": {perf: 1.0 - 1.0 / divisor for perf, divisor in divisors.items()},
    }


CHANGES: tuple[tuple[str, dict[str, Any], str], ...] = (
    # date, what changed (fields of Era; perfs of `gain` not named keep theirs), source
    ("2013-12-17", {"start": Glicko(1500.0, 350.0, 0.6)}, "lila: Glicko-2 replaces Elo"),
    ("2013-12-21", {"start": Glicko(1500.0, 350.0, 0.06)}, "lila: volatility"),
    ("2014-04-14", {"rating_floor": 800.0}, "lila: rating floor"),
    ("2015-06-01", {"provisional": 100.0}, "lila: provisional mark"),
    ("2015-06-02", {"provisional": 110.0}, "lila: provisional mark"),
    ("2015-07-22", {"gain": {REST: 1.01}}, "lila: regulator"),
    ("2015-07-27", _both({REST: 100.0}), "lila: regulator, losses too"),
    ("2015-08-13", _both({REST: 50.0}), "lila: regulator"),
    ("2015-09-14", _both({REST: 100.0}), "lila: regulator"),
    ("2015-09-24", _both({"bullet": 80.0, "blitz": 70.0, REST: 50.0}), "lila: regulator"),
    ("2015-10-02", _both({"bullet": 70.0, "blitz": 50.0, REST: 40.0}), "lila: regulator"),
    ("2015-10-19", _both({REST: 35.0}), "lila: regulator"),
    ("2015-11-12", _both({"bullet": 85.0}), "lila: regulator"),
    ("2015-11-13", _both({"bullet": 90.0, "blitz": 50.0, "classical": 30.0, REST: 40.0}), "lila: regulator"),
    ("2015-12-15", _both({"classical": 25.0}), "lila: regulator"),
    ("2015-12-30", _both({"bullet": 90.0, "blitz": 40.0, "classical": 20.0, REST: 30.0}), "lila: regulator"),
    ("2016-02-24", _both({"bullet": 200.0}), "lila: regulator"),
    ("2016-03-06", _both({"bullet": 999.0, "blitz": 70.0}), "lila: regulator"),
    ("2016-05-20", _both({"blitz": 100.0, "classical": 50.0}), "lila: regulator"),
    ("2016-07-11", {"gain": None, "loss": None}, "lila: regulator removed"),
    ("2017-06-19", {"volatility_ceiling": 0.1}, "lila: volatility cap"),
    ("2018-04-20", {"bots_halved": True}, "lila: half against bots"),
    ("2019-04-20", {}, "lila: regulator on gains, its factors set at run time"),
    ("2019-05-20", {"gain": {"bullet": 1.01, "blitz": 1.01}}, "factors from games"),
    ("2019-06-28", {"rating_floor": 600.0}, "lila: rating floor"),
    (
        "2019-07-01",
        {"periods_per_game": 0.0, "deviation_floor": 60.0, "deviation_ceiling": 350.0},
        "lila 2019-06-30: the deviation no longer grows by game; date from games",
    ),
    ("2019-07-08", {"periods_per_day": 0.21436}, "lila 2019-07-03: it grows with time; date from games"),
    ("2019-08-10", {"deviation_floor": 50.0, "gain": {"bullet": 1.02}}, "lila 2019-08-01; date, factor from games"),
    ("2019-08-19", {"gain": {"blitz": 1.04, "bullet": 1.035, "rapid": 1.075}}, "factors from games"),
    ("2019-10-01", {"gain": {"bullet": 1.04}}, "factor from games"),
    ("2019-12-21", {"deviation_floor": 47.5, "gain": {"bullet": 1.025}}, "lila 2019-12-06; date, factor from games"),
    ("2020-01-09", {"deviation_floor": 45.0}, "lila 2020-01-07; date from games"),
    ("2020-02-01", {"gain": {"blitz": 1.0175}}, "factor from games"),
    ("2020-04-20", {"gain": {"bullet": 1.01, "blitz": 1.02, "rapid": 1.08}}, "factors from games"),
    ("2020-08-01", {"gain": {"rapid": 1.07}}, "factor from games"),
    ("2020-09-21", {"start": Glicko(1500.0, 600.0, 0.1), "deviation_ceiling": 600.0}, "lila: start"),
    ("2020-09-23", {"start": Glicko(1500.0, 500.0, 0.09), "deviation_ceiling": 500.0, "most": 700.0}, "lila: start"),
    ("2021-01-01", {"gain": {"blitz": 1.03, "bullet": 1.015, "rapid": 1.075}}, "factors from games"),
    ("2021-07-01", {"gain": {"blitz": 1.025, "rapid": 1.03}}, "factors from games"),
    ("2022-01-01", {"gain": {"blitz": 1.0, "rapid": 1.015}}, "factors from games"),
    ("2023-01-01", {"gain": {"blitz": 1.005}}, "factors from games"),
    ("2023-03-07", {"rating_floor": 400.0}, "lila: rating floor"),
    (
        "2025-04-17",
        {
            "gain": {
                "rapid": 1.015,
                "classical": 1.015,
                "bullet": 1.015,
                "blitz": 1.005,
                "ultraBullet": 1.013,
                "atomic": 1.02,
                "antichess": 1.02,
            }
        },
        "lila: factors written into the source",
    ),
    (
        "2025-11-21",
        {"advantage": {STANDARD: 11.782457, "crazyhouse": 20.30966}},
        "scalachess #755; date from games",
    ),
    ("2026-01-01", {"gain": {"classical": 1.01, "bullet": 1.01}}, "lila, between 2025-07 and 2026"),
)


def _merged(old: Mapping[str, float], new: Mapping[str, float] | None) -> Mapping[str, float]:
    """What is not named keeps its value; None empties."""
    return {} if new is None else {**old, **new}


def epoch_ms(date: str) -> int:
    """Midnight UTC of an ISO date in epoch milliseconds."""
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp() * 1000)


def _eras() -> tuple[Era, ...]:
    era = Era()
    eras = [era]
    for date, fields, _source in CHANGES:
        values = dict(fields)
        for name in ("gain", "loss", "advantage"):
            if name in values:
                values[name] = _merged(getattr(era, name), values[name])
        era = replace(era, since=epoch_ms(date), **values)
        eras.append(era)
    return tuple(eras)


ERAS = _eras()
"""Oldest first. Before 2014-07-30 the ratings in the records were global ones, which no perf's replay can follow."""

_SINCE = tuple(era.since for era in ERAS)


def era_at(at: int) -> Era:
    """The constants in force at a moment (epoch milliseconds UTC)."""
    return ERAS[bisect_right(_SINCE, at) - 1]
