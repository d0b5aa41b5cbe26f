"""Explains a run: which cells of the report each match adds to, and what each figure is made of; items in context."""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import copysign, isfinite, isnan
from typing import Any, NamedTuple, TypeAlias

from legacy_scorers.common.errors import nearest
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.host import Host
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import KEY, RESPONSE, Item, Match, Observer, Run, Unit
from legacy_scorers.common.tally import Measure
from legacy_scorers.rescore.pages import page
from legacy_scorers.rescore.reports.model import Cell, Name, Value, written
from legacy_scorers.rescore.runs.conditions import RunRecord, run_record
from legacy_scorers.rescore.runs.replay import replay
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import LAYOUTS, LISTS, SCORERS
from legacy_scorers.rescore.scorers.scorer import Outcome, Scorer

EXAMPLES = 20
_CUT = "…"
_AROUND = 40  # characters to show on either side
_MAX_SHOWN = 120  # characters of an item
_MAX_BELOW = 20  # lines below that are searched for an item
_NAMES = {place for layout in LAYOUTS.values() for place in layout.names_in}
Amount: TypeAlias = float | str  # of a cell; infinity and NaN are texts, as C prints them
Context: TypeAlias = tuple[str, str, str]  # the text before an item in its line, the item, and the text after it


@dataclass(slots=True, eq=False)
class ExplainedMatch:
    """A match of a unit, why it is of its kind, and the cells that it adds to: table, row, column, amount."""

    type: str = field(default="met", init=False, repr=False)  # of the record
    unit: str
    kind: str
    credit: Amount
    key: Item | None
    response: Item | None
    cells: list[tuple[str, str, str, Amount]]
    why: str

    @property
    def sides(self) -> list[tuple[str, Item]]:
        """The items, each with the name of its side."""
        return [(side, item) for side, item in (("key", self.key), ("response", self.response)) if item is not None]

    @property
    def shown(self) -> tuple[Hashable, ...]:
        """What a row of a table shows of it, except its places and its credit."""
        items = [(side, item.label, item.text != self.unit and item.text) for side, item in self.sides]
        return self.kind, self.why, *items


@lru_cache(8)  # files in memory
def _lines(host: Host, path: str) -> list[bytes]:
    return host.read(path).split(b"\n")


class ExplainedUnit:
    """A unit: its name, its location on either side, its sizes, its text, and its matches where they are collected."""

    def __init__(self, unit: Unit, host: Host) -> None:
        self.name, self.key, self.response, self.sizes = unit.name, unit.key, unit.response, unit.sizes
        self.text = unit.text
        self.matches: list[ExplainedMatch] = []
        self.gap = "" if isinstance(unit.text, (str, bytes)) else " "  # between tokens
        self._host = host  # of the run; without a text, items are shown in lines of its files

    def piece(self, begin: int, end: int) -> str:
        """Return the text between two places, end exclusive, in readable form."""
        found = (self.text or ())[max(begin, 0) : end]
        if isinstance(found, bytes):
            return found.decode("utf-8", "replace")
        return found if isinstance(found, str) else self.gap.join(found)

    def shown(self, match: ExplainedMatch) -> list[tuple[str, Item, Context]]:
        """Return the items of a match in their contexts, each with the name of its side."""
        return [(side, item, self.context(item)) for side, item in match.sides]

    def context(self, item: Item) -> Context:
        """Return an item in its context, cut where this is long."""
        if self.text is not None and item.begin is not None and item.end is not None:
            width = sys.maxsize if self.gap else 4 * _AROUND  # all tokens, or bytes of the longest characters
            before = (self.piece(item.begin - width, item.begin) + self.gap).rpartition("\n")[2]
            after = (self.gap + self.piece(item.end, item.end + width)).partition("\n")[0]
            pieces = before, self.piece(item.begin, item.end), after
        elif item.location is not None and (number := item.location.line):
            lines = _lines(self._host, item.location.file)
            pieces = _found(item, lines[number - 1 : number + _MAX_BELOW])
        else:
            pieces = ("", item.text or item.label, "")
        before, inside, after = [" ".join(f"|{piece}|".split())[1:-1] for piece in pieces]
        most = _AROUND if inside else _MAX_SHOWN
        before = before if len(before) <= _AROUND else _CUT + before[-_AROUND:]
        inside = inside if len(inside) <= _MAX_SHOWN else inside[:_MAX_SHOWN] + _CUT
        return before, inside, after if len(after) <= most else after[:most] + _CUT


def _found(item: Item, lines: Sequence[bytes]) -> Context:
    """Return an item in its line, or only the line, as the text after it."""
    shown = (line.decode("utf-8", "replace").rstrip("\r\n") for line in lines)
    line = next(shown, "")
    if item.text not in line and item.label not in line:  # a slot may span several lines
        line = next((below for below in shown if item.text in below), line)
    words = next((words for words in (item.text, item.label) if words and words in line), "")
    before, inside, after = line.rpartition(words) if words else ("", "", line)
    if before[-1:].isalnum() or after[:1].isalnum() or (after and words in before):  # no whole words, or ambiguous
        return "", "", line
    return before, inside, after


class Figure:
    """A figure, its name, printed text and value; ``number`` is its place in the report, from 1."""

    def __init__(self, cell: Cell, of: list[Any], number: int) -> None:
        self.number = number
        self.name = self.table, self.row, self.column = cell.name
        self.text = cell.text.strip()
        self.value = cell.value
        self.of = of  # the measure and the names of its parts, or what is counted; empty for a sum of matches
        self.matches: Sequence[tuple[ExplainedMatch, Amount]] = ()  # of a sum, if they are collected

    def __repr__(self) -> str:
        return f"<{written(self.name)} {self.text}>"


class Selection(NamedTuple):
    """Selects matches by the cell that they add to, or by a ratio of such cells, by unit and by kind; None: all."""

    cell: Name | None = None
    unit: str | None = None
    kind: str | None = None
    most: int = EXAMPLES  # matches of a figure in texts

    @property
    def is_of_figures(self) -> bool:
        """Whether figures without matches are shown, too: with no limits, or if a cell is named."""
        return self.cell is not None or (self.unit is None and self.kind is None)


@dataclass(slots=True, eq=False)
class Counted:
    """What matches of one kind and signature have in common: their credit, and what they add to."""

    is_selected: bool
    credit: Amount
    cells: list[tuple[str, str, str, Amount]]
    figures: list[Name] = field(default_factory=list)  # of the cells, each once, for forms that count by figure


class ExplainedRun(Observer):
    """An explained run with its ``units``; a form of an explanation may receive these while the command runs."""

    outcome: Outcome  # of the command
    profile: Scorer

    def __init__(self, selection: Selection, host: Memory | None = None) -> None:
        """Explain a run on a host, by default on the user's own files."""
        self.selection = selection
        self.host = host or own_files()
        self.run: Run | None = None  # if the command failed, or only printed its help
        self.record: RunRecord = {}
        self.figures: dict[Name, Figure] = {}  # that are selected, when the command has ended
        self.units: list[ExplainedUnit] = []
        self._words: list[str] = []
        self._cells: set[Name] = set()  # the figures that the wanted cell is made of
        self._alike: dict[Hashable, Counted] = {}  # by kind and signature
        self._has_unit = False  # that is selected
        self._passed: list[str] = []  # names of the units that are not shown
        self._kinds: set[str] = set()  # of all matches

    def explain(self, command: str, words: Sequence[str]) -> Outcome:
        """Run a command line and explain it."""
        self._words = [command, *words]
        self._end(run_command(SCORERS[command], words, self.host, self))
        return self.outcome

    def review(self, result: Evaluation) -> None:
        """Explain what was scored before. Its inputs are read again; raises ``OSError`` if they are gone."""
        self._words = [result.command, *result.words]
        self.host = result.host
        self._end(replay(SCORERS[result.command], result, self))
        wanted = self.selection.cell
        if wanted is not None and wanted not in self.figures:  # it is not printed
            cell = Cell(*wanted, f"{result[wanted]:g}", result[wanted])
            self.figures = {wanted: Figure(cell, made_of(result.run, *wanted), 0), **self.figures}

    def take(self, other: ExplainedRun) -> None:
        """Receive all that another run explained, without selection."""
        self.host, self.run, self.profile, self.record = other.host, other.run, other.profile, other.record
        self.outcome, self.figures = other.outcome, other.figures
        for unit in other.units:
            self._collect(unit, unit.matches)

    def _end(self, outcome: Outcome) -> None:
        """Receive what the command did, and find the figures that it printed."""
        self.outcome = outcome
        if self.run is not None and self.is_scored:
            cells = [one for one in figures(outcome.cells) if not self._cells or one.name in self._cells]
            for number, cell in enumerate(cells, 1):
                self.figures[cell.name] = Figure(cell, made_of(self.run, *cell.name), number)

    @property
    def is_scored(self) -> bool:
        """Whether the command succeeded and scored something."""
        return not self.outcome.status and self.run is not None

    def begin(self, run: Run) -> None:
        """Make the record of the run, and find the figures that the wanted cell is made of."""
        self.run = run
        self.profile = SCORERS[run.command]
        self.record = run_record(run, self._words, self.host)
        self._cells = with_parts(run, self.selection.cell) if self.selection.cell else set()

    def unit(self, unit: Unit) -> None:
        """Explain the matches of a unit that are selected."""
        assert self.run is not None, "a run begins before its units"
        wanted = self.selection.unit
        if wanted is None or re.fullmatch(re.escape(wanted) + r"(#\d+)?", unit.name):  # also NAME#2 and so on
            self._has_unit = True
            if self.run.by_unit:
                self._alike.clear()
            self._collect(ExplainedUnit(unit, self.host), self._matches(self.run, unit))
        else:
            self._passed.append(unit.name)
            self._kinds.update(map(self.run.kind, unit.matches))

    def _collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        """Receive a unit with its selected matches, which have to be read before this returns."""
        unit.matches = list(matches)
        self.units.append(unit)

    def _matches(self, run: Run, unit: Unit) -> Iterator[ExplainedMatch]:
        for match in unit.matches:
            kind = run.kind(match)
            alike = kind, match.signature
            found = self._alike.get(alike)
            if found is None:
                found = self._alike[alike] = self._count(kind, run, unit, match)
            if found.is_selected and self._shows(found):
                key = None if match.key is None else unit.item(KEY, match.key)
                response = None if match.response is None else unit.item(RESPONSE, match.response)
                yield ExplainedMatch(unit.name, kind, found.credit, key, response, found.cells, unit.why(match))

    def _count(self, kind: str, run: Run, unit: Unit, match: Match) -> Counted:
        wanted = self.selection
        self._kinds.add(kind)
        cells = [(table, row, column, json_number(it)) for table, row, column, it in run.cells(unit, match)]
        adds = wanted.cell is None or any(cell[:3] in self._cells for cell in cells)
        return Counted(adds and wanted.kind in (None, kind), json_number(run.credit(match)), cells)

    def _shows(self, counted: Counted) -> bool:
        """Whether one more selected match that counts so is shown; else nobody asks for its items."""
        return True

    def lacks(self) -> str:
        """Return which name of the selection the run lacks, as a message, or an empty string."""
        selection = self.selection
        if selection.cell is not None and not self.figures:
            known = [written(cell.name) for cell in figures(self.outcome.cells)]
            wanted = "/".join(filter(None, selection.cell))  # someone may have left out parts
            quoted = ", ".join([name for name in map(written, self.run.quoted) if name in known]) if self.run else ""
            hint = nearest(wanted, known) or (quoted and f"; people quote {quoted}")
            return f"the report has no figure {wanted}{hint}; {page('cells')} explains the names"
        if selection.unit is not None and not self._has_unit:
            return f"the run has no unit {selection.unit!r}{nearest(selection.unit, self._passed)}"
        if selection.kind is not None and selection.kind not in self._kinds:
            there_are = f"only {', '.join(sorted(self._kinds))}" if self._kinds else "and none of any other"
            return f"the run has no matches of kind {selection.kind!r}, {there_are}"
        return ""


def figures(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield the figures, each once: no words, no numbers of documents, and no numbers in lists, which are positions."""
    seen = set()
    for cell in cells:
        is_other = cell.table in LISTS or (cell.row, cell.column) in _NAMES or isinstance(cell.value, str)
        if not is_other and cell.name not in seen:
            seen.add(cell.name)
            yield cell


def measure_of(run: Run, name: Name) -> Measure | None:
    """Return the measure of that name, or None for a sum."""
    table, row, column = name
    measures: Sequence[Measure] = run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ())
    return next((measure for measure in measures if measure.name == column), None)


def made_of(run: Run, table: str, row: str, column: str) -> list[Any]:
    """Return a measure's name and the full names of its parts, or only what is counted; empty for a sum of matches."""
    measure = measure_of(run, (table, row, column))
    if measure is not None:
        return [measure.name, *[(table, row, part) if isinstance(part, str) else part for part in measure.parts]]
    counted = run.sizes.get((table, column))
    return [counted] if counted else []


def with_parts(run: Run, name: Name) -> set[Name]:
    """Return a figure and all figures that it is computed from, down to sums of matches."""
    return {name}.union(*[with_parts(run, part) for part in made_of(run, *name)[1:]])


def json_number(value: Value) -> Value:
    """Return a number for JSON; infinity and NaN become strings, as C prints them."""
    if not isinstance(value, float) or isfinite(value):
        return value
    return "-nan" if isnan(value) and copysign(1.0, value) < 0 else str(value)
