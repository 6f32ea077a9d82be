"""Rebuilds the weights from a file of samples: `python -m tracker.strength.train FILE`. Needs the extra `train`."""

import os

# Many small matrices: one thread is faster than several that wait for each other. Read when numpy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
