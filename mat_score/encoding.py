"""Words, file names and reports in UTF-8, whatever the locale."""

from __future__ import annotations

import os


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
