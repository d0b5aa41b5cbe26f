"""Names of documents as reports show and order them: UTF-8 whatever the locale says of file names."""

from __future__ import annotations

import os


def shown_name(path: str) -> str:
    """Return the name that reports give a pair: the base name of its hypothesis, bytes beyond UTF-8 kept apart."""
    return os.fsencode(os.path.basename(path)).decode("utf-8", "surrogateescape")


def name_bytes(name: str) -> bytes:
    """Return the bytes of a shown name, by which names are ordered and drawn."""
    return name.encode("utf-8", "surrogateescape")
