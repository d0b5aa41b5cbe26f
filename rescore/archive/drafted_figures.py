"""The table of published figures in a draft: which file has rows of submissions, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.figures import FiguresRead, read_figures, with_nearest
from legacy_scorers.rescore.archive.heads import HeadedTable, headed
from legacy_scorers.rescore.archive.manifest import FiguresTable, Value
from legacy_scorers.rescore.archive.names import PublishedNames, words_of
from legacy_scorers.rescore.archive.table import tables_in, text_of
from legacy_scorers.rescore.reports.words import listed
from legacy_scorers.rescore.scorers.intake import Files

_MAX_BYTES = 2**20
_OF_ROWS = "a table with rows of submissions"


class _Fit(NamedTuple):
    """A table that has rows of a task's submissions, and figures that can be read."""

    task: int
    path: str
    column: str  # of the submissions
    read: FiguresRead
    rows: set[tuple[str, ...]]  # the names in them, and what else tells them apart
    words: int  # that its path shares with those of the submissions

    @property
    def rank(self) -> tuple[int, int]:
        """Rank the table with the fewest columns of other figures first, then the one with the most shared words."""
        return len(self.read.others), -self.words


def tables_of(root: str, files: Files, tasks: Sequence[tuple[str, PublishedNames]]) -> list[tuple[Value, str]]:
    """Return for each task the table that fits best, empty if none does, and a comment on what its headings mean.

    ``tasks`` are commands, each with the names of its submissions. A table has rows for half of them or more. Two tasks
    share one if each has its own rows.
    """
    fits = [fit for path in files.inputs for fit in _fits(root, files, path, tasks)]
    found: dict[int, _Fit] = {}
    rows: dict[str, set[tuple[str, ...]]] = {}  # of the tasks that have a table
    for fit in sorted(fits, key=lambda fit: (fit.rank, fit.task)):
        if fit.task not in found and not fit.rows & rows.get(fit.path, set()):
            found[fit.task] = fit
            rows.setdefault(fit.path, set()).update(fit.rows)
    files.place(rows)
    entries: list[tuple[Value, str]] = [("", "")] * len(tasks)
    for number, fit in found.items():
        entry: dict[str, Value] = {"file": fit.path}
        entry |= {"name": fit.column} if fit.column not in ("", "name") else {}
        entry |= {"where": fit.read.where} if fit.read.where else {}
        entries[number] = entry if len(entry) > 1 else fit.path, _comment(fit.read, tasks[number][0])
    return entries


def _fits(root: str, files: Files, path: str, tasks: Sequence[tuple[str, PublishedNames]]) -> Iterator[_Fit]:
    """Yield for which tasks a table in a file fits, and say why it does not fit others of which it has rows."""
    content = files.contents[path]
    tables = _tables(content) if len(content) <= _MAX_BYTES else []
    for task, (command, names) in enumerate(tasks):
        for column in _columns_of_names(tables, names):
            try:
                layout = FiguresTable(path, column) if column else FiguresTable(path)
                read = read_figures(root, layout, command, names)
            except InputError as error:
                files.left[path] = f"has rows of submissions, but {error.problem}"
                continue
            if any(read.figures.values()):
                files.left[path] = "has rows of submissions; another table fits better"
                rows = {(name, *read.where.values()) for name in read.figures if name in names}
                yield _Fit(task, path, column, read, rows, len(words_of(path) & names.words))
            else:
                files.left[path] = "has rows of submissions; name its columns by figures = { columns = {...} }"


def _comment(read: FiguresRead, command: str) -> str:
    meant = [f"{heading} is {figure}" for heading, figure in read.meant.items()]
    others = [with_nearest(read.others, command)] if read.others else []
    parts = [_OF_ROWS, *([listed(meant)] if meant else []), *[f"not compared: {names}" for names in others]]
    return "; ".join(parts)


def _columns_of_names(tables: Iterable[HeadedTable], names: PublishedNames) -> Iterator[str]:
    """Yield the headings of the columns that have the most of the submissions in a table, of half or more."""
    for table in tables:
        place = table.place_of(names)
        if place is not None and 2 * len({*map(names.submission, table.column(place))} - {""}) >= len(names.paths):
            yield table.headings[place]


def _tables(content: bytes) -> list[HeadedTable]:
    """Return the tables in a file; one in another encoding than UTF-8 or UTF-16 is taken for Latin-1 here."""
    try:
        text = text_of(content)
    except UnicodeDecodeError:
        text = "" if b"\0" in content else content.decode("latin-1")
    try:
        return [headed(table) for table in tables_in(text) if table]
    except InputError:
        return []
