"""Explanations as self-contained HTML pages: of one run, and of the differences between two.

The page of a run shows the report with links, the items, and the parts of each figure. The page of two runs shows the
figures that differ, and the items that matched better or worse. Input is always escaped, and characters that cannot
be shown are replaced. Form feeds are left out because they matter on paper only.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from rescore.explain.against import Changes, ItemChange
from rescore.explain.conditions import signature_of
from rescore.explain.outcomes import Outcomes, alternative
from rescore.explain.records import Record, in_words
from rescore.explain.rows import SIDES, Items, MarkedSpan, MarkedText, MatchRow, Rows, is_wrong, paged, segments
from rescore.explain.stream import Explained
from rescore.explain.text import Lines, Text, context, made_of, matches, place
from rescore.reports.model import Name, Report, decoded
from rescore.scorers import SCORERS
from rescore.terminal import CONTROLS

MAX_LINKS = 20  # from a figure to the rows of a kind
MAX_NUMBERS = 500  # tokens of a sentence without text; longer sentences are not shown
MAX_CHANGES = 100  # rows of a list
MAX_FIGURES = 20  # shown; the others are folded
BETTER, WORSE, OTHER = "better", "worse", "other"
_UNPRINTABLE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{CONTROLS}\ud800-\udfff]")


def written(template: str, *folders: str, **values: object) -> Iterator[bytes]:
    """Yield a page made from a template and values; ``folders`` are searched for it first, then this package."""
    stream = _environment(*folders, os.path.dirname(__file__)).get_template(template).stream(**values)
    stream.enable_buffering()
    for piece in stream:
        yield _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", piece.replace("\f", "")).encode()


@functools.cache
def _environment(*folders: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folders),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(
        alternative=alternative,
        in_words=in_words,
        made_of=made_of,
        matches=matches,
        place=place,
        signature_of=signature_of,
    )
    return environment


def page(run: Explained) -> Iterator[bytes]:
    """Yield the page of a run."""
    view = View(run)
    return written("page.html", view=view, items=Items(view.rows, view.texts))


@dataclass(slots=True)
class FigurePart:
    """The matches of one kind in the sum of a figure: their number, their amount, and the first rows."""

    matches: int = 0
    amount: float = 0.0
    rows: dict[int, MatchRow] = field(default_factory=dict)


@dataclass(slots=True)
class CellView:
    """A figure: its number from 1, its name, its record, and the matches in its sum, by kind."""

    number: int
    name: str
    record: Record
    parts: dict[str, FigurePart]

    @property
    def matches(self) -> int:
        """The number of matches in the sum."""
        return sum([part.matches for part in self.parts.values()])


class View:
    """The content of the page of a run; with ``only_wrong``, it has no rows of right items and no texts."""

    def __init__(self, run: Explained, *, only_wrong: bool = False) -> None:
        self.run: Record = {}
        self.texts: list[MarkedText] = []
        self.cells: dict[Name, CellView] = {}
        self._rows = Rows(only_wrong)
        self._has_texts = not only_wrong
        self._text: Text | None = None
        self._unit: list[tuple[Record, MatchRow]] = []
        self._sums: dict[Name, dict[str, FigurePart]] = {}
        for _, _, record in run.spool.records():
            self._add(record)
        self._finish_unit()
        self.rows = self._rows.rows
        self.kinds, self.labels = self._rows.choices
        self.reports = [(name, list(self._printed(*report))) for name, report in run.reports.items()]

    def cell(self, name: Iterable[str]) -> CellView | None:
        """Return the figure of that name, or None if the report does not show it."""
        return self.cells.get(tuple(name))  # type: ignore[arg-type]

    def pages(self, file: Callable[[int], str]) -> list[Items]:
        """Return the items, divided into pages; ``file`` returns the file name of a page by its number, from 0."""
        groups = SCORERS[self.run["command"]].groups
        found = paged(self.rows, self.texts, next((group.of for group in groups.values()), str))
        for number, items in enumerate(found):
            items.file = file(number)
            for row in items.rows:
                row.file = items.file
        return found

    def most_frequent(self, number: int) -> list[MatchRow]:
        """Return the ``number`` rows with the most matches, or all if there are fewer."""
        return sorted(self.rows, key=lambda row: -len(row.places))[:number]

    def _add(self, record: Record) -> None:
        kind = record["type"]
        if kind == "met":
            self._add_match(record)
        elif kind == "unit":
            self._finish_unit()
        elif kind == "text":
            self._text = Text(record)
        elif kind == "cell":
            name = (record["table"], record["row"], record["column"])
            parts = {} if "of" in record else self._sums.get(name, {})
            self.cells[name] = CellView(len(self.cells) + 1, "/".join(name), record, parts)
        else:
            self.run = record
            self.outcomes = Outcomes(record["command"])

    def _add_match(self, record: Record) -> None:
        self.outcomes.add(record)
        row = self._rows.add(record, self._text, is_wrong(self.run["command"], record))
        if row and self._has_texts:
            self._unit.append((record, row))
        for *name, amount in record["cells"]:
            part = self._sums.setdefault(tuple(name), {}).setdefault(record["kind"], FigurePart())
            part.matches += 1
            part.amount += float(amount)
            if row and len(part.rows) < MAX_LINKS:
                part.rows[row.number] = row

    def _finish_unit(self) -> None:
        """Mark the spans in the text of the unit that is complete."""
        linked = sorted(self._unit, key=lambda pair: -len(pair[1].sides))  # an item links to a row with both sides
        items = [(side, record[side], row) for record, row in linked for side in SIDES]
        spans = [
            MarkedSpan(item["begin"], item["end"], side, item["label"], row)
            for side, item, row in items
            if item and "begin" in item
        ]
        text = _numbers(spans) if self._text is None else self._text
        if text and spans:
            self.texts.append(MarkedText(self._unit[0][0]["unit"], list(segments(text, spans))))
        self._text = None
        self._unit = []

    def _printed(self, content: bytes, report: Report | None) -> Iterator[tuple[str, CellView | None]]:
        """Yield the pieces of a report, each with its figure, or None for other text."""
        if report is None:
            yield decoded(content), None
            return
        for record in report.records:
            at = 0
            for column, (begin, end) in zip(record.columns, record.spans):
                cell = self.cells.get((record.table, record.row, column))
                if cell is not None:
                    text = record.text[begin:end]
                    yield record.text[at : begin + len(text) - len(text.lstrip())], None
                    begin, at = begin + len(text) - len(text.lstrip()), begin + len(text.rstrip())
                    yield record.text[begin:at], cell
            yield record.text[at:], None


def _numbers(spans: list[MarkedSpan]) -> Text | None:
    """Return token numbers from 1 as a text for a sentence without one, or None if it is too long."""
    length = max([span.end for span in spans], default=0)
    if length > MAX_NUMBERS:
        return None
    return Text({"bytes": False, "text": [str(number) for number in range(1, length + 1)]})


def changes_page(changes: Changes, names: tuple[str, str]) -> Iterator[bytes]:
    """Yield the page of two runs; ``names`` are the names of the old and the new one."""
    view = ChangesView(changes, names)
    for side in (0, 1):
        view.look_up(side)
    return written("changes.html", view=view)


@dataclass(slots=True)
class ChangeRow:
    """Changes that differ only in their places: the first one, its items in context, and the units of all.

    ``shown`` holds items with their contexts: that of the key as ``key``, those of the responses as ``0`` and ``1``.
    """

    change: ItemChange
    units: list[str] = field(default_factory=list)
    shown: dict[str, tuple[Record, tuple[str, str, str]]] = field(default_factory=dict)

    @property
    def reasons(self) -> list[tuple[int, str]]:
        """The reasons for the matches, each with its side: 0 for the old run, 1 for the new."""
        matches = enumerate((self.change.old, self.change.new))
        return [(side, match["why"]) for side, match in matches if match and match["why"]]


class ChangesView:
    """What the page of two runs shows. Contexts are looked up for one side at a time, in the folder of its files.

    ``lists`` are the rows of items that matched better, worse, or with equal credit in the new run; ``counts`` are
    the numbers of these items.
    """

    def __init__(self, changes: Changes, names: tuple[str, str]) -> None:
        self.names = names
        self.most = MAX_CHANGES
        self.most_figures = MAX_FIGURES
        self.problem = changes.problem
        self.sides = changes.sides
        totals = SCORERS[self.sides[0].run["command"]].totals
        self.figures = sorted(changes.figures, key=lambda figure: figure.name[:2] not in totals)
        self.lists: dict[str, list[ChangeRow]] = {BETTER: [], WORSE: [], OTHER: []}
        self.counts = dict.fromkeys(self.lists, 0)
        known: dict[Hashable, ChangeRow] = {}
        for change in changes.items:
            direction = _direction(change)
            self.counts[direction] += 1
            row = known.get(_shown(change))
            if row is None:
                row = known[_shown(change)] = ChangeRow(change)
                self.lists[direction].append(row)
            row.units.append(change.unit)
        for rows in self.lists.values():
            rows.sort(key=lambda row: -len(row.units))

    def look_up(self, side: int) -> None:
        """Look up the contexts of the items of one side: 0 for the old run, 1 for the new."""
        lines = Lines()
        for row in [row for rows in self.lists.values() for row in rows[:MAX_CHANGES]]:
            match = (row.change.old, row.change.new)[side]
            if match is None:
                continue
            place = row.change.texts[side]
            text = Text(self.sides[side].spool.at(place)) if place >= 0 else None
            for name, item in (("key", match["key"]), (str(side), match["response"])):
                if item and name not in row.shown:
                    row.shown[name] = item, context(item, text, lines)


def _direction(change: ItemChange) -> str:
    """Compare the credit of an item's matches in both runs; leaving out a spurious item earns full credit."""
    values = [
        match["credit"] if match else float(other["key"] is None)
        for match, other in ((change.old, change.new or {}), (change.new, change.old or {}))
    ]
    old, new = [value if isinstance(value, (int, float)) else 0.0 for value in values]
    return BETTER if new > old else WORSE if new < old else OTHER


def _shown(change: ItemChange) -> Hashable:
    matches = [match for match in (change.old, change.new) if match]
    items = [
        match[side] and (match[side]["label"], match[side]["text"] != match["unit"] and match[side]["text"])
        for match in matches
        for side in SIDES
    ]
    return change.kinds, *items, *[match["why"] for match in matches]
