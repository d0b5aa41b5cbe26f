"""Which unit belongs to which, and which key item matches which response item: what scorers share, with their rules for
ties. And where two texts whose offsets are to match begin to differ.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping
    from typing import AnyStr, TypeVar

    Pair = TypeVar("Pair", bound=tuple[Hashable, Hashable, float])
    Identifier = TypeVar("Identifier", bound=Hashable)
    Unit = TypeVar("Unit")


def by_identifier(identifiers: Iterable[Identifier], units: Mapping[Identifier, Unit]) -> Iterator[Unit | None]:
    """Yield for each identifier the unit of a side - document, file, instance - that it names, or None without one.

    Which of several units of one identifier counts is for the caller to say, who makes ``units``.
    """
    return map(units.get, identifiers)


def best_first(ranked: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the pairs (key item, response item, score) whose two items are both still free, in the order given.

    The order is the caller's; it decides between pairs that share an item.
    """
    keys: set[Hashable] = set()
    responses: set[Hashable] = set()
    for pair in ranked:
        if pair[0] not in keys and pair[1] not in responses:
            keys.add(pair[0])
            responses.add(pair[1])
            yield pair


def first_free(keys: Iterable[Hashable], responses: Iterable[Hashable]) -> list[int | None]:
    """Return for each key item the index of the first equal response item that is still free, or None.

    If items occur once on each side, this is alignment by identifier.
    """
    places: dict[Hashable, list[int]] = {}
    for place, response in enumerate(responses):
        places.setdefault(response, []).append(place)
    for free in places.values():
        free.reverse()
    partners: list[int | None] = []
    for key in keys:
        equal = places.get(key)
        partners.append(equal.pop() if equal else None)
    return partners


def overlapping(keys: Iterable[tuple[int, int]], responses: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs of extents that overlap, as indices in the two lists, in ascending order.

    Ends are exclusive. Extents that only touch do not overlap; pass ``end + 1`` for that. Empty ones never do.
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


def first_difference(one: AnyStr, other: AnyStr) -> int | None:
    """Return the offset of the first character or byte in which two texts differ, or None if they are equal.

    If one text begins with the other, it is the length of the shorter one.
    """
    if one == other:
        return None
    for offset, (mine, yours) in enumerate(zip(one, other)):
        if mine != yours:
            return offset
    return min(len(one), len(other))
