"""Builds a document out of inline tags: opening and closing tags and the text between them, in reading order."""

from __future__ import annotations

from mat_score.annotations import ANNOTATION, Annotation, Attribute, DecodeError, Document
from mat_score.documents.doctypes import declare_attribute, declare_type, start_document
from mat_score.documents.links import Links
from mat_score.tasks.values import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tasks.task import Task


class InlineBuilder:
    """A document in the making.

    Labels become known with their opening tags, annotations are recorded with their closing tags.
    ``complete`` says that all types are known by now, so that an unknown label or attribute is an error.
    """

    __slots__ = ("_length", "_links", "_pieces", "complete", "document", "task")

    def __init__(self, path: str, task: Task | None) -> None:
        self.document: Document = start_document(path, task)
        self.task = task
        self.complete = False
        self._links = Links()
        self._pieces: list[str] = []
        self._length = 0

    def text(self, piece: str) -> None:
        """Append a piece of the document's text."""
        self._pieces.append(piece)
        self._length += len(piece)

    def open(self, label: str, attributes: dict[str, str], id: str | None = None) -> Annotation:  # noqa: A002
        """Begin an annotation here; a :class:`DecodeError` if its attributes are not as declared."""
        kind = self.document.types.get(label)
        if kind is None and self.complete:
            raise DecodeError(f"the label {label} is not declared")
        kind = declare_type(self.document, self.task, label, kind is None or kind.has_span)
        annotation = Annotation(kind, self._length, None) if kind.has_span else Annotation(kind, None, None)
        if id is not None:
            self._links.identify(id, annotation)
        for name, text in attributes.items():
            attribute = kind.attributes.get(name)
            if attribute is None:
                if self.complete:
                    raise DecodeError(f"the attribute {name} of {label} is not declared")
                attribute = declare_attribute(self.task, kind, Attribute(name))
            value = annotation.values[name] = read_text(attribute, text)
            if attribute.kind == ANNOTATION and value is not None:
                self._links.expect(annotation, attribute)
        return annotation

    def close(self, annotation: Annotation) -> None:
        """End an annotation here and record it."""
        if annotation.type.has_span:
            annotation.end = self._length
        self.document.add(annotation)

    def finish(self) -> Document:
        """Return the document."""
        self.document.signal = "".join(self._pieces)
        self._links.resolve()
        return self.document
