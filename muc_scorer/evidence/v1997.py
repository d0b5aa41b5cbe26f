"""What an observer hears of a run of the 1997 program: every object and every single fill that counts."""

from __future__ import annotations

from itertools import zip_longest

from common.result import Item, Met
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU
from muc_scorer.align.fills import holds_pointers, identification, least_size
from muc_scorer.evidence import reasons
from muc_scorer.evidence.pages import TEXT_FILTERING, Pages, Side, decoded
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.read.config import NAMED_ENTITY
from muc_scorer.read.definitions import MULTI, POINTER, STRING, SlotDef
from muc_scorer.report.v1997.score_report import parts_page
from muc_scorer.tally.cells import FILTERING, UNCOUNTED
from muc_scorer.tally.v1997.subtasks import section_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import MultiFill, Object, Slot
    from muc_scorer.report.rows import Page
    from muc_scorer.report.v1997.score_report import Layout
    from muc_scorer.tally.cells import Rows
    from muc_scorer.tally.v1997.outcomes import Codes, DocumentCounts, Outcome

    Fill: TypeAlias = tuple[bytes, Object | None]  # as written, and what it points to
    Matched: TypeAlias = tuple[list[Fill], list[Fill], list[tuple[int, int]]]  # with the places of what is right

_SEVERAL = "a pointer of the response makes several of the key right"


class Evidence:
    """Tells an observer of the documents of a run."""

    __slots__ = ("_comparison", "_in_text", "_layout", "_pages", "_sides")

    def __init__(
        self,
        observer: Observer,
        config: Config,
        comparison: Comparison,
        layout: Layout,
        totals: Page,
        sides: tuple[Side, Side],
        in_text: bool,
    ) -> None:
        """Begin; ``totals`` are all lines of the page of the whole run."""
        self._comparison = comparison
        self._layout = layout
        self._sides = sides
        self._in_text = in_text
        self._pages = Pages(observer, config, totals)

    def tell(self, alignment: Alignment, outcomes: Sequence[Outcome], counts: DocumentCounts) -> None:
        """Tell of a document: of what became of it, and how that was counted."""
        mets = _DocumentMets(alignment, counts, self._comparison, self._sides, self._in_text).of(outcomes)
        self._pages.tell(alignment.document, self._layout.document(counts.shown), mets, self._sides, None)


def observed(
    observer: Observer, config: Config, comparison: Comparison, layout: Layout, contents: Sequence[bytes]
) -> Evidence:
    """Return what tells the observer; ``contents`` are those of key and response if they are tagged texts."""
    in_text = bool(contents)
    totals = [*layout.totals(), *(parts_page() if config.task == NAMED_ENTITY else [])]
    sides = [Side(path, content) for path, content in zip_longest((config.key_file, config.response_file), contents)]
    return Evidence(observer, config, comparison, layout, totals, (sides[0], sides[1]), in_text)


class _DocumentMets:
    """The meetings of a document."""

    __slots__ = ("_alignment", "_comparison", "_counts", "_pairs", "_sides", "_why")

    def __init__(
        self,
        alignment: Alignment,
        counts: DocumentCounts,
        comparison: Comparison,
        sides: tuple[Side, Side],
        in_text: bool,
    ) -> None:
        self._alignment = alignment
        self._counts = counts
        self._comparison = comparison
        self._sides = sides
        self._why = Reasons(alignment, comparison, in_text)
        self._pairs: list[tuple[Object, Object]] = []  # of the present class

    def of(self, outcomes: Sequence[Outcome]) -> Iterator[Met]:
        """Yield the meetings that outcomes stand for, and those of excused objects, which count nowhere."""
        for rows, key, response, codes in outcomes:
            if not isinstance(rows[0], SlotDef):
                yield from self._objects(rows, key, response, codes)
            elif key is None and response is None:
                yield from self._lacking(rows[0], rows)
            else:
                yield from self._fills(rows[0], rows, key, response, codes)
        for key in self._alignment.document.key or ():
            if key in self._alignment.excused:
                yield Met(OPT.decode(), self._sides[0].object(key), None, UNCOUNTED, 0.0, 1, reasons.OPTIONAL)

    def _met(
        self, code: bytes, rows: Rows, key: Item | None, response: Item | None, why: str = "", amount: int = 1
    ) -> Met:
        signature = self._counts.signature(code, rows)
        return Met(code.decode(), key, response, signature, float(code == COR), amount, why)

    def _objects(self, rows: Rows, key: Object | None, response: Object | None, codes: Codes) -> Iterator[Met]:
        """Yield the meeting of two objects, or of an object that stands alone, or the relevance of the document."""
        [(code, _)] = codes
        if rows[0] == FILTERING:
            relevance = Item(TEXT_FILTERING, decoded(self._alignment.document.docnum))
            sides = (relevance if code != SPU else None, relevance if code in (COR, SPU) else None)
            why = "the documents have content" if code == COR else "one side has no content" if code != NON else ""
            yield self._met(code, rows, *sides, why)
            return
        if self._pairs and key is not None and key.definition is not self._pairs[0][0].definition:
            self._pairs = []
        if key is not None and response is not None and code in (COR, INC):
            self._pairs.append((key, response))
        items = [side.object(item) if item else None for side, item in zip(self._sides, (key, response))]
        yield self._met(code, rows, items[0], items[1], self._reason(key, response, code))

    def _reason(self, key: Object | None, response: Object | None, code: bytes) -> str:
        if code == OPT:
            return reasons.OPTIONAL
        if key is not None and response is not None:
            if code == INC:
                return self._why.of_connected(key, response)
            return self._why.of_pair(response) if code == COR else "one side has no content"
        item = key or response
        return self._why.of_left(item) if item is not None else ""

    def _lacking(self, slot: SlotDef, rows: Rows) -> Iterator[Met]:
        """Yield the slot of each pair of objects that lack it."""
        for key, response in self._pairs:
            if slot not in key.slots and slot not in response.slots and rows[1:2] == self._section(key, rows):
                items = [side.fill(item, slot, b"") for side, item in zip(self._sides, (key, response))]
                yield self._met(NON, rows, items[0], items[1], reasons.LACKED_BY_BOTH)

    def _section(self, key: Object, rows: Rows) -> Rows:
        return (section_of(key),) if len(rows) > 1 else ()

    def _fills(
        self, slot: SlotDef, rows: Rows, key: Object | None, response: Object | None, codes: Codes
    ) -> Iterator[Met]:
        """Yield the meetings of the fills of a slot that one object has, or both."""
        ours = self._alignment.counted(key).slots.get(slot) if key is not None else None
        theirs = response.slots.get(slot) if response is not None else None
        for parts in self._matched(key, response, ours, theirs):
            yield from self._of_part(slot, rows, key, response, parts, codes)

    def _matched(
        self, key: Object | None, response: Object | None, ours: Slot | None, theirs: Slot | None
    ) -> Iterator[Matched]:
        """Yield the fills of two slots, with those that are right: of several types strings and pointers apart."""
        partners = self._alignment.partners
        if ours is None or theirs is None or key is None or partners.of_key.get(key) is not response:
            yield _least(ours), _written(theirs.main if theirs else None), []
            return
        chosen = self._comparison.best(ours, theirs.main, partners)[0] if ours.alternatives else ours.main
        kind = ours.definition.kind
        for part in (STRING, POINTER) if kind == MULTI else (kind,):
            right = []
            if part != POINTER:
                right = self._comparison.matches(chosen.strings, theirs.main.strings, part)
            if holds_pointers(part):
                right = _right_pointers(chosen.pointers, theirs.main.pointers, partners)
            yield _written(chosen, part), _written(theirs.main, part), right

    def _of_part(
        self, slot: SlotDef, rows: Rows, key: Object | None, response: Object | None, part: Matched, codes: Codes
    ) -> Iterator[Met]:
        keys, responses, right = part
        if codes == ((OPT, 1),):
            item = self._item(0, key, slot, (b" ".join([text for text, _ in keys]), None))
            yield self._met(OPT, rows, item, None, reasons.OPTIONAL)
            return
        for i, j in right:
            items = self._item(0, key, slot, keys[i]), self._item(1, response, slot, responses[j])
            yield self._met(COR, rows, *items)
        left_keys = _without(keys, {i for i, _ in right})
        left_responses = _without(responses, {j for _, j in right})
        incorrect = min(len(keys), len(responses)) - len(right)
        missing, spurious = [len(fills) - len(right) - incorrect for fills in (keys, responses)]
        paired = self._is_paired(key, response)
        for fill, other in zip(left_keys[: max(incorrect, 0)], left_responses):
            items = self._item(0, key, slot, fill), self._item(1, response, slot, other)
            pointers = fill[1], other[1]
            why = self._why.of_fill(slot, (fill[0], other[0]), pointers) if paired else reasons.NOT_ALIGNED
            yield self._met(INC, rows, *items, why)
        if incorrect < 0:
            items = self._item(0, key, slot, keys[-1]), self._item(1, response, slot, responses[0])
            yield self._met(INC, rows, *items, _SEVERAL, incorrect)
            yield self._met(MIS, rows, items[0], None, _SEVERAL, missing - len(left_keys))
            missing = len(left_keys)
        absent = slot not in response.slots if response is not None else True
        why = reasons.NO_FILL_IN_RESPONSE if absent else reasons.NOT_IN_RESPONSE
        for fill in left_keys[len(left_keys) - missing :]:
            yield self._met(MIS, rows, self._item(0, key, slot, fill), None, why)
        absent = slot not in key.slots if key is not None else True
        why = reasons.NO_FILL_IN_KEY if absent else reasons.NOT_IN_KEY
        for fill in left_responses[len(left_responses) - spurious :]:
            yield self._met(SPU, rows, None, self._item(1, response, slot, fill), why)

    def _is_paired(self, key: Object | None, response: Object | None) -> bool:
        return key is not None and self._alignment.partners.of_key.get(key) is response

    def _item(self, side: int, item: Object | None, slot: SlotDef, fill: Fill) -> Item | None:
        return None if item is None else self._sides[side].fill(item, slot, fill[0])


def _least(slot: Slot | None) -> list[Fill]:
    """Return the fills of a key slot that the response lacks: those of one of the multi-fills with the fewest."""
    if slot is None:
        return []
    number = least_size(slot)
    return _written(next(fills for fills in slot.multi_fills() if len(fills) == number))


def _written(fills: MultiFill | None, part: str = MULTI) -> list[Fill]:
    """Return the fills of a multi-fill that count in a slot of that kind."""
    if fills is None:
        return []
    strings: list[Fill] = [(text, None) for text in fills.strings] if part != POINTER else []
    pointers: list[Fill] = [(identification(item), item) for item in fills.pointers] if holds_pointers(part) else []
    return strings + pointers


def _right_pointers(keys: list[Object], responses: list[Object], partners: Partners) -> list[tuple[int, int]]:
    """Return which key pointer is right because of which response pointer: to its partner, or an identical one's."""
    places = {response: place for place, response in reversed(list(enumerate(responses)))}
    right = []
    for i, key in enumerate(keys):
        place = places.get(partners.of_key.get(key, key))
        kin = partners.kin(key)
        if place is None and kin is not None:
            place = next((places[response] for response in places if partners.is_answer(kin, response)), None)
        if place is not None:
            right.append((i, place))
    return right


def _without(fills: list[Fill], places: set[int]) -> list[Fill]:
    return [fill for place, fill in enumerate(fills) if place not in places]
