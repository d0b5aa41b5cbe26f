"""Words of Tcl lists, for the map history."""

from __future__ import annotations

_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:/<>=+*%@&'()!?^~|"
_ESCAPES = {bytes([byte]): b"\\" + bytes([byte]) for byte in b'\\{}[]$"; '} | {
    b"\n": b"\\n",
    b"\r": b"\\r",
    b"\t": b"\\t",
    b"\v": b"\\v",
    b"\f": b"\\f",
}


def tcl_word(value: bytes) -> bytes:
    """Return ``value`` as one element of a Tcl list: bare, in braces or, if that is impossible, with backslashes."""
    if value.isalnum() or (value and not value.translate(None, _PLAIN)):
        return value
    if not (b"{" in value or b"}" in value or b"\\" in value):
        return b"{%s}" % value
    return b"".join([_ESCAPES.get(byte, byte) for byte in map(bytes, zip(value))])
