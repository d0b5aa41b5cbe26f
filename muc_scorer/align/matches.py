"""The matches of a document's objects and fills, from which all reports are made.

The codes are the manual's tallies (scoring manual, alignment and tallies). In version 3.3 an optional fill or object
that the response lacks is ``OPT``, a fill of an alternative that was not chosen ``NON``, and a fill of an unscored slot
``UNS``; these three are noncommittal.
"""

from __future__ import annotations

from functools import cache
from itertools import zip_longest

from legacy_scorers.common.result import Match
from legacy_scorers.muc_scorer.align.alignment import content
from legacy_scorers.muc_scorer.align.fills import least_size, of_kind
from legacy_scorers.muc_scorer.cells import COR, FEWER, FILTERING, INC, MIS, MORE, NON, OPT, OTHER, SPU, UNS
from legacy_scorers.muc_scorer.read.definitions import MULTI, POINTER, STRING, TEMPLATE, SlotDef
from legacy_scorers.muc_scorer.read.objects import objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.muc_scorer.align.alignment import Alignment
    from legacy_scorers.muc_scorer.align.fills import FillComparison
    from legacy_scorers.muc_scorer.cells import Parts, Rows
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions
    from legacy_scorers.muc_scorer.read.objects import MultiFill, Object, Slot, Slots

    Fill: TypeAlias = tuple[bytes, Object | None]  # as in template files, and its target
    FillMatch: TypeAlias = tuple[bytes, Fill | None, Fill | None, int]  # code, fills of key and response, times
    Pair: TypeAlias = tuple[Object | None, Object | None]  # of key and response, one of which may be missing
    Piece: TypeAlias = tuple[Pair, SlotDef | None, Fill | None]  # an object, or a fill of a slot that it has
    ObjectMatch: TypeAlias = tuple[bytes, Pair, dict[SlotDef, list[FillMatch]]]
    SlotMatches: TypeAlias = list[tuple[SlotDef, Rows, list[FillMatch]]]

_NOTHING: Fill = (b"", None)


class MatchTree:
    """The matches of a document in the order of the reports: each match of objects precedes those of their fills.

    ``pieces`` are, by side, the objects and fills that matches refer to by index. The relevance of the document is a
    fill of no object. ``chosen`` holds the compared multi-fill of each key slot with several, in version 3.3.
    """

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.matches: list[Match] = []
        self.pieces: tuple[list[Piece], list[Piece]] = ([], [])
        self.chosen: dict[Slot, MultiFill] = {}

    def add_objects(self, code: bytes, rows: Rows, pair: Pair) -> None:
        """Add the match of two objects, or of one without a partner."""
        (keys, responses), (key, response) = self.pieces, pair
        key_index = len(keys) if key is not None else None
        response_index = len(responses) if response is not None else None
        self.matches.append(Match((code, rows, 1), key_index, response_index))
        for pieces, item in zip(self.pieces, pair):
            if item is not None:
                pieces.append((pair, None, None))

    def add_fills(self, pair: Pair, slot: SlotDef | None, rows: Rows, fills: Sequence[FillMatch]) -> None:
        """Add the matches of the fills of a slot of two objects."""
        keys, responses = self.pieces
        for code, key, response, times in fills:
            match = Match((code, rows, times), None, None)
            self.matches.append(match)
            if key is not None:
                match.key = len(keys)
                keys.append((pair, slot, key))
            if response is not None:
                match.response = len(responses)
                responses.append((pair, slot, response))

    def of(self, match: Match) -> tuple[Pair, SlotDef | None, Fill | None, Fill | None]:
        """Return the two objects of a match and, for a match of fills, the slot and the two fills."""
        keys, responses = self.pieces
        pair: Pair = (None, None)
        slot = key = response = None
        if match.key is not None:
            pair, slot, key = keys[match.key]
        if match.response is not None:
            pair, slot, response = responses[match.response]
        return pair, slot, key, response

    def objects(self) -> list[ObjectMatch]:
        """Return the matches of objects in order, each with the matches of their fills by slot."""
        found: list[ObjectMatch] = []
        fills: dict[SlotDef, list[FillMatch]] = {}  # of the latest objects
        for match in self.matches:
            code, *_ = match.signature
            pair, slot, key, response = self.of(match)
            if slot is not None:
                fills.setdefault(slot, []).append((code, key, response, 1))
            elif pair != (None, None):
                fills = {}
                found.append((code, pair, fills))
        return found


def written(fills: MultiFill) -> list[Fill]:
    """Return the strings, then the pointers of a multi-fill, as in template files but without quotes."""
    found: list[Fill] = [(text, None) for text in fills.strings]
    if fills.pointers:
        found += [(item.header(), item) for item in fills.pointers]
    return found


def side_by_side(keys: Sequence[Fill], responses: Sequence[Fill], right: Sequence[tuple[int, int]]) -> list[FillMatch]:
    """Return the matches of the fills of two multi-fills.

    ``right`` are the indices of correct fills. The others are incorrect in pairs, and the rest is missing or spurious.
    If one response fill makes several key fills right, the number of incorrect fills may be negative.
    """
    found: list[FillMatch] = [(COR, keys[i], responses[j], 1) for i, j in right]
    if len(right) == len(keys) == len(responses):  # saves a twentieth of a run of named entities
        return found
    right_keys, right_responses = {i for i, _ in right}, {j for _, j in right}
    left_keys = [fill for place, fill in enumerate(keys) if place not in right_keys]
    left_responses = [fill for place, fill in enumerate(responses) if place not in right_responses]
    incorrect = min(len(keys), len(responses)) - len(right)
    if incorrect >= 0:
        found += [(INC, key, response, 1) for key, response in zip(left_keys[:incorrect], left_responses)]
    found += [(MIS, key, None, 1) for key in left_keys[max(0, incorrect) :]]
    spurious = max(0, len(responses) - len(keys))  # the last ones
    found += [(SPU, None, response, 1) for response in left_responses[len(left_responses) - spurious :]]
    if incorrect < 0:
        _, key, response, _ = found[len(right) - 1]
        found += [(FEWER, key, response, -incorrect), (MORE, key, None, -incorrect)]
    return found


class Matcher:
    """Finds the matches of documents, class by class. ``parts`` are the rows for parts of the tags.

    With ``filtering`` it also says whether both sides agree on the relevance of a document.
    """

    def __init__(
        self, definitions: Definitions, comparison: FillComparison, parts: Parts | None, filtering: bool
    ) -> None:
        self._definitions = definitions
        self._comparison = comparison
        self._parts = parts
        self._filtering = filtering
        self._alignment: Alignment
        self._outcome: MatchTree

    def outcome(self, alignment: Alignment) -> MatchTree:
        """Return the matches of a document: those of each class, and with ``filtering`` that of its relevance."""
        self._alignment = alignment
        self._outcome = MatchTree(alignment)
        for definition in self._definitions:
            self.add_class(definition)
        if self._filtering:
            code = self.relevance()
            fill: Fill = (alignment.document.docnum, None)
            key, response = fill if code != SPU else None, fill if code in (COR, INC, SPU) else None
            self._outcome.add_fills((None, None), None, (FILTERING,), [(code, key, response, 1)])
        return self._outcome

    def add_class(self, definition: ClassDef) -> None:
        """Add the matches of the objects of a class and of their fills."""
        raise NotImplementedError

    def relevance(self) -> bytes:
        """Return the code for the relevance of a document, by the content of its first templates."""
        raise NotImplementedError


class Matcher1997(Matcher):
    """Finds the matches of the 1997 program.

    With ``in_text`` objects are tags. These have no pointers and are never connected, so tags that share their slots
    are compared once. That saves a third of a run in which names recur.
    """

    def __init__(
        self, definitions: Definitions, comparison: FillComparison, in_text: bool, parts: Parts | None, filtering: bool
    ) -> None:
        super().__init__(definitions, comparison, parts, filtering)
        self._slots = cache(self._compared) if in_text else self._compared

    def outcome(self, alignment: Alignment) -> MatchTree:
        """Return the matches of a document, including the excused objects."""
        outcome = super().outcome(alignment)
        for item in alignment.document.key or ():
            if item in alignment.excused:
                outcome.add_objects(OPT, (), (item, None))
        _leave_out_unshown(outcome)
        return outcome

    def add_class(self, definition: ClassDef) -> None:
        """Add the matches of a scored class, in the order of the key, then the spurious objects."""
        if not definition.scored:
            return
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

    def _objects(
        self, keys: Sequence[Object], responses: Sequence[Object]
    ) -> Iterator[tuple[bytes, Pair, Slots | None, Slots | None]]:
        """Yield codes, pairs of objects, and the slots of each that count."""
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

    def _templates(
        self, keys: Sequence[Object], responses: Sequence[Object]
    ) -> Iterator[tuple[bytes, Pair, Slots | None, Slots | None]]:
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
        """Return the matches of the scored slots of two objects, either None."""
        found: SlotMatches = []
        keys: dict[SlotDef, Slot] = slots or {}
        responses: dict[SlotDef, Slot] = others or {}
        for slot in {**keys, **responses}:
            if slot.scored and (others is not None or not keys[slot].optional):
                rows: Rows = (slot,)
                if self._parts is not None:
                    own = (responses if slots is None else keys).get(slot)
                    label = _label(own) if own is not None else None
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
        """Return the matches of the fills of two slots; with several types, strings and pointers match separately."""
        partners = self._alignment.partners
        chosen = self._comparison.best(slot, response, partners)[0] if slot.alternatives else slot.main
        kind = slot.definition.kind
        found = []
        for part in (STRING, POINTER) if kind == MULTI else (kind,):
            keys, responses = of_kind(chosen, part), of_kind(response, part)
            right = self._comparison.right(keys, responses, part, partners)
            found += side_by_side(written(keys), written(responses), right)
        return found

    def relevance(self) -> bytes:
        """Return the code for the relevance of a document; it is irrelevant to a side without content."""
        return _content_code(*_contents(self._alignment))

    def _add_lacking(self, definition: ClassDef, pairs: Sequence[Pair], filled: dict[SlotDef, None]) -> None:
        """Add a match for each slot that both objects of a pair lack; for records, only if a slot is ``filled``."""
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
    """Remove from the rows the slots without possible or actual fills, which the page of the document omits."""
    signatures = {match.signature for match in outcome.matches}
    shown = {rows[0] for code, rows, _ in signatures if rows and code not in (NON, OPT)}
    without = {
        (code, rows, times): (code, rows[1:], times)
        for code, rows, times in signatures
        if rows and isinstance(rows[0], SlotDef) and rows[0] not in shown
    }
    if without:
        for match in outcome.matches:
            match.signature = without.get(match.signature, match.signature)


def _contents(alignment: Alignment) -> tuple[Slot | None, Slot | None]:
    return content(alignment.document.key, alignment.excused), content(alignment.document.response)


def _content_code(key: Slot | None, response: Slot | None) -> bytes:
    if key is not None and response is not None:
        return COR
    if response is not None:
        return SPU
    if key is not None:
        return OPT if key.optional else MIS
    return NON


def _label(slot: Slot) -> bytes:
    """Return the first string of a slot, which is the type of a tag if the slot is for that."""
    return slot.main.strings[0] if slot.main.strings else OTHER


def _least(slot: Slot) -> list[Fill]:
    """Return the fills of a key slot's smallest multi-fill."""
    number = least_size(slot)
    return written(next(fills for fills in slot.multi_fills() if len(fills) == number))


class Matcher33(Matcher):
    """Finds the matches of version 3.3."""

    def add_class(self, definition: ClassDef) -> None:
        """Add the matches of a class: the pairs, best first, then incorrect, missing, spurious and optional objects."""
        alignment = self._alignment
        partner_of = alignment.partners.of_response
        missing, spurious = alignment.left_over(definition)
        all_keys = objects_of(alignment.document.key, definition)
        found: list[tuple[bytes, Pair]] = [
            *[(COR, (partner_of[response], response)) for _, response, _ in alignment.accepted.get(definition, ())],
            *[(INC, pair) for pair in alignment.connected.of_key.items() if pair[0].definition is definition],
            *[(MIS, (key, None)) for key in missing],
            *[(SPU, (None, response)) for response in spurious],
            *[(OPT, (key, None)) for key in all_keys if key in alignment.excused],
        ]
        for code, pair in found:
            self._outcome.add_objects(code, (definition,) if definition.scored or pair[0] is not None else (), pair)
            for slot in definition.slots:
                key, response = [item.slots.get(slot) if item is not None else None for item in pair]
                if key is not None or response is not None:
                    self._add_slot(slot, code, pair, key, None if response is None else response.main)

    def _add_slot(
        self, definition: SlotDef, code: bytes, pair: Pair, key: Slot | None, answer: MultiFill | None
    ) -> None:
        """Add the matches of the fills of a slot of two objects; ``code`` is that of the objects."""
        chosen = key.main if key is not None else None
        if key is not None and key.alternatives and definition.scored:
            chosen = self._outcome.chosen[key] = self._chosen(key, answer if code == COR else None)
        fills = self._fills(definition, key, chosen, answer, code)
        rows = self._rows(definition, pair, fills)
        if definition.scored:
            self._outcome.add_fills(pair, definition, rows, fills)
        else:
            for fill in fills:
                self._outcome.add_fills(pair, definition, rows if fill[1] else (), [fill])
        for other in key.multi_fills() if key is not None else ():
            if other is not chosen:
                self._outcome.add_fills(pair, definition, rows, [(NON, fill, None, 1) for fill in written(other)])

    def _chosen(self, key: Slot, response: MultiFill | None) -> MultiFill:
        """Return the key's best multi-fill for the response, or without a response the smallest that is not empty."""
        if response is not None:
            return self._comparison.best(key, response, self._alignment.partners)[0]
        return min(filter(len, key.multi_fills()), key=len, default=key.main)

    def _fills(
        self, definition: SlotDef, key: Slot | None, chosen: MultiFill | None, answer: MultiFill | None, code: bytes
    ) -> list[FillMatch]:
        """Return the matches of the fills of the chosen multi-fill; ``code`` is that of the objects.

        No fill of incorrect objects is right.
        """
        keys = written(chosen) if chosen is not None else []
        responses = written(answer) if answer is not None else []
        if not definition.scored:
            return [(UNS, *fills, 1) for fills in zip_longest(keys, responses)]
        if answer is None and key is not None:
            return [(OPT if key.optional or code == OPT else MIS, fill, None, 1) for fill in keys]
        if chosen is None or answer is None or code != COR:
            return side_by_side(keys, responses, [])
        right = self._comparison.right(chosen, answer, definition.kind, self._alignment.partners)
        return side_by_side(keys, responses, right)

    def _rows(self, definition: SlotDef, pair: Pair, fills: list[FillMatch]) -> Rows:
        """Return the rows of a slot; for tags with the section of the key, or else of the response, and the type."""
        tag = pair[0] or pair[1]
        if self._parts is None or tag is None:
            return (definition,)
        texts = [fill[0] for fill in fills[0][1:3] if fill] if fills else []
        return self._parts.rows(definition, tag.definition, tag.section, next(filter(None, texts), OTHER))

    def relevance(self) -> bytes:
        """Return the code for the relevance of a document; optional content agrees with any response."""
        key, response = [content(side) for side in (self._alignment.document.key, self._alignment.document.response)]
        relevant = key is not None and any(map(len, key.multi_fills()))
        answered = response is not None and len(response.main) > 0
        return COR if relevant == answered or (relevant and key is not None and key.optional) else INC
