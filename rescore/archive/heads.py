"""The headings of a table of figures, in one line or two, and the rows below them."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import pairwise
from typing import NamedTuple

from legacy_scorers.rescore.archive.fields import figure_in
from legacy_scorers.rescore.archive.table import TextRow

_SECTION = re.compile(r"\s*(?:#+\s|<h[1-6]\b|\\(?:sub)*section\b)")  # Markdown, HTML, LaTeX


class HeadedTable(NamedTuple):
    """A table: its headings, the line of the first of them, and its rows."""

    headings: Sequence[str]
    line: int
    rows: Sequence[TextRow]

    def column(self, place: int) -> list[str]:
        """Return the fields in a column."""
        return [row.fields[place] for row in self.rows if place < len(row.fields)]

    def place_of(self, names: Container[str]) -> int | None:
        """Return the index of the column with the most of some names, the first of several; None without any."""
        numbers = [sum(field in names for field in self.column(place)) for place in range(len(self.headings))]
        return numbers.index(max(numbers)) if any(numbers) else None


def texts_above(text: str, tables: Sequence[HeadedTable]) -> list[str]:
    """Return what stands above each table of a text: from the last heading of a section, or the table before it."""
    lines = text.splitlines()
    ends = [0, *[table.rows[-1].line if table.rows else table.line for table in tables]]
    found = []
    for table in tables:
        above = lines[max(end for end in ends if end < table.line) : table.line - 1]
        begin = max([place for place, line in enumerate(above) if _SECTION.match(line)], default=0)
        found.append("\n".join(above[begin:]))
    return found


def headed(table: Sequence[TextRow], name: str = "") -> HeadedTable:
    """Return a table that is not empty with its headings; ``name`` is that of the column of submissions, if known."""
    first, *rows = table
    if not _has_two_heads(table, name):
        return HeadedTable(first.fields, first.line, rows)
    return HeadedTable(_join(first.fields, rows[0].fields), first.line, rows[1:])


def _has_two_heads(table: Sequence[TextRow], name: str) -> bool:
    """Whether the second row has no figures, and names columns below groups of columns in the first."""
    if len(table) < 3 or any((found := figure_in(text)) and found[0] for text in table[1].fields):
        return False
    first, second = table[0].fields, table[1].fields
    if name and name in second and name not in first:
        return True
    place = first.index(name) if name in first else 0
    is_below = place < len(second) and not second[place] and any(second)
    groups = [text for text in first if text]
    is_below = is_below or len({*groups}) < len(groups)  # a group may stand above each of its columns
    words = [text for text in second if figure_in(text) is None]
    return is_below or (len(words) > 1 and not all(first[1 : len(second)]))


def _join(groups: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the headings of two lines; a group stands above its column and those after it without a group.

    If all groups but the last have the same number of columns, the last has no more.
    """
    places = [place for place, group in enumerate(groups) if group and place]
    sizes = {after - before for before, after in pairwise(places)}
    most = sizes.pop() if len(sizes) == 1 else len(below)
    headings, group, size = [], "", 0
    for place in range(max(len(groups), len(below))):
        own = below[place] if place < len(below) else ""
        above = groups[place] if place < len(groups) else ""
        size = 0 if above else size + 1
        group = above or (group if size < most else "")
        headings.append(f"{group} {own}".strip() if own else above)
    return headings
