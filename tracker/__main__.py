"""`python -m tracker`."""

from tracker.cli import main

raise SystemExit(main())
