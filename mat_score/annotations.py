"""Annotated documents: a text, its annotations, and their attributes.

MATScore documentation, 'Description': the scorer compares two tagged files. Every reader (mat-json, xml-inline,
fake-xml-inline) produces these objects. Offsets count code points of the signal from 0; ends are exclusive.

Values are checked against the declaration of their attribute; one that does not fit raises :class:`DecodeError`. A
value that is an annotation is its ID until :class:`mat_score.documents.builder.DocumentBuilder` resolves it.
"""

from __future__ import annotations

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import float_text, hash_order, integer, key_of, real
from legacy_scorers.common.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    Restriction = tuple[str, dict[str, str]]  # a true or effective label, and the texts of values by name of attribute
    Span = Sequence[int]  # (start, end); readers may keep the lists of the file

STRING, INT, FLOAT, BOOLEAN, ANNOTATION = KINDS = ("string", "int", "float", "boolean", "annotation")
SET, LIST = "set", "list"
NUMBERS = (INT, FLOAT, BOOLEAN)  # kinds that MAT parses from the text of an XML attribute
_NO_LABELS: Mapping[object, str] = {}
LONG = 2**63  # whole numbers from here on do not become floats
_JSON_TYPES: dict[str, tuple[type, ...]] = {
    BOOLEAN: (), STRING: (str,), INT: (int,), FLOAT: (float,), ANNOTATION: (str, int, float, bool)
}  # fmt: skip
CONTENT, TOKEN = "content", "token"  # categories of labels
NO_VALUE = "<null>"  # in labels and subsets; descriptions leave such attributes out
MAX_LENGTH = 1_000_000  # characters; the description of annotations that point to each other in a circle has no end


class DocumentError(Exception):
    """A document that cannot be read; its pair is skipped, with a message by subclass."""


class OpenError(DocumentError):
    """The file cannot be opened, or its inline tags do not match."""


class LoadError(DocumentError):
    """The file is in another format; ``str()`` is the reason for the user."""


class DecodeError(DocumentError):
    """Characters, markup, structure or values are wrong."""


class RefusedError(DecodeError):
    """A document that would take too much to read; ``str()`` says why, and what to do. ``line`` is None if unknown."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.line = line


@record
class Attribute:
    """An attribute of a type of annotations.

    ``kind``, one of :data:`KINDS`, is that of the values; ``aggregation`` is None for a single value, else ``SET`` or
    ``LIST``. Attributes with the same name, kind and aggregation are equal.

    Only a task declares the rest. ``choices`` are the allowed values, None for any. ``effective_labels`` maps choices
    to reported labels. ``distinguishing`` attributes are part of the reported label. ``bounds`` are the inclusive
    limits of a number, None where open. ``restrictions`` say which annotations may be values, empty for any.
    ``default`` is the initial value, or None; with ``default_is_text`` it is read from the annotation's text.
    """

    name: str
    kind: str = STRING
    aggregation: str | None = None
    choices: tuple[object, ...] | None = None
    effective_labels: Mapping[object, str] = _NO_LABELS
    bounds: tuple[float | None, float | None] = (None, None)
    restrictions: tuple[Restriction, ...] = ()
    distinguishing: bool = False
    default: object = None
    default_is_text: bool = False

    def initial(self, text: str) -> object:
        """Return the initial value for an annotation of this text, or None if the text is no allowed value."""
        if not self.default_is_text:
            return self.default
        try:
            return self.allowed(value_of_python2(self.kind, text))
        except DecodeError:
            return None

    def allowed(self, value: object) -> object:
        """Return the value. Raises :class:`DecodeError` if it is not one of the choices or out of bounds."""
        if self.choices is not None and value not in self.choices:
            raise DecodeError(f"{value!r} is not a choice for {self.name}")
        low, high = self.bounds
        if not isinstance(value, (int, float)):
            return value
        if (low is not None and value < low) or (high is not None and value > high):
            raise DecodeError(f"{value!r} is out of range for {self.name}")
        return value

    def read_text(self, text: str, reader: Attribute) -> object:
        """Return the value of an XML attribute.

        Commas separate the members of sets and lists; numbers and booleans among them are read as values of the
        attribute ``reader``. Members of a set or list of whole numbers are not accepted as floats.
        """
        if self.aggregation is None:
            return self._single(value_of_text(self.kind, text))
        kind = reader.kind if self.kind in NUMBERS else self.kind
        if (self.kind, kind) == (FLOAT, INT) and reader.aggregation is not None:
            raise DecodeError(f"the members of {self.name} are floats, but read as whole numbers")
        return self._several([value_of_text(kind, item) for item in text.split(",")])

    def read_json(self, value: object, typed: bool) -> object:
        """Return a value from JSON; an empty set or list becomes null.

        A text is a list of its characters, an object a list of its keys. If the document declares no type for the
        attribute (not ``typed``), a value that is equal to a whole-number choice keeps its own type.
        """
        is_choice = self.kind == INT and self.aggregation is None and value in (self.choices or ())
        if value is None or (is_choice and not typed):
            return value
        if self.aggregation is None:
            return self._single(value)
        if not isinstance(value, (list, str, dict)):
            raise DecodeError(f"{value!r} is no {self.aggregation}")
        return self._several(hash_order(value) if isinstance(value, dict) else value)

    def _single(self, value: object) -> object:
        if self.kind == BOOLEAN and isinstance(value, (int, float)) and value in (0, 1):
            return self.allowed(bool(value))
        if self.kind == FLOAT and type(value) is int and -LONG <= value < LONG:
            return self.allowed(float(value))
        if type(value) not in _JSON_TYPES[self.kind]:
            raise DecodeError(f"{value!r} is no {self.kind}")
        return self.allowed(value)

    def _several(self, values: Iterable[object]) -> object:
        members: Iterable[object] = _distinct(values) if self.aggregation == SET else values
        return tuple([self._single(value) for value in members]) or None

    def admits(self, target: Annotation) -> bool:
        """Say whether a restriction allows this annotation as a value."""
        return not self.restrictions or any(_fits(target, *restriction) for restriction in self.restrictions)

    def __eq__(self, other: object) -> bool:
        own = self.name, self.kind, self.aggregation
        return isinstance(other, Attribute) and own == (other.name, other.kind, other.aggregation)


@record
class AnnotationType:
    """The type of a document's annotations with one true label.

    ``attributes`` maps names to attributes in the order of declaration, those of the task first; it grows while the
    document is read. ``defaults`` are the attributes with an initial value.
    """

    label: str
    has_span: bool
    attributes: dict[str, Attribute]
    defaults: Sequence[Attribute] = ()


class Annotation:
    """A label on a stretch of text, or a spanless label on the annotations that its attributes hold.

    ``start`` and ``end`` are offsets, both None if the type has no span. ``values`` maps names of attribute slots to a
    ``str``, ``int``, ``float``, ``bool`` or :class:`Annotation`, to None for null, or to a non-empty tuple in document
    order for a list or a set (without repetitions).
    """

    __slots__ = ("end", "id", "start", "type", "values")

    def __init__(self, type: AnnotationType, start: int | None, end: int | None) -> None:  # noqa: A002
        self.type = type
        self.start = start
        self.end = end
        self.id: str | None = None
        self.values: dict[str, object] = {}

    @property
    def span(self) -> tuple[int, int] | None:
        """The offsets, or None if the type has no span."""
        return None if self.start is None or self.end is None else (self.start, self.end)


class Document:
    """A document: text, metadata, and annotations by true label.

    ``path`` is the file as messages name it. ``types`` maps true labels to types in order of first appearance.
    Annotations with nothing but a span, such as tokens, become objects only when :meth:`annotations_of` is called.
    """

    __slots__ = ("_annotations", "_plain", "metadata", "path", "signal", "types")

    def __init__(self, path: str, signal: str = "", metadata: dict[str, object] | None = None) -> None:
        self.path = path
        self.signal = signal
        self.metadata: dict[str, object] = {} if metadata is None else metadata
        self.types: dict[str, AnnotationType] = {}
        self._annotations: dict[str, list[Annotation]] = {}
        self._plain: dict[str, list[Span]] = {}

    def add(self, annotation: Annotation) -> None:
        """Append an annotation; its type must be one of ``types``."""
        self.annotations_of(annotation.type.label).append(annotation)

    def add_plain(self, label: str, spans: list[Span]) -> None:
        """Append annotations that have neither ID nor attributes; ``types`` must know the label."""
        self._plain.setdefault(label, []).extend(spans)

    def annotations_of(self, label: str) -> list[Annotation]:
        """Return the annotations with this true label in document order, the same objects on every call."""
        found = self._annotations.setdefault(label, [])
        if label in self._plain:
            found += [Annotation(self.types[label], span[0], span[1]) for span in self._plain.pop(label)]
        return found

    def spans_of(self, label: str) -> list[Span]:
        """Return start and end of the spanned annotations with this true label; plain spans come last."""
        spans: list[Span] = [found.span for found in self._annotations.get(label, ()) if found.span is not None]
        return spans + self._plain.get(label, [])


@record
class DocumentPair:
    """A hypothesis and its reference; reports call the pair ``name``, the basename of the hypothesis file."""

    name: str
    hypothesis: Document
    reference: Document


def value_of_text(kind: str, text: str) -> object:
    """Read ``text`` from a document as a single value of this kind."""
    if kind == BOOLEAN:
        return text == "yes"
    if kind in (STRING, ANNOTATION):
        return text
    try:
        return integer(text) if kind == INT else real(text)
    except ValueError:
        raise DecodeError(f"{text!r} is no {kind}") from None


def value_of_python2(kind: str, text: str) -> object:
    """Read ``text`` from a task file as a single value of this kind; a whole number may end in L."""
    if kind == BOOLEAN and text not in ("yes", "no"):
        raise DecodeError(f"{text!r} is no {kind}")
    if kind == INT:
        text = text.strip()
        text = text[:-1] if text[-1:] in ("L", "l") and text[-2:-1].isdigit() else text
    return value_of_text(kind, text)


def _distinct(values: Iterable[object]) -> Iterable[object]:
    found: dict[object, object] = {}
    for value in values:
        if isinstance(value, (list, dict)):
            raise DecodeError(f"{value!r} cannot be a member of a set")
        found.setdefault(key_of(value), value)
    return found.values()


def _fits(target: Annotation, label: str, values: dict[str, str]) -> bool:
    effective = [
        attribute.effective_labels.get(target.values.get(attribute.name))
        for attribute in target.type.attributes.values()
        if attribute.effective_labels
    ]
    if label != target.type.label and label not in effective:
        return False
    return all(_is_written(target.values.get(name), text) for name, text in values.items())


def _is_written(value: object, text: str) -> bool:
    try:
        return value == (value_of_python2(INT, text) if type(value) is int else text)
    except DecodeError:
        return False


def declared_attribute(declaration: Mapping[str, Any]) -> Attribute:
    """Return an attribute as a document declares it: ``name``, and maybe ``type`` and ``aggregation``."""
    kind, aggregation = declaration.get("type"), declaration.get("aggregation")
    kind = STRING if kind is None else kind
    if kind not in KINDS or aggregation not in (None, "none", SET, LIST):
        raise DecodeError("unknown attribute type or aggregation")
    return Attribute(declaration["name"], kind, None if aggregation == "none" else aggregation)


def describe(annotation: Annotation) -> str:
    """Return ``LABEL (start-end) (id ID) name=value ...`` with the true label and the values that are not null."""
    if not annotation.values:
        return heading(annotation)
    words: list[str] = []
    length = 0
    pending: list[str | Annotation] = [annotation]
    while pending:
        part = pending.pop()
        if isinstance(part, Annotation):
            pending.extend(reversed(_parts(part)))
            continue
        words.append(part)
        length += len(part)
        if length > MAX_LENGTH:
            raise InputError(
                f"the description of {heading(annotation)} is endless: its attributes refer to too many annotations, "
                "or back to it; break the cycle or leave out --details"
            )
    return "".join(words)


def heading(annotation: Annotation) -> str:
    """Return ``LABEL (start-end) (id ID)`` with the true label; missing parts are left out."""
    words = annotation.type.label
    if annotation.start is not None:
        words += f" ({annotation.start:d}-{annotation.end:d})"
    if annotation.id is not None:
        words += f" (id {annotation.id})"
    return words


def _parts(annotation: Annotation) -> list[str | Annotation]:
    parts: list[str | Annotation] = [heading(annotation)]
    for name in sorted(annotation.values):
        value = annotation.values[name]
        if value is None:
            continue
        of_annotations = isinstance(value[0] if isinstance(value, tuple) else value, Annotation)
        parts.append(f" {name}=[" if of_annotations else f" {name}=")
        for number, member in enumerate(members(annotation, name)):
            if number:
                parts.append(",")
            parts.append(member if isinstance(member, Annotation) else value_text(member))
        if of_annotations:
            parts.append("]")
    return parts


def slot_text(annotation: Annotation, name: str, null: str = "") -> str:
    """Return the text of an attribute slot, or ``null`` if it holds nothing; annotations are described."""
    if annotation.values.get(name) is None:
        return null
    held = members(annotation, name)
    return ",".join([describe(found) if isinstance(found, Annotation) else value_text(found) for found in held])


def members(annotation: Annotation, name: str) -> Sequence[object]:
    """Return the values in an attribute slot, those of a set in CPython 2.7's order. Raises :class:`InputError`."""
    value = annotation.values[name]
    if not isinstance(value, tuple):
        # One that is equal to a whole-number choice keeps its type (Attribute.read_json), but is no yes or no.
        is_choice = isinstance(value, bool) and annotation.type.attributes[name].kind != BOOLEAN
        return (str(value) if is_choice else value,)
    for member in value:
        if isinstance(member, str) and not member.isascii():  # MAT 2.0 cannot join these
            raise InputError(
                f"a set or list holds {member!r}, and MAT 2.0 can only describe ASCII members; leave out "
                "--details and decompositions by such attributes"
            )
    if annotation.type.attributes[name].aggregation == SET and not isinstance(value[0], Annotation):
        return hash_order(value)
    return value


def value_text(value: object) -> str:
    """Return the text of a value other than an annotation."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return float_text(value) if isinstance(value, float) else str(value)
