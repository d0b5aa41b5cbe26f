"""Tables and JSON in the forms that people, papers and programs want; no text breaks a row or commands a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from legacy_scorers.rescore.output.forms import TABULATED, TSV
from legacy_scorers.rescore.reports.words import one_field

CONTROLS = "\x7f-\x9f\u2028-\u202e\u2066-\u2069"  # those that JSON may hold unescaped, as a class of a pattern
_CONTROL = re.compile(f"[{CONTROLS}]")
_MARKUP = re.compile(r"[`*|]|\\(?=[!-/:-@\[-`{-~])|<(?=[A-Za-z/!?])|\](?=[(\[])")  # what Markdown reads as markup
_FORMULA_SIGNS = ("=", "+", "-", "@", "'")
_NUMBER = re.compile(r"[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)(e[+-]?[0-9]+)?|[+-](inf|nan)", re.ASCII)
_QUOTED = re.compile("[\"'#]")  # what R reads as quotes and comments, unless it is quoted


def json_bytes(lines: str) -> bytes:
    r"""Return lines of JSON as bytes; control characters and changes of text direction are escaped as ``\u202e``.

    Input bytes that are not UTF-8 are escaped, too, as ``\udc80`` and so on.
    """
    if not lines.isascii() or "\x7f" in lines:
        lines = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)
    return lines.encode("utf-8", "backslashreplace")


def tabulated(
    form: str, headings: Sequence[str], rows: Iterable[Sequence[str]], align: Sequence[str] | None = None
) -> str:
    """Return a table as TSV or one of :data:`TABULATED`; ``align`` says left, right or decimal for each column."""
    if form == TSV:
        return "".join(map(tsv_line, [headings, *rows]))
    from tabulate import tabulate

    fields = [[one_field(text) for text in row] for row in rows]
    if form == "md":
        fields = [[_MARKUP.sub(r"\\\g<0>", text) for text in row] for row in fields]
    return tabulate(fields, headings, tablefmt=TABULATED[form], disable_numparse=True, colalign=align) + "\n"


def tsv_line(row: Iterable[str]) -> str:
    """Return a row of texts separated by tabs, with its end.

    csv, pandas and R read the same rows by their defaults. No text is a formula in a spreadsheet: one that could be, or
    that begins with an apostrophe, gets an apostrophe before it.
    """
    fields = []
    for field in map(one_field, row):
        sign = "'" if field.startswith(_FORMULA_SIGNS) and not _NUMBER.fullmatch(field) else ""
        is_quoted = sign or _QUOTED.search(field)
        fields.append('"{}{}"'.format(sign, field.replace('"', '""')) if is_quoted else field)
    return "\t".join(fields) + "\n"
