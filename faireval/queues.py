"""Things that wait in order, each in a group, to find the first that is not in a given group."""

from __future__ import annotations

from heapq import heappop, heappush, heapreplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable
    from typing import Any, TypeAlias

    Order: TypeAlias = tuple[Any, ...]


class Queues:
    """A queue for each group. ``taken``, which may be shared, is the set of things that are gone."""

    __slots__ = ("_heads", "_queues", "_taken")

    def __init__(self, taken: set[Order]) -> None:
        self._taken = taken
        self._queues: dict[Hashable, list[Order]] = {}
        self._heads: list[tuple[Order, Hashable]] = []  # of every queue, perhaps more than one

    def add(self, order: Order, group: Hashable) -> None:
        """Let a thing wait. No two are equal."""
        queue = self._queues.setdefault(group, [])
        heappush(queue, order)
        if queue[0] is order:
            heappush(self._heads, (order, group))

    def first(self, leave_out: Hashable) -> Order | None:
        """Return the first thing of another group, None if there is none."""
        head = left_out = self._first()
        while head is not None and head[1] == leave_out:
            heappop(self._heads)
            head = self._first()
        if left_out is not head and left_out is not None:
            heappush(self._heads, left_out)
        return head and head[0]

    def _first(self) -> tuple[Order, Hashable] | None:
        heads, taken = self._heads, self._taken
        while heads:
            head = heads[0]
            queue = self._queues[head[1]]
            while queue and queue[0] in taken:
                heappop(queue)
            if queue and queue[0] is head[0]:
                return head
            if queue:
                heapreplace(heads, (queue[0], head[1]))
            else:
                heappop(heads)
        return None
