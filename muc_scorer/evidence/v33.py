"""What an observer hears of a run of version 3.3: every object and every single fill, and links of coreference."""

from __future__ import annotations

from itertools import pairwise

from common.result import Item, Met, Unit
from muc_scorer.align.codes import COR, INC, MIS, OPT, SPU
from muc_scorer.align.fills import identification
from muc_scorer.align.v33.mention_alignment import NOBODY
from muc_scorer.evidence import reasons
from muc_scorer.evidence.pages import TEXT_FILTERING, Pages, Side, begin, decoded
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.tally.cells import FILTERING, UNCOUNTED
from muc_scorer.tally.coreference import KEY_CLASS, MEASURES, RESPONSE_CLASS, TABLE, link_cells
from muc_scorer.tally.v33 import fill_signature, object_signature, slot_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.codes import FillMet
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.v33.chain_alignment import ChainAlignment
    from muc_scorer.align.v33.mets import DocumentMets, ObjectMet, SlotMets
    from muc_scorer.evidence.pages import Cells
    from muc_scorer.evidence.reasons import Fill
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Object, Slot
    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.read.v33.tagged_pair import TaggedPair
    from muc_scorer.report.rows import Page
    from muc_scorer.tally.v33 import Parts


class Evidence:
    """Tells an observer of the documents of a run in which objects are aligned."""

    __slots__ = ("_comparison", "_page", "_pages", "_parts", "_sides")

    def __init__(
        self,
        observer: Observer,
        config: Config,
        comparison: Comparison,
        page: Page,
        parts: Parts | None,
        files: TaggedPair | None,
    ) -> None:
        """Begin; ``parts`` are those of tags, and ``files`` the texts that these are in."""
        self._comparison = comparison
        self._page = page
        self._parts = parts
        self._sides = _sides(config, files)
        self._pages = Pages(observer, config, page)

    def tell(self, alignment: Alignment, mets: DocumentMets) -> None:
        """Tell of a document."""
        document = alignment.document
        text = document.key.text if document.key else document.response.text if document.response else None
        why = Reasons(alignment, self._comparison, in_text=self._parts is not None)
        self._pages.tell(document, self._page, self._mets(mets, why), self._sides, text)

    def _mets(self, mets: DocumentMets, why: Reasons) -> Iterator[Met]:
        for item in mets.objects:
            yield self._object(item, why)
            for slot in item.slots:
                rows = slot_rows(item, slot, self._parts)
                for fill in slot.all_fills():
                    yield self._fill(item, slot, fill, fill_signature(fill, rows), why)
        if mets.agreed is not None:
            code = COR if mets.agreed else INC
            relevance = Item(TEXT_FILTERING, decoded(mets.docnum))
            said = "the sides agree" if mets.agreed else "the sides differ"
            yield _met(code, relevance, relevance, (code, FILTERING), f"{said} on the relevance of the document")

    def _object(self, item: ObjectMet, why: Reasons) -> Met:
        key, response = item.key, item.response
        signature = object_signature(item)
        sides = [side.object(one) if one else None for side, one in zip(self._sides, (key, response))]
        reason = why.of_objects(item.code, key, response) if item.definition.scored else reasons.CLASS_NOT_SCORED
        return _met(signature[0] if signature else item.code, sides[0], sides[1], signature, reason)

    def _fill(self, item: ObjectMet, slot: SlotMets, fill: FillMet[bytes], signature: Any, why: Reasons) -> Met:  # noqa: ANN401
        code, *texts = fill
        objects = item.key, item.response
        sides: list[Item | None] = []
        fills: list[Fill | None] = []
        for side, one, text in zip(self._sides, objects, texts):
            sides.append(side.fill(one, slot.definition, text) if one and text is not None else None)
            fills.append((text, _pointer(one.slots[slot.definition], text)) if one and text is not None else None)
        reason = why.of_fills(code, slot.definition, objects, fills)
        return _met(code, sides[0], sides[1], signature, reason)


def _sides(config: Config, files: TaggedPair | None) -> tuple[Side, Side]:
    """Return the two files of a run."""
    sources = (files.key.source, files.response.source) if files is not None else (None, None)
    return Side(config.key_file, sources[0]), Side(config.response_file, sources[1])


def _pointer(slot: Slot, fill: bytes) -> Object | None:
    """Return what a fill points to, None for a string."""
    targets = [target for multi_fill in slot.multi_fills() for target in multi_fill.pointers]
    return next((target for target in targets if identification(target) == fill), None)


def _met(code: bytes, key: Item | None, response: Item | None, signature: Any, why: str) -> Met:  # noqa: ANN401
    return Met(code.decode(), key, response, signature, credit=float(code == COR), why=why)


class LinkEvidence:
    """Tells an observer of the documents of a coreference run: of their classes, and of each link of these.

    A link joins two mentions of a class that stand side by side in its part, or the last of a part to the first of the
    next: it is labelled by their IDs and stands where the later one does.
    """

    __slots__ = ("_observer", "_sides")

    def __init__(self, observer: Observer, config: Config, files: TaggedPair) -> None:
        """Begin."""
        self._observer = observer
        self._sides = _sides(config, files)
        begin(observer, config, self._cells, {TABLE: MEASURES})

    def tell(self, alignment: ChainAlignment, is_in: tuple[bool, bool]) -> None:
        """Tell of a document; ``is_in`` says whether key and response have it."""
        key, response = [side.at(None) if has else None for side, has in zip(self._sides, is_in)]
        text = alignment.key.text or alignment.response.text
        self._observer.unit(
            Unit(decoded(alignment.docnum), self._mets(alignment), key, response, {"documents": 1}, text)
        )

    def _mets(self, alignment: ChainAlignment) -> Iterator[Met]:
        for parts in alignment.key_parts:
            yield Met("class", self._mention(0, alignment.key, parts[0][0]), None, KEY_CLASS)
            yield from self._links_of_key(parts, alignment)
        for parts in alignment.response_parts:
            yield Met("class", None, self._mention(1, alignment.response, parts[0][0]), RESPONSE_CLASS)
            for before, part in pairwise(parts):
                why = _why_apart(before[-1], part[0], alignment.back, "key")
                yield _met(SPU, None, self._link(1, alignment.response, before[-1], part[0]), SPU, why)
        for code, index, _ in alignment.mets:
            if code == OPT:
                yield _met(OPT, self._mention(0, alignment.key, index), None, UNCOUNTED, reasons.OPTIONAL)

    def _links_of_key(self, parts: list[list[int]], alignment: ChainAlignment) -> Iterator[Met]:
        for part in parts:
            for one, other in pairwise(part):
                partners = [alignment.partners[one], alignment.partners[other]]
                found = self._link(1, alignment.response, *partners)
                yield _met(COR, self._link(0, alignment.key, one, other), found, COR, "")
        for before, part in pairwise(parts):
            why = _why_apart(before[-1], part[0], alignment.partners, "response")
            yield _met(MIS, self._link(0, alignment.key, before[-1], part[0]), None, MIS, why)

    def _mention(self, side: int, mentions: MentionSide, index: int) -> Item:
        mention = mentions.mentions[index]
        label, text = decoded(mention.attributes[b"id"]), decoded(mentions.quotes[index][1:-1])
        return Item(label, text, mention.start, mention.end, self._sides[side].at(mention.position))

    def _link(self, side: int, mentions: MentionSide, one: int, other: int) -> Item:
        first, second = self._mention(side, mentions, one), self._mention(side, mentions, other)
        label, text = f"{first.label} - {second.label}", f"{first.text} - {second.text}"
        return Item(label, text, second.begin, second.end, second.place)

    def _cells(self, unit: Unit, met: Met) -> Cells:
        signature: Any = met.signature
        if signature != UNCOUNTED:
            for table, row, column, amount in link_cells(signature):
                yield table, unit.name, column, amount
                yield table, row, column, amount


def _why_apart(one: int, other: int, partners: list[int], side: str) -> str:
    if NOBODY in (partners[one], partners[other]):
        return f"the {side} lacks a mention of it"
    return f"the {side} has its mentions in different classes"
