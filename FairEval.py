#!/usr/bin/env python3
"""Fair evaluation of labelled spans, as a module: ``import FairEval`` (docs/faireval.md, 'As a module').

Run as a program it is the command ``FairEval.py``.
"""

import os
import sys

if __name__ == "__main__":  # not from the working directory, which "python -m" puts first
    sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))

    from legacy_scorers.commands import faireval

    raise SystemExit(faireval())

from legacy_scorers.faireval.api import *  # noqa: F403 - exactly the names that the module lists
from legacy_scorers.faireval.api import __all__ as __all__
