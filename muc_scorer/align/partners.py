"""The pairs of objects, and the key objects that are identical to each other."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container

    from legacy_scorers.muc_scorer.read.objects import Object


class Partners:
    """The response object of each key object, and the key objects that are ``identical`` to it.

    A pointer to a key object counts as a pointer to an identical one. Two objects are identical if either has all fills
    of the other. For each object, first come those before it whose fills it has, then those that have its fills, then
    those after it whose fills it has.
    """

    def __init__(self) -> None:
        self.of_key: dict[Object, Object] = {}
        self.of_response: dict[Object, Object] = {}
        self.identical: dict[Object, dict[Object, None]] = {}

    def pair(self, key: Object, response: Object) -> None:
        """Pair two objects that are free."""
        self.of_key[key] = response
        self.of_response[response] = key

    def link_identical(self, keys: Collection[Object], is_identical: Callable[[Object, Object], bool]) -> None:
        """Note which key objects of a class are identical."""
        self.identical = {key: {} for key in keys}
        for first in keys:
            for second in keys:
                if is_identical(first, second):
                    self.identical[first][second] = None
                    self.identical[second][first] = None

    def answer(self, key: Object, responses: Collection[Object]) -> Object | None:
        """Return the response object that is paired with a key object, or with an identical one, or None."""
        partner = self.of_key.get(key)
        if partner in responses:
            return partner
        identical: Collection[object] = self.identical.get(key, ())
        if identical:
            for response in responses:
                if self.of_response.get(response) in identical:
                    return response
        return None

    def free_identical(self, key: Object, excused: Container[Object]) -> Object | None:
        """Return the first identical object that is neither paired nor excused, or None."""
        identical = self.identical.get(key, ())
        return next((item for item in identical if item not in self.of_key and item not in excused), None)

    def hand_over(self, key: Object, identical: Object) -> None:
        """Pair ``identical`` with the response object of ``key``, which becomes free."""
        self.pair(identical, self.of_key.pop(key))
