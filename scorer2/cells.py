"""Which figures of the report an answer adds to, their sums, and the measures (documentation, 'How it works')."""

from __future__ import annotations

from common.compat.c import divide, quotient, sum_from
from common.tally import Measure, Row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from scorer2.tags import Guess

    Cell: TypeAlias = tuple[str, str, str, float]  # table, row, column, amount
    Signature: TypeAlias = tuple[float, ...]  # nothing, or score, weight attempted and number of key lines

ALL = "all"  # the row of the summary
COLUMNS = CORRECT, ATTEMPTED, TOTAL = "correct", "attempted", "total"
SCORE, GUESS = "score", "guess"  # columns of each instance under -v; each tag has one, after its name
PRECISION, RECALL, ATTEMPTED_SHARE = "precision", "recall", "attempted %"
REFUSED: Signature = ()
MISSED: Signature = (0.0, 0.0, 1.0)
_UNDEFINED = -float("nan")  # 0 / 0, which quotients have by themselves


def attempted_share(attempted: float, total: float) -> float:
    """Return attempted of total in per cent, in double precision."""
    return quotient(100.0 * attempted, total)


MEASURES = (
    Measure(PRECISION, (CORRECT, ATTEMPTED), divide, _UNDEFINED),
    Measure(RECALL, (CORRECT, TOTAL), divide, _UNDEFINED),
    Measure(ATTEMPTED_SHARE, (ATTEMPTED, TOTAL), attempted_share, _UNDEFINED),
)


def cells(granularity: str, signature: Signature) -> Iterator[Cell]:
    """Yield the cells of the summary that an instance adds to, with the amounts.

    A scored answer adds its score, the weight that it attempts and its line of the key, a line that is missed only
    itself, an answer that is refused nothing.
    """
    for column, amount in zip(COLUMNS, signature):
        yield granularity, ALL, column, amount


def cells_of_calculation(granularity: str, instance: str, score: float, guess: Guess) -> Iterator[Cell]:
    """Yield the cells of an instance's own calculation (``-v``): its score, and the weight of each tag."""
    yield granularity, instance, SCORE, score
    times: dict[bytes, int] = {}
    for tag, weight in zip(guess.tags, guess.weights):
        again = times[tag] = times.get(tag, 0) + 1
        name = tag.decode("utf-8", "surrogateescape")
        yield granularity, instance, f"{GUESS} {name}#{again}" if again > 1 else f"{GUESS} {name}", weight


class Sums:
    """The sums of one run by column of the report, ``row``.

    They are in single precision: scores are added one after the other, because each sum is rounded.
    """

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
