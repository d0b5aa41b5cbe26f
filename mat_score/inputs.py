"""Protects the inputs of a run from its reports."""

from __future__ import annotations

import os

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Identity = tuple[int, int]  # device and number on it: the same for all names of a file


def check_inputs_stay(reports: Iterable[str], inputs: Iterable[str]) -> None:
    """Raise :class:`InputError` if a report is, under whatever name, one of the files that are read."""
    existing = {identity: report for report in reports if (identity := _identity(report)) is not None}
    if not existing:
        return
    for path in inputs:
        identity = _identity(path)
        if identity in existing:
            raise InputError(
                "this input would be overwritten by a report; name another --csv_output_dir", existing[identity]
            )


def _identity(path: str) -> Identity | None:
    """Return what tells a file from all others, None if there is none of that name."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
