"""An explanation as one page that needs nothing else: the report with links, the items, what each figure is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from rescore.explain.explained import Explained
from rescore.explain.marks import MarkedSpan, MarkedText, segments
from rescore.explain.outcomes import Outcomes
from rescore.explain.paging import Items, paged
from rescore.explain.passages import Text
from rescore.explain.records import Name, Record
from rescore.explain.rows import SIDES, MatchRow, Rows, is_wrong
from rescore.explain.templates import written
from rescore.reports.model import Report, decoded
from rescore.scorers import SCORERS

TEMPLATE = "page.html"
MAX_LINKS = 20  # from a figure to the rows of a kind
MAX_NUMBERS = 500  # tokens shown by their numbers, where a sentence has no text


def page(run: Explained) -> Iterator[bytes]:
    """Yield the page."""
    view = View(run)
    return written(TEMPLATE, view=view, items=Items(view.rows, view.texts))


@dataclass(slots=True)
class FigurePart:
    """The matches of a kind that a figure is the sum of: how many, what they add, and the first rows of them."""

    matches: int = 0
    amount: float = 0.0
    rows: dict[int, MatchRow] = field(default_factory=dict)

    def add(self, row: MatchRow | None, amount: float) -> None:
        """Count a match."""
        self.matches += 1
        self.amount += amount
        if row and len(self.rows) < MAX_LINKS:
            self.rows[row.number] = row


@dataclass(slots=True)
class CellView:
    """A figure: its record and the matches that it is the sum of, by kind."""

    number: int
    record: Record
    parts: dict[str, FigurePart]

    @property
    def name(self) -> str:
        """Table, row and column."""
        return f"{self.record['table']}/{self.record['row']}/{self.record['column']}"

    @property
    def matches(self) -> int:
        """How many matches it is the sum of."""
        return sum([part.matches for part in self.parts.values()])


class View:
    """What the page shows; with ``only_wrong`` no row of what is right, and no texts."""

    def __init__(self, run: Explained, *, only_wrong: bool = False) -> None:
        self.run: Record = {}
        self.texts: list[MarkedText] = []
        self.cells: dict[Name, CellView] = {}
        self._rows = Rows(only_wrong)
        self._has_texts = not only_wrong
        self._text: Record | None = None
        self._unit: list[tuple[Record, MatchRow]] = []
        self._sums: dict[Name, dict[str, FigurePart]] = {}
        for _, record in run.spool.records():
            self._add(record)
        self._finish_unit()
        self.rows = self._rows.rows
        self.kinds, self.labels = self._rows.choices
        self.reports = [(name, list(self._printed(*report))) for name, report in run.reports.items()]

    def cell(self, name: Iterable[str]) -> CellView | None:
        """Return the figure of that name, if the report shows it."""
        return self.cells.get(tuple(name))  # type: ignore[arg-type]

    def pages(self, file: Callable[[int], str]) -> list[Items]:
        """Return the items on pages; ``file`` gives the name of each by its number, from 0."""
        groups = SCORERS[self.run["command"]].groups
        found = paged(self.rows, self.texts, next((group.of for group in groups.values()), str))
        for number, items in enumerate(found):
            items.file = file(number)
            for row in items.rows:
                row.file = items.file
        return found

    def most_frequent(self, number: int) -> list[MatchRow]:
        """Return so many rows at most, those of most matches first."""
        return sorted(self.rows, key=lambda row: -len(row.places))[:number]

    def _add(self, record: Record) -> None:
        kind = record["type"]
        if kind == "met":
            self._add_match(record)
        elif kind == "unit":
            self._finish_unit()
        elif kind == "text":
            self._text = record
        elif kind == "cell":
            name = (record["table"], record["row"], record["column"])
            parts = {} if "of" in record else self._sums.get(name, {})
            self.cells[name] = CellView(len(self.cells) + 1, record, parts)
        else:
            self.run = record
            self.outcomes = Outcomes(record["command"])

    def _add_match(self, record: Record) -> None:
        self.outcomes.add(record)
        text = Text(self._text) if self._text else None
        row = self._rows.add(record, text, is_wrong(self.run["command"], record))
        if row and self._has_texts:
            self._unit.append((record, row))
        for table, row_name, column, amount in record["cells"]:
            parts = self._sums.setdefault((table, row_name, column), {})
            parts.setdefault(record["kind"], FigurePart()).add(row, float(amount))

    def _finish_unit(self) -> None:
        """Mark the spans in the text of the unit that is complete."""
        spans = [
            MarkedSpan(item["begin"], item["end"], side, item["label"], row)
            for record, row in sorted(
                self._unit, key=lambda pair: -len(pair[1].sides)
            )  # an item is linked to its match
            for side, item in ((side, record[side]) for side in SIDES)
            if item and "begin" in item
        ]
        text = Text(self._text) if self._text else _numbers(spans)
        if text and spans:
            self.texts.append(MarkedText(self._unit[0][0]["unit"], list(segments(text, spans))))
        self._text = None
        self._unit = []

    def _printed(self, content: bytes, report: Report | None) -> Iterator[tuple[str, CellView | None]]:
        """Yield a report in pieces, each with the figure that it is, if it is one."""
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
    """Return the numbers of the tokens for a sentence whose text is not known."""
    length = max([span.end for span in spans], default=0)
    if length > MAX_NUMBERS:
        return None
    return Text({"bytes": False, "text": [str(number) for number in range(1, length + 1)]})
