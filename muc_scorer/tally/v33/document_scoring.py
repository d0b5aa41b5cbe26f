"""What becomes of the objects of an aligned document (scoring manual; version 3.3)."""

from __future__ import annotations

from muc_scorer.align.alignment import TEMPLATE
from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.read.objects import objects_of
from muc_scorer.tally.v33.outcomes import DocumentOutcome, ObjectOutcome
from muc_scorer.tally.v33.slot_scoring import SlotScorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Object, Side, Slot

_CONTENT = b"content"


def score_document(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, filtering: bool
) -> DocumentOutcome:
    """Return what becomes of the objects of a document; with ``filtering`` also whether its relevance was seen."""
    scorer = _ObjectScorer(alignment, SlotScorer(comparison, alignment.partners))
    objects = [outcome for definition in definitions for outcome in scorer.of_class(definition)]
    document = alignment.document
    agreed = _agreed(document.key, document.response) if filtering else None
    return DocumentOutcome(document.docnum, objects, agreed)


class _ObjectScorer:
    """Scores the objects of one document class by class."""

    __slots__ = ("_alignment", "_slot_scorer")

    def __init__(self, alignment: Alignment, slot_scorer: SlotScorer) -> None:
        self._alignment = alignment
        self._slot_scorer = slot_scorer

    def of_class(self, definition: ClassDef) -> list[ObjectOutcome]:
        """Return the outcomes of a class: pairs, best first, then incorrect, missing, spurious and optional objects."""
        alignment = self._alignment
        partners, connected = alignment.partners, alignment.connected
        pairs = [
            (partners.of_response[response], response) for _, response, _ in alignment.accepted.get(definition, ())
        ]
        side_by_side = [pair for pair in connected.of_key.items() if pair[0].definition is definition]
        keys, responses = alignment.left_over(definition)
        optional = [item for item in objects_of(alignment.document.key, definition) if item in alignment.excused]
        return [
            *[self._outcome(COR, definition, key, response) for key, response in pairs],
            *[self._outcome(INC, definition, key, response) for key, response in side_by_side],
            *[self._outcome(MIS, definition, key, None) for key in keys],
            *[self._outcome(SPU, definition, None, response) for response in responses],
            *[self._outcome(OPT, definition, key, None) for key in optional],
        ]

    def _outcome(self, code: bytes, definition: ClassDef, key: Object | None, response: Object | None) -> ObjectOutcome:
        slots = []
        for slot in definition.slots:
            key_slot = key.slots.get(slot) if key is not None else None
            response_slot = response.slots.get(slot) if response is not None else None
            if key_slot is not None or response_slot is not None:
                slots.append(self._slot_scorer.slot(slot, key_slot, response_slot, code))
        return ObjectOutcome(code, definition, key, response, slots)


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
