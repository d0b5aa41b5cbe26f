"""A document while it is read: the types that its task declares and it adds, and the IDs that values name."""

from __future__ import annotations

from common.compat.py27 import float_text, key_of
from mat_score.annotations import (
    ANNOTATION,
    NUMBERS,
    STRING,
    Annotation,
    AnnotationType,
    Attribute,
    DecodeError,
    Document,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tasks.task import AnnotationTask


class DocumentBuilder:
    """A document in the making, which knows the types of its ``task``; ``is_open`` if it may add any it likes.

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
        """Return the document's type of this label, new or known; it has a span everywhere or nowhere."""
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
        """Return an annotation with the values that its task says it begins with."""
        annotation = Annotation(kind, start, end)
        for attribute in kind.defaults:
            annotation.values[attribute.name] = attribute.initial(self.document.signal[start:end])
        return annotation

    def declare_attribute(self, kind: AnnotationType, attribute: Attribute, typed: bool = True) -> Attribute:
        """Return the type's attribute of this name, new or known; one that is ``typed`` must be as known."""
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
        """Give the annotation an ID, a text or a number; no two annotations may share one. Empty ones are not shown."""
        if not isinstance(id, (str, int, float)) or _is_negative(id):
            raise DecodeError(f"{id!r} is not an ID")
        key = key_of(id)
        if key in self._by_id:
            raise DecodeError(f"the ID {id} occurs twice")
        if id:
            annotation.id = float_text(id) if isinstance(id, float) else str(id)
        self._by_id[key] = annotation

    def set_value(self, annotation: Annotation, attribute: Attribute, value: object) -> None:
        """Set the annotation's value of an attribute, in which IDs stand for annotations."""
        annotation.values[attribute.name] = value
        if attribute.kind == ANNOTATION and value is not None:
            self._waiting[id(annotation), attribute.name] = annotation, attribute

    def finish(self) -> Document:
        """Return the document, with annotations in the place of the IDs that name them."""
        for annotation, attribute in self._waiting.values():
            value = annotation.values[attribute.name]
            if isinstance(value, tuple):
                annotation.values[attribute.name] = tuple([self._target(attribute, member) for member in value])
            elif value is not None:
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
    """A document made of inline tags: opening and closing tags and the text between them, in reading order.

    Labels become known with their opening tags, annotations are recorded with their closing tags.
    ``complete`` says that all types are known by now, so that an unknown label or attribute is an error.

    Values are read at the end, in the order of the opening tags. One oddity of MAT is kept: it prepares the attributes
    of a type for its first annotation, and reads members of sets and lists that are numbers or booleans, of whatever
    attribute, as the kind of the last such attribute that it prepared.
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
        kind = self.declare_type(label, kind is None or kind.has_span)
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
        """Return the document."""
        self.document.signal = "".join(self._pieces)
        prepared: set[str] = set()
        reader = STRING
        for annotation, texts in self._written:
            attributes = annotation.type.attributes
            if annotation.type.label not in prepared:
                prepared.add(annotation.type.label)
                reader = ([reader, *[found.kind for found in attributes.values() if found.kind in NUMBERS]])[-1]
            for name, text in texts.items():
                self.set_value(annotation, attributes[name], attributes[name].read_text(text, reader))
        return super().finish()


def _is_negative(id: str | float) -> bool:  # noqa: A002
    """Say whether an ID is a number, or the text of a whole one, that is less than 0 when truncated, or infinite."""
    try:
        return int(id) < 0
    except ValueError:
        return False
    except OverflowError:
        return True
