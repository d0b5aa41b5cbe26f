"""Made-up documents for MATScore: texts of words and annotations over them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from tests.mat_score.runs import LABELS, Annotations, document

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


@st.composite
def wild_texts(draw: st.DrawFn) -> str:
    """Return a document in which annotations are anywhere, point to each other, and may have no spans."""
    asets: list[dict[str, Any]] = []
    for label in draw(st.lists(labels, max_size=4, unique=True)):
        attributes = draw(st.lists(st.sampled_from(WILD), max_size=3, unique_by=lambda found: found["name"]))
        spanned = draw(st.sampled_from([True, True, True, False]))
        rows = [
            [*(draw(st.lists(st.integers(-2, 14), min_size=2, max_size=2)) if spanned else []), f"{label}{number}"]
            for number in range(draw(st.integers(0, 3)))
        ]
        asets.append({"type": label, "hasID": True, "hasSpan": spanned, "attrs": attributes, "annots": rows})
    ids = st.sampled_from([row[-1] for aset in asets for row in aset["annots"]] or [None])
    for aset in asets:
        for row in aset["annots"]:
            row.extend([draw(wild_value(attribute, ids)) for attribute in aset["attrs"]])
    return json.dumps({"signal": draw(st.text("ab \n\u180e\U0001f600", max_size=12)), "version": 2, "asets": asets})


WILD: list[dict[str, Any]] = [
    {"name": name, "type": kind, "aggregation": aggregation}
    for name, kind in (("s", "string"), ("f", "float"), ("b", "boolean"), ("a", "annotation"), ("c", "annotation"))
    for aggregation in (None, "set", "list")
]


def wild_value(attribute: dict[str, Any], ids: st.SearchStrategy[str | None]) -> st.SearchStrategy[Any]:
    """Return what an attribute may hold; lists of values are rare, as they end most runs."""
    one: st.SearchStrategy[Any] = {
        "string": st.text("xy", max_size=1),
        "float": st.floats(allow_nan=False, allow_infinity=False),
        "boolean": st.booleans(),
        "annotation": ids,
    }[attribute["type"]]
    if attribute["aggregation"] is None:
        return st.none() | one
    members = st.lists(one.filter(lambda value: value is not None), max_size=2)
    return members if attribute["aggregation"] == "set" else st.sampled_from([None, None, None, []]) | members
