"""The closest of many spans, found without looking at each of them.

Spans with a common token are found by it; those with the same tokens stand in one queue. Where no span has a common
token the smallest of those that overlap is closest; they are kept in a tree over the stretches of the sentence: every
span stands at the stretches that hold its beginning, and at those that it covers behind it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from heapq import heappop, heappush, heapreplace

from faireval.spans import BEGIN, END, LABEL, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping
    from typing import Any, TypeAlias

    from faireval.spans import AnySpan

    Order: TypeAlias = tuple[Any, ...]


class Queues:
    """Things in order, each in the queue of a key, to find the first one that is not in a certain queue.

    Things are added in ascending order. ``taken``, which may be shared, is the set of those that are gone.
    """

    __slots__ = ("_heads", "_queues", "_taken")

    def __init__(self, taken: set[Order]) -> None:
        self._taken = taken
        self._queues: dict[Hashable, list[Order]] = {}
        self._heads: list[tuple[Order, Hashable]] = []

    def add(self, order: Order, key: Hashable) -> None:
        """Put a thing at the end of a queue."""
        if key in self._queues:
            self._queues[key].append(order)
        else:
            self._queues[key] = [order]
            self._heads.append((order, key))

    def first(self, leave_out: Hashable) -> Order | None:
        """Return the first thing in a queue of another key."""
        head = self._first()
        if head is None or head[1] != leave_out:
            return head and head[0]
        heappop(self._heads)
        other = self._first()
        heappush(self._heads, head)
        return other and other[0]

    def _first(self) -> tuple[Order, Hashable] | None:
        heads, taken = self._heads, self._taken
        while heads:
            order, key = heads[0]
            if order not in taken:
                return heads[0]
            queue = self._queues[key]
            while queue and queue[0] in taken:
                heappop(queue)
            if queue:
                heapreplace(heads, (queue[0], key))
            else:
                heappop(heads)
        return None


class Crowd:
    """Spans by rank, each of which lies around all its tokens.

    Partners have the same label, or another one. Spans of the same label are told apart by their boundaries, because
    those with the same ones are no partners; there are none of another label with the same boundaries.
    """

    __slots__ = ("_families", "_members", "_same_label", "_taken")

    def __init__(self, spans: Mapping[int, AnySpan], same_label: bool) -> None:
        self._same_label = same_label
        self._taken: set[Order] = set()
        self._members: dict[int, tuple[Order, AnySpan]] = {}
        self._families: dict[Hashable, _Family] = {}
        orders = sorted((len(span[TOKENS]), span[END] - span[BEGIN], rank) for rank, span in spans.items())
        for order in orders:
            span = spans[order[-1]]
            self._members[order[-1]] = order, span
            family, key = self._place(span)
            if family not in self._families:
                self._families[family] = _Family(self._taken)
            self._families[family].add(order, key, span)

    def _place(self, span: AnySpan) -> tuple[Hashable, Hashable]:
        """Return what partners have in common, and what they have not."""
        boundaries = span[BEGIN], span[END]
        return (span[LABEL], boundaries) if self._same_label else (None, span[LABEL])

    def take(self, rank: int) -> None:
        """Take a span out, if it is there."""
        if rank in self._members:
            order, span = self._members.pop(rank)
            self._taken.add(order)
            self._families[self._place(span)[0]].take(span)

    def nearest(self, span: AnySpan) -> int | None:
        """Return the rank of the closest partner, None if there is none."""
        family, key = self._place(span)
        order = self._families[family].nearest(span, key) if family in self._families else None
        return None if order is None else int(order[-1])


class _Family:
    """Spans among which partners are looked for."""

    __slots__ = ("_holders", "_members", "_queues", "_sizes", "_taken", "_tree")

    def __init__(self, taken: set[Order]) -> None:
        self._taken = taken
        self._members: list[tuple[Order, Hashable, AnySpan]] = []
        self._queues: dict[frozenset[Any], Queues] = {}
        self._sizes: dict[frozenset[Any], int] = {}
        self._holders: dict[Any, set[frozenset[Any]]] = {}
        self._tree: _Tree | None = None

    def add(self, order: Order, key: Hashable, span: AnySpan) -> None:
        """Add a span, in ascending order."""
        self._members.append((order, key, span))
        tokens = frozenset(span[TOKENS])
        if tokens not in self._queues:
            self._queues[tokens] = Queues(self._taken)
            self._sizes[tokens] = 0
            for token in tokens:
                self._holders.setdefault(token, set()).add(tokens)
        self._queues[tokens].add(order, key)
        self._sizes[tokens] += 1

    def take(self, span: AnySpan) -> None:
        """Forget tokens that only this span has."""
        tokens = frozenset(span[TOKENS])
        self._sizes[tokens] -= 1
        if not self._sizes[tokens]:
            for token in tokens:
                self._holders[token].remove(tokens)

    def nearest(self, span: AnySpan, key: Hashable) -> Order | None:
        """Return the closest partner, leaving out those of the span's own key."""
        tokens = span[TOKENS]
        sharing: set[frozenset[Any]] = set()
        sharing.update(*[self._holders[token] for token in tokens if token in self._holders])
        best: Order | None = None
        for group in sharing:
            common = len(group.intersection(tokens))
            if best is None or (-common, len(group)) <= best[:2]:
                order = self._queues[group].first(key)
                if order is not None and (best is None or (-common, *order) < best):
                    best = (-common, *order)
        if best is not None:
            return best[1:]
        if self._tree is None:
            self._tree = _Tree([member for member in self._members if member[0] not in self._taken], self._taken)
        return self._tree.first(span[BEGIN], span[END], key)


class _Tree:
    """Spans by the stretches of the sentence, to find the first that overlaps another one.

    Stretches end at the boundaries of the spans; the tree is the usual one, whose node ``n`` has the halves ``2n`` and
    ``2n + 1``, and whose leaves are the stretches.
    """

    __slots__ = ("_beginning", "_covering", "_ends")

    def __init__(self, members: Iterable[tuple[Order, Hashable, AnySpan]], taken: set[Order]) -> None:
        members = list(members)
        self._ends = sorted({span[part] for _, _, span in members for part in (BEGIN, END)})
        self._beginning: dict[int, Queues] = {}
        self._covering: dict[int, Queues] = {}
        for order, key, span in members:
            begin, end = bisect_left(self._ends, span[BEGIN]), bisect_left(self._ends, span[END])
            for node in self._above(begin):
                self._beginning.setdefault(node, Queues(taken)).add(order, key)
            for node in self._within(begin + 1, end + 1):
                self._covering.setdefault(node, Queues(taken)).add(order, key)

    def first(self, begin: Any, end: Any, leave_out: Hashable) -> Order | None:  # noqa: ANN401
        """Return the first span of another key that overlaps ``begin`` to ``end``."""
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
