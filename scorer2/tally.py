"""The sums of the report, in single precision: scores are added one after the other, because each sum is rounded."""

from __future__ import annotations

from common.compat.c import sum_from
from common.tally import Row
from scorer2.cells import COLUMNS, MISSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorer2.cells import Signature


class Sums:
    """The sums of one run by column of the report, ``row``, which grow in the order of the answers."""

    __slots__ = ("_scored", "row")

    def __init__(self) -> None:
        self.row = Row()
        self._scored = 0

    def add(self, signatures: Sequence[Signature]) -> None:
        """Add what signatures stand for, in their order."""
        scored = list(filter(None, signatures))
        self._scored += len(scored)
        for number, column in enumerate(COLUMNS):
            self.row[column] = sum_from(self.row[column], [signature[number] for signature in scored])

    def add_missed(self, total: int) -> None:
        """Add the lines of a key with ``total`` lines that count, as far as no answer was scored against them."""
        self.add([MISSED] * (total - self._scored))
