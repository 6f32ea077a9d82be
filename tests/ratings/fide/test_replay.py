"""Histories followed through periods: when lists come out, which games count, and what a day's standing is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracker.game import PlayedGame
from tracker.ratings.fide.editions import Readings
from tracker.ratings.fide.replay import FideReplay, replay_fide, replay_fide_lists
from tracker.ratings.options import RatingOptions

Make = Callable[..., PlayedGame]
LATER = date(2026, 12, 1)
RATED = RatingOptions(start=1500, games_played=100)


def blitz(games: list[PlayedGame], options: RatingOptions = RATED, today: date = LATER, **more: object) -> FideReplay:
    return replay_fide(iter(games), "blitz", options, today, **more)  # type: ignore[arg-type]


def notes(replay: FideReplay) -> list[tuple[str, ...] | None]:
    return [None if row is None else row.notes for row in replay.rows]


def test_a_month_meets_one_list_and_is_rounded_once(game: Make) -> None:
    games = [game("2026-03-01", 1400, "win"), game("2026-03-10", 1600, "draw"), game("2026-03-31", 1550, "loss")]
    replay = blitz([*games, game("2026-04-01", 1501, "win")])
    assert [row and (row.list_rating, row.change, row.live) for row in replay.rows] == [
        (1500, Decimal("7.2"), Decimal("1507.2")),
        (1500, Decimal("2.8"), Decimal("1510")),
        (1500, Decimal("-8.6"), Decimal("1501.4")),
        (1501, Decimal("10"), Decimal("1511")),
    ]
    first, second = replay.periods
    assert (first.period, first.n, first.sum, first.change, first.rounded, first.new_rating) == (
        "2026-03", 3, Decimal("0.07"), Decimal("1.4"), 1, 1501,
    )  # fmt: skip
    assert second.new_rating == 1511


def test_a_game_belongs_to_the_period_of_its_end(game: Make) -> None:
    late = game("2026-03-31 23:55", 1500, "win")
    assert blitz([late]).periods[0].period == "2026-04"
    assert blitz([late._replace(finished_at=None)]).periods[0].period == "2026-03"


@pytest.mark.parametrize(("period", "label"), [("month", "2026-01"), ("week", "2026-W01"), ("day", "2026-01-01")])
def test_periods(game: Make, period: str, label: str) -> None:
    options = RatingOptions(start=1500, period=period)  # type: ignore[arg-type]
    assert blitz([game("2026-01-01", 1500, "win")], options).periods[0].period == label


def test_while_a_period_is_open_its_k_follows_the_games_so_far(game: Make) -> None:
    games = [game(f"2026-03-{day:02d}", 1500, "win") for day in range(1, 19)]
    options = RatingOptions(start=1500)
    early = blitz(games[:17], options, date(2026, 3, 17))
    late = blitz(games, options, date(2026, 3, 18))
    assert {row.k for row in early.rows if row} == {40}
    assert {row.k for row in late.rows if row} == {38}
    assert all(row.notes == ("k-reduced",) for row in late.rows if row)
    assert late.periods[0].rounded is None
    assert late.periods[0].new_rating is None
    standing = late.current(date(2026, 3, 18))
    assert (standing.list_rating, standing.live, standing.k, standing.k_list) == (1500, Decimal(1842), 38, 40)
    assert (standing.games_in_period, standing.games_counted) == (18, 18)
    assert blitz(games, options, date(2026, 4, 1)).current(date(2026, 4, 1)).list_rating == 1842


def test_more_than_700_games_freeze_the_rating(game: Make) -> None:
    start = game("2026-03-01", 1500, "win")
    games = [start._replace(id=str(place)) for place in range(701)]
    replay = blitz(games)
    assert (replay.periods[0].k, replay.periods[0].new_rating) == (0, 1500)
    assert replay.rows[0] is not None
    assert replay.rows[0].notes == ("k-zero",)


def test_the_first_rating_comes_with_the_period_of_the_fifth_game(game: Make) -> None:
    results = [(1902, "draw"), (1877, "draw"), (1884, "win")], [(2012, "loss"), (1832, "win")]
    games = [game(f"2026-03-{day}", *result) for day, result in zip((10, 11, 12), results[0], strict=True)]
    games += [game(f"2026-05-{day}", *result) for day, result in zip((10, 11), results[1], strict=True)]
    replay = blitz([*games, game("2026-06-02", 1922, "win")], RatingOptions())
    assert notes(replay) == [("first-rating",)] * 5 + [()]
    assert all(row is not None and row[:9] == (None,) * 9 for row in replay.rows[:5])
    assert [period.new_rating for period in replay.periods] == [None, 1922, 1942]
    assert replay.rows[5] is not None
    assert (replay.rows[5].list_rating, replay.rows[5].k) == (1922, 40)
    assert replay.current(LATER).games_counted == 6


def test_a_first_event_without_a_point_is_disregarded_once(game: Make) -> None:
    lost = [game(f"2026-03-0{day}", 1800, "loss", event="arena:a") for day in (1, 2)]
    rest = [game(f"2026-03-1{day}", 1800, "draw") for day in range(4)]
    replay = blitz([*lost, *rest], RatingOptions())
    assert replay.periods[0].n == 4
    assert replay.periods[0].new_rating is None
    single = blitz([game("2026-03-01", 1800, "draw"), *lost, *rest], RatingOptions())
    assert single.periods[0].n == 7
    assert single.periods[0].new_rating is not None


def test_results_older_than_26_months_leave_the_pool(game: Make) -> None:
    old = [game(f"2023-01-0{day}", 1800, "draw") for day in (1, 2, 3)]
    new = [game(f"2025-02-0{day}", 1800, "draw") for day in (1, 2)]
    assert blitz([*old, *new], RatingOptions()).periods[-1].new_rating == 1800
    late = [game(f"2025-03-0{day}", 1800, "draw") for day in (1, 2)]
    assert blitz([*old, *late], RatingOptions()).periods[-1].new_rating is None
    middle = [game(f"2024-06-0{day}", 1800, "draw") for day in (1, 2, 3)]
    assert blitz([*old, *middle[:1], *late, *new[:0]], RatingOptions()).periods[-1].new_rating is None
    both = [*old, *middle, *late]
    assert blitz(both, RatingOptions()).periods[1].new_rating == 1800


def test_pool_restarts_on_the_other_reading(game: Make) -> None:
    days = ("2023-01-01", "2024-06-01", "2024-06-02", "2024-06-03", "2025-03-01", "2025-03-02")
    games = [game(day, 1800, "draw") for day in days]
    assert blitz(games[:1] + games[2:], RatingOptions()).periods[-1].new_rating is None
    assert blitz(games, RatingOptions()).periods[-1].new_rating == 1800
    assert blitz(games, RatingOptions(), readings=Readings(pool="restart")).periods[-1].new_rating is None


@pytest.mark.parametrize(
    "changes",
    [
        {"rated": False},
        {"outcome": None, "status": "aborted"},
        {"status": "noStart", "plies": 0},
        {"plies": 1},
        {"variant": "fromPosition"},
        {"opponent_id": None, "opponent_ai_level": 3},
        {"opponent_id": None},
    ],
)
def test_what_was_not_played_and_rated_by_two_people_is_nothing_to_fide(game: Make, changes: dict[str, object]) -> None:
    replay = blitz([game("2026-03-01", 1500, "win")._replace(**changes)])
    assert replay.rows == [None]
    assert replay.periods == []


def test_a_rated_game_without_a_change_at_lichess_was_played_and_counts(game: Make) -> None:
    assert blitz([game("2026-03-01", 1500, "win", change=None)]).periods[0].n == 1


def test_provisional_opponents_by_option(game: Make) -> None:
    provisional = game("2026-03-01", 1500, "win", opponent_provisional=True)
    assert blitz([provisional]).periods[0].n == 1
    replay = blitz([provisional], RatingOptions(start=1500, provisional_opponents="unrated"))
    assert notes(replay) == [("opponent-unrated",)]
    assert notes(blitz([game("2026-03-01", None, "win")])) == [("opponent-unrated",)]


def test_notes(game: Make) -> None:
    replay = blitz([game("2026-03-01", 1950, "win")], RatingOptions(start=1300))
    assert notes(replay) == [("below-floor", "capped-400")]
    assert notes(blitz([game("2026-03-01", 1900, "win")], RatingOptions(start=2601))) == [("gap-600",)]
    days = replay_fide([game("2026-03-01", 1500, "win", perf="correspondence")], "correspondence", RATED, LATER)
    assert days.rows[0] is not None
    assert (days.rows[0].list, days.rows[0].notes) == ("standard", ("no-fide-list",))


def test_below_the_floor_marked_or_applied(game: Make) -> None:
    lost = [game(f"2026-03-{day:02d}", 1400, "loss") for day in range(1, 11)]
    after = [game(f"2026-04-{day:02d}", 1800, "win") for day in range(1, 7)]
    marked = blitz([*lost, *after], RatingOptions(start=1410))
    assert marked.periods[0].new_rating == 1410 - 204  # ten times K 40 x 0.51
    assert marked.rows[10] is not None
    assert "below-floor" in marked.rows[10].notes
    applied = blitz([*lost, *after, game("2026-05-01", 1800, "win")], RatingOptions(start=1410, floor="apply"))
    assert applied.periods[0].new_rating is None
    assert notes(applied)[10:16] == [("first-rating", "below-floor")] * 6
    assert applied.periods[1].new_rating == 1800 + 336  # 7 of 8 with the two draws
    assert applied.rows[16] is not None
    assert applied.rows[16].k_list == 40  # 16 games


@pytest.mark.parametrize(("keep", "k"), [(True, 20), (False, 40)])
def test_the_counter_of_games_below_the_floor_is_a_reading(game: Make, keep: bool, k: int) -> None:
    games = [game(f"2026-03-{day:02d}", 1400, "loss") for day in range(1, 11)]
    games += [game(f"2026-04-{day:02d}", 1800, "win") for day in range(1, 7)]
    options = RatingOptions(start=1410, games_played=100, floor="apply")
    replay = blitz(games, options, readings=Readings(keep_games_below_floor=keep))
    assert replay.current(LATER).k_list == k


def test_k_is_that_of_the_list_before(game: Make) -> None:
    games = [game(f"2026-03-{day:02d}", 1500, "draw") for day in range(1, 13)]
    replay = blitz([*games, game("2026-04-01", 1500, "draw")], RatingOptions(start=1500, games_played=18))
    assert [row.k for row in replay.rows if row] == [40] * 12 + [20]
    climbing = [game("2026-03-01", 2390, "win"), game("2026-04-01", 2390, "win"), game("2026-05-01", 2390, "loss")]
    replay = blitz([*climbing, game("2026-06-01", 2390, "win")], RatingOptions(start=2395, games_played=50))
    assert [(row.list_rating, row.k) for row in replay.rows if row] == [(2395, 20), (2405, 10), (2410, 10), (2405, 10)]


def test_juniors_keep_40_to_the_end_of_their_18th_year(game: Make) -> None:
    options = RatingOptions(start=1500, games_played=100, birth_year=2007)
    replay = blitz([game("2025-12-31", 1500, "draw"), game("2026-01-01", 1500, "draw")], options)
    assert [row.k for row in replay.rows if row] == [40, 20]
    once = RatingOptions(start=1500, games_played=100, birth_year=2015, peak=2300)
    assert blitz([game("2026-01-01", 1500, "draw")], once).periods[0].k == 20


def test_start_from_lichess(game: Make) -> None:
    games = [game("2026-03-01", 1500, "win", rated=False, rating=1400), game("2026-03-02", 1600, "win", rating=1600)]
    assert blitz(games, RatingOptions(start="lichess")).periods[0].list_rating == 1600


def test_by_date_an_events_first_day_chooses_the_rules(game: Make) -> None:
    options = RatingOptions(rules="by-date", start=2000, games_played=100)
    games = [
        game("2024-02-29 23:00", 1300, "win", event="arena:x"),
        game("2024-03-01 01:00", 1300, "win", event="arena:x"),
        game("2024-03-01 02:00", 1300, "win"),
    ]
    rows = [row for row in blitz(games, options).rows if row]
    assert [row.rules for row in rows] == ["2022-01", "2022-01", "2024-03"]
    by_period = blitz(games, options, readings=Readings(edition_by="period"))
    assert [row.rules for row in by_period.rows if row] == ["2022-01", "2024-03", "2024-03"]


def test_one_upgrade_in_an_arena_and_one_for_every_other_game(game: Make) -> None:
    options = RatingOptions(rules="2022-01", start=2000, games_played=100)
    games = [
        *(game(f"2023-03-0{day}", rating, "win", event="arena:x") for day, rating in ((1, 1400), (2, 1300))),
        *(game(f"2023-03-0{day}", 1300, "win") for day in (3, 4)),
    ]
    assert [row.expected for row in blitz(games, options).rows if row] == [
        Decimal("0.98"), Decimal("0.92"), Decimal("0.92"), Decimal("0.92"),
    ]  # fmt: skip


@pytest.mark.parametrize(("rounding", "new"), [("period", 1501), ("event", 1500)])
def test_rounding_once_a_period_or_once_an_event(game: Make, rounding: str, new: int) -> None:
    """FM02: two events of one period, +0.6 together; per event -2 and +2."""
    games = [game("2025-11-01", 1534, "loss", event="swiss:a"), game("2025-11-01", 1408, "win", event="swiss:a")]
    games += [
        game(f"2025-11-0{day}", rating, outcome, event="swiss:b")
        for day, rating, outcome in ((2, 1900, "loss"), (3, 1334, "win"), (4, 1737, "loss"), (5, 1683, "draw"))
    ]
    games.append(game("2025-11-06", 1818, "loss", event="swiss:b"))
    readings = Readings(rounding=rounding)  # type: ignore[arg-type]
    assert blitz(games, readings=readings).periods[0].new_rating == new


def test_inactive_after_a_year_without_games(game: Make) -> None:
    replay = blitz([game("2025-03-01", 1500, "win")])
    assert not replay.current(date(2026, 3, 31)).inactive
    assert replay.current(date(2026, 4, 1)).inactive
    assert replay.current(date(2026, 4, 1)).list_rating == 1510


def test_corrections_only_when_asked_for(game: Make) -> None:
    games = [game("2024-02-10", 1808, "win"), game("2024-03-10", 1892, "draw")]
    plain = RatingOptions(rules="by-date", start=1798, games_played=100)
    assert blitz(games, plain).periods[0].new_rating == 1808
    corrected = blitz(games, RatingOptions(rules="by-date", start=1798, games_played=100, corrections=True))
    assert corrected.periods[0].new_rating == 1808 + 77  # four tenths of 192, rounded
    assert corrected.current(date(2024, 3, 5)).list_rating == 1885


def test_corrections_reach_lists_without_games(game: Make) -> None:
    options = RatingOptions(start=1500, games_played=100, corrections=True)
    replay = blitz([game("2023-11-10", 1500, "draw"), game("2024-06-10", 1700, "draw")], options)
    assert [period.list_rating for period in replay.periods] == [1500, 1700]


def test_fides_lists_go_by_time_limit(game: Make) -> None:
    games = [
        game("2026-03-01", 1500, "win", time_control="180+0"),
        game("2026-03-02", 1500, "win", time_control="600+0", perf="rapid"),
        game("2026-03-03", 1500, "win", time_control="1800+0", perf="classical"),
        game("2026-03-04", 1500, "win", time_control="1800+30", perf="classical"),
        game("2026-03-05", 1900, "win", time_control="1800+30", perf="classical"),
        game("2026-03-06", 1500, "win", berserk=True),
        game("2026-03-07", 1500, "win", berserk=True, opponent_berserk=True, time_control="1300+0"),
        game("2026-03-08", 1500, "win", variant="chess960", perf="chess960"),
        game("2026-03-09", 1500, "win", time_control="3d", perf="correspondence"),
        game("2026-03-10", 1500, "win", time_control="180+2", rated=False),
    ]
    result = replay_fide_lists(games, RatingOptions(lists="fide", start=1500), LATER)
    assert [row and (row.list or row.notes[0]) for row in result.rows] == [
        "not-rated-by-time-limit", "blitz", "rapid", "standard", "not-rated-by-time-limit", "not-rated-by-time-limit",
        "rapid", "no-fide-list", "not-rated-by-time-limit", None,
    ]  # fmt: skip
    assert {name: replay.periods[0].n for name, replay in result.lists.items()} == {
        "standard": 1, "rapid": 2, "blitz": 1,
    }  # fmt: skip


def test_berserk_counts_where_clocks_play_no_part(game: Make) -> None:
    assert blitz([game("2026-03-01", 1500, "win", berserk=True)]).periods[0].n == 1


@pytest.mark.parametrize(("low", "counted"), [(True, 1), (False, 0)])
def test_unrated_players_in_the_standard_time_limit_is_a_reading(game: Make, low: bool, counted: int) -> None:
    hour = game("2026-03-01", 1500, "win", time_control="3600+0", perf="classical")
    readings = Readings(unrated_below_1800=low)
    result = replay_fide_lists([hour], RatingOptions(lists="fide"), LATER, readings)
    assert sum(period.n for replay in result.lists.values() for period in replay.periods) == counted


def test_an_unrated_blitz_player_uses_the_standard_rating(game: Make) -> None:
    standard = [game(f"2026-03-0{day}", 1800, "draw", time_control="5400+30", perf="classical") for day in range(1, 6)]
    result = replay_fide_lists([*standard, game("2026-04-02", 1800, "win")], RatingOptions(lists="fide"), LATER)
    row = result.rows[-1]
    assert row is not None
    assert (row.list, row.list_rating, row.k, row.change) == ("blitz", 1800, 40, Decimal(20))
    same_month = replay_fide_lists([*standard, game("2026-03-09", 1800, "win")], RatingOptions(lists="fide"), LATER)
    assert same_month.rows[-1] is not None
    assert same_month.rows[-1].notes == ("first-rating",)


def test_october_2022_lifts_blitz_to_the_standard_rating_less_100(game: Make) -> None:
    options = RatingOptions(rules="by-date", lists="fide", corrections=True)
    games = [
        *(game(f"2022-06-0{d}", 2000, "draw", time_control="5400+30", perf="classical") for d in range(1, 6)),
        *(game(f"2022-06-1{d}", 1700, "draw") for d in range(5)),
    ]
    result = replay_fide_lists(games, options, LATER)
    assert result.lists["blitz"].current(date(2022, 9, 30)).list_rating == 1700
    assert result.lists["blitz"].current(date(2022, 10, 1)).list_rating == 1900
    without = replay_fide_lists(games, RatingOptions(rules="by-date", lists="fide"), LATER)
    assert without.lists["blitz"].current(date(2022, 10, 1)).list_rating == 1700


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(
    results=st.lists(
        st.tuples(st.integers(1000, 2400), st.sampled_from(["win", "draw", "loss"])), min_size=1, max_size=12
    ),
    gap=st.integers(1, 40),
    random=st.randoms(use_true_random=False),
)
def test_months_without_games_and_the_order_within_one_change_nothing(
    game: Make, results: list[tuple[int, str]], gap: int, random: object
) -> None:
    month = [game(f"2026-03-{day:02d}", *result) for day, result in enumerate(results, 1)]
    shuffled = list(results)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = [game(f"2026-03-{day:02d}", *result) for day, result in enumerate(shuffled, 1)]
    far = game(f"{2026 + (3 + gap) // 12}-{(3 + gap) % 12 + 1:02d}-01", 1500, "draw")
    near = game("2026-04-01", 1500, "draw")
    assert blitz(month).periods == blitz(other).periods
    today = date(2032, 1, 1)
    assert blitz([*month, far], today=today).periods[-1].list_rating == blitz([*month, near]).periods[-1].list_rating


@pytest.mark.parametrize(("zero_event", "counted"), [("rated-opponents", 5), ("whole-event", 7)])
def test_which_games_a_first_event_must_lose_is_a_reading(game: Make, zero_event: str, counted: int) -> None:
    first = [game(f"2026-03-0{day}", 1800, "loss", event="swiss:a") for day in (1, 2)]
    first.append(game("2026-03-03", 1800, "win", event="swiss:a", opponent_provisional=True))
    rest = [game(f"2026-03-1{day}", 1800, "draw") for day in range(5)]
    options = RatingOptions(provisional_opponents="unrated")
    replay = blitz([*first, *rest], options, readings=Readings(zero_event=zero_event))  # type: ignore[arg-type]
    assert replay.periods[0].n == counted
