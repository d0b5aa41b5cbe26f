#!/usr/bin/env python3
"""Evaluate labelled spans fairly; docs/faireval.md describes the command."""

import os
import sys

if sys.version_info < (3, 10):
    raise SystemExit("FairEval.py: Python 3.10 or later is needed")
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

if __name__ == "__main__":
    try:
        from legacy_scorers import faireval

        raise SystemExit(faireval())
    except KeyboardInterrupt:
        raise SystemExit(130) from None

from faireval.api import *  # noqa: F403 - as the module FairEval does
