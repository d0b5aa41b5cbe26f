"""What the pages of submissions and of pairs show, besides explained runs.

Processes that write pages load this module, but none that needs numpy, which may never load where memory is short.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, inf, log10
from typing import Any, TypeAlias

from legacy_scorers.rescore.archive.main_figures import MainFigure
from legacy_scorers.rescore.archive.records import SubmissionRecord
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.output.archive import cause_of
from legacy_scorers.rescore.reports.model import number
from legacy_scorers.rescore.scorers import SCORERS

MAX_TICKS = 6
Link: TypeAlias = tuple[str, str]  # what a link says and where it leads


class Axis:
    """A scale with round numbers that covers some values. ``ticks`` are the numbers and their positions in per cent."""

    def __init__(self, values: Iterable[float]) -> None:
        known = [*values] or [0.0]
        low, high = min(known), max(known)
        span = high - low or abs(high) or 1.0
        power = 10.0 ** floor(log10(span))
        self._step = next(power * part for part in (0.2, 0.5, 1, 2) if span / (power * part) <= MAX_TICKS - 1)
        self._begin, self._end = floor(low / self._step), max(ceil(high / self._step), floor(low / self._step) + 1)
        numbers = [place * self._step for place in range(self._begin, self._end + 1)]
        self.ticks = [(f"{round(one, 12):g}", self.at(one)) for one in numbers]

    def at(self, value: float) -> float:
        """Return the position of a value, in per cent."""
        return 100 * (value / self._step - self._begin) / (self._end - self._begin)


class SubmissionPage:
    """The page of a submission: its record, the main figure of its task, and links to other pages.

    ``values`` are those of the published and the recomputed figure, ``cells`` the figures that differ, totals first.
    """

    def __init__(self, submission: Submission, record: SubmissionRecord, figure: MainFigure, file: str) -> None:
        self.submission, self.record, self.file = submission, record, file
        self.label = submission.label
        self.link: Link = submission.name, file
        self.previous: Link | None = None
        self.following: Link | None = None
        self.pairs: list[Link] = []
        self.cause = cause_of(record)
        _, self.published, self.recomputed, self.key = figure
        self.values = _value(self.published), _value(self.recomputed)
        totals = {name[:2] for command in submission.words[:1] for name in SCORERS[command].measures}
        self.cells = sorted(record.cells, key=lambda cell: (cell.table, cell.row) not in totals)


class PairPage:
    """The page of two submissions that are compared; the first is the one with the higher ``figure``.

    ``contrast`` says how they differ, None unless both are ranked.
    """

    def __init__(
        self, left: SubmissionPage, right: SubmissionPage, figure: str, contrast: dict[str, Any] | None
    ) -> None:
        names = left.submission.name, right.submission.name
        self.left, self.right, self.figure, self.contrast = left, right, figure, contrast
        self.file = f"{left.file.removesuffix('.html')}+{right.file}"  # no other page has a + in its name
        self.label = f"{left.label} and {right.label}"
        self.link: Link = " → ".join(names), self.file


def _value(figure: str) -> float:
    """Return the value of a figure, minus infinity where there is none."""
    value = number(figure)
    return value if isinstance(value, (int, float)) and value == value else -inf
