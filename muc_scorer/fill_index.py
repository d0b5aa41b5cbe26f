"""Finding the response objects that have a fill in common with a key object, without looking at each of them."""

from __future__ import annotations

from muc_scorer.definitions import POINTER
from muc_scorer.fills import holds_pointers, places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.definitions import SlotDef
    from muc_scorer.fills import Comparison, Partners
    from muc_scorer.objects import MultiFill, Object


class FillIndex:
    """The fills of response objects by slot. An object's place is its place in the list given."""

    __slots__ = ("_partners", "_pointers", "_slots", "_strings")

    def __init__(
        self, slots: Sequence[SlotDef], responses: Sequence[Object], comparison: Comparison, partners: Partners
    ) -> None:
        self._slots = slots
        self._partners = partners
        self._strings = []
        self._pointers: list[dict[Object, list[int]]] = []
        for definition in slots:
            filled = [(place, item.slots.get(definition)) for place, item in enumerate(responses)]
            fills = [(place, slot.main) for place, slot in filled if slot is not None]
            strings = [(place, text) for place, multi_fill in fills for text in multi_fill.strings]
            self._strings.append(comparison.index(strings if definition.kind != POINTER else [], definition.kind))
            pointers = [(place, target) for place, multi_fill in fills for target in multi_fill.pointers]
            self._pointers.append(places_of(pointers if holds_pointers(definition.kind) else []))

    def right(self, key: Object) -> dict[int, int]:
        """Return by place the slots in which a response object has a fill that matches one of the key's.

        The slots are bits: the first slot is 1, the second 2, the third 4. All multi-fills of the key count. Response
        objects that have nothing in common with the key's are left out.
        """
        slots: dict[int, int] = {}
        for number, definition in enumerate(self._slots):
            slot = key.slots.get(definition)
            if slot is None:
                continue
            places: set[int] = set()
            for fills in slot.multi_fills():
                places.update(*self._places(number, fills))
            bit = 1 << number
            for place in places:
                slots[place] = slots.get(place, 0) | bit
        return slots

    def _places(self, number: int, fills: MultiFill) -> list[Sequence[int]]:
        """Return the places of the objects that have a fill of a multi-fill, in lists that may overlap."""
        strings, pointers = self._strings[number], self._pointers[number]
        found = [places for text in fills.strings for places in strings.matching(text)]
        if pointers:
            targets = [target for item in fills.pointers for target in self._partners.targets(item)]
            found += [pointers[target] for target in targets if target in pointers]
        return found
