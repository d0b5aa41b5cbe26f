"""The tallies of named entities by type and by section of the document."""

from __future__ import annotations

from muc_scorer.entity_types import OTHER, TYPES
from muc_scorer.tallies import SlotTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.definitions import SlotDef
    from muc_scorer.objects import Object

SECTIONS = (
    (b"HEADLINE", b"headline", b"HL", b"hl", b"SLUG", b"PREAMBLE"),
    (b"DD", b"DATE"),
    (b"DATELINE",),
    (b"TXT", b"TEXT"),
    (b"IDS",),
    (b"TRAILER",),
)


class Subtasks:
    """Tallies of the slot ``type`` by class and type, and of all slots by section."""

    __slots__ = ("by_section", "by_type")

    def __init__(self) -> None:
        self.by_type = {name: {label: SlotTally() for label in labels} for name, labels in TYPES.items()}
        self.by_section = {label: SlotTally() for group in SECTIONS for label in group}

    def by_section_of(self, item: Object) -> SlotTally:
        """Return the tally of an object's section.

        Lower-case sections count in the upper-case rows unless they have rows of their own.
        """
        section = item.section
        return self.by_section[section if section in self.by_section else section.upper()]

    def rows(self, definition: SlotDef, item: Object) -> list[SlotTally]:
        """Return the tallies that a slot of an object counts in."""
        rows = [self.by_section_of(item)]
        slot = item.slots.get(definition)
        labels = self.by_type.get(item.definition.name.lower())
        if slot is not None and labels is not None and definition.name.lower() == b"type":
            label = slot.main.strings[0].lower() if slot.main.strings else OTHER
            rows.append(labels[label if label in labels else OTHER])
        return rows
