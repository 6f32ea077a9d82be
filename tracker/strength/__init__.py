"""The level that the moves of one game show, as a range."""
