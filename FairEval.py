#!/usr/bin/env python3
"""Fair evaluation of labelled spans, as a module: ``import FairEval`` (docs/faireval.md, 'As a module').

Run as a program it is the command ``FairEval.py``.
"""

from faireval.api import *  # noqa: F403 - exactly the names that the module lists
from faireval.api import __all__ as __all__

if __name__ == "__main__":
    from faireval.cli import main

    raise SystemExit(main())
