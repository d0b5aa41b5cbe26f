"""Tallies of single fills or objects, and the measures made of them (scoring manual, tallies and F-measure).

Part of the arithmetic is single precision, as in the C program whose reports the numbers must match: 21 right of 40
is 52 as recall and 53 as precision.
"""

from __future__ import annotations

from common.compat.c import f32
from common.tally import FieldTally

UNDEFINED = -1.0
P_AND_R = f32(0.5)  # the weight of precision in F
TWO_P_AND_R = f32(0.8)
P_AND_TWO_R = f32(0.2)


class SlotTally(FieldTally):
    """The tallies of a row of a score report.

    ``possible`` and ``actual`` count the single fills (or objects) of key and response; each was ``correct``,
    ``partial``, ``incorrect``, ``missing`` or ``spurious``; ``noncommittal`` ones count neither way. The measures are
    percentages, ``UNDEFINED`` where there is nothing to divide by.
    """

    __slots__ = (  # noqa: RUF023 - the order of the columns of a report
        "possible",
        "actual",
        "correct",
        "partial",
        "incorrect",
        "missing",
        "spurious",
        "noncommittal",
    )

    def __init__(
        self,
        possible: int = 0,
        actual: int = 0,
        correct: int = 0,
        partial: int = 0,
        incorrect: int = 0,
        missing: int = 0,
        spurious: int = 0,
        noncommittal: int = 0,
    ) -> None:
        self.possible = possible
        self.actual = actual
        self.correct = correct
        self.partial = partial
        self.incorrect = incorrect
        self.missing = missing
        self.spurious = spurious
        self.noncommittal = noncommittal

    def recall(self) -> float:
        """Return REC: correct, partial ones half, of possible; single precision even before the multiplication."""
        return _percentage(f32(self.correct + f32(self.partial / 2)), self.possible)

    def precision(self) -> float:
        """Return PRE: correct, partial ones half, of actual; double precision until the end, unlike recall."""
        return f32((self.correct + self.partial / 2) / self.actual * 100) if self.actual else UNDEFINED

    def undergeneration(self) -> float:
        """Return UND: missing of possible."""
        return _percentage(self.missing, self.possible)

    def overgeneration(self) -> float:
        """Return OVG: spurious of actual."""
        return _percentage(self.spurious, self.actual)

    def substitution(self) -> float:
        """Return SUB: incorrect, partial ones half, of the fills that were paired."""
        paired = self.correct + self.partial + self.incorrect
        return f32((self.incorrect + self.partial / 2) / paired * 100) if paired else UNDEFINED

    def error(self) -> float:
        """Return ERR: all that went wrong, partial ones half, of all fills."""
        wrong = self.partial / 2 + self.incorrect + self.missing + self.spurious
        return _percentage(wrong, self.correct + self.partial + self.incorrect + self.missing + self.spurious)

    def f_measure(self, precision_weight: float = P_AND_R) -> float:
        """Return F of van Rijsbergen, 0 if nothing is correct, ``UNDEFINED`` if nothing is possible or actual."""
        if not self.possible or not self.actual:
            return UNDEFINED
        precision, recall = self.precision(), self.recall()
        if precision == 0 or recall == 0:
            return 0.0
        return f32(1 / (precision_weight / precision + (1 - precision_weight) / recall))

    def measures(self) -> tuple[float, ...]:
        """Return REC PRE UND OVG SUB ERR."""
        return (
            self.recall(),
            self.precision(),
            self.undergeneration(),
            self.overgeneration(),
            self.substitution(),
            self.error(),
        )

    def add_paired(self, possible: int, actual: int, correct: int) -> None:
        """Tally a key multi-fill and the response's: what is not correct is incorrect as far as both sides go."""
        incorrect = min(possible, actual) - correct
        self.possible += possible
        self.actual += actual
        self.correct += correct
        self.incorrect += incorrect
        self.missing += possible - correct - incorrect
        self.spurious += actual - correct - incorrect

    def add_missing(self, possible: int) -> None:
        """Tally what only the key has."""
        self.possible += possible
        self.missing += possible

    def add_spurious(self, actual: int) -> None:
        """Tally what only the response has."""
        self.actual += actual
        self.spurious += actual

    def add_noncommittal(self, count: int) -> None:
        """Tally what counts neither way."""
        self.noncommittal += count


_pair_f: dict[tuple[int, int, int], float] = {}


def pair_f(possible: int, actual: int, correct: int) -> float:
    """Return F (P&R) of fills without partial ones, 0 where none is correct, ``UNDEFINED`` where a side has none."""
    counts = (possible, actual, correct)
    value = _pair_f.get(counts)
    if value is None:
        value = _pair_f[counts] = SlotTally(possible, actual, correct).f_measure()
    return value


def exact_pair_f(possible: int, actual: int, correct: int) -> float:
    """Return the same without rounding on the way: the same F is the same number, whatever the counts it comes from."""
    return 200 * correct / (possible + actual) if possible and actual else UNDEFINED


def _percentage(part: float, whole: int) -> float:
    return f32(f32(part / whole) * 100) if whole else UNDEFINED
