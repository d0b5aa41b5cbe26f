"""``scorer2.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import scorer2
from tests.evaluations import assert_is_printed, assert_threads_agree
from tests.running import run_on

SENSES = st.sampled_from(["a", "b", "ab", "c", "U", "d%1:06:00::"])
INSTANCES = [("art", "1"), ("art", "10"), ("art", "2"), ("art.n", "1"), ("Bar", "b_1"), ("zoo", "é1")]
KEY = st.dictionaries(st.sampled_from(INSTANCES), st.lists(SENSES, max_size=3), max_size=6)
WEIGHT = st.one_of(st.sampled_from([0.0, 1.0, 0.3, 1e-7, 1.5]), st.floats(0, 2))
ANSWERS = st.dictionaries(
    st.sampled_from(INSTANCES), st.one_of(st.lists(SENSES, max_size=3), st.dictionaries(SENSES, WEIGHT)), max_size=6
)
MAP = {"a": [(2, "c")], "ab": [(3, "b"), (1.5, "c")], "b": [(1.5, "c")], "c": []}
LINES_OF_MAP = b"a 2 c\nab 3 b 1.5 c\nb 1.5 c\nc\n"


def line(instance: tuple[str, str], tags: list[str]) -> bytes:
    return " ".join([*instance, *tags]).encode() + b"\n"


def written(tags: list[str] | dict[str, float]) -> list[str]:
    return [f"{tag}/{weight}" for tag, weight in tags.items()] if isinstance(tags, dict) else tags


@given(KEY, ANSWERS, st.sampled_from(["", "fine", "coarse", "mixed"]), st.booleans(), st.integers(0, 2))
def test_report_and_figures_are_those_of_the_command(
    key: dict[tuple[str, str], list[str]],
    answers: dict[tuple[str, str], Any],
    granularity: str,
    minimal: bool,
    form: int,
) -> None:
    files = {
        "answers": b"".join([line(instance, written(tags)) for instance, tags in answers.items()]),
        "key": b"".join([line(instance, key[instance]) for instance in sorted_as_c(key)]),
        "senses": LINES_OF_MAP,
    }
    words = ["answers", "key", *["senses"] * bool(granularity), *["-m"] * minimal]
    words += ["-g", granularity] * (granularity not in ("", "fine"))
    run = run_on(files, "scorer2", words)
    options: dict[str, Any] = {"sense_map": MAP, "granularity": granularity} if granularity else {}
    named = [dict(zip(INSTANCES, names)) for names in zip(*map(forms, INSTANCES))][form]
    result = scorer2.evaluate(
        {named[instance]: tags for instance, tags in key.items()},
        {named[instance]: tags for instance, tags in answers.items()},
        minimal=minimal,
        **options,
    )
    assert str(result).encode() == run.stdout
    assert result.messages.encode() == run.stderr
    assert_is_printed(result, run.stdout)


def forms(instance: tuple[str, str]) -> list[Any]:
    """Return the ways to name an instance."""
    return [instance, " ".join(instance), "_".join(instance)]


def sorted_as_c(key: dict[tuple[str, str], list[str]]) -> list[tuple[str, str]]:
    """Return the instances as ``LC_ALL=C sort`` orders them: all of them are found."""
    return sorted(key, key="_".join)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (({"a 1": "x y"}, {}), "key, instance 'a 1': 'x y' must not contain ' '"),
        (({"a 1": "\ud800"}, {}), "key, instance 'a 1': '\\ud800': no file can hold '\\ud800', half of a pair"),
        (({"a 1": ["x", None]}, {}), "key, instance 'a 1': None must be a text"),
        (({b"a 1": "x"}, {}), "key, instance b'a 1': name a lexical item and an instance of it"),
        (({"a 1": "x"}, {"a 1": {"x": "half"}}), "answers, instance 'a 1': 'half' must be a number"),
        (({"a 1": "x"}, {}, {"x": [(None, "y")]}), "sense_map, sense 'x': None must be a number"),
        (({"a 1": "x"}, {}, {"x": "y"}), "sense_map, sense 'x': 'y': give pairs of a branching factor and the sense"),
        (({"a 1": ["x", "y\n"]}, {}), "key, instance 'a 1': 'y\\n' must not contain '\\n'"),
        (({}, {"a 1": "x/1"}), "answers, instance 'a 1': 'x/1' must not contain '/'"),
        (({}, {"a 1": {"x!!": 0.5}}), "answers, instance 'a 1': 'x!!' must not contain '!!'"),
        (({}, {("a", "1!!"): "x"}), "answers, instance ('a', '1!!'): !! begins a comment"),
        (({"a 1": ""}, {}), "key, instance 'a 1': an empty sense or name"),
        (({"a1": "x"}, {}), "key, instance 'a1': name a lexical item and an instance of it, with a blank or _ between"),
        (({"a_1": "x", "a 1": "y"}, {}), "key, instance 'a 1': cannot be told from 'a_1', because the scorer puts _"),
        (
            ({**dict.fromkeys(["a 1", "a 1é", "a 0"], "x")}, {}),
            "key, instance 'a 1': the search of the scorer misses it",
        ),
        (({}, {}, {"a": [(2, "b c")]}), "sense_map, sense 'a': 'b c' must not contain ' '"),
        (({}, {}, None, "coarse"), "granularity 'coarse' needs a sense_map"),
        (({}, {}, {}, "rough"), "granularity is 'rough'; it must be fine, coarse or mixed"),
    ],
)
def test_what_no_file_can_hold_is_named(arguments: tuple[Any, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        scorer2.evaluate(*arguments)


def test_all_lines_of_key_and_map_are_found_in_whatever_order_they_are_given() -> None:
    key = {f"{word} {number}": "x" for word in ("zoo", "Art", "art", "été") for number in range(30)}
    assert scorer2.evaluate(key, dict.fromkeys(key, "x"))["fine/all/recall"] == 1
    senses = {f"{word}{number}": [(2.0, "top")] for word in ("z", "A", "é") for number in range(30)}
    tags = {f"w {sense}": sense for sense in senses}
    answers = {instance: next(iter(senses)) for instance in tags}
    assert scorer2.evaluate(tags, answers, sense_map=senses, granularity="coarse")["coarse/all/recall"] == 1


def test_a_sense_may_be_named_twice() -> None:
    assert scorer2.evaluate({"a 1": "x"}, {"a 1": ["x", "x", "y"]})["fine/all/precision"] == pytest.approx(2 / 3)


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    key = {f"w {number}": ["x", "y"][: number % 3] for number in range(50)}
    answers = {name: {"x": 0.5, "z": 0.2} for name in [*[*key][5:], "v 1"]}
    assert_threads_agree(lambda: scorer2.evaluate(key, answers))
    assert capfd.readouterr() == ("", "")


def test_scores_are_added_one_by_one_in_single_precision() -> None:
    instances = [f"w {number}" for number in range(10)]
    answers = {instance: {"a": 0.1, "b": 0.9} for instance in instances}
    result = scorer2.evaluate({instance: ["a"] for instance in instances}, answers)
    assert result["fine/all/correct"] == 1.0000001192092896
