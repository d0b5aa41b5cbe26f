"""Objects with the same content are of one kind: their pairs have the same scores, and are looked at once."""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from muc_scorer.align.pairscores import Scores
    from muc_scorer.read.objects import Object

    Listing = Callable[[Sequence[Object], Sequence[Object]], Iterator[tuple[int, int, Scores]]]
    KindPair = tuple["Kind", "Kind", float]


class Kind:
    """Objects with the same content, as ascending places in a list; those before ``begin`` are taken."""

    __slots__ = ("begin", "places")

    def __init__(self) -> None:
        self.places: list[int] = []
        self.begin = 0

    def first_free(self) -> int | None:
        """Return the first place that is not taken, None if all are."""
        return self.places[self.begin] if self.begin < len(self.places) else None


def _kinds(items: Iterable[Object]) -> list[Kind]:
    """Return the kinds of objects of a class, in the order of the first ones."""
    found: dict[object, Kind] = {}
    for place, item in enumerate(items):
        content = tuple(
            [
                (definition, slot.optional, *[(*fills.strings, None, *fills.pointers) for fills in slot.multi_fills()])
                for definition, slot in item.slots.items()
                if definition.scored or definition.weight
            ]
        )
        found.setdefault(content, Kind()).places.append(place)
    return list(found.values())


def kind_pairs(
    keys: Sequence[Object], responses: Sequence[Object], listing: Listing
) -> Iterator[tuple[Kind, Kind, Scores]]:
    """Yield the pairs of kinds whose first objects are a pair in the listing, with their scores."""
    key_kinds, response_kinds = _kinds(keys), _kinds(responses)
    first_keys = [keys[kind.places[0]] for kind in key_kinds]
    first_responses = [responses[kind.places[0]] for kind in response_kinds]
    for i, j, scores in listing(first_keys, first_responses):
        yield key_kinds[i], response_kinds[j], scores


def pair_off(levels: Iterable[Sequence[KindPair]]) -> Iterator[tuple[int, int, float]]:
    """Pair objects level by level, as places and scores: each key object takes the first free response object.

    A level holds pairs of kinds whose scores count as equal; they are tried by the places of the key objects and then
    by those of the response objects.
    """
    for level in levels:
        wanted: dict[Kind, list[tuple[int, Kind, float]]] = {}
        for key, response, score in level:
            first = response.first_free()
            if first is not None:
                wanted.setdefault(key, []).append((first, response, score))
        for queue in wanted.values():
            heapify(queue)
        keys = [(first, key) for key in wanted if (first := key.first_free()) is not None]
        heapify(keys)
        while keys:
            place, key = keys[0]
            taken = _take(wanted[key])
            if taken is not None:
                key.begin += 1
                yield place, *taken
            following = key.first_free()
            if taken is None or following is None:
                heappop(keys)
            else:
                heapreplace(keys, (following, key))


def _take(queue: list[tuple[int, Kind, float]]) -> tuple[int, float] | None:
    """Take the first free response object of the kinds in a queue, None if there is none left."""
    while queue:
        place, kind, score = queue[0]
        first = kind.first_free()
        if first is None:
            heappop(queue)
        elif first > place:
            heapreplace(queue, (first, kind, score))
        else:
            kind.begin += 1
            return place, score
    return None
