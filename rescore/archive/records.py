"""The record of a submission: what a command prints of it, in every output form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypedDict

import msgspec

from rescore.archive.submission import MISSING, UNREADABLE, Input, Submission
from rescore.archive.units import unpacked
from rescore.difference.verdicts import FAILED, Difference
from rescore.scorers.running import reason_in

OPEN = -1.0  # says that the search for a cause is still to come
UNFINISHED = "while searching for the cause: "
_MAX_MESSAGES = 50

CellDifference: TypeAlias = dict[str, str | None]  # table, row, column, published, recomputed; report if of several


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


class Record(TypedDict):
    """The result of a submission. ``signature`` identifies the state of its inputs, ``cite`` the run, for papers."""

    submission: str
    task: str
    verdict: str
    exit: int | None
    causes: list[Cause]
    hints: list[Hint]
    cells: list[CellDifference]
    documents: dict[str, Any]  # how many files the run asked for and read, and which are missing or unreadable
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

    def unpacked_reports(self) -> dict[str, bytes]:
        """Return its reports by name, sorted. Raises the errors of :func:`unpacked`."""
        return {name: unpacked(content) for name, content in sorted(self.reports.items())}


def record(
    submission: Submission,
    verdict: str,
    status: int | None,
    messages: Iterable[str],
    inputs: Sequence[Input] = (),
    differences: Iterable[tuple[str, Difference]] = (),
) -> Record:
    """Return a record without causes, hints and signatures; ``status`` is None if the command did not end by itself."""
    files = [(path, found) for path, found in inputs if not path.endswith("/")]
    missing, unreadable = [[path for path, found in files if found == state] for state in (MISSING, UNREADABLE)]
    read = len(files) - len(missing) - len(unreadable)
    cells: list[CellDifference] = []
    for report, one in differences:
        named = {"report": report} if report and len(submission.published) > 1 else {}
        place = {"table": one.table, "row": one.row, "column": one.column}
        cells.append({**named, **place, "published": one.old, "recomputed": one.new})
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    if len(lines) > _MAX_MESSAGES:
        lines = [*lines[:_MAX_MESSAGES], f"... and {len(lines) - _MAX_MESSAGES} more", reason_in(lines)]
    return {
        "submission": submission.name,
        "task": submission.task,
        "verdict": verdict,
        "exit": status,
        "causes": [],
        "hints": [],
        "cells": cells,
        "documents": {"expected": len(files), "read": read, "missing": missing, "unreadable": unreadable},
        "messages": lines,
        "signature": "",
        "cite": "",
    }


def failure(submission: Submission, message: str) -> Record:
    """Return the record of a submission that could not be scored."""
    return record(submission, FAILED, None, [message])


def hint(name: str, message: str, file: str | None = None, line: int | None = None) -> Hint:
    """Return a hint for the record of a submission."""
    return {"name": name, "file": file, "line": line, "message": message}


def unfinished(of_submission: Record) -> str:
    """Return the note that the search for a cause ended early, or an empty text."""
    return next((message for message in of_submission["messages"] if message.startswith(UNFINISHED)), "")
