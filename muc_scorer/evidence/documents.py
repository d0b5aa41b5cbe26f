"""What an observer receives of a run: each document with the matches of its objects and of their single fills.

Extents are bytes of the document without the tags that are scored, so records have none.
"""

from __future__ import annotations

from common.match import Item, Location, Unit
from muc_scorer.cells import FILTERING, cells, credit, kind
from muc_scorer.evidence.files import File, begin, decoded
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.measures import EXACT, OF_1997
from muc_scorer.read.config import V33
from muc_scorer.read.definitions import TEXT
from muc_scorer.report.rows import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from typing import Any

    from common.match import Match, Observer
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.outcome import Outcome
    from muc_scorer.evidence.files import Cells
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Object
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.rows import Page

TOTAL = "total"
TEXT_FILTERING = "TEXT FILTERING"
_SHOWN = 12  # bytes of a label


class Evidence:
    """Passes on the documents of a run to an observer."""

    __slots__ = ("_comparison", "_config", "_observer", "files", "totals")

    def __init__(
        self,
        observer: Observer,
        config: Config,
        comparison: Comparison,
        totals: Page,
        sources: Sequence[Source],
    ) -> None:
        """Begin; ``totals`` is the page of the whole run, ``sources`` are key and response if they are texts."""
        self._config = config
        self._comparison = comparison
        self._observer = observer
        self.totals = row_names(totals)
        self.files = (File(config.key_file, *sources[:1]), File(config.response_file, *sources[1:]))
        arithmetic = EXACT if config.version == V33 else OF_1997
        begin(observer, config, kind=kind, credit=credit, cells=self._cells, measures={"": arithmetic.all()})

    def add(self, outcome: Outcome, page: Page) -> None:
        """Pass on a document and its page."""
        reasons = Reasons(outcome, self._comparison, self._config)
        self._observer.unit(DocumentUnit(outcome, self.files, reasons, row_names(page)))

    def _cells(self, unit: DocumentUnit, match: Match) -> Cells:
        signature: Any = match.signature
        for _, row, column, amount in cells(signature):
            for table, names in ((unit.name, unit.rows), (TOTAL, self.totals)):
                if row in names:
                    yield table, names[row], column, amount


class DocumentUnit(Unit):
    """A document: its objects and fills, and what the ``rows`` of its page are called."""

    __slots__ = ("_files", "_pieces", "_reasons", "rows")

    def __init__(self, outcome: Outcome, files: tuple[File, File], reasons: Reasons, rows: dict[Hashable, str]) -> None:
        document = outcome.alignment.document
        sides = (document.key, document.response)
        key, response = [file.of_document(side) for file, side in zip(files, sides)]
        texts = [side.text for side in sides if side is not None]
        text = texts[0] if texts else None
        super().__init__(decoded(document.docnum), outcome.matches, key, response, {"documents": 1}, text)
        self._files = files
        self._pieces = outcome.pieces
        self.rows = rows
        self._reasons = reasons

    def item(self, side: int, index: int) -> Item:
        """Return an object, a fill or the relevance of the document."""
        pair, slot, fill = self._pieces[side][index]
        item = pair[side]
        if item is None:
            return Item(TEXT_FILTERING, self.name)
        line = item.line if slot is None or slot not in item.slots else item.slots[slot].line or item.line
        location = self._files[side].at(item.position) if line is None else Location(self._files[side].name, line)
        label = decoded(item.definition.name)
        if slot is not None:
            label += "." + decoded(slot.name)
        text = decoded(words(item) if fill is None else fill[0])
        if item.position is None:
            return Item(label, text, location=location)
        return Item(label, text, item.start, max(item.start, item.end), location)

    def why(self, match: Match) -> str:
        """Return why objects or fills matched as they did, or not at all."""
        return self._reasons.why(match)


def row_names(page: Page) -> dict[Hashable, str]:
    """Return what the rows of a page are called: by what is printed, a name that comes again with ``#2`` and so on."""
    names: dict[Hashable, str] = {}
    times: dict[str, int] = {}
    for line in page:
        if isinstance(line, Line):
            label = " ".join(decoded(line.label[:_SHOWN]).split())
            name = TEXT_FILTERING if line.row == FILTERING else decoded(line.above) + label
            times[name] = times.get(name, 0) + 1
            names[line.row] = name if times[name] == 1 else f"{name}#{times[name]}"
    return names


def words(item: Object) -> bytes:
    """Return the words of a tag, or the header of a record."""
    if item.position is not None:
        for definition, slot in item.slots.items():
            if definition.folded == TEXT and slot.main.strings:
                return slot.main.strings[0]
    return item.header()
