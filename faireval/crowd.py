"""The closest of many spans, found without looking at each of them.

A token that few spans hold leads to each of these. Spans that hold the same ones of the tokens that many hold wait in
one queue, and only the first is looked at: those behind it share no more of these tokens, and where they are closer all
the same, a token that few hold leads to them. Where no span shares a token, the first that overlaps is closest.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from faireval.partners import FEW, Partners
from faireval.queues import Queues
from faireval.spans import BEGIN, END, LABEL, SETS, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable
    from typing import Any

    from faireval.partners import Shares, Side
    from faireval.queues import Order
    from faireval.spans import AnySpan
    from faireval.stretches import Stretches

SIZE, EXTENT, RANK, PLACE = range(4)  # the parts of an order
UNLISTED = -1


class Crowd(Partners):
    """Many spans that met none yet, each of which lies around its tokens. Partners are looked for in one family."""

    __slots__ = ("_families", "_nobody", "_orders", "_taken")

    def __init__(self, side: Side, places: Collection[int], same_label: bool) -> None:
        super().__init__(side, places, same_label)
        self._taken: set[Order] = set()
        self._orders = {place: self._order(place, rank) for rank, place in enumerate(places)}
        members: dict[Hashable, dict[int, Hashable]] = {}
        for *_, place in sorted(self._orders.values()):
            family, group = self._family(side.spans[place])
            members.setdefault(family, {})[place] = group
        self._families = {name: _Family(side, those, self._orders, self._taken) for name, those in members.items()}
        self._nobody = _Family(side, {}, self._orders, self._taken)

    def _order(self, place: int, rank: int) -> Order:
        """Return what decides between spans with as many common tokens; the smallest is closest."""
        span, tokens = self._side.spans[place], self._side.tokens(place)
        return len(tokens) if isinstance(tokens, SETS) else UNLISTED, span[END] - span[BEGIN], rank, place

    def _family(self, span: AnySpan) -> tuple[Hashable, Hashable]:
        """Return the family that has a span's partners, and the group in it that are none.

        Of the same label these have the same boundaries. Of another label none has: those were labelling errors.
        """
        return (span[LABEL], (span[BEGIN], span[END])) if self._same_label else (None, span[LABEL])

    def _distance(self, tokens: Any, place: int) -> Order:  # noqa: ANN401
        return -len(tokens.intersection(self._side.tokens(place))), *self._orders[place]

    def nearest(self, span: AnySpan) -> int | None:
        """Return the place of the closest partner of a span, None if there is none."""
        name, group = self._family(span)
        family = self._families.get(name, self._nobody)
        found = family.sharing(span[TOKENS], group)
        if family.has_unlisted or (not found and (family.has_gaps or _has_gaps(span))):
            found += family.overlapping(span, group)
        return self._closest(span[TOKENS], found)

    def met(self, place: int, common: set[Any]) -> None:
        """Take a span out."""
        self._taken.add(self._orders[place])


class UsedCrowd(Crowd):
    """Many spans that met one before."""

    __slots__ = ("_begins", "_ends", "_one_by_one")

    def __init__(self, side: Side, places: Collection[int], same_label: bool, shares: Shares) -> None:
        super().__init__(side, places, same_label)
        self._one_by_one = Partners(side, places, same_label, shares)
        self._begins = sorted([side.spans[place][BEGIN] for place in places])
        self._ends = sorted([side.spans[place][END] for place in places])

    def nearest(self, span: AnySpan) -> int | None:
        """Return the place of the closest partner of a span, None if there is none."""
        if not isinstance(span[TOKENS], SETS):
            return self._one_by_one.nearest(span) if self._overlap(span) else None
        name, group = self._family(span)
        tokens, rest = span[TOKENS], self._side.tokens
        found = self._families.get(name, self._nobody).sharing(tokens, group)
        return self._closest(tokens, [place for place in found if not rest(place).isdisjoint(tokens)])

    def _overlap(self, span: AnySpan) -> bool:
        """Say whether more spans have begun at the end of this one than have ended before it."""
        return bisect_right(self._begins, span[END]) > bisect_left(self._ends, span[BEGIN])

    def met(self, place: int, common: set[Any]) -> None:
        """Move a span to where it belongs without the common tokens."""
        size, *others = order = self._orders[place]
        self._taken.add(order)
        self._orders[place] = size - len(common), *others
        name, _ = self._family(self._side.spans[place])
        self._families[name].lose(place, common)


def _has_gaps(span: AnySpan) -> bool:
    """Say whether tokens inside the boundaries are missing. Spans without gaps that overlap have a common token."""
    return not isinstance(span[TOKENS], SETS) or len(span[TOKENS]) <= span[END] - span[BEGIN]


class _Family:
    """Spans by place, each with its group, in ascending order."""

    __slots__ = ("_few", "_groups", "_many", "_orders", "_parts", "_queues", "_side", "_stretches", "_taken",
                 "has_gaps", "has_unlisted")  # fmt: skip

    def __init__(self, side: Side, groups: dict[int, Hashable], orders: dict[int, Order], taken: set[Order]) -> None:
        self._side = side
        self._groups = groups
        self._orders = orders
        self._taken = taken
        self.has_unlisted = any(orders[place][SIZE] == UNLISTED for place in groups)
        self.has_gaps = any(orders[place][SIZE] <= orders[place][EXTENT] for place in groups)
        self._stretches: Stretches | None = None
        holders: dict[Any, list[int]] = {}
        for place in groups:
            for token in self._tokens(place):
                holders.setdefault(token, []).append(place)
        self._few = {token: places for token, places in holders.items() if len(places) <= FEW}
        self._many: dict[Any, set[frozenset[Any]]] = {token: set() for token in holders if token not in self._few}
        self._parts: dict[int, frozenset[Any]] = {}  # the tokens of a span that many hold
        self._queues: dict[frozenset[Any], Queues] = {}
        for place in groups if self._many else ():
            self._enqueue(place, frozenset(self._many.keys() & self._tokens(place)))

    def _tokens(self, place: int) -> Any:  # noqa: ANN401
        tokens = self._side.tokens(place)
        return tokens if isinstance(tokens, SETS) else ()

    def _enqueue(self, place: int, part: frozenset[Any]) -> None:
        self._parts[place] = part
        if part not in self._queues:
            self._queues[part] = Queues(self._taken)
            for token in part:
                self._many[token].add(part)
        self._queues[part].add(self._orders[place], self._groups[place])

    def lose(self, place: int, common: set[Any]) -> None:
        """Let a span, whose order has changed, wait without the tokens that it has lost."""
        if place in self._parts:
            self._enqueue(place, self._parts[place] - common)

    def sharing(self, tokens: Any, group: Hashable) -> list[int]:  # noqa: ANN401
        """Return spans of other groups that had a common token, the closest among them; none for unlisted tokens."""
        if not isinstance(tokens, SETS):
            return []
        few: set[int] = set()
        parts: set[frozenset[Any]] = set()
        for token in tokens:
            few.update(self._few.get(token, ()))
            parts.update(self._many.get(token, ()))
        groups, orders = self._groups, self._orders
        found = [place for place in few if groups[place] != group and orders[place] not in self._taken]
        heads = [self._queues[part].first(group) for part in parts]
        return found + [head[PLACE] for head in heads if head is not None]

    def overlapping(self, span: AnySpan, group: Hashable) -> list[int]:
        """Return the first span of another group that overlaps this one, if there is one."""
        if self._stretches is None:
            from faireval.stretches import Stretches

            waiting = [(self._orders[place], group, self._side.spans[place]) for place, group in self._groups.items()]
            self._stretches = Stretches([member for member in waiting if member[0] not in self._taken], self._taken)
        order = self._stretches.first(span[BEGIN], span[END], group)
        return [] if order is None else [order[PLACE]]
