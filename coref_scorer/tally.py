"""The figures of a run: what its documents add up to, in their order, and the measures made of that (specification, 10).

Cells are those of one table, with a row for each metric; BLANC has one for each kind of link, whose figures it
joins.
"""

from __future__ import annotations

from common.tally import Measure, f1, share
from coref_scorer.metrics import (
    BCUB,
    BLANC,
    CEAFE,
    CEAFM,
    CORRECT,
    KEY,
    MUC,
    RECALLED,
    RESPONSE,
    bcub,
    blanc,
    ceafe,
    ceafm,
    identification,
    muc,
)

TYPE_CHECKING = False
