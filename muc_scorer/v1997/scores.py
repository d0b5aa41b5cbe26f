"""The tallies of a document (scoring manual, tallies): of its objects, their slots, and its relevance."""

from __future__ import annotations

from muc_scorer.alignment import TEMPLATE
from muc_scorer.fills import least_size
from muc_scorer.objects import objects_of
from muc_scorer.tallies import SlotTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.alignment import Alignment
    from muc_scorer.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.fills import Comparison
    from muc_scorer.objects import Object, Side, Slot
    from muc_scorer.v1997.subtasks import Subtasks


class Scores:
    """Tallies of the objects of scored classes, of the fills of their scored slots, and of text filtering.

    Classes and slots without objects or fills may be missing.
    """

    __slots__ = ("classes", "slots", "text_filter")

    def __init__(self) -> None:
        self.classes: dict[ClassDef, SlotTally] = {}
        self.slots: dict[ClassDef, dict[SlotDef, SlotTally]] = {}
        self.text_filter = SlotTally()

    def of_class(self, definition: ClassDef) -> SlotTally:
        """Return the tally of the objects of a class."""
        tally = self.classes.get(definition)
        if tally is None:
            tally = self.classes[definition] = SlotTally()
        return tally

    def of_slot(self, definition: ClassDef, slot: SlotDef) -> SlotTally:
        """Return the tally of the fills of a slot of a class."""
        tallies = self.slots.setdefault(definition, {})
        tally = tallies.get(slot)
        if tally is None:
            tally = tallies[slot] = SlotTally()
        return tally

    def shown_slots(self, definition: ClassDef) -> list[tuple[SlotDef, SlotTally]]:
        """Return the slots of a class that a document's page shows: those with a possible or an actual fill."""
        tallies = self.slots.get(definition, {})
        return [
            (slot, tallies[slot])
            for slot in definition.in_order(tallies)
            if tallies[slot].possible or tallies[slot].actual
        ]

    def add(self, document: Scores) -> None:
        """Add the tallies of a document, of slots only those that its page shows."""
        for definition, tally in document.classes.items():
            self.classes[definition] = self.of_class(definition) + tally
            for slot, slot_tally in document.shown_slots(definition):
                self.slots[definition][slot] = self.of_slot(definition, slot) + slot_tally
        self.text_filter += document.text_filter


def score_document(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, subtasks: Subtasks | None = None
) -> Scores:
    """Return the tallies of an aligned document; ``subtasks`` takes those of tags by type and section, too."""
    scores = Scores()
    scorer = _Scorer(alignment, comparison, scores, subtasks)
    for definition in definitions:
        if definition.scored:
            scorer.tally(definition)
    document = alignment.document
    _tally_content(scores.text_filter, _content(document.key), _content(document.response))
    return scores


class _Scorer:
    """Tallies the objects of a document into its scores, and into the tallies by subtask if there are any."""

    __slots__ = ("_alignment", "_comparison", "_filled", "_pairs", "_scores", "_subtasks", "_width")

    def __init__(self, alignment: Alignment, comparison: Comparison, scores: Scores, subtasks: Subtasks | None) -> None:
        self._alignment = alignment
        self._comparison = comparison
        self._scores = scores
        self._subtasks = subtasks
        self._pairs = 0  # of objects of the present class
        self._width = 0  # how many scored slots it has
        self._filled: dict[SlotDef, int] = {}  # in how many pairs a slot is there, on either side

    def tally(self, definition: ClassDef) -> None:
        """Tally the objects of a class."""
        document = self._alignment.document
        keys, responses = objects_of(document.key, definition), objects_of(document.response, definition)
        self._pairs = 0
        self._filled = {}
        self._width = len(definition.scored_slots()) if self._subtasks is not None else 0
        if definition.name.lower() == TEMPLATE:
            self._tally_templates(definition, keys[:1], responses[:1])
        else:
            self._tally_keys(keys)
            self._tally_responses(responses)
        for slot, tally in self._scores.slots.get(definition, {}).items():
            tally.add_noncommittal(self._pairs - self._filled.get(slot, 0))

    def _tally_keys(self, keys: list[Object]) -> None:
        partners, connected = self._alignment.partners.of_key, self._alignment.connected.of_key
        for key in keys:
            tally = self._scores.of_class(key.definition)
            if key in partners:
                tally.add_paired(1, 1, 1)
                self._tally_pair(key, partners[key], correct=True)
            elif key in connected:
                tally.add_paired(1, 1, 0)
                self._tally_pair(key, connected[key], correct=False)
            else:
                tally.add_missing(1)
                self._tally_missing(key)

    def _tally_responses(self, responses: list[Object]) -> None:
        partners, connected = self._alignment.partners.of_response, self._alignment.connected.of_response
        for response in responses:
            if response not in partners and response not in connected:
                self._scores.of_class(response.definition).add_spurious(1)
                self._tally_spurious(response)

    def _tally_templates(self, definition: ClassDef, keys: list[Object], responses: list[Object]) -> None:
        """Tally the first template of each side, if there is one. It is right if it is paired and both have content."""
        tally = self._scores.of_class(definition)
        key, response = [_content(side) for side in (self._alignment.document.key, self._alignment.document.response)]
        for template in keys:
            partner = self._alignment.partners.of_key.get(template)
            _tally_content(tally, key, response if partner is not None else None)
            if key is not None and response is not None and partner is not None:
                self._tally_pair(template, partner, correct=True)
            elif key is not None and not key.optional:
                self._tally_missing(template)
        for template in responses:
            if template not in self._alignment.partners.of_response:
                _tally_content(tally, None, response)
                if response is not None:
                    self._tally_spurious(template)

    def _tally_pair(self, key: Object, response: Object, correct: bool) -> None:
        """Tally the slots of two objects: compared if they are paired, at best incorrect if they are only connected.

        Those that both lack are noncommittal.
        """
        filled = [definition for definition in {**key.slots, **response.slots} if definition.scored]
        self._pairs += 1
        if self._subtasks is not None and len(filled) < self._width:
            self._subtasks.by_section_of(key).add_noncommittal(self._width - len(filled))
        for definition in filled:
            self._filled[definition] = self._filled.get(definition, 0) + 1
            slot, other = key.slots.get(definition), response.slots.get(definition)
            rows = self._rows(definition, key)
            if slot is None or other is None:
                missing = least_size(slot) if slot is not None else 0
                spurious = len(other.main) if other is not None else 0
                for tally in rows:
                    _tally_unmatched(tally, slot, other, missing, spurious)
                continue
            if correct:
                parts = self._comparison.parts(slot, other, self._alignment.partners)
            else:
                parts = [(least_size(slot), len(other.main), 0)]
            for tally in rows:
                for counts in parts:
                    tally.add_paired(*counts)

    def _tally_missing(self, key: Object) -> None:
        for definition, slot in key.slots.items():
            if definition.scored and not slot.optional:
                missing = least_size(slot)
                for tally in self._rows(definition, key):
                    tally.add_missing(missing)

    def _tally_spurious(self, response: Object) -> None:
        for definition, slot in response.slots.items():
            if definition.scored:
                spurious = len(slot.main)
                for tally in self._rows(definition, response):
                    tally.add_spurious(spurious)

    def _rows(self, definition: SlotDef, item: Object) -> list[SlotTally]:
        """Return the rows of the report that the slot of an object counts in."""
        row = self._scores.of_slot(item.definition, definition)
        return [row] if self._subtasks is None else [row, *self._subtasks.rows(definition, item)]


def _content(side: Side | None) -> Slot | None:
    """Return the slot ``content`` of the first template of a side, None if it is absent: the document is irrelevant."""
    if side is not None:
        for definition in side.objects:
            if definition.name.lower() == TEMPLATE:
                for template in side.of_class(definition)[:1]:
                    content = definition.slot_named(b"content")
                    return template.slots.get(content) if content is not None else None
    return None


def _tally_content(tally: SlotTally, key: Slot | None, response: Slot | None) -> None:
    """Tally whether both sides take a document as relevant."""
    if key is not None and response is not None:
        tally.add_paired(1, 1, 1)
    else:
        _tally_unmatched(tally, key, response, 1, 1)


def _tally_unmatched(tally: SlotTally, key: Slot | None, response: Slot | None, missing: int, spurious: int) -> None:
    """Tally a slot that one side lacks, or both."""
    if response is not None:
        tally.add_spurious(spurious)
    elif key is None or key.optional:
        tally.add_noncommittal(1)
    else:
        tally.add_missing(missing)
