"""How often each signature occurs in a document of the 1997 program (scoring manual, tallies)."""

from __future__ import annotations

from common.tally import Signatures
from muc_scorer.align.codes import COR, INC, NON, OPT
from muc_scorer.read.definitions import TYPE, SlotDef
from muc_scorer.tally.cells import FILTERING, OTHER, TYPES, UNCOUNTED, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from muc_scorer.align.v1997.mets import Codes, Met, Mets
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.objects import Object
    from muc_scorer.tally.cells import Rows, Signature

SECTIONS = [
    [Part(label) for label in group]
    for group in (
        (b"HEADLINE", b"headline", b"HL", b"hl", b"SLUG", b"PREAMBLE"),
        (b"DD", b"DATE"),
        (b"DATELINE",),
        (b"TXT", b"TEXT"),
        (b"IDS",),
        (b"TRAILER",),
    )
]
SUBTASKS = {name: {label: Part(label) for label in labels} for name, labels in TYPES.items()}
_SECTIONS = {part.label: part for group in SECTIONS for part in group}
_NONCOMMITTAL = (NON, OPT)


class DocumentSignatures:
    """How often each signature occurs in a document.

    ``shown`` are the slots that its page shows, those with a possible or an actual fill; others count only in types and
    sections. ``in_parts`` says whether there are such, as of named entities; ``relevance`` is of scenario templates.
    """

    __slots__ = ("in_parts", "shown", "signatures")

    def __init__(self, mets: Mets, relevance: Codes, in_parts: bool) -> None:
        self.in_parts = in_parts
        counted: dict[Signature, int] = {(code, FILTERING): number for code, number in relevance}
        signature: Signature
        for definition, of_class in mets.items():
            for met in of_class:
                rows = met_rows(met, in_parts)
                for code, number in met[3]:
                    signature = (code, *rows)
                    counted[signature] = counted.get(signature, 0) + number
            for rows, number in lacking(definition, of_class, in_parts):
                signature = (NON, *rows)
                counted[signature] = counted.get(signature, 0) + number
        self.shown = {signature[1] for signature in counted if signature[0] not in _NONCOMMITTAL}
        self.signatures = Signatures()
        for signature, number in counted.items():
            self.signatures.count(self.signature(signature[0], signature[1:]), number)

    def signature(self, code: bytes, rows: Rows) -> Signature:
        """Return the signature of what has a code in some rows."""
        if isinstance(rows[0], SlotDef) and rows[0] not in self.shown:
            rows = rows[1:]
        return (code, *rows) if rows else UNCOUNTED


def met_rows(met: Met, in_parts: bool) -> Rows:
    """Return the rows that a meeting counts in: its class or slot, with ``in_parts`` also section and type."""
    definition, key, response, _ = met
    if not in_parts or not isinstance(definition, SlotDef):
        return (definition,)
    item = key or response
    assert item is not None, "a meeting has an object"
    part = type_part(definition, item)
    section = section_part(item.section)
    return (definition, section) if part is None else (definition, section, part)


def section_part(section: bytes) -> Part:
    """Return the part of a section. Lower-case ones count as upper-case ones unless they have rows of their own."""
    return _SECTIONS[section if section in _SECTIONS else section.upper()]


def type_part(definition: SlotDef, item: Object) -> Part | None:
    """Return the type that a slot of an object counts in, None if it is not ``type``, or the object lacks it."""
    slot = item.slots.get(definition) if definition.folded == TYPE else None
    types = SUBTASKS.get(item.definition.folded)
    if slot is None or types is None:
        return None
    label = slot.main.strings[0].lower() if slot.main.strings else OTHER
    return types[label if label in types else OTHER]


def lacking(definition: ClassDef, mets: Sequence[Met], in_parts: bool) -> Iterator[tuple[Rows, int]]:
    """Yield the rows of slots that both objects of pairs lack, with the number of these pairs.

    Of records only slots count that any object of the class fills.
    """
    pairs: dict[bytes, int] = {}  # by section
    having: dict[tuple[SlotDef, bytes], int] = {}
    filled: dict[SlotDef, None] = {}
    for of, key, response, codes in mets:
        section = key.section if in_parts and key is not None else b""
        if isinstance(of, SlotDef):
            filled[of] = None
            if key is not None and response is not None:
                having[of, section] = having.get((of, section), 0) + 1
        elif codes[0][0] in (COR, INC):
            pairs[section] = pairs.get(section, 0) + 1
    slots = definition.scored_slots() if in_parts else filled
    for section, number in pairs.items():
        for slot in slots:
            left = number - having.get((slot, section), 0)
            if left:
                yield ((slot, section_part(section)) if in_parts else (slot,)), left
