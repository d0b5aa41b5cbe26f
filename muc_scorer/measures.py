"""The measures of a row of a score report (scoring manual, tallies and F-measure).

Part of the arithmetic is single precision, as in the C program whose reports the numbers must match: 21 right of 40
is 52 as recall and 53 as precision. All are percentages, ``UNDEFINED`` where there is nothing to divide by.
"""

from __future__ import annotations

from functools import cache

from common.compat.c import f32
from common.tally import Measure, Row, complete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

COUNTS = POS, ACT, COR, PAR, INC, MIS, SPU, NON = ("POS", "ACT", "COR", "PAR", "INC", "MIS", "SPU", "NON")
UNDEFINED = -1.0


def _percentage(part: float, whole: int) -> float:
    return f32(f32(part / whole) * 100)


def _recall(correct: int, partial: int, possible: int) -> float:
    """Return REC: correct, partial ones half, of possible; single precision even before the multiplication."""
    return _percentage(f32(correct + f32(partial / 2)), possible)


def _precision(correct: int, partial: int, actual: int) -> float:
    """Return PRE: correct, partial ones half, of actual; double precision until the end, unlike recall."""
    return f32((correct + partial / 2) / actual * 100)


def _substitution(correct: int, partial: int, incorrect: int) -> float:
    """Return SUB: incorrect, partial ones half, of the fills that were paired."""
    return f32((incorrect + partial / 2) / (correct + partial + incorrect) * 100)


def _error(correct: int, partial: int, incorrect: int, missing: int, spurious: int) -> float:
    """Return ERR: all that went wrong, partial ones half, of all fills."""
    wrong = partial / 2 + incorrect + missing + spurious
    return _percentage(wrong, correct + partial + incorrect + missing + spurious)


class _F:
    """Its formula: an object, so that it can be sent to another process."""

    __slots__ = ("_weight",)

    def __init__(self, precision_weight: float) -> None:
        self._weight = precision_weight

    def __call__(self, precision: float, recall: float) -> float:
        return f32(1 / (self._weight / precision + (1 - self._weight) / recall))


class _FMeasure(Measure):
    """F of van Rijsbergen with a weight of precision: undefined if precision or recall is, 0 if either is 0."""

    __slots__ = ()

    def __init__(self, name: str, precision_weight: float) -> None:
        super().__init__(name, ("PRE", "REC"), _F(precision_weight), 0.0)

    def __call__(self, row: Mapping[Any, Any]) -> float:
        return UNDEFINED if UNDEFINED in (row["PRE"], row["REC"]) else super().__call__(row)


MEASURES = (
    Measure("REC", (COR, PAR, POS), _recall, UNDEFINED),
    Measure("PRE", (COR, PAR, ACT), _precision, UNDEFINED),
    Measure("UND", (MIS, POS), _percentage, UNDEFINED),
    Measure("OVG", (SPU, ACT), _percentage, UNDEFINED),
    Measure("SUB", (COR, PAR, INC), _substitution, UNDEFINED),
    Measure("ERR", (COR, PAR, INC, MIS, SPU), _error, UNDEFINED),
)
F_MEASURES = (_FMeasure("F P&R", f32(0.5)), _FMeasure("F 2P&R", f32(0.8)), _FMeasure("F P&2R", f32(0.2)))


@cache
def pair_f(possible: int, actual: int, correct: int) -> float:
    """Return F (P&R) of fills without partial ones, 0 where none is correct, ``UNDEFINED`` where a side has none."""
    row = complete(Row({POS: possible, ACT: actual, COR: correct}), (*MEASURES[:2], F_MEASURES[0]))
    return row[F_MEASURES[0].name]  # type: ignore[no-any-return]


def exact_pair_f(possible: int, actual: int, correct: int) -> float:
    """Return the same without rounding on the way: the same F is the same number, whatever the counts it comes from."""
    return 200 * correct / (possible + actual) if possible and actual else UNDEFINED
