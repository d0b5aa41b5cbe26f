"""Tables as the text report prints them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

RULE = "-----"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return lines of right-aligned columns, one blank between them, with five hyphens under each header.

    A column is as wide as its longest cell, for which the hyphens do not count.
    """
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    lines = [header, [RULE] * len(header), *rows]
    return "".join([" ".join([cell.rjust(width) for cell, width in zip(line, widths)]) + "\n" for line in lines])


def encoded(text: str) -> bytes:
    """Return a report in UTF-8, file names byte by byte as they are; half a surrogate pair becomes its three bytes."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return b"".join([_encoded(character) for character in text])


def _encoded(character: str) -> bytes:
    return character.encode("utf-8", "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass")
