"""The table of published figures in a draft: which file has rows of submissions, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.figures import read_figures
from legacy_scorers.rescore.archive.manifest import FiguresTable
from legacy_scorers.rescore.archive.names import PublishedNames
from legacy_scorers.rescore.archive.table import tables_in
from legacy_scorers.rescore.reports.model import listed
from legacy_scorers.rescore.scorers.intake import Files

Entry: TypeAlias = str | Mapping[str, str]

_MAX_BYTES = 2**20
_OF_ROWS = "a table with rows of submissions"


def figures_of(root: str, files: Files, command: str, names: Mapping[str, str]) -> tuple[Entry, str]:
    """Return the table with rows for half of the submissions or more, and figures that can be read, if any.

    A comment follows, which says what its headings mean. ``names`` are the paths of the submissions by name.
    """
    published = PublishedNames(names)
    for path in files.inputs:
        column = _column_of_names(files.contents[path], published)
        if column is None:
            continue
        try:
            read = read_figures(root, FiguresTable(path, column), command, names)
        except InputError as error:
            files.left[path] = f"has rows of submissions, but {error.problem}"
            continue
        if any(read.figures.values()):
            files.place([path])
            meant = [f"{heading} is {figure}" for heading, figure in read.meant.items()]
            comment = f"{_OF_ROWS}; {listed(meant)}" if meant else _OF_ROWS
            return (path if column == "name" else {"file": path, "name": column}), comment
        files.left[path] = "has rows of submissions; name its columns by figures = { columns = {...} }"
    return "", ""


def _column_of_names(content: bytes, names: PublishedNames) -> str | None:
    """Return the heading of the first column that has half of the submissions or more, or None."""
    for heading, cells in _columns(content) if len(content) <= _MAX_BYTES else ():
        if heading and 2 * len({*map(names.submission, cells)} - {""}) >= len(names.paths):
            return heading
    return None


def _columns(content: bytes) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings and fields of the columns of tables in a file."""
    try:
        tables = tables_in(content.decode("utf-8-sig"))
    except (ValueError, InputError):
        return
    for headings, *rows in filter(None, tables):
        for place, heading in enumerate(headings.fields):
            yield heading, [row.fields[place] for row in rows if place < len(row.fields)]
