"""Reports of conlleval: counts and measures of all phrases, then the measures of each type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from conlleval.tally import OVERALL, TYPES
from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, Split, is_too_long, lines_of
from rescore.reports.names import ALL, unique

Layout: TypeAlias = Sequence[re.Pattern[str]]  # of lines; groups are named after columns

TYPE = "type"  # the group that names the row of a type
RECOGNISED = re.compile(rb"^[^\S\n]*processed\s+\d+\s+tokens\s+with\s+\d+\s+phrases;\s+found:", re.MULTILINE)
_COUNTS = r"processed (?P<tokens>\d+) tokens with (?P<phrases>\d+) phrases; found: (?P<found>\d+) phrases; "
_SCORES = r"precision: (?P<precision>[\d.]+)%; recall: (?P<recall>[\d.]+)%; FB1: (?P<FB1>[\d.]+)"
_LAYOUT = tuple(
    re.compile(rf"\s*{pattern}\s*".replace(" ", r"\s+"), re.DOTALL)
    for pattern in (
        rf"{_COUNTS}correct: (?P<correct>\d+)\.",
        rf"accuracy: (?P<accuracy>[\d.]+)%; {_SCORES}",
        rf"(?P<type>.*): {_SCORES}(?: (?P<found>\d+))?",
    )
)


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report."""
    return records(text, first, _LAYOUT, _figures)


def _figures(text: str, columns: Columns) -> Sequence[Field]:
    return figures(text, _LAYOUT)


def records(text: str, first: int, layout: Layout, split: Split) -> Iterator[Record]:
    """Yield the records of a report in a layout."""
    types: dict[str, int] = {}
    for line, content in lines_of(text, first):
        found = _found(content, layout)
        if found is None:
            yield Record(line, content, UNEXPLAINED if content.strip() else EXPLAINED)
        elif TYPE in found.re.groupindex:
            yield Record(line, content, EXPLAINED, TYPES, unique(types, found[TYPE]), split)
        else:
            yield Record(line, content, EXPLAINED, OVERALL, ALL, split)


def figures(text: str, layout: Layout) -> Sequence[Field]:
    """Return the fields of a line."""
    found = _found(text, layout)
    columns = [name for name, value in found.groupdict().items() if value and name != TYPE] if found else []
    return [Field(column, *found.span(column)) for column in columns] if found else ()


def _found(text: str, layout: Layout) -> re.Match[str] | None:
    if is_too_long(text):
        return None
    return next(filter(None, (pattern.fullmatch(text) for pattern in layout)), None)
