"""``mat_score.evaluate``: what the command prints on files that the test writes; what no file can hold."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers import mat_score
from legacy_scorers.common.errors import InputError
from tests.evaluations import assert_is_printed, assert_threads_agree
from tests.mat_score.random_documents import ATTRIBUTES, signal, spans_on_tokens, tokens
from tests.mat_score.runs import LABELS, document
from tests.running import run_on

Annotated = tuple[str, int, int, dict[str, Any]]
WORDS = 8
TEXT = signal(WORDS)
VALUES: dict[str, list[Any]] = {"kind": ["a", "b"], "rank": [1, 2], "tags": [{"s"}, {"t"}]}
OPTIONS = ["--by_token", "--by_pseudo_token", "--by_character", "--confusability"]


@st.composite
def sides(draw: st.DrawFn) -> list[Annotated]:
    spans = draw(st.lists(spans_on_tokens(WORDS), max_size=5))
    values: dict[str, st.SearchStrategy[Any]] = {name: st.sampled_from(found) for name, found in VALUES.items()}
    return [(draw(st.sampled_from(LABELS)), *span, draw(st.fixed_dictionaries({}, optional=values))) for span in spans]


def written(side: list[Annotated]) -> bytes:
    """Write a document: all attributes are columns of all labels."""
    found: dict[str, list[list[Any]]] = {}
    for label, begin, end, values in side:
        cells = [list(value) if isinstance(value, set) else value for value in map(values.get, VALUES)]
        found.setdefault(label, []).append([begin, end, *cells])
    return document(TEXT, {**found, "lex": tokens(WORDS)}, ATTRIBUTES).encode()


@given(
    st.dictionaries(st.sampled_from(["a", "b c", "é"]), st.tuples(sides(), sides()), min_size=1),
    st.sampled_from(["1.3", "2.0"]),
    st.lists(st.sampled_from(OPTIONS), unique=True),
)
def test_report_and_figures_are_those_of_the_command(
    pairs: dict[str, tuple[list[Annotated], list[Annotated]]], version: str, options: list[str]
) -> None:
    files: dict[str, bytes] = {}
    for name, pair in pairs.items():
        files |= {f"{side}/{name}": written(of) for side, of in zip(("reference", "hypothesis"), pair)}
    words = ["--dir", "hypothesis", "--ref_dir", "reference", "--content_annotations", ",".join(LABELS)]
    run = run_on(files, "MATScore", [*words, "--token_annotations", "lex", *options], {"MATSCORE_VERSION": version})
    lex: list[Any] = [("lex", begin, end) for begin, end in tokens(WORDS)]
    reference, hypothesis = [{name: (TEXT, [*pair[side], *lex]) for name, pair in pairs.items()} for side in (0, 1)]
    arguments: dict[str, Any] = {"labels": LABELS, "tokens": ["lex"], "version": version, "options": options}
    if run.exit:  # annotations of one side overlap
        with pytest.raises(InputError) as error:
            mat_score.evaluate(reference, hypothesis, **arguments)
        assert f"MATScore: {error.value}\n".encode() == run.stderr
        return
    result = mat_score.evaluate(reference, hypothesis, **arguments)
    assert str(result).encode() == run.stdout
    assert_is_printed(result, run.stdout)


def test_reports_are_kept() -> None:
    one = "Ada", [("PER", 0, 3)]
    result = mat_score.evaluate(one, one, version="2.0", options=["--csv_output_dir", "scores"])
    assert [*result.reports] == ["scores/bytag_excel.csv"]
    assert str(result) == result.reports["scores/bytag_excel.csv"].decode()
    assert repr(result) == "<MATScore: bytag/<all>/precision 1, bytag/<all>/recall 1, bytag/<all>/fmeasure 1>"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "problem"),
    [
        (("ab", [("A", 0, 1), ("A", 2, 1)]), ("ab", []), "reference, document 'document', annotation 1: A 2-1 is outs"),
        ({}, {}, "there is no document; give both sides at least one"),
        ((b"ab", []), ("ab", []), "reference, document 'document': b'ab' must be a text"),
        ({None: ("ab", [])}, {None: ("ab", [])}, "document None: the name must be one of a file, without folders"),
        (
            {"\ud800": ("ab", [])},
            {"\ud800": ("ab", [])},
            "document '\\ud800': no file can hold '\\ud800', half of a pair",
        ),
        (("ab", [("\ud800", 0, 1)]), ("ab", []), "label '\\ud800': no file can hold '\\ud800', half of a pair"),
        ({"x": ("ab", [])}, {"x": ("ab", [("A", 0, 3)])}, "hypothesis, document 'x', annotation 0: A 0-3 is outside"),
        (("ab", [("A", -1, 1)]), ("ab", []), "reference, document 'document', annotation 0: A -1-1 is outside the"),
        (("ab", []), "ab", "hypothesis, document 'document': give its text and its annotations"),
        (("ab", [("A", 0)]), ("ab", []), "reference, document 'document', annotation 0: ('A', 0): give label, begin"),
        ({"x": ("", [])}, {"y": ("", [])}, "document 'x' is only on one side; give it to both, without annotations"),
        ({"x/y": ("", [])}, {"x/y": ("", [])}, "document 'x/y': the name must be one of a file, without folders"),
        ({"": ("", [])}, {"": ("", [])}, "document '': the name must be one of a file, without folders"),
        (("ab", [("A,B", 0, 1)]), ("ab", []), "label 'A,B' is empty, holds a comma, or begins or ends with a blank"),
        (
            ("ab", [("A", 0, 1, {"x": 1}), ("A", 0, 1, {"x": "1"})]),
            ("ab", []),
            "reference, document 'document', annotation 1, attribute 'x': '1' is of another type than before",
        ),
        (
            ("ab", [("A", 0, 1, {"x": b""})]),
            ("ab", []),
            "reference, document 'document', annotation 0, attribute 'x': b'' is neither a text, a number, a bool",
        ),
    ],
)
def test_what_no_file_can_hold_is_named(reference: Any, hypothesis: Any, problem: str) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}"):
        mat_score.evaluate(reference, hypothesis)


def test_annotations_may_come_one_by_one() -> None:
    marked = [("A", 0, 1), ("A", 1, 2)]
    listed = mat_score.evaluate(("ab", marked), ("ab", marked[:1]))
    passing: list[Any] = [("ab", iter(marked)), ("ab", iter(marked[:1]))]
    assert str(mat_score.evaluate(*passing)) == str(listed)
    assert listed["bytag/<all>/recall"] == 0.5


def test_offsets_may_be_whole_numbers_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    begin, end = numpy.array([0, 1])
    assert mat_score.evaluate(("ab", [("A", begin, end)]), ("ab", [("A", 0, 1)]))["bytag/A/match"] == 1


def test_unknown_versions_and_options_are_refused() -> None:
    with pytest.raises(ValueError, match=r"version is '3'; it must be 1\.3 or 2\.0"):
        mat_score.evaluate(("", []), ("", []), version="3")
    with pytest.raises(InputError, match="no such option: --by_word"):
        mat_score.evaluate(("a", [("A", 0, 1)]), ("a", []), options=["--by_word"])


def test_threads_agree(capfd: pytest.CaptureFixture[str]) -> None:
    reference = {str(number): (TEXT, [("PER", 0, 5), ("LOC", 6, 11)]) for number in range(5)}
    hypothesis = {str(number): (TEXT, [("PER", 0, 11), ("ORG", 12, 17)]) for number in range(5)}
    options = ["--by_character"]
    assert_threads_agree(lambda: mat_score.evaluate(reference, hypothesis, options=options))
    assert_threads_agree(lambda: mat_score.evaluate(reference, hypothesis, version="2.0", options=options))
    assert capfd.readouterr() == ("", "")
