"""A document while it is read: the types that its task declares and it adds, and the IDs that values name."""

from __future__ import annotations

from common.keys import key_of
from mat_score.annotations import KINDS, LIST, SET, STRING, AnnotationType, Attribute, DecodeError, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mat_score.annotations import Annotation
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


def declared_attribute(name: str, declaration: Mapping[str, Any]) -> Attribute:
    """Return an attribute as a document declares it, with or without ``type`` and ``aggregation``."""
    kind, aggregation = declaration.get("type", STRING), declaration.get("aggregation")
    if kind not in KINDS or aggregation not in (None, "none", SET, LIST):
        raise DecodeError("unknown attribute type or aggregation")
    return Attribute(name, kind, None if aggregation == "none" else aggregation)
