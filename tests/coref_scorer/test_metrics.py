"""What a document adds to each metric: laws, and a slow transcription of the rules beside it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.tally import Row, complete
from legacy_scorers.coref_scorer import tally
from legacy_scorers.coref_scorer.align import Aligned
from legacy_scorers.coref_scorer.links import counts_by_place
from legacy_scorers.coref_scorer.read import Chain, Document, brackets
from legacy_scorers.coref_scorer.tally import COLUMNS, F1, KEY, METRICS, OF_ROW, PRECISION, RECALL, RECALLED, rows
from tests.coref_scorer import literal
from tests.coref_scorer.literal import Chains, Figures
from tests.growth import assert_linear

MENTIONS = st.tuples(st.integers(0, 7), st.integers(0, 1)).map(lambda pair: (pair[0], pair[0] + pair[1]))
CHAINS = st.lists(st.lists(MENTIONS, max_size=5), max_size=5)


def numbered(tokens: list[int], chains: int) -> Chains:
    """Return chains of tokens, given by the chain of each; the one behind the last is none."""
    return [[(token, token) for token, of in enumerate(tokens) if of == chain] for chain in range(chains)]


PARTITIONS = st.lists(st.integers(0, 7), max_size=14).map(lambda tokens: numbered(tokens, 7))  # no mention twice


def document(chains: Chains) -> Document:
    made = Document(b"d", ())
    for mentions in chains:
        made.chains.append(Chain(b"1"))
        made.chains[-1].mentions = mentions
    return made


def aligned(key: Chains, response: Chains) -> Aligned:
    return Aligned(document(key), document(response))


def figures(row: Row) -> Figures:
    return Figures(*[row[column] for column in COLUMNS])


def is_near(found: Figures, wanted: Figures) -> bool:
    near = found[::2] == pytest.approx([float(wanted.recalled), float(wanted.correct)], rel=1e-14)
    return bool(near) and found[1::2] == wanted[1::2]


@given(st.text("(()))01223+|a \u00e9", max_size=14))
def test_brackets_of_a_cell(cell: str) -> None:
    kinds = ("discarded", "single", "begin", "end")
    assert [(kinds[kind], chain.decode()) for kind, chain in brackets(cell.encode())] == literal.read(cell)


def test_digits_that_no_bracket_ends_are_looked_at_once() -> None:
    assert_linear(lambda digits: b"(x" + b"1" * digits, brackets, 20_000)


@given(CHAINS, CHAINS)
def test_each_metric_beside_the_slow_transcription(key: Chains, response: Chains) -> None:
    pair = aligned(key, response)
    left = literal.deduplicated(key, response)
    assert figures(tally.identification(pair)) == literal.identification(key, left)
    assert figures(tally.muc(pair)) == literal.muc(key, left)
    assert is_near(figures(tally.bcub(pair)), literal.bcub(key, left))
    assert figures(tally.ceafm(pair)) == literal.ceaf(key, left, by_entities=False)
    assert figures(tally.ceafe(pair)) == literal.ceaf(key, left, by_entities=True)
    found = [figures(row) for row in tally.blanc(pair).values()]
    assert found == (literal.blanc(key, left) if all(key) else [])


@given(PARTITIONS, PARTITIONS)
def test_links_are_counted_without_making_them(key: Chains, response: Chains) -> None:
    key = [chain for chain in key if chain]
    response = [chain for chain in response if chain]
    found = [figures(row) for row in tally.blanc(aligned(key, response)).values()]
    assert found == literal.blanc(key, response)


@given(PARTITIONS, PARTITIONS)
def test_a_place_adds_its_links_with_places_before_it(key: Chains, response: Chains) -> None:
    _, counts = counts_by_place(aligned(key, response))
    for number in range(len(counts) + 1):
        sums = [tuple(map(sum, zip((0, 0), *[counted[kind] for counted in counts[:number]]))) for kind in (0, 1)]
        wanted = literal.blanc(key, first(response, number))
        assert sums == [(row.correct, row.response) for row in wanted]


def first(chains: Chains, number: int) -> Chains:
    """Return chains with their first ``number`` mentions."""
    kept = []
    for chain in chains:
        kept.append(chain[:number])
        number -= len(kept[-1])
    return kept


@given(st.data(), st.integers(2, 12), st.integers(2, 40))
def test_many_chains_are_matched_as_in_the_slow_transcription(data: st.DataObject, chains: int, tokens: int) -> None:
    numbers = st.lists(st.integers(0, chains), min_size=tokens, max_size=tokens)
    key, response = [[chain for chain in numbered(data.draw(numbers), chains) if chain] for _ in range(2)]
    pair = aligned(key, response)
    assert figures(tally.ceafm(pair)) == literal.ceaf(key, response, by_entities=False)
    assert figures(tally.ceafe(pair)) == literal.ceaf(key, response, by_entities=True)


@given(PARTITIONS, PARTITIONS, st.booleans())
def test_no_other_pairing_of_chains_is_better(key: Chains, response: Chains, by_entities: bool) -> None:
    key, response = [[chain for chain in side if chain][:5] for side in (key, response)]
    found = (tally.ceafe if by_entities else tally.ceafm)(aligned(key, response))[RECALLED]
    table = literal.costs(key, response, by_entities)
    orders = permutations(range(len(table)))
    sums = [sum(1 - table[row][column] for row, column in enumerate(order[: len(key)])) for order in orders]
    assert found == pytest.approx(max(sums, default=0))


@given(PARTITIONS)
def test_a_key_against_itself_is_perfect(chains: Chains) -> None:
    chains = [chain for chain in chains if chain]
    pair = aligned(chains, chains)
    for metric in METRICS:
        for row in rows(pair, metric).values():
            found = complete(row, OF_ROW)
            wanted = 1 if row[KEY] else 0
            assert (found[RECALL], found[PRECISION], found[F1]) == pytest.approx((wanted, wanted, wanted))


@given(PARTITIONS, PARTITIONS)
def test_sides_change_places_with_recall_and_precision(key: Chains, response: Chains) -> None:
    key, response = [[chain for chain in side if chain] for side in (key, response)]
    for metric in METRICS:
        one, other = rows(aligned(key, response), metric), rows(aligned(response, key), metric)
        for name, row in one.items():
            swapped = figures(other[name])
            assert is_near(figures(row), Figures(*swapped[2:], *swapped[:2]))
