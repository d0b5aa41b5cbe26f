"""Annotations and attribute values in words, as details and subset rows show them."""

from __future__ import annotations

from common.compat.py27 import float_text, hash_order
from common.errors import InputError
from mat_score.annotations import Annotation
from mat_score.attributes import BOOLEAN, SET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO_VALUE = "<null>"  # in labels and subsets; descriptions leave such attributes out
MAX_LENGTH = 1_000_000  # characters; annotations that point to each other in a circle have no end


def describe(annotation: Annotation) -> str:
    """Return ``LABEL (start-end) (id ID) name=value ...`` with the true label and the values that are not null."""
    if not annotation.values:
        return heading(annotation)
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
        if length > MAX_LENGTH:
            raise InputError(
                f"the description of {heading(annotation)} does not end: its attributes lead to too many annotations, "
                "or back to it; break the chain or leave --details out"
            )
    return "".join(words)


def heading(annotation: Annotation) -> str:
    """Return ``LABEL (start-end) (id ID)`` with the true label; missing parts are left out."""
    words = annotation.type.label
    if annotation.start is not None:
        words += f" ({annotation.start:d}-{annotation.end:d})"
    if annotation.id is not None:
        words += f" (id {annotation.id})"
    return words


def _parts(annotation: Annotation) -> list[str | Annotation]:
    parts: list[str | Annotation] = [heading(annotation)]
    for name in sorted(annotation.values):
        value = annotation.values[name]
        if value is None:
            continue
        of_annotations = isinstance(value[0] if isinstance(value, tuple) else value, Annotation)
        parts.append(f" {name}=[" if of_annotations else f" {name}=")
        for number, member in enumerate(members(annotation, name)):
            if number:
                parts.append(",")
            parts.append(member if isinstance(member, Annotation) else value_text(member))
        if of_annotations:
            parts.append("]")
    return parts


def slot_text(annotation: Annotation, name: str) -> str:
    """Return the text of what an attribute slot that is not null holds; annotations are described, without brackets."""
    return ",".join(
        [
            describe(member) if isinstance(member, Annotation) else value_text(member)
            for member in members(annotation, name)
        ]
    )


def _check_ascii(value: Sequence[object]) -> None:
    """Refuse sets and lists with texts that are not ASCII, which MAT 2.0 cannot join."""
    for member in value:
        if isinstance(member, str) and not member.isascii():
            raise InputError(
                f"a set or list holds {member!r}, and MAT 2.0 describes none with members other than ASCII; leave out "
                "--details and decompositions by such attributes"
            )


def members(annotation: Annotation, name: str) -> Sequence[object]:
    """Return the values in an attribute slot: one, those of a list, or those of a set in CPython 2.7's order."""
    value = annotation.values[name]
    if not isinstance(value, tuple):
        is_choice = isinstance(value, bool) and annotation.type.attributes[name].kind != BOOLEAN
        return (str(value) if is_choice else value,)
    _check_ascii(value)
    if annotation.type.attributes[name].aggregation == SET and not isinstance(value[0], Annotation):
        return hash_order(value)
    return value


def value_text(value: object) -> str:
    """Return the text of a value other than an annotation."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return float_text(value) if isinstance(value, float) else str(value)
