"""Causes of different figures that need no other run: in the figures, in the files, or in other submissions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from json import JSONDecodeError
from types import ModuleType
from typing import TypeAlias

from rescore.archive.published import FAILED
from rescore.archive.records import Cause, Hint, Record, hint
from rescore.archive.submission import Submission
from rescore.changes import Setup, Sides
from rescore.difference.verdicts import (
    FIGURES,
    MAX_DECIMALS,
    Difference,
    decimal_of,
    decimals,
    faults_between,
    judge,
    relations_between,
)
from rescore.reports.model import Cell, Name, listed, written
from rescore.scorers.profile import Relation
from rescore.scorers.running import Outcome

Row: TypeAlias = Mapping[str, Cell]  # by column
Other: TypeAlias = tuple[Submission, Outcome]  # another submission; figures or files of two may have been exchanged

COLUMNS = "columns"
_TELLING = 3  # cells with fewer digits in total may agree by accident
_MAX_CELLS = 500  # cells to explain; each is compared with all others
_UNITS = ((2, "in per cent"), (-2, "as shares of 1"))
_ROWS: tuple[Callable[[str], bool], ...] = (
    lambda row: True,
    lambda row: "." in row,  # slots of muc-score
    lambda row: "." not in row and not row.startswith("ALL "),  # its classes
)
_ANY = 50.0
_SKIPPED, _MISSING = ("document-skipped",), ("missing-document", "no-partner")  # hints
_COMPARED_LINES = 20  # lines before the last
_MAX_WORD = len("false")  # characters of the words of JSON, within which a file may end
_MAX_TEXTS, _MAX_OTHERS = 5, 10


@dataclass(frozen=True, slots=True)
class Explanation:
    """A cause: its kind and detail, its ``text``, which follows ``identical``, and the cells that it explains."""

    kind: str
    detail: str
    text: str
    names: frozenset[Name]


class Case:
    """Published rows and recomputed cells by name.

    ``wrong`` holds the rows whose figures differ, with the cells that differ; ``cells`` are all of these. ``columns``
    are those of each table and row.
    """

    def __init__(self, rows: Iterable[Sequence[Cell]], now: Iterable[Cell], differences: Iterable[Difference]) -> None:
        self._differences = {
            (one.table, one.row, one.column): (one.column, one.old, one.new)
            for one in differences
            if one.verdict == FIGURES
        }
        self.now: dict[Name, Cell] = {}
        self.columns: dict[tuple[str, str], list[str]] = {}
        for cell in now:
            if self.now.setdefault(cell.name, cell) is cell:
                self.columns.setdefault(cell.name[:2], []).append(cell.column)
        wrong = [(row, list(filter(self._is_wrong, row))) for row in rows]
        self.wrong: list[tuple[Row, list[Cell]]] = [
            ({cell.column: cell for cell in row}, cells) for row, cells in wrong if cells
        ]
        self.cells = [cell for _, cells in self.wrong for cell in cells]

    def _is_wrong(self, cell: Cell) -> bool:
        return cell.name in self._differences and cell.name in self.now and not self.is_at(cell, cell.name)

    def is_at(self, cell: Cell, name: Name) -> bool:
        """Whether a published figure equals the recomputed one of that name."""
        now = self.now.get(name)
        return now is not None and _fits(cell, now)

    @property
    def is_more(self) -> bool:
        """Whether a published figure is greater than the printed one, or no figures could be compared."""
        return not self.size or any(_exceeds(cell.text, self.now[cell.name].text) for cell in self.cells)

    @property
    def size(self) -> int:
        """The number of figures to explain."""
        return len(self._differences)

    def rest(self, *found: Explanation) -> int:
        """Return the number of figures that the causes leave unexplained; equal differences are explained together."""
        names = {name for one in found for name in one.names}
        twins = {what for name, what in self._differences.items() if name in names}
        return sum(what not in twins for what in self._differences.values())

    def hint(self, partly: Explanation) -> Hint:
        """Return the hint for a cause that explains only some of the differences."""
        return hint(partly.kind, f"{self.size - self.rest(partly)} of {self.size} figures are identical {partly.text}")


def known(case: Case) -> tuple[list[Explanation], list[Explanation]]:
    """Return the one or two causes that explain all figures and, if none do, those of at least half, best first."""
    found = [one for cause in _KNOWN if case.size <= _MAX_CELLS and (one := cause(case))]
    for size in (1, 2):
        for together in combinations(found, size):
            if not case.rest(*together):
                return list(together), []
    return [], sorted([one for one in found if case.rest(one) <= case.size / 2], key=case.rest)


def _explanation(
    kind: str, text: str, cells: Sequence[Cell], detail: str = "", least: int = _TELLING
) -> Explanation | None:
    """Return an explanation of cells, or None if they have so few digits that they may agree by accident.

    The detail, by default the names of the cells, replaces ``{}`` in the text.
    """
    digits = sum(sign.isdigit() for cell in cells for sign in cell.text.lstrip("-+0."))
    names = dict.fromkeys(cell.name for cell in cells)
    if not cells or digits < least:
        return None
    detail = detail or listed([*map(written, names)], 1)
    return Explanation(kind, detail, text.format(detail), frozenset(names))


def _fits(old: Cell, new: Cell) -> bool:
    """Whether two figures are equal up to rounding, whatever their names."""
    return judge(old, Cell(*old.name, new.text, new.given, new.line)) != FIGURES


def _gives(cell: Cell, value: float) -> bool:
    """Whether a published figure equals a value, rounded to as many decimals as the figure has."""
    figure = decimal_of(cell)
    if figure is None or abs(decimals(figure)) > MAX_DECIMALS:
        return False
    return _fits(cell, Cell(*cell.name, f"{value:.{max(0, decimals(figure))}f}", None, 0))


def _per_cent(case: Case) -> Explanation | None:
    """Find cells that are a hundred times the printed ones, or a hundredth."""
    for shift, text in _UNITS:
        found = [cell for cell in case.cells if _is_moved(cell, case.now[cell.name], shift)]
        if found:
            return _explanation("per cent", text, found, text, 0)
    return None


def _is_moved(old: Cell, new: Cell, shift: int) -> bool:
    """Whether a published figure is a printed one with the point moved by some digits."""
    share, percentage = (new, old) if shift > 0 else (old, new)
    figure = decimal_of(percentage)
    if figure is None or isinstance(share.value, str) or not 0 < share.value <= 1:
        return False
    return _fits(share, Cell("", "", "", str(figure.scaleb(-abs(shift))), None, 0))


def _columns(case: Case) -> Explanation | None:
    """Find two columns that are exchanged in all rows that differ."""
    for pair in [[cell.column for cell in found] for _, found in case.wrong if len(found) == 2]:
        other = dict(zip(pair, reversed(pair)))
        found = [
            cell
            for row, cells in case.wrong
            for cell in cells
            if cell.column in other
            and all(column in row and case.is_at(row[column], (cell.table, cell.row, other[column])) for column in pair)
        ]
        if found:
            return _explanation(COLUMNS, "with {} exchanged", found, " and ".join(pair))
    return None


def _mean(case: Case) -> Explanation | None:
    """Find cells, such as F, that are the arithmetic instead of the harmonic mean of their two parts."""

    def values(cell: Cell, relation: Relation, parts: Sequence[float]) -> Iterator[float]:
        if len(parts) == 2 and relation.compute(_ANY, _ANY) == _ANY:  # a mean of two
            yield sum(parts) / len(parts)

    return _computed(case, "mean", "with {} as the mean of precision and recall", values)


def _rounded(case: Case) -> Explanation | None:
    """Find cells that were computed from other figures after these had been rounded."""

    def values(cell: Cell, relation: Relation, parts: Sequence[float]) -> Iterator[float]:
        printed = [decimal_of(case.now[cell.table, cell.row, part]) for part in relation.parts]
        most = max([decimals(figure) for figure in printed if figure is not None], default=0)
        for digits in range(most - 1, -1, -1):
            yield relation.compute(*[round(part, digits) for part in parts])

    return _computed(case, "rounded", "with {} computed from rounded figures", values)


def _macro(case: Case) -> Explanation | None:
    """Find cells that are the mean over other rows of their table, or computed from such means."""

    def mean(cell: Cell, column: str, chosen: Callable[[str], bool]) -> float | None:
        values = [
            float(now.value)
            for (table, row, what), now in case.now.items()
            if (table, what) == (cell.table, column) and row != cell.row and chosen(row)
            if not isinstance(now.value, str)
        ]
        return sum(values) / len(values) if len(values) > 1 else None

    def values(cell: Cell, relation: Relation, _: Sequence[float]) -> Iterator[float]:
        for chosen in _ROWS:  # counts, which no relation computes, are sums
            if (value := mean(cell, cell.column, chosen)) is not None:
                yield value
            parts = [value for part in relation.parts if (value := mean(cell, part, chosen)) is not None]
            if len(parts) == len(relation.parts):
                yield relation.compute(*parts)

    return _computed(case, "macro", "with {} as the mean over the other rows", values)


def _computed(
    case: Case, kind: str, text: str, values: Callable[[Cell, Relation, Sequence[float]], Iterable[float]]
) -> Explanation | None:
    """Find cells with one of some values, given a relation that computes the cell, and the printed parts of that."""

    def is_one(cell: Cell) -> bool:
        relations = relations_between(cell.table, tuple(case.columns[cell.table, cell.row]))
        return any(
            _gives(cell, value)
            for relation in relations
            if relation.column == cell.column
            for value in values(
                cell, relation, [float(case.now[cell.table, cell.row, part].value) for part in relation.parts]
            )
        )

    return _explanation(kind, text, list(filter(is_one, case.cells)))


def _other_cell(case: Case) -> Explanation | None:
    """Find rows that have the figures of another row, in the same table or another one."""
    places = dict.fromkeys([name[:2] for name in case.now])
    explained: list[Cell] = []
    moved: list[str] = []
    for row, cells in case.wrong:
        place = cells[0].name[:2]
        near = sorted(places, key=lambda other: (other[0] != place[0]) + (other[1] != place[1]))
        fitting = (other for other in near if all(case.is_at(cell, (*other, cell.column)) for cell in row.values()))
        if source := next((other for other in fitting if other != place), None):
            explained += cells
            moved.append(f"{'/'.join(source)} in {'/'.join(place)}")
    return _explanation("other cell", "with the figures of {}", explained, listed(moved, 1))


def _typing_error(case: Case) -> Explanation | None:
    """Find rows with one wrong cell that does not match the other cells of the row."""
    found = []
    for row, cells in case.wrong:
        table, _, column = cells[0].name
        right = {**row, column: case.now[cells[0].name]}
        is_alone = len(cells) == 1 and faults_between(table, [*row.values()])
        if is_alone and not faults_between(table, [*right.values()]):
            found += cells
    return _explanation("typing", "without a typing error in {}", found, least=0)


_KNOWN = (_per_cent, _columns, _mean, _rounded, _macro, _other_cell, _typing_error)  # the surest first


def damage(case: Case, setup: Setup, command: ModuleType, record: Record) -> list[Cause]:
    """Find a file that is cut off, missing or unreadable, if published figures are greater than printed ones."""
    sides: Sides = command.sides(setup)
    if not case.is_more:
        return []
    for path in (*sides.response, *sides.key, *sides.others):
        if _is_cut_off(setup.files.get(path, b"")):
            return cause("truncated", path, f"{path} is cut off at the end")
    if missing := _missing_at_the_end(case, setup, command, sides):
        path, things = sides.response[0], "instance" if missing == 1 else "instances"
        return cause("truncated", path, f"{path} is cut off: it ends {missing} {things} before the key")
    if found := _hinted("unreadable", _SKIPPED, record):
        return found
    for path in record["documents"]["missing"] if record["verdict"] == FAILED else ():
        return cause("missing document", path, f"{path} is missing")
    return []


def lost(case: Case, record: Record) -> list[Cause]:
    """Find documents that the files of a run lack, if published figures are greater than printed ones."""
    return _hinted("missing document", _MISSING, record) if case.is_more else []


def _hinted(kind: str, names: Sequence[str], record: Record) -> list[Cause]:
    for one in record["hints"]:
        if one["name"] in names:
            place = one["file"] or ""
            return cause(kind, place, f"{place}: {one['message']}")
    return []


def cause(kind: str, detail: str, text: str) -> list[Cause]:
    """Return the list of a single cause."""
    return [{"change": kind, "detail": detail, "text": text}]


def _exceeds(then: str, now: str) -> bool:
    try:
        return float(then) > float(now)
    except ValueError:
        return False


def _is_cut_off(content: bytes) -> bool:
    """Whether a file ends within a JSON value, a document, or a line, which has fewer fields than the lines before."""
    text = content.strip()
    if text[:1] in (b"{", b"["):
        return _is_json_cut_off(text)
    documents = text.upper()
    if b"<DOC" in documents:
        return documents.count(b"<DOC>") + documents.count(b"<DOC ") > documents.count(b"</DOC>")
    if b"#BEGIN DOCUMENT" in documents:
        return documents.count(b"#BEGIN DOCUMENT") > documents.count(b"#END DOCUMENT")
    *lines, last = content.split(b"\n")
    fields = [len(line.split()) for line in lines[-_COMPARED_LINES:] if line.strip()]
    return bool(fields) and 0 < len(last.split()) < min(fields)


def _is_json_cut_off(text: bytes) -> bool:
    try:
        json.loads(text)
    except JSONDecodeError as error:
        return error.pos >= len(error.doc) - _MAX_WORD or error.msg.startswith("Unterminated")
    except (ValueError, RecursionError):
        pass
    return False


def _missing_at_the_end(case: Case, setup: Setup, command: ModuleType, sides: Sides) -> int:
    """Return how many instances follow the last answered one, or 0 unless up to that many more were attempted."""
    unit = getattr(command, "INSTANCE", None)
    attempted = {cell.text: case.now[cell.name].text for cell in case.cells if cell.column == "attempted"}
    if unit is None or not attempted or not all(setup.files.get(path, b"").endswith(b"\n") for path in sides.response):
        return 0
    key, answered = [
        [tuple(found[1].split()) for path in paths for found in unit.finditer(setup.files.get(path, b""))]
        for paths in (sides.key, sides.response)
    ]
    known = set(answered)
    places = [place for place, instance in enumerate(key) if instance in known]
    missing = len(key) - 1 - max(places, default=-1)
    return missing if any(0 < float(then) - float(now) <= missing for then, now in attempted.items()) else 0


def other_of(submission: Submission, reports: Mapping[str, bytes]) -> Other:
    """Return a submission with its reports from the store."""
    files = {name: content for name, content in reports.items() if name}
    return submission, Outcome(submission.words[0], submission.status, reports.get("", b""), b"", files)


def candidates(
    asking: Mapping[int, Record],
    submissions: Sequence[Submission],
    reports: Callable[[Submission], Mapping[str, bytes]],
) -> dict[int, list[int]]:
    """Return for each submission, by index, up to ten others that may have its published figures.

    Submissions of the same task come first. The ``reports`` of each are searched once.
    """
    texts = {number: _texts(record) for number, record in asking.items()}
    found: dict[int, list[int]] = {number: [] for number in asking}
    for other, submission in enumerate(submissions):
        content = b"\n".join(reports(submission).values())
        for number, wanted in texts.items():
            is_other = other != number and submission.words[:1] == submissions[number].words[:1]
            if is_other and wanted and all(text in content for text in wanted):
                found[number].append(other)
    for number, others in found.items():
        others.sort(key=lambda other: submissions[other].task != submissions[number].task)
        del others[_MAX_OTHERS:]
    return found


def _texts(record: Record) -> list[bytes]:
    """Return the longest published figures that differ, at most ``_MAX_TEXTS``."""
    texts = sorted({cell["published"] or "" for cell in record["cells"]} - {""}, key=lambda one: (-len(one), one))
    return [text.encode("utf-8", "surrogateescape") for text in texts[:_MAX_TEXTS]]
