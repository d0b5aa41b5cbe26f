"""All that rescore knows of a scorer: a class that each scorer fills in, in a folder beside this module."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

from legacy_scorers.common.errors import reason_in
from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Item, Observer
from legacy_scorers.common.tally import Measure
from legacy_scorers.rescore.reports.model import Cell, Layout, Name
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.scorers import checks
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides, redirected
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.cut_off import ends_in_line
from legacy_scorers.rescore.scorers.intake import DraftTask, Files

MORE, LESS, NEITHER = "more", "less", "neither"  # which figures are better
PER_CENT = 100.0  # what shares are multiplied by
ANY = "*"  # any table, row or column
MACRO = "macro"  # the row of means over the labels of a table
STDOUT = "<stdout>"


class Group(NamedTuple):
    """Groups of units that are drawn together: their name, and ``of``, which returns the group for a unit name."""

    name: str
    of: Callable[[str], str]


@dataclass(eq=False)
class Relation:
    """A relation between the cells of a row: one is the ``measure`` of the others, times ``scale``."""

    measure: Measure
    says: str  # the relation in words
    tables: Sequence[str] = ()  # in which it holds; empty for all
    scale: float = 1.0
    precision: float = 0.5  # how far a figure is from its value, in units of its last digit; 1 if it is cut
    are_parts_in_full: bool = False  # printed with all digits

    def __post_init__(self) -> None:
        self.column = self.measure.name
        self.parts = tuple(map(str, self.measure.parts))
        self.columns = (self.column, *self.parts)

    @property
    def precision_of_parts(self) -> float:
        """How far parts are from their values, in units of their last digits."""
        return 0.0 if self.are_parts_in_full else self.precision

    def is_in(self, table: str) -> bool:
        """Whether it holds in a table."""
        return not self.tables or table in self.tables

    def compute(self, *parts: float) -> float:
        """Return the figure computed from the parts; an undefined one is 0, or the positive ``zero`` of the measure."""
        try:
            value = self.scale * self.measure.formula(*parts)
        except ZeroDivisionError:
            return max(0.0, self.measure.zero)
        return value if isfinite(value) else 0.0


class TableObserver(Observer):
    """An observer that adds figures to those of a report."""

    @abstractmethod
    def cells(self) -> Iterator[Cell]:
        """Yield these figures when the run has ended."""


@dataclass
class Outcome:
    """What a command did: its exit status, the bytes of both streams, and the files that it would have written.

    ``unprinted`` are figures that the reports lack, of a run that was observed.
    """

    scorer: Scorer
    status: int
    stdout: bytes
    stderr: bytes
    written: dict[str, bytes]
    unprinted: list[Cell] = field(default_factory=list)

    @property
    def complaint(self) -> str:
        """Why there is no report, in the command's own words."""
        said = (self.stderr or self.stdout).decode("utf-8", "replace")
        reason = reason_in(said.splitlines(), self.scorer.notes) if self.status else ""
        return reason or f"ended with status {self.status} and scored nothing"

    @property
    def is_scored(self) -> bool:
        """Whether the run succeeded and printed a report, not just its help."""
        return not self.status and any(report.layout for report in self.reports)

    @cached_property
    def reports(self) -> list[Report]:
        """Its standard output and the files, but for empty ones."""
        return [report for report in self._printed if report.content]

    @cached_property
    def _printed(self) -> list[Report]:
        printed = {STDOUT: self.stdout, **self.written}.items()
        return [Report(content, self.scorer.layouts, name) for name, content in printed]

    @property
    def cells(self) -> Iterator[Cell]:
        """The cells that it printed, row by row as they are read, and then those that its reports lack.

        Tables that only list things are left out.
        """
        for report in self.reports:
            yield from report.cells
        yield from self.unprinted

    def report(self, name: str) -> Report | None:
        """Return the report of that name, empty for standard output, or None if there is none."""
        stdout, *files = self._printed
        written = {os.path.normpath(file.name): file for file in files}
        return written.get(os.path.normpath(name)) if name else stdout


class Scorer(ABC):
    """All that rescore knows of a scorer. A subclass fills it in; the type checker says what is missing.

    Attributes without a value here are those that every scorer has to say.
    """

    command: str
    layouts: tuple[type[Layout], ...]  # of the reports that it prints
    key: str = "key"  # the role of its inputs on this side
    response: str = "response"
    unit: str  # what is counted one by one, in the plural
    measures: tuple[Name, ...]  # by which systems can be compared; words in capitals stand for names in the data
    main: tuple[str, ...]  # columns of the measures that a run may be judged by if it names none
    overall: tuple[tuple[str, str], ...]  # tables and rows about all items, which a column alone means, in this order
    repeated: tuple[str, ...] = ()  # rows whose figures are the same in every table
    unprinted_rows: tuple[tuple[str, str], ...] = ()  # tables and rows that only a run with observed units has
    shares: tuple[str, ...] = ()  # columns of measures printed as shares of 1, in small letters; others are in per cent
    synonyms: Mapping[str, str] = {}  # words of papers for tables or columns, in small letters
    relations: tuple[Relation, ...]  # between the figures of a report
    derived: tuple[Relation, ...] = ()  # figures that papers print, and the report does not
    reference: str  # what a paper cites that reports its figures
    whole_run: Mapping[str, str] = {}  # advice on its own findings about the whole run, the most telling first
    advice: Mapping[str, str] = {}  # on its own other findings
    more_is_better: tuple[Name, ...]  # patterns of the names of figures, where * stands for any words
    less_is_better: tuple[Name, ...] = ()  # of errors
    neither_is_better: tuple[Name, ...]  # of what says nothing about a system, as the size of the key
    means: tuple[str, ...] = (MACRO,)  # rows of means over other rows, between whose cells no relation holds
    confusions: tuple[str, ...] = ()  # tables with a row and a column for each label, whatever the patterns say
    groups: Mapping[str, Group] = {}  # larger units, by the word that asks for them
    right: tuple[str, ...] = ()  # columns that count right answers; the check for swapped sides compares them
    full: float = 100.0  # the full score as it is printed
    scale: float = 1.0  # what measures are multiplied by when they are printed
    environment: Mapping[str, tuple[str, ...]] = {}  # values of variables, if few are known
    of_arrays: Mapping[Callable[..., float], Callable[..., Any]] = {}  # formulas without tests
    notes: tuple[str, ...] = ()  # messages that are no complaints
    limits: Mapping[tuple[str, str], int] = {}  # of what the original can count, by table and column
    mean_figures: Mapping[Name, Sequence[Name]] = {}  # figures that are means of others, in other rows
    causes: tuple[str, ...] = ()  # the names of findings that may explain a failed run
    mean_rows: tuple[Callable[[str], bool], ...] = ()  # rows, besides all, of which papers take means
    in_file: str = ""  # in names of rows, before the file that a row is about
    uncounted: str = ""  # the kind of matches that are no unit of the key, and add to no figure
    right_or_wrong: str = ""  # the kind of matches that may be either
    answered: str = ""  # the column that counts answered units, if these have an order
    of_texts: tuple[str, ...] = ()  # columns that count documents or tokens, not items
    key_totals: tuple[tuple[str, str], ...] = ()  # columns of sizes of the key, and what they count
    reads_standard_input: bool = False  # command lines end in ``< FILE``
    reads_tags: str = ""  # PASTED or APART, if it reads columns of tags
    names_files: bool = False  # whether a configuration names the inputs
    marks_lines: bool = False  # whether each line of a key begins with what it is, which no other file has
    neutral: tuple[str, ...] = ()  # kinds of matches that are neither right nor wrong
    labels_in: str = ""  # the table whose labels pictures show
    bars: str = ""  # the group that pictures show if there are too many labels
    short: Mapping[str, str] = {}  # names in signatures, empty for what changes no figure

    @abstractmethod
    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        """Run the command on a host, as the function ``score`` of its package does."""

    def unprinted(self, observer: Observer) -> TableObserver | None:
        """Return what passes a run on to an observer and adds figures that no report has; None if there are none."""
        return None

    @abstractmethod
    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        """Yield what is suspicious in a run that succeeded; of a failed one, what is named in :attr:`causes`."""

    @abstractmethod
    def sides(self, setup: Setup) -> Sides:
        """Return the files of a run by role, given a command line that the scorer accepts."""

    @abstractmethod
    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        """Yield the changes of options and settings; one that swaps the sides has the kind ``swap``."""

    def published_changes(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        """Yield the changes to what the published figures show, such as the number of tokens."""
        return iter(())

    @abstractmethod
    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        """Yield the changes of the units in the files: their order, repeats, or loss."""

    @abstractmethod
    def tasks(self, files: Files) -> Iterator[DraftTask]:
        """Yield the tasks whose files are in a folder, and take these files."""

    def confused(self, key: Item, response: Item) -> tuple[str, str]:
        """Return what a table of confusions calls the two items of a match."""
        return key.label, response.label

    def is_of_nothing(self, kind: str, key: Item | None) -> bool:
        """Return whether both sides of a match say that there is nothing, so that pages need not list it."""
        return False

    def is_cut_off(self, content: bytes) -> bool:
        """Return whether a file ends within what it holds, by default within a line."""
        return ends_in_line(content)

    def missing_at_end(self, setup: Setup, sides: Sides) -> int:
        """Return how many units of the key follow the last answered one, 0 where units need no order."""
        return 0

    def measure_papers(self, name: Name, settings: Mapping[str, object]) -> Sequence[str]:
        """Return what a paper cites that reports a figure of a run with these settings, besides the scorer."""
        return ()

    def references(self, name: Name, settings: Mapping[str, object]) -> list[str]:
        """Return what a paper cites that reports a figure of a run with these settings: scorer and measure."""
        return [self.reference, *self.measure_papers(name, settings)]

    def advice_on(self, finding: str) -> str:
        """Return what to do about a finding of this name."""
        return {**checks.ADVICE, **self.whole_run, **self.advice}[finding]

    @property
    def telling(self) -> list[str]:
        """The findings about the whole run, the most telling first."""
        first, *others = checks.WHOLE_RUN
        return [first, *self.whole_run, *others]

    def redirected(self, words: Sequence[str]) -> tuple[Sequence[str], str]:
        """Return the words before ``< FILE`` and the file, which is empty if the scorer reads no standard input."""
        return redirected(words) if self.reads_standard_input else (words, "")

    def about_all(self, printed: Sequence[Name]) -> Name | None:
        """Return which of several printed figures of a column is about all items, the likeliest one, or None."""
        rows = {name[:2]: name for name in printed}
        return next((rows[row] for row in self.overall if row in rows), None)

    def is_of_label(self, name: Name) -> bool:
        """Whether a figure is about one of the labels over which a mean is taken."""
        table, row, column = name
        return (table, MACRO, column) in self.measures and (table, row) not in self.overall

    def better(self, name: Name) -> str:
        """Return whether :data:`MORE` or :data:`LESS` of a figure is better, or NEITHER; empty for an unknown one."""
        table, row, column = name
        if table in self.confusions:
            return MORE if row.removesuffix(" (hyp)") == column.removesuffix(" (ref)") else LESS
        patterns = {MORE: self.more_is_better, LESS: self.less_is_better, NEITHER: self.neither_is_better}
        return next((which for which, of in patterns.items() if any(_fits(name, pattern) for pattern in of)), "")

    def is_unprinted(self, name: Name) -> bool:
        """Whether only a run has a figure whose units are observed."""
        return any(_fits(name, (*row, ANY)) for row in self.unprinted_rows)

    @property
    def main_measures(self) -> list[Name]:
        """The measures that a run may be judged by if it names none."""
        return [name for name in self.measures if name[2] in self.main]


def names(tables: tuple[str, ...], rows: tuple[str, ...], columns: tuple[str, ...]) -> tuple[Name, ...]:
    """Return the names of the figures in every one of the columns, rows and tables."""
    return tuple((table, row, column) for table in tables for row in rows for column in columns)


def columns(*patterns: str) -> tuple[Name, ...]:
    """Return the patterns of the names of the figures in some columns of any row and table."""
    return names((ANY,), (ANY,), patterns)


def _fits(name: Name, pattern: Name) -> bool:
    return all(fnmatchcase(part, form) for part, form in zip(name, pattern))
