"""Which chains CEAF matches: the one-to-one pairing of least cost (specification, 8)."""

from __future__ import annotations

from common.assignment import assignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from coref_scorer.align import Aligned

    Similarity: TypeAlias = Callable[[int, int, int], float]  # of shared places and the lengths of both chains


def by_mentions(shared: int, _: int, __: int) -> float:
    """Return how many places two chains share."""
    return shared


def by_entities(shared: int, key: int, response: int) -> float:
    """Return the share of the places of both chains that they have in common."""
    return 2 * shared / (key + response)


def shared_places(aligned: Aligned) -> list[dict[int, int]]:
    """Return for each key chain how many of its places hold a mention of each response chain."""
    shared: list[dict[int, int]] = [{} for _ in aligned.key]
    for column, ids in enumerate(aligned.response):
        for number in ids:
            for row in aligned.homes.get(number, ()):
                shared[row][column] = shared[row].get(column, 0) + 1
    return shared


def matched(aligned: Aligned, similarity: Similarity) -> list[tuple[int | None, float]]:
    """Return for each key chain the response chain that it is matched with, or None, and what that adds to the score.

    The original adds up 1 less the cost, which is not the similarity in the last digit.
    """
    costs = [
        {column: 1.0 - similarity(places, len(ids), len(aligned.response[column])) for column, places in shared.items()}
        for ids, shared in zip(aligned.key, shared_places(aligned))
    ]
    assigned = _assigned(costs, len(aligned.response)) if costs else []
    return [(column, 1.0 - line[column]) if column in line else (None, 0.0) for line, column in zip(costs, assigned)]


def _assigned(costs: list[dict[int, float]], count: int) -> list[int | None]:
    """Return the columns assigned to the rows of a table with ``count`` columns and cost 1 where nothing is said.

    Columns of cost 1 also pad a table that has more rows than columns; one with fewer is padded with rows of cost 0.
    """
    return assignment([[line.get(column, 1.0) for column in range(max(count, len(costs)))] for line in costs])
