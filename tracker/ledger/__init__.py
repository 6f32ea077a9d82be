"""Reported ratings -> a sum that closes: every change, and what moved the rating without a game. Pure."""

from tracker.ledger.book import Ledger
from tracker.ledger.entries import Row, Summary, describe, no_change_reasons, remarks

__all__ = ["Ledger", "Row", "Summary", "describe", "no_change_reasons", "remarks"]
