"""Tables as people write them: Markdown, LaTeX, HTML, lines between bars, columns between tabs, commas or blanks.

Text around a table is no part of it. Fields lose their markup: bold type, links, blanks.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.fields import NUMBER
from legacy_scorers.rescore.archive.markup import of_latex, plain
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.runs.packages import HEAD, kind_of_package

_RULE = re.compile(r"(?=[^-=]*[-=])[-=:+|\s]+")
_BAR, _AMPERSAND = re.compile(r"(?<!\\)\|"), re.compile(r"(?<!\\)&")
_LATEX_COMMENT = re.compile(r"(?<!\\)%.*")
_LATEX_END = re.compile(r"\\\\(?:\s*\[[^]]{0,200}\])?|\\tabularnewline\b")
_LATEX_BEFORE = re.compile(
    r"(?:(?<!\s)\s*\\(?:[a-z]*rule|hline|cline)\b(?:\([^)]{0,200}\))?(?:\[[^]]{0,200}\])?(?:\{[^{}]*\})?)+"
)
_LATEX_BEGIN = re.compile(r"\\begin\{(?:long)?tab[a-z]*\*?\}(?:\[[^]]{0,200}\]|\{(?:[^{}]|\{[^{}]*\})*\})*")
_LATEX_TABULAR = re.compile(r"\\begin\{(?:longtable|tabular[a-z]*|tabu)\*?\}")
_SEVERAL = re.compile(r"\s*\\multi(?:column|row)\{(\d{1,3})\}\{[^{}]*\}(.*)", re.DOTALL)
_HTML_TABLE = re.compile(r"<table\b", re.IGNORECASE)
_HTML_ROW = re.compile(r"<tr\b[^<>]*>(.*?)(?=<tr\b|</tr\b|</table\b|\Z)", re.IGNORECASE | re.DOTALL)
_HTML_FIELD = re.compile(r"<t[dh]\b([^<>]*)>(.*?)(?=<t[dh]\b|</t[dh]\b|\Z)", re.IGNORECASE | re.DOTALL)
_HTML_SPANS = [
    re.compile(rf"""{direction}span\s*=\s*["']?([1-9]\d?)\b""", re.IGNORECASE) for direction in ("col", "row")
]
_GAP = re.compile(r"\s{2,}|\t")
_SIGNS = "\t;,"
_MAX_COLUMNS = 1000  # longer rows belong to no table of figures
_MAX_FIELDS = 1_000_000  # of a page, where one field may span many columns and rows
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class TextRow(NamedTuple):
    """A row of a table: its line in the file, from 1, and its fields without markup."""

    line: int
    fields: list[str]


def tables_in(text: str) -> list[list[TextRow]]:
    """Return the tables of a file, each with its headings first; rows without any word, or far too long, are left out.

    Raises :class:`InputError` with the line, without the file, for what the csv module cannot read, and for a page of
    too many fields.
    """
    lines = text.splitlines()
    tables = [*_html(text), *_ruled_tables(lines)]
    if not tables:
        tables = [rows for rows in _latex_tables(text) if len(rows) > 1] if "&" in text else []
        tables = tables or [_separated_rows(text, lines)]
    return [[row for row in table if any(row.fields) and len(row.fields) <= _MAX_COLUMNS] for table in tables]


def read_text(path: str) -> str:
    """Return the text of a table. Raises :class:`InputError` if it cannot be read, or is in an unknown encoding."""
    try:
        with open(path, "rb") as file:
            content = file.read()
        text = text_of(content)
        if not (path.endswith((".json", ".jsonl")) and text.lstrip().startswith(("[", "{"))):
            return text
        problem = "is JSON; save the table as CSV"
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); correct the path in the manifest"
    except UnicodeDecodeError:
        problem = "is not UTF-8; save it as UTF-8"
        if kind := kind_of_package(content[:HEAD]):
            problem = f"is a {kind} archive or a spreadsheet; unpack it, or save the table as CSV in UTF-8"
    raise InputError(problem, path, None, USAGE)


def text_of(content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark. Raises ``UnicodeDecodeError``."""
    text = content.decode("utf-16" if content.startswith(UTF_16) else "utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def delimiter_in(text: str) -> str:
    """Return what separates fields: the first of tab, semicolon and comma in the first line, or an empty text."""
    first = text.lstrip().partition("\n")[0]
    return next((sign for sign in _SIGNS if sign in first), "")


def nonempty(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield the rows of a table that are not empty, without blanks around the fields."""
    return (row for fields in rows if any(row := [field.strip() for field in fields]))


def _line_ends(text: str) -> list[int]:
    """Return the places of the line breaks in a text."""
    return [place for place, character in enumerate(text) if character == "\n"]


def _ruled_tables(lines: Sequence[str]) -> list[list[TextRow]]:
    """Return the tables with bars between columns, and a rule of hyphens or a bar at the begin of each line."""
    tables = []
    run: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], 1):
        is_rule = bool(_RULE.fullmatch(line)) and ("|" in line or "+" in line)
        if "|" in line or is_rule:
            run.append((number, line))
            continue
        rows = [TextRow(place, _fields_of_line(row)) for place, row in run if not _RULE.fullmatch(row)]
        has_bars = len(rows) < len(run) or all(row.lstrip().startswith("|") for _, row in run)
        tables += [rows] if len(rows) > 1 and has_bars else []
        run = []
    return tables


def _fields_of_line(line: str) -> list[str]:
    fields = _BAR.split(line.strip())
    begin, end = int(not fields[0]), len(fields) - (not fields[-1])
    return [plain(field.replace(r"\|", "|")) for field in fields[begin:end]]


def _latex_tables(text: str) -> list[list[TextRow]]:
    """Return the tables in LaTeX; all rows are one table if no line begins any."""
    begins = [number for number, line in enumerate(text.split("\n"), 1) if _LATEX_TABULAR.search(line)]
    return list(grouped((bisect_right(begins, row.line), row) for row in _latex(text)).values())


def _latex(text: str) -> list[TextRow]:
    """Return the rows of tables in LaTeX, in which one heading may stand above several columns."""
    text = "\n".join([_LATEX_COMMENT.sub("", line) for line in text.split("\n")])
    rows, begin, line_ends = [], 0, _line_ends(text)
    for end in _LATEX_END.finditer(text):
        row = text[begin : end.start()]
        row = row[max([found.end() for found in _LATEX_BEGIN.finditer(row)], default=0) :]
        row = _LATEX_BEFORE.sub("", row).strip()
        row = row.rpartition("\n\n")[2]  # without text before the table
        if _AMPERSAND.search(row):
            line = bisect_left(line_ends, end.start() - len(row.rstrip()) + 1) + 1
            rows.append(TextRow(line, list(_fields_of_latex(row))))
        begin = end.end()
    return rows


def _fields_of_latex(row: str) -> Iterator[str]:
    for field in _AMPERSAND.split(row):
        several = _SEVERAL.fullmatch(field)
        yield of_latex(several[2] if several else field)
        yield from [""] * (int(several[1]) - 1 if several and "column" in field else 0)


def _html(text: str) -> Iterator[list[TextRow]]:
    starts, line_ends = [found.start() for found in _HTML_TABLE.finditer(text)], _line_ends(text)
    left = _MAX_FIELDS
    for begin, end in zip(starts, [*starts[1:], len(text)]):
        rows = []
        below: Counter[int] = Counter()  # by column, how many further rows a field spans
        for found in _HTML_ROW.finditer(text, begin, end):
            fields = list(islice(_fields_of_html(found[1], below), _MAX_COLUMNS + 1))
            line = bisect_left(line_ends, found.start()) + 1
            rows.append(TextRow(line, fields))
            left -= len(fields)
            if left < 0:
                problem = f"more than {_MAX_FIELDS} fields; put the table of the task into its own file"
                raise InputError(problem, None, line, USAGE)
        yield rows


def _fields_of_html(row: str, below: Counter[int]) -> Iterator[str]:
    """Yield the fields of a row, empty ones where one spans several columns or rows; ``below`` is kept up to date."""
    place = 0
    for attributes, field in [*_HTML_FIELD.findall(row), ("", None)]:
        while below[place]:
            below[place] -= 1
            place += 1
            yield ""
        if field is None:
            return
        columns, rows = [int(found[1]) if (found := span.search(attributes)) else 1 for span in _HTML_SPANS]
        yield " ".join(plain(field).split())
        yield from [""] * (columns - 1)
        below.update(dict.fromkeys(range(place, place + columns), rows - 1))
        place += columns


def _separated_rows(text: str, lines: Sequence[str]) -> list[TextRow]:
    """Return rows whose fields are separated by a sign, or else by blanks."""
    for sign in _SIGNS:
        rows = _table_of(_rows_of_csv(sign, text)) if sign in text else []
        # Else it is a sign of text, or a decimal comma.
        if rows and not any(map(NUMBER.fullmatch, rows[0].fields)) and len(rows) > 2 * len(lines) / 5:
            return rows
    filled = [(number, line.rstrip()) for number, line in enumerate(lines, 1)]
    filled = [(number, line) for number, line in filled if line and not _RULE.fullmatch(line)]
    for fields_of in (_GAP.split, str.split):
        rows = [TextRow(number, fields_of(line.strip())) for number, line in filled]
        table = _table_of(rows)
        if len(table) > 1 and len({len(row.fields) for row in table}) == 1:
            return [TextRow(row.line, list(map(plain, row.fields))) for row in table]
    if sign := delimiter_in(text):
        return _rows_of_csv(sign, text)
    return _aligned_rows(filled) or [TextRow(number, list(map(plain, line.split()))) for number, line in filled]


def _rows_of_csv(sign: str, text: str) -> list[TextRow]:
    rows = csv.reader(io.StringIO(text), delimiter=sign)
    try:
        found = [TextRow(rows.line_num, list(map(plain, fields))) for fields in rows]
    except csv.Error as error:
        raise InputError(f"cannot be read as a table ({error})", None, rows.line_num, USAGE) from error
    return [row for row in found if any(row.fields)]


def _table_of(rows: Sequence[TextRow]) -> list[TextRow]:
    """Return the rows without text before and after them, which has fewer fields than most; empty if there are none.

    The headings may lack one above the names.
    """
    widths = Counter(len(row.fields) for row in rows if len(row.fields) > 1)
    if not widths:
        return []
    width = widths.most_common(1)[0][0]
    first = next(place for place, row in enumerate(rows) if len(row.fields) >= width)
    table = [row for row in rows[first:] if len(row.fields) > 1]
    if first and len(above := rows[first - 1].fields) == width - 1 > 1 and any(map(NUMBER.fullmatch, table[0].fields)):
        table.insert(0, TextRow(rows[first - 1].line, ["", *above]))
    return table


def _aligned_rows(lines: Sequence[tuple[int, str]]) -> list[TextRow]:
    """Return rows whose fields stand below their headings, if the same columns of characters are blank in all lines."""
    width = max([len(line) for _, line in lines], default=0)
    blank = [all(line[place : place + 1] in ("", " ") for _, line in lines) for place in range(width)] + [True]
    begins = [place for place in range(width) if not blank[place] and (not place or blank[place - 1])]
    spans = [(begin, blank.index(True, begin)) for begin in begins]
    rows = [TextRow(number, [plain(line[begin:end]) for begin, end in spans]) for number, line in lines]
    return rows if rows and all(rows[0].fields[1:]) and len(spans) > 1 else []
