"""Evidence for an observer of a run: every object, fill and link, with the reason for its code.

Extents are bytes of the document without the scored tags, so records have none. The label of a coreference link is the
IDs of its mentions; its location is that of the later mention.
"""

from __future__ import annotations

import os

from legacy_scorers.common.result import KEY, RESPONSE, Input, Item, Location, Run, Unit, decoded, unique
from legacy_scorers.muc_scorer.align.chain_alignment import NOBODY
from legacy_scorers.muc_scorer.cells import (
    COR,
    FEWER,
    FILTERING,
    INC,
    LINKS,
    MIS,
    MORE,
    NON,
    OPT,
    SPU,
    TOTALS,
    UNS,
    cells,
    credit,
    kind,
)
from legacy_scorers.muc_scorer.measures import COUNTS, LINK_COUNTS, PRECISION, RECALL, F
from legacy_scorers.muc_scorer.read.config import V33
from legacy_scorers.muc_scorer.read.definitions import TEXT, TYPE
from legacy_scorers.muc_scorer.read.objects import objects_of
from legacy_scorers.muc_scorer.read.parsing import Source
from legacy_scorers.muc_scorer.report.rows import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence
    from typing import Any

    from legacy_scorers.common.result import Match, Observer
    from legacy_scorers.common.tally import Measure
    from legacy_scorers.muc_scorer.align.chain_alignment import ChainAlignment
    from legacy_scorers.muc_scorer.align.fills import FillComparison, Scores
    from legacy_scorers.muc_scorer.align.matches import Fill, MatchTree, Pair
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, SlotDef
    from legacy_scorers.muc_scorer.read.objects import Object
    from legacy_scorers.muc_scorer.read.v33_mentions import MentionSide
    from legacy_scorers.muc_scorer.report.rows import Page

_TOTAL = "total"
_ALL = ("ALL OBJECTS", "ALL SLOTS")  # rows, in 1997 and in 3.3
_TEXT_FILTERING = "TEXT FILTERING"
_SHOWN = 12  # bytes of a label
_ROLES = ("slots", "map", "texts", "key", "response")
OPTIONAL = "optional, and not in the response"
_NO_CONTENT = "one side has no content"
_NONCOMMITTAL = {
    OPT: OPTIONAL,
    NON: "alternative not chosen",
    UNS: "the slot is not scored",
    **dict.fromkeys((FEWER, MORE), "a pointer of the response makes several of the key right"),
}


class Evidence:
    """Passes the documents of a run on to an observer, as units.

    ``sources`` are the files of key and response, ``totals`` the page of the whole run.
    """

    def __init__(
        self,
        observer: Observer,
        config: Config,
        sources: Sequence[Source],
        measures: dict[str, tuple[Measure, ...]],
        comparison: FillComparison | None = None,
        totals: Page | None = None,
    ) -> None:
        """Begin. Objects that know their lines need no ``sources``; coreference has no ``comparison`` or ``totals``."""
        self._observer = observer
        self._unit = LinkUnit if comparison is None else DocumentUnit
        self.config = config
        self.comparison: Any = comparison  # never None for a DocumentUnit
        self.totals = _row_names(totals or [])
        sides = (config.key_file, config.response_file)
        self.sources = sources or [Source(os.fsdecode(path or b""), b"") for path in sides]
        columns = LINK_COUNTS if comparison is None else COUNTS
        rows = [(LINKS, TOTALS)] if comparison is None else [(_TOTAL, row) for row in self.totals.values()]
        self._rows: dict[tuple[str, str], Sequence[str]] = dict.fromkeys(rows, columns)
        observer.begin(
            Run(
                "muc-score",
                _settings(config),
                [*_inputs(config)],
                kind=kind,
                credit=credit,
                cells=self._unit.cells,
                measures=measures,
                quoted=self._quoted(),
                rows=self._rows,
                version=decoded(config.version),
            )
        )

    def _quoted(self) -> list[tuple[str, str, str]]:
        if self.comparison is None:
            return [(LINKS, TOTALS, column) for column in (RECALL, PRECISION, F)]
        rows = [row for row in self.totals.values() if row in _ALL]
        return [(_TOTAL, row, column) for row in rows for column in ("REC", "PRE", "F P&R")]

    def add(self, outcome: Any, page: Page) -> None:  # noqa: ANN401 - of the run's kind
        """Pass on a document and its page."""
        unit = self._unit(outcome, self, page)
        if self.comparison is None:
            self._rows[LINKS, unit.name] = LINK_COUNTS
        else:
            self._rows.update({(unit.name, row): COUNTS for row in _row_names(page).values()})
        self._observer.unit(unit)


def _settings(config: Config) -> dict[str, object]:
    return {
        "task": decoded(config.task),
        "premodifiers": [*map(decoded, config.premodifiers)],
        "postmodifiers": [*map(decoded, config.postmodifiers)],
        "corporate designators": [*map(decoded, config.corporate_designators)],
        "incorrect tags": config.ne_allow_incorrect,
    }


def _inputs(config: Config) -> Iterator[Input]:
    """Yield the configuration, and the files that it names and that exist."""
    yield Input("configuration", os.fsdecode(config.name))
    paths = (config.slot_file, config.map_file, config.text_file, config.key_file, config.response_file)
    for role, path in zip(_ROLES, paths):
        if path is not None and config.messages.host.kind(os.fsdecode(path)):
            yield Input(role, os.fsdecode(path))


def _location(source: Source, position: int | None, line: int | None = None) -> Location:
    """Return the location of a line, of a byte, or of the whole file."""
    return Location(source.name, source.line(position) if line is None and position is not None else line)


def _row_names(page: Page) -> dict[Hashable, str]:
    """Return the names of the rows of a page, as printed; a repeated name ends in ``#2`` and so on."""
    names: dict[Hashable, str] = {}
    times: dict[str, int] = {}
    for line in page:
        if isinstance(line, Line):
            label = " ".join(decoded(line.label[:_SHOWN]).split())
            name = _TEXT_FILTERING if line.row == FILTERING else decoded(line.above) + label
            names[line.row] = unique(times, name)
    return names


class DocumentUnit(Unit):
    """A document whose objects are aligned: its objects and fills."""

    def __init__(self, outcome: MatchTree, evidence: Evidence, page: Page) -> None:
        self._alignment = outcome.alignment
        self._outcome = outcome
        self._evidence = evidence
        self._rows = _row_names(page)
        accepted = self._alignment.accepted.values()
        self._scores = {response: score for pairs in accepted for _, response, score in pairs}
        document = self._alignment.document
        sides = (document.key, document.response)
        pairs = zip(evidence.sources, sides)
        key, response = [None if side is None else _location(source, None, side.line) for source, side in pairs]
        text = next((side.text for side in sides if side is not None), None)
        super().__init__(decoded(document.docnum), outcome.matches, key, response, {"documents": 1}, text)

    def cells(self, match: Match) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells that a match adds to, on the page of the document and on that of the run."""
        for _, row, column, amount in cells(match.signature):
            for table, names in ((self.name, self._rows), (_TOTAL, self._evidence.totals)):
                if row in names:
                    yield table, names[row], column, amount

    def item(self, side: int, index: int) -> Item:
        """Return an object, a fill or the relevance of the document."""
        pair, slot, fill = self._outcome.pieces[side][index]
        item = pair[side]
        if item is None:
            return Item(_TEXT_FILTERING, self.name)
        line = item.slots[slot].line if slot and slot in item.slots else None
        location = _location(self._evidence.sources[side], item.position, line or item.line)
        label = decoded(item.definition.name) + (f".{decoded(slot.name)}" if slot else "")
        begin, end = (None, None) if item.position is None else (item.start, max(item.start, item.end))
        return Item(label, decoded(fill[0] if fill else _words(item)), begin, end, location)

    def why(self, match: Match) -> str:
        """Return the reason for a match, or for the lack of a partner."""
        code, *_ = match.signature
        pair, slot, *fills = self._outcome.of(match)
        if pair == (None, None):
            return self._of_relevance(code)
        if slot is None:
            return self._of_objects(code, *pair)
        return self._of_fills(code, slot, pair, *fills)

    def _of_relevance(self, code: bytes) -> str:
        if self._evidence.config.version == V33:
            return f"the sides {'agree' if code == COR else 'differ'} on the relevance of the document"
        if code == COR:
            return "the documents have content"
        return "" if code == NON else _NO_CONTENT

    def _of_objects(self, code: bytes, key: Object | None, response: Object | None) -> str:
        if not all(item.definition.scored for item in (key, response) if item) and self._evidence.config.version == V33:
            return "the class is not scored"
        if code == OPT:
            return OPTIONAL
        if key is None or response is None:
            item = key or response
            assert item is not None, "a match has an item"
            return self._of_left(item, item is key)
        if code == INC:
            counted, partners = self._alignment.counted(key), self._alignment.partners
            scores = self._evidence.comparison.objects(counted, response, partners)
            return f"left over and paired: {_short_of(key.definition, scores)}"
        if code != COR:
            return _NO_CONTENT
        why = f"aligned with an F of {self._scores[response]:.2f}" if response in self._scores else "aligned"
        giver = self._alignment.handed_over.get(response)
        return why if giver is None else f"{why}, handed over by {decoded(giver.header())}"

    def _of_fills(self, code: bytes, slot: SlotDef, pair: Pair, ours: Fill | None, theirs: Fill | None) -> str:
        key, response = pair
        if code == NON and theirs is not None:
            return "neither key nor response fills the slot"
        if code in _NONCOMMITTAL:
            return _NONCOMMITTAL[code]
        if ours is None:
            return "the key does not fill the slot" if key is None or slot not in key.slots else "not in the key"
        if theirs is None:
            lacks = response is None or slot not in response.slots
            return "the response does not fill the slot" if lacks else "not in the response"
        if code == COR:
            return ""
        if key is None or self._alignment.partners.of_key.get(key) is not response:
            return "the objects are not aligned"
        return self._of_incorrect(slot, ours, theirs)

    def _of_left(self, item: Object, is_key: bool) -> str:
        """Return why an object is left over, with its best possible partner."""
        document, partners, definition = self._alignment.document, self._alignment.partners, item.definition
        side, of_others = ("response", partners.of_response) if is_key else ("key", partners.of_key)
        others = objects_of(document.response if is_key else document.key, definition)
        in_text = self._evidence.config.in_text
        scored: list[tuple[Scores, Object]] = []
        for other in others:
            if in_text and not (item.start <= other.end and other.start <= item.end):
                continue
            pair = (item, other) if is_key else (other, item)
            scores = self._evidence.comparison.objects(*pair, partners)
            if in_text or max(scores) > 0:
                scored.append((scores, other))
        if not scored:
            nothing = f"no object of the {side} has a fill in common with it"
            return f"no tag of the {side} overlaps or adjoins it" if in_text else nothing
        scores, best = max(scored, key=lambda one: one[0][0])
        partner = of_others.get(best)
        if partner is None:
            return _short_of(definition, scores)
        return f"the best partner, {decoded(best.header())}, is aligned with {decoded(partner.header())}"

    def _of_incorrect(self, slot: SlotDef, ours: Fill, theirs: Fill) -> str:
        (text, key), (other, response) = ours, theirs
        if key is None and response is None:
            forms = [decoded(form) for form in self._evidence.comparison.compared(text, other, slot.kind)]
            if slot.folded == TYPE:
                return f'types differ ("{decoded(text)}" / "{decoded(other)}")'
            return f'string differs after normalisation ("{forms[0]}" / "{forms[1]}")'
        if key is None or response is None:
            return "one is a string, the other a pointer"
        if self._alignment.partners.of_response.get(response) is None:
            return "points to an object that is not aligned"
        return "points to an object that is aligned with another one"


def _words(item: Object) -> bytes:
    """Return the words of a tag, or the header of a record."""
    words = None if item.position is None else item.slots.first_string(TEXT)
    return item.header() if words is None else words


def _short_of(definition: ClassDef, scores: Scores) -> str:
    f, weighted = scores
    if f <= 0:
        return "nothing is right"
    if weighted <= definition.threshold:
        return f"score {weighted:g} below the threshold {definition.threshold:g}"
    return f"F {f:.2f}, other pairs came first"


class LinkUnit(Unit):
    """A document of coreference: its mentions and links."""

    def __init__(self, alignment: ChainAlignment, evidence: Evidence, _: Page) -> None:
        sides = (alignment.key, alignment.response)
        key, response = [_location(one, None) if side.text else None for one, side in zip(evidence.sources, sides)]
        text = alignment.key.text or alignment.response.text
        super().__init__(decoded(alignment.docnum), alignment.matches, key, response, {"documents": 1}, text)
        self._alignment = alignment
        self._mentions = list(map(_mentions, evidence.sources, sides))

    def cells(self, match: Match) -> Iterator[tuple[str, str, str, float]]:
        """Yield the cells that a match adds to, in the line of the document and in the totals."""
        for table, _, column, amount in cells(match.signature):
            yield table, self.name, column, amount
            yield table, TOTALS, column, amount

    def item(self, side: int, index: int) -> Item:
        """Return a mention or a link."""
        mentions = self._mentions[side]
        if index < len(mentions):
            return mentions[index]
        first, second = [mentions[one] for one in self._alignment.links[side][index - len(mentions)]]
        label, text = f"{first.label} - {second.label}", f"{first.text} - {second.text}"
        return Item(label, text, second.begin, second.end, second.location)

    def why(self, match: Match) -> str:
        """Return why a link is missing or spurious."""
        code, *_ = match.signature
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


def _mentions(source: Source, side: MentionSide) -> list[Item]:
    found = []
    for mention, quote in zip(side.mentions, side.quotes):
        label, text = decoded(mention.attributes[b"id"]), decoded(quote[1:-1])
        found.append(Item(label, text, mention.start, mention.end, _location(source, mention.position)))
    return found
