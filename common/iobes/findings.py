"""What a parser finds in a sequence of tags: spans, and faults, which become errors and warnings in the log."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from functools import partial, wraps
from typing import TypeVar

from common.iobes.faults import Fault
from common.iobes.formats import LOGGER, Error, Span
from common.iobes.utils import extract_function, extract_type

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
    """The spans and the faults of ``tags``, in columns that a parser appends to.

    ``types``, ``starts`` and ``ends`` are those of the spans in the order of the text, ``faults`` and ``places`` (the
    indices of the tags at fault) are in the order of their discovery.
    """

    __slots__ = ("ends", "faults", "places", "starts", "tags", "types")

    def __init__(self, tags: list[str]) -> None:
        self.tags = tags
        self.types: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.faults: list[Fault] = []
        self.places: list[int] = []

    def wrong(self, fault: Fault, place: int) -> None:
        """Note the fault of the tag at index ``place``."""
        self.faults.append(fault)
        self.places.append(place)

    def log(self) -> None:
        """Log a warning for every fault."""
        if not self.faults or not LOGGER.isEnabledFor(logging.WARNING):
            return
        for place, fault in zip(self.places, self.faults):
            details = {
                "location": place,
                "function": extract_function(self.tags[place]),
                "previous": extract_type(self.tags[place - 1]) if place else None,
            }
            LOGGER.warning(fault.message, details)

    @_without_collecting
    def spans(self) -> list[Span]:
        """Return the spans in the order of the text."""
        return [
            _new_span((label, start, end, (start,) if end == start + 1 else tuple(range(start, end))))
            for label, start, end in zip(self.types, self.starts, self.ends)
        ]

    @_without_collecting
    def errors(self) -> list[Error]:
        """Return the errors in the order of their tags, those of one tag by the name of their type."""
        around = [None, *self.tags, None]
        errors = [
            _new_error((place, fault.type, self.tags[place], around[place], around[place + 2]))
            for place, fault in zip(self.places, self.faults)
        ]
        errors.sort()
        return errors

    @_without_collecting
    def results(self) -> tuple[list[Span], list[Error]]:
        """Return the spans and the errors."""
        return self.spans(), self.errors()
