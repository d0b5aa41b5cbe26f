"""The record of a submission: what a command prints of it, in every output form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TypedDict

import msgspec

from rescore.archive.published import FAILED
from rescore.archive.submission import MISSING, UNREADABLE, Input, Submission
from rescore.archive.units import unpacked
from rescore.difference.verdicts import Difference
from rescore.scorers.running import reason_in

OPEN = -1.0  # says that the search for a cause is still to come


class Cause(TypedDict):
    """A change that results in the published figures."""

    change: str
    detail: str
    text: str


class Hint(TypedDict):
    """A suspicious fact."""

    name: str
    file: str | None
    line: int | None
    message: str


class _InReport(TypedDict, total=False):
    report: str


class CellDifference(_InReport):
    """A figure that is not as published."""

    table: str
    row: str
    column: str
    published: str | None
    recomputed: str | None


class FileCounts(TypedDict):
    """How many files the run asked for and read, and which are missing or unreadable."""

    expected: int
    read: int
    missing: list[str]
    unreadable: list[str]


class Record(TypedDict):
    """The result of a submission. ``signature`` identifies the state of its inputs, ``cite`` the run, for papers."""

    submission: str
    task: str
    verdict: str
    exit: int | None
    causes: list[Cause]
    hints: list[Hint]
    cells: list[CellDifference]
    documents: FileCounts
    messages: list[str]
    signature: str
    cite: str


class Result(msgspec.Struct):
    """The result of a submission."""

    record: Record
    inputs: list[Input] = []  # what it depends on
    reports: dict[str, bytes] = {}  # by name, ``""`` for standard output, compressed
    seconds: float | None = None  # allowed for two changes at a time if no cause was found, or ``OPEN``
    units: bytes | None = None  # counts of units, compressed, if they were asked for

    @property
    def is_open(self) -> bool:
        """Whether the search for a cause is still to come."""
        return self.seconds == OPEN

    def unpacked_reports(self) -> dict[str, bytes]:
        """Return its reports by name, sorted. Raises the errors of :func:`unpacked`."""
        return {name: unpacked(content) for name, content in sorted(self.reports.items())}


_MAX_MESSAGES = 50
_UNFINISHED = "while searching for the cause: "


def record(
    submission: Submission,
    verdict: str,
    status: int | None,
    messages: Iterable[str],
    inputs: Sequence[Input] = (),
    differences: Iterable[tuple[str, Difference]] = (),
) -> Record:
    """Return a record without causes, hints and signatures; ``status`` is None if the command did not end by itself."""
    named = len(submission.published) > 1  # cells name their report only then
    return {
        "submission": submission.name,
        "task": submission.task,
        "verdict": verdict,
        "exit": status,
        "causes": [],
        "hints": [],
        "cells": [_cell(difference, report if named else "") for report, difference in differences],
        "documents": _documents(inputs),
        "messages": _bounded(messages),
        "signature": "",
        "cite": "",
    }


def failure(submission: Submission, message: str) -> Record:
    """Return the record of a submission that could not be scored."""
    return record(submission, FAILED, None, [message])


def hint(name: str, message: str, file: str | None = None, line: int | None = None) -> Hint:
    """Return a hint for the record of a submission."""
    return {"name": name, "file": file, "line": line, "message": message}


def leave_unfinished(of_submission: Record, problem: str) -> None:
    """Note in a record why the search for a cause ended early."""
    of_submission["messages"].append(f"{_UNFINISHED}{problem}")


def unfinished(of_submission: Record) -> str:
    """Return the note that the search for a cause ended early, or an empty text."""
    return next((message for message in of_submission["messages"] if message.startswith(_UNFINISHED)), "")


def line(of_submission: Record) -> str:
    """Return a record as JSON in one line, without its end."""
    return json.dumps(of_submission, separators=(",", ":"))


def _cell(difference: Difference, report: str) -> CellDifference:
    cell: CellDifference = {
        "table": difference.table,
        "row": difference.row,
        "column": difference.column,
        "published": difference.old,
        "recomputed": difference.new,
    }
    return {"report": report, **cell} if report else cell


def _documents(inputs: Sequence[Input]) -> FileCounts:
    files = [pair for pair in inputs if not pair[0].endswith("/")]
    missing, unreadable = [[path for path, found in files if found == state] for state in (MISSING, UNREADABLE)]
    read = len(files) - len(missing) - len(unreadable)
    return {"expected": len(files), "read": read, "missing": missing, "unreadable": unreadable}


def _bounded(messages: Iterable[str]) -> list[str]:
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    more = len(lines) - _MAX_MESSAGES
    return lines if more <= 0 else [*lines[:_MAX_MESSAGES], f"... and {more} more", reason_in(lines)]
