"""Made-up documents for MATScore: texts of words and annotations over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.mat_runs import LABELS, Annotations, document

ATTRIBUTES = (
    {"name": "kind", "type": "string", "aggregation": None},
    {"name": "rank", "type": "int", "aggregation": None},
    {"name": "tags", "type": "string", "aggregation": "set"},
)
WORD = "abcde"
STEP = len(WORD) + 1

labels = st.sampled_from(LABELS)
values = st.tuples(
    st.sampled_from([None, "a", "b"]),
    st.sampled_from([None, 1, 2]),
    st.sampled_from([None, ["s"], ["t"], ["s", "t"]]),
)


def signal(words: int) -> str:
    """Return a text of so many words."""
    return " ".join([WORD] * words)


def tokens(words: int) -> Annotations:
    """Return the tokens of such a text."""
    return [[word * STEP, word * STEP + len(WORD)] for word in range(words)]


def by_label(entries: list[tuple[str, int, int, tuple[Any, ...]]]) -> dict[str, Annotations]:
    """Return annotations by label."""
    found: dict[str, Annotations] = {}
    for label, start, end, attributes in entries:
        found.setdefault(label, []).append([start, end, *attributes])
    return found


@st.composite
def spans_on_tokens(draw: st.DrawFn, words: int) -> tuple[int, int]:
    """Return a span of whole words."""
    first = draw(st.integers(0, words - 1))
    last = draw(st.integers(first, min(first + 5, words - 1)))
    return first * STEP, last * STEP + len(WORD)


@st.composite
def annotation_sets(draw: st.DrawFn, words: int, most: int = 8) -> dict[str, Annotations]:
    """Return annotations that overlap at will, on token boundaries."""
    spans = draw(st.lists(spans_on_tokens(words), max_size=most))
    return by_label([(draw(labels), *span, draw(values)) for span in spans])


@st.composite
def texts(draw: st.DrawFn, most: int = 8) -> str:
    """Return a document."""
    return document(signal(12), {**draw(annotation_sets(12, most)), "lex": tokens(12)}, ATTRIBUTES)


@st.composite
def pairs_of_documents(draw: st.DrawFn, most: int = 3) -> Mapping[str, tuple[str, str]]:
    """Return hypotheses and references by the names of their files; some pairs have no tokens."""
    pairs = {}
    for number in range(draw(st.integers(1, most))):
        lexed = {"lex": tokens(12)} if draw(st.booleans()) else {}
        hypothesis, reference = (
            document(signal(12), {**draw(annotation_sets(12)), **lexed}, ATTRIBUTES) for _ in range(2)
        )
        pairs[f"d{number}"] = (hypothesis, reference)
    return pairs
