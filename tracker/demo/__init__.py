"""A made-up player and a small Lichess-speaking server inside the program."""
