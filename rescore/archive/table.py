"""Tables as people write them: Markdown, LaTeX, columns between tabs, semicolons, commas or blanks.

Text around a table of Markdown or LaTeX is no part of it. Fields lose their markup: bold type, links, blanks.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import USAGE

_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*[|+])*\s*:?-+:?\s*\|?\s*")  # below the headings in Markdown
_BAR, _AMPERSAND = re.compile(r"(?<!\\)\|"), re.compile(r"(?<!\\)&")
_LATEX_ROW = re.compile(r"(?m)^[^%\n]*&.*\\\\")
_LATEX_END = re.compile(r"\\\\.*$|(?<!\\)%.*$")
_LATEX_BEFORE = re.compile(r"^(?:\s*\\(?:[a-z]*rule|hline|cline|cmidrule)(?:\([^)]*\))?(?:\[[^]]*\])?(?:\{[^{}]*\})?)+")
_SEVERAL = re.compile(r"\s*\\multicolumn\{(\d{1,3})\}\{[^{}]*\}(.*)")
_LINK = re.compile(r"!?\[([^][]*)\]\([^()\s]*\)|\\href\{[^{}]*\}(?=\{)")
_BOLD = re.compile(r"(\*\*|__|\*|`)(\S|\S.*\S)\1")  # of Markdown, around a whole field
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\{([^{}]*)\}|\s+|(?=[^a-zA-Z{]))")
_LATEX_SIGNS = {r"\pm": "±", r"\%": "%", r"\_": "_", r"\&": "&", r"\#": "#", "~": " ", r"\,": "", "--": "–"}
_GAP = re.compile(r"\s{2,}|\t")
_SIGNS = "\t;,"


class TextRow(NamedTuple):
    """A row of a table: its line in the file, from 1, and its fields without markup."""

    line: int
    fields: list[str]


def tables_in(text: str) -> list[list[TextRow]]:
    """Return the tables of a file, each with its headings first; rows without any word are left out.

    Raises :class:`InputError` with the line, without the file, for what the csv module cannot read.
    """
    lines = text.splitlines()
    tables = _markdown(lines) or [_latex(lines) if len(_LATEX_ROW.findall(text)) > 1 else _separated(text, lines)]
    return [[row for row in table if any(row.fields)] for table in tables]


def read_text(path: str) -> str:
    """Return the text of a table. Raises :class:`InputError` if it cannot be read, or is not UTF-8."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); correct the path in the manifest"
    except UnicodeDecodeError:
        problem = "is not UTF-8; save it as UTF-8"
    raise InputError(problem, path, None, USAGE)


def delimiter_in(text: str) -> str:
    """Return what separates fields: the first of tab, semicolon and comma in the first line, or an empty text."""
    first = text.lstrip().partition("\n")[0]
    return next((sign for sign in _SIGNS if sign in first), "")


def nonempty(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield the rows of a table that are not empty, without blanks around the fields."""
    return (row for fields in rows if any(row := [field.strip() for field in fields]))


def _markdown(lines: Sequence[str]) -> list[list[TextRow]]:
    """Return the tables with a rule of hyphens and bars below their headings."""
    tables: list[list[TextRow]] = []
    end = 0  # of the table before
    for place, line in enumerate(lines):
        if place > end and "|" in line and "|" in lines[place - 1] and _RULE.fullmatch(line):
            rows = [TextRow(place, _between_bars(lines[place - 1]))]
            for number, below in enumerate(lines[place + 1 :], place + 2):
                if "|" not in below:
                    break
                end = number
                if not _RULE.fullmatch(below):
                    rows.append(TextRow(number, _between_bars(below)))
            tables.append(rows)
    return tables


def _between_bars(line: str) -> list[str]:
    fields = _BAR.split(line.strip())
    begin, end = int(not fields[0]), len(fields) - (not fields[-1])
    return [_plain(field.replace(r"\|", "|")) for field in fields[begin:end]]


def _latex(lines: Sequence[str]) -> list[TextRow]:
    """Return the rows of tables in LaTeX, in which one heading may stand above several columns."""
    rows = []
    for number, line in enumerate(lines, 1):
        row = _LATEX_BEFORE.sub("", _LATEX_END.sub("", line))
        if not _AMPERSAND.search(row):
            continue
        fields: list[str] = []
        for field in _AMPERSAND.split(row):
            several = _SEVERAL.fullmatch(field)
            fields.append(_of_latex(several[2] if several else field))
            fields += [""] * (int(several[1]) - 1 if several else 0)
        rows.append(TextRow(number, fields))
    return rows


def _of_latex(field: str) -> str:
    field = _LINK.sub(r"\1", field)
    for sign, meant in _LATEX_SIGNS.items():
        field = field.replace(sign, meant)
    before = ""
    while before != field:  # the innermost command first
        before, field = field, _COMMAND.sub(lambda found: found[1] or "", field)
    return " ".join(re.sub(r"[{}$]", "", field).split())


def _separated(text: str, lines: Sequence[str]) -> list[TextRow]:
    """Return rows whose fields are separated by the sign in the first line, or else by blanks."""
    if sign := delimiter_in(text):
        rows = csv.reader(io.StringIO(text), delimiter=sign)
        try:
            return [TextRow(rows.line_num, list(map(_plain, fields))) for fields in rows]
        except csv.Error as error:
            raise InputError(f"cannot be read as a table ({error})", None, rows.line_num, USAGE) from error
    filled = [(number, line.strip()) for number, line in enumerate(lines, 1) if line.strip()]
    widths = {len(_GAP.split(line)) for _, line in filled}
    wide = len(widths) == 1 and widths != {1}
    return [TextRow(number, list(map(_plain, _GAP.split(line) if wide else line.split()))) for number, line in filled]


def _plain(field: str) -> str:
    """Return a field without blanks around it, and without the markup of links and bold type."""
    field = _LINK.sub(r"\1", field).strip()
    while found := _BOLD.fullmatch(field):
        field = found[2]
    return field
