"""What an observer hears of a run: how both versions name inputs, rows, objects and fills.

Units are documents. Extents are bytes of the document without the tags that are scored, so records have none. Where one
pointer of a response makes several of the key right, a meeting of the incorrect ones has a negative amount (1997).
"""

from __future__ import annotations

import os

from common.result import Input, Item, Place, Run, Unit, unique
from muc_scorer.align.fills import identification
from muc_scorer.measures import EXACT, OF_1997
from muc_scorer.read.config import V33
from muc_scorer.read.definitions import TEXT
from muc_scorer.report.rows import Line
from muc_scorer.tally.cells import FILTERING, cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from typing import Any, TypeAlias

    from common.result import Met, Observer
    from common.tally import Measure
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import ClassDef, SlotDef
    from muc_scorer.read.objects import Document, Object
    from muc_scorer.read.objects import Side as Objects
    from muc_scorer.read.parsing import Source
    from muc_scorer.report.rows import Page

    Cells: TypeAlias = Iterator[tuple[str, str, str, float]]
    Measures: TypeAlias = tuple[Measure, ...]

TOTAL = "total"
TEXT_FILTERING = "TEXT FILTERING"
_ROLES = ("slots", "map", "texts", "key", "response")
_SHOWN = 12  # bytes of a label


class Side:
    """The file of the key or of the response; ``source`` is None where objects know their lines."""

    __slots__ = ("_labels", "_last", "_source", "file")

    def __init__(self, path: bytes | None, source: Source | None = None) -> None:
        self.file = os.fsdecode(path or b"")
        self._source = source
        self._labels: dict[tuple[ClassDef, SlotDef], str] = {}
        self._last: tuple[int | None, Place] = (None, Place(self.file, None))  # an object and its fills stand together

    def at(self, position: int | None) -> Place:
        """Return the place of a byte of the file."""
        if position != self._last[0]:
            line = None if position is None or self._source is None else self._source.line(position)
            self._last = position, Place(self.file, line)
        return self._last[1]

    def place(self, item: Object, slot: SlotDef | None = None) -> Place:
        """Return where an object, or a slot that it has, stands."""
        line = item.slots[slot].line if slot is not None and slot in item.slots else None
        if line is None:
            line = item.line
        return self.at(item.position) if line is None else Place(self.file, line)

    def of_document(self, objects: Objects | None) -> Place | None:
        """Return where a document stands, None if this side lacks it."""
        return None if objects is None else Place(self.file, objects.line)

    def object(self, item: Object) -> Item:
        """Return an object: its class, and the words of a tag or the header of a record."""
        return self._item(decoded(item.definition.name), decoded(words(item)), item)

    def fill(self, item: Object, slot: SlotDef, text: bytes) -> Item:
        """Return a fill of an object."""
        label = self._labels.get((item.definition, slot))
        if label is None:
            label = self._labels[item.definition, slot] = f"{decoded(item.definition.name)}.{decoded(slot.name)}"
        return self._item(label, decoded(text), item, slot)

    def _item(self, label: str, text: str, item: Object, slot: SlotDef | None = None) -> Item:
        place = self.place(item, slot)
        if item.position is None:
            return Item(label, text, place=place)
        return Item(label, text, item.start, max(item.start, item.end), place)


class Pages:
    """Tells an observer of a run, and says which cells of which pages a meeting adds to."""

    __slots__ = ("_document", "_observer", "_totals")

    def __init__(self, observer: Observer, config: Config, totals: Page) -> None:
        """Begin; ``totals`` is the page of the whole run."""
        self._observer = observer
        self._totals = row_names(totals)
        self._document = self._totals
        arithmetic = EXACT if config.version == V33 else OF_1997
        begin(observer, config, self._cells, {"": arithmetic.all()})

    def tell(
        self, document: Document, page: Page, mets: Iterable[Met], sides: tuple[Side, Side], text: bytes | None
    ) -> None:
        """Tell of a document and its page."""
        self._document = row_names(page)
        layout = tuple(self._document.items())
        key, response = [side.of_document(one) for side, one in zip(sides, (document.key, document.response))]
        self._observer.unit(Unit(decoded(document.docnum), mets, key, response, {"documents": 1}, text, layout))

    def _cells(self, unit: Unit, met: Met) -> Cells:
        signature: Any = met.signature
        for _, row, column, amount in cells(signature):
            for table, names in ((unit.name, self._document), (TOTAL, self._totals)):
                if row in names:
                    yield table, names[row], column, amount * met.amount


def row_names(page: Page) -> dict[Hashable, str]:
    """Return what the rows of a page are called: by what is printed, a name that comes again with ``#2`` and so on."""
    names: dict[Hashable, str] = {}
    times: dict[str, int] = {}
    for line in page:
        if isinstance(line, Line):
            label = " ".join(decoded(line.label[:_SHOWN]).split())
            name = TEXT_FILTERING if line.row == FILTERING else decoded(line.above) + label
            names[line.row] = unique(times, name)
    return names


def begin(observer: Observer, config: Config, cells: Callable[..., Cells], measures: dict[str, Measures]) -> None:
    """Tell an observer what is scored, and how meetings are counted."""
    observer.begin(Run("muc-score", decoded(config.version), _settings(config), _inputs(config), cells, measures))


def _settings(config: Config) -> dict[str, object]:
    """Return what decides the figures of a run besides its input files."""
    return {
        "task": decoded(config.task),
        "premodifiers": [*map(decoded, config.premodifiers)],
        "postmodifiers": [*map(decoded, config.postmodifiers)],
        "corporate designators": [*map(decoded, config.corporate_designators)],
        "incorrect tags": config.ne_allow_incorrect,
    }


def _inputs(config: Config) -> list[Input]:
    """Return the files that a run reads."""
    paths = (config.slot_file, config.map_file, config.text_file, config.key_file, config.response_file)
    named = [Input(role, os.fsdecode(path)) for role, path in zip(_ROLES, paths) if path is not None]
    return [Input("configuration", os.fsdecode(config.name)), *[one for one in named if os.path.exists(one.path)]]


def decoded(text: bytes) -> str:
    """Return a text of a file; bytes that are not UTF-8 come back as they were when it is encoded."""
    return text.decode("utf-8", "surrogateescape")


def words(item: Object) -> bytes:
    """Return the words of a tag, or the header of a record."""
    if item.position is not None:
        for definition, slot in item.slots.items():
            if definition.folded == TEXT and slot.main.strings:
                return slot.main.strings[0]
    return identification(item)
