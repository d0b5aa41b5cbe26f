"""The first of many spans that overlaps another one.

Spans are kept in a tree over the stretches of the sentence, which end at the boundaries of the spans: every span stands
at the stretches that hold its beginning, and at those that it covers behind it. The tree is the usual one, whose node
``n`` has the halves ``2n`` and ``2n + 1``, and whose leaves are the stretches.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from faireval.queues import Queues
from faireval.spans import BEGIN, END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from typing import Any, TypeAlias

    from faireval.queues import Order
    from faireval.spans import AnySpan

    Member: TypeAlias = tuple[Order, Hashable, AnySpan]


class Stretches:
    """Spans with their orders and groups. ``taken``, which may be shared, is the set of those that are gone."""

    __slots__ = ("_beginning", "_covering", "_ends")

    def __init__(self, members: list[Member], taken: set[Order]) -> None:
        self._ends = sorted({span[part] for _, _, span in members for part in (BEGIN, END)})
        self._beginning: dict[int, Queues] = {}
        self._covering: dict[int, Queues] = {}
        for order, group, span in members:
            first, last = bisect_left(self._ends, span[BEGIN]), bisect_left(self._ends, span[END])
            for node in self._above(first):
                self._beginning.setdefault(node, Queues(taken)).add(order, group)
            for node in self._within(first + 1, last + 1):
                self._covering.setdefault(node, Queues(taken)).add(order, group)

    def first(self, begin: Any, end: Any, leave_out: Hashable) -> Order | None:  # noqa: ANN401
        """Return the first span of another group that overlaps ``begin`` to ``end``, None if there is none."""
        at = bisect_left(self._ends, begin)
        nodes = [self._beginning.get(node) for node in self._within(at, bisect_right(self._ends, end))]
        if at < len(self._ends):
            nodes += [self._covering.get(node) for node in self._above(at)]
        found = [queues.first(leave_out) for queues in nodes if queues is not None]
        return min([order for order in found if order is not None], default=None)

    def _above(self, leaf: int) -> Iterator[int]:
        """Yield the nodes of all stretches around a leaf, itself included."""
        node = leaf + len(self._ends)
        while node:
            yield node
            node >>= 1

    def _within(self, first: int, behind: int) -> Iterator[int]:
        """Yield nodes that together are the leaves from ``first`` up to ``behind``."""
        low, high = first + len(self._ends), behind + len(self._ends)
        while low < high:
            if low & 1:
                yield low
                low += 1
            if high & 1:
                high -= 1
                yield high
            low >>= 1
            high >>= 1
