"""Characters that could command a terminal, and JSON without them."""

from __future__ import annotations

import re

CONTROLS = "\x7f-\x9f\u2028-\u202e\u2066-\u2069"  # those that JSON may hold unescaped, as a class of a pattern
_CONTROL = re.compile(f"[{CONTROLS}]")


def json_bytes(lines: str) -> bytes:
    r"""Return lines of JSON as bytes, with control characters and changes of text direction escaped as ``\u202e``.

    Input bytes that are not UTF-8 are escaped, too, as ``\udc80`` and so on.
    """
    if not lines.isascii() or "\x7f" in lines:
        lines = _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", lines)
    return lines.encode("utf-8", "backslashreplace")
