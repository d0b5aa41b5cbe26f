"""The record of a submission: what a command prints of it, in every output form."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rescore.archive.submission import Input
from rescore.archive.units import unpacked

OPEN = -1.0  # says that the search for a cause is still to come
UNFINISHED = "while searching for the cause: "

CellDifference: TypeAlias = dict[str, str | None]  # table, row, column, published, recomputed; report if of several


class Cause(msgspec.Struct, rename={"kind": "change"}):
    """A change that results in the published figures, and what it is a change of; ``text`` is for people."""

    kind: str
    detail: str
    text: str


class Hint(msgspec.Struct):
    """A suspicious fact, and where it is found."""

    name: str
    file: str | None
    line: int | None
    message: str


class Documents(msgspec.Struct):
    """How many files a run asked for and read, and which are missing or unreadable."""

    expected: int = 0
    read: int = 0
    missing: list[str] = []
    unreadable: list[str] = []


class Record(msgspec.Struct):
    """The result of a submission. ``signature`` identifies the state of its inputs, ``cite`` the run, for papers."""

    submission: str
    task: str
    verdict: str
    exit: int | None  # None if the command did not end by itself
    causes: list[Cause] = []
    hints: list[Hint] = []
    cells: list[CellDifference] = []
    documents: Documents = msgspec.field(default_factory=Documents)
    messages: list[str] = []
    signature: str = ""
    cite: str = ""

    @property
    def unfinished(self) -> str:
        """The note that the search for a cause ended early, or an empty text."""
        return next((message for message in self.messages if message.startswith(UNFINISHED)), "")


class Result(msgspec.Struct):
    """The result of a submission."""

    record: Record
    inputs: list[Input] = []  # what it depends on
    reports: dict[str, bytes] = {}  # by name, ``""`` for standard output, compressed
    seconds: float | None = None  # allowed for two changes at a time if no cause was found, or ``OPEN``
    units: bytes | None = None  # counts of units, compressed, if they were asked for

    def unpacked_reports(self) -> dict[str, bytes]:
        """Return its reports by name, sorted. Raises the errors of :func:`unpacked`."""
        return {name: unpacked(content) for name, content in sorted(self.reports.items())}
