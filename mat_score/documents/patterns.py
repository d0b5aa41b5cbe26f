"""Regular expressions of Python 2, written so that today's Python takes them for the same.

Python 2 reads an escape that it does not know as the letter, an octal escape modulo 256, and global flags anywhere.
"""

from __future__ import annotations

import re

_IN_SETS = rb"\\(?:(?P<octal>[0-7]{3})|(?P<letter>[^bdDsSwWafnrtvx\W\d_])|.)"
_OUTSIDE = rb"\\(?:(?P<octal>[0-7]{3})|(?P<letter>[^AbBdDsSwWZafnrtvx\W\d_])|.)"
_SET = rb"(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])"
_FLAGS = rb"\(\?(?P<flags>[iLmsux]+)\)"
_PART = re.compile(rb"|".join((_OUTSIDE, _SET, _FLAGS)), re.DOTALL)


def anchored(pattern: bytes) -> bytes:
    """Return the pattern between ``^`` and ``$``, without a group. Flags stand first; that for Unicode is left out."""
    flags = b"".join([part["flags"] or b"" for part in _PART.finditer(pattern)]).replace(b"u", b"")
    return (b"(?" + flags + b")" if flags else b"") + b"^" + _PART.sub(_part, pattern) + b"$"


def _part(part: re.Match[bytes]) -> bytes:
    if part["set"]:
        return re.sub(_IN_SETS, _escape, part[0], flags=re.DOTALL)
    return b"" if part["flags"] else _escape(part)


def _escape(part: re.Match[bytes]) -> bytes:
    if part["octal"]:
        return b"\\x%02x" % (int(part["octal"], 8) & 0xFF)
    return part["letter"] or part[0]
