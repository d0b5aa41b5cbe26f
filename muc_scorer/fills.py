"""Comparing the fills of a slot (scoring manual, alignment): single fills, multi-fills, alternatives."""

from __future__ import annotations

from muc_scorer.definitions import MULTI, POINTER, SET, STRING
from muc_scorer.normalise import lies_between
from muc_scorer.tallies import pair_f

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.normalise import Normaliser
    from muc_scorer.objects import MultiFill, Object, Slot

    Counts = tuple[int, int, int]


class Partners:
    """Which response object each key object is paired with, and which key objects are as good as one another."""

    __slots__ = ("identical", "of_key", "of_response")

    def __init__(self) -> None:
        self.of_key: dict[Object, Object] = {}
        self.of_response: dict[Object, Object] = {}
        self.identical: dict[Object, list[Object]] = {}

    def pair(self, key: Object, response: Object) -> None:
        """Pair two objects that are free."""
        self.of_key[key] = response
        self.of_response[response] = key

    def hand_over(self, key: Object, heir: Object) -> None:
        """Pair ``heir`` with the response object of ``key``, which becomes free."""
        self.pair(heir, self.of_key.pop(key))

    def link(self, key: Object, twin: Object) -> None:
        """Note that two key objects are identical."""
        self.identical.setdefault(key, []).append(twin)
        self.identical.setdefault(twin, []).append(key)

    def targets(self, key: Object) -> list[Object]:
        """Return the response objects that a response pointer may lead to where the key's leads to ``key``."""
        items = [key, *self.identical.get(key, ())]
        return [self.of_key[item] for item in items if item in self.of_key]


def size(fills: MultiFill, kind: str) -> int:
    """Return how many single fills count in a slot of that kind: pointers in pointer slots, strings in others."""
    if kind == POINTER:
        return len(fills.pointers)
    if kind == MULTI:
        return len(fills.strings) + len(fills.pointers)
    return len(fills.strings)


def missing_size(slot: Slot) -> int:
    """Return how many fills a key slot is short of when the response has none: those of its smallest multi-fill."""
    kind = slot.definition.kind
    smallest = size(slot.main, kind)
    if slot.alternatives:
        sizes = [size(fills, kind) for fills in slot.alternatives]
        least = sizes.pop()
        while sizes:
            least = _smaller(sizes.pop(), least)
        smallest = _smaller(smallest, least)
    return smallest


def _smaller(first: int, second: int) -> int:
    """Return the smaller number, the larger if that is 0."""
    return min(first, second) or max(first, second)


class Comparison:
    """Compares fills by the string rules of a run. Counts are (possible, actual, correct) single fills."""

    __slots__ = ("_normaliser",)

    def __init__(self, normaliser: Normaliser) -> None:
        self._normaliser = normaliser

    def match(self, key: bytes, response: bytes) -> bool:
        """Say whether a response string is right."""
        return self._normaliser.match(key, response)

    def slots(self, key: Slot, response: Slot, partners: Partners) -> Counts:
        """Return the counts of the key's best multi-fill against the response's main one."""
        if not key.alternatives:
            return self.multi_fills(key.main, response.main, key.definition.kind, partners)
        return self.best(key, response.main, partners)[1]

    def parts(self, key: Slot, response: Slot, partners: Partners) -> list[Counts]:
        """Return the counts of :meth:`slots`; in a slot of several types those of strings and of pointers apart.

        There a string that is not right is never incorrect in the place of a pointer, but missing or spurious.
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
        kind = key.definition.kind
        best, counts = key.main, self.multi_fills(key.main, response, kind, partners)
        f = pair_f(*counts)
        for fills in key.alternatives:
            if f == 100:
                break
            other = self.multi_fills(fills, response, kind, partners)
            other_f = pair_f(*other)
            if other_f > f or (other_f == f and other[1] <= other[0] < counts[0]):
                best, counts, f = fills, other, other_f
        return best, counts

    def multi_fills(self, key: MultiFill, response: MultiFill, kind: str, partners: Partners) -> Counts:
        """Return the counts of one key multi-fill against one response multi-fill."""
        if kind == POINTER:
            return self._pointers(key, response, partners)
        correct = self._strings(key.strings, response.strings, kind == SET)
        if kind != MULTI:
            return len(key.strings), len(response.strings), correct
        possible, actual, right = self._pointers(key, response, partners)
        return len(key.strings) + possible, len(response.strings) + actual, correct + right

    def _pointers(self, key: MultiFill, response: MultiFill, partners: Partners) -> Counts:
        targets = set(response.pointers)
        right = sum([not targets.isdisjoint(partners.targets(item)) for item in key.pointers])
        return len(key.pointers), len(response.pointers), right

    def _strings(self, keys: Sequence[bytes], responses: Sequence[bytes], exact: bool) -> int:
        """Return how many strings match."""
        if len(keys) == 1 and len(responses) == 1:
            return self._same(keys[0], responses[0], exact)
        return len(self.matches(keys, responses, exact))

    def _same(self, key: bytes, response: bytes, exact: bool) -> bool:
        return key.lower() == response.lower() if exact else self._normaliser.match(key, response)

    def matches(self, keys: Sequence[bytes], responses: Sequence[bytes], exact: bool) -> list[tuple[int, int]]:
        """Return which key string matches which response string, as places in the two lists, in the order of the keys.

        Each key string, in order, takes the first free response string that it can; ``exact`` is for set fills.
        """
        if len(keys) == 1 and len(responses) == 1:
            return [(0, 0)] if self._same(keys[0], responses[0], exact) else []
        free = _FreeStrings(responses, None if exact else self._normaliser)
        taken = [(place, free.take(text)) for place, text in enumerate(keys)]
        return [(place, other) for place, other in taken if other is not None]


class _FreeStrings:
    """The response strings that no key string has taken yet, by lower-case and by clean form.

    Without a normaliser only the lower-case form counts.
    """

    __slots__ = ("_by_clean", "_by_lower", "_clean", "_normaliser", "_taken")

    def __init__(self, strings: Sequence[bytes], normaliser: Normaliser | None) -> None:
        self._normaliser = normaliser
        self._taken = [False] * len(strings)
        self._by_lower = _places([text.lower() for text in strings])
        self._clean = [normaliser.clean(text) for text in strings] if normaliser else []
        self._by_clean = _places(self._clean)

    def take(self, key: bytes) -> int | None:
        """Take the first string that matches and return its place, None if there is none."""
        place = self._first(self._by_lower, key.lower())
        if self._normaliser is not None:
            whole, minimum = self._normaliser.key_form(key)
            place = min(place, self._first(self._by_clean, whole))
            if minimum is not None:
                place = min(place, self._first_between(minimum, whole, place))
        if place == len(self._taken):
            return None
        self._taken[place] = True
        return place

    def _first(self, places: dict[bytes, list[int]], form: bytes) -> int:
        """Return the first free place of a form, the number of strings if there is none."""
        candidates = places.get(form, [])
        while candidates and self._taken[candidates[-1]]:
            candidates.pop()
        return candidates[-1] if candidates else len(self._taken)

    def _first_between(self, minimum: bytes, whole: bytes, end: int) -> int:
        """Return the first free place before ``end`` of a string that lies between minimum and whole, else ``end``."""
        for place in range(end):
            if not self._taken[place] and lies_between(self._clean[place], minimum, whole):
                return place
        return end


def _places(forms: Sequence[bytes]) -> dict[bytes, list[int]]:
    """Return the places of each form, the last one first."""
    places: dict[bytes, list[int]] = {}
    for place in range(len(forms) - 1, -1, -1):
        places.setdefault(forms[place], []).append(place)
    return places
