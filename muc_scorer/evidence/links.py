"""What an observer receives of a coreference run: the classes of each document, and each link of these.

A link is labelled by the IDs of its mentions and stands where the later one does.
"""

from __future__ import annotations

from common.match import KEY, RESPONSE, Item, Unit
from muc_scorer.align.v33.mention_alignment import NOBODY
from muc_scorer.cells import COR, KEY_CLASS, LINKS, MIS, OPT, RESPONSE_CLASS, SPU, link_cells
from muc_scorer.evidence.files import File, begin, decoded
from muc_scorer.evidence.reasons import OPTIONAL
from muc_scorer.measures import LINK_MEASURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from common.match import Match, Observer
    from muc_scorer.align.v33.chain_alignment import ChainAlignment
    from muc_scorer.evidence.files import Cells
    from muc_scorer.read.config import Config
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.rows import Page


class LinkEvidence:
    """Passes on the documents of a coreference run to an observer."""

    __slots__ = ("_files", "_observer")

    def __init__(self, observer: Observer, config: Config, sources: Sequence[Source]) -> None:
        """Begin; ``sources`` are key and response."""
        self._observer = observer
        self._files = (File(config.key_file, sources[0]), File(config.response_file, sources[1]))
        begin(observer, config, kind=_kind, credit=_credit, cells=_cells, measures={LINKS: LINK_MEASURES})

    def add(self, alignment: ChainAlignment, page: Page) -> None:
        """Pass on a document."""
        self._observer.unit(LinkUnit(alignment, self._files))


class LinkUnit(Unit):
    """A document: its mentions and links."""

    __slots__ = ("_alignment", "_files")

    def __init__(self, alignment: ChainAlignment, files: tuple[File, File]) -> None:
        sides = (alignment.key, alignment.response)
        key, response = [file.at(None) if side.text else None for file, side in zip(files, sides)]
        text = alignment.key.text or alignment.response.text
        super().__init__(decoded(alignment.docnum), alignment.matches, key, response, {"documents": 1}, text)
        self._alignment = alignment
        self._files = files

    def item(self, side: int, index: int) -> Item:
        """Return a mention or a link."""
        mentions = (self._alignment.key, self._alignment.response)[side]
        if index >= len(mentions.mentions):
            one, other = self._alignment.links[side][index - len(mentions.mentions)]
            first, second = self.item(side, one), self.item(side, other)
            label, text = f"{first.label} - {second.label}", f"{first.text} - {second.text}"
            return Item(label, text, second.begin, second.end, second.location)
        mention = mentions.mentions[index]
        label, text = decoded(mention.attributes[b"id"]), decoded(mentions.quotes[index][1:-1])
        return Item(label, text, mention.start, mention.end, self._files[side].at(mention.position))

    def why(self, match: Match) -> str:
        """Return why a link is missing or spurious."""
        if match.signature == OPT:
            return OPTIONAL
        if match.signature not in (MIS, SPU):
            return ""
        alignment = self._alignment
        side, index, partners = KEY, match.key, alignment.partners
        if index is None:
            side, index, partners = RESPONSE, match.response, alignment.back
        assert index is not None, "a match has an item"
        link = alignment.links[side][index - len(partners)]
        other = "response" if side == KEY else "key"
        if NOBODY in [partners[mention] for mention in link]:
            return f"the {other} lacks a mention of it"
        return f"the {other} has its mentions in different classes"


def _kind(match: Match) -> str:
    signature: Any = match.signature
    return "class" if signature in (KEY_CLASS, RESPONSE_CLASS) else decoded(signature)


def _credit(match: Match) -> float:
    return float(match.signature == COR)


def _cells(unit: LinkUnit, match: Match) -> Cells:
    signature: Any = match.signature
    for table, row, column, amount in link_cells(signature):
        yield table, unit.name, column, amount
        yield table, row, column, amount
