"""The tables of a report, printed to standard output or written as CSV files, with formulas or values.

MATScore documentation, 'All score tables', 'Confidence data', 'Fixed-span scores', 'Details', 'Score output options'.
"""

from __future__ import annotations

from itertools import chain
from types import SimpleNamespace

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import float_text
from legacy_scorers.common.record import record
from legacy_scorers.mat_score.align.matches import CLASH, HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS
from legacy_scorers.mat_score.annotations import describe, slot_text
from legacy_scorers.mat_score.encoding import encoded
from legacy_scorers.mat_score.options import EXCEL, LITERAL, OPEN_OFFICE
from legacy_scorers.mat_score.rows import FILE
from legacy_scorers.mat_score.tally import (
    BLIND,
    CONFUSABILITY,
    FORMULAS,
    SENSITIVE,
    STATISTICS,
    TOTALS,
    statistic_name,
)
from legacy_scorers.mat_score.tasks.profiles import LABEL, SPAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
    from typing import Any

    from legacy_scorers.common.tally import Measure, Row, Signatures
    from legacy_scorers.mat_score.align.matches import Pair, ScoredAnnotation
    from legacy_scorers.mat_score.annotations import DocumentPair
    from legacy_scorers.mat_score.rows import Cell, TableRow
    from legacy_scorers.mat_score.tasks.profiles import SimilarityProfile

    Place = tuple[object, str]  # key of a row, name of a column
    Coordinates = tuple[int, int]  # column and row in the sheet
    Quote = tuple[str, int, int]  # a text, and the start and end of the quotation in it, end exclusive

RULE = "-----"
DETAILS = "details"
FIRST_ROW = 2  # the header is row 1
MAX_ARGUMENTS = 20
LETTERS = 26
SEPARATORS = {EXCEL: ",", OPEN_OFFICE: ";"}
HEADER_13 = ("file", "type", "reflabel", "refstart", "refend", "hyplabel", "hypstart", "hypend")
HEADER_20 = (
    "file", "type", "refid", "hypid", "refdescription", "hypdescription", "reflabel", "hyplabel",
    "refstart", "refend", "hypstart", "hypend",
)  # fmt: skip
CONTENTS = ("refcontent", "hypcontent")
MAX_DESCRIBED = 50_000_000  # characters for one document: in a chain, each annotation describes all later ones


class Column:
    """A column of labels, names, numbers of documents or statistics."""

    empty: Cell = None  # the value in a row without such a cell

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self, cells: Row) -> Cell:
        """Return the cell of a row."""
        cell: Cell = cells.get(self.name, self.empty)
        return cell

    def formula(self, row: TableRow, addresses: Addresses) -> Cell:
        """Return the cell for a sheet with formulas."""
        return self.value(row.cells)

    def text(self, cell: Cell) -> str:
        """Return the cell as the text report prints it."""
        if cell is None:
            return ""
        return float_text(cell) if isinstance(cell, float) else str(cell)


class Count(Column):
    """A column of counts; with ``of_units`` they are the numbers of units in the documents of a row."""

    empty = 0

    def __init__(self, name: str, of_units: bool = False) -> None:
        super().__init__(name)
        self._of_units = of_units

    def formula(self, row: TableRow, addresses: Addresses) -> Cell:
        """Return a formula over the rows that this row sums up, or the number if it sums up none."""
        sources = row.unit_sources if self._of_units else row.sources
        return self.value(row.cells) if sources is None else addresses.sum([(source, self.name) for source in sources])


class Computed(Column):
    """A column of a measure, computed from other columns by a ``formula``, or their sum if that is None.

    A formula has ``;`` between arguments, and the indices of the measure's parts in braces.
    """

    def __init__(self, measure: Measure, formula: str | None = None) -> None:
        super().__init__(measure.name)
        self.measure = measure
        self.is_ratio = formula is not None
        self._formula = formula

    def formula(self, row: TableRow, addresses: Addresses) -> Cell:
        """Return the formula over the measure's parts."""
        places = [(row.key, part) for part in self.measure.parts if isinstance(part, str)]
        return addresses.sum(places) if self._formula is None else addresses.fill(self._formula, places)

    def text(self, cell: Cell) -> str:
        """Return the cell, a ratio with three decimals."""
        return f"{cell:.3f}" if self.is_ratio else super().text(cell)


def counts(reference_breakdown: Sequence[str] = (), hypothesis_breakdown: Sequence[str] = ()) -> list[Column]:
    """Return the columns of counts; the columns of a breakdown follow the clashes of its side."""
    of_references, of_hypotheses = TOTALS[:2], TOTALS[2:]
    return [
        *map(Count, (MATCH, REF_CLASH, *reference_breakdown, MISSING)),
        *map(Computed, of_references),
        *map(Count, (HYP_CLASH, *hypothesis_breakdown, SPURIOUS)),
        *map(Computed, of_hypotheses),
    ]


def ratios(measures: Iterable[Measure], statistics: bool, guarded: bool = False) -> list[Column]:
    """Return the columns of ratios, each followed by its confidence data if there are ``statistics``.

    If ``guarded``, the formula of an accuracy yields 1 without units, as its value does.
    """
    columns: list[Column] = []
    for measure in measures:
        formula = FORMULAS[measure.name]
        if guarded and measure.name in (SENSITIVE, BLIND):
            formula = f"=IF({{0}} = 0;1.0;{formula[1:]})"
        columns.append(Computed(measure, formula))
        columns += [Column(statistic_name(measure.name, statistic)) for statistic in STATISTICS if statistics]
    return columns


class Addresses:
    """The addresses of a table's cells in its sheet, by key of the row and name of the column.

    ``separator`` is put between arguments of functions. If rows have the same key, the last one is used.
    """

    def __init__(self, columns: Iterable[str], keys: Iterable[Hashable], separator: str) -> None:
        names = list(columns)
        self._letters = list(map(letters, range(len(names))))
        self._columns = {name: number for number, name in enumerate(names)}
        self._rows = {key: number for number, key in enumerate(keys, FIRST_ROW)}
        self._separator = separator

    def fill(self, pattern: str, places: Sequence[Place]) -> str:
        """Return a formula with the addresses of ``places``."""
        cells = [f"{self._letters[self._columns[name]]}{self._rows[key]}" for key, name in places]
        return pattern.replace(";", self._separator).format(*cells)

    def sum(self, places: Sequence[Place]) -> str:
        """Return the formula of the sum over cells in one row or in one column, neighbours written as ranges."""
        if not places:
            return "0"
        cells = sorted([(self._columns[name], self._rows[key]) for key, name in places])
        arguments = [self._range(*run) for run in _runs(cells)]
        if len(arguments) > MAX_ARGUMENTS:
            groups = [arguments[at : at + MAX_ARGUMENTS] for at in range(0, len(arguments), MAX_ARGUMENTS)]
            arguments = [f"SUM({self._separator.join(group)})" for group in groups]
        return f"=SUM({self._separator.join(arguments)})"

    def _range(self, first: Coordinates, last: Coordinates) -> str:
        name = f"{self._letters[first[0]]}{first[1]}"
        return name if first == last else f"{name}:{self._letters[last[0]]}{last[1]}"


def letters(column: int) -> str:
    """Return the letters of a column, counted from 0: A to Z, AA, AB ..."""
    text = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, LETTERS)
        text = chr(ord("A") + letter) + text
    return text


def _runs(cells: Sequence[Coordinates]) -> list[tuple[Coordinates, Coordinates]]:
    """Return the first and last cell of each run of neighbours; cells are sorted, and in one row or one column."""
    axis = 0 if cells[0][1] == cells[-1][1] else 1
    runs = []
    first = last = cells[0]
    for cell in cells[1:]:
        if cell[axis] != last[axis] + 1:
            runs.append((first, last))
            first = cell
        last = cell
    return [*runs, (first, last)]


@record
class ScoreTable:
    """A score table. CSV files have all ``columns`` and ``rows``; the text has ``text_rows`` without a file column."""

    title: str
    stem: str
    columns: Sequence[Column]
    rows: Sequence[TableRow]
    text_rows: Sequence[TableRow]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table in the text report."""
        columns = [column for column in self.columns if column.name != FILE]
        rows = [[column.text(column.value(row.cells)) for column in columns] for row in self.text_rows]
        return text_lines([column.name for column in columns], lambda: rows)

    def csv(self, style: str) -> Iterator[bytes]:
        """Yield the lines of the CSV file, with values (``LITERAL``) or with formulas."""
        header = [column.name for column in self.columns]
        if style == LITERAL:
            return csv(header, ([column.value(row.cells) for column in self.columns] for row in self.rows))
        addresses = Addresses(header, [row.key for row in self.rows], SEPARATORS[style])
        return csv(header, ([column.formula(row, addresses) for column in self.columns] for row in self.rows))


@record
class PlainTable:
    """A table without formulas: details, confusability. The text report puts the last ``quoted`` cells in quotes.

    ``rows`` makes the rows on each call, because such a table may be much larger than its input.
    """

    title: str
    stem: str
    header: Sequence[str]
    rows: Callable[[], Iterable[Sequence[Cell]]]
    quoted: int = 0

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table in the text report."""
        plain = len(self.header) - self.quoted
        return text_lines(
            self.header,
            lambda: ([*map(str, row[:plain]), *[f'"{cell}"' for cell in row[plain:]]] for row in self.rows()),
        )


class Details:
    """The details of all documents: a row for each pair. Contents are cut from their texts when they are written."""

    def __init__(self, columns: Iterable[str]) -> None:
        self._columns = columns
        self._rows: list[list[str | Quote]] = []

    def table(self) -> PlainTable:
        """Return the details as a table."""
        return PlainTable("Details:", DETAILS, [*self._columns, *CONTENTS], self._written_rows, quoted=len(CONTENTS))

    def _written_rows(self) -> Iterator[list[str]]:
        for row in self._rows:
            yield [cell if isinstance(cell, str) else _quoted(*cell) for cell in row]


def _quoted(text: str, start: int, end: int) -> str:
    return text[start:end]


class Details13(Details):
    """The details of MAT 1.3. The type of a clash is the hypothesis' word for it."""

    def __init__(self) -> None:
        super().__init__(HEADER_13)

    def add(self, documents: DocumentPair, pairs: Iterable[Pair]) -> None:
        """Add the pairs of a document; the content of each side is from its own document."""
        texts = documents.reference.signal, documents.hypothesis.signal
        for pair in pairs:
            sides = pair.reference, pair.hypothesis
            row: list[str | Quote] = [documents.name, pair.words[1][0] if pair.kind == CLASH else pair.kind]
            for item in sides:
                row += ["", "", ""] if item is None else [item.label, str(item.start), str(item.end)]
            for item, text in zip(sides, texts):
                row.append("" if item is None else (text, max(item.start, 0), max(item.end, 0)))
            self._rows.append(row)


class Details20(Details):
    """The details of MAT 2.0.

    Each dimension of the similarity profile except label and span adds two columns, the last dimension first. They show
    the attribute of the same name.
    """

    def __init__(self, profile: SimilarityProfile | None) -> None:
        tag_profiles = profile.tag_profiles if profile is not None else ()
        names = [dimension.name for found in tag_profiles for dimension in found.dimensions]
        self._dimensions = list(dict.fromkeys([name for name in names if name not in (LABEL, SPAN)]))[::-1]
        super().__init__([*HEADER_20, *[f"{side} {name}" for name in self._dimensions for side in ("ref", "hyp")]])

    def add(self, documents: DocumentPair, pairs: Iterable[Pair]) -> None:
        """Add the pairs of a document; the contents of both sides are from the reference.

        Raises :class:`InputError` for descriptions of more than :data:`MAX_DESCRIBED` characters.
        """
        room = MAX_DESCRIBED
        signal = documents.reference.signal
        for pair in pairs:
            sides = (pair.reference, pair.hypothesis)
            kind = ",".join(pair.words[0]) if pair.kind == CLASH else pair.kind
            ref_id, ref_description, ref_label, *ref_span = _cells(pair.reference)
            hyp_id, hyp_description, hyp_label, *hyp_span = _cells(pair.hypothesis)
            room -= len(ref_description) + len(hyp_description)
            if room < 0:
                raise InputError("annotations refer to each other too often to be described; leave out --details")
            row: list[str | Quote] = [documents.name, kind]
            row += [ref_id, hyp_id, ref_description, hyp_description, ref_label, hyp_label, *ref_span, *hyp_span]
            row += [
                "" if item is None else slot_text(item.annotation, name) for name in self._dimensions for item in sides
            ]
            row += [(signal, item.start, item.end) if item and item.spanned else "" for item in sides]
            self._rows.append(row)


def _cells(item: ScoredAnnotation | None) -> tuple[str, str, str, str, str]:
    """Return ID, description, label, start and end of an annotation, empty where it has none."""
    if item is None:
        return "", "", "", "", ""
    annotation = item.annotation
    start, end = (str(annotation.start), str(annotation.end)) if item.spanned else ("", "")
    return annotation.id or "", describe(annotation), item.label, start, end


def confusability_matrix(title: str, labels: Sequence[str | None], confusions: Signatures) -> PlainTable:
    """Return the confusability matrix: a row for each label in the hypothesis, a column for each in the reference.

    None is the absence of a label.
    """
    header = ["", *[f"{shown_label(label)} (ref)" for label in labels]]

    def rows() -> Iterator[list[Cell]]:
        for label in labels:
            yield [f"{shown_label(label)} (hyp)", *[confusions[label, reference] for reference in labels]]

    return PlainTable(title, CONFUSABILITY, header, rows)


def shown_label(label: str | None) -> str:
    """Return the label as the matrix shows it; None is the absence of a label."""
    return "null" if label is None else label


def text_lines(header: Sequence[str], rows: Callable[[], Iterable[Sequence[str]]]) -> Iterator[str]:
    """Yield lines of right-aligned columns, one blank between them, with five hyphens under each header.

    A column is as wide as its header or longest cell; hyphens wider than it shift their line. ``rows`` is called twice.
    """
    widths = list(map(len, header))
    for row in rows():
        widths = list(map(max, widths, map(len, row)))
    for line in chain((header, [RULE] * len(header)), rows()):
        yield " ".join(map(str.rjust, line, widths)) + "\n"


def csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield header and rows as lines of CSV: UTF-8, commas, CRLF, and quotes only where needed.

    A float has the fewest digits that identify it; None is an empty field. A text ends before its first NUL.
    """
    from csv import writer  # slow to import

    lines: Any = SimpleNamespace(write=str)  # the writer returns what this does: the line
    fields = ([_field(cell) for cell in row] for row in chain((header,), rows))
    return map(encoded, map(writer(lines).writerow, fields))


def _field(cell: Cell) -> Cell:
    return cell.partition("\0")[0] if isinstance(cell, str) else cell
