"""A table of published figures: a row for each submission, columns named by cells (docs/cells.md)."""

from __future__ import annotations

import csv
import io
import re

from common.errors import InputError
from rescore.statuses import USAGE

NAME = "name"
_WRONG_FORMS = {
    "has a comma; write a point, as reports do": re.compile("[0-9]+,[0-9]+"),
    "has a per cent sign; leave it out, as reports do": re.compile(r"[0-9.]+\s*%"),
}


def read_figures(path: str) -> dict[str, dict[str, str]]:
    """Return by submission the printed figures by cell. Fields are separated by tabs, in ``.csv`` files by commas.

    The first column is ``name``, the others are ``TABLE/ROW/COLUMN``; an empty field is a figure that was not
    published. Raises :class:`InputError` with the line of a mistake.
    """
    rows = csv.reader(io.StringIO(_text(path)), delimiter="," if path.endswith(".csv") else "\t")
    figures: dict[str, dict[str, str]] = {}
    columns: list[str] = []
    try:
        for fields in rows:
            if not any(fields):
                continue
            if not columns:
                columns = _columns(path, rows.line_num, fields)
                continue
            name, *texts = [field.strip() for field in fields]
            if len(fields) > len(columns):
                raise _wrong(path, rows.line_num, "there are more fields than columns; correct the row")
            if name in figures:
                raise _wrong(path, rows.line_num, f"{name} has a row already; leave one of them out")
            for problem, form in _WRONG_FORMS.items():
                for text in filter(form.fullmatch, texts):
                    raise _wrong(path, rows.line_num, f"'{text}' {problem}")
            figures[name] = {column: text for column, text in zip(columns[1:], texts) if text}
    except csv.Error as error:
        raise _wrong(path, rows.line_num, f"cannot be read as a table ({error})") from error
    return figures


def _columns(path: str, line: int, fields: list[str]) -> list[str]:
    columns = [field.strip() for field in fields]
    if columns[0] != NAME:
        raise _wrong(path, line, f"the first column is not called {NAME}; begin with a line of column names")
    for column in columns[1:]:
        if column.count("/") < 2:
            raise _wrong(path, line, f"'{column}' is not TABLE/ROW/COLUMN; docs/cells.md lists the names")
        if columns.count(column) > 1:
            raise _wrong(path, line, f"'{column}' stands there twice; leave one of them out")
    return columns


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise _wrong(path, None, "is not UTF-8; save it as UTF-8") from error
    except OSError as error:
        raise _wrong(path, None, f"cannot be read ({error.strerror}); correct figures in the manifest") from error


def _wrong(path: str, line: int | None, problem: str) -> InputError:
    return InputError(problem, path, line, USAGE)
