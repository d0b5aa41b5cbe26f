"""Variables of the environment that are meant for a library, and which it does not stand if they are odd."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def hidden(*beginnings: str) -> Iterator[None]:
    """Have no variables whose names begin so for a while."""
    removed = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(beginnings)}
    try:
        yield
    finally:
        os.environ.update(removed)
