"""Annotated documents in memory to the files that the command reads, in mat-json, and to its report and figures."""

from __future__ import annotations

import json
from collections.abc import Mapping

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import writable
from legacy_scorers.mat_score.annotations import BOOLEAN, FLOAT, INT, LIST, SET, STRING
from legacy_scorers.mat_score.cli import score
from legacy_scorers.mat_score.options import V1, V2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    Values: TypeAlias = Mapping[str, object]  # of attributes: texts, numbers, booleans, or sets and lists of them
    # Label, begin and end, exclusive, in characters of the text, and perhaps attributes.
    Annotation: TypeAlias = tuple[str, int, int] | tuple[str, int, int, Values]
    Document: TypeAlias = tuple[str, Sequence[Annotation]]  # text and annotations
    Documents: TypeAlias = Mapping[str, Document]
    Columns: TypeAlias = dict[str, dict[str, dict[str, str | None]]]  # declarations by label and attribute

ONLY_DOCUMENT = "document"  # its name if none is given
FOLDERS = REFERENCE, HYPOTHESIS = "reference", "hypothesis"
_KINDS: dict[object, str] = {bool: BOOLEAN, int: INT, float: FLOAT, str: STRING}
_AGGREGATIONS: dict[object, str] = {list: LIST, tuple: LIST, set: SET, frozenset: SET}


def evaluate(
    reference: Documents | Document,
    hypothesis: Documents | Document,
    labels: Iterable[str] | None,
    tokens: Iterable[str],
    version: str,
    options: Sequence[str],
) -> Evaluation:
    """Do what :func:`mat_score.evaluate` says."""
    if version not in (V1, V2):
        raise ValueError(f"version is {version!r}; it must be {V1} or {V2}")
    named = [of if isinstance(of, Mapping) else {ONLY_DOCUMENT: of} for of in (reference, hypothesis)]
    sides = [_listed(folder, documents) for folder, documents in zip(FOLDERS, named)]
    if not sides[0] and not sides[1]:
        raise ValueError("there is no document; give both sides at least one")
    if sides[0].keys() != sides[1].keys():
        name = min(map(repr, sides[0].keys() ^ sides[1].keys()))
        raise ValueError(f"document {name} is only on one side; give it to both, without annotations if it has none")
    token_labels = list(tokens)
    found = {annotation[0] for side in sides for _, annotations in side.values() for annotation in annotations}
    words = ["--dir", HYPOTHESIS, "--ref_dir", REFERENCE]
    words += _option("--content_annotations", sorted(found - {*token_labels}, key=str) if labels is None else labels)
    words += [*_option("--token_annotations", token_labels), *options]
    columns = _columns(dict(zip(FOLDERS, sides)))
    files = {
        f"{folder}/{_file_name(name)}": _file(text, annotations, columns)
        for folder, side in zip(FOLDERS, sides)
        for name, (text, annotations) in side.items()
    }
    result = evaluation_of(score, words, Memory(files, {"MATSCORE_VERSION": version}))
    if len(result.units) < len(sides[0]):
        raise ValueError(f"a document cannot be scored: {(result.printed or result.messages).splitlines()[0]}")
    return result


def _listed(folder: str, documents: Documents) -> Documents:
    """Return documents whose annotations can be read more than once. Raises ``ValueError`` for what is no document."""
    listed = {}
    for name, document in documents.items():
        place = f"{folder}, document {name!r}"
        if isinstance(document, str) or len(document) != 2:
            raise ValueError(f"{place}: give its text and its annotations")
        text, annotations = document
        listed[name] = (text, [*annotations])
        for number, annotation in enumerate(listed[name][1]):
            if len(annotation) < 3:
                raise ValueError(f"{place}, annotation {number}: {annotation!r}: give label, begin and end")
    return listed


def _option(name: str, labels: Iterable[str]) -> list[str]:
    """Return an option that lists labels, and its value."""
    listed = list(labels)
    for label in listed:
        if not isinstance(label, str) or not label or "," in label or label != label.strip():
            raise ValueError(f"label {label!r} is empty, holds a comma, or begins or ends with a blank")
        writable(label, f"label {label!r}")
    return [name, ",".join(listed)] if listed else []


def _file_name(name: str) -> str:
    if not isinstance(name, str) or name in ("", ".", "..") or "/" in name or "\0" in name:
        raise ValueError(f"document {name!r}: the name must be one of a file, without folders")
    writable(name, f"document {name!r}")
    return name


def _columns(sides: Mapping[str, Documents]) -> Columns:
    """Return the declarations of attributes, by label; both sides have the same ones, because MAT compares them.

    Raises ``ValueError`` for an annotation that no document can hold.
    """
    columns: Columns = {}
    for folder, side in sides.items():
        for name, (text, marked) in side.items():
            if not isinstance(text, str):
                raise ValueError(f"{folder}, document {name!r}: {text!r} must be a text")
            for number, (label, begin, end, *rest) in enumerate(marked):
                place = f"{folder}, document {name!r}, annotation {number}"
                if not 0 <= begin <= end <= len(text):
                    raise ValueError(f"{place}: {label} {begin}-{end} is outside the text, or ends before it begins")
                _declare(place, columns.setdefault(label, {}), rest[0] if rest else {})
    return columns


def _declare(place: str, declared: dict[str, dict[str, str | None]], values: Values) -> None:
    """Add declarations of attributes with these values."""
    for name, value in values.items():
        if value is not None:
            declaration = _declaration(f"{place}, attribute {name!r}", name, value)
            if declared.setdefault(name, declaration) != declaration:
                raise ValueError(f"{place}, attribute {name!r}: {value!r} is of another type than before")


def _file(text: str, annotations: Sequence[Any], columns: Columns) -> bytes:
    """Return a document in mat-json: a set of annotations for each label, with a column for each attribute."""
    rows: dict[str, list[list[object]]] = {}
    for label, begin, end, *rest in annotations:
        values: Values = rest[0] if rest else {}
        cells = [_cell(values.get(name)) for name in columns[label]]
        rows.setdefault(label, []).append([_offset(begin), _offset(end), *cells])
    sets = [
        {"type": label, "hasID": False, "hasSpan": True, "attrs": [*columns[label].values()], "annots": annots}
        for label, annots in rows.items()
    ]
    return json.dumps({"signal": text, "version": 2, "asets": sets}).encode()


def _offset(offset: Any) -> object:  # noqa: ANN401 - also a whole number of another library
    return offset.__index__() if hasattr(offset, "__index__") else offset


def _cell(value: object) -> object:
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value


def _declaration(place: str, name: str, value: object) -> dict[str, str | None]:
    """Return the declaration of an attribute with such a value."""
    aggregation = _AGGREGATIONS.get(type(value))
    members: Any = value if aggregation else [value]
    kinds = {_KINDS.get(type(member)) for member in members} or {STRING}
    if len(kinds) > 1 or None in kinds:
        raise ValueError(f"{place}: {value!r} is neither a text, a number, a boolean nor a set or list of one of these")
    return {"name": name, "type": kinds.pop(), "aggregation": aggregation}
