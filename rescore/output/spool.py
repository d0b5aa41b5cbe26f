"""The temporary file that holds an explanation until it is known to be complete."""

from __future__ import annotations

import io
import tempfile
from typing import Any

BLOCK_BYTES = 2**16  # that are written or read at once


class Spool(io.FileIO):
    """A temporary file, which has no name."""

    def write(self, content: Any, /) -> int:  # noqa: ANN401 - what a buffer passes on
        """Write to the file. Errors name its folder."""
        try:
            return super().write(content)
        except OSError as error:
            error.filename = f"a temporary file in {tempfile.gettempdir()}"
            raise
