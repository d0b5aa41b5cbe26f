"""The sums of the report, in single precision, as they come when scores are added one after the other."""

from __future__ import annotations

from common.compat.c import SINGLE_COUNT_LIMIT, add
from common.tally import Tally
from scorer2.cells import ALL, MISSED, REFUSED, cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.tally import Row
    from scorer2.cells import Signature

_FEW = 16  # kinds of signatures, so that counting them apart is faster than adding one by one


class Sums:
    """The tally of one run, that grows in the order of the answers.

    Most scores are whole or halves, and their sums never need rounding: let all amounts up to now be multiples of
    1 / *scale*, a power of two, and between -1 and 1. Then every partial sum of *n* lines is a multiple of it, too, and
    at most *n*, and a single holds all such numbers as long as *n* times *scale* is not above 2 ** 24. Up to there
    equal signatures are counted, and their amounts multiplied.
    """

    __slots__ = ("_granularity", "_lines", "_scale", "_scored", "tally")

    def __init__(self, granularity: str) -> None:
        self.tally = Tally(add)
        self._granularity = granularity
        self._lines = 0
        self._scored = 0
        self._scale = 1.0

    @property
    def row(self) -> Row:
        """The sums by column of the report."""
        return self.tally.row(self._granularity, ALL)

    def add(self, signatures: Sequence[Signature]) -> None:
        """Add what signatures stand for, in their order."""
        kinds = set(signatures)
        self._lines += len(signatures)
        self._scored += len(signatures) - signatures.count(REFUSED)
        self._scale = max([self._scale, *[_scale(amount) for kind in kinds for amount in kind]])
        if len(kinds) <= _FEW and self._lines * self._scale <= SINGLE_COUNT_LIMIT:
            for kind in kinds:
                self.tally.count(cells(self._granularity, kind), signatures.count(kind))
        else:
            self.tally.count_in_order(signatures, lambda kind: cells(self._granularity, kind))

    def add_missed(self, total: int) -> None:
        """Add the lines of a key with ``total`` lines that count, as far as no answer was scored against them."""
        self.add([MISSED] * (total - self._scored))


def _scale(amount: float) -> float:
    """Return the least power of two that makes the amount whole, infinity if it is not between -1 and 1."""
    return amount.as_integer_ratio()[1] if -1.0 <= amount <= 1.0 else float("inf")
