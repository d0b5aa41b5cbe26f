"""The command ``iobes`` as ``python -m common.iobes``."""

from common.iobes.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
