"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, thing: str) -> str:
    """`1 game`, `2,907 games`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
