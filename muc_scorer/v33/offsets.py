"""Fills of version 3.3 may be followed by the place where they were found (scoring manual, template files)."""

from __future__ import annotations

from muc_scorer.parsing import Token
from muc_scorer.templatelex import FILL, POINTER, TemplateLexer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class OffsetLexer(TemplateLexer):
    """Takes ``##start#end#file`` from the end of fills; it plays no part in scoring."""

    __slots__ = ()

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file, the fills without their offsets."""
        for token in super().tokens(content):
            text = without_offsets(token.text) if token.type == FILL else token.text
            if text is token.text:
                yield token
            else:
                is_pointer = text[:1] == b"<" and text[-1:] == b">" and len(text.split()) == 1
                yield Token(POINTER if is_pointer else FILL, text, text, token.line)


def without_offsets(text: bytes) -> bytes:
    """Return a fill without the start and end offset and the file behind it; the name of the file holds no ``#``."""
    fill, mark, place = text.rpartition(b"##")
    parts = place.split(b"#")
    if mark and len(parts) == 3 and parts[0].isdigit() and parts[1].isdigit():
        return fill.rstrip(b" \t")
    return text
