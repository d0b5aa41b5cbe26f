"""Why a document of MATScore cannot be read, and at which annotation."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.annotations import DocumentError, LoadError

Read: TypeAlias = Callable[[bytes], object]  # reads the content of a document, or raises an error
Json: TypeAlias = dict[str, Any]


def reason(read: Read, content: bytes) -> str:
    """Return why a document cannot be read, and where, empty if it can."""
    try:
        read(content)
    except InputError as error:
        return error.problem
    except LoadError as error:
        return f"{error}{_line(content)}"
    except DocumentError as error:
        return f"{error}{_Unread(read, str(error)).place(content)}"
    return ""


def _line(content: bytes) -> str:
    """Return where a document stops being JSON."""
    try:
        json.loads(content)
    except json.JSONDecodeError as error:
        return f": line {error.lineno}, column {error.colno}"
    except (ValueError, RecursionError):
        pass
    return ""


class _Unread:
    """Finds where documents in JSON cannot be read: with less than that, the error does not occur."""

    def __init__(self, read: Read, error: str) -> None:
        self._read, self._error = read, error

    def place(self, content: bytes) -> str:
        """Return the annotation that cannot be read, or its set, empty if it is none."""
        try:
            document = json.loads(content)
        except (ValueError, RecursionError):
            return ""
        sets = document.get("asets") if isinstance(document, dict) else None
        if not isinstance(sets, list):
            return ": asets is not a list" if sets else ""
        number = _fewest(len(sets), lambda size: self._fails(document, sets[:size]))
        if not number:
            return ""
        *before, last = sets[:number]
        rows = last.get("annots") if isinstance(last, dict) else None
        if not isinstance(rows, list) or self._fails(document, [*before, {**last, "annots": []}]):
            return f": annotation set {number} is {_short(last)}"
        row = _fewest(len(rows), lambda size: self._fails(document, [*before, {**last, "annots": rows[:size]}]))
        return f": {self._row(document, before, last, row)}"

    def _row(self, document: Json, before: list[Json], last: Json, number: int) -> str:
        """Return the annotation of that number in the last set, and which of its cells is wrong."""
        row, names = last["annots"][number - 1], _names(last)
        shown = f"annotation {number} of {last.get('type')} is {_short(row)}"
        for index, name in enumerate(names):
            if isinstance(row, list) and index < len(row):
                mended = [*row[:index], None, *row[index + 1 :]]
                if not self._fails(document, [*before, {**last, "annots": [mended]}]):
                    return f"{shown}, and {_short(row[index])} is its {name}"
        return f"{shown}, and its set declares {', '.join(names)}"

    def _fails(self, document: Json, sets: Sequence[object]) -> bool:
        """Whether a document with other sets fails with the same error."""
        try:
            self._read(json.dumps({**document, "asets": sets}).encode("utf-8"))
        except InputError:
            return False
        except DocumentError as error:
            return str(error) == self._error
        return False


def _fewest(size: int, fails: Callable[[int], bool]) -> int:
    """Return the least number up to ``size`` from which on something fails, 0 if it does not fail at all."""
    if not fails(size):
        return 0
    least, most = 0, size
    while least + 1 < most:
        middle = (least + most) // 2
        least, most = (least, middle) if fails(middle) else (middle, most)
    return most


def _names(one: Mapping[str, Any]) -> list[str]:
    """Return what the elements of the annotations of a set are called."""
    fields = ["start", "end"] * bool(one.get("hasSpan", True)) + ["ID"] * bool(one.get("hasID", False))
    attributes = one.get("attrs") or []
    return [*fields, *[str(each.get("name")) if isinstance(each, dict) else str(each) for each in attributes]]


def _short(value: object) -> str:
    """Return a value as JSON; of a set, only what it has besides annotations."""
    if isinstance(value, dict) and isinstance(value.get("annots"), list):
        value = {name: each for name, each in value.items() if name != "annots"}
    return json.dumps(value)
