"""Which key item meets which response item: the pairing strategies of the scorers, with their tie rules."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator
    from typing import Any, TypeVar

    Pair = TypeVar("Pair", bound=tuple[Hashable, Hashable, float])


def best_first(ranked: Iterable[Pair]) -> Iterator[Pair]:
    """Yield of pairs (key item, response item, score) in the order given those whose two items are both still free.

    The order decides between pairs that share an item, ties included; it is the caller's.
    """
    keys: set[Hashable] = set()
    responses: set[Hashable] = set()
    for pair in ranked:
        if pair[0] not in keys and pair[1] not in responses:
            keys.add(pair[0])
            responses.add(pair[1])
            yield pair


class Pairing:
    """Who met whom, as places in the list of the key's items and in that of the response's.

    ``pairs`` are in order of meeting; ``key_left`` and ``response_left`` are the places of the items that have no
    partner, in ascending order.
    """

    __slots__ = ("key_left", "pairs", "response_left")

    def __init__(self, pairs: Iterable[tuple[int, int]], keys: int, responses: int) -> None:
        self.pairs = list(pairs)
        met = {pair[0] for pair in self.pairs}
        self.key_left = [place for place in range(keys) if place not in met]
        met = {pair[1] for pair in self.pairs}
        self.response_left = [place for place in range(responses) if place not in met]


class Identified:
    """The items of one side by identifier, each of which is met once; ``taken`` stands for one that was met before.

    Identifiers occur once. Most often both sides have them in the same order, and as long as they do, whole blocks
    meet: where the identifiers of a block are the next ones, no block before or after it meets these items.
    """

    __slots__ = ("_free", "_identifiers", "_items", "_known", "_next", "_taken")

    def __init__(self, identifiers: list[Any], items: list[Any], taken: object) -> None:
        self._identifiers = identifiers
        self._items = items
        self._taken = taken
        self._next = 0  # up to there all are taken, as long as _free is None
        self._free: dict[Any, Any] | None = None
        self._known: frozenset[Any] | None = None

    def met_by(self, identifiers: list[Any], takers: list[Any]) -> list[Any]:
        """Return the item that each of a block of identifiers meets, None where there is none of that identifier.

        One whose entry in ``takers`` is false meets its item and leaves it to a later one.
        """
        if self._free is None:
            start, end = self._next, self._next + len(identifiers)
            if identifiers == self._identifiers[start:end] and all(takers):
                self._next = end
                return self._items[start:end]
            self._free = dict(zip(self._identifiers[start:], self._items[start:]))
        take, look = self._free.pop, self._free.get
        met = [take(identifier, None) if taker else look(identifier) for identifier, taker in zip(identifiers, takers)]
        if None in met:
            if self._known is None:
                self._known = frozenset(self._identifiers)
            known, taken = self._known, self._taken
            met = [taken if item is None and name in known else item for name, item in zip(identifiers, met)]
        return met


def first_free(keys: Iterable[Hashable], responses: Iterable[Hashable]) -> list[int | None]:
    """Return for each key item, in order, the place of the first equal response item that is still free, or None.

    With identifiers that occur once on a side this is alignment by identifier.
    """
    keys, responses = list(keys), list(responses)
    place_of = dict(zip(responses, range(len(responses))))
    if len(place_of) == len(responses) and len(set(keys)) == len(keys):
        return list(map(place_of.get, keys))
    places: dict[Hashable, list[int]] = {}
    for place, response in enumerate(responses):
        places.setdefault(response, []).append(place)
    for stock in places.values():
        stock.reverse()
    return [free.pop() if (free := places.get(key)) else None for key in keys]


def overlapping(keys: Iterable[tuple[int, int]], responses: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs of extents that share a place, as places in the two lists, in ascending order.

    Extents have exclusive ends; what only touches does not overlap, and what is empty overlaps nothing. To have extents
    that touch among the pairs pass ``end + 1``.
    """
    extents = [(start, end, 0, place) for place, (start, end) in enumerate(keys) if start < end]
    extents += [(start, end, 1, place) for place, (start, end) in enumerate(responses) if start < end]
    extents.sort()
    pairs: list[tuple[int, int]] = []
    open_extents: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in extents:
        others = open_extents[not side]
        others[:] = [other for other in others if other[0] > start]
        pairs += [(other, place) if side else (place, other) for _, other in others]
        open_extents[side].append((end, place))
    pairs.sort()
    return pairs
