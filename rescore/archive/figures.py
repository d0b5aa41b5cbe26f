"""A table of published figures: rows of submissions, columns of cells (docs/archives.md, docs/cells.md)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from common.errors import InputError
from rescore.archive.manifest import FiguresTable
from rescore.statuses import USAGE

DELIMITERS = "\t;,"
_NOTHING = re.compile(r"(?i)[-\u2012-\u2015.?]*|n/?a\.?|none|null")
_FIGURE = re.compile(r"(?i)[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|[-+]?(?:nan|inf)|=.*")
_DECIMAL_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]+)")
_MARKS = "*_` \t\u00a0"  # of Markdown, and blanks


@dataclass
class Figures:
    """Published figures by submission and cell, as they are printed; ``notes`` say what could not be read."""

    of: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def read_figures(path: str, layout: FiguresTable, measures: Sequence[str] = ()) -> Figures:
    """Read a table whose fields are separated by tabs, semicolons or commas, whichever its first line has.

    Raises :class:`InputError` with the line of a mistake; a field that is not a figure is ignored, with a note.
    """
    text = _text(path)
    delimiter = next((sign for sign in DELIMITERS if sign in text.lstrip().partition("\n")[0]), DELIMITERS[0])
    rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    figures = Figures()
    try:
        headings = next(_filled(rows), [])
        columns = _columns(path, rows.line_num, headings, layout, measures)
        for fields in _filled(rows):
            if len(fields) > len(headings):
                raise _wrong(path, rows.line_num, "the row has more fields than columns; correct it")
            row = dict(zip(headings, fields))
            if any(row.get(heading) != value for heading, value in layout.where.items()):
                continue
            name = row[layout.name]
            if name in figures.of:
                raise _wrong(path, rows.line_num, f"{name} has two rows; remove one")
            found = {cell: _figure(row.get(heading, "")) for heading, cell in columns.items()}
            figures.of[name] = {cell: text for cell, text in found.items() if text}
            for heading, cell in columns.items():
                if found[cell] is None:
                    problem = f"'{row[heading]}' in column {heading} is not a figure; it is ignored"
                    figures.notes.append(f"{path}:{rows.line_num}: {problem}")
    except csv.Error as error:
        raise _wrong(path, rows.line_num, f"cannot be read as a table ({error})") from error
    return figures


def _filled(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    for fields in rows:
        if any(fields):
            yield [field.strip() for field in fields]


def _figure(text: str) -> str | None:
    """Return a figure in the form of a report, empty if none was published, or None if it is not a figure."""
    figure = text.strip(_MARKS).removesuffix("%").strip(_MARKS)
    if _NOTHING.fullmatch(figure):
        return ""
    figure = _DECIMAL_COMMA.sub(r"\1.\2", figure)
    return figure if _FIGURE.fullmatch(figure) else None


def _columns(
    path: str, line: int, headings: Sequence[str], layout: FiguresTable, measures: Sequence[str]
) -> dict[str, str]:
    for heading in headings:
        if headings.count(heading) > 1 and heading:
            raise _wrong(path, line, f"column '{heading}' occurs twice; remove one")
    if headings and layout.name not in headings:
        raise _wrong(path, line, f"no column is called {layout.name}; begin with a line of column names")
    for heading in (*layout.where, *layout.columns):
        if heading not in headings:
            raise _wrong(path, line, f"no column is called {heading}; the columns are {', '.join(headings)}")
    if layout.columns:
        return dict(layout.columns)
    others = [heading for heading in headings if heading not in (layout.name, *layout.where)]
    known = {measure.lower() for measure in measures}
    return {heading: heading for heading in others if heading.count("/") > 1 or heading.lower() in known}


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise _wrong(path, None, "is not UTF-8; save it as UTF-8") from error
    except OSError as error:
        raise _wrong(path, None, f"cannot be read ({error.strerror}); correct the path in the manifest") from error


def _wrong(path: str, line: int | None, problem: str) -> InputError:
    return InputError(problem, path, line, USAGE)
