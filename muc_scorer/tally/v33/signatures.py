"""How often each signature occurs in a document of version 3.3 (scoring manual, tallies)."""

from __future__ import annotations

from common.tally import Signatures
from muc_scorer.align.codes import COR, INC
from muc_scorer.tally.cells import FILTERING, OTHER, TYPES, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.definitions import Definitions
    from muc_scorer.tally.cells import Rows
    from muc_scorer.tally.v33.outcomes import DocumentOutcome, ObjectOutcome, SlotOutcome

_BODY_SECTIONS = (b"txt", b"text", b"")  # tags without a section are those of documents that have none
_TYPE = b"type"


class Parts:
    """The parts of the fills of tags that are counted by themselves: types of a class, and header and body.

    The body is the text section, or a document without sections; the header is everything else.
    """

    __slots__ = ("body", "header", "types")

    def __init__(self, definitions: Definitions) -> None:
        self.types = {
            definition: {label: Part(label) for label in TYPES.get(definition.name.lower(), (OTHER,))}
            for definition in definitions
        }
        self.header, self.body = Part(b"Header"), Part(b"Body")

    def of(self, item: ObjectOutcome, slot: SlotOutcome) -> Rows:
        """Return the section of a pair of tags, the key's if there is one, and the type if the slot is that."""
        tag = item.key or item.response
        section = self.body if tag is not None and tag.section in _BODY_SECTIONS else self.header
        if slot.definition.name.lower() != _TYPE:
            return (section,)
        types = self.types[item.definition]
        label = _type(slot)
        return section, types[label if label in types else OTHER]


def slot_rows(item: ObjectOutcome, slot: SlotOutcome, parts: Parts | None) -> Rows:
    """Return the rows that the fills of a slot count in; ``parts`` are those of tags."""
    return (slot.definition,) if parts is None else (slot.definition, *parts.of(item, slot))


def document_signatures(outcome: DocumentOutcome, parts: Parts | None) -> Signatures:
    """Return the signatures of the objects and fills of a document, and of its relevance."""
    counted = Signatures()
    for item in outcome.objects:
        for code in item.codes():
            counted.count((code, item.definition))
        for slot in item.slots:
            rows = slot_rows(item, slot, parts)
            for code in slot.codes():
                signature = (code, *rows)
                counted[signature] = counted.get(signature, 0) + 1
    if outcome.agreed is not None:
        counted.count((COR if outcome.agreed else INC, FILTERING))
    return counted


def _type(slot: SlotOutcome) -> bytes:
    """Return the first type in lower case, that of the key if it has one."""
    fills = [fill.key or fill.response for fill in slot.fills]
    return fills[0].lower() if fills and fills[0] else OTHER
