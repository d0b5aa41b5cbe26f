"""The measures of a row of a score report (scoring manual, tallies and F-measure).

Part of the arithmetic of 1997 is in single precision, because the numbers must equal those of the C program: 21 of 40
is 52 as recall and 53 as precision. In version 3.3, whose sample pages fit any precision, both are 53. All measures are
percentages; those with a denominator of 0 are ``UNDEFINED``.
"""

from __future__ import annotations

from functools import cache, partial

from legacy_scorers.common.c import f32
from legacy_scorers.common.tally import Measure, Row, complete, f1, share

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias

    Percentage: TypeAlias = Callable[[float, int], float]

COUNTS = POS, ACT, COR, PAR, INC, MIS, SPU, NON = ("POS", "ACT", "COR", "PAR", "INC", "MIS", "SPU", "NON")
UNDEFINED = -1.0


def _single(part: float, whole: int) -> float:
    return f32(f32(part / whole) * 100)


def _late(part: float, whole: int) -> float:
    """Return a percentage, rounded to single precision only at the end."""
    return f32(part / whole * 100)


def _exact(part: float, whole: int) -> float:
    return 100 * part / whole


def _kept(value: float) -> float:
    return value  # rescore also passes arrays


def _right(percentage: Percentage, correct: int, partly: int, whole: int) -> float:
    """Return REC or PRE: correct fills, partial ones half, out of ``whole``."""
    return percentage(correct + partly / 2, whole)


def _substitution(percentage: Percentage, correct: int, partly: int, incorrect: int) -> float:
    """Return SUB: incorrect fills, partial ones half, out of the paired fills."""
    return percentage(incorrect + partly / 2, correct + partly + incorrect)


def _error(percentage: Percentage, correct: int, partly: int, incorrect: int, missing: int, spurious: int) -> float:
    """Return ERR: wrong fills, partial ones half, out of all fills."""
    wrong = partly / 2 + incorrect + missing + spurious
    return percentage(wrong, correct + partly + incorrect + missing + spurious)


def _f(narrow: Callable[[float], float], weight: float, precision: float, recall: float) -> float:
    return narrow(1 / (weight / precision + (1 - weight) / recall))


class _FMeasure(Measure):
    """Van Rijsbergen's F with a weight for precision: undefined if precision or recall is, 0 if either is 0."""

    def __init__(self, name: str, precision_weight: float, narrow: Callable[[float], float]) -> None:
        super().__init__(name, ("PRE", "REC"), partial(_f, narrow, narrow(precision_weight)), 0.0)

    def __call__(self, row: Mapping[Any, Any]) -> float:
        return UNDEFINED if UNDEFINED in (row["PRE"], row["REC"]) else super().__call__(row)


class Arithmetic:
    """The measures of a version: the ``percentages`` of a row, and the ``f_measures`` over all slots.

    ``percentage`` divides a part by a whole, ``late`` does it for PRE and SUB; ``narrow`` rounds F.
    """

    def __init__(self, percentage: Percentage, late: Percentage, narrow: Callable[[float], float]) -> None:
        self.percentages = (
            Measure("REC", (COR, PAR, POS), partial(_right, percentage), UNDEFINED),
            Measure("PRE", (COR, PAR, ACT), partial(_right, late), UNDEFINED),
            Measure("UND", (MIS, POS), percentage, UNDEFINED),
            Measure("OVG", (SPU, ACT), percentage, UNDEFINED),
            Measure("SUB", (COR, PAR, INC), partial(_substitution, late), UNDEFINED),
            Measure("ERR", (COR, PAR, INC, MIS, SPU), partial(_error, percentage), UNDEFINED),
        )
        weights = {"F P&R": 0.5, "F 2P&R": 0.8, "F P&2R": 0.2}
        self.f_measures = tuple([_FMeasure(name, weight, narrow) for name, weight in weights.items()])

    def all(self) -> tuple[Measure, ...]:
        """Return all measures."""
        return (*self.percentages, *self.f_measures)


OF_1997 = Arithmetic(_single, _late, f32)
EXACT = Arithmetic(_exact, _exact, _kept)

LINK_COUNTS = KEY_CLASSES, RESPONSE_CLASSES, COMMON, KEY_LINKS, RESPONSE_LINKS = (
    "key classes", "response classes", "common", "key links", "response links",
)  # fmt: skip
RECALL, PRECISION, F = "recall", "precision", "f"


def _link_share(part: int, whole: int) -> float:
    return 100 * share(part, whole)


LINK_MEASURES = (  # of coreference
    Measure(RECALL, (COMMON, KEY_LINKS), _link_share, 0.0),
    Measure(PRECISION, (COMMON, RESPONSE_LINKS), _link_share, 0.0),
    Measure(F, (PRECISION, RECALL), f1, 0.0),
)


@cache
def pair_f(possible: int, actual: int, correct: int) -> float:
    """Return F (P&R) without partial fills: 0 if none is correct, ``UNDEFINED`` if a side has no fill."""
    row = complete(Row({POS: possible, ACT: actual, COR: correct}), (*OF_1997.percentages[:2], OF_1997.f_measures[0]))
    return row[OF_1997.f_measures[0].name]  # type: ignore[no-any-return]


def exact_pair_f(possible: int, actual: int, correct: int) -> float:
    """Return F as :func:`pair_f`, but without intermediate rounding, so that it is the same number for all equal F."""
    return 200 * correct / (possible + actual) if possible and actual else UNDEFINED
