"""Causes that different figures show without another run; and other submissions that may have these figures."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import combinations
from typing import TypeAlias

from legacy_scorers.rescore.archive.records import Cause, FindingRecord, SubmissionRecord
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.reports.model import Cell, Name, written
from legacy_scorers.rescore.reports.words import encoded, grouped, listed
from legacy_scorers.rescore.runs.arithmetic import (
    MAX_DECIMALS,
    decimal_of,
    decimals,
    faults_between,
    may_print,
    misfit,
    relations_between,
    rows_of,
    times_ten_to,
    values_of_rounded,
)
from legacy_scorers.rescore.runs.difference import Difference, judge, judge_in_row
from legacy_scorers.rescore.runs.verdicts import FIGURES
from legacy_scorers.rescore.scorers import ALL
from legacy_scorers.rescore.scorers.scorer import Relation

Found: TypeAlias = tuple[Sequence[Cell], str]  # cells, and what is named in their place, or an empty text

COLUMNS = "columns"  # a kind of cause
_MIN_DIGITS = 3  # figures with fewer digits in total may agree by accident
_MAX_CELLS = 500  # cells to explain; each is compared with all others
_MEAN_ROWS: list[Callable[[str], bool]] = [bool, *[of for scorer in ALL for of in scorer.mean_rows]]
_MAX_TEXTS = 5  # published figures that another submission must print
_MAX_OTHERS = 10  # other submissions for each


class Case:
    """What is to be explained: the ``differences`` of figures, and the cells ``now``, both by name.

    ``wrong`` are published rows with those of their cells that differ, ``cells`` all of these. ``printed`` are
    the recomputed rows by table and name, with their cells by column. ``right`` are the names of published cells that
    do not differ. ``limits`` are what the original can count, ``means`` the cells that are means of others.
    """

    def __init__(
        self,
        rows: Iterable[Sequence[Cell]],
        now: Iterable[Cell],
        differences: Iterable[Difference],
        limits: Mapping[tuple[str, str], int] = {},
        means: Mapping[Name, Sequence[Name]] = {},
    ) -> None:
        self.limits, self.means = limits, means
        rows = list(rows)
        wrong = [one for one in differences if one.verdict == FIGURES]
        self.differences = {(one.table, one.row, one.column): (one.column, one.old, one.new) for one in wrong}
        self.now = {cell.name: cell for cell in now}
        self.printed = rows_of(self.now.values())
        self.wrong: list[tuple[dict[str, Cell], list[Cell]]] = []
        self.right = {cell.name for row in rows for cell in row} & self.now.keys() - self.differences.keys()
        names = self.differences.keys() & self.now.keys()
        for row in rows:
            if cells := [cell for cell in row if cell.name in names and not self.is_at(cell, cell.name)]:
                self.wrong.append(({cell.column: cell for cell in row}, cells))
        self.cells = [cell for _, cells in self.wrong for cell in cells]

    def is_at(self, cell: Cell, name: Name) -> bool:
        """Whether a published figure equals the recomputed one of that name, up to rounding."""
        now = self.now.get(name)
        return now is not None and judge_in_row(cell, now, self.printed[name[:2]])[0] != FIGURES

    def relations(self, cell: Cell) -> list[Relation]:
        """Return the relations that compute a cell from others of its recomputed row."""
        relations = relations_between(cell.table, self.printed[cell.name[:2]])
        return [relation for relation in relations if relation.column == cell.column]

    @property
    def is_more(self) -> bool:
        """Whether a published figure is greater than the printed one, or no figures could be compared."""
        for cell in self.cells:
            with contextlib.suppress(ValueError):
                if float(cell.text) > float(self.now[cell.name].text):
                    return True
        return not self.differences


def figure_causes(case: Case) -> tuple[list[Cause], list[FindingRecord]]:
    """Return the one or two causes that explain all figures and, if none do, hints for those of at least half.

    The text of a cause follows ``identical``.
    """
    size = len(case.differences)
    explained: dict[str, Set[object]] = {}  # the differences that each kind of cause explains
    causes = []
    for kind, text, find, needs_digits in _FIGURE_CAUSES if size <= _MAX_CELLS else ():
        found = list(find(case))
        cells = [cell for of_row, _ in found for cell in of_row]
        if cells and not (needs_digits and are_scant(cell.text for cell in cells)):
            explained[kind] = {case.differences[cell.name] for cell in cells}
            details = [detail for _, detail in found if detail]
            detail = listed(details or list(dict.fromkeys(written(cell.name) for cell in cells)), 1)
            causes.append(Cause(kind, detail, text.format(detail)))

    def number_explained(*together: Cause) -> int:  # equal differences are explained together
        values = frozenset[object]().union(*[explained[one.kind] for one in together])
        return sum(one in values for one in case.differences.values())

    for together in [*combinations(causes, 1), *combinations(causes, 2)]:
        if number_explained(*together) == size:
            return list(together), []
    numbers = {one.kind: number_explained(one) for one in causes}
    most = sorted([one for one in causes if numbers[one.kind] >= size / 2], key=lambda one: -numbers[one.kind])
    text = "{} of {} figures are identical {}"
    return [], [FindingRecord(one.kind, None, None, text.format(numbers[one.kind], size, one.text)) for one in most]


def are_scant(figures: Iterable[str]) -> bool:
    """Whether figures have so few digits, without leading zeros, that they may agree by accident."""
    return sum(sign.isdigit() for figure in figures for sign in figure.lstrip("-+0.")) < _MIN_DIGITS


def _per_cent(case: Case) -> list[Found]:
    """Find cells that are a hundred times the printed ones, or a hundredth."""

    def is_share(share: Cell, percentage: Cell) -> bool:
        figure = decimal_of(percentage)
        if figure is None or isinstance(share.value, str) or not 0 < share.value <= 1:
            return False
        return judge(share, Cell("", "", "", str(figure.scaleb(-2)), None, 0)) != FIGURES

    def fits(cell: Cell, places: int) -> bool:
        figure = decimal_of(cell)
        return figure is not None and not misfit(
            Cell(*cell.name, str(figure.scaleb(places)), None), case.printed[cell.name[:2]]
        )

    if found := [cell for cell in case.cells if is_share(case.now[cell.name], cell) and fits(cell, -2)]:
        return [(found, "in per cent")]
    found = [cell for cell in case.cells if is_share(cell, case.now[cell.name]) and fits(cell, 2)]
    return [(found, "as shares of 1")]


def _columns(case: Case) -> list[Found]:
    """Find two columns that are exchanged in all rows that differ."""
    for one, other in [[cell.column for cell in cells] for _, cells in case.wrong if len(cells) == 2]:
        found = []
        for row, cells in case.wrong:
            place = cells[0].name[:2]
            exchanged = (one, other), (other, one)
            if all(this in row and case.is_at(row[this], (*place, that)) for this, that in exchanged):
                found += [cell for cell in cells if cell.column in (one, other)]
        if found:
            return [(found, f"{one} and {other}")]
    return []


def _means(case: Case, cell: Cell, relation: Relation) -> Iterator[float]:
    """Yield the arithmetic instead of the harmonic mean of the two parts of a figure, such as F."""
    parts = [float(case.now[cell.table, cell.row, part].value) for part in relation.parts]
    if len(parts) == 2 and relation.compute(50.0, 50.0) == 50.0:  # a mean of two
        yield sum(parts) / len(parts)


def _macro(case: Case, cell: Cell, relation: Relation) -> Iterator[float]:
    """Yield the means over other rows of the table, or else of other tables, and what is computed from such means."""
    others = [now for now in case.now.values() if now.table == cell.table and now.row != cell.row]
    others = others or [now for now in case.now.values() if now.table != cell.table]
    for chosen in _MEAN_ROWS:  # counts, which no relation computes, are sums
        values = grouped(
            (now.column, now.value) for now in others if chosen(now.row) and not isinstance(now.value, str)
        )
        means = {column: sum(map(float, found)) / len(found) for column, found in values.items() if len(found) > 1}
        if cell.column in means:
            yield means[cell.column]
        if all(part in means for part in relation.parts):
            yield relation.compute(*[means[part] for part in relation.parts])


def _find_computed(values: Callable[[Case, Cell, Relation], Iterable[float]], case: Case) -> Iterator[Found]:
    """Find cells with one of the values that relations between the columns of their rows give."""

    def is_given(cell: Cell, value: float) -> bool:
        figure = decimal_of(cell)
        if figure is None or abs(decimals(figure)) > MAX_DECIMALS:
            return False
        return judge(cell, Cell(*cell.name, f"{value:.{max(0, decimals(figure))}f}", None, 0)) != FIGURES

    for cell in case.cells:
        if any(is_given(cell, value) for relation in case.relations(cell) for value in values(case, cell, relation)):
            yield [cell], ""


def _find_rounded(case: Case) -> Iterator[Found]:
    """Find cells that are computed from other figures after these have been rounded."""
    for cell in case.cells:
        figure, row = decimal_of(cell), case.printed[cell.name[:2]]
        values = [value for relation in case.relations(cell) for value in values_of_rounded(relation, row)]
        if figure is not None and any(may_print(figure, value, value) for value in values):
            yield [cell], ""


def _other_cell(case: Case) -> Iterator[Found]:
    """Find rows that have the figures of another row, in the same table or another one."""
    for row, cells in case.wrong:
        place = cells[0].name[:2]
        near = sorted(case.printed, key=lambda other: (other[0] != place[0]) + (other[1] != place[1]))
        fitting = (other for other in near if all(case.is_at(cell, (*other, cell.column)) for cell in row.values()))
        if source := next((other for other in fitting if other != place), None):
            yield cells, f"{'/'.join(source)} in {'/'.join(place)}"


def _typing_error(case: Case) -> Iterator[Found]:
    """Find rows with one wrong cell that does not match the other cells of the row, or those that it is the mean of."""
    for row, cells in case.wrong:
        table, _, column = cells[0].name
        right = {**row, column: case.now[cells[0].name]}
        is_alone = len(cells) == 1 and faults_between(table, [*row.values()])
        is_mean = any(case.right.issuperset(parts) for name, parts in case.means.items() if name == cells[0].name)
        if is_mean or (is_alone and not faults_between(table, [*right.values()])):
            yield cells, ""


def _limits(case: Case) -> Iterator[Found]:
    """Find the rows whose counts are above a limit of the original, and their sums, if no other row of them differs."""

    def is_large(cells: Iterable[Cell]) -> bool:
        limits = [(case.limits.get((cell.table, cell.column)), cell.value) for cell in cells]
        return any(limit is not None and not isinstance(value, str) and value > limit for limit, value in limits)

    tables = {table for table, _ in case.limits}
    limited = {cells[0].name[:2]: row for row, cells in case.wrong if cells[0].table in tables}
    if limited and all(is_large([*row.values(), *case.printed[place].values()]) for place, row in limited.items()):
        yield case.cells, listed(["/".join(place) for place in limited])


# The surest first; the last field says whether figures of few digits may show it by accident.
_FIGURE_CAUSES: Sequence[tuple[str, str, Callable[[Case], Iterable[Found]], bool]] = (
    ("per cent", "{}", _per_cent, False),
    (COLUMNS, "with {} exchanged", _columns, True),
    ("mean", "with {} as the mean of precision and recall", partial(_find_computed, _means), True),
    ("rounded", "with {} computed from rounded figures", _find_rounded, True),
    ("macro", "with {} as the mean over the other rows", partial(_find_computed, _macro), True),
    ("other cell", "with the figures of {}", _other_cell, True),
    ("typing", "without a typing error in {}", _typing_error, False),
    ("limits", "but for {}, which the original cannot count, and for sums over it", _limits, False),
)


def candidates(
    asking: Mapping[int, SubmissionRecord],
    submissions: Sequence[Submission],
    reports: Callable[[Submission], Mapping[str, bytes]],
) -> dict[int, list[Submission]]:
    """Return other submissions that may have the published figures of each submission, those of its task first."""
    texts: dict[int, list[bytes]] = {}
    for index, record in asking.items():
        powers = submissions[index].power_of
        names = {(cell.published or "", powers((cell.table, cell.row, cell.column))) for cell in record.cells}
        found_in = {times_ten_to(Cell("", "", "", text, None), power).text for text, power in names}
        figures = sorted(found_in - {""}, key=lambda one: (-len(one), one))
        texts[index] = [encoded(text) for text in figures[:_MAX_TEXTS]]
    found: dict[int, list[Submission]] = {index: [] for index in asking}
    for other in submissions if asking else ():
        content = b"\n".join(reports(other).values())
        for index, wanted in texts.items():
            is_other = other is not submissions[index] and other.words[:1] == submissions[index].words[:1]
            if is_other and wanted and all(text in content for text in wanted):
                found[index].append(other)
    for index, others in found.items():
        others.sort(key=lambda other: other.task != submissions[index].task)
        del others[_MAX_OTHERS:]
    return found
