"""Who meets whom in a crowd of annotations: equal ones are compared once, and the number of comparisons is limited."""

from __future__ import annotations

from common.assignment import TooLong, assignment
from common.errors import InputError
from common.keys import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from mat_score.align.items import Item

    Crowd = tuple[list[Item], list[Item]]  # references and hypotheses that are settled together
    Compared = tuple[float, list[tuple[str, str]]]  # similarity and errors of two items
    Comparison = Callable[[Item, Item], Compared]

MOST_COMPARED = 1_000_000  # pairs of different annotations that overlap, in one chain
MOST_WORK = 100_000_000  # values that an assignment looks at: a chain of 1,000 by 1,000 takes some 70 million
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


def best_assignment(
    costs: Sequence[Sequence[float]], rows: Sequence[int] | None = None, columns: Sequence[int] | None = None
) -> list[int | None]:
    """Return the assignment of :func:`common.assignment.assignment`, or refuse one that takes too long."""
    try:
        return assignment(costs, rows, columns, MOST_WORK)
    except TooLong:
        raise too_many() from None


def too_many() -> InputError:
    """Return the error of a crowd that is too large."""
    return InputError(
        "too many different annotations overlap each other to find the best pairs; score fewer labels at a time"
    )
