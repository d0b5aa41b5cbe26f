"""Annotations and attribute values in words, as details and subset rows show them."""

from __future__ import annotations

from common.compat.py27 import float_text, hash_order
from common.errors import InputError
from mat_score.documents import SET, Annotation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO_VALUE = "<null>"  # in labels and subsets; descriptions leave such attributes out
LONGEST = 1_000_000  # characters; annotations that point to each other in a circle have no end


def describe(annotation: Annotation) -> str:
    """Return ``LABEL (start-end) (id ID) name=value ...`` with the true label and the values that are not null."""
    if not annotation.values:
        return _heading(annotation)
    words: list[str] = []
    length = 0
    pending: list[str | Annotation] = [annotation]
    while pending:
        part = pending.pop()
        if isinstance(part, Annotation):
            pending.extend(reversed(_parts(part)))
            continue
        words.append(part)
        length += len(part)
        if length > LONGEST:
            raise InputError(
                f"the description of {_heading(annotation)} does not end: its attributes lead to too many annotations, "
                "or back to it; break the chain or leave --details out"
            )
    return "".join(words)


def _heading(annotation: Annotation) -> str:
    heading = annotation.type.label
    if annotation.start is not None:
        heading += f" ({annotation.start}-{annotation.end})"
    if annotation.id is not None:
        heading += f" (id {annotation.id})"
    return heading


def _parts(annotation: Annotation) -> list[str | Annotation]:
    parts: list[str | Annotation] = [_heading(annotation)]
    for name in sorted(annotation.values):
        value = annotation.values[name]
        if value is None:
            continue
        parts.append(f" {name}=")
        for number, member in enumerate(members(annotation, name)):
            if number:
                parts.append(",")
            parts.extend(["[", member, "]"] if isinstance(member, Annotation) else [value_text(member)])
    return parts


def slot_text(annotation: Annotation, name: str, truth: tuple[str, str] = ("no", "yes")) -> str:
    """Return the text of what an attribute slot that is not null holds; ``truth`` are the texts of false and true."""
    return ",".join(
        [
            f"[{describe(member)}]" if isinstance(member, Annotation) else value_text(member, truth)
            for member in members(annotation, name)
        ]
    )


def members(annotation: Annotation, name: str) -> Sequence[object]:
    """Return the values in an attribute slot: one, those of a list, or those of a set in CPython 2.7's order."""
    value = annotation.values[name]
    if not isinstance(value, tuple):
        return (value,)
    if annotation.type.attributes[name].aggregation == SET and not isinstance(value[0], Annotation):
        return hash_order(value)
    return value


def value_text(value: object, truth: tuple[str, str] = ("no", "yes")) -> str:
    """Return the text of a value other than an annotation; ``truth`` are the texts of false and true."""
    if isinstance(value, bool):
        return truth[value]
    return float_text(value) if isinstance(value, float) else str(value)
