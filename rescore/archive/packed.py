"""Bytes packed small, which unpack to at most a certain multiple of their size, whoever packed them."""

from __future__ import annotations

import zlib

_MAX_GROWTH = 64  # times the size
_LEVEL = 1  # of compression


def packed(content: bytes) -> bytes:
    """Return bytes that :func:`unpacked` reads."""
    small = zlib.compress(content, _LEVEL)
    return small if len(content) <= _MAX_GROWTH * len(small) else zlib.compress(content, 0)


def unpacked(content: bytes) -> bytes:
    """Return what was packed. Raises ``ValueError``, ``TypeError`` or ``zlib.error`` for anything else."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(content, _MAX_GROWTH * len(content) + 1)
    if len(found) > _MAX_GROWTH * len(content) or not unpacking.eof:
        raise ValueError("not packed here")
    return found
