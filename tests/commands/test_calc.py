"""`tracker calc` as a person and a script meet it."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path
from typing import Any

import pytest

from tracker import cli, settings
from tracker.commands import calc
from tracker.commands.context import Context
from tracker.errors import UsageError

NOW = 1_790_000_000_000
"""2026-09-21."""


def output(*words: str) -> str:
    parser = argparse.ArgumentParser()
    calc.add_arguments(parser)
    out = io.StringIO()
    context = Context(settings=settings.load({}, {}), environ={}, out=out, now=lambda: NOW)
    assert calc.run(parser.parse_args(words), context) == 0
    return out.getvalue()


def report(*words: str) -> Any:
    return json.loads(output(*words, "--json"))


def test_the_worked_example() -> None:
    words = ("fide", "--rating", "1500", "--k", "20", "1400=win", "1600=0.5", "1550=loss")
    result = report(*words)
    assert [game["change"] for game in result["games"]] == [7.2, 2.8, -8.6]
    assert [game["expected"] for game in result["games"]] == [0.64, 0.36, 0.43]
    assert [game["difference"] for game in result["games"]] == [100, -100, -50]
    assert {key: result[key] for key in ("edition", "k", "k_list", "sum", "change", "rounded", "new_rating")} == {
        "edition": "2025-10", "k": 20, "k_list": 20, "sum": 0.07, "change": 1.4, "rounded": 1, "new_rating": 1501,
    }  # fmt: skip
    text = output(*words)
    assert "1400      1  +100     99-106  0.64    +0.36           +7.2" in text
    assert "Change +1.4, rounded once for the period: +1, new rating 1501." in text


def test_numbers_in_json_are_written_digit_for_digit() -> None:
    assert '"change": 7.2,' in output("fide", "--rating", "1500", "--k", "20", "1400=win", "--json")


def test_a_win_over_1000() -> None:
    words = ("fide", "--rating", "1500", "--k", "20", "1000=1")
    assert report(*words)["change"] == 1.6
    assert round(report(*words, "--method", "formula")["change"], 1) == 1.8
    assert report(*words, "--no-cap")["change"] == 0.8
    assert "a difference of more than 400 counts as 400" in output(*words)
    assert "left out on request" in output(*words, "--no-cap")


def test_case_21() -> None:
    many = report("fide", "--rating", "1500", "--k", "40", "1500=1*18")
    assert (many["k"], many["k_list"], many["rounded"]) == (38, 40, 342)
    assert "K 40 reduced to 38 because 18 games x 40 > 700" in output(
        "fide", "--rating", "1500", "--k", "40", "1500=1*18"
    )
    eight = ("fide", "--rating", "2000", "--k", "20", *["1600=win"] * 8)
    assert report(*eight)["rounded"] == 13
    assert "rounded once for the period: +13, new rating 2013.\nRounded game by game it would be +16." in output(*eight)
    assert report(*eight, "--rounding", "game")["new_rating"] == 2016
    assert "Rounded game by game: +16, new rating 2016.\nFIDE rounds the period once" in output(
        *eight, "--rounding", "game"
    )


@pytest.mark.parametrize("number", range(3))
def test_published_periods_of_several_events(shared: Path, number: int) -> None:
    """FIDE's own months: ratings that changed between events, and lists that FIDE corrected."""
    vectors = json.loads((shared / "vectors" / "fide.json").read_text())["vectors"]
    vector = [each for each in vectors if each["calc"] == "period"][number]
    inputs, expected = vector["inputs"], vector["expected"]
    words: list[str] = []
    for event in inputs["tournaments"]:
        words += [f"/{event['own']}"] if words else []
        words += [f"{opponent}={score}" for opponent, score in event["games"]]
    first = inputs["tournaments"][0]
    words += ["--rating", str(first["own"]), "--date", first["start"], "--published", str(inputs["base"])]
    result = report("fide", "--k", str(inputs["k_list"]), *words)
    assert (result["k"], result["new_rating"]) == (expected["k"], expected["new"])
    assert result["change"] == vector["computed"]["change"]


def test_own_ratings_by_event_are_told() -> None:
    words = ("fide", "--rating", "2023", "--k", "20", "1709=1", "/2024", "1864=0.5", "/", "1770=1")
    text = output(*words, "--published", "2030")
    assert "- Own rating by event: 2023, 2024, 2023, each of the list in force then." in text
    assert "- The change is added to 2030, the rating on the last list." in text
    assert output(*words[:6]).count("\n- ") == 0


def test_equal_games_in_a_row_share_a_line() -> None:
    text = output("fide", "--rating", "1500", "--k", "40", "1500=1*900", "1600=draw", "/", "1600=draw")
    assert "1500      1     0        0-3  0.50     +0.5             0  x 900" in text
    assert len([line for line in text.splitlines() if "1600" in line and "x" not in line]) == 2
    assert len(text.splitlines()) < 20
    assert "K 40 reduced to 0 because 902 games x 40 > 700" in text


@pytest.mark.parametrize("method", ["table", "formula"])
@pytest.mark.parametrize("day", ["2016-02-01", "2021-12-31", "2023-05-01", "2026-01-01"])
@pytest.mark.parametrize("fide_list", ["standard", "rapid", "blitz"])
def test_every_line_fits_eighty_columns(method: str, day: str, fide_list: str) -> None:
    words = ("fide", "--rating", "2651", "--k", "auto", "--date", day, "--list", fide_list, "--method", method)
    games = ("2100=win", "2100=draw", "1500=win*3", "2700=loss", "/", "3500=draw*800")
    sheets = [output(*words, *games), output(*words, *games, "--rounding", "game", "--no-cap")]
    sheets.append(output("first", *["2900=win"] * 6, "--date", day, "--list", fide_list))
    sheets.append(output("stake", *words[1:], "1400"))
    assert max(len(line) for sheet in sheets for line in sheet.splitlines()) <= 80


def test_games_in_period_reduce_k() -> None:
    result = report("fide", "--rating", "2054", "--k", "20", "2406=0", "1908=1", "--games-in-period", "39")
    assert (result["k"], result["games_in_period"]) == (17, 39)
    assert report("fide", "--rating", "2054", "--k", "20", "2406=0", "--games-in-period", "701")["k"] == 0
    before = report("fide", "--rating", "2000", "--k", "40", "--date", "2014-07-15", "2200=draw*19")
    assert (before["k"], before["edition"], before["rounded"]) == (40, "2014-07", 198)


def test_case_20_a_rapid_game_that_is_not_rated() -> None:
    words = ("fide", "--rating", "2601", "--k", "10", "--list", "rapid", "1900=win")
    result = report(*words)
    assert result["games"][0]["rated"] is False
    assert result["games"][0]["expected"] is None
    assert (result["change"], result["new_rating"]) == (0, 2601)
    assert "not rated" in output(*words)
    assert report("stake", "--rating", "2601", "--k", "10", "--list", "blitz", "1900")["win"] is None


def test_the_date_chooses_the_rules() -> None:
    def change(day: str, *words: str) -> Any:
        return report("fide", "--k", "10", "--date", day, *words)["change"]

    assert change("2025-09-30", "--rating", "2650", "2100=win") == 0.8
    assert change("2025-10-01", "--rating", "2650", "2100=win") == 0.3
    assert change("2023-05-01", "--rating", "2000", "1300=win", "1200=win") == 0.9
    assert change("2023-05-01", "--rating", "2000", "1300=win", "/", "1200=win") == 1.6
    assert report("fide", "--rating", "1500", "--k", "5", "1500=loss", "--date", "2021-12-31")["rounded"] == -2
    assert report("fide", "--rating", "1500", "--k", "5", "1500=loss", "--date", "2022-01-01")["rounded"] == -3


@pytest.mark.parametrize(
    ("words", "k"),
    [
        (("--games-played", "29"), 40),
        (("--games-played", "30"), 20),
        (("--games-played", "60", "--birth-year", "2008"), 40),
        (("--games-played", "60", "--birth-year", "2007"), 20),
        (("--games-played", "60", "--peak", "2400"), 10),
        (("--games-played", "5", "--list", "blitz", "--date", "2022-09-30"), 20),
        (("--games-played", "5", "--list", "blitz", "--date", "2022-10-01"), 40),
        ((), 20),
    ],
)
def test_k_by_the_rules(words: tuple[str, ...], k: int) -> None:
    assert report("fide", "--rating", "1500", "--k", "auto", "1500=win", *words)["k_list"] == k
    assert report("fide", "--rating", "2400", "--k", "auto", "2400=win")["k_list"] == 10


def test_expected() -> None:
    result = report("expected", "1500", "1620")
    assert (result["table"], result["difference"]) == (0.34, -120)
    assert result["formula"] == pytest.approx(1 / (1 + 10**0.3), abs=1e-11)
    assert report("expected", "2800", "1000")["table"] == 1
    assert "0.92" in output("expected")
    assert [row["difference"] for row in report("expected")["rows"]][-2:] == [735, 736]


def test_performance() -> None:
    result = report("performance", "1500=win", "1600=draw", "1401=1")
    assert (result["performance"], result["average"], result["score"], result["games"]) == (1773, 1500, 2.5, 3)
    assert report("performance", "1500=0")["performance"] == 700
    assert "Performance rating 2300" in output("performance", "1500=1")


def test_first() -> None:
    words = ("first", "1902=0.5", "1877=½", "1884=1", "2012=0", "1832=1")
    result = report(*words)
    assert (result["rating"], result["average"]) == (1922, 1872.43)
    assert report(*words, "--date", "2023-01-01")["rating"] == 1921
    assert report(*words, "--date", "2023-01-01")["average"] == 1901.4
    zero = report("first", "1800=loss*5")
    assert zero["rating"] is None
    assert "disregarded" in zero["reason"]
    assert report("first", "1800=loss*5", "/", *words[1:])["rating"] == 1922
    assert report("first", "2500=win*5")["rating"] == 2200
    assert "below 1400" in report("first", "1000=1", "1000=0*4")["reason"]
    assert "1 to go" in output("first", "1800=1/2*4")


def test_stake() -> None:
    result = report("stake", "--rating", "1500", "--k", "20", "1620")
    assert (result["win"], result["draw"], result["loss"]) == (13.2, 3.2, -6.8)
    assert "win   +13.2" in output("stake", "--rating", "1500", "--k", "20", "1620")


def test_one_lichess_game() -> None:
    """Case 19's engine check: 1500, 350, 0.06 each, White wins; Black's loss has no factor on it."""
    words = ("lichess", "--me", "1500,350,0.06", "--opponent", "1500,350,0.06", "--result", "loss", "--colour", "black")
    result = report(*words, "--date", "2026-09-01", "--perf", "classical")
    assert result["rating"] == pytest.approx(1341.44, abs=0.01)
    assert result["deviation"] == pytest.approx(result["opponent"]["deviation"])
    assert result["change"] == -159
    assert result["opponent"]["rating"] >= 1658.56
    assert "-159" in output(*words)


def test_what_lichess_keeps() -> None:
    result = report("lichess", "--me", "390,10,0.2", "--opponent", "400,600,0.06", "--result", "0", "--colour", "black")
    assert result["rating"] == 400
    assert result["deviation"] >= 45
    assert result["volatility"] <= 0.1
    assert result["opponent"]["deviation"] <= 500


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("1400=2",), "above the number of games"),
        (("1400=-1",), "below 0"),
        (("1400=\N{MINUS SIGN}1",), "below 0"),
        (("\N{MINUS SIGN}1400=1",), "out of range"),
        (("1_400=1",), "no whole number"),
        (("\N{FULLWIDTH DIGIT ONE}400=1",), "no whole number"),
        (("9" * 5000 + "=1",), "no whole number"),
        (("1400=1*10001",), "number of games from 1 to 10000"),
        (("1400=1", "--k", "-20"), "K is a whole number"),
        (("1400=0.3",), "not a half"),
        (("1400=nan",), "not a half"),
        (("1400=won't",), "unknown"),
        (("1400",), "no result"),
        (("high=1",), "no whole number"),
        (("99=1",), "out of range"),
        (("4001=1",), "out of range"),
        (("1400=1*0",), "number of games"),
        (("1400=1*",), "number of games"),
        (("1400=1", "/"), "no games"),
        (("1400=1", "/x", "1400=1"), "own rating after /"),
        (("1400=1", "--published", "9"), "published rating"),
        (("1400=1", "--k", "forty"), "K is a whole number"),
        (("1400=1", "--k", "12.5"), "K is a whole number"),
        (("1400=1", "--date", "yesterday"), "2026-10-09"),
        (("1400=1", "--games-in-period", "-3"), "--games-in-period"),
        (("1400=1", "--birth-year", "12"), "--birth-year"),
        (("1400=1", "--rating", "1500.5"), "no whole number"),
    ],
)
def test_refused_with_the_reason(words: tuple[str, ...], part: str) -> None:
    with pytest.raises(UsageError, match=part) as error:
        output("fide", "--rating", "1500", "--k", "20", *words)
    assert str(error.value).endswith(".")


@pytest.mark.parametrize("numbers", ["1500,350", "1500,350,0.06,1", "a,b,c", "5000,50,0.06", "1500,-1,0.06"])
def test_lichess_numbers_are_checked(numbers: str) -> None:
    with pytest.raises(UsageError, match="--me"):
        output("lichess", "--me", numbers, "--opponent", "1500,50,0.06", "--result", "1", "--colour", "black")


def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["calc", "fide", "--rating", "1500", "--k", "20", "1400=0.3"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    with pytest.raises(SystemExit) as error:
        cli.main(["calc", "fide"])
    assert error.value.code == 2
