"""The stretches of text that annotations without span stand for.

Annotations may point to each other in long chains, so all hulls of a document are found in one go: from the annotations
that have a span, pointers are followed backwards, and each annotation is visited once.
"""

from __future__ import annotations

from mat_score.annotations import Annotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mat_score.annotations import Document

    Hull = tuple[int, int]  # start and end offset, end exclusive


def hulls(document: Document) -> dict[int, Hull]:
    """Return the hulls of the spanless annotations of a document, by the ``id`` of these objects.

    A hull goes from the first start to the last end of the spanned annotations that the attributes of an annotation
    lead to over any number of spanless ones; an annotation that leads to none has no hull.
    """
    spans: dict[int, Hull] = {}
    holders: dict[int, list[int]] = {}
    for label in [label for label, kind in document.types.items() if not kind.has_span]:
        for annotation in document.annotations_of(label):
            for target in _targets(annotation):
                holders.setdefault(id(target), []).append(id(annotation))
                if target.start is not None and target.end is not None:
                    spans[id(target)] = target.start, target.end
    firsts = _reached(sorted(spans, key=lambda target: spans[target][0]), holders)
    lasts = _reached(sorted(spans, key=lambda target: -spans[target][1]), holders)
    return {holder: (spans[first][0], spans[lasts[holder]][1]) for holder, first in firsts.items()}


def _targets(annotation: Annotation) -> Iterator[Annotation]:
    """Yield the annotations that the attributes of an annotation hold."""
    for value in annotation.values.values():
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Annotation):
                yield member


def _reached(goals: Iterable[int], holders: Mapping[int, list[int]]) -> dict[int, int]:
    """Return, for all that lead to any of the goals, the first goal that they lead to."""
    reached: dict[int, int] = {}
    for goal in goals:
        pending = [goal]
        while pending:
            for holder in holders.get(pending.pop(), ()):
                if holder not in reached:
                    reached[holder] = goal
                    pending.append(holder)
    return reached
