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

    Rows that cost 1 throughout are alike and have one line of the table, columns as well. Such columns also pad a table
    that has more rows than columns; one with fewer is padded with rows of cost 0.
    """
    columns = sorted({column for line in costs for column in line})
    width = max(count, len(costs))
    others = [1.0] if len(columns) < width else []
    places = {column: place for place, column in enumerate(columns)}
    lines = [] if all(costs) else [[1.0] * len(columns) + others]
    rows = []
    for line in costs:
        rows.append(len(lines) if line else 0)
        if line:
            lines.append([line.get(column, 1.0) for column in columns] + others)
    return assignment(lines, rows, [places.get(column, len(columns)) for column in range(width)])
