"""Reads documents in mat-json, versions 1 and 2.

Rows of annotations that consist of nothing but two whole numbers, as those of tokens do, stay the lists that the JSON
parser made.
"""

from __future__ import annotations

import sys
from itertools import chain

from common.errors import InputError
from mat_score.annotations import ANNOTATION, Annotation, Attribute, DecodeError, LoadError, RefusedError
from mat_score.documents.builder import DocumentBuilder, declared_attribute
from mat_score.tasks.values import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.annotations import AnnotationType, Document
    from mat_score.tasks.task import Task

BEFORE = -1
BEYOND = sys.maxsize
BLANKS = " \t\n\r"  # of JSON


def read_mat_json(path: str, source: bytes, task: Task | None) -> Document:
    """Return the document that the bytes hold; ``task`` declares types that the document extends.

    Raises :class:`LoadError` for what is not JSON or newer than version 2, :class:`InputError` for offsets that are
    no whole numbers, else :class:`DecodeError`.
    """
    content = _parse(source)
    signal = content.get("signal", "")
    metadata = content.get("metadata", {})
    asets = content.get("asets", [])
    if not isinstance(signal, str) or not isinstance(metadata, dict) or not isinstance(asets, list):
        raise DecodeError("signal must be a text, metadata an object, asets a list")
    builder = DocumentBuilder(path, task)
    builder.document.signal = signal
    builder.document.metadata = metadata
    for aset in asets:
        _read_aset(builder, aset)
    return builder.finish()


class _Standard:
    """What numbers and constants of JSON become, as in ``json.loads``."""

    strict = True
    object_hook = object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}.__getitem__


def load_json(text: str) -> object:
    """Return ``json.loads(text)``. Raises ``ValueError`` as that does.

    This takes the scanner of the module ``json`` without the module, which, with all that it loads, takes longer to
    start than a small document takes to score.
    """
    try:
        from _json import make_scanner
    except ImportError:  # another Python than CPython
        from json import loads

        return loads(text)
    text = text.strip(BLANKS)
    try:
        value, end = make_scanner(_Standard)(text, 0)  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # its exception is in json.decoder: some versions have none as long as that is
        raise ValueError("no JSON value") from None  # not loaded, and CPython raises SystemError in its place
    if end != len(text):
        raise ValueError("more than one JSON value")
    return value


def _parse(source: bytes) -> dict[str, object]:
    try:
        text = source.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise DecodeError(str(error)) from None
    try:
        content = load_json(text)
    except ValueError:
        raise LoadError("input doesn't appear to be JSON") from None
    except RecursionError:
        raise RefusedError("lists and objects are nested too deeply; no document of MAT needs as many levels") from None
    if not isinstance(content, dict):
        raise DecodeError("the outermost value must be an object")
    version = content.get("version")
    if version is not None and (not isinstance(version, (int, float)) or version > 2):
        raise LoadError("MAT-JSON version is later than version 2")
    return content


def _read_aset(builder: DocumentBuilder, aset: object) -> None:
    if not isinstance(aset, dict):
        raise DecodeError("an annotation set must be an object")
    label, attrs, rows = aset.get("type"), aset.get("attrs"), aset.get("annots")
    if not isinstance(label, str) or not isinstance(attrs, list) or not isinstance(rows, list):
        raise DecodeError("an annotation set needs a type, a list of attrs and a list of annots")
    has_span, has_id = bool(aset.get("hasSpan", True)), bool(aset.get("hasID", False))
    kind = builder.declare_type(label, has_span)
    attributes = [builder.declare_attribute(kind, _attribute(attr)) for attr in attrs]
    if set(map(type, rows)) - {list}:  # one pass in C over what may be thousands of tokens
        raise DecodeError("an annotation must be a list")
    if has_span and not has_id and not attributes and _plain(rows):
        builder.document.add_plain(label, rows)
        return
    for row in rows:
        builder.document.add(_annotation(builder, kind, attributes, has_id, row))


def _attribute(attr: object) -> Attribute:
    if isinstance(attr, str):
        return Attribute(attr)
    if not isinstance(attr, dict) or not isinstance(attr.get("name"), str):
        raise DecodeError("an attribute must be a name or an object with a name")
    return declared_attribute(attr["name"], attr)


def _plain(rows: list[list[object]]) -> bool:
    """Say whether every row is a pair of whole numbers."""
    return set(map(len, rows)) <= {2} and set(map(type, chain.from_iterable(rows))) <= {int}


def _annotation(
    builder: DocumentBuilder, kind: AnnotationType, attributes: list[Attribute], has_id: bool, row: list[object]
) -> Annotation:
    width = 2 * kind.has_span + has_id
    if len(row) < width or (attributes and len(row) > width + len(attributes)):
        raise DecodeError("an annotation has too few or too many elements")
    path = builder.document.path
    start, end = (_offset(row[0], path), _offset(row[1], path)) if kind.has_span else (None, None)
    annotation = Annotation(kind, start, end)
    if has_id and row[width - 1] is not None:
        builder.identify(row[width - 1], annotation)
    for attribute, cell in zip(attributes, row[width:]):
        value = read_json(attribute, cell)
        annotation.values[attribute.name] = value
        if attribute.kind == ANNOTATION and value is not None:
            builder.expect(annotation, attribute)
    return annotation


def _offset(cell: object, file: str) -> int:
    """Return an offset; what is no number counts as standing before or beyond any text, as Python 2 orders values."""
    if isinstance(cell, int):
        return int(cell)
    if isinstance(cell, float):
        raise InputError(f"the offset {cell!r} is no whole number; offsets count characters", file)
    return BEFORE if cell is None else BEYOND
