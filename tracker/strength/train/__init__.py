"""Rebuilds the weights from a file of samples: `python -m tracker.strength.train FILE`. Needs the extra `train`."""
