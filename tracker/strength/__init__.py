"""The level that a game's moves show: moves and evaluations -> accuracy, losses and a range of Lichess ratings.

Knows games, settings and errors, not the store and not the rating systems; what it says is never mixed into a rating.
"""
