"""What rescore knows of a scorer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import isfinite
from typing import Any

from common.tally import Measure
from rescore.reports.layout import ReportKind
from rescore.reports.model import Name

STANDARD_INPUT = "/dev/stdin"


@dataclass(frozen=True)
class Group:
    """Units that are drawn together: their name, and ``of``, which gives the group of a unit by its name."""

    name: str
    of: Callable[[str], str]


@dataclass(frozen=True)
class Relation:
    """What the cells of a row say about each other: one is the ``measure`` of the others, times ``scale``.

    ``says`` is that in words, ``tables`` are those that it holds in, all if none is named. ``precision`` is how far a
    figure can be from its value, in units of its last digit: half of one where it is rounded, a whole one where it is
    cut.
    """

    measure: Measure
    says: str
    tables: tuple[str, ...] = ()
    scale: float = 1.0
    precision: float = 0.5

    @property
    def column(self) -> str:
        """The column that is computed."""
        return self.measure.name

    @property
    def parts(self) -> tuple[str, ...]:
        """The columns that it is computed from."""
        return tuple(map(str, self.measure.parts))

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns."""
        return (self.column, *self.parts)

    def compute(self, *parts: float) -> float:
        """Return what the parts give: what is undefined is printed as 0, if not as another value."""
        try:
            value = self.scale * self.measure.formula(*parts)
        except ZeroDivisionError:
            return max(0.0, self.measure.zero)
        return value if isfinite(value) else 0.0


@dataclass(frozen=True)
class Profile:
    """A scorer: all that rescore knows of it stands here, or in the modules that are named after its package.

    ``package`` has the scorer, whose ``PACKAGE.cli.score`` takes the words after ``command`` and an observer;
    ``rescore.checks.PACKAGE`` has its checks (``findings``, and ``causes`` of failed runs, if any can be seen),
    ``rescore.archive.changes.PACKAGE`` what may explain other figures.

    ``kinds`` are the reports that it prints. ``key`` and ``response`` are the roles of its inputs. ``unit`` names what
    is counted one by one, in the plural, and ``groups`` larger units by the word that asks for them. ``measures`` are
    the names of what systems can be compared by, those in columns of ``main`` first, which a run may be judged by if
    none is named; words in capitals stand for what data have. ``relations`` hold between the figures of a report.
    ``reference`` is what a paper cites.

    ``right`` are columns of what is right, which show whether exchanged sides score better; none where checks see it
    in the files. ``full`` is the full score as it is printed, ``scale`` what values of measures are multiplied with
    where they are printed; ``of_arrays`` replaces formulas that ask whether a number is 0, as arrays can't be asked.
    ``environment`` are the variables that it looks at, with their values where only some are known. ``notes`` is what
    it says that is no complaint. ``key_total`` is the column of how much the key has, and what that counts. ``means``
    are further arguments of ``score``, by which runs share what they read. One that ``reads_standard_input`` has
    command lines that end in ``< FILE``, and ``score`` takes that file.
    ``neutral`` are kinds of matches that are neither right nor wrong. Pictures count matches in the table
    ``labels_in``, by label, or by the group that ``bars`` names where labels are too many.
    ``short`` are the names of settings and roles in signatures, empty for what decides about no figure.
    """

    command: str
    package: str
    kinds: tuple[ReportKind, ...]
    key: str
    response: str
    unit: str
    measures: tuple[Name, ...]
    main: tuple[str, ...]
    relations: tuple[Relation, ...]
    reference: str
    groups: Mapping[str, Group] = field(default_factory=dict)
    right: tuple[str, ...] = ()
    full: float = 100.0
    scale: float = 1.0
    environment: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_arrays: Mapping[Callable[..., float], Callable[..., Any]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    key_total: tuple[str, str] = ("", "")
    means: Callable[[], Mapping[str, Any]] = dict
    reads_standard_input: bool = False
    neutral: tuple[str, ...] = ()
    labels_in: str = ""
    bars: str = ""
    short: Mapping[str, str] = field(default_factory=dict)

    @property
    def score(self) -> Callable[..., int]:
        """Score a command line."""
        score: Callable[..., int] = import_module(f"{self.package}.cli").score
        return score

    def redirected(self, words: Sequence[str]) -> tuple[Sequence[str], str]:
        """Return the words before ``< FILE`` and the file; nothing for a scorer that reads no standard input."""
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
        return import_module(f"rescore.archive.changes.{self.package}")

    @property
    def totals(self) -> set[tuple[str, str]]:
        """Tables and rows of the figures that are about everything."""
        return {(table, row) for table, row, _ in self.measures}

    @property
    def main_measures(self) -> list[Name]:
        """Those of the measures that a run may be judged by if none is named."""
        return [name for name in self.measures if name[2] in self.main]


def names(tables: tuple[str, ...], rows: tuple[str, ...], columns: tuple[str, ...]) -> tuple[Name, ...]:
    """Return the names of all figures in columns of rows of tables."""
    return tuple((table, row, column) for table in tables for row in rows for column in columns)
