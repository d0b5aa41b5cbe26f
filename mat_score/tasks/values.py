"""Attribute values: from the JSON or the text of a document to what annotations hold, checked against their types.

Every value goes the same way: the readers of JSON and of text make cells, or members of sets and lists, which are then
checked against the declaration of the attribute. Values of annotation-valued attributes are the IDs they name until
:class:`mat_score.documents.builder.DocumentBuilder` resolves them. All functions raise
:class:`mat_score.annotations.DecodeError` for a value that does not fit.
"""

from __future__ import annotations

from common.compat.py27 import key_of
from mat_score.annotations import ANNOTATION, BOOLEAN, FLOAT, INT, SET, STRING, DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.annotations import Attribute

NUMBERS = (INT, FLOAT, BOOLEAN)  # what MAT has to read out of the text of an XML attribute
LONG = 2**63  # a whole number that is no longer a float
_JSON_TYPES = {STRING: (str,), INT: (int,), FLOAT: (float,), ANNOTATION: (str, int, float, bool)}


def value_of_text(kind: str, text: str) -> object:
    """Return the single value of this kind that ``text`` writes in a document."""
    if kind == BOOLEAN:
        return text == "yes"
    if kind in (STRING, ANNOTATION):
        return text
    try:
        if "_" not in text:
            return int(text) if kind == INT else float(text)
    except ValueError:
        pass
    raise DecodeError(f"{text!r} is no {kind}")


def value_of_python2(kind: str, text: str) -> object:
    """Return the single value of this kind that ``text`` writes in a task file; a whole number may end in L."""
    if kind == BOOLEAN and text not in ("yes", "no"):
        raise DecodeError(f"{text!r} is no {kind}")
    if kind == INT:
        text = text.strip()
        text = text[:-1] if text[-1:] in ("L", "l") and text[-2:-1].isdigit() else text
    return value_of_text(kind, text)


def read_text(attribute: Attribute, text: str, reader: str) -> object:
    """Return the value that an XML attribute writes; members of sets and lists are separated by commas.

    Members that are numbers or booleans are first read as the kind ``reader``.
    """
    if attribute.aggregation is None:
        return _item(attribute, value_of_text(attribute.kind, text))
    kind = reader if attribute.kind in NUMBERS else attribute.kind
    return _members(attribute, [value_of_text(kind, item) for item in text.split(",")])


def read_json(attribute: Attribute, value: object, typed: bool) -> object:
    """Return the value that JSON holds; an empty set or list counts as null.

    The members of a text are its characters, those of an object its keys. Where the document does not say of which type
    the attribute is (not ``typed``), a choice is taken in whatever type it is equal to.
    """
    if value is None or (not typed and attribute.is_choice(value)):
        return value
    if attribute.aggregation is None:
        return _item(attribute, value)
    if not isinstance(value, (list, str, dict)):
        raise DecodeError(f"{value!r} is no {attribute.aggregation}")
    return _members(attribute, value)


def _item(attribute: Attribute, value: object) -> object:
    """Return a single value, a boolean or a float if one is declared and the value stands for it."""
    kind = attribute.kind
    if kind == BOOLEAN and isinstance(value, (int, float)) and value in (0, 1):
        return attribute.allowed(bool(value))
    if kind == FLOAT and type(value) is int and -LONG <= value < LONG:
        return attribute.allowed(float(value))
    if type(value) not in _JSON_TYPES.get(kind, ()):
        raise DecodeError(f"{value!r} is no {kind}")
    return attribute.allowed(value)


def _members(attribute: Attribute, values: Iterable[object]) -> object:
    members: Iterable[object] = _distinct(values) if attribute.aggregation == SET else values
    return tuple([_item(attribute, value) for value in members]) or None


def _distinct(values: Iterable[object]) -> Iterable[object]:
    """Return the values without repetitions, the first of equal ones."""
    found: dict[object, object] = {}
    for value in values:
        if isinstance(value, (list, dict)):
            raise DecodeError(f"{value!r} is no member of a set")
        found.setdefault(key_of(value), value)
    return found.values()
