"""Sentences to spans: both formats, punctuation, the choice of labels, and the pairing of files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import FairEval
from legacy_scorers.faireval.conll import PUNCTUATION
from legacy_scorers.faireval.read import SentenceReader, pairs
from legacy_scorers.faireval.spans import BadLineError, RefusedSentenceError, TokenRange


def reader(ignore_punctuation: bool = False) -> SentenceReader:
    return SentenceReader(["all"], [], ignore_punctuation)


@pytest.mark.parametrize(
    ("line", "span"),
    [
        ("A\t1\t3\t1, 3", ("A", 1, 3, frozenset({1, 3}))),
        ("A B \t3\t1\t0,1,2,9", ("A B ", 1, 3, frozenset({1, 2}))),
        ("A\t +1 \t1_0\t ٣ ", ("A", 1, 10, frozenset({3}))),
        ("A\t1\t2\tx", ("A", 1, 2, TokenRange(1, 2, ""))),
        ("A\t1\t2\t1,", ("A", 1, 2, TokenRange(1, 2, ""))),
        ("A\t1\t2\t9", ("A", 1, 2, TokenRange(1, 2, ""))),
    ],
)
def test_span_lines(line: str, span: object) -> None:
    assert reader().spans([line]) == [span]


@pytest.mark.parametrize(
    ("line", "span"),
    [("A\t2\t3\tx\ty\t2", ("A", 2, 3, frozenset({2}))), ("A\t2\t3", ("A", 2, 3, frozenset({3})))],
)
def test_later_lines_may_have_other_columns(line: str, span: object) -> None:
    assert reader().spans(["B\t1\t1\t1", line])[1] == span


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["A\t1\t1"], "Unknown input format"),
        (["A\t1\t1\t1\t1"], "Unknown input format"),
        (["a b"], "Unknown input format"),
        (["a  b c"], "Unknown input format"),
        (["A\t1\t1\t1", "\t1\t1\t1"], "Missing label in input."),
        (["A\t0\t1\t1"], "Begin 0 is not a legal index."),
        (["A\t1.0\t1\t1"], "Begin 1.0 is not a legal index."),
        (["A\t1\t-1\t1"], "End -1 is not a legal index."),
        (["A\t1\tx\t1"], "End x is not a legal index."),
        (["A\tx\tx\t1", "A"], "Begin x is not a legal index."),
    ],
)
def test_sentences_that_are_left_out(lines: list[str], message: str) -> None:
    with pytest.raises(RefusedSentenceError) as refused:
        reader().spans(lines)
    assert str(refused.value) == f"ERROR: {message}"


@pytest.mark.parametrize(
    ("lines", "index"),
    [
        (["A\t1\t1\t1", "A"], 1),
        (["A\t1\t1\t1", "A\t1"], 1),
        (["a X I-A"], 0),
        (["a X B-A", "b X O|I-A"], 1),
        (["a X B-A", "b X I-A", "c"], 2),
        (["a X B-A", " "], 1),
    ],
)
def test_lines_that_end_the_run_are_located(lines: list[str], index: int) -> None:
    with pytest.raises(BadLineError) as refused:
        reader(ignore_punctuation=True).spans(lines)
    assert refused.value.index == index


def spans(*annotations: str, tags: str = "") -> list[tuple[str, int, int]]:
    """Read a sentence from its annotations; ``tags`` marks punctuation by a dot."""
    lines = [f"w {'$.' if tag == '.' else 'NN'} {text}" for text, tag in zip(annotations, tags.ljust(len(annotations)))]
    return [(label, begin, end) for label, begin, end, _ in reader("." in tags).spans(lines)]


@pytest.mark.parametrize(
    ("annotations", "wanted"),
    [
        (["B-A", "I-A", "O"], [("A", 1, 2)]),
        (["B-A", "B-A"], [("A", 1, 1), ("A", 2, 2)]),
        (["B-A", "I-B"], [("A", 1, 2)]),
        (["B-A-B", "B-"], [("A", 1, 1), ("", 2, 2)]),
        (["B-S|B-A", "I-S|I-A", "I-S"], [("A", 1, 2), ("S", 1, 3)]),
        (["B-S|B-A", "_"], [("S", 1, 1), ("A", 1, 1)]),
        (["B-S|B-A", "B-S|B-A"], [("S", 1, 1), ("A", 1, 1), ("S", 2, 2), ("A", 2, 2)]),
        (["B-S|B-A|B-B", "I-S|B-C"], [("B", 1, 1), ("A", 1, 1), ("S", 1, 2), ("C", 2, 2)]),
        (["B-A", "x", "I-A"], [("A", 1, 3)]),
        (["B-S|B-A", "x", "I-S|B-C"], [("A", 1, 1), ("S", 1, 3), ("C", 3, 3)]),
        (["O|B-A", "O"], [("A", 1, 1)]),
        (["B-S|B-A", "I-S|", "I-S|I-A"], [("S", 1, 3), ("A", 1, 3)]),
    ],
)
def test_token_lines(annotations: list[str], wanted: list[tuple[str, int, int]]) -> None:
    assert spans(*annotations) == wanted


def test_these_tags_are_punctuation() -> None:
    tags = [
        "$.",
        "$,",
        "$(",
        "PUNCT",
        "PUNKT",
        "KOMMA",
        "COMMA",
        "KLAMMER",
        ".",
        ",",
        ":",
        "(",
        ")",
        '"',
        "‘",
        "“",
        "’",
        "”",
    ]
    assert [tag for tag in ("NN", *tags) if not reader(ignore_punctuation=True).spans([f"w {tag} B-A"])] == tags


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ("....", []),
        (".. .", [("A", 3, 3)]),
        (" ...", [("A", 1, 3)]),
        ("  . ", [("A", 1, 4)]),
        ("... ", [("A", 4, 4)]),
    ],
)
def test_punctuation_moves_boundaries(tags: str, wanted: list[tuple[str, int, int]]) -> None:
    assert spans("B-A", "I-A", "I-A", "I-A", tags=tags) == wanted


def token_by_token(span: list[object], tags: list[str]) -> list[object] | None:
    """Take punctuation out of a span the long way: one token after the other."""
    label, begin, end, tokens = span
    assert isinstance(tokens, set)
    for token, tag in enumerate(tags, 1):
        if tag in PUNCTUATION:
            tokens.discard(token)
            if begin == token:
                begin = begin + 1 if isinstance(end, int) and end > token else None
            if end == token:
                end = end - 1 if isinstance(begin, int) and begin < token else None
    return [label, begin, end, tokens] if begin and end and tokens else None


@given(st.lists(st.sampled_from(["NN", "$.", "“", "PUNCT"]), min_size=1, max_size=7), st.data())
def test_punctuation_is_taken_out_as_token_by_token(tags: list[str], data: st.DataObject) -> None:
    choices = st.sampled_from(["O", "B-A", "I-A", "B-S|B-A", "I-S|B-A", "I-S|I-A", "I-S", "x"])
    lines = [f"w {tag} {data.draw(choices)}" for tag in tags]
    try:
        every = FairEval.get_spans(lines, labels=["all"])
    except IndexError:
        return
    wanted = [span for span in (token_by_token(list(span), tags) for span in every) if span]
    assert FairEval.get_spans(lines, labels=["all"], ignore_punct=True) == wanted


@pytest.mark.parametrize(
    ("labels", "exclude", "kept"),
    [
        (["all"], [], "AAB"),
        (["all"], ["A"], "B"),
        (["A"], [], "AA"),
        (["A"], ["A"], ""),
        ([], [], ""),
        (["A", "all"], [], "AAB"),
    ],
)
def test_labels_are_chosen(labels: list[str], exclude: list[str], kept: str) -> None:
    lines = ["A\t1\t1\t1", "A\t2\t2\t2", "B\t2\t2\t2"]
    found = SentenceReader(labels, exclude, ignore_punctuation=False).spans(lines)
    assert "".join(str(span[0]) for span in found) == kept


def test_remembered_lines_are_limited_and_still_right() -> None:
    once = reader()
    for number in range(1, 2**14 + 20):
        assert once.spans([f"A\t{number}\t{number}\t{number}"]) == [("A", number, number, frozenset({number}))]
    assert len(once._known) < 2**14


@pytest.mark.parametrize(
    ("target", "system", "wanted"),
    [
        (["a/x", "a/y"], ["b/y", "c/y"], [("a/y", "b/y")]),
        (["x"], ["y"], []),
        (["a/x", "b/x"], ["c/x"], [("a/x", "c/x"), ("b/x", "c/x")]),
    ],
)
def test_files_are_paired_by_name(target: list[str], system: list[str], wanted: list[tuple[str, str]]) -> None:
    assert list(pairs(target, system)) == wanted
