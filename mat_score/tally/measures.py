"""The figures that are computed from other columns of their row.

MATScore documentation, 'All score tables' and 'Fixed-span scores'.
"""

from __future__ import annotations

from operator import add

from common.tally import Measure, f1, share
from mat_score.align.pairing import MATCH, MISSING, SPURIOUS
from mat_score.tally.cells import HYP_CLASH, REF_CLASH

PRECISION, RECALL, F_MEASURE = "precision", "recall", "fmeasure"
SENSITIVE, SENSITIVE_ERRORS = "tag_sensitive_accuracy", "tag_sensitive_error_rate"
BLIND, BLIND_ERRORS = "tag_blind_accuracy", "tag_blind_error_rate"

REF_ONLY = Measure("refonly", (REF_CLASH, MISSING), add, 0)
REF_TOTAL = Measure("reftotal", ("refonly", MATCH), add, 0)
HYP_ONLY = Measure("hyponly", (HYP_CLASH, SPURIOUS), add, 0)
HYP_TOTAL = Measure("hyptotal", ("hyponly", MATCH), add, 0)
TOTALS = (REF_ONLY, REF_TOTAL, HYP_ONLY, HYP_TOTAL)


def ratio_measures(units: str | None) -> list[Measure]:
    """Return precision, recall and F-measure: 1 where there was nothing to find.

    Tables of fixed units, whose column is called ``units``, have accuracies and error rates as well.
    """
    measures = [
        Measure(PRECISION, (MATCH, "hyptotal"), share, 1.0),
        Measure(RECALL, (MATCH, "reftotal"), share, 1.0),
        Measure(F_MEASURE, (PRECISION, RECALL), f1, 0.0),
    ]
    if units is not None:
        measures += [
            Measure(SENSITIVE, (units, MISSING, SPURIOUS, REF_CLASH), _accuracy, 1.0),
            Measure(SENSITIVE_ERRORS, (SENSITIVE,), _error_rate, 0.0),
            Measure(BLIND, (units, MISSING, SPURIOUS), _accuracy, 1.0),
            Measure(BLIND_ERRORS, (BLIND,), _error_rate, 0.0),
        ]
    return measures


def _accuracy(units: int, missing: int, spurious: int, clash: int = 0) -> float:
    return (units - missing - spurious - clash) / units


def _error_rate(accuracy: float) -> float:
    return 1 - accuracy
