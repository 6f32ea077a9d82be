"""Moments as people and files write them: ISO 8601, the user's zone, the user's day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from time import time_ns


def epoch_ms() -> int:
    """Now, in epoch milliseconds."""
    return time_ns() // 1_000_000


def moment(at: int, zone: tzinfo = UTC) -> datetime:
    """Epoch milliseconds as a date and time in a zone. Exact to the millisecond."""
    seconds, milliseconds = divmod(at, 1000)
    return datetime.fromtimestamp(seconds, zone).replace(microsecond=milliseconds * 1000)


def iso_utc(at: int | None) -> str | None:
    """`2026-11-30T06:10:29.000Z`; None stays None."""
    return None if at is None else moment(at).isoformat(timespec="milliseconds")[: -len("+00:00")] + "Z"


def iso_local(at: int | None, zone: tzinfo) -> str | None:
    """`2026-11-30T07:10:29.000+01:00`: the local time with its offset."""
    return None if at is None else moment(at, zone).isoformat(timespec="milliseconds")


def parse_iso(text: str) -> int:
    """Epoch milliseconds of an ISO 8601 moment with an offset or `Z`. Raises ValueError."""
    parsed = datetime.fromisoformat(text)
    if parsed.tzinfo is None:
        raise ValueError(f"{text!r} has no offset")
    return epoch(parsed)


def epoch(instant: datetime) -> int:
    """Epoch milliseconds of an aware date and time, without a detour through binary floats."""
    since = instant - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1000 + since.microseconds // 1000


def day_of(at: int, zone: tzinfo, begins: time = time()) -> date:
    """The user's day that holds the moment: one that begins at 04:00 holds the small hours of the next date."""
    local = moment(at, zone)
    return local.date() - timedelta(days=local.time() < begins)


def day_bounds(day: date, zone: tzinfo, begins: time = time()) -> tuple[int, int]:
    """First moment of the user's day and of the next one, epoch ms: 23 or 25 hours apart when the clocks change."""
    first, last = (datetime.combine(d, begins, zone) for d in (day, day + timedelta(days=1)))
    return epoch(first.astimezone(UTC)), epoch(last.astimezone(UTC))


def parse_day(text: str, zone: tzinfo, begins: time = time()) -> int:
    """Epoch ms at which the user's day `2024-02-17` begins, or of a full ISO moment. Raises ValueError."""
    try:
        if len(text) <= 10:
            return day_bounds(date.fromisoformat(text), zone, begins)[0]
        parsed = datetime.fromisoformat(text)
        return epoch(parsed if parsed.tzinfo else parsed.replace(tzinfo=zone).astimezone(UTC))
    except OverflowError as error:
        raise ValueError(f"{text!r} is outside the calendar") from error
