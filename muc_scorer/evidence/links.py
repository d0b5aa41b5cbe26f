"""What an observer receives of a coreference run: the classes of each document, and each link of these.

A link is labelled by the IDs of its mentions and stands where the later one does.
"""

from __future__ import annotations

from common.result import KEY, RESPONSE, Item, Unit
from muc_scorer.align.v33.chain_alignment import NOBODY
from muc_scorer.cells import MIS, OPT, SPU, TOTALS, cells, signature_of
from muc_scorer.evidence.documents import Evidence
from muc_scorer.evidence.reasons import OPTIONAL
from muc_scorer.read.messages import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from common.result import Match
    from muc_scorer.align.v33.chain_alignment import ChainAlignment
    from muc_scorer.evidence.documents import File
    from muc_scorer.report.rows import Page


class LinkEvidence(Evidence):
    """Passes on the documents of a coreference run."""

    def _unit(self, outcome: ChainAlignment, page: Page) -> Unit:
        return LinkUnit(outcome, self.files)

    def _cells(self, unit: LinkUnit, match: Match) -> Iterator[tuple[str, str, str, float]]:
        for table, _, column, amount in cells(signature_of(match)):
            yield table, unit.name, column, amount
            yield table, TOTALS, column, amount


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
        code, *_ = signature_of(match)
        if code not in (MIS, SPU):
            return OPTIONAL if code == OPT else ""
        side, partners, other = KEY, self._alignment.partners, "response"
        if match.key is None:
            side, partners, other = RESPONSE, self._alignment.back, "key"
        index = (match.key, match.response)[side]
        assert index is not None, "a match has an item"
        link = self._alignment.links[side][index - len(partners)]
        if NOBODY in [partners[mention] for mention in link]:
            return f"the {other} lacks a mention of it"
        return f"the {other} has its mentions in different classes"
