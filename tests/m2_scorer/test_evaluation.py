"""``m2_scorer.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import m2_scorer
from legacy_scorers.common.errors import InputError
from tests.evaluations import assert_is_printed, assert_threads_agree
from tests.m2_scorer.runs import Block, blocks, scored, written

VERSIONS = st.sampled_from(["3.2", "2016"])
BETAS = st.sampled_from([0.5, 1.0, 2.0])


def arguments(block: Block, form: int) -> tuple[tuple[Any, Any], Any]:
    """Return a sentence as an argument: lists of words and a list of edits where one annotator suffices, or texts."""
    edits = [
        [(begin, end, "" if text == "-NONE-" else text) for begin, end, text in edits] for edits in block.annotators
    ]
    of_annotators = edits[0] if form and len(edits) == 1 else dict(enumerate(edits))
    if form:
        return (block.source, of_annotators), block.candidate
    return ("  ".join(block.source), of_annotators), "\t".join(block.candidate)


@given(st.lists(blocks(), max_size=4), VERSIONS, BETAS, st.integers(0, 3), st.booleans(), st.integers(0, 1))
def test_report_and_figures_are_those_of_the_command(
    sentences: list[Block], version: str, beta: float, most: int, ignores: bool, form: int
) -> None:
    words = ["--beta", str(beta), "--max_unchanged_words", str(most), *["--ignore_whitespace_casing"] * ignores]
    run = scored(*written(sentences), *words, version=version)
    given_sentences = [arguments(block, form) for block in sentences]
    gold, system = [list(side) for side in zip(*given_sentences)] or ([], [])
    result = m2_scorer.evaluate(gold, system, beta, most, ignores, version)
    assert str(result).encode() == run.stdout
    assert_is_printed(result, run.stdout)


def test_the_text_of_a_gold_file_may_be_given() -> None:
    gold = "S a b\nA 0 1|||X|||c|||REQUIRED|||-NONE-|||0\n"
    assert m2_scorer.evaluate(gold, ["c b"])["edits/all/F"] == 1
    with pytest.raises(InputError, match="2 lines for 1 sentences"):
        m2_scorer.evaluate(gold, ["c b", "d"])


def test_corrections_may_be_several_and_hold_bars() -> None:
    for corrections, candidate in [(["c", "d e"], "d e b"), ("", "b"), ("|c", "|c b"), (["", "x"], "b")]:
        result = m2_scorer.evaluate([("a b", [(0, 1, corrections)])], [candidate])
        assert result["edits/all/correct"] == 1


@pytest.mark.parametrize(
    ("gold", "system", "problem"),
    [
        ([("a", [])], [], "gold has 1 sentences, system 0; give both the same ones"),
        ([("a", [])], "b", "system is a text; give a list of sentences"),
        (["ab"], ["b"], "gold, sentence 0: 'ab': give the source and its edits"),
        ([("a", [(0, 1)])], ["b"], "gold, sentence 0, annotator 0, edit 0: (0, 1): give begin, end and corr"),
        ([("a", [])], [["b", None]], "system, sentence 0, word 1: None is empty or holds white space"),
        ([("a", []), (["a b"], [])], ["a", "b"], "gold, sentence 1, word 0: 'a b' is empty or holds white space"),
        ([("a", [])], [["a", ""]], "system, sentence 0, word 1: '' is empty or holds white space"),
        ([("a", [])], [["a\u180eb"]], "system, sentence 0, word 0: 'a\\u180eb' is empty or holds white space"),
        ([("a b", [(0, 1, "c"), (2, 1, "c")])], ["a"], "gold, sentence 0, annotator 0, edit 1: 2-1 is outside the sen"),
        ([("a b", {3: [(0, 3, "c")]})], ["a"], "gold, sentence 0, annotator 3, edit 0: 0-3 is outside the sentence"),
        ([("a b", {"x": []})], ["a"], "gold, sentence 0, annotator 'x': name annotators by whole numbers"),
        ([("a", [(0, 1, "c|")])], ["a"], "gold, sentence 0, annotator 0, edit 0: 'c|': bars or line breaks that no"),
        ([("a", [(0, 1, ["c||d"])])], ["a"], "gold, sentence 0, annotator 0, edit 0: ['c||d']: bars or line breaks"),
        ([("a", [(0, 1, [])])], ["a"], "gold, sentence 0, annotator 0, edit 0: []: bars or line breaks that no"),
        ([("a", [(0, 1, "c\u2028")])], ["a"], "gold, sentence 0, annotator 0, edit 0: 'c\\u2028': bars or line break"),
    ],
)
def test_what_no_file_can_hold_is_named(gold: Any, system: Any, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        m2_scorer.evaluate(gold, system)


def test_words_and_edits_may_come_one_by_one() -> None:
    listed = m2_scorer.evaluate([("a b", [(1, 2, "c")])], ["a c"])
    gold: Any = [(iter(["a", "b"]), iter([(1, 2, "c")]))]
    system: Any = [iter(["a", "c"])]
    assert str(m2_scorer.evaluate(gold, system)) == str(listed)
    assert listed["edits/all/F"] == 1


def test_unknown_versions_are_refused() -> None:
    with pytest.raises(ValueError, match=r"version is '3'; it must be 3\.2 or 2016"):
        m2_scorer.evaluate([], [], version="3")


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    gold: list[Any] = [("a cat sat at mat .", {0: [(3, 4, "on")], 1: [(4, 4, ["the", "a"])]})] * 10
    assert_threads_agree(lambda: m2_scorer.evaluate(gold, ["The cat sat on the mat ."] * 10))
    assert capfd.readouterr() == ("", "")
