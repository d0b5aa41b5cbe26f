"""The chosen path is that of the original's own steps, on short sentences."""

from __future__ import annotations

import gc

from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.m2_scorer.lattice import Lattice
from legacy_scorers.m2_scorer.path import best_path
from legacy_scorers.m2_scorer.read import Edit
from tests.m2_scorer.literal import Search
from tests.m2_scorer.runs import WORDS, Annotation, edits_of


def shown(edits: list[Edit]) -> list[tuple[int, int, str, str]]:
    return [(edit.begin, edit.end, edit.original, edit.correction) for edit in edits]


def gold_edits(source: list[str], found: list[Annotation]) -> list[Edit]:
    return [
        Edit(begin, end, " ".join(source[begin:end]), [None if text == "-NONE-" else text])
        for begin, end, text in found
    ]


@given(WORDS, WORDS, st.sampled_from([2, 2, 0, 1, 3, -1]), st.booleans(), st.data())
def test_the_path_is_that_of_the_list_of_all_arcs(
    source: list[str], candidate: list[str], most_unchanged: int, all_at_0: bool, data: st.DataObject
) -> None:
    lattice = Lattice(source, candidate, most_unchanged, all_at_0)
    literal = Search(source, candidate, most_unchanged, all_at_0)
    assert lattice.size == len(literal.arcs)
    for _ in range(2):
        gold = gold_edits(source, data.draw(edits_of(source, candidate)))
        assert shown(best_path(lattice, gold)) == shown(literal.edits(gold))


@given(WORDS, WORDS, st.data())
@example(["c"], ["f", "c", "c"], None)
def test_insertions_at_one_place_are_looked_at_from_both_sides(
    source: list[str], candidate: list[str], data: st.DataObject | None
) -> None:
    if data is None:
        found = [(1, 1, "c"), (0, 1, "x y")]
    else:
        places = st.tuples(st.sampled_from([0, len(source)]), st.lists(st.sampled_from("abcd"), min_size=1, max_size=2))
        found = [(place, place, " ".join(words)) for place, words in data.draw(st.lists(places, max_size=4))]
    gold = gold_edits(source, found)
    for all_at_0 in (False, True):
        wanted = Search(source, candidate, 2, all_at_0).edits(gold)
        assert shown(best_path(Lattice(source, candidate, 2, all_at_0), gold)) == shown(wanted)


@given(st.lists(st.sampled_from("ab"), max_size=7), st.lists(st.sampled_from("ab"), max_size=7))
def test_repeated_words(source: list[str], candidate: list[str]) -> None:
    lattice, literal = Lattice(source, candidate), Search(source, candidate, 2, all_at_0=False)
    assert lattice.size == len(literal.arcs)
    assert shown(best_path(lattice, [])) == shown(literal.edits([]))


def test_a_sentence_of_which_each_word_is_replaced() -> None:
    """The number of arcs grows with the fourth power of the length, and nothing grows faster."""
    words = [f"a{number}" for number in range(20)], [f"b{number}" for number in range(20)]
    lattice = Lattice(*words)
    assert len(lattice.cells) == 21 * 21
    assert sum(map(len, lattice.begins)) <= len(lattice.cells) ** 2 / 4 + len(lattice.cells) * 21


def test_a_sentence_leaves_nothing_to_the_garbage_collector() -> None:
    """The command runs without it, so that references in a circle would add up sentence by sentence."""
    gc.collect()
    gc.disable()
    try:
        best_path(Lattice(["a", "b", "c", "d"], ["a", "x", "c", "y"]), [])
        assert gc.collect() == 0
    finally:
        gc.enable()
