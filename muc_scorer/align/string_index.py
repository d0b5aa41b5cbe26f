"""Finding the strings that a string matches without looking at each of them: those of a response, those of a key slot.

Without a normaliser (set fills) only the lower-case form of strings counts.
"""

from __future__ import annotations

from muc_scorer.align.normalise import lies_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from muc_scorer.align.normalise import Normaliser
    from muc_scorer.read.objects import Slot

_NOWHERE = 1 << 62  # behind all places


class ResponseStrings:
    """Response strings, each with its place (a number, ascending), by lower-case and by clean form."""

    __slots__ = ("_by_clean", "_by_lower", "_lengths", "_normaliser")

    def __init__(self, strings: Iterable[tuple[int, bytes]], normaliser: Normaliser | None) -> None:
        self._normaliser = normaliser
        self._by_lower: dict[bytes, list[int]] = {}
        self._by_clean: dict[bytes, list[int]] = {}
        self._lengths: set[int] = set()  # of the clean forms, once a minimum is looked for
        for place, text in strings:
            self._by_lower.setdefault(text.lower(), []).append(place)
            if normaliser is not None:
                self._by_clean.setdefault(normaliser.clean(text), []).append(place)

    def matching(self, key: bytes) -> list[Sequence[int]]:
        """Return the places of the strings that a key string matches, in ascending lists that may overlap."""
        found: list[Sequence[int]] = [self._by_lower.get(key.lower(), ())]
        if self._normaliser is not None:
            whole, minimum = self._normaliser.key_form(key)
            found.append(self._by_clean.get(whole, ()))
            if minimum is not None:
                found.append(self._by_clean.get(minimum, ()))  # even if the whole, when clean, lacks it
                found += [self._by_clean[clean] for clean in self._between(minimum, whole)]
        return found

    def _between(self, minimum: bytes, whole: bytes) -> Iterator[bytes]:
        """Yield the clean forms that hold a minimum and are part of the whole key string, maybe more than once.

        A key string is cut up into its parts if these are fewer than the clean forms.
        """
        clean_forms = self._by_clean
        self._lengths = self._lengths or set(map(len, clean_forms))
        lengths = [length for length in self._lengths if len(minimum) <= length <= len(whole)]
        found: Iterable[bytes] = clean_forms
        if sum([len(whole) - length + 1 for length in lengths]) < len(clean_forms):
            parts = (whole[start : start + length] for length in lengths for start in range(len(whole) - length + 1))
            found = filter(clean_forms.__contains__, parts)
        return (clean for clean in found if lies_between(clean, minimum, whole))


def first_free(keys: Iterable[bytes], responses: ResponseStrings) -> list[tuple[int, int]]:
    """Return which key string matches which response string, as places of both, in the order of the keys.

    Each key string, in order, takes the first free response string that it can.
    """
    taken: set[int] = set()
    passed: dict[int, int] = {}  # by identity of a list of places: how many from the first on are taken

    def first(places: Sequence[int]) -> int:
        begin = passed.get(id(places), 0)
        while begin < len(places) and places[begin] in taken:
            begin += 1
        passed[id(places)] = begin
        return places[begin] if begin < len(places) else _NOWHERE

    matches = []
    for place, key in enumerate(keys):
        other = min(map(first, responses.matching(key)))
        if other != _NOWHERE:
            taken.add(other)
            matches.append((place, other))
    return matches


class SingleFills:
    """The multi-fills of a key slot, which are one string each, by lower-case and by clean form of these.

    Most slots with alternatives are like that. A multi-fill has its place among those of the slot.
    """

    __slots__ = ("_by_clean", "_by_lower", "_normaliser", "_with_minimum")

    def __init__(self, slot: Slot, normaliser: Normaliser | None) -> None:
        self._normaliser = normaliser
        self._by_lower: dict[bytes, int] = {}
        self._by_clean: dict[bytes, int] = {}
        self._with_minimum: list[tuple[int, bytes]] = []
        for place, fills in enumerate(slot.multi_fills()):
            text = fills.strings[0]
            self._by_lower.setdefault(text.lower(), place)
            if normaliser is not None:
                whole, minimum = normaliser.key_form(text)
                self._by_clean.setdefault(whole, place)
                if minimum is not None:
                    self._with_minimum.append((place, text))

    def first_match(self, response: bytes) -> int | None:
        """Return the place of the first string that a response string matches, None if there is none."""
        found = [self._by_lower.get(response.lower())]
        if self._normaliser is not None:
            found.append(self._by_clean.get(self._normaliser.clean(response)))
            match = self._normaliser.match
            found.append(next((place for place, text in self._with_minimum if match(text, response)), None))
        return min([place for place in found if place is not None], default=None)


def all_single(slot: Slot) -> bool:
    """Say whether the multi-fills of a slot are one string each."""
    return all(len(fills.strings) == 1 and not fills.pointers for fills in slot.multi_fills())
