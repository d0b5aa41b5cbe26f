"""The stretches of text that annotations without span stand for.

Annotations may point to each other in long chains, so the hulls of members are found before those of their holders
without a call inside a call, and each annotation is visited once.
"""

from __future__ import annotations

from mat_score.annotations import Annotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mat_score.annotations import Document

    Hull = tuple[int, int]  # start and end offset, end exclusive


def hulls(document: Document) -> dict[int, Hull]:
    """Return the hulls of the spanless annotations of a document, by the ``id`` of these objects.

    A hull goes from a start to the last end of the spans and hulls of the members that the attributes of an annotation
    hold; see :func:`_hull` for the start. An annotation that leads to no span has no hull.
    """
    found: dict[int, Hull | None] = {}
    for label in [label for label, kind in document.types.items() if not kind.has_span]:
        for annotation in document.annotations_of(label):
            pending = [(annotation, _members(annotation))]
            while pending:
                holder, members = pending[-1]
                found.setdefault(id(holder), None)
                inner = next((member for member in members if member.start is None and id(member) not in found), None)
                if inner is not None:
                    pending.append((inner, _members(inner)))
                else:
                    pending.pop()
                    found[id(holder)] = _hull([_extent(member, found) for member in _members(holder)])
    return {holder: hull for holder, hull in found.items() if hull is not None}


def _members(annotation: Annotation) -> Iterator[Annotation]:
    """Yield the annotations that the attributes of an annotation hold, in the order in which its type has these."""
    for name in annotation.type.attributes:
        value = annotation.values.get(name)
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Annotation):
                yield member


def _extent(member: Annotation, found: dict[int, Hull | None]) -> Hull | None:
    if member.start is not None and member.end is not None:
        return member.start, member.end
    return found[id(member)]


def _hull(extents: Iterable[Hull | None]) -> Hull | None:
    """Return the hull of members in their order.

    MAT 2.0 compares starts as Python 2 does: that of a member without a hull, None, is smaller than any number, and the
    next member's takes its place. So a hull starts at the first start behind the last member without one.
    """
    start = end = None
    for extent in extents:
        if extent is None:
            start = None
            continue
        start = extent[0] if start is None else min(start, extent[0])
        end = extent[1] if end is None else max(end, extent[1])
    return None if start is None or end is None else (start, end)
