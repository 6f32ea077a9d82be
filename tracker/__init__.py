"""A rating tracker for Lichess players: two rating histories of the same games, side by side."""

__version__ = "0.1.0"
