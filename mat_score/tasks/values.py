"""Attribute values: from the JSON or the text of a document to what annotations hold, checked against their types.

Values of annotation-valued attributes are the IDs they name until :class:`mat_score.documents.builder.DocumentBuilder`
resolves them. All functions raise :class:`mat_score.annotations.DecodeError` for a value that does not fit.
"""

from __future__ import annotations

from common.keys import key_of
from mat_score.annotations import ANNOTATION, BOOLEAN, FLOAT, INT, SET, STRING, DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.annotations import Attribute

_JSON_TYPES = {STRING: (str,), INT: (int,), FLOAT: (float,), BOOLEAN: (bool,), ANNOTATION: (str, int)}


def value_of_text(kind: str, text: str) -> object:
    """Return the single value of this kind that ``text`` writes."""
    try:
        if kind == INT and "_" not in text:
            return int(text)
        if kind == FLOAT and "_" not in text:
            return float(text)
    except ValueError:
        pass
    if kind == BOOLEAN and text in ("yes", "no"):
        return text == "yes"
    if kind in (STRING, ANNOTATION):
        return text
    raise DecodeError(f"{text!r} is no {kind}")


def read_text(attribute: Attribute, text: str) -> object:
    """Return the value that an XML attribute writes; members of sets and lists are separated by commas."""
    if attribute.aggregation is None:
        return attribute.allowed(value_of_text(attribute.kind, text))
    return _members(attribute, [value_of_text(attribute.kind, item) for item in text.split(",")] if text else [])


def read_json(attribute: Attribute, value: object) -> object:
    """Return the value that JSON holds; an empty set or list counts as null."""
    if value is None:
        return None
    if attribute.aggregation is None:
        return attribute.allowed(_json_item(attribute.kind, value))
    if not isinstance(value, list):
        raise DecodeError(f"{value!r} is no {attribute.aggregation}")
    return _members(attribute, [_json_item(attribute.kind, item) for item in value])


def _json_item(kind: str, value: object) -> object:
    if kind == FLOAT and type(value) is int:
        try:
            return float(value)
        except OverflowError:
            raise DecodeError(f"{value!r} is too large") from None
    if type(value) not in _JSON_TYPES[kind]:
        raise DecodeError(f"{value!r} is no {kind}")
    return value


def _members(attribute: Attribute, values: list[object]) -> object:
    members: Iterable[object] = _distinct(values) if attribute.aggregation == SET else values
    return tuple([attribute.allowed(value) for value in members]) or None


def _distinct(values: list[object]) -> Iterable[object]:
    """Return the values without repetitions, the first of equal ones."""
    found: dict[object, object] = {}
    for value in values:
        found.setdefault(key_of(value), value)
    return found.values()
