"""Finding the response objects that have a fill in common with a key object, without looking at each of them."""

from __future__ import annotations

from muc_scorer.definitions import POINTER
from muc_scorer.fills import holds_pointers, places_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.definitions import SlotDef
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import MultiFill, Object
    from muc_scorer.partners import Kin, Partners


class FillIndex:
    """The fills of response objects by slot. An object's place is its place in the list given."""

    __slots__ = ("_kin", "_partners", "_pointers", "_slots", "_strings")

    def __init__(
        self, slots: Sequence[SlotDef], responses: Sequence[Object], comparison: Comparison, partners: Partners
    ) -> None:
        self._slots = slots
        self._partners = partners
        self._strings = []
        self._pointers: list[dict[Object, list[int]]] = []
        self._kin: list[dict[Kin, list[int]]] = []
        for definition in slots:
            filled = [(place, item.slots.get(definition)) for place, item in enumerate(responses)]
            fills = [(place, slot.main) for place, slot in filled if slot is not None]
            strings = [(place, text) for place, multi_fill in fills for text in multi_fill.strings]
            self._strings.append(comparison.index(strings if definition.kind != POINTER else [], definition.kind))
            pointers = [(place, target) for place, multi_fill in fills for target in multi_fill.pointers]
            self._pointers.append(places_of(pointers if holds_pointers(definition.kind) else []))
            self._kin.append(self._places_by_kin(self._pointers[-1]))

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
        strings, pointers, by_kin = self._strings[number], self._pointers[number], self._kin[number]
        found = [places for text in fills.strings for places in strings.matching(text)]
        if pointers:
            targets = map(self._partners.of_key.get, fills.pointers)
            found += [pointers[target] for target in targets if target is not None and target in pointers]
            kin = {self._partners.kin(item) for item in fills.pointers}
            identical = {other for one in kin if one is not None for other in one.matches | one.matched_by}
            found += [by_kin[other] for other in identical if other in by_kin]
        return found

    def _places_by_kin(self, pointers: dict[Object, list[int]]) -> dict[Kin, list[int]]:
        """Return the places of the objects whose pointers lead to a partner of some kin."""
        places: dict[Kin, list[int]] = {}
        for target, found in pointers.items():
            key = self._partners.of_response.get(target)
            kin = self._partners.kin(key) if key is not None else None
            if kin is not None:
                places.setdefault(kin, []).extend(found)
        return places
