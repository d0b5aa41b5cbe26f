"""How the objects and single fills of a document met, which is all that the reports of version 3.3 show.

The codes are the manual's tallies (scoring manual, alignment and tallies). An optional fill or object that the
response does not have is ``OPT``, a fill of an alternative that was not chosen ``NON``, a fill of an unscored slot
``UNS``; these three are noncommittal.
"""

from __future__ import annotations

from itertools import zip_longest

from muc_scorer.align.alignment import content
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU, UNS, side_by_side
from muc_scorer.align.fills import places_of, pointer_matches, written
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.codes import FillMet
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import MultiFill, Object, Slot

    Match = tuple[int, int]
    Fills: TypeAlias = list[FillMet[bytes]]  # as template files write them


class SlotMets:
    """A slot of a pair of objects: ``fills`` of the multi-fill that was chosen, and ``others``, those that were not."""

    __slots__ = ("definition", "fills", "others")

    def __init__(self, definition: SlotDef, fills: Fills, others: Sequence[Fills] = ()) -> None:
        self.definition = definition
        self.fills = fills
        self.others = others

    def all_fills(self) -> Fills:
        """Return the fills of the chosen multi-fill and then those of the others."""
        if not self.others:
            return self.fills
        return [*self.fills, *[fill for fills in self.others for fill in fills]]


class ObjectMet:
    """A pair of objects, or one that stands alone (the other is None), and its slots in the order of definition."""

    __slots__ = ("code", "definition", "key", "response", "slots")

    def __init__(
        self, code: bytes, definition: ClassDef, key: Object | None, response: Object | None, slots: list[SlotMets]
    ) -> None:
        self.code = code
        self.definition = definition
        self.key = key
        self.response = response
        self.slots = slots

    def slot_named(self, name: bytes) -> SlotMets | None:
        """Return the slot with that name in lower case, None if neither object fills it."""
        return next((slot for slot in self.slots if slot.definition.folded == name), None)


class DocumentMets:
    """A document: the objects class by class, of each class the pairs, best first, and then those that stand alone.

    ``agreed`` is None except for scenario templates: there it says whether both sides agree on the relevance of the
    document.
    """

    __slots__ = ("agreed", "docnum", "objects")

    def __init__(self, docnum: bytes, objects: list[ObjectMet], agreed: bool | None) -> None:
        self.docnum = docnum
        self.objects = objects
        self.agreed = agreed


def document_mets(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, filtering: bool
) -> DocumentMets:
    """Return what becomes of the objects of a document; with ``filtering`` also whether its relevance was seen."""
    compared = _SlotComparison(comparison, alignment.partners)
    objects = [
        ObjectMet(code, definition, key, response, compared.slots(definition, key, response, code))
        for definition in definitions
        for code, key, response in _of_class(definition, alignment)
    ]
    document = alignment.document
    agreed = _agreed(content(document.key), content(document.response)) if filtering else None
    return DocumentMets(document.docnum, objects, agreed)


def _of_class(definition: ClassDef, alignment: Alignment) -> list[tuple[bytes, Object | None, Object | None]]:
    """Return the code of each pair of a class, best first, then of incorrect, missing, spurious, optional objects."""
    partner_of = alignment.partners.of_response
    connected = [pair for pair in alignment.connected.of_key.items() if pair[0].definition is definition]
    keys, responses = alignment.left_over(definition)
    optional = [item for item in objects_of(alignment.document.key, definition) if item in alignment.excused]
    return [
        *[(COR, partner_of[response], response) for _, response, _ in alignment.accepted.get(definition, ())],
        *[(INC, key, response) for key, response in connected],
        *[(MIS, key, None) for key in keys],
        *[(SPU, None, response) for response in responses],
        *[(OPT, key, None) for key in optional],
    ]


def _agreed(key: Slot | None, response: Slot | None) -> bool:
    """Say whether the sides agree that a document is relevant, by their content; optional content agrees with both."""
    relevant = key is not None and any(map(len, key.multi_fills()))
    answered = response is not None and len(response.main) > 0
    return relevant == answered or (relevant and key is not None and key.optional)


class _SlotComparison:
    """Compares the slots of the objects of a document, by the string rules of the run and the pairs of objects."""

    __slots__ = ("_comparison", "_partners")

    def __init__(self, comparison: Comparison, partners: Partners) -> None:
        self._comparison = comparison
        self._partners = partners

    def slots(self, definition: ClassDef, key: Object | None, response: Object | None, code: bytes) -> list[SlotMets]:
        """Return what becomes of each slot that at least one of two objects has; ``code`` is that of the objects.

        The fills of incorrect objects, which were left over and connected, are not right either.
        """
        found = []
        for slot in definition.slots:
            key_slot = key.slots.get(slot) if key is not None else None
            response_slot = response.slots.get(slot) if response is not None else None
            if key_slot is not None or response_slot is not None:
                found.append(self._slot(slot, key_slot, response_slot, code))
        return found

    def _slot(self, definition: SlotDef, key: Slot | None, response: Slot | None, code: bytes) -> SlotMets:
        if not definition.scored:
            return _unscored(definition, key, response)
        if key is None:
            fills = written(response.main) if response is not None else []
            return SlotMets(definition, side_by_side([], fills, []))
        if response is None:
            chosen = self._chosen(key, None)
            missing = OPT if key.optional or code == OPT else MIS
            return _with_others(key, chosen, [(missing, fill, None) for fill in written(chosen)])
        chosen = self._chosen(key, response if code == COR else None)
        matches = self._matches(chosen, response.main, definition.kind) if code == COR else []
        return _with_others(key, chosen, side_by_side(written(chosen), written(response.main), matches))

    def _chosen(self, key: Slot, response: Slot | None) -> MultiFill:
        """Return the key's multi-fill that suits the response best, or the smallest with a fill if there is none."""
        if not key.alternatives:
            return key.main
        if response is not None:
            return self._comparison.best(key, response.main, self._partners)[0]
        return min(filter(len, key.multi_fills()), key=len, default=key.main)

    def _matches(self, key: MultiFill, response: MultiFill, kind: str) -> list[Match]:
        """Return which key fill is right because of which response fill, as places among the fills written out."""
        strings = self._comparison.matches(key.strings, response.strings, kind)
        if not key.pointers:
            return strings
        pointers = pointer_matches(key.pointers, places_of(enumerate(response.pointers)), self._partners)
        return strings + [(i + len(key.strings), j + len(response.strings)) for i, j in pointers]


def _with_others(key: Slot, chosen: MultiFill, fills: Fills) -> SlotMets:
    """Return the mets of a slot whose ``chosen`` multi-fill came to ``fills``; the others are noncommittal."""
    others: list[Fills] = [
        [(NON, fill, None) for fill in written(other)] for other in key.multi_fills() if other is not chosen
    ]
    return SlotMets(key.definition, fills, others)


def _unscored(definition: SlotDef, key: Slot | None, response: Slot | None) -> SlotMets:
    """Return the fills of an unscored slot, those of both sides in the order in which they stand."""
    keys = written(key.main) if key is not None else []
    responses = written(response.main) if response is not None else []
    fills: Fills = [(UNS, *pair) for pair in zip_longest(keys, responses)]
    return SlotMets(definition, fills) if key is None else _with_others(key, key.main, fills)
