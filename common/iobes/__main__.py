"""The command ``iobes`` as ``python -m legacy_scorers.common.iobes``."""

from legacy_scorers.common.iobes.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
