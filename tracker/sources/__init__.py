"""The outside world, turned into games: Lichess over HTTP, NDJSON, JSON and PGN files."""
