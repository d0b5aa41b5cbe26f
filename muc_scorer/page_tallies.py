"""The tallies that a page of the 3.3 score report shows, of one document or of all."""

from __future__ import annotations

from muc_scorer.subtasks import OTHER, TYPES
from muc_scorer.tallies import SlotTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from muc_scorer.definitions import Definitions
    from muc_scorer.outcomes import DocumentOutcome, ObjectOutcome, SlotOutcome

    Row = TypeVar("Row")

HEADER = b"Header"
BODY = b"Body"
_BODY_SECTIONS = (b"txt", b"text")
_TYPE = b"type"


class PageTallies:
    """Tallies of objects by class, of fills by slot, and of documents by relevance (``filtering``).

    Of tags also those of the slot ``type`` by class and type, and those of all slots by section: the body is
    what stands in the text section, the header all else. Pages add up.
    """

    __slots__ = ("filtering", "objects", "sections", "slots", "types")

    def __init__(self, definitions: Definitions) -> None:
        self.objects = {definition: SlotTally() for definition in definitions}
        self.slots = {slot: SlotTally() for definition in definitions for slot in definition.slots}
        self.types = {
            definition: {label: SlotTally() for label in TYPES.get(definition.name.lower(), (OTHER,))}
            for definition in definitions
        }
        self.sections = {HEADER: SlotTally(), BODY: SlotTally()}
        self.filtering = SlotTally()

    def add_document(self, outcome: DocumentOutcome) -> None:
        """Add what became of a document."""
        for item in outcome.objects:
            item.add_to(self.objects[item.definition])
            section = self.sections[_section(item)]
            for slot in item.slots:
                tally = slot.tally()
                self.slots[slot.definition] += tally
                section += tally
                if slot.definition.name.lower() == _TYPE:
                    types = self.types[item.definition]
                    label = _type(slot)
                    types[label if label in types else OTHER] += tally
        if outcome.agreed is not None:
            self.filtering.add_paired(1, 1, int(outcome.agreed))

    def add_page(self, page: PageTallies) -> None:
        """Add the tallies of another page."""
        _add(self.objects, page.objects)
        _add(self.slots, page.slots)
        _add(self.sections, page.sections)
        for definition, types in self.types.items():
            _add(types, page.types[definition])
        self.filtering += page.filtering

    def all_slots(self) -> SlotTally:
        """Return the sum over all slots, the unscored ones included."""
        total = SlotTally()
        for tally in self.slots.values():
            total += tally
        return total


def _add(rows: dict[Row, SlotTally], others: dict[Row, SlotTally]) -> None:
    for name, tally in rows.items():
        tally += others[name]


def _section(item: ObjectOutcome) -> bytes:
    """Return the part of the document in which a pair stands, on the key's side if it has one."""
    tag = item.key or item.response
    return BODY if tag is not None and tag.section in _BODY_SECTIONS else HEADER


def _type(slot: SlotOutcome) -> bytes:
    """Return the first type in lower case, that of the key if it has one."""
    fills = [fill.key or fill.response for fill in slot.fills]
    return fills[0].lower() if fills and fills[0] else OTHER
