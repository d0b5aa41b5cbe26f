"""The span encodings as data, and the values that parsers give back.

A tag is a function and the type of a span, joined by ``-``: ``B-PER`` begins a person. A span encoding says by which
letter each place in a span is marked (the paper's section 2, 'Formats').
"""

from __future__ import annotations

import logging
from enum import Enum
from typing import ClassVar, NamedTuple

__all__ = [
    "BILOU", "BIO", "BMEOW", "BMEWO", "IOB", "IOBES", "LOGGER", "TOKEN", "Error", "ErrorType", "Span", "SpanEncoding",
    "SpanFormat", "TokenFunction",
]  # fmt: skip

LOGGER = logging.getLogger("iobes")


class TokenFunction:
    """The functions that a token can have in some encoding, and the two symbols around a sequence."""

    OUTSIDE = "O"
    BEGIN = "B"
    INSIDE = "I"
    MIDDLE = "M"
    END = "E"
    LAST = "L"
    SINGLE = "S"
    UNIT = "U"
    WHOLE = "W"
    GO = "<GO>"
    EOS = "<EOS>"


class SpanFormat:
    """The letters of one encoding; None where it has no tag for that place. Classes only, there are no instances."""

    BEGIN: ClassVar[str | None] = None
    INSIDE: ClassVar[str | None] = None
    END: ClassVar[str | None] = None
    SINGLE: ClassVar[str | None] = None

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Refuse, because a format is a class."""
        raise NotImplementedError("You cannot instantiate a SpanFormat object")


class IOB(SpanFormat):
    """Every token of a span is ``I``; ``B`` only separates a span from one of the same type right before it."""

    INSIDE, END = "I", "I"


class BIO(SpanFormat):
    """Every span begins with ``B``, its other tokens are ``I``."""

    BEGIN, INSIDE, END, SINGLE = "B", "I", "I", "B"


class IOBES(SpanFormat):
    """``B``, ``I`` and ``E`` for the first, the inner and the last token of a span, ``S`` for the only one."""

    BEGIN, INSIDE, END, SINGLE = "B", "I", "E", "S"


class BILOU(SpanFormat):
    """IOBES with the letters ``L`` (last) and ``U`` (unit)."""

    BEGIN, INSIDE, END, SINGLE = "B", "I", "L", "U"


class BMEOW(SpanFormat):
    """IOBES with the letters ``M`` (middle) and ``W`` (whole)."""

    BEGIN, INSIDE, END, SINGLE = "B", "M", "E", "W"


BMEWO = BMEOW


class BMES(SpanFormat):
    """BMEOW with the letter ``S`` (single). Only the command knows it."""

    BEGIN, INSIDE, END, SINGLE = "B", "M", "E", "S"


class BIOS(SpanFormat):
    """BIO with the letter ``S`` for the only token of a span. Only the command knows it."""

    BEGIN, INSIDE, END, SINGLE = "B", "I", "I", "S"


class TOKEN(SpanFormat):
    """No spans: every tag is the type of its own token, as in part-of-speech tagging."""


class SpanEncoding(Enum):
    """The encodings by name; the value of a member is its format. ``BMEWO`` is another name of ``BMEOW``."""

    TOKEN = TOKEN
    IOB = IOB
    BIO = BIO
    IOBES = IOBES
    BILOU = BILOU
    BMEOW = BMEOW
    BMEWO = BMEOW  # noqa: PIE796 - the alias is meant

    @classmethod
    def from_string(cls, value: str) -> SpanEncoding:
        """Return the encoding of that name, in upper or lower case and possibly surrounded by white space.

        ``iob2`` is BIO, ``bioul`` is BILOU. Raises ``ValueError`` for any other name, also for ``iob1``.
        """
        name = value.strip().lower()
        encodings = {known.lower(): encoding for known, encoding in cls.__members__.items()}
        encodings.update(iob2=cls.BIO, bioul=cls.BILOU)
        if name not in encodings:
            raise ValueError(f"Unknown Encoding scheme, got: `{name}`")
        return encodings[name]


class Span(NamedTuple):
    """A span of tokens: ``start`` is the index of the first, ``end`` one more than the index of the last."""

    type: str
    start: int
    end: int
    tokens: tuple[int, ...]


class ErrorType(Enum):
    """Kept for those who import it; kinds of errors are strings."""


class Error(NamedTuple):
    """A tag that breaks its encoding's rules.

    ``location`` is the tag's index, ``type`` one of ``Illegal Start``, ``Illegal Transition``, ``Illegal End``,
    ``Illegal Single`` and ``Illegal Final``, ``current`` the tag; ``previous`` and ``next`` are its neighbours, None at
    the ends of the sequence.
    """

    location: int
    type: str
    current: str
    previous: str | None
    next: str | None

    def __str__(self) -> str:
        return f"{self.type} error at index {self.location}."
