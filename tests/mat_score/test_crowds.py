"""Crowds of annotations: alike ones are compared once, and that changes nothing."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from mat_score.align import crowds, pairing
from mat_score.align.items import Item
from mat_score.align.pairing import meetings
from mat_score.align.similarity import Similarity
from mat_score.annotations import Attribute
from tests.mat_score.builders import Kind

KIND = Attribute("kind")
RANKS = Attribute("ranks", "int", "set")
KINDS = [Kind("PER", KIND, RANKS), Kind("LOC", KIND, RANKS)]

items = st.builds(
    lambda kind, start, end, value, ranks: kind.item((start, end), kind=value, ranks=ranks),
    st.sampled_from(KINDS),
    st.integers(0, 2),
    st.integers(3, 4),
    st.sampled_from([None, "a"]),
    st.sampled_from([None, (1,), (1, 2**80)]),
)
sides = st.lists(items, min_size=1, max_size=14)


@given(sides, sides)
def test_alike_annotations_meet_as_if_each_were_compared(references: list[Item], hypotheses: list[Item]) -> None:
    similarity = Similarity(None, None)
    found = []
    for few in (0, len(references) + len(hypotheses)):
        with mock.patch.object(crowds, "_FEW", few):
            found.append(list(meetings(references, hypotheses, similarity.compare)))
    assert found[0] == found[1]


def test_as_many_are_compared_as_there_are_different_ones() -> None:
    references = [kind.item((0, 4)) for kind in KINDS for _ in range(50)]
    hypotheses = [kind.item((0, 5)) for kind in KINDS for _ in range(70)]
    compare = mock.Mock(wraps=Similarity(None, None).compare)
    assert len(list(meetings(references, hypotheses, compare))) == 140
    assert compare.call_count == 4


def test_annotations_apart_from_each_other_are_not_many() -> None:
    kind = KINDS[0]
    references = [kind.item((0, 99)), *[kind.item((number, number + 1)) for number in range(1, 20)]]
    with mock.patch.object(pairing, "MOST_COMPARED", 60):
        assert len(list(meetings(references, references, Similarity(None, None).compare))) == 20
    with mock.patch.object(pairing, "MOST_COMPARED", 50), pytest.raises(InputError):
        list(meetings(references, references, Similarity(None, None).compare))


def test_an_assignment_that_takes_too_long_is_refused() -> None:
    references = [KINDS[0].item((number, 40 + 3 * number)) for number in range(20)]
    hypotheses = [KINDS[0].item((number, 41 + 2 * number)) for number in range(20)]
    with mock.patch.object(crowds, "MOST_WORK", 10), pytest.raises(InputError):
        list(meetings(references, hypotheses, Similarity(None, None).compare))


places = st.builds(
    lambda kind, start, length, value: kind.item((start, start + length), kind=value),
    st.sampled_from(KINDS),
    st.integers(0, 30),
    st.integers(1, 9),
    st.sampled_from([None, "a"]),
)
chains = st.lists(places, min_size=1, max_size=12)


@given(chains, chains)
def test_a_chain_is_paired_as_if_all_of_it_were_compared(references: list[Item], hypotheses: list[Item]) -> None:
    similarity = Similarity(None, None)
    found = []
    with mock.patch.object(crowds, "SHARE", 1):
        for long in (0, 1000):
            with mock.patch.object(pairing, "LONG", long):
                found.append(list(meetings(references, hypotheses, similarity.compare)))
    assert found[0] == found[1]
