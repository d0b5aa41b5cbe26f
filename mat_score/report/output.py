"""The report of a run: tables printed to standard output or written as CSV files."""

from __future__ import annotations

import os
from itertools import chain

from common.cli import write_stdout
from common.errors import InputError
from mat_score.encoding import encoded, in_pieces
from mat_score.options import V2
from mat_score.tally.rows import FILE
from mat_score.tally.tallies import CHARACTERS, CONFUSABILITY, PSEUDO_TOKENS, TAGS, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from common.tally import Signatures
    from mat_score.options import Options
    from mat_score.report.columns import Column
    from mat_score.tally.rows import Cell, TableRow
    from mat_score.tally.tallies import TableTally


RULE = "-----"
DETAILS = "details"


class ScoreTable:
    """A score table: CSV files have all ``columns`` and ``rows``, the text has ``text_rows`` without their files."""

    __slots__ = ("columns", "rows", "stem", "text_rows", "title")

    def __init__(
        self, table: TableTally, columns: Sequence[Column], rows: Sequence[TableRow], text_rows: Sequence[TableRow]
    ) -> None:
        self.title = table.title
        self.stem = table.stem
        self.columns = columns
        self.rows = rows
        self.text_rows = text_rows

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table in the text report."""
        columns = [column for column in self.columns if column.name != FILE]
        rows = [[column.text(column.value(row.cells)) for column in columns] for row in self.text_rows]
        return text_lines([column.name for column in columns], rows)


class PlainTable:
    """A table without formulas: details, confusability. The text report puts the last ``quoted`` cells in quotes.

    Its rows are made anew each time they are walked through, because such a table may be much larger than its input.
    """

    __slots__ = ("header", "quoted", "stem", "title")

    def __init__(self, title: str, stem: str, header: Sequence[str], quoted: int = 0) -> None:
        self.title = title
        self.stem = stem
        self.header = header
        self.quoted = quoted

    def rows(self) -> Iterator[Sequence[Cell]]:
        """Yield the rows; each kind of table has its own."""
        raise NotImplementedError

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table in the text report."""
        return text_lines(self.header, self)

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the rows as the text report shows them."""
        plain = len(self.header) - self.quoted
        for row in self.rows():
            yield [*map(str, row[:plain]), *[f'"{cell}"' for cell in row[plain:]]]


class ConfusabilityMatrix(PlainTable):
    """The confusability matrix (MATScore documentation, 'Score output options').

    It has a row for each label of the hypothesis, and a column for each label of the reference; None is no label.
    """

    __slots__ = ("_confusions", "_labels")

    def __init__(self, title: str, labels: Sequence[str | None], confusions: Signatures) -> None:
        super().__init__(title, CONFUSABILITY, ["", *[f"{shown_label(label)} (ref)" for label in labels]])
        self._labels = labels
        self._confusions = confusions

    def rows(self) -> Iterator[list[str | int]]:
        """Yield the rows, those without counts, too."""
        for label in self._labels:
            counts = [self._confusions.get((label, reference), 0) for reference in self._labels]
            yield [f"{shown_label(label)} (hyp)", *counts]


def shown_label(label: str | None) -> str:
    """Return the label as the matrix shows it; None is the absence of one."""
    return "null" if label is None else label


def write_messages(messages: Sequence[str]) -> None:
    """Print the messages that come before the tables."""
    write_stdout(encoded("".join([f"{message}\n" for message in messages])))


def write_report(tables: Sequence[ScoreTable | PlainTable], options: Options) -> None:
    """Print the tables, or write them as CSV files."""
    if options.csv_output_dir:
        _write_csv(tables, options)
        return
    for number, table in enumerate(tables):
        write_stdout(encoded(f"{chr(10) if number else ''}{table.title}\n\n"))
        for piece in in_pieces(table.lines()):
            write_stdout(piece)


def _write_csv(tables: Sequence[ScoreTable | PlainTable], options: Options) -> None:
    from common.atomic import make_folder, write_reports
    from mat_score.report.columns import csv, score_csv

    reports = [
        (_path(options, table.stem, style), score_csv(table.columns, table.rows, style))
        for table in tables
        if isinstance(table, ScoreTable)
        for style in options.csv_formats
    ]
    plain = [table for table in tables if isinstance(table, PlainTable)]
    reports += [(_path(options, table.stem), csv(table.header, table.rows())) for table in plain]
    try:
        make_folder(options.csv_output_dir)
    except OSError as error:
        problem = f"cannot be made a directory ({error.strerror}); name another --csv_output_dir"
        raise InputError(problem, options.csv_output_dir) from None
    write_reports(reports)


def _path(options: Options, stem: str, style: str | None = None) -> str:
    """Return the path of a CSV file; in MAT 2.0 the names of score tables end with the style of their formulas."""
    ending = f"_{style}" if style is not None and options.version == V2 else ""
    return os.path.join(options.csv_output_dir, f"{stem}{ending}.csv")


def check_inputs_stay(inputs: Iterable[str], options: Options) -> None:
    """Raise :class:`InputError` if a CSV file that a run may write is, under whatever name, one of its inputs."""
    from common.atomic import overwritten

    stems = [stem for _, stem, *_ in (TAGS, TOKENS, PSEUDO_TOKENS, CHARACTERS)]
    paths = [_path(options, stem, style) for stem in stems for style in options.csv_formats]
    paths += [_path(options, stem) for stem in (DETAILS, CONFUSABILITY)]
    lost = overwritten(paths, inputs)
    if lost is not None:
        raise InputError("this input would be overwritten by a report; name another --csv_output_dir", lost[0])


def text_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield lines of right-aligned columns, one blank between them, with five hyphens under each header.

    A column is as wide as its longest cell, for which the hyphens do not count. The rows are walked through twice.
    """
    widths = list(map(len, header))
    for row in rows:
        widths = list(map(max, widths, map(len, row)))
    for line in chain((header, [RULE] * len(header)), rows):
        yield " ".join(map(str.rjust, line, widths)) + "\n"
