"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.fill_index import FillIndex
from muc_scorer.fills import missing_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from muc_scorer.definitions import ClassDef
    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import Object, Slot

    Slots = list[tuple[Slot | None, int]]
    Scores = tuple[float, float]


class _Row:
    """An object as far as its scores go.

    ``slots`` has for each slot the filled one and the number of fills that count if the other object lacks it.
    ``single`` are the bits of the slots with one fill and no alternative. ``form`` stands for the numbers of fills:
    where no fill matches, objects of the same form have the same scores.
    """

    __slots__ = ("form", "single", "slots")

    def __init__(self, slots: Slots, forms: dict[Hashable, int]) -> None:
        sizes = [
            () if slot is None else (alone, *[size(fills, slot.definition.kind) for fills in slot.multi_fills()])
            for slot, alone in slots
        ]
        self.slots = slots
        self.single = sum([1 << number for number, numbers in enumerate(sizes) if numbers[1:] == (1,)])
        self.form = forms.setdefault(tuple(sizes), len(forms))


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_forms", "_known", "_partners", "_slots")

    def __init__(self, definition: ClassDef, comparison: Comparison, partners: Partners) -> None:
        self._comparison = comparison
        self._partners = partners
        self._slots = [slot for slot in definition.slots if slot.scored or slot.weight]
        self._forms: dict[Hashable, int] = {}
        self._known: dict[tuple[int, int, int], Scores] = {}

    def product(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield all pairs, as places in the two lists and in ascending order, with their scores."""
        for i, row, responses_rows, right in self._rows(keys, responses):
            for j, response_row in enumerate(responses_rows):
                yield i, j, self._pair(row, response_row, right.get(j, 0))

    def matching(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield the pairs that have a fill in common, as :meth:`product` does.

        All others have an F of 0 or -1, and a weighted score that is not above 0 as long as no weight is below.
        """
        for i, row, responses_rows, right in self._rows(keys, responses):
            for j in sorted(right):
                yield i, j, self._pair(row, responses_rows[j], right[j])

    def different(self, keys: Iterable[Object], responses: Iterable[Object]) -> Iterator[tuple[Object, Object]]:
        """Pair objects that have no fill in common: each key object with the first one left with which F is 0."""
        rows = [(response, self._row(self._response_slots(response))) for response in responses]
        for key in keys:
            key_row = self._row(self._key_slots(key))
            for place, (response, row) in enumerate(rows):
                if self._pair(key_row, row, 0)[0] == 0:
                    del rows[place]
                    yield key, response
                    break

    def _rows(
        self, keys: Sequence[Object], responses: Sequence[Object]
    ) -> Iterator[tuple[int, _Row, list[_Row], dict[int, int]]]:
        """Yield the key objects with all response objects and with the slots in which these have a fill in common."""
        index = FillIndex(self._slots, responses, self._comparison, self._partners)
        rows = [self._row(self._response_slots(item)) for item in responses]
        for i, key in enumerate(keys):
            yield i, self._row(self._key_slots(key)), rows, index.right(key)

    def _row(self, slots: Slots) -> _Row:
        return _Row(slots, self._forms)

    def _pair(self, key: _Row, response: _Row, right: int) -> Scores:
        """Return the scores of a pair with matching fills in the slots ``right``.

        They are the same for all pairs of such forms, unless in one of these slots more than one fill can match.
        """
        if right & ~(key.single & response.single):
            return self._scores(key.slots, response.slots)
        pattern = (key.form, response.form, right)
        scores = self._known.get(pattern)
        if scores is None:
            scores = self._known[pattern] = self._scores(key.slots, response.slots)
        return scores

    def pair(self, key: Object, response: Object) -> Scores:
        """Return the scores of one pair."""
        return self._scores(self._key_slots(key), self._response_slots(response))

    def _key_slots(self, item: Object) -> Slots:
        """Return for each slot the filled one and the number of fills that are missing if the response lacks it."""
        slots: Slots = []
        for definition in self._slots:
            slot = item.slots.get(definition)
            counts = slot is not None and definition.scored and not slot.optional
            slots.append((slot, missing_size(slot) if slot is not None and counts else 0))
        return slots

    def _response_slots(self, item: Object) -> Slots:
        """Return for each slot the filled one and the number of fills that are spurious if the key lacks it."""
        slots: Slots = []
        for definition in self._slots:
            slot = item.slots.get(definition)
            slots.append((slot, size(slot.main, definition.kind) if slot is not None and definition.scored else 0))
        return slots

    def _scores(self, key_slots: Slots, response_slots: Slots) -> Scores:
        possible = actual = correct = 0
        weighted = 0.0
        comparison = self._comparison
        pair_f, narrow = comparison.pair_f, comparison.narrow
        for definition, (key, missing), (response, spurious) in zip(self._slots, key_slots, response_slots):
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
