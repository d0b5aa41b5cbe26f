"""Texts and names of documents in reports: UTF-8, whatever the locale says of file names."""

from __future__ import annotations

import os


def shown_name(path: str) -> str:
    """Return the name that reports give a pair: the base name of its hypothesis, bytes beyond UTF-8 kept apart."""
    return os.fsencode(os.path.basename(path)).decode("utf-8", "surrogateescape")


def name_bytes(name: str) -> bytes:
    """Return the bytes of a shown name, by which names are ordered and drawn."""
    return name.encode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return a report in UTF-8, file names byte by byte as they are; half a surrogate pair becomes its three bytes."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return b"".join([_encoded(character) for character in text])


def _encoded(character: str) -> bytes:
    return character.encode("utf-8", "surrogateescape" if "\udc80" <= character <= "\udcff" else "surrogatepass")
