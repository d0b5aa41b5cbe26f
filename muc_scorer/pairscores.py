"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.fill_index import FillIndex
from muc_scorer.fills import least_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from muc_scorer.definitions import ClassDef
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Object, Slot
    from muc_scorer.partners import Partners

    Slots = list[tuple[Slot | None, int]]
    Scores = tuple[float, float]


class _Row:
    """An object as far as its scores go.

    ``slots`` has for each slot the filled one and the number of fills that count if the other object lacks it. ``form``
    numbers the numbers of fills: objects of one form have the same in all slots. ``single`` are the bits of the slots
    with one fill and no alternative.
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
        return self._pairs(keys, responses, everything=True)

    def matching(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield the pairs that have a fill in common, as :meth:`product` does.

        All others have an F of 0 or -1, and a weighted score that is not above 0 as long as no weight is below.
        """
        return self._pairs(keys, responses, everything=False)

    def _pairs(
        self, keys: Sequence[Object], responses: Sequence[Object], everything: bool
    ) -> Iterator[tuple[int, int, Scores]]:
        index = FillIndex(self._slots, responses, self._comparison, self._partners)
        rows = [self._response_row(item) for item in responses]
        for i, key in enumerate(keys):
            row, right = self._key_row(key), index.right(key)
            for j in range(len(rows)) if everything else sorted(right):
                yield i, j, self._pair(row, rows[j], right.get(j, 0))

    def different(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[Object, Object]]:
        """Pair objects that have no fill in common: each key object with the first one left with which F is 0."""
        rows = [self._response_row(item) for item in responses]
        left: dict[int, list[int]] = {}  # by form, the first one last
        for place in range(len(rows) - 1, -1, -1):
            left.setdefault(rows[place].form, []).append(place)
        for key in keys:
            row = self._key_row(key)
            fitting = [places for places in left.values() if places and self._pair(row, rows[places[-1]], 0)[0] == 0]
            if fitting:
                yield key, responses[min(fitting, key=lambda places: places[-1]).pop()]

    def _key_row(self, item: Object) -> _Row:
        return _Row(self._slots_of(item, _missing), self._forms)

    def _response_row(self, item: Object) -> _Row:
        return _Row(self._slots_of(item, _spurious), self._forms)

    def _pair(self, key: _Row, response: _Row, right: int) -> Scores:
        """Return the scores of a pair with matching fills in the slots ``right`` (bits).

        Where fills are single, these say how many match: the scores are those of any other pair of such forms.
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
        return self._scores(self._slots_of(key, _missing), self._slots_of(response, _spurious))

    def _slots_of(self, item: Object, alone: Callable[[Slot], int]) -> Slots:
        """Return for each slot the filled one and the number of fills that count if the other object lacks it."""
        slots: Slots = []
        for definition in self._slots:
            slot = item.slots.get(definition)
            slots.append((slot, alone(slot) if slot is not None and definition.scored else 0))
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


def _missing(slot: Slot) -> int:
    """Return how many fills of a key slot are missing if the response lacks it."""
    return 0 if slot.optional else least_size(slot)


def _spurious(slot: Slot) -> int:
    """Return how many fills of a response slot are spurious if the key lacks it."""
    return len(slot.main)
