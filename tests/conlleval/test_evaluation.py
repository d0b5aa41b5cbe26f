"""``conlleval.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import conlleval
from tests.conlleval.runs import scored
from tests.conlleval.test_scoring import ANY_TAG
from tests.evaluations import assert_is_printed, assert_threads_agree

TAG = ANY_TAG.filter(bool)
SENTENCES = st.lists(st.lists(st.tuples(TAG, TAG), min_size=1, max_size=6), max_size=5)


def sides(sentences: list[list[tuple[str, str]]]) -> tuple[list[list[str]], list[list[str]]]:
    key, response = [[[tags[side] for tags in sentence] for sentence in sentences] for side in (0, 1)]
    return key, response


@given(SENTENCES, st.booleans(), st.sampled_from(["O", "B-A", "-"]))
def test_report_and_figures_are_those_of_the_command(
    sentences: list[list[tuple[str, str]]], raw: bool, outside: str
) -> None:
    content = "".join(["".join([f"{key} {response}\n" for key, response in one]) + "\n" for one in sentences])
    words = [*["-r"] * raw, "-o", outside]
    result = conlleval.evaluate(*sides(sentences), raw=raw, outside=outside)
    run = scored(content.encode(), *words)
    assert str(result).encode() == run.stdout
    assert_is_printed(result, run.stdout)
    assert [unit.name for unit in result.units] == [f"sentence {number + 1}" for number in range(len(sentences))]


@pytest.mark.parametrize("with_words", [(True, True), (True, False), (False, True)])
def test_words_may_be_given_on_either_side(with_words: tuple[bool, bool]) -> None:
    tags = [["B-A", "O"], ["O"]]
    pairs = [[("w", tag) for tag in sentence] for sentence in tags]
    key, response = [pairs if has_words else tags for has_words in with_words]
    result = conlleval.evaluate(key, response)
    assert result.units[0].text == ["w", "w"]
    assert result.matches[2].key is not None
    assert result.matches[2].key.text == "w"
    assert str(result) == str(conlleval.evaluate(tags, tags))


@pytest.mark.parametrize(
    ("key", "response", "problem"),
    [
        ([["O"], ["O"]], [["O"]], "the key has 2 sentences, the response 1; give both the same ones"),
        ([["O"], ["O"]], [["O"], ["O", "O"]], "sentence 1: tokens: 1 in the key, 2 in the response; give both sides"),
        ([["O"], ["O", "B A"]], [["O"], ["O", "O"]], "key, sentence 1, token 1: 'B A': words and tags have"),
        ([["O"], ["O", "O"]], [["O"], ["O", ""]], "response, sentence 1, token 1: '': words and tags have"),
        ([["O"]], [["B\n"]], r"response, sentence 0, token 0: 'B\n': words and tags have"),
        ([["O", "-X-"]], [["O", "O"]], "sentence 0, token 1: -X- in the first column ends a sentence"),
        ([[("a", "O"), ("", "O")]], [["O", "O"]], "words, sentence 0, token 1: '': words and tags have"),
        ([[("-X-", "O")]], [["O"]], "sentence 0, token 0: -X- in the first column ends a sentence"),
        (["O", "O"], [["O"], ["O"]], "key, sentence 0 is 'O'; give a list of tags for each sentence"),
        ([["O", None]], [["O", "O"]], "key, sentence 0, token 1: None: give a tag, or a pair of a word and a tag"),
        ([[("a", 1)]], [["O"]], "key, sentence 0, token 0: ('a', 1): give a tag, or a pair of a word and a tag"),
        ([["O"], ["O", ("a", "O")]], [["O"], ["O", "O"]], "key, sentence 1, token 1: give words for all tokens, or"),
        ([["O"]], {"a": ["O"]}, "response, sentence 0 is 'a'; give a list of tags for each sentence"),
        ([["O"]], [["B-\ud800"]], "response, sentence 0, token 0: 'B-\\ud800': no file can hold '\\ud800', half of a"),
    ],
)
def test_what_no_file_can_hold_is_named(key: Any, response: Any, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError) as error:
        conlleval.evaluate(key, response)
    assert str(error.value).startswith(problem)


class Column(list[Any]):
    """A column of a table, whose rows keep the numbers that they had before some were left out or shuffled."""

    def __getitem__(self, number: Any) -> Any:  # noqa: ANN401
        raise KeyError(number)


def test_sentences_are_in_their_order_whatever_their_numbers() -> None:
    key, response = Column([["B-A"], ["O"]]), [["B-A"], ["B-A"]]
    assert str(conlleval.evaluate(key, response)) == str(conlleval.evaluate([*key], response))


def test_unknown_names_are_answered_with_the_nearest_one() -> None:
    result = conlleval.evaluate([["B-PER"]], [["B-PER"]])
    assert result["types/PER/correct"] == result["types", "PER", "correct"] == 1
    for name, nearest in [("overall/all/fb1", "overall/all/FB1"), ("types/PRE/recall", "types/PER/recall")]:
        with pytest.raises(KeyError, match=f"no figure '{name}'; the nearest is {nearest}; docs/cells.md"):
            result[name]
    with pytest.raises(KeyError, match="no figure 'f1'; people quote overall/all/precision, overall/all/recall, over"):
        result["f1"]
    with pytest.raises(KeyError, match="no table 'type'; the nearest is types"):
        result.table("type")


def test_nothing_is_printed_and_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    tags = [["B-A", "I-A", "O", "B-B"]] * 20, [["B-A", "O", "O", "B-B"]] * 20
    streams = sys.stdin, sys.stdout, sys.stderr
    assert_threads_agree(lambda: conlleval.evaluate(*tags))
    assert repr(conlleval.evaluate(*tags)) == (
        "<conlleval: overall/all/precision 50, overall/all/recall 50, overall/all/FB1 50>"
    )
    assert streams == (sys.stdin, sys.stdout, sys.stderr)
    assert capfd.readouterr() == ("", "")
