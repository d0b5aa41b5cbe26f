"""What can become of an object, a fill or a mention (scoring manual, tallies): the codes that all reports print."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias, TypeVar

    Fill = TypeVar("Fill")
    FillMet: TypeAlias = tuple[bytes, Fill | None, Fill | None]  # a code, and the fills of key and response

COR = b"COR"  # correct
INC = b"INC"  # incorrect
MIS = b"MIS"  # missing
SPU = b"SPU"  # spurious
OPT = b"OPT"  # optional, and the response lacks it
NON = b"NON"  # of an alternative that was not chosen (3.3), or filled by neither side (1997)
UNS = b"UNS"  # not scored


def side_by_side(
    keys: Sequence[Fill], responses: Sequence[Fill], right: Sequence[tuple[int, int]]
) -> list[FillMet[Fill]]:
    """Return how the fills of two multi-fills met, None for the side that has no fill.

    ``right`` are the places of what is correct. What is not is incorrect pair by pair, as far as both sides go.
    """
    if len(right) == len(keys) == len(responses):
        return [(COR, keys[i], responses[j]) for i, j in right]
    right_keys, right_responses = {i for i, _ in right}, {j for _, j in right}
    left_keys = [fill for place, fill in enumerate(keys) if place not in right_keys]
    left_responses = [fill for place, fill in enumerate(responses) if place not in right_responses]
    incorrect = max(0, min(len(keys), len(responses)) - len(right))
    matched = len(left_responses) - max(0, len(responses) - len(keys))
    return [
        *[(COR, keys[i], responses[j]) for i, j in right],
        *[(INC, key, response) for key, response in zip(left_keys[:incorrect], left_responses)],
        *[(MIS, key, None) for key in left_keys[incorrect:]],
        *[(SPU, None, response) for response in left_responses[matched:]],
    ]
