"""What is kept of a submission: its record, which commands print in every form, its reports, and counts by unit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypedDict

import msgspec

from legacy_scorers.common.host import Host
from legacy_scorers.common.result import Observer, Run, Unit
from legacy_scorers.rescore.archive.submission import MISSING, UNREADABLE, Input
from legacy_scorers.rescore.reports.model import Name
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.conditions import RunRecord, run_record
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.scorer import Outcome, Scorer

UNFINISHED = "while searching for the cause: "
LEFT_OUT = "published and not compared, because the run prints no such figure, or another heading names it: "


class Cause(msgspec.Struct, rename={"kind": "change"}):
    """A change that results in the published figures, and what it is a change of; ``text`` is for people."""

    kind: str
    detail: str
    text: str


class FindingRecord(msgspec.Struct):
    """A suspicious fact, and where it is found."""

    name: str
    file: str | None
    line: int | None
    message: str

    @property
    def text(self) -> str:
        """The finding in a line, as ``rescore check`` prints it."""
        return Finding(self.name, self.message, self.file or "", self.line).text


class DifferingCell(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A cell that differs, with its texts, None where it is missing; ``report`` names one of several."""

    report: str = ""
    table: str
    row: str
    column: str
    published: str | None
    recomputed: str | None


class Documents(msgspec.Struct):
    """How many files a run asked for and read, and which are missing or unreadable."""

    expected: int = 0
    read: int = 0
    missing: list[str] = []
    unreadable: list[str] = []

    @classmethod
    def of(cls, files: Sequence[Input]) -> Documents:
        """Return what became of the files that a run asked for."""
        missing, unreadable = [[path for path, found in files if found == state] for state in (MISSING, UNREADABLE)]
        return cls(len(files), len(files) - len(missing) - len(unreadable), missing, unreadable)


class SubmissionRecord(msgspec.Struct):
    """What commands print of a submission.

    ``fingerprint``, which JSON calls ``signature``, identifies its inputs, ``cite`` the run, for papers.
    """

    submission: str
    task: str
    verdict: str
    exit: int | None  # None if the command did not end by itself
    causes: list[Cause] = []
    hints: list[FindingRecord] = []
    cells: list[DifferingCell] = []
    documents: Documents = msgspec.field(default_factory=Documents)
    messages: list[str] = []
    fingerprint: str = msgspec.field(default="", name="signature")
    cite: str = ""

    @property
    def unfinished(self) -> str:
        """The note that the search for a cause ended early, or an empty text."""
        return self._message(UNFINISHED)

    @property
    def left_out(self) -> str:
        """The note that published figures are not compared, or an empty text."""
        return self._message(LEFT_OUT)

    def _message(self, begin: str) -> str:
        return next((message for message in self.messages if message.startswith(begin)), "")


class Result(msgspec.Struct):
    """A record, and what the store keeps with it."""

    record: SubmissionRecord
    inputs: list[Input] = []  # what the run read and listed
    links: list[Input] = []  # what led to some of that
    reports: dict[str, str] = {}  # by name, ``""`` for standard output
    said: str = ""  # on standard error
    is_open: bool = False  # whether the search for a cause is still to come, or depends on other submissions
    seconds: float | None = None  # allowed for two changes at a time if no cause was found
    state: str = ""  # of all files that it depends on, empty if only their content tells whether they are the same

    def __post_init__(self) -> None:
        """Check what the store may have damaged. Raises ``ValueError``."""
        for text in (*self.reports.values(), self.said):
            encoded(text)

    @property
    def files(self) -> list[str]:
        """The files that the run asked for."""
        return [path for path, _ in self.inputs if not path.endswith("/")]

    @property
    def sources(self) -> list[str]:
        """All paths that the run asked for."""
        return [path for path, _ in (*self.inputs, *self.links)]

    @property
    def folders(self) -> list[str]:
        """The folders that the run listed."""
        return [path for path, _ in self.inputs if path.endswith("/")]

    def outcome(self, scorer: Scorer) -> Outcome:
        """Return what the scorer did in this run, which ended by itself."""
        assert self.record.exit is not None, "only runs that ended have an outcome"
        reports = {name: encoded(text) for name, text in self.reports.items()}
        return Outcome(scorer, self.record.exit, reports.pop("", b""), encoded(self.said), reports)


class _Input(TypedDict):
    role: str
    path: str
    sha256: str


class _Run(TypedDict):
    command: str
    version: str
    settings: dict[str, Any]
    inputs: list[_Input]


class UnitCounts(msgspec.Struct):
    """Counts by unit of a run."""

    run: RunRecord
    cells: list[Name]  # without table and row: a size of a unit, such as its number of tokens
    units: list[tuple[str, list[tuple[int, float | int]], str | None]]  # name, amounts by cell's index, own key file

    def __post_init__(self) -> None:
        """Check what the store may have damaged. Raises ``ValueError``."""
        if self.run:
            msgspec.convert(self.run, _Run)
        if any(not 0 <= index < len(self.cells) for _, amounts, _ in self.units for index, _ in amounts):
            raise ValueError("no count of a cell")

    def counts(self) -> Iterator[tuple[str, str, str, str, float]]:
        """Yield unit, table, row, column and amount of the cells of reports, unit by unit."""
        for unit, amounts, _ in self.units:
            for index, amount in amounts:
                if self.cells[index][0]:
                    yield unit, *self.cells[index], amount

    def of_cells(self, cells: Sequence[Name]) -> dict[str, list[float]]:
        """Return the counts of some cells by unit, 0 where nothing was counted."""
        counts = {}
        for unit, amounts, _ in self.units:
            found = {self.cells[index]: amount for index, amount in amounts}
            counts[unit] = [float(found.get(cell, 0)) for cell in cells]
        return counts


class UnitCounter(Observer):
    """Sums up what the matches of each unit add to the cells of the report, and keeps the sizes of units."""

    def __init__(self, host: Host) -> None:
        self.run: Run | None = None
        self._host = host
        self.counts = UnitCounts({}, [], [])  # so far
        self._indices: dict[Name, int] = {}  # of cells
        self._known: dict[Hashable, list[tuple[int, float]]] = {}  # by signature

    def begin(self, run: Run) -> None:
        """Record the settings and inputs of the run."""
        self.run = run
        self.counts.run = run_record(run, (), self._host)

    def unit(self, unit: Unit) -> None:
        """Add up the matches of a unit; matches of equal signature add the same amounts."""
        assert self.run is not None, "a run begins before its units"
        if self.run.by_unit:
            self._known.clear()
        matches = list(unit.matches)
        if any(self.run.kind(match) == SCORERS[self.run.command].uncounted for match in matches):
            return  # no unit of the key, and adds to no figure
        amounts: dict[int, float] = {}
        for match in matches:
            if match.signature not in self._known:
                cells = self.run.cells(unit, match)
                self._known[match.signature] = [(self._index(cell[:3]), cell[3]) for cell in cells]
            for index, amount in self._known[match.signature]:
                amounts[index] = self.run.plus(amounts[index], amount) if index in amounts else amount
        for size, number in unit.sizes.items():
            amounts[self._index(("", "", size))] = number
        key_file = unit.key.file if unit.key is not None and unit.key.line is None else None
        self.counts.units.append((unit.name, list(amounts.items()), key_file))

    def _index(self, cell: Name) -> int:
        if cell not in self._indices:
            self._indices[cell] = len(self._indices)
            self.counts.cells.append(cell)
        return self._indices[cell]
