"""Numbers, dates and lengths of time as the screen writes them. Pure."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

from tracker.wording import counted as counted

MINUS = "−"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
"""English whatever the machine's locale."""

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def number(value: float | None, digits: int = 0) -> str:
    """`1,234` or `−1.7`; nothing for None."""
    if value is None:
        return ""
    text = f"{abs(value):.{digits}f}"
    return f"{MINUS}{text}" if value < 0 and float(text) != 0 else text


def grouped(value: int) -> str:
    """`2,907`."""
    return f"{value:,}".replace("-", MINUS)


def signed(value: float | None, digits: int = 0) -> str:
    """`+5`, `−5`, `0`; nothing for None."""
    if value is None:
        return ""
    text = f"{abs(value):.{digits}f}"
    if float(text) == 0:
        return text
    return f"{MINUS if value < 0 else '+'}{text}"


def typographic(text: str) -> str:
    """A sentence written for any terminal, with the screen's minus and multiplication signs."""
    return re.sub(r"(?<![\w-])-(?=\d)", MINUS, text).replace(" x ", " × ")


def trend(value: float | None) -> str:
    """A glyph that tells the direction without colour."""
    if value is None or value == 0:
        return "▬"
    return "▲" if value > 0 else "▼"


def local(at: int, zone: tzinfo) -> datetime:
    """Epoch milliseconds as a moment in the user's zone."""
    return datetime.fromtimestamp(at / 1000, zone)


def day(at: int, zone: tzinfo) -> str:
    """`3 Oct 25`."""
    moment = local(at, zone)
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year % 100:02d}"


def full_day(at: int, zone: tzinfo) -> str:
    """`3 Oct 2025`."""
    moment = local(at, zone)
    return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}"


def clock(at: int, zone: tzinfo) -> str:
    """`18:42`."""
    moment = local(at, zone)
    return f"{moment.hour:02d}:{moment.minute:02d}"


def ago(at: int, now: int) -> str:
    """`3 min ago`."""
    gone = max(0, now - at)
    if gone < MINUTE:
        return "just now"
    if gone < HOUR:
        return f"{gone // MINUTE} min ago"
    if gone < 2 * DAY:
        return f"{gone // HOUR} h ago"
    return f"{gone // DAY} days ago"


def pause(length: int) -> str:
    """A length of time as a person says it: `61 days`, `10 months`, `3 years`. Takes milliseconds."""
    days = length / DAY
    if days < 1.5:
        return f"{round(length / HOUR)} hours"
    if days < 120:
        return f"{round(days)} days"
    months = days / 30.44
    if months < 23.5:
        return f"{round(months)} months"
    years = days / 365.25
    return f"{years:.1f} years" if years < 10 else f"{round(years)} years"


def short_pause(length: int) -> str:
    """The same for narrow places: `61d`, `10mo`, `3y`."""
    words = pause(length).split()
    unit = {"hours": "h", "days": "d", "months": "mo", "years": "y"}[words[1]]
    return f"{words[0]}{unit}"


def seconds(value: float) -> str:
    """`2 min 5 s`."""
    whole = round(value)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


SCALE = "▁▂▃▄▅▆▇█"


def spark(values: tuple[float, ...], width: int, ascii_only: bool = False) -> str:
    """A line of small bars, the newest at the right; extremes within a bar's share survive as its maximum."""
    if not values or width < 1:
        return ""
    scale = "_.-=*#" if ascii_only else SCALE
    shares = min(width, len(values))
    tops = [max(values[index * len(values) // shares : (index + 1) * len(values) // shares]) for index in range(shares)]
    low, high = min(tops), max(tops)
    steps = len(scale) - 1
    return "".join(scale[round((top - low) / (high - low) * steps) if high > low else steps // 2] for top in tops)
