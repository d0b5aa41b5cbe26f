"""Compares single fills, multi-fills, alternatives and objects (scoring manual, alignment)."""

from __future__ import annotations

from legacy_scorers.common.c import f32
from legacy_scorers.muc_scorer.measures import exact_pair_f, pair_f
from legacy_scorers.muc_scorer.read.definitions import MULTI, MULTI_SET, POINTER, SET, STRING
from legacy_scorers.muc_scorer.read.objects import MultiFill

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from legacy_scorers.muc_scorer.align.normalise import Normaliser
    from legacy_scorers.muc_scorer.align.partners import Partners
    from legacy_scorers.muc_scorer.read.objects import Object, Slot

    Counts = tuple[int, int, int]
    Places = list[tuple[int, int]]  # indices of a right key fill and of its response fill
    Scores = tuple[float, float]
    Standing = tuple[MultiFill, Counts, float, MultiFill | None]

_SETS = (SET, MULTI_SET)


def of_kind(fills: MultiFill, kind: str) -> MultiFill:
    """Return the fills that count in a slot of that kind: pointers in pointer slots, strings in others."""
    if kind in (MULTI, MULTI_SET):
        return fills
    if kind == POINTER:
        return MultiFill((), fills.pointers) if fills.strings else fills
    return MultiFill(fills.strings) if fills.pointers else fills


def least_size(slot: Slot) -> int:
    """Return the size of the smallest multi-fill that has fills, or 0 if none has.

    That is the number of missing fills if the response lacks the slot.
    """
    if not slot.alternatives:
        return len(slot.main)
    return min(filter(None, map(len, slot.multi_fills())), default=0)


class FillComparison:
    """Compares fills by the string rules of a run, as in 1997. Counts are (possible, actual, correct) single fills.

    ``pair_f`` returns F for such counts; ``narrow`` rounds sums of F.
    """

    pair_f: Callable[[int, int, int], float] = staticmethod(pair_f)
    narrow: Callable[[float], float] = staticmethod(f32)

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser

    def is_right(self, key: bytes, response: bytes, kind: str) -> bool:
        """Say whether a response string is right in a slot of that kind."""
        return key.lower() == response.lower() if kind in _SETS else self._normaliser.match(key, response)

    def compared(self, key: bytes, response: bytes, kind: str) -> tuple[bytes, bytes]:
        """Return the forms in which two strings are compared in a slot of that kind."""
        if kind in _SETS:
            return key.lower(), response.lower()
        return self._normaliser.key_form(key)[0], self._normaliser.clean(response)

    def right_strings(self, keys: Sequence[bytes], responses: Sequence[bytes], kind: str) -> Places:
        """Return the right strings: each key string, in order, takes the first free response string that fits."""
        free = dict.fromkeys(range(len(responses)))
        found = []
        for i, key in enumerate(keys):
            for j in free:
                if self.is_right(key, responses[j], kind):
                    found.append((i, j))
                    del free[j]
                    break
        return found

    def right_pointers(self, keys: Sequence[Object], responses: Sequence[Object], partners: Partners) -> Places:
        """Return the right pointers: the key's target, or an identical one, is paired with a target of the response."""
        answers = [partners.answer(key, responses) for key in keys]
        return [(i, responses.index(answer)) for i, answer in enumerate(answers) if answer is not None]

    def right(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Places:
        """Return the right fills of a slot of that kind; strings come before pointers."""
        found = self.right_strings(key.strings, response.strings, kind)
        if key.pointers and response.pointers:
            pointers = self.right_pointers(key.pointers, response.pointers, partners)
            found += [(i + len(key.strings), j + len(response.strings)) for i, j in pointers]
        return found

    def counts(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Counts:
        """Return the counts of one key multi-fill against one response multi-fill."""
        keys, responses = key.strings, response.strings
        if len(keys) == len(responses) == 1 and kind != POINTER and not key.pointers and not response.pointers:
            return 1, 1, int(self.is_right(keys[0], responses[0], kind))  # saves a third with template elements
        sides = of_kind(key, kind), of_kind(response, kind)
        return len(sides[0]), len(sides[1]), len(self.right(*sides, kind, partners))

    def slots(self, key: Slot, response: Slot, partners: Partners) -> Counts:
        """Return the counts of the key's best multi-fill against the response's main one."""
        if not key.alternatives:
            return self.counts(key.main, response.main, key.definition.kind, partners)
        return self.best(key, response.main, partners)[1]

    def best(self, key: Slot, response: MultiFill, partners: Partners) -> tuple[MultiFill, Counts]:
        """Return the key's best multi-fill for the response, and its counts; a perfect one ends the search."""
        best = key.main, (0, 0, 0)
        for fills, counts, f, _ in self.contest(key, response, partners):
            best = fills, counts
            if f == 100:
                break
        return best

    def contest(self, key: Slot, response: MultiFill | None, partners: Partners) -> Iterator[Standing]:
        """Yield, for each multi-fill in turn, the best so far, its counts, its F, and the loser of the comparison.

        An alternative is better if it has a higher F, or the same F with fewer fills, but no fewer than the response.
        Without a response all fills are possible and none is right.
        """

        def score(fills: MultiFill) -> tuple[Counts, float]:
            counts = (len(fills), 0, 0)
            if response is not None:
                counts = self.counts(fills, response, key.definition.kind, partners)
            return counts, self.pair_f(*counts)

        best, (counts, f) = key.main, score(key.main)
        yield best, counts, f, None
        for fills in key.alternatives:
            other_counts, other_f = score(fills)
            possible, actual, _ = other_counts
            loser = fills
            if other_f > f or (other_f == f and actual <= possible < counts[0]):
                loser, best, counts, f = best, fills, other_counts, other_f
            yield best, counts, f, loser

    def objects(self, key: Object, response: Object, partners: Partners) -> Scores:
        """Return the scores of two objects of a class: F over the scored slots, and the weighted score.

        F is a percentage, or -1 if one side has no scored fill. The weighted score is the sum of F times weight over
        the slots that both sides have.
        """
        possible = actual = correct = 0
        weighted = 0.0
        slots, others = key.slots, response.slots
        for definition in key.definition.in_order(slots):
            slot, other = slots[definition], others.get(definition)
            if other is None:
                if definition.scored and not slot.optional:
                    possible += least_size(slot)
            elif definition.scored or definition.weight:
                counts = self.slots(slot, other, partners)
                if definition.scored:
                    possible += counts[0]
                    actual += counts[1]
                    correct += counts[2]
                if definition.weight and (f := self.pair_f(*counts)):
                    weighted = self.narrow(weighted + self.narrow(definition.weight * f))
        for definition, other in others.items():
            if definition.scored and definition not in slots:
                actual += len(other.main)
        return self.pair_f(possible, actual, correct), weighted

    def is_identical(self, first: Object, second: Object) -> bool:
        """Say whether the second key object has all fills of the first in the scored slots.

        The alternatives of a slot are compared only if the first object has some.
        """
        for definition in first.definition.scored_slots():
            slot, other = first.slots.get(definition), second.slots.get(definition)
            if slot is None or other is None:
                if slot is not other:
                    return False
                continue
            pairs = [(slot.main, other.main)]
            if slot.alternatives:
                if len(slot.alternatives) != len(other.alternatives):
                    return False
                pairs += zip(slot.alternatives, other.alternatives)
            if not all(self._has_all(*fills) for fills in pairs):
                return False
        return True

    def _has_all(self, first: MultiFill, second: MultiFill) -> bool:
        """Say whether two multi-fills are of the same size, and all fills of the first are in the second.

        A search stops at the first used string of the second. So each string of the first must match the one that is
        as far from the end of the second as it is from the start of the first, and none before that one.
        """
        if len(first.pointers) != len(second.pointers) or not set(second.pointers).issuperset(first.pointers):
            return False
        if len(first.strings) != len(second.strings):
            return False
        last = len(first.strings) - 1
        for place, text in enumerate(first.strings):
            found = (other for other, string in enumerate(second.strings) if self.is_right(text, string, STRING))
            if next(found, None) != last - place:
                return False
        return True


class ExactComparison(FillComparison):
    """Compares fills by the manual of version 3.3: each single fill is used once, and no F is rounded."""

    pair_f = staticmethod(exact_pair_f)
    narrow = float

    def right_pointers(self, keys: Sequence[Object], responses: Sequence[Object], partners: Partners) -> Places:
        """Return the right key pointers, each with its response pointer, which is used once."""
        free: dict[Object | None, list[int]] = {}
        for place, target in reversed(list(enumerate(responses))):
            free.setdefault(target, []).append(place)
        found = []
        for place, key in enumerate(keys):
            for item in (key, *partners.identical.get(key, ())):
                places = free.get(partners.of_key.get(item))
                if places:
                    found.append((place, places.pop()))
                    break
        return found
