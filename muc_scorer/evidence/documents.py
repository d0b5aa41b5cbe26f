"""What an observer receives of a run: its documents with the matches of their objects and single fills.

Extents are bytes of the document without the tags that are scored, so records have none.
"""

from __future__ import annotations

import os

from common.result import Input, Item, Location, Run, Unit
from muc_scorer.cells import FILTERING, cells, credit, kind, signature_of
from muc_scorer.evidence.reasons import Reasons
from muc_scorer.measures import EXACT, OF_1997
from muc_scorer.read.config import V33
from muc_scorer.read.definitions import TEXT
from muc_scorer.read.messages import decoded
from muc_scorer.report.rows import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from common.result import Match, Observer
    from common.tally import Measure
    from muc_scorer.align.fills import FillComparison
    from muc_scorer.align.outcome import MatchTree
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Object
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.rows import Page

_TOTAL = "total"
_TEXT_FILTERING = "TEXT FILTERING"
_SHOWN = 12  # bytes of a label
_ROLES = ("slots", "map", "texts", "key", "response")


class Evidence:
    """Passes on the documents of a run to an observer.

    A subclass for each kind of run makes the units, and says of their matches to which cells they add.
    """

    def __init__(
        self,
        observer: Observer,
        config: Config,
        sources: Sequence[Source],
        measures: dict[str, tuple[Measure, ...]],
    ) -> None:
        """Begin; ``sources`` are key and response if they are texts."""
        self._observer = observer
        self.config = config
        self.files = (File(config.key_file, *sources[:1]), File(config.response_file, *sources[1:]))
        settings: dict[str, object] = {
            "task": decoded(config.task),
            "premodifiers": [*map(decoded, config.premodifiers)],
            "postmodifiers": [*map(decoded, config.postmodifiers)],
            "corporate designators": [*map(decoded, config.corporate_designators)],
            "incorrect tags": config.ne_allow_incorrect,
        }
        paths = (config.slot_file, config.map_file, config.text_file, config.key_file, config.response_file)
        named = [Input(role, os.fsdecode(path)) for role, path in zip(_ROLES, paths) if path is not None]
        inputs = [Input("configuration", os.fsdecode(config.name)), *[one for one in named if os.path.exists(one.path)]]
        version, cells = decoded(config.version), self._cells
        observer.begin(
            Run("muc-score", version, settings, inputs, kind=kind, credit=credit, cells=cells, measures=measures)
        )

    def add(self, outcome: Any, page: Page) -> None:  # noqa: ANN401
        """Pass on a document and its page."""
        self._observer.unit(self._unit(outcome, page))

    def _unit(self, outcome: Any, page: Page) -> Unit:  # noqa: ANN401
        raise NotImplementedError

    def _cells(self, unit: Any, match: Match) -> Iterable[tuple[str, str, str, float]]:  # noqa: ANN401
        raise NotImplementedError


class File:
    """The file of the key or of the response; ``source`` is None where objects know their lines."""

    __slots__ = ("_name", "_source")

    def __init__(self, path: bytes | None, source: Source | None = None) -> None:
        self._name = os.fsdecode(path or b"")
        self._source = source

    def at(self, position: int | None, line: int | None = None) -> Location:
        """Return the location of a line, or of a byte of the file."""
        if line is None and position is not None and self._source is not None:
            line = self._source.line(position)
        return Location(self._name, line)


class DocumentEvidence(Evidence):
    """Passes on the documents of a run in which objects are aligned."""

    def __init__(
        self, observer: Observer, config: Config, sources: Sequence[Source], comparison: FillComparison, totals: Page
    ) -> None:
        """Begin; ``totals`` is the page of the whole run."""
        self.comparison = comparison
        self._totals = _row_names(totals)
        arithmetic = EXACT if config.version == V33 else OF_1997
        super().__init__(observer, config, sources, {"": arithmetic.all()})

    def _unit(self, outcome: MatchTree, page: Page) -> Unit:
        return DocumentUnit(outcome, self, _row_names(page))

    def _cells(self, unit: DocumentUnit, match: Match) -> Iterator[tuple[str, str, str, float]]:
        for _, row, column, amount in cells(signature_of(match)):
            for table, names in ((unit.name, unit.rows), (_TOTAL, self._totals)):
                if row in names:
                    yield table, names[row], column, amount


class DocumentUnit(Unit):
    """A document: its objects and fills, and what the ``rows`` of its page are called."""

    __slots__ = ("_files", "_pieces", "_reasons", "rows")

    def __init__(self, outcome: MatchTree, evidence: DocumentEvidence, rows: dict[Hashable, str]) -> None:
        document = outcome.alignment.document
        sides = (document.key, document.response)
        key, response = [
            file.at(None, side.line) if side is not None else None for file, side in zip(evidence.files, sides)
        ]
        text = next((side.text for side in sides if side is not None), None)
        super().__init__(decoded(document.docnum), outcome.matches, key, response, {"documents": 1}, text)
        self._files = evidence.files
        self._pieces = outcome.pieces
        self._reasons = Reasons(outcome, evidence.comparison, evidence.config)
        self.rows = rows

    def item(self, side: int, index: int) -> Item:
        """Return an object, a fill or the relevance of the document."""
        pair, slot, fill = self._pieces[side][index]
        item = pair[side]
        if item is None:
            return Item(_TEXT_FILTERING, self.name)
        line = item.slots[slot].line if slot and slot in item.slots else None
        location = self._files[side].at(item.position, line or item.line)
        label = decoded(item.definition.name) + (f".{decoded(slot.name)}" if slot else "")
        begin, end = (None, None) if item.position is None else (item.start, max(item.start, item.end))
        return Item(label, decoded(fill[0] if fill else _words(item)), begin, end, location)

    def why(self, match: Match) -> str:
        """Return why objects or fills matched as they did, or not at all."""
        return self._reasons.why(match)


def _row_names(page: Page) -> dict[Hashable, str]:
    """Return what the rows of a page are called: by what is printed, a name that comes again with ``#2`` and so on."""
    names: dict[Hashable, str] = {}
    times: dict[str, int] = {}
    for line in page:
        if isinstance(line, Line):
            label = " ".join(decoded(line.label[:_SHOWN]).split())
            name = _TEXT_FILTERING if line.row == FILTERING else decoded(line.above) + label
            times[name] = times.get(name, 0) + 1
            names[line.row] = name if times[name] == 1 else f"{name}#{times[name]}"
    return names


def _words(item: Object) -> bytes:
    """Return the words of a tag, or the header of a record."""
    if item.position is not None:
        for definition, slot in item.slots.items():
            if definition.folded == TEXT and slot.main.strings:
                return slot.main.strings[0]
    return item.header()
