"""How the objects of a document and their fills matched in the 1997 program (scoring manual, alignment and tallies)."""

from __future__ import annotations

from functools import cache

from muc_scorer.align.alignment import content
from muc_scorer.align.fills import holds_pointers, least_size
from muc_scorer.align.outcome import MatchTree, side_by_side, written
from muc_scorer.cells import COR, FILTERING, INC, MIS, NON, OPT, OTHER, SPU
from muc_scorer.read.definitions import MULTI, POINTER, STRING, TEMPLATE, SlotDef
from muc_scorer.read.objects import MultiFill, objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.align.outcome import Fill, FillMatch, Pair
    from muc_scorer.cells import Parts, Rows
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Object, Slot, Slots

    ObjectMatch = tuple[bytes, Pair, Slots | None, Slots | None]  # a code, objects, and the slots that count of them
    SlotMatches = list[tuple[SlotDef, Rows, list[FillMatch]]]

_NOTHING: Fill = (b"", None)


class Matcher:
    """Finds the matches of documents, class by class.

    ``parts`` are those of named entities. With ``in_text`` objects are tags. These hold no pointers and are never
    connected, so how the slots of two of them match is found out once for all tags that share these slots; where names
    recur that is a third of the time of a run.
    """

    __slots__ = ("_alignment", "_comparison", "_definitions", "_filtering", "_outcome", "_parts", "_slots")

    def __init__(
        self, definitions: Definitions, comparison: FillComparison, in_text: bool, parts: Parts | None, filtering: bool
    ) -> None:
        self._definitions = definitions
        self._comparison = comparison
        self._parts = parts
        self._filtering = filtering
        self._slots = cache(self._compared) if in_text else self._compared
        self._alignment: Alignment
        self._outcome: MatchTree

    def outcome(self, alignment: Alignment) -> MatchTree:
        """Return the matches of a document: by class, of its relevance if that is asked for, and what is excused."""
        self._alignment = alignment
        self._outcome = MatchTree(alignment)
        for definition in self._definitions:
            if definition.scored:
                self._add_class(definition)
        document = alignment.document
        if self._filtering:
            code = _content_code(*_contents(alignment))
            fill: Fill = (document.docnum, None)
            key, response = fill if code != SPU else None, fill if code in (COR, SPU) else None
            self._outcome.add_fills((None, None), None, (FILTERING,), [(code, key, response, 1)])
        for item in document.key or ():
            if item in alignment.excused:
                self._outcome.add_objects(OPT, (), (item, None))
        _leave_out_unshown(self._outcome)
        return self._outcome

    def _add_class(self, definition: ClassDef) -> None:
        keys = self._alignment.keys_of(definition)
        responses = objects_of(self._alignment.document.response, definition)
        if definition.folded == TEMPLATE:
            found = self._templates(keys[:1], responses[:1])
        else:
            found = self._objects(keys, responses)
        filled: dict[SlotDef, None] = {}
        paired = []
        for code, pair, slots, others in found:
            self._outcome.add_objects(code, (definition,), pair)
            tag = pair[0] or pair[1]
            assert tag is not None, "a match has an object"
            for slot, rows, fills in self._slots(definition, tag.section, code, slots, others):
                filled[slot] = None
                self._outcome.add_fills(pair, slot, rows, fills)
            if code in (COR, INC):
                paired.append(pair)
        self._add_lacking(definition, paired, filled)

    def _objects(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[ObjectMatch]:
        """Yield the objects of the key in order, and then what is spurious."""
        partners, connected = self._alignment.partners, self._alignment.connected
        for key in keys:
            slots = self._alignment.counted(key).slots
            if key in partners.of_key:
                yield COR, (key, partners.of_key[key]), slots, partners.of_key[key].slots
            elif key in connected.of_key:
                yield INC, (key, connected.of_key[key]), slots, connected.of_key[key].slots
            else:
                yield MIS, (key, None), slots, None
        for response in responses:
            if response not in partners.of_response and response not in connected.of_response:
                yield SPU, (None, response), None, response.slots

    def _templates(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[ObjectMatch]:
        """Yield the first template of each side, if there is one. It is right if it is paired and both have content."""
        key, response = _contents(self._alignment)
        partners = self._alignment.partners
        for template in keys:
            partner = partners.of_key.get(template)
            code = _content_code(key, response if partner is not None else None)
            counts = code == COR or (key is not None and not key.optional)
            slots = self._alignment.counted(template).slots if counts else None
            yield code, (template, partner), slots, partner.slots if partner is not None and code == COR else None
        for template in responses:
            if template not in partners.of_response:
                slots = template.slots if response is not None else None
                yield _content_code(None, response), (None, template), None, slots

    def _compared(
        self, definition: ClassDef, section: bytes, code: bytes, slots: Slots | None, others: Slots | None
    ) -> SlotMatches:
        """Return the matches of the scored slots of two objects: of those of one of them if the other is None."""
        found: SlotMatches = []
        keys: dict[SlotDef, Slot] = slots or {}
        responses: dict[SlotDef, Slot] = others or {}
        for slot in {**keys, **responses}:
            if slot.scored and (others is not None or not keys[slot].optional):
                rows: Rows = (slot,)
                if self._parts is not None:
                    own = (responses if slots is None else keys).get(slot)
                    label = None if own is None else own.main.strings[0] if own.main.strings else OTHER
                    rows = self._parts.rows(slot, definition, section, label)
                found.append((slot, rows, self._fills(keys.get(slot), responses.get(slot), code)))
        return found

    def _fills(self, slot: Slot | None, other: Slot | None, code: bytes) -> list[FillMatch]:
        """Return the matches of the fills of a slot; ``code`` is that of the objects."""
        if slot is None:
            return side_by_side([], written(other.main) if other else [], [])
        if other is None:
            if slot.optional:
                return [(OPT, (b" ".join([text for text, _ in _least(slot)]), None), None, 1)]
            return side_by_side(_least(slot), [], [])
        if code != COR:
            return side_by_side(_least(slot), written(other.main), [])
        return self._matched(slot, other.main)

    def _matched(self, slot: Slot, response: MultiFill) -> list[FillMatch]:
        """Return the matches of the fills of two slots: of several types those of strings and of pointers apart."""
        partners = self._alignment.partners
        chosen = self._comparison.best(slot, response, partners)[0] if slot.alternatives else slot.main
        kind = slot.definition.kind
        found = []
        for part in (STRING, POINTER) if kind == MULTI else (kind,):
            right = self._comparison.right(chosen, response, part, partners)
            found += side_by_side(_counted(chosen, part), _counted(response, part), right)
        return found

    def _add_lacking(self, definition: ClassDef, pairs: Sequence[Pair], filled: dict[SlotDef, None]) -> None:
        """Add a match for each pair of objects and each slot that both lack.

        Of records only slots count that any object of the class fills.
        """
        slots = definition.scored_slots() if self._parts else [*filled]
        by_section: dict[bytes, list[Any]] = {}
        for pair in pairs:
            by_section.setdefault(pair[0].section if self._parts and pair[0] else b"", []).append(pair)
        for section, of_section in by_section.items():
            for slot in slots:
                rows = (slot,) if self._parts is None else (slot, self._parts.section(section))
                for key, response in of_section:
                    if slot not in key.slots and slot not in response.slots:
                        self._outcome.add_fills((key, response), slot, rows, [(NON, _NOTHING, _NOTHING, 1)])


def _leave_out_unshown(outcome: MatchTree) -> None:
    """Take out of the rows the slots without a possible or an actual fill, which the page of the document lacks."""
    signatures: set[Any] = {match.signature for match in outcome.matches}
    shown = {rows[0] for code, rows, _ in signatures if rows and code not in (NON, OPT)}
    without = {
        (code, rows, times): (code, rows[1:], times)
        for code, rows, times in signatures
        if rows and isinstance(rows[0], SlotDef) and rows[0] not in shown
    }
    if without:
        for match in outcome.matches:
            signature: Any = match.signature
            match.signature = without.get(signature, signature)


def _contents(alignment: Alignment) -> tuple[Slot | None, Slot | None]:
    """Return the slots ``content`` of key and response; a side that lacks it takes the document as irrelevant."""
    document = alignment.document
    return content(document.key, alignment.excused), content(document.response)


def _content_code(key: Slot | None, response: Slot | None) -> bytes:
    if key is not None and response is not None:
        return COR
    if response is not None:
        return SPU
    return NON if key is None else OPT if key.optional else MIS


def _least(slot: Slot) -> list[Fill]:
    """Return the fills of a key slot that the response lacks: those of one of the multi-fills with the fewest."""
    number = least_size(slot)
    return written(next(fills for fills in slot.multi_fills() if len(fills) == number))


def _counted(fills: MultiFill, part: str) -> list[Fill]:
    """Return the fills of a multi-fill that count in a slot of that kind."""
    if part != POINTER and not fills.pointers:
        return written(fills)
    strings = fills.strings if part != POINTER else ()
    return written(MultiFill(strings, fills.pointers if holds_pointers(part) else ()))
