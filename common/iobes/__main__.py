"""Run ``python -m common.iobes``."""

from common.iobes.cli import main

raise SystemExit(main())
