#!/usr/bin/env python3
"""Score coreference chains as CoNLL-2011 and 2012 did; docs/coref-scorer.md describes the command."""

import os
import sys

if sys.version_info < (3, 10):
    raise SystemExit("scorer.pl: Python 3.10 or later is needed")
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

try:
    from legacy_scorers import coref_scorer

    raise SystemExit(coref_scorer())
except KeyboardInterrupt:
    raise SystemExit(130) from None
