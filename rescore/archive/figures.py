"""Published figures in a table: rows of submissions, columns of cells (docs/cells.md), as the manifest describes it.

The headings are read in the words of papers, too: ``P``, ``F1``, ``fine recall (%)``. What is guessed or left out is
said in a note for each table.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal

from legacy_scorers.common.errors import InputError, close_matches
from legacy_scorers.rescore.archive.fields import figure_in
from legacy_scorers.rescore.archive.heads import HeadedTable, headed, texts_above
from legacy_scorers.rescore.archive.manifest import FiguresTable, toml_value
from legacy_scorers.rescore.archive.names import PublishedNames, words_of
from legacy_scorers.rescore.archive.submission import is_inside, read_regular
from legacy_scorers.rescore.archive.table import read_text, tables_in
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.model import name_of
from legacy_scorers.rescore.reports.words import listed
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.headings import (
    columns_of,
    counts_of,
    figure_called,
    figures_of_label,
    is_ambiguous,
    is_share,
    meant_by,
)
from legacy_scorers.rescore.scorers.scorer import Scorer

_NAME = FiguresTable("").name
_NOBODY = PublishedNames({})
_PER_CENT = re.compile(  # in a heading; each run of blanks is read from its begin only
    r"(?i)(?<!\s)\s*(?:\((?:%|in per ?cent)\)(?=\s|$)|(?:%|in per ?cent)$)"
)
_BEGINS_WITH_FIGURE = re.compile(r"[^\w.,]*[.,]?[0-9]")
_WHOLE = re.compile(r"[0-9]+(?:\.0+)?")
_LETTERS = re.compile(r"[a-z]+")  # of a heading, without what follows, as in F1, prec. or R (%)
_MAX_NEAR = 3  # names that a heading may mean
_MAX_BYTES = 2**24  # of the data in which labels are looked for


@dataclass(slots=True)
class FiguresRead:
    """What a table of figures holds: figures by submission and cell, as they are printed.

    ``line`` is that of the headings; ``where`` are the fields of the rows that are read. ``powers`` are the powers of
    ten that make them figures of the report, by cell, where the table is in per cent and the report is not, or the
    reverse. ``notes`` are on fields. ``meant`` are the figures that headings are read as. Headings in ``compared`` are
    of figures of the scorer, those in ``others`` are not. A cell is ``guessed`` if its heading does not name table and
    row.
    """

    figures: dict[str, dict[str, str]] = field(default_factory=dict)
    line: int = 0
    where: Mapping[str, str] = field(default_factory=dict)
    powers: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    meant: dict[str, str] = field(default_factory=dict)
    compared: Set[str] = frozenset()
    others: Sequence[str] = ()
    guessed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Column:
    """A column of a table: its heading, and the cell that it holds; what its fields show."""

    heading: str
    cell: str
    in_per_cent: bool
    counts: bool
    values: list[Decimal] = field(default_factory=list)


def read_figures(root: str, layout: FiguresTable, command: str, names: PublishedNames = _NOBODY) -> FiguresRead:
    """Return the published figures of the submissions with these names to a scorer.

    The first row holds the names of the columns, or the first two. Raises :class:`InputError` with the line of a
    mistake.
    """
    path = os.path.join(root, layout.file)
    text = read_text(path)
    try:
        found = [headed(table, layout.name) for table in tables_in(text) if table]
    except InputError as error:
        raise InputError(error.problem, path, error.line, USAGE) from error
    named = [table for table in found if layout.name in table.headings]
    likely = named or sorted(found, key=lambda table: -_number_of(names, table))
    readers = [_Reader(root, layout, SCORERS[command], table, names) for table in likely]
    read = [reader.read() for reader in readers[:1]]
    for reader in readers[1:]:
        with suppress(InputError):
            read.append(reader.read())
    alike = _of_same_rows(read, names)
    if len(alike) < 2:
        return [*alike, *read, FiguresRead()][0]
    above = {table.line: words_of(said) for table, said in zip(found, texts_above(text, found))}
    chosen = _below_own_words(alike, [names.words & above[one.line] for one in alike])
    lines = listed([str(one.line) for one in alike if one is not chosen])
    problem = (
        f"this table is read; that of line {lines} has the submissions, too; put the one to read into its own file"
    )
    chosen.notes.append(f"{path}:{chosen.line}: {problem}")
    return chosen


def _of_same_rows(tables: Sequence[FiguresRead], names: PublishedNames) -> list[FiguresRead]:
    """Return the first table with figures, and the others with figures of the same submissions."""
    found = [table for table in tables if any(table.figures.values())]
    rows = {name for name in found[0].figures if name in names} if found else set()
    return [*found[:1], *[table for table in found[1:] if rows & table.figures.keys()]]


def _below_own_words(tables: Sequence[FiguresRead], words: Sequence[Set[str]]) -> FiguresRead:
    """Return the only table with words of the task above it that are not above all, or else the first."""
    own = [table for table, above in zip(tables, words) if above - set.intersection(*map(set, words))]
    return own[0] if len(own) == 1 else tables[0]


def _first_of(root: str, paths: Mapping[str, str]) -> bytes:
    """Return the begin of the first submission's file, or nothing if it has none that can be read."""
    path = next(iter(paths.values()), "")
    with suppress(OSError, ValueError):
        return read_regular(os.path.join(root, path), _MAX_BYTES) if path and is_inside(root, path) else b""
    return b""


def _number_of(names: PublishedNames, table: HeadedTable) -> int:
    """Return how many fields of a table's column of submissions have one of some names."""
    place = table.place_of(names)
    return 0 if place is None else sum(field in names for field in table.column(place))


class _Reader:
    """Reads the rows of a table."""

    def __init__(
        self,
        root: str,
        layout: FiguresTable,
        scorer: Scorer,
        table: HeadedTable,
        names: PublishedNames,
    ) -> None:
        self._root, self._layout, self._scorer, self._task = root, layout, scorer, names
        self._path = os.path.join(root, layout.file)
        self._table = table
        self._headings, self._line, self._rows = table
        self._left: list[tuple[int, str]] = []  # lines and fields of which only the figure was read
        self._found = FiguresRead(line=table.line, where=layout.where)
        self._advice = "remove one"  # on two rows of one submission
        self._names = self._headings.index(layout.name) if layout.name in self._headings else None
        if self._names is None and layout.name == _NAME:
            self._names = table.place_of(names)

    def read(self) -> FiguresRead:
        """Return what the table holds."""
        try:
            columns = self._columns()
            self._choose_rows(columns)
            for row in self._rows:
                self._line = row.line
                self._read_row(row.fields, columns)
        except ValueError as error:
            raise InputError(str(error), self._path, self._line, USAGE) from error
        found = self._found
        found.compared = {column.heading for column in columns.values()}
        found.powers = {column.cell: power for column in columns.values() if (power := self._power(column))}
        if self._left:
            line, text = self._left[0]
            of = f", and so in {len(self._left)} fields" if len(self._left) > 1 else ""
            found.notes.append(f"{self._path}:{line}: only the figure is read of '{text}'{of}")
        if not self._layout.columns:
            found.others = self._others(columns)
            found.guessed = {column.cell for column in columns.values() if column.heading.count("/") < 2}
        return found

    def _columns(self) -> dict[int, _Column]:
        """Return the columns with figures by index. Raises ``ValueError`` for a heading that is missing or repeated."""
        headings, layout = self._headings, self._layout
        for heading, number in Counter(headings).items():
            if number > 1 and heading:
                raise ValueError(f"column '{heading}' occurs twice; remove one")
        if self._names is None:
            raise ValueError(self._without_names())
        if headings[self._names] in self._task:
            raise ValueError(
                f"{headings[self._names]} is a submission, not a heading; begin with a line of column names"
            )
        for heading in (*layout.where, *layout.columns):
            if heading not in headings:
                raise ValueError(f"no column is called {heading}; the columns are {', '.join(headings)}")
        cells = dict(layout.columns) if layout.columns else self._cells()
        columns = {}
        for heading, named in cells.items():
            cell = _without_per_cent(named, self._scorer)
            says = cell != named or _PER_CENT.search(heading) or layout.per_cent
            is_count = cell.rpartition("/")[2].lower() not in columns_of(self._scorer)
            columns[headings.index(heading)] = _Column(heading, cell, bool(says) and not is_count, is_count)
        return columns

    def _without_names(self) -> str:
        """Return the problem that no column has the names of submissions."""
        if self._layout.name != _NAME:
            return f"no column is called {self._layout.name}; the columns are {', '.join(self._headings)}"
        if any(heading in self._task for heading in self._headings):
            return "submissions have columns here; write a row for each"
        return f"no column is called {_NAME} or has names of submissions; begin with a line of column names"

    def _choose_rows(self, columns: Collection[int]) -> None:
        """Choose the rows that have a word of the task in the only column that tells rows of one submission apart."""
        telling = {} if self._found.where else self._telling(columns)
        if len(telling) != 1:
            return
        ((heading, values),) = telling.items()
        own = {value for value in values if words_of(value) & self._task.words}
        if len(own) == 1:
            self._found.where = {heading: own.pop()}
            problem = f"only the rows of figures = {self._entry(self._found.where)} are read"
            self._found.notes.append(f"{self._path}:{self._line}: {problem}")
        else:
            self._advice = f"choose rows, as in figures = {self._entry({heading: values[0]})}"

    def _telling(self, columns: Collection[int]) -> dict[str, list[str]]:
        """Return the fields of columns that tell rows of one submission apart, if it has several, by heading."""
        names = self._fields(self._names or 0)
        found = {}
        for place, heading in enumerate(self._headings):
            values = self._fields(place)
            is_telling = len({*zip(names, values)}) == len(names) > max(len({*values}), len({*names}))
            if heading and is_telling and place not in columns:
                found[heading] = values
        return found

    def _fields(self, place: int) -> list[str]:
        return ["".join(row.fields[place : place + 1]) for row in self._rows]

    def _entry(self, where: Mapping[str, str]) -> str:
        """Return the entry of this table that chooses rows."""
        layout = self._layout
        name = {} if layout.name == _NAME else {"name": layout.name}
        columns = {"columns": layout.columns} if layout.columns else {}
        return toml_value({"file": layout.file, **name, "where": where, **columns})

    def _cells(self) -> dict[str, str]:
        """Return the cells by heading; exact names come first, then the words of papers, and last labels."""
        free = [heading for place, heading in enumerate(self._headings) if place != self._names and heading]
        free = [heading for heading in free if heading not in self._layout.where]
        cells = self._cells_by_name(free)
        self._add_called(free, cells)
        self._add_of_labels(free, cells)
        return {heading: cells[heading] for heading in free if heading in cells}

    def _cells_by_name(self, free: Sequence[str]) -> dict[str, str]:
        """Return the cells of headings that are names of cells, of measures, or of counts."""
        cells = {}
        for heading in free:
            cell = _without_per_cent(heading, self._scorer)
            is_known = cell.count("/") > 1 or cell.lower() in columns_of(self._scorer) or self._is_count(heading, cell)
            if is_known and (cell == heading or cell not in free):
                cells[heading] = cell
                if cell.count("/") < 2 and is_ambiguous(self._scorer, cell):
                    self._found.meant[heading] = meant_by(self._scorer, cell)
        return cells

    def _add_called(self, free: Sequence[str], cells: dict[str, str]) -> None:
        """Add the cells that headings mean in the words of papers, unless another heading names them."""
        named = {cell.lower() for cell in cells.values()}
        for heading in free:
            shorter = _without_per_cent(heading, self._scorer)
            in_per_cent = shorter != heading or self._has_per_cent(heading)
            share = figure_called(self._scorer, f"{shorter} %") if in_per_cent else ""
            cell = share or figure_called(self._scorer, shorter) or figure_called(self._scorer, self._short(shorter))
            cell = "" if heading in cells else cell
            if cell and cell.lower() not in named:
                cells[heading] = cell
                named.add(cell.lower())
                self._found.meant[heading] = meant_by(self._scorer, cell)

    def _add_of_labels(self, free: Sequence[str], cells: dict[str, str]) -> None:
        """Add the cells of labels, which count only if the run prints them."""
        for heading in free:
            of_label = figures_of_label(self._scorer, _without_per_cent(heading, self._scorer))
            if heading not in cells and len(of_label) == 1 and self._is_of_label(heading, of_label[0]):
                cells[heading] = of_label[0]
                self._found.meant[heading] = f"{of_label[0]} if printed"

    def _is_of_label(self, heading: str, cell: str) -> bool:
        """Whether the label of a cell is a word of the data, and all below the heading may be measures in per cent."""
        fields = [found for text in self._below(heading) if (found := figure_in(text)) is None or found[0]]
        values = [Decimal(found[0]) for found in fields if found and not found[0].startswith("=")]
        may_be = len(values) == len(fields) and all(value.is_finite() and 0 <= value <= 100 for value in values)
        label = re.escape(name_of(cell)[1].encode())
        has_decimals = any("." in found[0] for found in fields if found)
        return may_be and has_decimals and bool(re.search(rb"\b%b\b" % label, _first_of(self._root, self._task.paths)))

    def _short(self, heading: str) -> str:
        """Return a heading without words of the task, such as ``test F1`` of a task ``test``."""
        return " ".join([word for word in heading.split() if not words_of(word) & self._task.words])

    def _has_per_cent(self, heading: str) -> bool:
        """Whether all figures below a heading have a sign of per cent."""
        fields = [found for text in self._below(heading) if (found := figure_in(text)) and found[0]]
        return bool(fields) and all(in_per_cent for _, in_per_cent, _ in fields)

    def _below(self, heading: str) -> list[str]:
        return self._table.column(self._headings.index(heading))

    def _is_count(self, heading: str, cell: str) -> bool:
        """Whether a heading is that of a count, and its fields are whole numbers."""
        figures = [found[0] for text in self._below(heading) if (found := figure_in(text, counts=True))]
        return cell.lower() in counts_of(self._scorer) and all(map(_WHOLE.fullmatch, filter(None, figures)))

    def _read_row(self, fields: Sequence[str], columns: dict[int, _Column]) -> None:
        headings = self._headings
        if len(fields) > len(headings):
            raise ValueError("the row has more fields than columns; correct it")
        row = dict(zip(headings, fields))
        if any(row.get(heading) != value for heading, value in self._found.where.items()):
            return
        place = self._names or 0
        name = fields[place] if place < len(fields) else ""
        if name in self._found.figures:
            raise ValueError(f"{name} has two rows; {self._advice}")
        figures = self._found.figures[name] = {}
        for place, column in columns.items():
            if place < len(fields) and (figure := self._figure(fields[place], column)):
                figures[column.cell] = figure

    def _figure(self, text: str, column: _Column) -> str:
        """Return a figure in the form of a report, empty for none; notes say what is no figure, or only begins so."""
        found = figure_in(text, counts=column.counts)
        if found is None:
            problem = f"'{text}' in column {column.heading} is not a figure; it is ignored"
            self._found.notes.append(f"{self._path}:{self._line}: {problem}")
            return ""
        figure, in_per_cent, rest = found
        if rest:
            self._left.append((self._line, text))
        if figure and not figure.startswith("=") and (value := Decimal(figure)).is_finite():
            column.values.append(value)
            column.in_per_cent = column.in_per_cent or in_per_cent
        return figure

    def _power(self, column: _Column) -> int:
        """Return the power of ten between a column that says or shows its unit and the report, 0 if it is the same."""
        measure = column.cell.rpartition("/")[2].lower()
        values = [value for value in column.values if value]
        if column.counts or measure not in columns_of(self._scorer) or not values:
            return 0
        shares = sum(0 < value <= 1 for value in values)  # one of many figures may be misprinted, or very low
        if is_share(self._scorer, measure):
            return -2 if column.in_per_cent or 2 * shares < len(values) else 0
        return 2 if 2 * shares > len(values) and not column.in_per_cent else 0

    def _others(self, columns: Collection[int]) -> list[str]:
        """Return the headings of the columns that hold figures and are not compared."""
        headings = {}
        for row in self._rows:
            for place, (heading, text) in enumerate(zip(self._headings, row.fields)):
                is_other = heading and place != self._names and heading not in self._found.where
                if is_other and place not in columns and _BEGINS_WITH_FIGURE.match(text):
                    headings[place] = heading
        return [headings[place] for place in sorted(headings)]


def _without_per_cent(heading: str, scorer: Scorer) -> str:
    """Return a heading without ``(%)`` and the like, unless a measure is called so, as ``attempted %`` is."""
    is_measure = heading.rpartition("/")[2].lower() in columns_of(scorer)
    return heading if is_measure else _PER_CENT.sub("", heading)


def note_on_columns(file: str, headings: Iterable[str], command: str) -> str:
    """Return a note on columns of figures that are not compared, with the names that may be meant."""
    problem = f"not compared, because {command} has no figures of these names: {with_nearest(headings, command)}"
    return f"{file}: {problem}; say in figures.columns which figures they are"


def with_nearest(headings: Iterable[str], command: str) -> str:
    """Return headings of other figures than a scorer's in a line, with the names that may be meant."""
    near = {heading: _near(heading, command) for heading in headings}
    shown = [f"{heading} (perhaps {listed(names, _MAX_NEAR)})" if names else heading for heading, names in near.items()]
    return listed(shown)


def note_on_headings(file: str, meant: dict[str, str]) -> str:
    """Return a note on the figures that headings are read as."""
    shown = listed([f"{heading} is {figure}" for heading, figure in meant.items()])
    return f"{file}: read so: {shown}; figures.columns can say otherwise"


def _near(heading: str, command: str) -> list[str]:
    """Return the figures whose columns begin with the letters that a heading begins with, or else are like it."""
    if of_label := figures_of_label(SCORERS[command], heading):
        return of_label[:1]
    letters = _LETTERS.match(heading.lower())
    if letters is None:
        return []
    measures = SCORERS[command].measures
    meant = [name for name in measures if name[2].lower().startswith(letters[0])]
    if not meant:
        alike = close_matches(letters[0], {name[2]: None for name in measures})
        meant = [name for name in measures if name[2] in alike]
    return ["/".join(name) for name in meant]
