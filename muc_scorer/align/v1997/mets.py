"""How the objects of a document and their slots met in the 1997 program (scoring manual, alignment and tallies)."""

from __future__ import annotations

from functools import cache

from muc_scorer.align.alignment import content
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU
from muc_scorer.align.fills import least_size
from muc_scorer.read.definitions import TEMPLATE
from muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import Object, Slot, Slots

    Codes: TypeAlias = tuple[tuple[bytes, int], ...]  # each with the number of fills that it is the code of
    Met: TypeAlias = tuple[ClassDef | SlotDef, Object | None, Object | None, Codes]
    SlotCodes: TypeAlias = tuple[SlotDef, Codes]
    Mets: TypeAlias = dict[ClassDef, list[Met]]


def relevance(alignment: Alignment) -> Codes:
    """Return whether both sides take a document as relevant."""
    return _content_codes(*_contents(alignment))


class MetFinder:
    """Finds the meetings of documents, class by class.

    ``in_text`` is for tags: they hold no pointers and are never connected, so how the slots of two of them meet is
    found out once for all tags that share these slots.
    """

    __slots__ = ("_alignment", "_comparison", "_definitions", "_slot_codes")

    def __init__(self, definitions: Definitions, comparison: Comparison, in_text: bool) -> None:
        self._definitions = definitions
        self._comparison = comparison
        self._slot_codes = cache(self._compared) if in_text else self._compared
        self._alignment: Alignment

    def document_mets(self, alignment: Alignment) -> Mets:
        """Return by scored class how the objects of a document met, and the scored slots that either object has.

        A meeting is of a class or of a slot, has the objects of key and response, one of which may be missing, and the
        codes of its fills; that of objects has one code.
        """
        self._alignment = alignment
        return {definition: self._of_class(definition) for definition in self._definitions if definition.scored}

    def _of_class(self, definition: ClassDef) -> list[Met]:
        keys = self._alignment.keys_of(definition)
        responses = objects_of(self._alignment.document.response, definition)
        if definition.folded == TEMPLATE:
            return [*self._templates(keys[:1], responses[:1])]
        return [*self._keys(keys), *self._responses(responses)]

    def _keys(self, keys: list[Object]) -> Iterator[Met]:
        partners, connected = self._alignment.partners.of_key, self._alignment.connected.of_key
        for key in keys:
            if key in partners or key in connected:
                response, code = (partners[key], COR) if key in partners else (connected[key], INC)
                yield key.definition, key, response, ((code, 1),)
                yield from self._slots(key, response, code)
            else:
                yield key.definition, key, None, ((MIS, 1),)
                yield from self._missing(key)

    def _responses(self, responses: list[Object]) -> Iterator[Met]:
        partners, connected = self._alignment.partners.of_response, self._alignment.connected.of_response
        for response in responses:
            if response not in partners and response not in connected:
                yield response.definition, None, response, ((SPU, 1),)
                yield from _spurious(response)

    def _templates(self, keys: list[Object], responses: list[Object]) -> Iterator[Met]:
        """Yield the first template of each side, if there is one. It is right if it is paired and both have content."""
        key, response = _contents(self._alignment)
        for template in keys:
            partner = self._alignment.partners.of_key.get(template)
            yield template.definition, template, partner, _content_codes(key, response if partner is not None else None)
            if key is not None and response is not None and partner is not None:
                yield from self._slots(template, partner, COR)
            elif key is not None and not key.optional:
                yield from self._missing(template)
        for template in responses:
            if template not in self._alignment.partners.of_response:
                yield template.definition, None, template, _content_codes(None, response)
                if response is not None:
                    yield from _spurious(template)

    def _slots(self, key: Object, response: Object, code: bytes) -> list[Met]:
        """Return the slots of two objects: compared if they are paired, never right if only connected."""
        found = self._slot_codes(self._alignment.counted(key).slots, response.slots, code)
        return [(definition, key, response, codes) for definition, codes in found]

    def _compared(self, slots: Slots, others: Slots, code: bytes) -> list[SlotCodes]:
        return [
            (definition, self._codes(slots.get(definition), others.get(definition), code))
            for definition in {**slots, **others}
            if definition.scored
        ]

    def _codes(self, slot: Slot | None, other: Slot | None, code: bytes) -> Codes:
        """Return what becomes of the fills of a slot of two objects."""
        if slot is None or other is None:
            return _unmatched(slot, other)
        if code != COR:
            return paired_codes(least_size(slot), len(other.main), 0)
        parts = self._comparison.parts(slot, other, self._alignment.partners)
        if len(parts) == 1:
            return paired_codes(*parts[0])
        return tuple([pair for counts in parts for pair in paired_codes(*counts)])

    def _missing(self, key: Object) -> Iterator[Met]:
        for definition, slot in self._alignment.counted(key).slots.items():
            if definition.scored and not slot.optional:
                yield definition, key, None, paired_codes(least_size(slot), 0, 0)


def _spurious(response: Object) -> Iterator[Met]:
    for definition, slot in response.slots.items():
        if definition.scored:
            yield definition, None, response, paired_codes(0, len(slot.main), 0)


def _contents(alignment: Alignment) -> tuple[Slot | None, Slot | None]:
    """Return the slots ``content`` of key and response; a side that lacks it takes the document as irrelevant."""
    document = alignment.document
    return content(document.key, alignment.excused), content(document.response)


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


@cache
def paired_codes(possible: int, actual: int, correct: int) -> Codes:
    """Return what becomes of two multi-fills: what is not correct is incorrect as far as both sides go.

    Where one pointer of the response makes several of the key right there are fewer incorrect ones than none.
    """
    incorrect = min(possible, actual) - correct
    left = ((MIS, possible - correct - incorrect), (SPU, actual - correct - incorrect))
    return tuple([pair for pair in ((COR, correct), (INC, incorrect), *left) if pair[1]])
