"""What becomes of the objects of a document and of their slots, as far as it is counted (scoring manual, tallies)."""

from __future__ import annotations

from common.tally import Signatures
from muc_scorer.align.alignment import TEMPLATE
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU
from muc_scorer.align.fills import least_size
from muc_scorer.read.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.read.definitions import SlotDef
from muc_scorer.read.objects import objects_of
from muc_scorer.tally.cells import FILTERING, UNCOUNTED, page_tally
from muc_scorer.tally.v1997.subtasks import section_of, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from typing import TypeAlias

    from common.tally import Tally
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Object, Side, Slot
    from muc_scorer.tally.cells import Rows, Signature

    Codes: TypeAlias = tuple[tuple[bytes, int], ...]
    Outcome: TypeAlias = tuple[Rows, Object | None, Object | None, Codes]

_NONCOMMITTAL = (NON, OPT)
_paired: dict[tuple[int, int, int], Codes] = {}


class DocumentCounts:
    """How often each signature occurs in a document.

    ``shown`` are the slots that its page shows, those with a possible or an actual fill; of others nothing counts but
    what they add to a type or a section.
    """

    __slots__ = ("shown", "signatures")

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        counted: dict[Signature, int] = {}
        signature: Signature
        for rows, _, _, codes in outcomes:
            for code, number in codes:
                signature = (code, *rows)
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


def total_tally(documents: Iterable[DocumentCounts]) -> Tally:
    """Return the tally of a whole run."""
    total = Signatures()
    for counts in documents:
        total.add(counts.signatures)
    return page_tally(total)


def document_outcomes(
    alignment: Alignment, definitions: Definitions, comparison: Comparison, task: bytes
) -> list[Outcome]:
    """Return what becomes of an aligned document: rows, the objects of key and response, and codes with their numbers.

    Outcomes are those of objects, of slots that either object has (the other object may be missing), and of slots that
    both objects of some pairs lack, these without objects. Slots of named entities count by type and section, too, and
    of scenario templates there is an outcome of the document's relevance.
    """
    scorer = _Scorer(alignment, comparison, in_parts=task == NAMED_ENTITY)
    for definition in definitions:
        if definition.scored:
            scorer.score(definition)
    if task == SCENARIO_TEMPLATE:
        relevance = _content_codes(*_contents(alignment))
        scorer.outcomes.append(((FILTERING,), None, None, relevance))
    return scorer.outcomes


class _Scorer:
    """Collects the outcomes of a document, class by class."""

    __slots__ = ("_alignment", "_comparison", "_in_parts", "_pairs", "outcomes")

    def __init__(self, alignment: Alignment, comparison: Comparison, in_parts: bool) -> None:
        self.outcomes: list[Outcome] = []
        self._alignment = alignment
        self._comparison = comparison
        self._in_parts = in_parts
        self._pairs: dict[Rows, list[tuple[Object, Object]]] = {}  # of the present class, by section

    def score(self, definition: ClassDef) -> None:
        """Score the objects of a class."""
        document = self._alignment.document
        keys, responses = self._alignment.keys_of(definition), objects_of(document.response, definition)
        self._pairs = {}
        first = len(self.outcomes)
        if definition.name.lower() == TEMPLATE:
            self._score_templates(keys[:1], responses[:1])
        else:
            self._score_keys(keys)
            self._score_responses(responses)
        if self._pairs:
            self._score_lacking(definition, {rows[0] for rows, *_ in self.outcomes[first:]})

    def _score_keys(self, keys: list[Object]) -> None:
        partners, connected = self._alignment.partners.of_key, self._alignment.connected.of_key
        for key in keys:
            if key in partners:
                self._score_pair(key, partners[key], COR)
            elif key in connected:
                self._score_pair(key, connected[key], INC)
            else:
                self.outcomes.append(((key.definition,), key, None, ((MIS, 1),)))
                self._score_missing(key)

    def _score_responses(self, responses: list[Object]) -> None:
        partners, connected = self._alignment.partners.of_response, self._alignment.connected.of_response
        for response in responses:
            if response not in partners and response not in connected:
                self.outcomes.append(((response.definition,), None, response, ((SPU, 1),)))
                self._score_spurious(response)

    def _score_templates(self, keys: list[Object], responses: list[Object]) -> None:
        """Score the first template of each side, if there is one. It is right if it is paired and both have content."""
        key, response = _contents(self._alignment)
        for template in keys:
            partner = self._alignment.partners.of_key.get(template)
            codes = _content_codes(key, response if partner is not None else None)
            self.outcomes.append(((template.definition,), template, partner, codes))
            if key is not None and response is not None and partner is not None:
                self._score_slots(template, partner, COR)
            elif key is not None and not key.optional:
                self._score_missing(template)
        for template in responses:
            if template not in self._alignment.partners.of_response:
                self.outcomes.append(((template.definition,), None, template, _content_codes(None, response)))
                if response is not None:
                    self._score_spurious(template)

    def _score_pair(self, key: Object, response: Object, code: bytes) -> None:
        self.outcomes.append(((key.definition,), key, response, ((code, 1),)))
        self._score_slots(key, response, code)

    def _score_slots(self, key: Object, response: Object, code: bytes) -> None:
        """Score the slots of two objects: compared if they are paired, at best incorrect if they are only connected."""
        section = (section_of(key),) if self._in_parts else ()
        self._pairs.setdefault(section, []).append((key, response))
        slots, others = self._alignment.counted(key).slots, response.slots
        for definition in {**slots, **others}:
            if definition.scored:
                slot, other = slots.get(definition), others.get(definition)
                if slot is None or other is None:
                    codes = _unmatched(slot, other)
                elif code == COR:
                    parts = self._comparison.parts(slot, other, self._alignment.partners)
                    codes = paired_codes(*parts[0]) if len(parts) == 1 else _all_codes(parts)
                else:
                    codes = paired_codes(least_size(slot), len(other.main), 0)
                self.outcomes.append((self._rows(definition, key), key, response, codes))

    def _score_missing(self, key: Object) -> None:
        for definition, slot in self._alignment.counted(key).slots.items():
            if definition.scored and not slot.optional:
                codes = paired_codes(least_size(slot), 0, 0)
                self.outcomes.append((self._rows(definition, key), key, None, codes))

    def _score_spurious(self, response: Object) -> None:
        for definition, slot in response.slots.items():
            if definition.scored:
                codes = paired_codes(0, len(slot.main), 0)
                self.outcomes.append((self._rows(definition, response), None, response, codes))

    def _score_lacking(self, definition: ClassDef, filled: set[object]) -> None:
        """Score the slots that both objects of pairs lack. Of records only those count that any of them fills."""
        slots = definition.scored_slots() if self._in_parts else [slot for slot in filled if isinstance(slot, SlotDef)]
        for section, pairs in self._pairs.items():
            having: dict[SlotDef, int] = {}
            for key, response in pairs:
                for slot in {**key.slots, **response.slots}:
                    having[slot] = having.get(slot, 0) + 1
            for slot in slots:
                lacking = len(pairs) - having.get(slot, 0)
                if lacking:
                    self.outcomes.append(((slot, *section), None, None, ((NON, lacking),)))

    def _rows(self, definition: SlotDef, item: Object) -> Rows:
        """Return the rows of the report that the slot of an object counts in."""
        if not self._in_parts:
            return (definition,)
        part = type_of(definition, item)
        return (definition, section_of(item)) if part is None else (definition, section_of(item), part)


def _contents(alignment: Alignment) -> tuple[Slot | None, Slot | None]:
    """Return the slots ``content`` of key and response."""
    document = alignment.document
    return _content(document.key, alignment.excused), _content(document.response, ())


def _content(side: Side | None, excused: Collection[Object]) -> Slot | None:
    """Return the slot ``content`` of the first template of a side, None if it is absent: the document is irrelevant."""
    if side is not None:
        for definition in side.objects:
            if definition.name.lower() == TEMPLATE:
                for template in [item for item in side.of_class(definition) if item not in excused][:1]:
                    content = definition.slot_named(b"content")
                    return template.slots.get(content) if content is not None else None
    return None


def _content_codes(key: Slot | None, response: Slot | None) -> Codes:
    """Return whether both sides take a document as relevant."""
    if key is not None and response is not None:
        return ((COR, 1),)
    if response is not None:
        return ((SPU, 1),)
    return ((NON, 1),) if key is None else ((OPT, 1),) if key.optional else ((MIS, 1),)


def _unmatched(key: Slot | None, response: Slot | None) -> Codes:
    """Return what becomes of a slot that one object of a pair lacks."""
    if response is not None:
        return paired_codes(0, len(response.main), 0)
    assert key is not None
    return ((OPT, 1),) if key.optional else paired_codes(least_size(key), 0, 0)


def paired_codes(possible: int, actual: int, correct: int) -> Codes:
    """Return what becomes of two multi-fills: what is not correct is incorrect as far as both sides go.

    Where one pointer of the response makes several of the key right there are fewer incorrect ones than none.
    """
    counts = (possible, actual, correct)
    codes = _paired.get(counts)
    if codes is None:
        incorrect = min(possible, actual) - correct
        left = ((MIS, possible - correct - incorrect), (SPU, actual - correct - incorrect))
        codes = tuple([pair for pair in ((COR, correct), (INC, incorrect), *left) if pair[1]])
        _paired[counts] = codes
    return codes


def _all_codes(parts: Iterable[tuple[int, int, int]]) -> Codes:
    return tuple([pair for counts in parts for pair in paired_codes(*counts)])
