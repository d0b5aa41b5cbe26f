"""What rescore knows about a scorer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import isfinite
from typing import Any

from common.tally import Measure
from rescore.reports.model import Layout, Name

STANDARD_INPUT = "/dev/stdin"


@dataclass(frozen=True)
class Group:
    """Groups of units that are drawn together: their name, and ``of``, which returns the group for a unit name."""

    name: str
    of: Callable[[str], str]


class Relation:
    """A relation between the cells of a row: one is the ``measure`` of the others, times ``scale``.

    ``says`` is the relation in words. It holds in some ``tables``, or in all if there are none. ``precision`` is the
    distance of a figure from its value in units of its last digit: 0.5 if rounded, 1 if cut.
    """

    def __init__(
        self, measure: Measure, says: str, tables: Sequence[str] = (), scale: float = 1.0, precision: float = 0.5
    ) -> None:
        self.measure = measure
        self.says = says
        self.tables = tables
        self.scale = scale
        self.precision = precision
        self.column = measure.name
        self.parts = tuple(map(str, measure.parts))
        self.columns = (self.column, *self.parts)

    def compute(self, *parts: float) -> float:
        """Return the figure computed from the parts; an undefined one is 0, or the positive ``zero`` of the measure."""
        try:
            value = self.scale * self.measure.formula(*parts)
        except ZeroDivisionError:
            return max(0.0, self.measure.zero)
        return value if isfinite(value) else 0.0


@dataclass(frozen=True)
class Profile:
    """All that rescore knows about a scorer, except what is in the modules that are named after its package.

    ``PACKAGE.cli.score`` takes the words after the command, an observer, and for a scorer of standard input a file.
    ``rescore.checks.PACKAGE`` has its ``findings``, and in ``CAUSES`` the names of those that may explain a failed run.
    ``rescore.changes.PACKAGE`` has the changes that may explain other figures.
    """

    command: str
    package: str
    kinds: tuple[type[Layout], ...]  # of the reports that it prints
    key: str  # the role of its inputs on this side
    response: str
    unit: str  # what is counted one by one, in the plural
    measures: tuple[Name, ...]  # by which systems can be compared; words in capitals stand for names in the data
    main: tuple[str, ...]  # columns of the measures that a run may be judged by if it names none
    relations: tuple[Relation, ...]  # between the figures of a report
    reference: str  # what a paper cites
    groups: Mapping[str, Group] = field(default_factory=dict)  # larger units, by the word that asks for them
    right: tuple[str, ...] = ()  # columns of right answers, to try exchanged sides; empty if checks see that in files
    full: float = 100.0  # the full score as it is printed
    scale: float = 1.0  # what measures are multiplied by when they are printed
    environment: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # variables; their values, if few are known
    of_arrays: Mapping[Callable[..., float], Callable[..., Any]] = field(default_factory=dict)  # formulas without tests
    notes: tuple[str, ...] = ()  # messages that are no complaints
    key_total: tuple[str, str] = ("", "")  # the column of the size of the key, and what that counts
    means: Callable[[], Mapping[str, Any]] = dict  # further arguments of ``score``, to share what runs read
    reads_standard_input: bool = False  # command lines end in ``< FILE``
    neutral: tuple[str, ...] = ()  # kinds of matches that are neither right nor wrong
    labels_in: str = ""  # the table whose labels pictures show
    bars: str = ""  # the group that pictures show if there are too many labels
    short: Mapping[str, str] = field(default_factory=dict)  # names in signatures, empty for what changes no figure

    @property
    def score(self) -> Callable[..., int]:
        """The function that scores a command line."""
        score: Callable[..., int] = import_module(f"{self.package}.cli").score
        return score

    def redirected(self, words: Sequence[str]) -> tuple[Sequence[str], str]:
        """Return the words before ``< FILE`` and the file, which is empty if the scorer reads no standard input."""
        if self.reads_standard_input:
            return (words[:-2], words[-1]) if [*words[-2:-1]] == ["<"] else (words, STANDARD_INPUT)
        return words, ""

    @property
    def checks(self) -> Any:  # noqa: ANN401
        """The module that finds what is suspicious in a run."""
        return import_module(f"rescore.checks.{self.package}")

    @property
    def changes(self) -> Any:  # noqa: ANN401
        """The module of changes that may explain other figures."""
        return import_module(f"rescore.changes.{self.package}")

    @property
    def totals(self) -> set[tuple[str, str]]:
        """Tables and rows of the figures that are about everything."""
        return {(table, row) for table, row, _ in self.measures}

    @property
    def main_measures(self) -> list[Name]:
        """The measures that a run may be judged by if it names none."""
        return [name for name in self.measures if name[2] in self.main]


def names(tables: tuple[str, ...], rows: tuple[str, ...], columns: tuple[str, ...]) -> tuple[Name, ...]:
    """Return the names of the figures in every one of the columns, rows and tables."""
    return tuple((table, row, column) for table in tables for row in rows for column in columns)
