"""The counts of a row, and the figures that are computed from other columns of their row.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'.
"""

from __future__ import annotations

from operator import add

from common.tally import Measure, f1, share
from mat_score.align.matches import HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from common.tally import Part

COUNTS = (MATCH, REF_CLASH, MISSING, HYP_CLASH, SPURIOUS)

PRECISION, RECALL, F_MEASURE = "precision", "recall", "fmeasure"
SENSITIVE, SENSITIVE_ERRORS = "tag_sensitive_accuracy", "tag_sensitive_error_rate"
BLIND, BLIND_ERRORS = "tag_blind_accuracy", "tag_blind_error_rate"

STATISTICS = ("mean", "variance", "stddev")

REF_ONLY = Measure("refonly", (REF_CLASH, MISSING), add, 0)
REF_TOTAL = Measure("reftotal", ("refonly", MATCH), add, 0)
HYP_ONLY = Measure("hyponly", (HYP_CLASH, SPURIOUS), add, 0)
HYP_TOTAL = Measure("hyptotal", ("hyponly", MATCH), add, 0)
TOTALS = (REF_ONLY, REF_TOTAL, HYP_ONLY, HYP_TOTAL)


class RatioMeasure(Measure):
    """A measure with the formula that spreadsheets have for it: ``sheet``, with the cells of its parts in braces."""

    __slots__ = ("sheet",)

    def __init__(
        self, name: str, parts: Sequence[Part], formula: Callable[..., float], zero: float, sheet: str
    ) -> None:
        super().__init__(name, parts, formula, zero)
        self.sheet = sheet


def ratio_measures(units: str | None) -> list[RatioMeasure]:
    """Return precision, recall and F-measure: 1 where there was nothing to find.

    Tables of fixed units, whose column is called ``units``, have accuracies and error rates as well.
    """
    measures = [
        RatioMeasure(PRECISION, (MATCH, "hyptotal"), share, 1.0, "=IF({1} = 0;1.00;IF({0} = 0;0.0;{0} / {1}))"),
        RatioMeasure(RECALL, (MATCH, "reftotal"), share, 1.0, "=IF({1} = 0;1.0;IF({0} = 0;0.0;{0} / {1}))"),
        RatioMeasure(
            F_MEASURE, (PRECISION, RECALL), f1, 0.0, "=IF(({0} + {1}) = 0;0.0;2.0 * (({0} * {1}) / ({0} + {1})))"
        ),
    ]
    if units is not None:
        errors = units, MISSING, SPURIOUS
        measures += [
            RatioMeasure(SENSITIVE, (*errors, REF_CLASH), _accuracy, 1.0, "=({0} - {1} - {2} - {3})/{0}"),
            RatioMeasure(SENSITIVE_ERRORS, (SENSITIVE,), _error_rate, 0.0, "=(1 - {0})"),
            RatioMeasure(BLIND, errors, _accuracy, 1.0, "=({0} - {1} - {2})/{0}"),
            RatioMeasure(BLIND_ERRORS, (BLIND,), _error_rate, 0.0, "=(1 - {0})"),
        ]
    return measures


def guarded(measure: RatioMeasure) -> RatioMeasure:
    """Return a measure whose formula is 1 over no units, as its value is; only accuracies have another formula then."""
    if measure.formula is not _accuracy:
        return measure
    sheet = f"=IF({{0}} = 0;1.0;{measure.sheet[1:]})"
    return RatioMeasure(measure.name, measure.parts, measure.formula, measure.zero, sheet)


def statistic_name(measure: str, statistic: str) -> str:
    """Return the name of a column of confidence data."""
    return f"{measure}_{statistic}"


def _accuracy(units: int, missing: int, spurious: int, clash: int = 0) -> float:
    return (units - missing - spurious - clash) / units


def _error_rate(accuracy: float) -> float:
    return 1 - accuracy
