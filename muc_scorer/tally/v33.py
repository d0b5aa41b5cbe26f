"""How often each signature occurs in a document of version 3.3 (scoring manual, tallies)."""

from __future__ import annotations

from common.tally import Signatures
from muc_scorer.align.codes import COR, INC, UNS
from muc_scorer.read.definitions import TYPE
from muc_scorer.tally.cells import FILTERING, OTHER, TYPES, UNCOUNTED, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.align.codes import FillMet
    from muc_scorer.align.v33.mets import DocumentMets, ObjectMet, SlotMets
    from muc_scorer.read.definitions import Definitions
    from muc_scorer.tally.cells import Rows, Signature

_BODY_SECTIONS = (b"txt", b"text", b"")  # tags without a section are those of documents that have none


class Parts:
    """The parts of the fills of tags that are counted by themselves: types of a class, and header and body.

    The body is the text section, or a document without sections; the header is everything else.
    """

    __slots__ = ("body", "header", "types")

    def __init__(self, definitions: Definitions) -> None:
        self.types = {
            definition: {label: Part(label) for label in TYPES.get(definition.folded, (OTHER,))}
            for definition in definitions
        }
        self.header, self.body = Part(b"Header"), Part(b"Body")

    def of(self, item: ObjectMet, slot: SlotMets) -> Rows:
        """Return the section of a pair of tags, the key's if there is one, and the type if the slot is that."""
        tag = item.key or item.response
        section = self.body if tag is not None and tag.section in _BODY_SECTIONS else self.header
        if slot.definition.folded != TYPE:
            return (section,)
        types = self.types[item.definition]
        label = _type(slot)
        return section, types[label if label in types else OTHER]


def slot_rows(item: ObjectMet, slot: SlotMets, parts: Parts | None) -> Rows:
    """Return the rows that the fills of a slot count in; ``parts`` are those of tags."""
    return (slot.definition,) if parts is None else (slot.definition, *parts.of(item, slot))


def document_signatures(mets: DocumentMets, parts: Parts | None) -> Signatures:
    """Return the signatures of the objects and fills of a document, and of its relevance."""
    counted = Signatures()
    for item in mets.objects:
        counted.count(object_signature(item))
        for slot in item.slots:
            rows = slot_rows(item, slot, parts)
            for fill in slot.all_fills():
                signature = fill_signature(fill, rows)
                counted[signature] = counted.get(signature, 0) + 1
    if mets.agreed is not None:
        counted.count((COR if mets.agreed else INC, FILTERING))
    return counted


def object_signature(item: ObjectMet) -> Signature:
    """Return the signature of a pair of objects. Of an unscored class the key's objects are noncommittal."""
    if item.definition.scored:
        return item.code, item.definition
    return UNCOUNTED if item.key is None else (UNS, item.definition)


def fill_signature(fill: FillMet[bytes], rows: Rows) -> Signature:
    """Return the signature of a pair of fills. What an unscored slot of the response holds counts nowhere."""
    code, key, _ = fill
    return UNCOUNTED if key is None and code == UNS else (code, *rows)


def _type(slot: SlotMets) -> bytes:
    """Return the first type in lower case, that of the key if it has one."""
    fills = [key or response for _, key, response in slot.fills]
    return fills[0].lower() if fills and fills[0] else OTHER
