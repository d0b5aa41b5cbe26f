"""Who is paired with whom, and which key objects are interchangeable."""

from __future__ import annotations

from heapq import heappop, heappush

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable

    from muc_scorer.read.objects import Object

    Places = dict["Kin", list[int]]


class Kin:
    """Key objects of a class that have the same content.

    Each is identical to every object of the kin it ``matches`` and of those that it is ``matched_by``. Its own kin is
    among these, unless the fills keep an object from being identical even to its copy.
    """

    __slots__ = ("matched_by", "matches")

    def __init__(self) -> None:
        self.matches: set[Kin] = set()
        self.matched_by: set[Kin] = set()

    def is_identical(self, other: Kin | None) -> bool:
        """Say whether the objects of another kin are identical to these."""
        return other in self.matches or other in self.matched_by


class Partners:
    """Which response object each key object is paired with, and which key objects are identical."""

    __slots__ = ("_keys", "_kin", "_places", "_unpaired", "of_key", "of_response")

    def __init__(self) -> None:
        self.of_key: dict[Object, Object] = {}
        self.of_response: dict[Object, Object] = {}
        self._keys: list[Object] = []
        self._places: dict[Object, int] = {}
        self._kin: dict[Object, Kin] = {}
        self._unpaired: Places = {}

    def pair(self, key: Object, response: Object) -> None:
        """Pair two objects that are free."""
        self.of_key[key] = response
        self.of_response[response] = key

    def group(self, keys: list[Object], groups: Iterable[list[Object]]) -> list[Kin]:
        """Make each group of key objects with the same content kin, which are returned; ``keys`` are all, in order."""
        self._keys = keys
        self._places = {key: place for place, key in enumerate(keys)}
        self._unpaired = {Kin(): [self._places[key] for key in group] for group in groups}
        self._kin = {keys[place]: kin for kin, places in self._unpaired.items() for place in places}
        return list(self._unpaired)

    def kin(self, key: Object) -> Kin | None:
        """Return the kin of a key object, None if no objects of its class are known to be identical."""
        return self._kin.get(key)

    def answered(self, responses: Iterable[Object]) -> Places:
        """Return the kin that response objects are paired with, with the places of those members, ascending."""
        keys = {self.of_response[response] for response in responses if response in self.of_response}
        found: Places = {}
        for place in sorted([self._places[key] for key in keys if key in self._kin]):
            found.setdefault(self._kin[self._keys[place]], []).append(place)
        return found

    def answered_kin(self, response: Object) -> Kin | None:
        """Return the kin of the key object that a response object is paired with, None without any."""
        key = self.of_response.get(response)
        return None if key is None else self._kin.get(key)

    def answer(self, key: Object, responses: Collection[Object]) -> Object | None:
        """Return which response object is paired with a key object or with an identical one, None if none is."""
        partner = self.of_key.get(key)
        if partner in responses:
            return partner
        kin = self._kin.get(key)
        return next((item for item in responses if kin is not None and kin.is_identical(self.answered_kin(item))), None)

    def first_identical(self, key: Object, places: Places, is_good: Callable[[Object], bool]) -> Object | None:
        """Return the first good one of the objects identical to a key object, None if there is none.

        All pairs of objects are compared, in order, and one that is identical either way links both: first come the
        objects before ``key`` that match it, then those that it matches, then those after it that match it. ``places``
        are heaps of those that may be good; what is not is taken out of them.
        """
        own_kin = self._kin.get(key)
        if own_kin is None:
            return None
        before = self._first_place(own_kin.matched_by, places, is_good)
        if before is not None and before < self._places[key]:
            return self._keys[before]
        after = self._first_place(own_kin.matches, places, is_good)
        found = before if after is None else after
        return None if found is None else self._keys[found]

    def _first_place(self, kin: Iterable[Kin], places: Places, is_good: Callable[[Object], bool]) -> int | None:
        first = []
        for heap in filter(None, map(places.get, kin)):
            while heap and not is_good(self._keys[heap[0]]):
                heappop(heap)
            first += heap[:1]
        return min(first, default=None)

    def heir(self, key: Object, gone: Container[Object]) -> Object | None:
        """Return the first identical object that is neither paired nor ``gone`` for good, None if there is none."""
        return self.first_identical(key, self._unpaired, lambda item: item not in self.of_key and item not in gone)

    def hand_over(self, key: Object, heir: Object) -> None:
        """Pair ``heir`` with the response object of ``key``, which becomes free."""
        self.pair(heir, self.of_key.pop(key))
        heappush(self._unpaired[self._kin[key]], self._places[key])
