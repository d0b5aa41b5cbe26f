"""Who meets whom in a crowd of annotations: equal ones are compared once, and the number of comparisons is limited."""

from __future__ import annotations

from math import isfinite

from common.align import overlapping
from common.assignment import TooLong, assignment, undisputed
from common.errors import InputError
from common.keys import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from mat_score.align.items import Item

    Compared = tuple[float, list[tuple[str, str]]]  # similarity and errors of two items
    Comparison = Callable[[Item, Item], Compared]

MOST_COMPARED = 1_000_000  # pairs of different annotations that overlap, in one chain
MOST_WORK = 100_000_000  # values that an assignment looks at: a chain of 1,000 by 1,000 takes some 70 million
SHARE = 4  # of so many pairs in a long chain at most one overlaps
_FEW = 8  # items on either side that are not worth looking for alike ones


def kinds(items: Sequence[Item]) -> tuple[list[Item], list[int]]:
    """Return the different items of a side, the first of its kind each, and for each item the number of its kind.

    Two items of a kind agree in everything that a comparison looks at: label, span, attributes.
    """
    if len(items) <= _FEW:
        return list(items), list(range(len(items)))
    numbers: dict[Hashable, int] = {}
    of_items = [numbers.setdefault(_signature(item), len(numbers)) for item in items]
    firsts = dict(zip(reversed(of_items), reversed(items)))
    return [firsts[number] for number in range(len(numbers))], of_items


def _signature(item: Item) -> Hashable:
    annotation = item.annotation
    values = tuple([(name, key_of(value)) for name, value in annotation.values.items()])
    return item.label, annotation.type.label, item.start, item.end, item.placed, values


def neighbours_met(
    references: Sequence[Item], hypotheses: Sequence[Item], compare: Comparison
) -> tuple[list[int], list[Compared]] | None:
    """Return the partner of each reference, and how each pair compares, if every reference gets its best one.

    This is for long chains of annotations that overlap few others each. A chain may be as long as its text, and a table
    of all its pairs would grow with the square of that. Nearly all of the pairs do not overlap, and cost the same.

    None where references compete, where hypotheses are fewer, or where many overlap: then it takes the whole table.
    All items must have a place, and ``compare`` must return ``APART`` for any two that do not overlap.
    """
    pairs = len(references) * len(hypotheses)
    if len(references) > len(hypotheses) or _overlaps(references, hypotheses) > min(pairs // SHARE, MOST_COMPARED):
        return None
    compared: list[dict[int, Compared]] = [{} for _ in references]
    extents = [[(item.start, item.end) for item in side] for side in (references, hypotheses)]
    for row, column in overlapping(*extents):
        compared[row][column] = compare(references[row], hypotheses[column])
    costs = [{column: 1.0 - similarity for column, (similarity, _) in line.items()} for line in compared]
    partners = undisputed(costs, 1.0)
    if partners is None:
        return None
    return partners, [line[column] for line, column in zip(compared, partners)]


def _overlaps(references: Sequence[Item], hypotheses: Sequence[Item]) -> int:
    """Return how many pairs overlap."""
    from bisect import bisect_left, bisect_right  # an extension module to load; rarely needed

    starts, ends = sorted([item.start for item in hypotheses]), sorted([item.end for item in hypotheses])
    return sum([bisect_left(starts, item.end) - bisect_right(ends, item.start) for item in references])


def best_assignment(
    costs: Sequence[Sequence[float]], rows: Sequence[int] | None = None, columns: Sequence[int] | None = None
) -> list[int | None]:
    """Return the assignment of :func:`common.assignment.assignment`, or refuse one without end."""
    if not all(map(isfinite, map(sum, costs))):
        raise InputError(
            "the true_residue of a similarity profile leads to similarities that are no numbers; use one from 0 to 1"
        )
    try:
        return assignment(costs, rows, columns, MOST_WORK)
    except TooLong:
        raise too_many() from None


def too_many() -> InputError:
    """Return the error of a crowd that is too large."""
    return InputError(
        "too many different annotations overlap each other to find the best pairs; score fewer labels at a time"
    )
