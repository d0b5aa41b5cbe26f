#!/usr/bin/env python3
"""Score coreference chains as CoNLL-2011 and 2012 did; docs/coref-scorer.md describes the command."""

import os
import sys

if sys.version_info < (3, 10):
    raise SystemExit("scorer.pl: Python 3.10 or later is needed")
root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
if not os.path.isdir(os.path.join(root, "legacy_scorers")):
    raise SystemExit("scorer.pl: this copy is not in its project; link to bin/scorer.pl there (ln -s), or install it")
sys.path.insert(0, root)

try:
    from legacy_scorers.commands import coref_scorer
except KeyboardInterrupt:
    raise SystemExit(130) from None
raise SystemExit(coref_scorer())
