"""Loads the room before any test module loads numpy, which then works with one thread."""

import tracker.strength  # noqa: F401
