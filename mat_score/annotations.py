"""Annotated documents: a text, annotation types, and annotations over the text.

MATScore documentation, 'Description': the scorer compares two tagged files. Every reader (mat-json, xml-inline,
fake-xml-inline) produces these objects. Offsets are 0-based code point offsets into the signal, ends are exclusive.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.attributes import Attribute

    Span = Sequence[int]  # (start, end); readers may keep the lists of the file as they came


CONTENT, TOKEN = "content", "token"  # categories of labels


class AnnotationType:
    """The type of a document's annotations with one true label.

    ``attributes`` maps names to attributes in the order in which the document (or, before it, the task) declares
    them; it grows while the document is read. ``defaults`` are those that a task sets when an annotation is made.
    """

    __slots__ = ("attributes", "defaults", "has_span", "label")

    def __init__(
        self,
        label: str,
        has_span: bool = True,
        attributes: dict[str, Attribute] | None = None,
        defaults: Sequence[Attribute] = (),
    ) -> None:
        self.label = label
        self.has_span = has_span
        self.attributes: dict[str, Attribute] = {} if attributes is None else attributes
        self.defaults = defaults


class Annotation:
    """A label on a stretch of text, or, spanless, on nothing but what its attributes point to.

    ``start`` and ``end`` are offsets, or both None if the type has no span. ``values`` holds the attribute slots that
    exist, None for a slot that is null: ``str``, ``int``, ``float``, ``bool`` or :class:`Annotation`, and for an
    aggregation a non-empty tuple of these in document order (of a set, without repetitions).
    """

    __slots__ = ("end", "id", "start", "type", "values")

    def __init__(self, type: AnnotationType, start: int | None, end: int | None) -> None:  # noqa: A002
        self.type = type
        self.start = start
        self.end = end
        self.id: str | None = None
        self.values: dict[str, object] = {}

    @property
    def label(self) -> str:
        """The true label: the one in the document, not the one that is reported."""
        return self.type.label


class Document:
    """What a file says: a text, metadata, and annotations by true label.

    ``path`` is the file as messages name it. ``types`` maps true labels to types in order of first appearance.
    Annotations that consist of a span only (tokens, mostly) are kept as plain spans and become objects when
    :meth:`annotations_of` asks for them.
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
        self._objects(annotation.type.label).append(annotation)

    def add_plain(self, label: str, spans: list[Span]) -> None:
        """Append annotations that have neither ID nor attributes; ``types`` must know the label."""
        if label in self._annotations:
            kind = self.types[label]
            self._annotations[label].extend([Annotation(kind, span[0], span[1]) for span in spans])
        else:
            self._plain.setdefault(label, []).extend(spans)

    def annotations_of(self, label: str) -> list[Annotation]:
        """Return the annotations with this true label in document order, the same objects on every call."""
        if label in self._annotations or label in self._plain:
            return self._objects(label)
        return []

    def spans_of(self, label: str) -> list[Span]:
        """Return ``(start, end)`` of the spanned annotations with this true label in document order.

        No annotation objects are made; do not change the pairs.
        """
        if label in self._plain:
            return self._plain[label]
        return [
            (annotation.start, annotation.end)
            for annotation in self._annotations.get(label, ())
            if annotation.start is not None and annotation.end is not None
        ]

    def _objects(self, label: str) -> list[Annotation]:
        found = self._annotations.get(label)
        if found is None:
            kind = self.types[label]
            found = [Annotation(kind, span[0], span[1]) for span in self._plain.pop(label, ())]
            self._annotations[label] = found
        return found


class DocumentPair:
    """A hypothesis and its reference; reports call the pair ``name``, the basename of the hypothesis file."""

    __slots__ = ("hypothesis", "name", "reference")

    def __init__(self, name: str, hypothesis: Document, reference: Document) -> None:
        self.name = name
        self.hypothesis = hypothesis
        self.reference = reference
