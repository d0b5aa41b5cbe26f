"""The sense map: every sense with its parents in a subsumption hierarchy.

A line is ``SENSE [BRANCHING PARENT BRANCHING PARENT ...]``, one blank between fields (documentation, 'Execution').
"""

from __future__ import annotations

from common.compat.c import divide, multiply, strtod
from common.memo import Memo
from scorer2.read import read_lines
from scorer2.search import findable, unended_lines

_WHITE_SPACE = b"\t\v\f\r"
_UNMAPPED: dict[bytes, float] = {}


class SenseMap:
    """Senses by identifier, as far as the search finds them.

    ``shares[tag]`` holds, for each sense that subsumes ``tag``, the part of it that ``tag`` is: 1 / the product of the
    branching factors between them. The tag itself is among them, with 1. Empty for a tag that is not found.
    """

    __slots__ = ("_lines", "_tops", "shares")

    def __init__(self, content: bytes) -> None:
        lines = [*read_lines(content), *unended_lines(content)]
        heads = [line.partition(b" ") for line in lines]
        found = findable([head[0] for head in heads], [head[1] or b"\0" for head in heads])
        self._lines = {heads[place][0]: lines[place] for place in found}
        self._tops = Memo(self._top)
        self.shares = Memo(self._shares)

    def coarse(self, tag: bytes) -> bytes:
        """Return the topmost parent of ``tag``: what follows the last blank of its line; without a line, the tag."""
        return self._tops[tag]

    def _top(self, tag: bytes) -> bytes:
        return self._lines.get(tag, tag).rpartition(b" ")[2]

    def _shares(self, tag: bytes) -> dict[bytes, float]:
        """Return the shares that the line of ``tag`` gives; of a sense that stands there twice, the first."""
        if tag not in self._lines:
            return _UNMAPPED
        fields = self._lines[tag].removesuffix(b" ").split(b" ")  # behind a last blank no field begins
        numerals = _numerals(fields)
        shares: dict[bytes, float] = {}
        branching = 1.0
        for place in range(0, len(fields), 2):
            shares.setdefault(fields[place], divide(1.0, branching))
            branching = multiply(strtod(numerals[place + 1]), branching)  # of two NaNs the one just read counts
        return shares


def _numerals(fields: list[bytes]) -> list[bytes]:
    """Return what is read as a number from the place of each field on, and from the line's end.

    Reading skips white space and blanks, so an empty field gives way to the next that is not.
    """
    numerals = [b""]
    for field in reversed(fields):
        numerals.append(field if field.strip(_WHITE_SPACE) else numerals[-1])
    numerals.reverse()
    return numerals
