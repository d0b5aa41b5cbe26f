"""Why a document of MATScore cannot be read, and at which annotation."""

from __future__ import annotations

import json

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.annotations import DocumentError
from legacy_scorers.mat_score.documents.pairs import DocumentReader
from legacy_scorers.mat_score.tasks.task import AnnotationTask


def reason(reader: DocumentReader, path: str, task: AnnotationTask | None, content: bytes) -> str:
    """Return why a reader refuses a document, empty if it does not; ``content`` is that of the file."""
    try:
        reader.read(path, task, lambda _: None)
    except InputError as error:
        return error.problem
    except DocumentError as error:
        return f"{error}{_first_row(content)}"
    return ""


def _first_row(content: bytes) -> str:
    """Return label and place of the first annotation with another number of elements than its set declares."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return ""
    sets = document.get("asets") if isinstance(document, dict) else None
    for one in sets if isinstance(sets, list) else ():
        rows = one.get("annots") if isinstance(one, dict) else None
        if not isinstance(rows, list) or not isinstance(attributes := one.get("attrs") or [], list):
            continue
        with_span, with_id = bool(one.get("hasSpan", True)), bool(one.get("hasID", False))
        fields = ["start", "end"] * with_span + ["ID"] * with_id
        for number, row in enumerate(rows, 1):
            if isinstance(row, list) and not len(fields) <= len(row) <= len(fields) + len(attributes):
                named = ", ".join([*fields, *[_name(attribute) for attribute in attributes]])
                return f": annotation {number} of {one.get('type')} is {json.dumps(row)}, and its set declares {named}"
    return ""


def _name(attribute: object) -> str:
    return str(attribute.get("name")) if isinstance(attribute, dict) else str(attribute)
