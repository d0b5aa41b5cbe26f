"""Objects with the same content make a batch: their pairs have the same scores, and are looked at once."""

from __future__ import annotations

from heapq import heapify, heappop, heapreplace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from muc_scorer.align.pairscores import Scores
    from muc_scorer.read.objects import Object

    Listing = Callable[[Sequence[Object], Sequence[Object]], Iterator[tuple[int, int, Scores]]]
    BatchPair = tuple["Batch", "Batch", float]


class Batch:
    """Objects with the same content, as ascending places in a list; those before ``begin`` are taken."""

    __slots__ = ("begin", "places")

    def __init__(self) -> None:
        self.places: list[int] = []
        self.begin = 0

    def first_free(self) -> int | None:
        """Return the first place that is not taken, None if all are."""
        return self.places[self.begin] if self.begin < len(self.places) else None


def _batches(items: Iterable[Object]) -> list[Batch]:
    """Return the batches of objects of a class, in the order of the first ones."""
    found: dict[object, Batch] = {}
    for place, item in enumerate(items):
        content = tuple(
            [
                (definition, slot.optional, *[(*fills.strings, None, *fills.pointers) for fills in slot.multi_fills()])
                for definition, slot in item.slots.items()
                if definition.scored or definition.weight
            ]
        )
        found.setdefault(content, Batch()).places.append(place)
    return list(found.values())


def batch_pairs(
    keys: Sequence[Object], responses: Sequence[Object], listing: Listing
) -> Iterator[tuple[Batch, Batch, Scores]]:
    """Yield the pairs of batches whose first objects are a pair in the listing, with their scores."""
    key_batches, response_batches = _batches(keys), _batches(responses)
    first_keys = [keys[batch.places[0]] for batch in key_batches]
    first_responses = [responses[batch.places[0]] for batch in response_batches]
    for i, j, scores in listing(first_keys, first_responses):
        yield key_batches[i], response_batches[j], scores


def pair_off(
    keys: Sequence[Object], responses: Sequence[Object], pairs: Iterable[BatchPair], level: Callable[[float], float]
) -> list[tuple[Object, Object, float]]:
    """Return the pairs of objects that pairs of batches come to, best first.

    Scores of the same ``level`` count as equal. Their pairs are tried by the places of the key objects and then by
    those of the response objects: each key object takes the first free response object.
    """
    levels: dict[float, list[BatchPair]] = {}
    for pair in pairs:
        levels.setdefault(level(pair[2]), []).append(pair)
    found = [taken for number in sorted(levels, reverse=True) for taken in _pair_off(levels[number])]
    return [(keys[i], responses[j], score) for i, j, score in found]


def _pair_off(level: Iterable[BatchPair]) -> Iterator[tuple[int, int, float]]:
    """Pair the objects of a level, as places and scores."""
    wanted: dict[Batch, list[tuple[int, Batch, float]]] = {}
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


def _take(queue: list[tuple[int, Batch, float]]) -> tuple[int, float] | None:
    """Take the first free response object of the batches in a queue, None if there is none left."""
    while queue:
        place, batch, score = queue[0]
        first = batch.first_free()
        if first is None:
            heappop(queue)
        elif first > place:
            heapreplace(queue, (first, batch, score))
        else:
            batch.begin += 1
            return place, score
    return None
