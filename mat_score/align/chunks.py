"""Chains of overlapping annotations."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mat_score.align.items import Item

    Chunk = tuple[list[Item], list[Item]]  # references and hypotheses


def chunks(references: Sequence[Item], hypotheses: Sequence[Item]) -> Iterator[Chunk]:
    """Yield the chains of overlapping annotations of both sides in text order; both sides are given by start.

    Annotations that only touch do not overlap. One that ends where it starts, or before, never closes, so its chain is
    never completed: the whole chain and everything after it are left out.
    """
    opened = [(item.start, 0, item) for item in references] + [(item.start, 1, item) for item in hypotheses]
    opened.sort(key=_start)
    chunk: Chunk = ([], [])
    limit = 0
    for start, side, item in opened:
        if start >= limit and (chunk[0] or chunk[1]):
            yield chunk
            chunk = ([], [])
        if item.end <= start:
            return
        limit = max(limit, item.end)
        chunk[side].append(item)
    if chunk[0] or chunk[1]:
        yield chunk


def _start(entry: tuple[int, int, Item]) -> int:
    return entry[0]
