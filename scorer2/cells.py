"""Which figures of the report an answer adds to, their sums, and the measures (documentation, 'How it works')."""

from __future__ import annotations

from legacy_scorers.common.c import divide, quotient, sum_from
from legacy_scorers.common.tally import Measure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from legacy_scorers.common.tally import Row

    Cell: TypeAlias = tuple[str, str, str, float]  # table, row, column, amount
    Signature: TypeAlias = tuple[float, ...]  # empty, or score, weight attempted and number of key lines

ALL = "all"  # the row of the summary
COLUMNS = CORRECT, ATTEMPTED, TOTAL = "correct", "attempted", "total"
SCORE, GUESS = "score", "guess"  # columns of an instance under -v; the second once for each tag, with its name
PRECISION, RECALL, ATTEMPTED_SHARE = "precision", "recall", "attempted %"
REFUSED: Signature = ()
MISSED: Signature = (0.0, 0.0, 1.0)
_UNDEFINED = -float("nan")  # 0 / 0


def attempted_share(attempted: float, total: float) -> float:
    """Return the attempted share of the total in per cent, in double precision."""
    return quotient(100.0 * attempted, total)


MEASURES = (
    Measure(PRECISION, (CORRECT, ATTEMPTED), divide, _UNDEFINED),
    Measure(RECALL, (CORRECT, TOTAL), divide, _UNDEFINED),
    Measure(ATTEMPTED_SHARE, (ATTEMPTED, TOTAL), attempted_share, _UNDEFINED),
)


def cells(granularity: str, signature: Signature) -> Iterator[Cell]:
    """Yield the cells of the summary that an instance adds to, with the amounts.

    A scored answer adds its score, the weight that it attempts, and 1 to the total. A missed line of the key adds only
    1 to the total. A refused answer adds nothing.
    """
    for column, amount in zip(COLUMNS, signature):
        yield granularity, ALL, column, amount


def add_up(sums: Row, signatures: Sequence[Signature]) -> None:
    """Add signatures to the sums of the report, one after the other, because each sum is rounded."""
    for number, column in enumerate(COLUMNS):
        sums[column] = sum_from(sums[column], [signature[number] for signature in signatures if signature])
