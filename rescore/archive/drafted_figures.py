"""The table of published figures in a draft: which file has rows of submissions, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.figures import FiguresRead, read_figures, with_nearest
from legacy_scorers.rescore.archive.heads import HeadedTable, headed
from legacy_scorers.rescore.archive.manifest import FiguresTable
from legacy_scorers.rescore.archive.names import PublishedNames
from legacy_scorers.rescore.archive.table import tables_in, text_of
from legacy_scorers.rescore.reports.words import listed
from legacy_scorers.rescore.scorers.intake import Files

Entry: TypeAlias = str | Mapping[str, str]

_MAX_BYTES = 2**20
_OF_ROWS = "a table with rows of submissions"


def figures_of(root: str, files: Files, command: str, names: Mapping[str, str]) -> tuple[Entry, str]:
    """Return the table with rows for half of the submissions or more, and figures that can be read, if any.

    A comment follows, which says what its headings mean. ``names`` are the paths of the submissions by name.
    """
    published = PublishedNames(names)
    for path in [*files.inputs, *files.rows]:
        for column in _columns_of_names(files.contents[path], published):
            try:
                read = read_figures(root, FiguresTable(path, column or FiguresTable.name), command, published)
            except InputError as error:
                files.left[path] = f"has rows of submissions, but {error.problem}"
                continue
            rows = {name for name in read.figures if name in published}
            if any(read.figures.values()) and not rows & files.rows.get(path, set()):  # of another task
                files.place([path])
                files.rows.setdefault(path, set()).update(rows)
                return (path if column in ("", "name") else {"file": path, "name": column}), _comment(read, command)
            if path not in files.rows:
                files.left[path] = "has rows of submissions; name its columns by figures = { columns = {...} }"
    return "", ""


def _comment(read: FiguresRead, command: str) -> str:
    meant = [f"{heading} is {figure}" for heading, figure in read.meant.items()]
    others = [with_nearest(read.others, command)] if read.others else []
    parts = [_OF_ROWS, *([listed(meant)] if meant else []), *[f"not compared: {names}" for names in others]]
    return "; ".join(parts)


def _columns_of_names(content: bytes, names: PublishedNames) -> Iterator[str]:
    """Yield the headings of the columns that have the most of the submissions in a table, of half or more."""
    for table in _tables(content) if len(content) <= _MAX_BYTES else ():
        place = table.place_of(names)
        if place is not None and 2 * len({*map(names.submission, table.column(place))} - {""}) >= len(names.paths):
            yield table.headings[place]


def _tables(content: bytes) -> list[HeadedTable]:
    try:
        return [headed(table) for table in tables_in(text_of(content)) if table]
    except (ValueError, InputError):
        return []
