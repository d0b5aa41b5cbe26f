"""The tallies that a page of the 3.3 score report shows, of one document or of all."""

from __future__ import annotations

from muc_scorer.entity_types import OTHER, TYPES
from muc_scorer.tallies import SlotTally
from muc_scorer.v33.outcomes import COR, INC, MIS, NON, OPT, SPU, UNS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    from muc_scorer.definitions import Definitions
    from muc_scorer.v33.outcomes import DocumentOutcome, ObjectOutcome, SlotOutcome

    Name = TypeVar("Name")

HEADER = b"Header"
BODY = b"Body"
_BODY_SECTIONS = (b"txt", b"text", b"")  # tags without a section are those of documents that have none
_TYPE = b"type"


class Counts:
    """How often each code occurs in a row."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[bytes, int] = {}

    def add(self, codes: Iterable[bytes]) -> None:
        """Count the codes."""
        counts = self._counts
        for code in codes:
            counts[code] = counts.get(code, 0) + 1

    def __iadd__(self, other: Counts) -> Counts:
        for code, count in other._counts.items():
            self._counts[code] = self._counts.get(code, 0) + count
        return self

    def tally(self) -> SlotTally:
        """Return the tallies of the row."""
        correct, incorrect, missing, spurious, *rest = [
            self._counts.get(code, 0) for code in (COR, INC, MIS, SPU, OPT, NON, UNS)
        ]
        paired = correct + incorrect
        return SlotTally(paired + missing, paired + spurious, correct, 0, incorrect, missing, spurious, sum(rest))


class PageTallies:
    """Counts of objects by class, of fills by slot, and of documents by relevance (``filtering``).

    Of tags also those of the slot ``type`` by class and type, and those of all slots by section: the body is
    what stands in the text section or in a document without sections, the header all else. Pages add up.
    """

    __slots__ = ("filtering", "objects", "sections", "slots", "types")

    def __init__(self, definitions: Definitions) -> None:
        self.objects = {definition: Counts() for definition in definitions}
        self.slots = {slot: Counts() for definition in definitions for slot in definition.slots}
        self.types = {
            definition: {label: Counts() for label in TYPES.get(definition.name.lower(), (OTHER,))}
            for definition in definitions
        }
        self.sections = {HEADER: Counts(), BODY: Counts()}
        self.filtering = Counts()

    def add_document(self, outcome: DocumentOutcome) -> None:
        """Add what became of a document."""
        for item in outcome.objects:
            self.objects[item.definition].add(item.codes())
            section = self.sections[_section(item)]
            for slot in item.slots:
                codes = slot.codes()
                self.slots[slot.definition].add(codes)
                section.add(codes)
                if slot.definition.name.lower() == _TYPE:
                    types = self.types[item.definition]
                    label = _type(slot)
                    types[label if label in types else OTHER].add(codes)
        if outcome.agreed is not None:
            self.filtering.add([COR if outcome.agreed else INC])

    def add_page(self, page: PageTallies) -> None:
        """Add the tallies of another page."""
        _add(self.objects, page.objects)
        _add(self.slots, page.slots)
        _add(self.sections, page.sections)
        for definition, types in self.types.items():
            _add(types, page.types[definition])
        self.filtering += page.filtering

    def all_slots(self) -> Counts:
        """Return the sum over all slots, the unscored ones included."""
        total = Counts()
        for counts in self.slots.values():
            total += counts
        return total


def _add(rows: dict[Name, Counts], others: dict[Name, Counts]) -> None:
    for name, counts in rows.items():
        counts += others[name]


def _section(item: ObjectOutcome) -> bytes:
    """Return the part of the document in which a pair stands, on the key's side if it has one."""
    tag = item.key or item.response
    return BODY if tag is not None and tag.section in _BODY_SECTIONS else HEADER


def _type(slot: SlotOutcome) -> bytes:
    """Return the first type in lower case, that of the key if it has one."""
    fills = [fill.key or fill.response for fill in slot.fills]
    return fills[0].lower() if fills and fills[0] else OTHER
