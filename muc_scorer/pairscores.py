"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.fills import missing_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.definitions import ClassDef
    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import Object, Slot

    Row = list[tuple[Slot | None, int]]


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_partners", "_slots")

    def __init__(self, definition: ClassDef, comparison: Comparison, partners: Partners) -> None:
        self._comparison = comparison
        self._partners = partners
        self._slots = [slot for slot in definition.slots if slot.scored or slot.weight]

    def product(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[float, float]]:
        """Yield the scores of all pairs, for each key object in turn those with all response objects."""
        rows = [self._response_row(item) for item in responses]
        for key in keys:
            key_row = self._key_row(key)
            for row in rows:
                yield self._scores(key_row, row)

    def pair(self, key: Object, response: Object) -> tuple[float, float]:
        """Return the scores of one pair."""
        return self._scores(self._key_row(key), self._response_row(response))

    def _key_row(self, item: Object) -> Row:
        """Return for each slot the filled one and the number of fills that are missing if the response lacks it."""
        row: Row = []
        for definition in self._slots:
            slot = item.slots.get(definition)
            counts = slot is not None and definition.scored and not slot.optional
            row.append((slot, missing_size(slot) if slot is not None and counts else 0))
        return row

    def _response_row(self, item: Object) -> Row:
        """Return for each slot the filled one and the number of fills that are spurious if the key lacks it."""
        row: Row = []
        for definition in self._slots:
            slot = item.slots.get(definition)
            row.append((slot, size(slot.main, definition.kind) if slot is not None and definition.scored else 0))
        return row

    def _scores(self, key_row: Row, response_row: Row) -> tuple[float, float]:
        possible = actual = correct = 0
        weighted = 0.0
        comparison = self._comparison
        pair_f, narrow = comparison.pair_f, comparison.narrow
        for definition, (key, missing), (response, spurious) in zip(self._slots, key_row, response_row):
            if key is None or response is None:
                possible += missing
                actual += spurious
                continue
            counts = comparison.slots(key, response, self._partners)
            if definition.scored:
                possible += counts[0]
                actual += counts[1]
                correct += counts[2]
            if definition.weight:
                weighted = narrow(weighted + narrow(definition.weight * pair_f(*counts)))
        return pair_f(possible, actual, correct), weighted


def touching(keys: Sequence[Object], responses: Sequence[Object]) -> list[tuple[int, int]]:
    """Return the pairs of tags, as places in the two lists and in ascending order, whose extents meet or adjoin."""
    spans = [(item.start, item.end, 0, place) for place, item in enumerate(keys) if item.start <= item.end]
    spans += [(item.start, item.end, 1, place) for place, item in enumerate(responses) if item.start <= item.end]
    spans.sort()
    pairs: list[tuple[int, int]] = []
    open_spans: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    for start, end, side, place in spans:
        others = open_spans[not side]
        others[:] = [other for other in others if other[0] >= start]
        for _, other_place in others:
            pairs.append((other_place, place) if side else (place, other_place))
        open_spans[side].append((end, place))
    pairs.sort()
    return pairs
