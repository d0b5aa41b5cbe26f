"""Configuration files: their own content, or the content that a caller made for a run."""

from __future__ import annotations

import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

FILLED: dict[str, bytes] = {}  # contents that replace those of files, by path without links


def open_configuration(path: str | bytes) -> BinaryIO:
    """Open a configuration file to read its bytes.

    Raises ``OSError`` if it cannot be opened, ``ValueError`` for a path with a NUL.
    """
    file = open(path, "rb")  # noqa: SIM115 - the caller closes it
    if not FILLED:
        return file
    with file:
        content = FILLED.get(os.path.realpath(os.fsdecode(path)))
        return io.BytesIO(file.read() if content is None else content)
