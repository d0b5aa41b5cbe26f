"""Finding the response objects that have a fill in common with a key object, without looking at each of them."""

from __future__ import annotations

from muc_scorer.align.fills import holds_pointers, places_of
from muc_scorer.read.definitions import POINTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Kin, Partners
    from muc_scorer.align.string_index import ResponseStrings
    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import MultiFill, Object


class FillIndex:
    """The fills of response objects by slot. An object's place is its place in the list given.

    ``bits`` has a bit for each slot that an object fills and that counts: 1, 2, 4 and so on.
    """

    __slots__ = ("_kin", "_partners", "_pointers", "_strings", "bits")

    def __init__(self, responses: Sequence[Object], comparison: Comparison, partners: Partners) -> None:
        self._partners = partners
        self._strings: dict[SlotDef, ResponseStrings] = {}
        self._pointers: dict[SlotDef, dict[Object, list[int]]] = {}
        self._kin: dict[SlotDef, dict[Kin, list[int]]] = {}
        filled: dict[SlotDef, list[tuple[int, MultiFill]]] = {}
        for place, item in enumerate(responses):
            for definition, slot in item.slots.items():
                if definition.scored or definition.weight:
                    filled.setdefault(definition, []).append((place, slot.main))
        self.bits = {definition: 1 << number for number, definition in enumerate(filled)}
        for definition, fills in filled.items():
            kind = definition.kind
            strings = [(place, text) for place, multi_fill in fills for text in multi_fill.strings]
            self._strings[definition] = comparison.index(strings if kind != POINTER else [], kind)
            pointers = [(place, target) for place, multi_fill in fills for target in multi_fill.pointers]
            self._pointers[definition] = places_of(pointers if holds_pointers(kind) else [])
            self._kin[definition] = self._places_by_kin(self._pointers[definition])

    def right(self, key: Object) -> dict[int, int]:
        """Return by place the slots in which a response object has a fill that matches one of the key's, as bits.

        All multi-fills of the key count. Response objects that have nothing in common with the key's are left out.
        """
        slots: dict[int, int] = {}
        for definition, slot in key.slots.items():
            bit = self.bits.get(definition)
            if bit is None:
                continue
            found = [places for fills in slot.multi_fills() for places in self._places(definition, fills)]
            different = {id(places): places for places in found}  # a fill that comes often has the same list each time
            for place in set().union(*different.values()):
                slots[place] = slots.get(place, 0) | bit
        return slots

    def _places(self, definition: SlotDef, fills: MultiFill) -> list[Sequence[int]]:
        """Return the places of the objects that have a fill of a multi-fill, in lists that may overlap."""
        strings, pointers, by_kin = self._strings[definition], self._pointers[definition], self._kin[definition]
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
            kin = self._partners.answered_kin(target)
            if kin is not None:
                places.setdefault(kin, []).extend(found)
        return places
