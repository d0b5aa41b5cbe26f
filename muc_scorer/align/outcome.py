"""What became of a document: the matches of its objects and of their single fills."""

from __future__ import annotations

from common.result import Match
from muc_scorer.cells import COR, FEWER, INC, MIS, MORE, SPU

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from muc_scorer.align.alignment import Alignment
    from muc_scorer.cells import Rows
    from muc_scorer.read.definitions import SlotDef
    from muc_scorer.read.objects import MultiFill, Object

    Fill: TypeAlias = tuple[bytes, Object | None]  # as template files write it, and what it points to
    FillMatch: TypeAlias = tuple[bytes, Fill | None, Fill | None, int]  # code, fills of key and response, times
    Pair: TypeAlias = tuple[Object | None, Object | None]  # of key and response, one of which may be missing
    Piece: TypeAlias = tuple[Pair, SlotDef | None, Fill | None]  # an object, or a fill of a slot that it has


class MatchTree:
    """The matches of a document in the order of the reports: of two objects, then those of their fills, and so on.

    ``pieces`` are by side what the matches give the indexes of: objects, with what they are paired with, and fills. The
    relevance of the document is a fill of no object.
    """

    __slots__ = ("alignment", "matches", "pieces")

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.matches: list[Match] = []
        self.pieces: tuple[list[Piece], list[Piece]] = ([], [])

    def add_objects(self, code: bytes, rows: Rows, pair: Pair) -> None:
        """Add the match of two objects, or of one that stands alone."""
        (keys, responses), (key, response) = self.pieces, pair
        places = None if key is None else len(keys), None if response is None else len(responses)
        self.matches.append(Match((code, rows, 1), *places))
        for pieces, item in zip(self.pieces, pair):
            if item is not None:
                pieces.append((pair, None, None))

    def add_fills(self, pair: Pair, slot: SlotDef | None, rows: Rows, fills: Sequence[FillMatch]) -> None:
        """Add the matches of the fills of a slot of two objects."""
        keys, responses = self.pieces
        for code, key, response, times in fills:
            signature = (code, rows, times)
            self.matches.append(Match(signature, key and len(keys), response and len(responses)))
            if key:
                keys.append((pair, slot, key))
            if response:
                responses.append((pair, slot, response))

    def of(self, match: Match) -> tuple[Pair, SlotDef | None, Fill | None, Fill | None]:
        """Return what matches: two objects, and a slot with a fill of each if it is fills that match."""
        keys, responses = self.pieces
        key = keys[match.key] if match.key is not None else None
        response = responses[match.response] if match.response is not None else None
        piece = key or response
        assert piece is not None, "a match has an item"
        return piece[0], piece[1], key and key[2], response and response[2]


def written(fills: MultiFill) -> list[Fill]:
    """Return the strings and then the pointers of a multi-fill as template files write them, without quotes."""
    found: list[Fill] = [(text, None) for text in fills.strings]
    if fills.pointers:
        found += [(item.header(), item) for item in fills.pointers]
    return found


def side_by_side(keys: Sequence[Fill], responses: Sequence[Fill], right: Sequence[tuple[int, int]]) -> list[FillMatch]:
    """Return the matches of the fills of two multi-fills.

    ``right`` are the places of what is correct. What is not is incorrect pair by pair, as far as both sides go. Where
    one fill of the response makes several of the key right, there may be fewer incorrect ones than none.
    """
    found: list[FillMatch] = [(COR, keys[i], responses[j], 1) for i, j in right]
    if len(right) == len(keys) == len(responses):
        return found
    right_keys, right_responses = {i for i, _ in right}, {j for _, j in right}
    left_keys = [fill for place, fill in enumerate(keys) if place not in right_keys]
    left_responses = [fill for place, fill in enumerate(responses) if place not in right_responses]
    incorrect = min(len(keys), len(responses)) - len(right)
    if incorrect >= 0:
        found += [(INC, key, response, 1) for key, response in zip(left_keys[:incorrect], left_responses)]
    found += [(MIS, key, None, 1) for key in left_keys[max(0, incorrect) :]]
    matched = len(left_responses) - max(0, len(responses) - len(keys))
    found += [(SPU, None, response, 1) for response in left_responses[matched:]]
    if incorrect < 0:
        _, key, response, _ = found[len(right) - 1]
        found += [(FEWER, key, response, -incorrect), (MORE, key, None, -incorrect)]
    return found
