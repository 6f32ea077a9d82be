"""`python -m tracker`, and the script `tracker`: nothing is imported before Ctrl-C is listened to."""


def main() -> int:
    """Runs a command; Ctrl-C while its modules are still being read ends quietly."""
    try:
        from tracker.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
