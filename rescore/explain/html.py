"""An explanation as one page that needs nothing else: the report with links, documents with marked spans, figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rescore.explain.explained import Explained
from rescore.explain.marks import Segment, Span, segments
from rescore.explain.passages import Lines, Text, context
from rescore.explain.records import Name, Record
from rescore.explain.templates import written
from rescore.reports.model import Report, decoded

Side: TypeAlias = tuple[str, Record, tuple[str, str, str]]  # its name, its item, and that in context

TEMPLATE = "page.html"
SIDES = ("key", "response")
MOST_LABELS = 60  # that can be chosen; the most frequent ones
NO_LABEL = "(none)"
LONGEST_LINK = 32  # characters
MOST_NUMBERS = 500  # tokens shown by their numbers, where a sentence has no text


def page(run: Explained) -> Iterator[bytes]:
    """Yield the page."""
    return written(TEMPLATE, view=View(run))


@dataclass(slots=True)
class MetView:
    """A match: its number on the page, its record, the classes that filters know it by, and both sides in context."""

    number: int
    record: Record
    classes: str
    sides: list[Side]

    @property
    def link(self) -> str:
        """What to call it in a list."""
        name = " ".join((self.sides[0][1]["text"] if self.sides else "").split()) or self.record["unit"]
        return name if len(name) <= LONGEST_LINK else name[:LONGEST_LINK] + "…"


class UnitView:
    """A unit: its record, its text in segments if it is known, and its matches."""

    __slots__ = ("mets", "number", "record", "segments", "text")

    def __init__(self, number: int, record: Record) -> None:
        self.number = number
        self.record = record
        self.text: Record | None = None
        self.mets: list[MetView] = []
        self.segments: list[Segment] = []


class CellView:
    """A figure: its record and the matches behind it, by kind and labels."""

    __slots__ = ("groups", "number", "record")

    def __init__(self, number: int, record: Record) -> None:
        self.number = number
        self.record = record
        self.groups: dict[str, list[tuple[MetView, float]]] = {}

    @property
    def name(self) -> str:
        """Table, row and column."""
        return f"{self.record['table']}/{self.record['row']}/{self.record['column']}"

    @property
    def mets(self) -> int:
        """How many matches it is the sum of."""
        return sum(map(len, self.groups.values()))


class Choice:
    """What a filter can choose: a kind or a label, the class of its matches, and how many they are."""

    __slots__ = ("mets", "name", "style")

    def __init__(self, style: str, name: str) -> None:
        self.style = style
        self.name = name
        self.mets = 0


class View:
    """What the page shows."""

    def __init__(self, run: Explained) -> None:
        self.run: Record = {}
        self.units: list[UnitView] = []
        self.cells: dict[Name, CellView] = {}
        self._kinds: dict[str, Choice] = {}
        self._labels: dict[str, Choice] = {}
        self._lines = Lines()
        self._sums: dict[Name, list[tuple[MetView, float]]] = {}
        self._mets = 0
        for _, record in run.spool.records():
            self._take(record)
        self._finish_unit()
        self.reports = [(name, list(self._printed(*report))) for name, report in run.reports.items()]

    @property
    def kinds(self) -> list[Choice]:
        """The kinds of matches, in order of appearance."""
        return list(self._kinds.values())

    @property
    def labels(self) -> list[Choice]:
        """The most frequent labels, by name."""
        most = sorted(self._labels.values(), key=lambda label: -label.mets)[:MOST_LABELS]
        return sorted(most, key=lambda label: label.name)

    def cell(self, name: Iterable[str]) -> CellView | None:
        """Return the figure of that name, if the report shows it."""
        return self.cells.get(tuple(name))  # type: ignore[arg-type]

    def _take(self, record: Record) -> None:
        kind = record["type"]
        if kind == "run":
            self.run = record
        elif kind == "unit":
            self._finish_unit()
            self.units.append(UnitView(len(self.units) + 1, record))
        elif kind == "text":
            self.units[-1].text = record
        elif kind == "met":
            self._take_met(record)
        else:
            self._take_cell(record)

    def _take_met(self, record: Record) -> None:
        unit = self.units[-1]
        self._mets += 1
        text = Text(unit.text) if unit.text else None
        sides = [(side, record[side], context(record[side], text, self._lines)) for side in SIDES if record[side]]
        kind = _choice(self._kinds, "k", record["kind"])
        label = _choice(self._labels, "l", sides[0][1]["label"] if sides else NO_LABEL)
        met = MetView(self._mets, record, f"{kind} {label}", sides)
        unit.mets.append(met)
        for *name, amount in record["cells"]:
            self._sums.setdefault(tuple(name), []).append((met, amount))

    def _take_cell(self, record: Record) -> None:
        name = (record["table"], record["row"], record["column"])
        cell = self.cells[name] = CellView(len(self.cells) + 1, record)
        for met, amount in () if "of" in record else self._sums.get(name, ()):
            labels = " → ".join(dict.fromkeys([item["label"] for _, item, _ in met.sides]))
            cell.groups.setdefault(f"{met.record['kind']} {labels}", []).append((met, amount))

    def _finish_unit(self) -> None:
        """Mark the spans in the text of the unit that is complete."""
        if not self.units:
            return
        unit = self.units[-1]
        spans = [
            Span(item["begin"], item["end"], side, item["label"], met.number)
            for met in sorted(unit.mets, key=lambda met: -len(met.sides))  # an item that met another is linked there
            for side, item, _ in met.sides
            if "begin" in item
        ]
        text = Text(unit.text) if unit.text else _numbers(spans)
        unit.segments = list(segments(text, spans)) if text and spans else []

    def _printed(self, content: bytes, report: Report | None) -> Iterator[tuple[str, CellView | None]]:
        """Yield a report in pieces, each with the figure that it is, if it is one."""
        if report is None:
            yield decoded(content), None
            return
        for record in report.records:
            at = 0
            for field in record.fields():
                cell = self.cells.get((record.table, record.row, field.column))
                if cell is not None:
                    text = record.text[field.begin : field.end]
                    begin = field.begin + len(text) - len(text.lstrip())
                    yield record.text[at:begin], None
                    at = field.begin + len(text.rstrip())
                    yield record.text[begin:at], cell
            yield record.text[at:], None


def _choice(choices: dict[str, Choice], letter: str, name: str) -> str:
    """Count a match; return the class of its kind or label."""
    choice = choices.get(name) or choices.setdefault(name, Choice(f"{letter}{len(choices)}", name))
    choice.mets += 1
    return choice.style


def _numbers(spans: list[Span]) -> Text | None:
    """Return the numbers of the tokens for a sentence whose text is not known."""
    length = max([span.end for span in spans], default=0)
    if length > MOST_NUMBERS:
        return None
    return Text({"bytes": False, "text": [str(number) for number in range(1, length + 1)]})
