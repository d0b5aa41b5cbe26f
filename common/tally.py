"""Counts that add up, and the ratios made of them.

The scorers differ in what a ratio with nothing to divide by is worth (0, 1, undefined); that rule is
always an argument here and a named constant there.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    AnyTally = TypeVar("AnyTally", bound="Tally")


class Tally:
    """A row of named counts. A subclass names them in ``__slots__``; tallies of one class add field by field."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, *counts: int) -> None:
        """Set the first fields to ``counts``, in the order of ``__slots__``, and the rest to 0."""
        names = self.__slots__
        for name, count in zip(names, counts):
            setattr(self, name, count)
        for name in names[len(counts) :]:
            setattr(self, name, 0)

    def counts(self) -> tuple[int, ...]:
        """Return the counts in the order of ``__slots__``."""
        return tuple([getattr(self, name) for name in self.__slots__])

    def __add__(self: AnyTally, other: AnyTally) -> AnyTally:
        return type(self)(*map(sum, zip(self.counts(), other.counts())))

    def __iadd__(self: AnyTally, other: AnyTally) -> AnyTally:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.counts() == other.counts()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)}" for name in self.__slots__)
        return f"{type(self).__name__}({fields})"


def ratio(part: float, whole: float, empty: float) -> float:
    """Return ``part / whole``, or ``empty`` where ``whole`` is 0: recall and precision with their zero rule."""
    return part / whole if whole else empty


def f_measure(precision: float, recall: float) -> float:
    """Return the balanced F-measure 2PR / (P + R), 0.0 where both are 0."""
    total = precision + recall
    return 2.0 * (precision * recall) / total if total else 0.0
