"""A table of published figures: rows of submissions, columns of cells (docs/archives.md, docs/cells.md)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from common.errors import InputError
from rescore.archive.manifest import FiguresTable
from rescore.statuses import USAGE

_NOTHING = re.compile(r"(?i)[-\u2012-\u2015.?]*|n/?a\.?|none|null")
_FIGURE = re.compile(r"(?i)[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|[-+]?(?:nan|inf)|=.*")
_DECIMAL_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]+)")
_PER_CENT = re.compile(r"(?i)\s*(?:\(%\)|%|\(?in per ?cent\)?)$")  # at the end of a heading
_MARKS = "*_` \t\u00a0"  # of Markdown, and blanks


@dataclass
class Figures:
    """Published figures by submission and cell, as they are printed; ``notes`` say what could not be read."""

    of: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def delimiter_in(text: str) -> str:
    """Return what separates fields: the first of tab, semicolon and comma in the first line, or an empty text."""
    first = text.lstrip().partition("\n")[0]
    return next((sign for sign in "\t;," if sign in first), "")


def read_figures(path: str, layout: FiguresTable, measures: Sequence[str] = ()) -> Figures:
    """Read a table whose first row holds the names of the columns.

    Raises :class:`InputError` with the line of a mistake; a field that is not a figure is ignored, with a note.
    """
    figures = Figures()
    text = _text(path)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter_in(text) or "\t")
    try:
        headings = next(filled(rows), [])
        columns = _columns(headings, layout, measures)
        for fields in filled(rows):
            if len(fields) > len(headings):
                raise ValueError("the row has more fields than columns; correct it")
            row = dict(zip(headings, fields))
            if any(row.get(heading) != value for heading, value in layout.where.items()):
                continue
            name = row[layout.name]
            if name in figures.of:
                raise ValueError(f"{name} has two rows; remove one")
            found = {cell: _figure(row.get(heading, "")) for heading, cell in columns.items()}
            figures.of[name] = {cell: text for cell, text in found.items() if text}
            for heading, cell in columns.items():
                if found[cell] is None:
                    problem = f"'{row[heading]}' in column {heading} is not a figure; it is ignored"
                    figures.notes.append(f"{path}:{rows.line_num}: {problem}")
    except csv.Error as error:
        raise InputError(f"cannot be read as a table ({error})", path, rows.line_num, USAGE) from error
    except ValueError as error:
        raise InputError(str(error), path, rows.line_num, USAGE) from error
    return figures


def filled(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield the rows of a table that are not empty, without blanks around the fields."""
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


def _columns(headings: Sequence[str], layout: FiguresTable, measures: Sequence[str]) -> dict[str, str]:
    """Return the cells by heading. Raises ``ValueError`` for a heading that is missing or occurs twice."""
    for heading in headings:
        if headings.count(heading) > 1 and heading:
            raise ValueError(f"column '{heading}' occurs twice; remove one")
    if headings and layout.name not in headings:
        raise ValueError(f"no column is called {layout.name}; begin with a line of column names")
    for heading in (*layout.where, *layout.columns):
        if heading not in headings:
            raise ValueError(f"no column is called {heading}; the columns are {', '.join(headings)}")
    if layout.columns:
        return dict(layout.columns)
    known = {measure.lower() for measure in measures}
    columns = {}
    for heading in headings:
        shorter = _PER_CENT.sub("", heading)  # unless a measure is called so, as "attempted %" is
        names = [heading] if shorter in headings else [heading, shorter]
        found = [name for name in names if name.count("/") > 1 or name.lower() in known]
        if found and heading not in (layout.name, *layout.where):
            columns[heading] = found[0]
    return columns


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        problem = "is not UTF-8; save it as UTF-8"
        raise InputError(problem, path, None, USAGE) from error
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); correct the path in the manifest"
        raise InputError(problem, path, None, USAGE) from error
