"""``evalb.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import evalb
from legacy_scorers.common.errors import InputError
from tests.evalb.literal import Rules
from tests.evalb.runs import joined, scored
from tests.evalb.test_scoring import LABELS, RULES, TAGS, damaged
from tests.evaluations import assert_is_printed, assert_threads_agree

TAG, LABEL = [st.sampled_from([name.decode() for name in names]) for names in (TAGS, LABELS)]
WORD = st.tuples(TAG, st.sampled_from(["a", "b", "'", "é", ""]))
TREE = st.one_of(
    st.just(()),
    st.recursive(WORD, lambda below: st.builds(lambda label, nodes: (label, *nodes), LABEL, st.lists(below))),
)


def written(tree: Any) -> bytes:  # noqa: ANN401
    """Return a nested tree with as little white space as a line needs."""
    if not tree:
        return b""
    label, *below = tree
    is_word = len(below) == 1 and isinstance(below[0], str)
    inside = b" " + below[0].encode() if is_word else b"".join(map(written, below))
    return b"(%b%b)" % (label.encode(), inside)


def values_of(rules: Rules) -> dict[str, Any]:
    """Return the values of a parameter file by keyword."""
    lists = {"DELETE_LABEL": rules.delete, "DELETE_LABEL_FOR_LENGTH": rules.short, "QUOTE_LABEL": rules.quote}
    pairs = {"EQ_LABEL": rules.labels, "EQ_WORD": rules.words}
    return {
        "MAX_ERROR": rules.most,
        "CUTOFF_LEN": rules.cutoff,
        "LABELED": rules.labeled,
        **{keyword: [label.decode() for label in labels] for keyword, labels in lists.items()},
        **{keyword: [(one.decode(), other.decode()) for one, other in found] for keyword, found in pairs.items()},
    }


def assert_is_the_commands(gold: list[Any], test: list[Any], lines: list[list[bytes]], rules: Rules) -> None:
    """Compare a result with what the command prints on these lines."""
    of_gold, of_test = map(joined, lines)
    run = scored(of_gold, of_test, parameters=rules.file())
    if run.exit:
        last = run.stderr.decode().splitlines()[-1]
        with pytest.raises(InputError, match=f"^line {re.escape(last)}; one error more than MAX_ERROR"):
            evalb.evaluate(gold, test, values_of(rules))
        return
    for parameters in (values_of(rules), rules.file().decode()):
        result = evalb.evaluate(gold, test, parameters)
        assert str(result).encode() == run.stdout
        assert result.messages.encode() == run.stderr
        assert_is_printed(result, run.stdout)


@given(st.lists(st.tuples(TREE, TREE), max_size=4), RULES)
def test_nested_trees_are_scored_as_by_the_command(pairs: list[tuple[Any, Any]], rules: Rules) -> None:
    gold, test = [[pair[side] for pair in pairs] for side in (0, 1)]
    assert_is_the_commands(gold, test, [[*map(written, gold)], [*map(written, test)]], rules)


@given(damaged(), RULES)
def test_texts_are_scored_as_by_the_command(sides: tuple[list[bytes], list[bytes]], rules: Rules) -> None:
    size = min(map(len, sides))
    lines = [[line.replace(b"\0", b"") for line in side[:size]] for side in sides]
    gold, test = [[line.decode() for line in side] for side in lines]
    assert_is_the_commands(gold, test, lines, rules)


def test_a_tree_may_have_line_breaks_and_any_depth() -> None:
    deep: Any = ("NN", "cat")
    for _ in range(2000):
        deep = "NP", deep
    text = "(NP\n  " * 2000 + "(NN\ncat)" + ")" * 2000
    result = evalb.evaluate([deep, "(S (NN cat))"], [text, ["S", ["NN", "cat"]]])
    assert repr(result) == ("<evalb: overall/All/recall 100, overall/All/precision 100, overall/All/FMeasure 100>")
    assert result["overall/All/gold"] == 2001


@pytest.mark.parametrize(
    ("gold", "test", "parameters", "problem"),
    [
        ([()], [], None, "gold has 1 trees, test 0; give both a tree for each sentence"),
        ([(), "(N \ud800)"], [(), ()], None, "gold, tree 1: no file can hold '\\ud800', half of a pair of surrogates"),
        ([], [], {"CUTOFF_LEN": float("inf")}, "CUTOFF_LEN: inf must be a whole number"),
        ([], [], {b"DEBUG": 1}, "b'DEBUG' is not a parameter; use one of DEBUG"),
        ([(), ("S", ("N N", "a"))], [(), ()], None, "gold, tree 1: 'N N': labels, tags and words are texts without"),
        ([()], [("S", ("NN", "(a"))], None, "test, tree 0: '(a': labels, tags and words are texts without brackets"),
        ([()], [("S", "a", "b")], None, "test, tree 0: 'a' below 'S': write a word with its tag, such as ('NN', 'cat'"),
        ([()], [("S", ())], None, "test, tree 0: () below 'S': write a word with its tag, such as ('NN', 'cat'"),
        ([()], [(("S",), ("A", "a"))], None, "test, tree 0: ('S',): labels, tags and words are texts without brackets"),
        ([()], "(S (A a))", None, "test is a text; give a list of trees"),
        ([()], ["(S\0)"], None, "test, tree 0: a NUL ends a line"),
        ([()], [("S", ("A", "\0"))], None, "test, tree 0: a NUL ends a line"),
        (
            [],
            [],
            {"DELETE": ["TOP"]},
            "'DELETE' is not a parameter; use one of DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED, D",
        ),
        ([], [], {"DELETE_LABEL": ["TOP "]}, "DELETE_LABEL: 'TOP ': labels, tags and words are texts without white"),
        ([], [], {"QUOTE_LABEL": [1]}, "QUOTE_LABEL: 1: labels, tags and words are texts without white"),
        ([], [], {"EQ_LABEL": ["AB"]}, "EQ_LABEL: 'AB': give pairs, such as ('ADVP', 'PRT')"),
        ([], [], {"EQ_WORD": [("a", "")]}, "EQ_WORD: '': labels, tags and words are texts without white"),
    ],
)
def test_what_no_file_can_hold_is_named(gold: Any, test: Any, parameters: Any, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        evalb.evaluate(gold, test, parameters)


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    gold = ["(TOP (S (NP (NN cats)) (VP (VBP sleep))))", "(TOP (S (NP (NN dogs))))"] * 10
    test = ["(TOP (S (NP (NN cats) (VBP sleep))))", "(TOP (S (NP (NN dogs) (NN bark))))"] * 10
    assert_threads_agree(lambda: evalb.evaluate(gold, test, {"DELETE_LABEL": "TOP", "MAX_ERROR": 20}))
    assert capfd.readouterr() == ("", "")
