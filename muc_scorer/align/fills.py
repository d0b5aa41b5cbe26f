"""Which fills of a slot match (scoring manual, alignment): single fills, multi-fills, alternatives."""

from __future__ import annotations

from common.compat.c import f32
from muc_scorer.measures import exact_pair_f, pair_f
from muc_scorer.read.definitions import MULTI, MULTI_SET, POINTER, SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from muc_scorer.align.normalise import Normaliser
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.objects import MultiFill, Object, Slot

    Counts = tuple[int, int, int]
    Places = list[tuple[int, int]]  # of a fill of the key and one of the response, which makes it right

_SETS = (SET, MULTI_SET)


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


class FillComparison:
    """Compares fills by the string rules of a run, as in 1997. Counts are (possible, actual, correct) single fills.

    ``pair_f`` is F of such counts, ``narrow`` the precision of sums of it.
    """

    __slots__ = ("_normaliser",)

    pair_f: Callable[[int, int, int], float] = staticmethod(pair_f)
    narrow: Callable[[float], float] = staticmethod(f32)

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser

    def is_right(self, key: bytes, response: bytes, kind: str) -> bool:
        """Say whether a response string is right in a slot of that kind."""
        return key.lower() == response.lower() if kind in _SETS else self._normaliser.match(key, response)

    def compared(self, key: bytes, response: bytes, kind: str) -> tuple[bytes, bytes]:
        """Return what is compared of two strings, in a slot of that kind."""
        if kind in _SETS:
            return key.lower(), response.lower()
        return self._normaliser.key_form(key)[0], self._normaliser.clean(response)

    def right_strings(self, keys: Sequence[bytes], responses: Sequence[bytes], kind: str) -> Places:
        """Return which key string is right: each, in order, takes the first free response string that it can."""
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
        """Return which key pointer is right: one whose object, or an identical one, is paired with one pointed to."""
        answers = [partners.answer(key, responses) for key in keys]
        return [(i, responses.index(answer)) for i, answer in enumerate(answers) if answer is not None]

    def right(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Places:
        """Return which fills that count in a slot of that kind are right; strings come before pointers."""
        found: Places = []
        first = second = 0
        if kind != POINTER:
            found = self.right_strings(key.strings, response.strings, kind)
            first, second = len(key.strings), len(response.strings)
        if key.pointers and response.pointers and holds_pointers(kind):
            pointers = self.right_pointers(key.pointers, response.pointers, partners)
            found += [(i + first, j + second) for i, j in pointers]
        return found

    def counts(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Counts:
        """Return the counts of one key multi-fill against one response multi-fill."""
        keys, responses = key.strings, response.strings
        if len(keys) == len(responses) == 1 and kind != POINTER and not key.pointers and not response.pointers:
            return 1, 1, int(self.is_right(keys[0], responses[0], kind))  # saves a third of a run of template elements
        return size(key, kind), size(response, kind), len(self.right(key, response, kind, partners))

    def slots(self, key: Slot, response: Slot, partners: Partners) -> Counts:
        """Return the counts of the key's best multi-fill against the response's main one."""
        if not key.alternatives:
            return self.counts(key.main, response.main, key.definition.kind, partners)
        return self.best(key, response.main, partners)[1]

    def best(self, key: Slot, response: MultiFill, partners: Partners) -> tuple[MultiFill, Counts]:
        """Return the key's multi-fill that suits the response best, and its counts.

        The main one is best unless an alternative has a higher F, or the same F with fewer fills, as long as these are
        no fewer than the response's. A perfect one ends the search.
        """
        contest = Contest(key, response, partners, self)
        for fills in key.alternatives:
            if contest.f == 100:
                break
            contest.challenge(fills)
        return contest.best, contest.counts


class ExactComparison(FillComparison):
    """Compares fills as the manual of version 3.3 has it: each single fill is chosen once, and no F is rounded."""

    __slots__ = ()

    pair_f = staticmethod(exact_pair_f)
    narrow = float

    def right_pointers(self, keys: Sequence[Object], responses: Sequence[Object], partners: Partners) -> Places:
        """Return which key pointer is right, and because of which response pointer; each of these is used once."""
        free: dict[Object, list[int]] = {}
        for place, target in reversed(list(enumerate(responses))):
            free.setdefault(target, []).append(place)

        def is_answered(item: Object) -> bool:
            partner = partners.of_key.get(item)
            return partner is not None and bool(free.get(partner))

        found = []
        for place, item in enumerate(keys):
            answered = item if is_answered(item) else partners.first_identical(item, is_answered)
            if answered is not None:
                found.append((place, free[partners.of_key[answered]].pop()))
        return found


def size(fills: MultiFill, kind: str) -> int:
    """Return how many single fills count in a slot of that kind: pointers in pointer slots, strings in others."""
    strings = len(fills.strings) if kind != POINTER else 0
    return strings + len(fills.pointers) if holds_pointers(kind) else strings


class Contest:
    """The search for the key multi-fill that suits a response best: the ``best`` one so far, its ``counts`` and F.

    Without a response all fills are possible and none is right, whatever the kind of slot.
    """

    __slots__ = ("_comparison", "_kind", "_partners", "_response", "best", "counts", "f")

    def __init__(self, slot: Slot, response: MultiFill | None, partners: Partners, comparison: FillComparison) -> None:
        self._kind = slot.definition.kind
        self._response = response
        self._partners = partners
        self._comparison = comparison
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
        counts = (len(fills), 0, 0)
        if self._response is not None:
            counts = self._comparison.counts(fills, self._response, self._kind, self._partners)
        return counts, self._comparison.pair_f(*counts)
