"""What an observer hears of a run of the 1997 program: every object and every single fill that counts."""

from __future__ import annotations

from functools import partial

from common.result import Item, Met
from muc_scorer.align.codes import COR, INC, MIS, NON, OPT, SPU
from muc_scorer.align.v1997.fill_mets import fill_mets
from muc_scorer.evidence import reasons
from muc_scorer.evidence.pages import TEXT_FILTERING, Pages, Side, decoded, words
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.evidence.tags import SharedMets, TagSide
from muc_scorer.read.config import NAMED_ENTITY
from muc_scorer.read.definitions import SlotDef
from muc_scorer.report.v1997.score_report import parts_page
from muc_scorer.tally.cells import FILTERING, UNCOUNTED
from muc_scorer.tally.v1997 import lacking, met_rows, section_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.codes import FillMet
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.v1997.fill_mets import Fill
    from muc_scorer.align.v1997.mets import Codes, Mets
    from muc_scorer.align.v1997.mets import Met as Aligned
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Object
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.v1997.score_report import Layout
    from muc_scorer.tally.cells import Rows
    from muc_scorer.tally.v1997 import DocumentSignatures


class Evidence:
    """Tells an observer of the documents of a run."""

    __slots__ = (
        "_alignment", "_comparison", "_counts", "_layout", "_made", "_pages", "_shared", "_sides", "_why",
    )  # fmt: skip

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
        self._made = self._shared or Met
        self._alignment: Alignment
        self._counts: DocumentSignatures
        self._why: Reasons

    def tell(self, alignment: Alignment, mets: Mets, relevance: Codes, counts: DocumentSignatures) -> None:
        """Tell of a document: how its objects and slots met, and how that was counted."""
        self._alignment = alignment
        self._counts = counts
        self._why = Reasons(alignment, self._comparison, in_text=self._shared is not None)
        found = self._mets(mets, relevance)
        told = self._shared.columns(found) if self._shared else found
        self._pages.tell(alignment.document, self._layout.document(counts.shown), told, self._sides, None)

    def _mets(self, mets: Mets, relevance: Codes) -> Iterator[Met]:
        """Yield the meetings of objects and of fills, and those of excused objects, which count nowhere."""
        for definition, of_class in mets.items():
            for met, *slots in _with_slots(of_class):
                yield from self._of_objects(met, slots)
            for rows, _ in lacking(definition, of_class, self._counts.in_parts):
                yield from self._lacking(rows, of_class)
        for code, _ in relevance:
            yield self._relevance(code)
        for key in self._alignment.document.key or ():
            if key in self._alignment.excused:
                yield self._made(OPT.decode(), self._sides[0].object(key), None, UNCOUNTED, 0.0, 1, reasons.OPTIONAL)

    def _of_objects(self, met: Aligned, slots: Sequence[Aligned]) -> Iterable[Met]:
        """Return the meeting of two objects, or of one that stands alone, and those of their fills.

        Tags are never connected, hold no pointers, and none of their slots is optional: but for why they are aligned,
        or left over, how they meet depends on nothing but their slots, their sections and what they are called.
        """
        _, *objects, [(code, _)] = met
        why = self._why.of_objects(code, *objects)
        find = partial(self._found, met, slots, why)
        if self._shared is None:
            return find()
        question = (why, *[item and (item.slots, item.section, words(item)) for item in objects])
        return self._shared.known(question, objects, find)

    def _found(self, met: Aligned, slots: Sequence[Aligned], why: str) -> Iterator[Met]:
        yield self._object(met, why)
        for of_slot in slots:
            yield from self._fills(of_slot)

    def _met(
        self, code: bytes, rows: Rows, key: Item | None, response: Item | None, why: str = "", amount: int = 1
    ) -> Met:
        signature = self._counts.signature(code, rows)
        return self._made(decoded(code), key, response, signature, float(code == COR), amount, why)

    def _object(self, met: Aligned, why: str) -> Met:
        """Return the meeting of two objects, or of an object that stands alone."""
        _, key, response, [(code, _)] = met
        items = [side.object(item) if item else None for side, item in zip(self._sides, (key, response))]
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
                nothing = (b"", None)
                yield self._fill(rows, slot, (key, response), (NON, nothing, nothing), reasons.LACKED_BY_BOTH)

    def _fills(self, met: Aligned) -> Iterator[Met]:
        """Yield the meetings of the fills of a slot that one object has, or both.

        Where one pointer of the response makes several of the key right, incorrect fills occur a negative number of
        times, and the key's are missing as often.
        """
        slot, *objects, codes = met
        assert isinstance(slot, SlotDef), "objects have no fills"
        rows = met_rows(met, self._counts.in_parts)
        found = fill_mets(met, self._alignment, self._comparison)
        for fill_met in found:
            why = self._why.of_fills(fill_met[0], slot, objects, fill_met[1:])
            yield self._fill(rows, slot, objects, fill_met, why)
        for amount in [number for _, number in codes if number < 0]:
            key, response = [fills for code, *fills in found if code == COR][-1]
            yield self._fill(rows, slot, objects, (INC, key, response), reasons.SHARED_POINTER, amount)
            yield self._fill(rows, slot, objects, (MIS, key, None), reasons.SHARED_POINTER, -amount)

    def _fill(
        self, rows: Rows, slot: SlotDef, objects: Sequence[Object | None], met: FillMet[Fill], why: str, amount: int = 1
    ) -> Met:
        """Return the meeting of two fills of a slot, or of a fill that stands alone."""
        code, *fills = met
        key, response = [
            side.fill(item, slot, fill[0]) if item is not None and fill is not None else None
            for side, item, fill in zip(self._sides, objects, fills)
        ]
        return self._met(code, rows, key, response, why, amount)


def _with_slots(mets: Iterable[Aligned]) -> Iterator[list[Aligned]]:
    """Yield the meetings of objects, each with those of their slots, which follow it."""
    found: list[Aligned] = []
    for met in mets:
        if found and not isinstance(met[0], SlotDef):
            yield found
            found = []
        found.append(met)
    if found:
        yield found
