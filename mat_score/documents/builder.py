"""Builds a document: collects types, annotations and IDs, and replaces IDs in values by annotations."""

from __future__ import annotations

from legacy_scorers.common.py27 import float_text, key_of
from legacy_scorers.mat_score.annotations import (
    ANNOTATION,
    NUMBERS,
    Annotation,
    AnnotationType,
    Attribute,
    DecodeError,
    Document,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.mat_score.tasks.task import AnnotationTask


class DocumentBuilder:
    """Builds a document with the types of its ``task``; if it ``is_open``, the document may declare any others.

    All methods raise :class:`DecodeError` for what the task or the rest of the document does not allow.
    """

    def __init__(self, path: str, task: AnnotationTask | None, is_open: bool = False) -> None:
        self.document = Document(path)
        self.task = task
        self.is_open = is_open or task is None
        if task is not None:
            self.document.types = {label: declared.new_type() for label, declared in task.labels.items()}
        self._by_id: dict[object, Annotation] = {}
        self._waiting: dict[tuple[int, str], tuple[Annotation, Attribute]] = {}

    def declare_type(self, label: str, has_span: bool) -> AnnotationType:
        """Return the document's type for this label, new or known; a known one must agree in ``has_span``."""
        kind = self.document.types.get(label)
        if kind is None:
            if not self.may_declare(label):
                raise DecodeError(f"the task does not declare the label {label}")
            kind = self.document.types[label] = AnnotationType(label, has_span, {})
        elif kind.has_span != has_span:
            raise DecodeError(f"the label {label} is declared both with and without a span")
        return kind

    def may_declare(self, label: str) -> bool:
        """Say whether the document may have annotations with this label."""
        return self.is_open or self.task is None or not self.task.all_annotations_known or label in self.task.labels

    def make(self, kind: AnnotationType, start: int | None = None, end: int | None = None) -> Annotation:
        """Return an annotation with its initial values."""
        annotation = Annotation(kind, start, end)
        for attribute in kind.defaults:
            annotation.values[attribute.name] = attribute.initial(self.document.signal[start:end])
        return annotation

    def declare_attribute(self, kind: AnnotationType, attribute: Attribute, typed: bool = True) -> Attribute:
        """Return the type's attribute of this name, new or known; if ``typed``, it must equal a known one."""
        known = kind.attributes.get(attribute.name)
        if known is None:
            declared = self.task.labels.get(kind.label) if self.task is not None else None
            if declared is not None and declared.all_attributes_known and not self.is_open:
                raise DecodeError(f"the task does not declare the attribute {attribute.name} of {kind.label}")
            kind.attributes[attribute.name] = known = attribute
        elif typed and known != attribute:
            raise DecodeError(f"the attribute {attribute.name} of {kind.label} is declared in two ways")
        return known

    def identify(self, id: object, annotation: Annotation) -> None:  # noqa: A002
        """Give the annotation a unique ID, a text or a number; an empty text or 0 is not shown in reports."""
        if not isinstance(id, (str, int, float)) or _is_negative(id):
            raise DecodeError(f"{id!r} is not an ID")
        key = key_of(id)
        if key in self._by_id:
            raise DecodeError(f"the ID {id} occurs twice")
        if id:
            annotation.id = float_text(id) if isinstance(id, float) else str(id)
        self._by_id[key] = annotation

    def set_value(self, annotation: Annotation, attribute: Attribute, value: object) -> None:
        """Set a value of the annotation, with IDs in place of annotations."""
        annotation.values[attribute.name] = value
        if attribute.kind == ANNOTATION and value is not None:
            self._waiting[id(annotation), attribute.name] = annotation, attribute

    def finish(self) -> Document:
        """Return the document, with annotations in place of IDs."""
        for annotation, attribute in self._waiting.values():
            value = annotation.values[attribute.name]
            if isinstance(value, tuple):
                annotation.values[attribute.name] = tuple([self._target(attribute, member) for member in value])
            elif value is not None:  # null if a second column of the attribute replaced the ID
                annotation.values[attribute.name] = self._target(attribute, value)
        return self.document

    def _target(self, attribute: Attribute, id: object) -> Annotation:  # noqa: A002
        target = self._by_id.get(key_of(id))
        if target is None:
            raise DecodeError(f"no annotation has the ID {id}")
        if not attribute.admits(target):
            raise DecodeError(f"{attribute.name} must not refer to {target.type.label}")
        return target


class InlineBuilder(DocumentBuilder):
    """Builds a document from inline tags and the text between them, in reading order.

    An opening tag declares its label, and a closing tag records an annotation. Once the types are ``complete``, an
    unknown label or attribute is an error.

    Values are read at the end, in the order of the opening tags. One oddity of MAT is kept: it prepares a type's
    attributes at the type's first annotation. It reads numbers and booleans in sets and lists as values of the last
    attribute of such a kind that it prepared.
    """

    def __init__(self, path: str, task: AnnotationTask | None, is_open: bool = False) -> None:
        super().__init__(path, task, is_open)
        self.complete = False
        self._written: list[tuple[Annotation, dict[str, str]]] = []
        self._pieces: list[str] = []
        self._length = 0

    def text(self, piece: str) -> None:
        """Append a piece of the document's text."""
        self._pieces.append(piece)
        self._length += len(piece)

    def open(self, label: str, attributes: dict[str, str], id: str | None = None) -> Annotation:  # noqa: A002
        """Begin an annotation here. Raises :class:`DecodeError` if its attributes are not as declared."""
        kind = self.document.types.get(label)
        if kind is None and self.complete:
            raise DecodeError(f"the label {label} is not declared")
        has_span = kind is None or kind.has_span  # what a tag declares has a span
        kind = self.declare_type(label, has_span)
        annotation = self.make(kind, self._length) if kind.has_span else self.make(kind)
        if id is not None:
            self.identify(id, annotation)
        for name in attributes:
            if name not in kind.attributes:
                if self.complete:
                    raise DecodeError(f"the attribute {name} of {label} is not declared")
                self.declare_attribute(kind, Attribute(name))
        self._written.append((annotation, attributes))
        return annotation

    def close(self, annotation: Annotation) -> None:
        """End an annotation here and record it."""
        if annotation.type.has_span:
            annotation.end = self._length
        self.document.add(annotation)

    def finish(self) -> Document:
        """Read the values, and return the document."""
        self.document.signal = "".join(self._pieces)
        prepared: set[str] = set()
        reader = Attribute("")
        for annotation, texts in self._written:
            attributes = annotation.type.attributes
            if annotation.type.label not in prepared:
                prepared.add(annotation.type.label)
                for attribute in attributes.values():
                    if attribute.kind in NUMBERS:
                        reader = attribute
            for name, text in texts.items():
                self.set_value(annotation, attributes[name], attributes[name].read_text(text, reader))
        return super().finish()


def _is_negative(id: str | float) -> bool:  # noqa: A002
    """Say whether an ID is a number, or the text of a whole number, that is infinite or truncates to less than 0."""
    try:
        return int(id) < 0
    except ValueError:
        return False
    except OverflowError:
        return True
