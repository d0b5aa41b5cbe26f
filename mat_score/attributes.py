"""Attributes of annotations, and their values: from the JSON or the text of a file to what annotations hold.

Readers of JSON and of text make cells, or members of sets and lists, which are checked against the declaration of the
attribute. A value that is an annotation is its ID until :class:`mat_score.documents.builder.DocumentBuilder` resolves
it. All functions raise :class:`DecodeError` for a value that does not fit.
"""

from __future__ import annotations

from common.compat.py27 import key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    Restriction = tuple[str, dict[str, str]]  # a true or effective label, and the texts of values by name of attribute

STRING, INT, FLOAT, BOOLEAN, ANNOTATION = KINDS = ("string", "int", "float", "boolean", "annotation")
SET, LIST = "set", "list"
NUMBERS = (INT, FLOAT, BOOLEAN)  # what MAT has to read out of the text of an XML attribute
LONG = 2**63  # a whole number that is no longer a float
_JSON_TYPES: dict[str, tuple[type, ...]] = {
    BOOLEAN: (),
    STRING: (str,),
    INT: (int,),
    FLOAT: (float,),
    ANNOTATION: (str, int, float, bool),
}


class DocumentError(Exception):
    """A document that cannot be read; its pair is skipped with a line that depends on the subclass."""


class OpenError(DocumentError):
    """The file cannot be opened, or its inline tags do not match."""


class LoadError(DocumentError):
    """The file is not in the format it should be in; ``str()`` is the reason for the user."""


class DecodeError(DocumentError):
    """Anything else: characters, markup, structure or values that are wrong."""


class RefusedError(DecodeError):
    """A document that would take too much to read; ``str()`` says why, and what to do."""


class Attribute:
    """An attribute that annotations of a type may carry: its name, the kind of its values, and how many there are.

    ``kind`` is one of :data:`KINDS`; ``aggregation`` is None for a single value, ``SET`` or ``LIST`` for many.
    Attributes are equal when all three agree.

    The rest only a task declares. ``choices`` are the only values it may take, None if free; ``effective_labels`` maps
    choices to the labels they are reported as; ``distinguishing`` says that annotations with different values are
    reported under different labels; ``bounds`` are the inclusive limits of a number, either None if open;
    ``restrictions`` say what an annotation value may be, empty if anything. ``default`` is the value that an annotation
    begins with, or None; with ``default_is_text`` it is what the text of the annotation says.
    """

    __slots__ = ("aggregation", "bounds", "choices", "default", "default_is_text", "distinguishing",
                 "effective_labels", "kind", "name", "restrictions")  # fmt: skip

    def __init__(
        self,
        name: str,
        kind: str = STRING,
        aggregation: str | None = None,
        choices: tuple[object, ...] | None = None,
        effective_labels: dict[object, str] | None = None,
        bounds: tuple[float | None, float | None] = (None, None),
        restrictions: tuple[Restriction, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.aggregation = aggregation
        self.choices = choices
        self.effective_labels = effective_labels or {}
        self.bounds = bounds
        self.restrictions = restrictions
        self.distinguishing = False
        self.default: object = None
        self.default_is_text = False

    def initial(self, text: str) -> object:
        """Return the value that an annotation of this text begins with, None if the text says none that is allowed."""
        if not self.default_is_text:
            return self.default
        try:
            return self.allowed(value_of_python2(self.kind, text))
        except DecodeError:
            return None

    def is_choice(self, value: object) -> bool:
        """Say whether a value is equal to one of the choices, which are whole numbers."""
        return self.kind == INT and self.aggregation is None and value in (self.choices or ())

    def allowed(self, value: object) -> object:
        """Return the value. Raises :class:`DecodeError` if it is none of the choices or out of bounds."""
        if self.choices is not None and value not in self.choices:
            raise DecodeError(f"{value!r} is none of the choices for {self.name}")
        low, high = self.bounds
        if isinstance(value, (int, float)) and (
            (low is not None and value < low) or (high is not None and value > high)
        ):
            raise DecodeError(f"{value!r} is out of range for {self.name}")
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attribute) and (self.name, self.kind, self.aggregation) == (
            other.name,
            other.kind,
            other.aggregation,
        )


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
    if type(value) not in _JSON_TYPES[kind]:
        raise DecodeError(f"{value!r} is no {kind}")
    return attribute.allowed(value)


def _members(attribute: Attribute, values: Iterable[object]) -> object:
    members: Iterable[object] = _distinct(values) if attribute.aggregation == SET else values
    return tuple([_item(attribute, value) for value in members]) or None


def _distinct(values: Iterable[object]) -> Iterable[object]:
    found: dict[object, object] = {}
    for value in values:
        if isinstance(value, (list, dict)):
            raise DecodeError(f"{value!r} is no member of a set")
        found.setdefault(key_of(value), value)
    return found.values()
