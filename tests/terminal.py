"""What programs show on a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator


def shown_on(screen: int) -> bytes:
    """Return all that is to be read on the screen of a terminal that nobody writes to any more, and close it."""
    content = b"".join(_pieces(screen))
    os.close(screen)
    return content.replace(b"\r\n", b"\n")


def _pieces(screen: int) -> Iterator[bytes]:
    try:
        while piece := os.read(screen, 4096):
            yield piece
    except OSError:  # Linux says so at the end
        return
