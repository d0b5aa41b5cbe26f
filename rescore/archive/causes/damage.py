"""Inputs that no longer result in the published figures: cut off, missing, unreadable."""

from __future__ import annotations

import json
from json import JSONDecodeError
from types import ModuleType

from rescore.archive.causes.known import Case, Explanation
from rescore.archive.changes import Setup, Sides
from rescore.archive.published import FAILED
from rescore.archive.records import Hint, Record

_SKIPPED = "document-skipped"
_MISSING = ("missing-document", "no-partner")
_COMPARED_LINES = 20  # lines before the last
_MAX_WORD = len("false")  # characters of the words of JSON, within which a file may end


def damage(case: Case, setup: Setup, command: ModuleType, record: Record) -> Explanation | None:
    """Find a file that is cut off, missing or unreadable, if published figures are greater than printed ones."""
    sides: Sides = command.sides(setup)
    if not _is_more(case):
        return None
    for path in (*sides.response, *sides.key, *sides.others):
        if _is_cut_off(setup.files.get(path, b"")):
            return Explanation("truncated", path, f"{path} is cut off at the end")
    if missing := _missing_at_the_end(case, setup, command, sides):
        path, things = sides.response[0], "instance" if missing == 1 else "instances"
        return Explanation("truncated", path, f"{path} is cut off: it ends {missing} {things} before the key")
    for hint in record["hints"]:
        if hint["name"] == _SKIPPED:
            return _found("unreadable", hint)
    for path in record["documents"]["missing"] if record["verdict"] == FAILED else ():
        return Explanation("missing document", path, f"{path} is missing")
    return None


def lost(case: Case, record: Record) -> Explanation | None:
    """Find documents that the files of a run lack, if published figures are greater than printed ones."""
    for hint in record["hints"] if _is_more(case) else ():
        if hint["name"] in _MISSING:
            return _found("missing document", hint)
    return None


def _found(kind: str, hint: Hint) -> Explanation:
    place = hint["file"] or ""
    return Explanation(kind, place, f"{place}: {hint['message']}")


def _is_more(case: Case) -> bool:
    """Whether a published figure is greater than the printed one, or no figures could be compared."""
    return not case.size or any(_exceeds(cell.text, case.now[cell.name].text) for cell in case.cells)


def _exceeds(then: str, now: str) -> bool:
    try:
        return float(then) > float(now)
    except ValueError:
        return False


def _is_cut_off(content: bytes) -> bool:
    """Whether a file ends within a JSON value, a document, or a line, which has fewer fields than the lines before."""
    text = content.strip()
    if text[:1] in (b"{", b"["):
        return _is_json_cut_off(text)
    documents = text.upper()
    if b"<DOC" in documents:
        return documents.count(b"<DOC>") + documents.count(b"<DOC ") > documents.count(b"</DOC>")
    if b"#BEGIN DOCUMENT" in documents:
        return documents.count(b"#BEGIN DOCUMENT") > documents.count(b"#END DOCUMENT")
    *lines, last = content.split(b"\n")
    fields = [len(line.split()) for line in lines[-_COMPARED_LINES:] if line.strip()]
    return bool(fields) and 0 < len(last.split()) < min(fields)


def _is_json_cut_off(text: bytes) -> bool:
    try:
        json.loads(text)
    except JSONDecodeError as error:
        return error.pos >= len(error.doc) - _MAX_WORD or error.msg.startswith("Unterminated")
    except (ValueError, RecursionError):
        pass
    return False


def _missing_at_the_end(case: Case, setup: Setup, command: ModuleType, sides: Sides) -> int:
    """Return how many instances follow the last answered one, or 0 unless up to that many more were attempted."""
    unit = getattr(command, "INSTANCE", None)
    attempted = {cell.text: case.now[cell.name].text for cell in case.cells if cell.column == "attempted"}
    if unit is None or not attempted or not all(setup.files.get(path, b"").endswith(b"\n") for path in sides.response):
        return 0
    key, answered = [
        [found[1].split() for path in paths for found in unit.finditer(setup.files.get(path, b""))]
        for paths in (sides.key, sides.response)
    ]
    places = [place for place, instance in enumerate(key) if instance in answered]
    missing = len(key) - 1 - max(places, default=-1)
    return missing if any(0 < float(then) - float(now) <= missing for then, now in attempted.items()) else 0
