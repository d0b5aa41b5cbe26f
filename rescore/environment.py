"""Environment variables that a library reads, and that could make it fail."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def hidden(*beginnings: str) -> Iterator[None]:
    """Remove variables whose names begin with one of these texts, and restore them at the end of the context."""
    removed = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(beginnings)}
    try:
        yield
    finally:
        os.environ.update(removed)
