"""A document while it is read: the types that its task declares and it adds, and the IDs that values name."""

from __future__ import annotations

from common.keys import key_of
from mat_score.annotations import (
    ANNOTATION,
    KINDS,
    LIST,
    SET,
    STRING,
    Annotation,
    AnnotationType,
    Attribute,
    DecodeError,
    Document,
)
from mat_score.tasks.values import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mat_score.tasks.task import Task


class DocumentBuilder:
    """A document in the making, which knows the types of its ``task``.

    All methods raise :class:`DecodeError` for what the task or the rest of the document does not allow.
    """

    __slots__ = ("_by_id", "_waiting", "document", "task")

    def __init__(self, path: str, task: Task | None) -> None:
        self.document = Document(path)
        self.task = task
        if task is not None:
            self.document.types = task.new_types()
        self._by_id: dict[object, Annotation] = {}
        self._waiting: list[tuple[Annotation, Attribute]] = []

    def declare_type(self, label: str, has_span: bool) -> AnnotationType:
        """Return the document's type of this label, and make it known; it has a span everywhere or nowhere."""
        kind = self.document.types.get(label)
        if kind is None:
            if self.task is not None and self.task.all_annotations_known and label not in self.task.labels:
                raise DecodeError(f"the task does not declare the label {label}")
            kind = self.document.types[label] = AnnotationType(label, has_span)
        elif kind.has_span != has_span:
            raise DecodeError(f"the label {label} is declared both with and without a span")
        return kind

    def declare_attribute(self, kind: AnnotationType, attribute: Attribute) -> Attribute:
        """Return the type's attribute of this name, and make it known; kind and aggregation are the same everywhere."""
        known = kind.attributes.get(attribute.name)
        if known is None:
            declared = self.task.labels.get(kind.label) if self.task is not None else None
            if declared is not None and declared.all_attributes_known:
                raise DecodeError(f"the task does not declare the attribute {attribute.name} of {kind.label}")
            kind.attributes[attribute.name] = known = attribute
        elif known != attribute:
            raise DecodeError(f"the attribute {attribute.name} of {kind.label} is declared in two ways")
        return known

    def identify(self, id: object, annotation: Annotation) -> None:  # noqa: A002
        """Give the annotation an ID, a text or a number; no two annotations may share one."""
        if type(id) not in (str, int):
            raise DecodeError(f"{id!r} is no ID")
        key = key_of(id)
        if key in self._by_id:
            raise DecodeError(f"the ID {id} occurs twice")
        annotation.id = str(id)
        self._by_id[key] = annotation

    def expect(self, annotation: Annotation, attribute: Attribute) -> None:
        """Note that the annotation's value of this attribute names IDs."""
        self._waiting.append((annotation, attribute))

    def finish(self) -> Document:
        """Return the document, with annotations in the place of the IDs that name them."""
        for annotation, attribute in self._waiting:
            value = annotation.values[attribute.name]
            if isinstance(value, tuple):
                annotation.values[attribute.name] = tuple([self._target(attribute, member) for member in value])
            else:
                annotation.values[attribute.name] = self._target(attribute, value)
        return self.document

    def _target(self, attribute: Attribute, id: object) -> Annotation:  # noqa: A002
        target = self._by_id.get(key_of(id))
        if target is None or id == "":
            raise DecodeError(f"no annotation has the ID {id}")
        if not attribute.permits(target):
            raise DecodeError(f"{attribute.name} must not refer to {target.label}")
        return target


class InlineBuilder(DocumentBuilder):
    """A document made of inline tags: opening and closing tags and the text between them, in reading order.

    Labels become known with their opening tags, annotations are recorded with their closing tags.
    ``complete`` says that all types are known by now, so that an unknown label or attribute is an error.
    """

    __slots__ = ("_length", "_pieces", "complete")

    def __init__(self, path: str, task: Task | None) -> None:
        super().__init__(path, task)
        self.complete = False
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
        annotation = Annotation(kind, self._length, None) if kind.has_span else Annotation(kind, None, None)
        if id is not None:
            self.identify(id, annotation)
        for name, text in attributes.items():
            attribute = kind.attributes.get(name)
            if attribute is None:
                if self.complete:
                    raise DecodeError(f"the attribute {name} of {label} is not declared")
                attribute = self.declare_attribute(kind, Attribute(name))
            value = annotation.values[name] = read_text(attribute, text)
            if attribute.kind == ANNOTATION and value is not None:
                self.expect(annotation, attribute)
        return annotation

    def close(self, annotation: Annotation) -> None:
        """End an annotation here and record it."""
        if annotation.type.has_span:
            annotation.end = self._length
        self.document.add(annotation)

    def finish(self) -> Document:
        """Return the document."""
        self.document.signal = "".join(self._pieces)
        return super().finish()


def declared_attribute(name: str, declaration: Mapping[str, Any]) -> Attribute:
    """Return an attribute as a document declares it, with or without ``type`` and ``aggregation``."""
    kind, aggregation = declaration.get("type", STRING), declaration.get("aggregation")
    if kind not in KINDS or aggregation not in (None, "none", SET, LIST):
        raise DecodeError("unknown attribute type or aggregation")
    return Attribute(name, kind, None if aggregation == "none" else aggregation)
