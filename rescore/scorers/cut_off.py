"""Whether a file was cut off: it ends within a line, a document or a value."""

from __future__ import annotations

_COMPARED_LINES = 20  # lines before the last


def ends_in_line(content: bytes) -> bool:
    """Whether the last line has no line end and fewer fields than each of the lines before."""
    *lines, last = content.split(b"\n")
    fields = [len(line.split()) for line in lines[-_COMPARED_LINES:] if line.strip()]
    return bool(fields) and 0 < len(last.split()) < min(fields)
