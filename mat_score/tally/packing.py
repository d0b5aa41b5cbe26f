"""Vectors of whole numbers that are added as a whole."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Packing:
    """Packs vectors of ``width`` whole numbers into one number each, so that one addition adds all of a vector.

    The members are the digits of that number, to a base that is more than twice ``largest``; no sum of members may
    be larger than that, nor smaller than its negative. A digit is stored with half the base added, and so is positive.
    """

    __slots__ = ("_half", "_halves", "_length", "_size")

    def __init__(self, width: int, largest: int) -> None:
        self._size = (2 * largest).bit_length() // 8 + 1  # bytes for each digit
        self._length = width * self._size
        self._half = 1 << (8 * self._size - 1)
        self._halves = int.from_bytes(self._half.to_bytes(self._size, "little") * width, "little")

    def pack(self, vector: Iterable[int]) -> int:
        """Return the number for a vector."""
        digits = b"".join([(member + self._half).to_bytes(self._size, "little") for member in vector])
        return int.from_bytes(digits, "little") - self._halves

    def digits(self, number: int) -> bytes:
        """Return the digits of a number, for :meth:`members`."""
        return (number + self._halves).to_bytes(self._length, "little")

    def members(self, digits: bytes, places: Sequence[int]) -> list[int]:
        """Return the members of a vector that stand in certain places."""
        size, half = self._size, self._half
        return [int.from_bytes(digits[place * size : (place + 1) * size], "little") - half for place in places]
