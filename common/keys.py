"""Dictionary keys for values that come from untrusted input."""

from __future__ import annotations

import sys

_MODULUS = sys.hash_info.modulus


def key_of(value: object) -> object:
    """Return the key for a text, a number or a tuple of these in dictionaries and sets: equal for equal values.

    Python's hash of a whole number is its remainder by a fixed prime, so any number of them can be made to collide.
    Large ones are written out, because the hash of a text cannot be predicted.
    """
    if type(value) is int and not -_MODULUS < value < _MODULUS:
        return int, hex(value)
    if type(value) is tuple:
        return tuple([key_of(member) for member in value])
    return value
