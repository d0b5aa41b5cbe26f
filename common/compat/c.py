"""The arithmetic and the library functions of C that the bytes of old reports rest on."""

from __future__ import annotations

import struct

_SINGLE = struct.Struct("<f")


def f32(value: float) -> float:
    """Round to single precision, as a C ``float`` variable does."""
    rounded: float = _SINGLE.unpack(_SINGLE.pack(value))[0]
    return rounded
