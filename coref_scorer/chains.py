"""Which chains CEAF matches: the one-to-one pairing of least cost (page, 'The metrics')."""

from __future__ import annotations

from common.assignment import assignment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from coref_scorer.align import Aligned


def shared_places(aligned: Aligned) -> list[dict[int, int]]:
    """Return for each key chain how many of its places hold a mention of each response chain."""
    shared: list[dict[int, int]] = [{} for _ in aligned.key]
    for column, ids in enumerate(aligned.response):
        for number in ids:
            for row in aligned.homes.get(number, ()):
                shared[row][column] = shared[row].get(column, 0) + 1
    return shared


def similarities(aligned: Aligned, by_entities: bool) -> list[dict[int, float]]:
    """Return how similar each key chain is to each response chain with which it has a place in common.

    That is the number of such places or, by entities, their share of the places of both.
    """
    return [
        {
            column: 2 * places / (len(ids) + len(aligned.response[column])) if by_entities else float(places)
            for column, places in shared.items()
        }
        for ids, shared in zip(aligned.key, shared_places(aligned))
    ]


def matched(aligned: Aligned, by_entities: bool) -> list[tuple[int | None, float]]:
    """Return for each key chain the response chain that it is matched with, or None, and what that adds to the score.

    The original adds up 1 less the cost, which is not the similarity in the last digit.
    """
    costs = [{column: 1.0 - value for column, value in line.items()} for line in similarities(aligned, by_entities)]
    assigned = _assigned(costs, len(aligned.response)) if costs else []
    return [(column, 1.0 - line[column]) if column in line else (None, 0.0) for line, column in zip(costs, assigned)]


def _assigned(costs: list[dict[int, float]], count: int) -> list[int | None]:
    """Return the columns assigned to the rows of a table with ``count`` columns and cost 1 where nothing is said.

    Columns of cost 1 also pad a table that has more rows than columns; one with fewer is padded with rows of cost 0.
    """
    return assignment([[line.get(column, 1.0) for column in range(max(count, len(costs)))] for line in costs])
