"""Comparing the fills of a slot (scoring manual, alignment): single fills, multi-fills, alternatives."""

from __future__ import annotations

from functools import cache

from common.compat.c import f32
from muc_scorer.align.string_index import ResponseStrings, SingleFills, all_single, first_free
from muc_scorer.measures import exact_pair_f, pair_f
from muc_scorer.read.definitions import MULTI, MULTI_SET, POINTER, SET, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from muc_scorer.align.normalise import Normaliser
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.objects import MultiFill, Object, Slot

    Counts = tuple[int, int, int]

_SETS = (SET, MULTI_SET)


def size(fills: MultiFill, kind: str) -> int:
    """Return how many single fills count in a slot of that kind: pointers in pointer slots, strings in others."""
    strings = len(fills.strings) if kind != POINTER else 0
    return strings + len(fills.pointers) if holds_pointers(kind) else strings


def holds_pointers(kind: str) -> bool:
    """Say whether pointers count in a slot of that kind."""
    return kind in (POINTER, MULTI, MULTI_SET)


def least_size(slot: Slot) -> int:
    """Return how many fills are missing where the response lacks a key slot: those of its smallest multi-fill."""
    smallest = len(slot.main)
    if slot.alternatives:
        sizes = [len(fills) for fills in slot.alternatives]
        least = sizes.pop()
        while sizes:
            least = _smaller(sizes.pop(), least)
        smallest = _smaller(smallest, least)
    return smallest


def _smaller(first: int, second: int) -> int:
    """Return the smaller number, the larger if that is 0."""
    return min(first, second) or max(first, second)


class Comparison:
    """Compares fills by the string rules of a run, as in 1997. Counts are (possible, actual, correct) single fills.

    ``pair_f`` is F of such counts, ``narrow`` the precision of sums of it; ``pointers_once`` says whether a response
    pointer makes no more than one pointer of the key right.
    """

    __slots__ = ("_normaliser", "_single")

    pair_f: Callable[[int, int, int], float] = staticmethod(pair_f)
    narrow: Callable[[float], float] = staticmethod(f32)
    pointers_once = False

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser
        self._single = cache(self._single_fills)

    def forms(self, strings: Sequence[bytes]) -> list[tuple[bool, bytes]]:
        """Return of key strings what is the same for those that match, and are matched by, the same strings.

        First, whether it is the form of all strings that match; else it is the string itself.
        """
        forms = [self._normaliser.form(text) for text in strings]
        return [(False, text) if form is None else (True, form) for text, form in zip(strings, forms)]

    def slots(self, key: Slot, response: Slot, partners: Partners) -> Counts:
        """Return the counts of the key's best multi-fill against the response's main one."""
        if not key.alternatives:
            return self.multi_fills(key.main, response.main, key.definition.kind, partners)
        return self.best(key, response.main, partners)[1]

    def parts(self, key: Slot, response: Slot, partners: Partners) -> list[Counts]:
        """Return the counts of :meth:`slots`; in a slot of several types, those of strings and of pointers separately.

        There a string that is not right is missing or spurious, never incorrect together with a pointer.
        """
        kind = key.definition.kind
        if kind != MULTI:
            return [self.slots(key, response, partners)]
        chosen, _ = self.best(key, response.main, partners)
        return [self.multi_fills(chosen, response.main, part, partners) for part in (STRING, POINTER)]

    def best(self, key: Slot, response: MultiFill, partners: Partners) -> tuple[MultiFill, Counts]:
        """Return the key's multi-fill that suits the response best, and its counts.

        The main one is best unless an alternative has a higher F, or the same F with fewer fills, as long as these are
        no fewer than the response's. A perfect one ends the search.
        """
        if len(response.strings) == 1 and not response.pointers and key.definition.kind != POINTER:
            single = self._single(key)
            if single is not None:
                place = single.first_match(response.strings[0])
                best = key.alternatives[place - 1] if place else key.main
                return best, (1, 1, int(place is not None))
        contest = Contest(key, response, partners, self)
        for fills in key.alternatives:
            if contest.f == 100:
                break
            contest.challenge(fills)
        return contest.best, contest.counts

    def _single_fills(self, key: Slot) -> SingleFills | None:
        normaliser = None if key.definition.kind in _SETS else self._normaliser
        return SingleFills(key, normaliser) if all_single(key) else None

    def multi_fills(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Counts:
        """Return the counts of one key multi-fill against one response multi-fill."""
        pointers = key.pointers or response.pointers
        if kind != POINTER and not pointers and len(key.strings) == 1 and len(response.strings) == 1:
            return 1, 1, self._same(key.strings[0], response.strings[0], kind)
        return _Answer(response, kind, partners, self).counts(key)

    def compared(self, key: bytes, response: bytes, kind: str) -> tuple[bytes, bytes]:
        """Return what is compared of two strings, in a slot of that kind."""
        if kind in _SETS:
            return key.lower(), response.lower()
        return self._normaliser.key_form(key)[0], self._normaliser.clean(response)

    def index(self, strings: Iterable[tuple[int, bytes]], kind: str) -> ResponseStrings:
        """Return the numbered strings of a response for being found in a slot of that kind."""
        return ResponseStrings(strings, None if kind in _SETS else self._normaliser)

    def matches(self, keys: Sequence[bytes], responses: Sequence[bytes], kind: str) -> list[tuple[int, int]]:
        """Return which key string matches which response string, as places in the two lists, in the order of the keys.

        Each key string, in order, takes the first free response string that it can.
        """
        if len(keys) == 1 and len(responses) == 1:
            return [(0, 0)] if self._same(keys[0], responses[0], kind) else []
        return first_free(keys, self.index(enumerate(responses), kind))

    def _same(self, key: bytes, response: bytes, kind: str) -> bool:
        return key.lower() == response.lower() if kind in _SETS else self._normaliser.match(key, response)


class ExactComparison(Comparison):
    """Compares fills as the manual of version 3.3 has it: each single fill is chosen once, and no F is rounded."""

    __slots__ = ()

    pair_f = staticmethod(exact_pair_f)
    narrow = float
    pointers_once = True


def places_of(pointers: Iterable[tuple[int, Object]]) -> dict[Object, list[int]]:
    """Return the places of each object among pointers, each with its place (a number, ascending)."""
    places: dict[Object, list[int]] = {}
    for place, target in pointers:
        places.setdefault(target, []).append(place)
    return places


def pointer_matches(
    keys: Sequence[Object], responses: dict[Object, list[int]], partners: Partners
) -> list[tuple[int, int]]:
    """Return which key pointer is right because of which response pointer, as places; each of these is used once."""
    used: dict[Object, int] = {}
    answered = partners.answered(responses)

    def is_left(item: Object) -> bool:
        target = partners.of_key.get(item)
        return target is not None and used.get(target, 0) < len(responses.get(target, ()))

    matches = []
    for place, item in enumerate(keys):
        found = item if is_left(item) else partners.first_identical(item, answered, is_left)
        if found is not None:
            target = partners.of_key[found]
            count = used.get(target, 0)
            matches.append((place, responses[target][count]))
            used[target] = count + 1
    return matches


class Contest:
    """The search for the key multi-fill that suits a response best: the ``best`` one so far, its ``counts`` and F.

    Without a response all fills are possible and none is right, whatever the kind of slot.
    """

    __slots__ = ("_answer", "_pair_f", "best", "counts", "f")

    def __init__(self, slot: Slot, response: MultiFill | None, partners: Partners, comparison: Comparison) -> None:
        kind = slot.definition.kind
        self._answer = None if response is None else _Answer(response, kind, partners, comparison)
        self._pair_f = comparison.pair_f
        self.best = slot.main
        self.counts, self.f = self._score(slot.main)

    def challenge(self, fills: MultiFill) -> MultiFill:
        """Compare an alternative with the best multi-fill and return the one that loses.

        The alternative wins with a higher F, or with the same and fewer fills, if no fewer than the response's.
        """
        counts, f = self._score(fills)
        if f < self.f or (f == self.f and not counts[1] <= counts[0] < self.counts[0]):
            return fills
        loser, self.best, self.counts, self.f = self.best, fills, counts, f
        return loser

    def _score(self, fills: MultiFill) -> tuple[Counts, float]:
        counts = (len(fills), 0, 0) if self._answer is None else self._answer.counts(fills)
        return counts, self._pair_f(*counts)


class _Answer:
    """A response multi-fill, prepared for the comparison with any number of key multi-fills."""

    __slots__ = ("_comparison", "_fills", "_kind", "_partners", "_pointers", "_strings")

    def __init__(self, fills: MultiFill, kind: str, partners: Partners, comparison: Comparison) -> None:
        self._comparison = comparison
        self._fills = fills
        self._kind = kind
        self._partners = partners
        self._strings: ResponseStrings | None = None
        self._pointers = places_of(enumerate(fills.pointers))

    def counts(self, key: MultiFill) -> Counts:
        """Return the counts of a key multi-fill against the response's."""
        possible = actual = correct = 0
        if self._kind != POINTER:
            possible, actual, correct = len(key.strings), len(self._fills.strings), self._right_strings(key.strings)
        if holds_pointers(self._kind):
            possible += len(key.pointers)
            actual += len(self._fills.pointers)
            correct += self._right_pointers(key.pointers)
        return possible, actual, correct

    def _right_pointers(self, keys: Sequence[Object]) -> int:
        if self._comparison.pointers_once:
            return len(pointer_matches(keys, self._pointers, self._partners))
        return sum([self._partners.answer(key, self._pointers) is not None for key in keys])

    def _right_strings(self, keys: Sequence[bytes]) -> int:
        if self._strings is None:
            self._strings = self._comparison.index(enumerate(self._fills.strings), self._kind)
        return len(first_free(keys, self._strings))
