"""Reads documents in mat-json, versions 1 and 2.

Annotations with nothing but two offsets, such as tokens, stay the lists of the JSON parser. A run over 200 documents
with tokens then takes 0.4 of the time.
"""

from __future__ import annotations

import sys
from itertools import chain

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import hash_order
from legacy_scorers.mat_score.annotations import (
    ANNOTATION,
    STRING,
    Annotation,
    DecodeError,
    LoadError,
    RefusedError,
    declared_attribute,
)
from legacy_scorers.mat_score.documents.builder import DocumentBuilder
from legacy_scorers.mat_score.encoding import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from legacy_scorers.mat_score.annotations import AnnotationType, Attribute, Document
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

    Column = tuple[Attribute, bool, bool]  # attribute, whether a type is declared, whether non-null values are allowed

MISSING = object()  # in place of a key that an object lacks; its value may be null
BEFORE, BEYOND = -1, sys.maxsize  # offsets before and beyond any text
BLANKS = " \t\n\r"  # of JSON


def read_mat_json(path: str, source: bytes, task: AnnotationTask | None) -> Document:
    """Return the document in the bytes; it may extend the types of ``task``.

    Raises :class:`LoadError` if they are not JSON or newer than version 2, :class:`InputError` for offsets that are
    not whole numbers, and :class:`DecodeError` for other errors.
    """
    content = _parse(source)
    signal = content.get("signal", "")
    metadata = content.get("metadata", {})
    asets = content.get("asets", [])
    if not isinstance(signal, str) or not isinstance(metadata, dict):
        raise DecodeError("signal must be a string, metadata an object")
    builder = DocumentBuilder(path, task)
    builder.document.signal = signal
    builder.document.metadata = metadata
    for aset in _container(asets):
        _read_aset(builder, aset)
    return builder.finish()


def _number(digits: str) -> float:
    try:
        return int(digits)
    except ValueError:
        return float(digits)


class _Context:
    # The settings that ``json.loads`` gives the scanner.

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}.__getitem__

    def __init__(self, parse_int: Callable[[str], float]) -> None:
        self.parse_int = parse_int


def load_json(text: str) -> object:
    """Return ``json.loads(text)``, but allow whole numbers of any length. Raises ``ValueError``.

    The scanner is the one of ``json``. Importing that module would make a small document take a third longer.
    """
    try:
        from _json import make_scanner
    except ImportError:  # another Python than CPython
        from json import loads

        return loads(text)
    text = text.strip(BLANKS)
    try:
        try:
            value, end = make_scanner(_Context(int))(text, 0)  # type: ignore[arg-type]
        except ValueError:  # perhaps a number with more digits than Python reads
            value, end = make_scanner(_Context(_number))(text, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # SystemError if CPython has not loaded json.decoder, which has the exception
        raise ValueError("no JSON value") from None
    if end != len(text):
        raise ValueError("more than one JSON value")
    return value


def _parse(source: bytes) -> dict[str, object]:
    try:
        text = decoded(source, "utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise DecodeError(str(error)) from None
    try:
        content = load_json(text)
    except ValueError:
        raise LoadError("input doesn't appear to be JSON") from None
    except RecursionError:
        raise RefusedError("lists and objects are nested too deeply; use fewer levels") from None
    if not isinstance(content, dict):
        raise DecodeError("the outermost value must be an object")
    version = content.get("version")
    if version is not None and (not isinstance(version, (int, float)) or version > 2):
        raise LoadError("MAT-JSON version is later than version 2")
    return content


def _container(value: object) -> list[Any]:
    """Return the members of a list, the characters of a text or the keys of an object; MAT iterates over any.

    Keys are in the order of a dictionary of Python 2.7.
    """
    if not isinstance(value, (list, str, dict)):
        raise DecodeError(f"{value!r} is not a list")
    if isinstance(value, dict):
        return hash_order(value)
    return value if isinstance(value, list) else list(value)


def _read_aset(builder: DocumentBuilder, aset: object) -> None:
    if not isinstance(aset, dict):
        raise DecodeError("an annotation set must be an object")
    label, attrs, rows = aset.get("type"), aset.get("attrs", MISSING), _container(aset.get("annots"))
    if not isinstance(label, str) or attrs is MISSING:
        raise DecodeError("an annotation set needs a type and attrs")
    spanned, has_id = aset.get("hasSpan", True), bool(aset.get("hasID", False))
    known = builder.document.types.get(label)
    kind = builder.declare_type(label, bool(spanned) if known is None else known.has_span)
    columns = [_column(builder, kind, attr) for attr in _container(attrs or [])]
    if rows and kind.has_span != spanned:
        raise DecodeError(f"the rows of {label} and its type differ: one is declared with a span, one without")
    if set(map(type, rows)) - {list, str}:  # a fast check of what may be thousands of tokens
        raise DecodeError("an annotation must be a list")
    if kind.has_span and not has_id and not columns and not kind.defaults and _only_offsets(rows):
        builder.document.add_plain(label, rows)
        return
    for row in rows:
        builder.document.add(_annotation(builder, kind, columns, has_id, row))


def _column(builder: DocumentBuilder, kind: AnnotationType, attr: object) -> Column:
    """Return the attribute of a column, whether the column declares a type, and whether it may hold non-null values.

    A column without a type has the known type of the attribute. It may then hold no annotations, and sets and lists
    only if it declares the aggregation.
    """
    declaration = {"name": attr} if isinstance(attr, str) else attr
    if not isinstance(declaration, dict) or not isinstance(declaration.get("name"), str):
        raise DecodeError("an attribute must be a name or an object with a name")
    typed = declaration.get("type") not in (None, "")
    declared = declared_attribute(declaration if typed else {**declaration, "type": STRING})
    attribute = builder.declare_attribute(kind, declared, typed)
    undeclared = attribute.aggregation is not None and declaration.get("aggregation") is None
    return attribute, typed, typed or not (undeclared or attribute.kind == ANNOTATION)


def _only_offsets(rows: list[Any]) -> bool:
    return set(map(len, rows)) <= {2} and set(map(type, chain.from_iterable(rows))) <= {int}


def _annotation(
    builder: DocumentBuilder, kind: AnnotationType, columns: list[Column], has_id: bool, row: Sequence[object]
) -> Annotation:
    width = 2 * kind.has_span + has_id  # the cells before the values: two offsets, and then the ID
    if len(row) < width or (columns and len(row) > width + len(columns)):
        raise DecodeError("an annotation has too few or too many elements")
    path = builder.document.path
    start, end = (_offset(row[0], path), _offset(row[1], path)) if kind.has_span else (None, None)
    annotation = builder.make(kind, start, end)
    if has_id and row[width - 1] is not None:
        builder.identify(row[width - 1], annotation)
    for (attribute, typed, readable), cell in zip(columns, row[width:]):
        if cell is not None and not readable:
            raise DecodeError(f"the attribute {attribute.name} has values; name its type")
        builder.set_value(annotation, attribute, attribute.read_json(cell, typed))
    return annotation


def _offset(cell: object, file: str) -> int:
    """Return an offset; null is before any text, another non-number beyond it, because Python 2 orders them so."""
    if isinstance(cell, int):
        return cell
    if isinstance(cell, float):
        raise InputError(f"the offset {cell!r} is not a whole number; offsets count characters", file)
    return BEFORE if cell is None else BEYOND
