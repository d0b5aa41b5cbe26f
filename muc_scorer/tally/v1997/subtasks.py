"""The parts of named entities that are counted by themselves: types of a class, and sections of the document."""

from __future__ import annotations

from muc_scorer.tally.cells import OTHER, TYPES, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import Object

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


def section_part(section: bytes) -> Part:
    """Return the part of a section. Lower-case ones count as upper-case ones unless they have rows of their own."""
    return _SECTIONS[section if section in _SECTIONS else section.upper()]


def type_part(definition: SlotDef, item: Object) -> Part | None:
    """Return the type that a slot of an object counts in, None if it is not ``type``, or the object lacks it."""
    slot = item.slots.get(definition)
    types = SUBTASKS.get(item.definition.name.lower())
    if slot is None or types is None or definition.name.lower() != b"type":
        return None
    label = slot.main.strings[0].lower() if slot.main.strings else OTHER
    return types[label if label in types else OTHER]
