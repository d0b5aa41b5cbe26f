"""What an observer hears of a run of the 1997 program: every object and every single fill that counts."""

from __future__ import annotations

from functools import partial

from common.result import Item, Met
from muc_scorer.align.codes import COR, INC, NON, OPT, SPU
from muc_scorer.align.v1997.fill_mets import fill_mets
from muc_scorer.evidence import reasons
from muc_scorer.evidence.pages import TEXT_FILTERING, Pages, Side, decoded
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.evidence.tags import SharedMets, TagSide
from muc_scorer.read.config import NAMED_ENTITY
from muc_scorer.read.definitions import TEXT, SlotDef
from muc_scorer.report.v1997.score_report import parts_page
from muc_scorer.tally.cells import FILTERING, UNCOUNTED
from muc_scorer.tally.v1997.signatures import lacking, met_rows, section_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.v1997.mets import Codes, Mets
    from muc_scorer.align.v1997.mets import Met as Aligned
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.v1997.score_report import Layout
    from muc_scorer.tally.cells import Rows
    from muc_scorer.tally.v1997.signatures import DocumentSignatures


class Evidence:
    """Tells an observer of the documents of a run."""

    __slots__ = ("_comparison", "_layout", "_pages", "_shared", "_sides")

    def __init__(
        self, observer: Observer, config: Config, comparison: Comparison, layout: Layout, sources: Sequence[Source]
    ) -> None:
        """Begin; ``sources`` are the files of key and response if they are tagged texts."""
        self._comparison = comparison
        self._layout = layout
        self._sides: tuple[Side, Side] = Side(config.key_file), Side(config.response_file)
        self._shared: SharedMets | None = None
        if sources:
            key, response = [TagSide(*side) for side in zip((config.key_file, config.response_file), sources)]
            self._sides, self._shared = (key, response), SharedMets((key, response))
        totals = [*layout.totals(), *(parts_page() if config.task == NAMED_ENTITY else [])]
        self._pages = Pages(observer, config, totals)

    def tell(self, alignment: Alignment, mets: Mets, relevance: Codes, counts: DocumentSignatures) -> None:
        """Tell of a document: how its objects and slots met, and how that was counted."""
        shared = self._shared
        kind = _TagMets if shared else _DocumentMets
        found = kind(alignment, counts, self._comparison, self._sides, shared).of(mets, relevance)
        told = shared.columns(found) if shared else found
        self._pages.tell(alignment.document, self._layout.document(counts.shown), told, self._sides, None)


class _DocumentMets:
    """The meetings of a document."""

    __slots__ = ("_alignment", "_comparison", "_counts", "_made", "_shared", "_sides", "_why")

    def __init__(
        self,
        alignment: Alignment,
        counts: DocumentSignatures,
        comparison: Comparison,
        sides: tuple[Side, Side],
        shared: SharedMets | None,
    ) -> None:
        self._made = shared or Met
        self._shared = shared
        self._alignment = alignment
        self._counts = counts
        self._comparison = comparison
        self._sides = sides
        self._why = Reasons(alignment, comparison, in_text=shared is not None)

    def of(self, mets: Mets, relevance: Codes) -> Iterator[Met]:
        """Yield the meetings of objects and of fills, and those of excused objects, which count nowhere."""
        for definition, of_class in mets.items():
            yield from self._of_class(definition, of_class)
            for rows, _ in lacking(definition, of_class, self._counts.in_parts):
                yield from self._lacking(rows, of_class)
        for code, _ in relevance:
            yield self._relevance(code)
        for key in self._alignment.document.key or ():
            if key in self._alignment.excused:
                yield self._made(OPT.decode(), self._sides[0].object(key), None, UNCOUNTED, 0.0, 1, reasons.OPTIONAL)

    def _of_class(self, definition: ClassDef, mets: Sequence[Aligned]) -> Iterator[Met]:
        """Yield the meetings of the objects of a class and of their fills."""
        for met in mets:
            yield from self._fills(met) if isinstance(met[0], SlotDef) else [self._object(met)]

    def _met(
        self, code: bytes, rows: Rows, key: Item | None, response: Item | None, why: str = "", amount: int = 1
    ) -> Met:
        signature = self._counts.signature(code, rows)
        return self._made(decoded(code), key, response, signature, float(code == COR), amount, why)

    def _object(self, met: Aligned) -> Met:
        """Return the meeting of two objects, or of an object that stands alone."""
        _, key, response, [(code, _)] = met
        items = [side.object(item) if item else None for side, item in zip(self._sides, (key, response))]
        why = self._why.of_objects(code, key, response)
        return self._met(code, met_rows(met, self._counts.in_parts), items[0], items[1], why)

    def _relevance(self, code: bytes) -> Met:
        """Return the meeting of the sides on the relevance of the document."""
        relevance = Item(TEXT_FILTERING, decoded(self._alignment.document.docnum))
        sides = (relevance if code != SPU else None, relevance if code in (COR, SPU) else None)
        why = "the documents have content" if code == COR else reasons.NO_CONTENT if code != NON else ""
        return self._met(code, (FILTERING,), *sides, why)

    def _lacking(self, rows: Rows, mets: Sequence[Aligned]) -> Iterator[Met]:
        """Yield a slot for each pair of objects that lack it."""
        slot = rows[0]
        assert isinstance(slot, SlotDef), "objects lack slots"
        for of, key, response, codes in mets:
            if isinstance(of, SlotDef) or key is None or response is None or codes[0][0] not in (COR, INC):
                continue
            is_in_section = len(rows) == 1 or rows[1] is section_part(key.section)
            if is_in_section and slot not in key.slots and slot not in response.slots:
                items = [side.fill(item, slot, b"") for side, item in zip(self._sides, (key, response))]
                yield self._met(NON, rows, items[0], items[1], reasons.LACKED_BY_BOTH)

    def _fills(self, met: Aligned) -> Iterator[Met]:
        """Yield the meetings of the fills of a slot that one object has, or both."""
        slot, *objects = met[:3]
        assert isinstance(slot, SlotDef), "objects have no fills"
        rows = met_rows(met, self._counts.in_parts)
        for code, ours, theirs, amount, is_shared in fill_mets(met, self._alignment, self._comparison):
            items = [
                side.fill(item, slot, fill[0]) if item is not None and fill is not None else None
                for side, item, fill in zip(self._sides, objects, (ours, theirs))
            ]
            why = reasons.SHARED_POINTER if is_shared else self._why.of_fills(code, slot, objects, (ours, theirs))
            yield self._met(code, rows, items[0], items[1], why, amount)


class _TagMets(_DocumentMets):
    """The meetings of the tags of a document.

    Tags are never connected, hold no pointers, and none of their slots is optional: but for why they were aligned, or
    left over, how they meet depends on nothing but their slots and the section.
    """

    __slots__ = ()

    def _of_class(self, definition: ClassDef, mets: Sequence[Aligned]) -> Iterator[Met]:
        if definition.slot_named(TEXT) is not definition.slot_with_pattern(TEXT):
            yield from super()._of_class(definition, mets)  # tags are called by their numbers
            return
        assert self._shared is not None, "tags share what they come to"
        for place, (of, key, response, codes) in enumerate(mets):
            tag = key or response
            if tag is not None and not isinstance(of, SlotDef):
                why = self._why.of_objects(codes[0][0], key, response)
                question = (why, tag.section, key and key.slots, response and response.slots)
                find = partial(self._of_tags, definition, mets, place)
                yield from self._shared.remembered(question, (key, response), find)

    def _of_tags(self, definition: ClassDef, mets: Sequence[Aligned], place: int) -> Iterator[Met]:
        """Yield the meetings of the tags at a place and of their fills, which follow them."""
        end = place + 1
        while end < len(mets) and isinstance(mets[end][0], SlotDef):
            end += 1
        return super()._of_class(definition, mets[place:end])
