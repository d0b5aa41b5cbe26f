"""The brackets of a cell: where mentions begin and end, in the order of the search (page, 'The files').

What matches is cut out and the search begins again on what is left, which joins what stood around it: ``(1(2)3)`` is a
mention of chain 2 and one of chain 13. Cells of bars, blanks and well-formed brackets need no search.
"""

from __future__ import annotations

from common.memo import Memo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Bracket: TypeAlias = tuple[int, bytes]  # kind and chain; of what is discarded all of it

DISCARDED, SINGLE, BEGIN, END = range(4)  # kinds, in the order of the search
_PATTERNS = (rb"(\(\d+\+\d\))", rb"\((\d+)\)", rb"\((\d+)", rb"(\d+)\)")
_ODD: Bracket = (-1, b"")


def brackets(cell: bytes) -> list[Bracket]:
    """Return what is found in a cell."""
    found = []
    for piece in cell.replace(b"|", b" ").split():
        bracket = _pieces[piece]
        if bracket is _ODD:
            return list(_searched(cell))
        if bracket:
            found.append(bracket)
    if len(found) > 1:
        found.sort(key=_kind)
    return found


def _kind(bracket: Bracket) -> int:
    return bracket[0]


def _bracket(piece: bytes) -> Bracket | None:
    """Return the bracket that a piece without bars and blanks is, None if it has nothing to be found."""
    begins, ends = piece[:1] == b"(", piece[-1:] == b")"
    chain = piece[begins : len(piece) - ends]
    if chain.isdigit() and (begins or ends):
        return (SINGLE if begins and ends else BEGIN if begins else END), chain
    return _ODD if piece.translate(None, b"0123456789") != piece != piece.translate(None, b"()") else None


_pieces = Memo(_bracket)  # the same few chains again and again


def _searched(cell: bytes) -> Iterator[Bracket]:
    import re

    while True:
        found = [(kind, match) for kind, pattern in enumerate(_PATTERNS) if (match := re.search(pattern, cell))]
        if not found:
            return
        kind, match = found[0]
        yield kind, match[1]
        cell = cell[: match.start()] + cell[match.end() :]
