"""What becomes of the objects of an aligned document and of their fills (scoring manual; version 3.3)."""

from __future__ import annotations

from muc_scorer.align.alignment import TEMPLATE
from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.align.v33.mets import DocumentMets, ObjectMet
from muc_scorer.align.v33.slot_mets import SlotAligner
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Object, Side, Slot

_CONTENT = b"content"


def document_mets(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, filtering: bool
) -> DocumentMets:
    """Return what becomes of the objects of a document; with ``filtering`` also whether its relevance was seen."""
    mets = _Objects(alignment, SlotAligner(comparison, alignment.partners))
    objects = [met for definition in definitions for met in mets.of_class(definition)]
    document = alignment.document
    agreed = _agreed(document.key, document.response) if filtering else None
    return DocumentMets(document.docnum, objects, agreed)


class _Objects:
    """The objects of an aligned document, class by class."""

    __slots__ = ("_alignment", "_slot_aligner")

    def __init__(self, alignment: Alignment, slot_aligner: SlotAligner) -> None:
        self._alignment = alignment
        self._slot_aligner = slot_aligner

    def of_class(self, definition: ClassDef) -> list[ObjectMet]:
        """Return the mets of a class: pairs, best first, then incorrect, missing, spurious and optional objects."""
        alignment = self._alignment
        partners, connected = alignment.partners, alignment.connected
        pairs = [
            (partners.of_response[response], response) for _, response, _ in alignment.accepted.get(definition, ())
        ]
        side_by_side = [pair for pair in connected.of_key.items() if pair[0].definition is definition]
        keys, responses = alignment.left_over(definition)
        optional = [item for item in objects_of(alignment.document.key, definition) if item in alignment.excused]
        return [
            *[self._met(COR, definition, key, response) for key, response in pairs],
            *[self._met(INC, definition, key, response) for key, response in side_by_side],
            *[self._met(MIS, definition, key, None) for key in keys],
            *[self._met(SPU, definition, None, response) for response in responses],
            *[self._met(OPT, definition, key, None) for key in optional],
        ]

    def _met(self, code: bytes, definition: ClassDef, key: Object | None, response: Object | None) -> ObjectMet:
        slots = []
        for slot in definition.slots:
            key_slot = key.slots.get(slot) if key is not None else None
            response_slot = response.slots.get(slot) if response is not None else None
            if key_slot is not None or response_slot is not None:
                slots.append(self._slot_aligner.slot(slot, key_slot, response_slot, code))
        return ObjectMet(code, definition, key, response, slots)


def _agreed(key: Side | None, response: Side | None) -> bool:
    """Say whether key and response agree that a document is relevant or not; optional content agrees with both."""
    content, answer = _content(key), _content(response)
    relevant = content is not None and any(map(len, content.multi_fills()))
    answered = answer is not None and len(answer.main) > 0
    return relevant == answered or (relevant and content is not None and content.optional)


def _content(side: Side | None) -> Slot | None:
    """Return the slot ``content`` of the first object of the class ``template``."""
    for item in side or ():
        if item.definition.name.lower() == TEMPLATE:
            return next((slot for definition, slot in item.slots.items() if definition.name.lower() == _CONTENT), None)
    return None
