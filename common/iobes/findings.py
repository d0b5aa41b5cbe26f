"""What a parser finds: spans, and errors, which are logged at once."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

from common.iobes.formats import LOGGER, Error, Span

Made = TypeVar("Made")

# Named tuples of ready tuples, without the call of the class and the count of fields that _make has.
_new_span = partial(tuple.__new__, Span)
_new_error = partial(tuple.__new__, Error)


def _without_collecting(make: Callable[[Findings], Made]) -> Callable[[Findings], Made]:
    """Pause the garbage collector: it would look at a million new tuples again and again, and none is garbage."""

    @wraps(make)
    def make_at_once(self: Findings) -> Made:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return make(self)
        finally:
            if collecting:
                gc.enable()

    return make_at_once


class Findings:
    """The spans and errors of one sequence of tags, column by column, as a parser finds them."""

    __slots__ = ("_kinds", "_locations", "_logged", "_tags", "ends", "starts", "types")

    def __init__(self, tags: list[str]) -> None:
        self._tags = tags
        self._locations: list[int] = []
        self._kinds: list[str] = []
        self._logged = LOGGER.isEnabledFor(logging.WARNING)
        self.types: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def wrong(self, location: int, kind: str, message: str, *details: object) -> None:
        """Note an error of the tag at ``location`` and log it."""
        self._locations.append(location)
        self._kinds.append(kind)
        if self._logged:
            LOGGER.warning(message, *details)

    def valid(self) -> bool:
        """Say whether there was no error."""
        return not self._kinds

    @_without_collecting
    def spans(self) -> list[Span]:
        """Return the spans in the order of the text."""
        tokens = map(tuple, map(range, self.starts, self.ends))
        return list(map(_new_span, zip(self.types, self.starts, self.ends, tokens)))

    @_without_collecting
    def errors(self) -> list[Error]:
        """Return the errors in the order of their tags, those of one tag by the name of their type."""
        around = [None, *self._tags, None]
        return [
            _new_error((location, kind, self._tags[location], around[location], around[location + 2]))
            for location, kind in sorted(zip(self._locations, self._kinds))
        ]

    @_without_collecting
    def results(self) -> tuple[list[Span], list[Error]]:
        """Return the spans and the errors."""
        return self.spans(), self.errors()
