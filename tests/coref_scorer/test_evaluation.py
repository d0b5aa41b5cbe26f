"""``coref_scorer.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from legacy_scorers import coref_scorer
from legacy_scorers.common.errors import InputError
from tests.coref_scorer.runs import scored
from tests.evaluations import assert_is_printed, assert_threads_agree

Span = tuple[int, int]
Chain = list[Span]
METRIC = st.one_of(st.just("all"), st.sampled_from(["all", "muc", "bcub", "ceafm", "ceafe", "blanc"]))


@st.composite
def chains(draw: st.DrawFn) -> list[Chain]:
    """Return chains of spans of which none cross."""
    found: list[Chain] = []
    for _ in range(draw(st.integers(0, 4))):
        chain: Chain = []
        for begin, size in draw(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=4)):
            span = begin, begin + size
            if not any(one < begin < end < span[1] or begin < one < span[1] < end for one, end in chain):
                chain.append(span)
        found.append(chain)
    return found


NAMES = st.lists(st.lists(st.sampled_from(["a", "b c", "(1)", "", 7, (1, 2, 3)]), min_size=1, max_size=3), max_size=3)


def written(name: str, side: list[Chain]) -> bytes:
    """Write a document as the task did: the columns of CoNLL-2012, brackets in the last."""
    lines = []
    for token in range(max([end for chain in side for _, end in chain], default=0)):
        brackets = []
        for number, chain in enumerate(side):
            for begin, end in chain:
                if begin <= token < end:
                    opens, closes = "(" * (token == begin), ")" * (token == end - 1)
                    brackets += [f"{opens}{number}{closes}"] if opens or closes else []
        lines.append(f"{name}\t0\t{token}\tword\t{'|'.join(brackets) or '-'}\n")
    return f"#begin document {name}\n{''.join(lines)}#end document {name}\n".encode()


@given(st.dictionaries(st.sampled_from("abc"), st.tuples(chains(), chains())), METRIC)
def test_report_and_figures_are_those_of_the_command(
    sides: dict[str, tuple[list[Chain], list[Chain]]], metric: str
) -> None:
    key, response = [{name: pair[side] for name, pair in sides.items()} for side in (0, 1)]
    key_file, response_file = [b"".join([written(*pair) for pair in side.items()]) for side in (key, response)]
    run = scored(key_file, response_file, metric, "none")
    assume(not run.exit)
    result = coref_scorer.evaluate(key, response, metric)
    assert str(result).encode() == run.stdout
    assert_is_printed(result, run.stdout)
    assert [unit.name for unit in result.units] == [*sides]


@given(NAMES, NAMES, METRIC)
def test_mentions_may_be_anything_hashable(key: list[list[Any]], response: list[list[Any]], metric: str) -> None:
    place: dict[Any, Span] = {}
    for mention in [mention for side in (key, response) for chain in side for mention in chain]:
        place.setdefault(mention, (len(place), len(place) + 1))
    placed, others = [[[place[mention] for mention in chain] for chain in side] for side in (key, response)]
    assert str(coref_scorer.evaluate(key, response, metric)) == str(coref_scorer.evaluate(placed, others, metric))


@pytest.mark.parametrize(
    ("key", "response", "problem"),
    [
        ([[(0, 1)], []], [], "key, document 'document', chain 1: it has no mention; leave it out"),
        ([["a"]], ["a"], "response, document 'document', chain 0 is 'a'; give a list of mentions"),
        ([[(0, 1)], [[2, 3]]], [], "key, document 'document', chain 1: mention [2, 3]: give a tuple of begin and end"),
        ([["a", "\ud800"]], [], "key, document 'document', chain 0: no file can hold '\\ud800', half of a pair"),
        ({"\ud800": []}, {"\ud800": []}, "document '\\ud800': no file can hold '\\ud800', half of a pair"),
        ({None: []}, {None: []}, "document None: the name must not contain a line break, and must be a text"),
        ({"a": []}, {"a": [[(-1, 1)]]}, "response, document 'a', chain 0: mention (-1, 1) begins before the first"),
        ([[(0, 1), (2, 2)]], [], "key, document 'document', chain 0: mention (2, 2) ends before it begins, or where"),
        ([[(0, 3), (2, 5)]], [], "key, document 'document', chain 0: mentions (0, 3) and (2, 5) cross each other"),
        ({"a": []}, {"b": []}, "document 'a' is only on one side; give it to both, with no chains if it has none"),
        ({"a\n": []}, {"a\n": []}, "document 'a\\n': the name must not contain a line break"),
    ],
)
def test_what_no_file_can_hold_is_named(key: Any, response: Any, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        coref_scorer.evaluate(key, response)


def test_unknown_metrics_are_refused() -> None:
    with pytest.raises(ValueError, match="metric is 'mucc'; it must be one of all, muc, bcub, ceafm, ceafe, blanc"):
        coref_scorer.evaluate([], [], "mucc")


def test_the_command_refuses_too_many_repeats() -> None:
    with pytest.raises(InputError, match="Found too many repeated mentions"):
        coref_scorer.evaluate([["a"]], [["a"]] * 12)


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    key = [[(3 * one, 3 * one + 2) for one in range(start, 40, 7)] for start in range(7)]
    response = [[*chain[1:], (1000 + number, 1001 + number)] for number, chain in enumerate(key)]
    assert_threads_agree(lambda: coref_scorer.evaluate(key, response))
    assert capfd.readouterr() == ("", "")
