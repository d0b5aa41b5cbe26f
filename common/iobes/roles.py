"""What a tag means in a format: its role in a span, the span's type, and the letter that says so."""

from __future__ import annotations

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

KNOWN_TAGS = 4096  # kept for each format; what has more distinct tags is no tag set


class Meanings(dict[str, tuple[str, str, str]]):
    """What tags mean in one format, by tag: role, type and function. Each tag is taken apart only once."""

    def __init__(self, span_format: type[SpanFormat]) -> None:
        """Know the letters of the format. Where one letter stands for two roles, the first of these counts."""
        super().__init__()
        letters = (span_format.BEGIN, span_format.SINGLE, span_format.INSIDE, span_format.END)
        self._roles = tuple(zip(letters, (BEGIN, SINGLE, INSIDE, END)))

    def __missing__(self, tag: str) -> tuple[str, str, str]:
        function = extract_function(tag)
        role = next((role for letter, role in self._roles if letter == function), OUTSIDE)
        if len(self) >= KNOWN_TAGS:
            self.clear()
        meaning = self[tag] = (role, extract_type(tag), function)
        return meaning


_MEANINGS: dict[type[SpanFormat], Meanings] = {}


def meanings_in(span_format: type[SpanFormat]) -> Meanings:
    """Return what is known of the format's tags."""
    if span_format not in _MEANINGS:
        _MEANINGS[span_format] = Meanings(span_format)
    return _MEANINGS[span_format]
