"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.fill_index import FillIndex
from muc_scorer.fills import least_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from muc_scorer.definitions import ClassDef, SlotDef
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Object, Slot
    from muc_scorer.partners import Partners

    Scores = tuple[float, float]


class _Row:
    """An object as far as its scores go.

    ``filled`` has its slots, in the order of definition, and of each the number of fills that count if the other object
    lacks it; ``alone`` is their sum. ``form`` numbers the numbers of fills: objects of one form have the same in all
    slots. ``single`` are the bits of the slots with one fill and no alternative.
    """

    __slots__ = ("alone", "filled", "form", "single")

    def __init__(self, filled: dict[SlotDef, tuple[Slot, int]]) -> None:
        self.filled = filled
        self.alone = sum([count for _, count in filled.values()])
        self.form = self.single = 0

    def number(self, forms: dict[Hashable, int], bits: dict[SlotDef, int]) -> None:
        """Find the form and the slots with a single fill."""
        sizes = []
        for definition, (slot, alone) in self.filled.items():
            counts = [size(fills, definition.kind) for fills in slot.multi_fills()]
            sizes.append((definition, alone, *counts))
            if counts == [1]:
                self.single |= bits.get(definition, 0)
        self.form = forms.setdefault(tuple(sizes), len(forms))


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_definition", "_forms", "_known", "_partners", "_rows")

    def __init__(self, definition: ClassDef, comparison: Comparison, partners: Partners) -> None:
        self._definition = definition
        self._comparison = comparison
        self._partners = partners
        self._forms: dict[Hashable, int] = {}
        self._known: dict[tuple[int, int, int], Scores] = {}
        self._rows: dict[Object, _Row] = {}

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
        index = FillIndex(responses, self._comparison, self._partners)
        rows = [self._row(item, _spurious) for item in responses]
        for row in rows:
            row.number(self._forms, index.bits)
        for i, key in enumerate(keys):
            right = index.right(key)
            if everything or right:
                row = self._row(key, _missing)
                row.number(self._forms, index.bits)
                for j in range(len(rows)) if everything else sorted(right):
                    yield i, j, self._pair(row, rows[j], right.get(j, 0))

    def _pair(self, key: _Row, response: _Row, right: int) -> Scores:
        """Return the scores of a pair with matching fills in the slots ``right`` (bits).

        Where fills are single, these say how many match: the scores are those of any other pair of such forms.
        """
        if right & ~(key.single & response.single):
            return self._scores(key, response)
        pattern = (key.form, response.form, right)
        scores = self._known.get(pattern)
        if scores is None:
            scores = self._known[pattern] = self._scores(key, response)
        return scores

    def pair(self, key: Object, response: Object) -> Scores:
        """Return the scores of one pair."""
        for item, alone in ((key, _missing), (response, _spurious)):
            if item not in self._rows:
                self._rows[item] = self._row(item, alone)
        return self._scores(self._rows[key], self._rows[response])

    def _row(self, item: Object, alone: Callable[[Slot], int]) -> _Row:
        filled = {}
        for definition in self._definition.in_order(item.slots):
            if definition.scored or definition.weight:
                slot = item.slots[definition]
                filled[definition] = (slot, alone(slot) if definition.scored else 0)
        return _Row(filled)

    def _scores(self, key: _Row, response: _Row) -> Scores:
        possible, actual, correct = key.alone, response.alone, 0
        weighted = 0.0
        comparison = self._comparison
        pair_f, narrow = comparison.pair_f, comparison.narrow
        others = response.filled
        for definition, (slot, missing) in key.filled.items():
            if definition not in others:
                continue
            other, spurious = others[definition]
            counts = comparison.slots(slot, other, self._partners)
            if definition.scored:
                possible += counts[0] - missing
                actual += counts[1] - spurious
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
