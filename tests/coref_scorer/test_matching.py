"""The matching of CEAF beside the six steps on the full table: the same columns and similarities, to the last bit."""

from __future__ import annotations

import tracemalloc

from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.common.assignment import assignment
from legacy_scorers.coref_scorer.align import Aligned, matched, similarities
from legacy_scorers.coref_scorer.matching import matching
from tests.coref_scorer.literal import Chains
from tests.coref_scorer.test_metrics import CHAINS, aligned, numbered

PARTITIONS = st.lists(st.integers(0, 12), max_size=40).map(lambda tokens: numbered(tokens, 12))


def of_tokens(chains: list[list[int]]) -> Chains:
    return [[(token, token) for token in chain] for chain in chains]


REPEATS = of_tokens(
    [[2], [2, 0], [2, 0, 2], [2, 0, 0, 2], [1], [0, 2, 2, 1, 0, 2, 0], [1, 2, 1, 2], [0, 2, 2, 2, 2], [1, 1, 1, 2]]
)


def full_table(pair: Aligned, by_entities: bool) -> list[list[float]]:
    columns = range(max(len(pair.key), len(pair.response)))
    return [[1.0 - line.get(column, 0.0) for column in columns] for line in similarities(pair, by_entities)]


@given(PARTITIONS, PARTITIONS, st.booleans())
@example(of_tokens([[0], [1], [3], [4]]), of_tokens([[0], [1, 4], [9], [3]]), False)  # column 3 is opened after a shift
@example(  # columns that a shift has left covered are opened before the next one
    of_tokens([[0], [1], [2], [3], [4, 5], [6], [7, 8]]), of_tokens([[2], [0, 3, 6, 7], [4], [9], [1, 8], [5]]), False
)
def test_columns_are_those_of_the_full_table(key: Chains, response: Chains, by_entities: bool) -> None:
    pair = aligned(key, response)
    costs = full_table(pair, by_entities)
    values = [{column: 1.0 - cost for column, cost in enumerate(row) if cost != 1.0} for row in costs]
    assert matching(values, len(pair.response)) == assignment(costs)


@given(st.one_of(PARTITIONS, CHAINS), st.one_of(PARTITIONS, CHAINS), st.booleans())
@example(REPEATS, of_tokens([[0, 3, 4, 5], [1, 2]]), True)  # two matchings are equal but for rounding
def test_pairs_and_similarities_are_those_of_the_full_table(key: Chains, response: Chains, by_entities: bool) -> None:
    pair = aligned(key, response)
    costs = full_table(pair, by_entities)
    pairs = [(column, 1.0 - row[column]) for row, column in zip(costs, assignment(costs)) if column is not None]
    assert matched(pair, by_entities) == [(column, value) if value else (None, 0.0) for column, value in pairs]


def test_chains_without_a_counterpart_take_no_table() -> None:
    pair = aligned(of_tokens([[n] for n in range(2_000)]), of_tokens([[n] for n in range(2_000, 4_000)]))
    tracemalloc.start()
    matched(pair, by_entities=True)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2_000_000
