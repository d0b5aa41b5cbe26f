"""Builds a document out of inline tags: opening and closing tags and the text between them, in reading order."""

from __future__ import annotations

from mat_score.annotations import ANNOTATION, Annotation, Attribute, DecodeError
from mat_score.documents.builder import DocumentBuilder
from mat_score.tasks.values import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.annotations import Document
    from mat_score.tasks.task import Task


class InlineBuilder(DocumentBuilder):
    """A document in the making.

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
