"""What a tag means in a format: its role in a span, the span's type, and the letter that marks it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from common.iobes.formats import SpanFormat, TokenFunction
from common.iobes.utils import extract_function, extract_type

# Roles go by the letters of IOBES, whatever the letters of the format; so do the library's messages.
OUTSIDE = TokenFunction.OUTSIDE
BEGIN = TokenFunction.BEGIN
INSIDE = TokenFunction.INSIDE
END = TokenFunction.END
SINGLE = TokenFunction.SINGLE

OPENING = (BEGIN, INSIDE)  # after these a span is open
CONTINUING = (INSIDE, END)  # before these one should be


class Meaning(NamedTuple):
    """A tag taken apart: its role, the type of its span, and its function as it is written."""

    role: str
    type: str
    function: str


EDGE = Meaning(OUTSIDE, TokenFunction.OUTSIDE, "")  # what is before the first and after the last tag

Tag: TypeAlias = str | Meaning  # a tag as it is written, or the EDGE


def meaning(tag: Tag, span_format: type[SpanFormat]) -> Meaning:
    """Return what the tag means. Where one letter stands for two roles, the first in this order counts.

    Raises ``TypeError`` for a tag that is not a string.
    """
    if isinstance(tag, Meaning):
        return tag
    function = extract_function(tag)
    letters = {
        BEGIN: span_format.BEGIN,
        SINGLE: span_format.SINGLE,
        INSIDE: span_format.INSIDE,
        END: span_format.END,
    }
    role = next((role for role, letter in letters.items() if letter == function), OUTSIDE)
    return Meaning(role, extract_type(tag), function)
