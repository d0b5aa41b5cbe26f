"""Annotation types of a document while it is read: what its task declares, and what the document adds."""

from __future__ import annotations

from mat_score.annotations import AnnotationType, Attribute, DecodeError, Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tasks.task import Task


def start_document(path: str, task: Task | None) -> Document:
    """Return an empty document that knows the types of its task."""
    document = Document(path)
    if task is not None:
        document.types = task.new_types()
    return document


def declare_type(document: Document, task: Task | None, label: str, has_span: bool) -> AnnotationType:
    """Return the document's type of this label, and make it known.

    A :class:`DecodeError` if the task does not allow it, or if the label has a span in one place and none in another.
    """
    kind = document.types.get(label)
    if kind is None:
        if task is not None and task.all_annotations_known and label not in task.labels:
            raise DecodeError(f"the task does not declare the label {label}")
        kind = document.types[label] = AnnotationType(label, has_span)
    elif kind.has_span != has_span:
        raise DecodeError(f"the label {label} is declared both with and without a span")
    return kind


def declare_attribute(task: Task | None, kind: AnnotationType, attribute: Attribute) -> Attribute:
    """Return the type's attribute of this name, and make it known.

    A :class:`DecodeError` if the task does not allow it, or if it is known with another kind or aggregation.
    """
    known = kind.attributes.get(attribute.name)
    if known is None:
        declared = task.labels.get(kind.label) if task is not None else None
        if declared is not None and declared.all_attributes_known:
            raise DecodeError(f"the task does not declare the attribute {attribute.name} of {kind.label}")
        kind.attributes[attribute.name] = known = attribute
    elif known != attribute:
        raise DecodeError(f"the attribute {attribute.name} of {kind.label} is declared in two ways")
    return known
