"""Annotations as the scorer sees them: with the reported label and the stretch of text that they stand for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from mat_score.annotations import Annotation, Span

    # References and hypotheses, the annotations that take part, and the spans of the hypothesis' tokens, all by start.
    Selected: TypeAlias = "tuple[list[Item], list[Item], list[Span]]"


class Item:
    """An annotation that takes part in scoring.

    ``label`` is the label that is reported: effective label, distinguishing attributes, equivalence class. ``start``
    and ``end`` are offsets into the signal, end exclusive; those of a spanless annotation are the hull of what it
    points to, and if that is nothing it is not ``placed`` and both are 0.
    """

    __slots__ = ("annotation", "end", "label", "placed", "start")

    def __init__(self, annotation: Annotation, label: str, start: int, end: int, placed: bool) -> None:
        self.annotation = annotation
        self.label = label
        self.start = int(start)  # a document may write true and false for 1 and 0
        self.end = int(end)
        self.placed = placed

    @property
    def true_label(self) -> str:
        """The label in the document."""
        return self.annotation.type.label

    @property
    def spanned(self) -> bool:
        """Whether the annotation has a span of its own."""
        return self.annotation.type.has_span
