"""What a person types into the calculator -> numbers, or one sentence about what does not fit."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from tracker.errors import UsageError
from tracker.ratings.fide.first_rating import Result
from tracker.ratings.options import TRUE_MINUS, whole_number

LOWEST_RATING, HIGHEST_RATING = 100, 4000
"""No rating of FIDE's or Lichess's lies outside."""
HIGHEST_K = 100
HALVES = {
    "1": 2, "1.0": 2, "win": 2, "w": 2, "won": 2, "1-0": 2,
    "0.5": 1, ".5": 1, "0,5": 1, "1/2": 1, "½": 1, "draw": 1, "d": 1, "drawn": 1, "=": 1,
    "0": 0, "0.0": 0, "loss": 0, "l": 0, "lost": 0, "0-1": 0,
}  # fmt: skip
"""Word -> half points."""
NEXT_EVENT = "/"
MOST_GAMES = 10_000


def parse_rating(text: str, what: str = "rating") -> int:
    """A rating in whole points. Raises UsageError."""
    rating = whole_number(text)
    if rating is None:
        raise UsageError(f"The {what} {text!r} is no whole number; write one such as 1500.")
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise UsageError(
            f"The {what} {rating} is out of range; "
            f"FIDE's and Lichess's ratings lie from {LOWEST_RATING} to {HIGHEST_RATING}."
        )
    return rating


def parse_halves(text: str) -> int:
    """A score of one game in half points. Raises UsageError with the reason."""
    word = text.strip().lower()
    if word in HALVES:
        return HALVES[word]
    try:
        score = float(word.replace(",", ".").replace(TRUE_MINUS, "-"))
    except ValueError:
        raise UsageError(f"The score {text!r} is unknown; write win, draw, loss or 1, 0.5, 0.") from None
    if score < 0:
        raise UsageError(f"The score {text} is below 0; write win, draw, loss or 1, 0.5, 0.")
    if score > 1:
        raise UsageError(f"The score {text} is above the number of games; one game gives 1, 0.5 or 0.")
    if score in (0, 0.5, 1):
        return int(2 * score)
    raise UsageError(f"The score {text} is not a half; a game gives 1, 0.5 or 0 (win, draw or loss).")


def parse_result(word: str) -> list[Result]:
    """`1600=win`, or `1600=win*8` for eight such games. Raises UsageError."""
    opponent, sign, score = word.partition("=")
    if not sign or not opponent or not score:
        raise UsageError(f"{word!r} is no result; write the opponent's rating and the score, as 1600=win or 1600=0.5.")
    score, star, times = score.partition("*")
    count = 1
    if star:
        number = whole_number(times)
        if number is None or not 1 <= number <= MOST_GAMES:
            raise UsageError(
                f"{word!r} has no number of games from 1 to {MOST_GAMES} after *; write 1600=win*8 for eight of them."
            )
        count = number
    return [(parse_rating(opponent, "opponent's rating"), parse_halves(score))] * count


def parse_period(words: Iterable[str]) -> list[tuple[int | None, list[Result]]]:
    """The events of a period with `/` between them, each with its own rating where one is given: `/2024`.

    Raises UsageError where an event has no games.
    """
    events: list[tuple[int | None, list[Result]]] = [(None, [])]
    for word in words:
        if word.startswith(NEXT_EVENT):
            own = word.removeprefix(NEXT_EVENT)
            events.append((parse_rating(own, "own rating after /") if own else None, []))
        else:
            events[-1][1].extend(parse_result(word))
    if not all(games for _, games in events):
        raise UsageError("An event has no games; write results such as 1600=win, with / only between two events.")
    return events


def parse_events(words: Iterable[str]) -> list[list[Result]]:
    """Results, with `/` between the events. Raises UsageError where an event has no games, or a rating of its own."""
    events = parse_period(words)
    if any(own is not None for own, _ in events):
        raise UsageError("An own rating after / has no place here; write / alone between two events.")
    return [games for _, games in events]


def parse_k(text: str) -> int | None:
    """K in whole points; None for `auto`. Raises UsageError."""
    if text == "auto":
        return None
    k = whole_number(text)
    if k is None or not 0 <= k <= HIGHEST_K:
        raise UsageError(f"K is a whole number from 0 to {HIGHEST_K}, or auto, not {text!r}; FIDE's are 40, 20 and 10.")
    return k


def parse_day(text: str) -> date:
    """A day as 2026-10-09. Raises UsageError."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"The date {text!r} is unknown; write year, month and day as 2026-10-09.") from None


def check_number(value: int | None, what: str, low: int, high: int) -> None:
    """Refuse a number out of its range. Raises UsageError."""
    if value is not None and not low <= value <= high:
        raise UsageError(f"{what} takes a whole number from {low} to {high}, not {value}.")
