#!/usr/bin/env python3
"""Evaluate labelled spans fairly; docs/faireval.md describes the command."""

import os
import sys

if sys.version_info < (3, 10):
    raise SystemExit("FairEval.py: Python 3.10 or later is needed")
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

from legacy_scorers import faireval

if __name__ == "__main__":
    raise SystemExit(faireval())

from faireval.api import *  # noqa: F403 - as the module FairEval does
