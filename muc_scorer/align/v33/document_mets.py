"""What becomes of the objects of an aligned document and of their fills (scoring manual; version 3.3)."""

from __future__ import annotations

from muc_scorer.align.alignment import content
from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.align.v33.mets import DocumentMets, ObjectMet
from muc_scorer.align.v33.slot_mets import SlotAligner
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Object, Slot


def document_mets(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, filtering: bool
) -> DocumentMets:
    """Return what becomes of the objects of a document; with ``filtering`` also whether its relevance was seen."""
    aligner = SlotAligner(comparison, alignment.partners)
    objects = [
        ObjectMet(code, definition, key, response, aligner.slots(definition, key, response, code))
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
