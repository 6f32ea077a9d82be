"""The level that a game's moves show: moves and evaluations -> accuracy, losses and a range of Lichess ratings.

Knows games, settings and errors, not the store and not the rating systems; what it says is never mixed into a rating.
"""

import os

# Many small matrices: on a busy machine several threads wait for each other ten times as long as one works. Numpy's
# libraries read these when they load; what the user has set stays.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")
