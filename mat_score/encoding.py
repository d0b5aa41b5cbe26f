"""Words, file names and reports in UTF-8, whatever the locale; documents in Unicode, as Python 2.7 decoded them."""

from __future__ import annotations

import os
from codecs import getincrementaldecoder

CUT_SHORT = ("utf-7", "utf-8", "utf-16", "utf-32")  # in these encodings an incomplete last character is ignored


def decoded(content: bytes, encoding: str, errors: str = "strict") -> str:
    """Return the text of a document in one of ``CUT_SHORT`` or a variant of it. Raises ``UnicodeError``.

    Only the first bytes of a character say how long it is: ``e9 0a`` at the end of UTF-8 is an incomplete one of three.
    """
    decoder = getincrementaldecoder(encoding)
    try:
        return decoder(errors).decode(content)
    except UnicodeDecodeError as error:
        rest = error.object[error.start :]
        lacks_mark = encoding == "utf-16" and error.start == 0  # of the byte order; in Python 3.13 it is such an error
        if lacks_mark or len(rest) >= _length(rest, encoding):
            raise
        return decoder(errors).decode(content[: -len(rest)])


def _length(content: bytes, encoding: str) -> int:
    """Return how many bytes the first character has, 0 if none begins so; it has an error."""
    if encoding.startswith("utf-16"):
        return 4  # half a surrogate pair
    first = content[0] if encoding.startswith("utf-8") and 0xC2 <= content[0] <= 0xF4 else 0
    return 2 + (first >= 0xE0) + (first >= 0xF0) if first else 0


def shown(word: str) -> str:
    """Return a word of the command line, or a path, decoded as UTF-8; other bytes are kept as surrogates."""
    return os.fsencode(word).decode("utf-8", "surrogateescape")


def name_bytes(name: str) -> bytes:
    """Return the bytes of a shown name; names are sorted and sampled by these."""
    return name.encode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return a report in UTF-8; file names keep their bytes, and half a surrogate pair becomes three bytes."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")  # joins both halves
        return b"".join(map(_encoded, text))


def _encoded(character: str) -> bytes:
    return character.encode("utf-8", "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass")
