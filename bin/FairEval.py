#!/usr/bin/env python3
"""Evaluate labelled spans fairly; docs/faireval.md describes the command."""

import os
import sys

if sys.version_info < (3, 10):
    raise SystemExit("FairEval.py: Python 3.10 or later is needed")
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

if __name__ == "__main__":
    if not os.path.isdir(os.path.join(sys.path[0], "legacy_scorers")):
        raise SystemExit(
            "FairEval.py: this copy is not in its project; link to bin/FairEval.py there (ln -s), or install it"
        )
    try:
        from legacy_scorers.commands import faireval
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    raise SystemExit(faireval())

from legacy_scorers.faireval.api import *  # noqa: F403 - as the module FairEval does
