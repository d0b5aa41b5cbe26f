"""MAT 1.3: who meets whom, and what kind of clash it is."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.align.matches import WORDS, Pair, ScoredAnnotation
from legacy_scorers.mat_score.annotations import Annotation, AnnotationType
from legacy_scorers.mat_score.tally import TAGS, TableTally
from legacy_scorers.mat_score.version13 import check_overlaps, document_pairs

Place = tuple[str, int, int]


def item(label: str, start: int, end: int) -> ScoredAnnotation:
    annotation = Annotation(AnnotationType(label, True, {}), start, end)
    return ScoredAnnotation(annotation, label, start, end, True)


def items(places: list[Place]) -> list[ScoredAnnotation]:
    return sorted([item(*place) for place in places], key=lambda found: found.start)


def shown(found: ScoredAnnotation | None) -> str:
    return f"{found.label}{found.start}-{found.end}" if found is not None else ""


def counts(pair: Pair) -> tuple[bool, bool]:
    """Say which sides are counted in a pair."""
    _, reference, hypothesis, _ = pair.signature
    return bool(reference), bool(hypothesis) or pair.kind == "match"


def words(pair: Pair) -> tuple[str, str, str]:
    """Return the sides and what happened: for a clash, how the reference and how the hypothesis see it."""
    kind = pair.kind
    if kind == "clash":
        kind = "/".join([view if here else "-" for (view,), here in zip(pair.words, counts(pair))])
    return shown(pair.reference), shown(pair.hypothesis), kind


# Each case: references, hypotheses, pairs. A view of "-" belongs to an annotation that is counted elsewhere.
CASES: list[tuple[str, list[Place], list[Place], list[tuple[str, str, str]]]] = [
    ("nothing", [], [], []),
    ("match", [("A", 0, 2)], [("A", 0, 2)], [("A0-2", "A0-2", "match")]),
    ("missing", [("A", 0, 2)], [], [("A0-2", "", "missing")]),
    ("spurious", [], [("A", 0, 2)], [("", "A0-2", "spurious")]),
    ("touching", [("A", 0, 2)], [("A", 2, 4)], [("A0-2", "", "missing"), ("", "A2-4", "spurious")]),
    ("tagclash", [("A", 0, 2)], [("B", 0, 2)], [("A0-2", "B0-2", "tagclash/tagclash")]),
    ("same start", [("A", 0, 4)], [("A", 0, 2)], [("A0-4", "A0-2", "overmark/undermark")]),
    ("same end", [("A", 2, 4)], [("A", 0, 4)], [("A2-4", "A0-4", "undermark/overmark")]),
    ("inside", [("A", 0, 9)], [("B", 2, 4)], [("A0-9", "B2-4", "tagplusovermark/tagplusundermark")]),
    ("around", [("A", 2, 4)], [("B", 0, 9)], [("A2-4", "B0-9", "tagplusundermark/tagplusovermark")]),
    ("crossing", [("A", 0, 4)], [("A", 2, 9)], [("A0-4", "A2-9", "overlap/overlap")]),
    ("crossing, other label", [("A", 2, 9)], [("B", 0, 4)], [("A2-9", "B0-4", "tagplusoverlap/tagplusoverlap")]),
    (
        "label before length",
        [("A", 0, 9)],
        [("B", 0, 6), ("A", 7, 8)],
        [("A0-9", "B0-6", "-/tagplusundermark"), ("A0-9", "A7-8", "overmark/undermark")],
    ),
    (
        "length before position",
        [("A", 2, 9)],
        [("A", 0, 4), ("A", 5, 12)],
        [("A2-9", "A0-4", "-/overlap"), ("A2-9", "A5-12", "overlap/overlap")],
    ),
    (
        "covered before length",
        [("A", 0, 10)],
        [("A", 2, 4), ("A", 6, 14)],
        [("A0-10", "A2-4", "overmark/undermark"), ("A0-10", "A6-14", "-/overlap")],
    ),
    (
        "label before covered",
        [("A", 0, 10)],
        [("B", 2, 4), ("A", 6, 14)],
        [("A0-10", "B2-4", "-/tagplusundermark"), ("A0-10", "A6-14", "overlap/overlap")],
    ),
    (
        "first in text",
        [("A", 0, 9)],
        [("A", 1, 3), ("A", 5, 7)],
        [("A0-9", "A1-3", "overmark/undermark"), ("A0-9", "A5-7", "-/undermark")],
    ),
    (
        "partners in a ring of three",
        [("A", 0, 4), ("A", 5, 9)],
        [("A", 2, 6), ("A", 8, 12)],
        [("A0-4", "A2-6", "overlap/overlap"), ("A5-9", "A2-6", "overlap/-"), ("A5-9", "A8-12", "-/overlap")],
    ),
    ("duplicates", [("A", 0, 2)] * 2, [("A", 0, 2)] * 2, [("A0-2", "A0-2", "match")] * 2),
    (
        "left-over reference",
        [("A", 0, 2)] * 3,
        [("A", 0, 2)],
        [("A0-2", "A0-2", "match")] + [("A0-2", "A0-2", "overlap/-")] * 2,
    ),
    (
        "left-over hypothesis",
        [("A", 0, 2)],
        [("A", 0, 2)] * 2,
        [("A0-2", "A0-2", "match"), ("A0-2", "A0-2", "-/overlap")],
    ),
    (
        "duplicates clash one to one",
        [("A", 0, 2)] * 2,
        [("B", 0, 2)] * 3,
        [("A0-2", "B0-2", "tagclash/tagclash")] * 2 + [("A0-2", "B0-2", "-/tagclash")],
    ),
    ("empty spans match", [("A", 3, 3)], [("A", 3, 3)], [("A3-3", "A3-3", "match")]),
    ("empty spans do not clash", [("A", 3, 3)], [("B", 3, 3)], [("A3-3", "", "missing"), ("", "B3-3", "spurious")]),
    ("an empty span inside another", [("A", 3, 3)], [("A", 0, 9)], [("", "A0-9", "spurious"), ("A3-3", "", "missing")]),
    ("a reversed span", [("A", 6, 2)], [("A", 0, 9)], [("", "A0-9", "spurious"), ("A6-2", "", "missing")]),
]


@pytest.mark.parametrize(
    ("references", "hypotheses", "wanted"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_pairs(references: list[Place], hypotheses: list[Place], wanted: list[tuple[str, str, str]]) -> None:
    assert [words(found) for found in document_pairs(items(references), items(hypotheses))] == wanted


OVERLAPS: list[tuple[list[Place], str | None]] = [
    ([], None),
    ([("A", 0, 2), ("B", 2, 4)], None),
    ([("A", 0, 2), ("A", 0, 2)], None),
    ([("A", 0, 9), ("B", 3, 3)], None),
    ([("A", 6, 2), ("B", 0, 9)], None),
    ([("B", 0, 2), ("A", 0, 2)], "A (0-2) and B (0-2)"),
    ([("A", 0, 4), ("A", 3, 5)], "A (0-4) and A (3-5)"),
    ([("A", 0, 9), ("B", 3, 3), ("A", 4, 5)], "A (0-9) and A (4-5)"),
    ([("A", 0, 4), ("B", 5, 9), ("A", 8, 12), ("A", 9, 10)], "B (5-9) and A (8-12)"),
]


@pytest.mark.parametrize(("places", "wanted"), OVERLAPS)
def test_overlaps(places: list[Place], wanted: str | None) -> None:
    if wanted is None:
        check_overlaps(items(places), "a.json")
        return
    with pytest.raises(InputError) as caught:
        check_overlaps(items(places), "a.json")
    assert str(caught.value).startswith(f"a.json: content annotations {wanted} overlap")
    assert "MATSCORE_VERSION=2.0" in caught.value.problem
    assert caught.value.status == 1


def chosen(own: Place, others: list[Place]) -> Place | None:
    """Choose the partner as the rule is worded, one criterion after the other."""

    def overlap(other: Place) -> int:
        return min(own[2], other[2]) - max(own[1], other[1])

    left = [other for other in others if overlap(other) > 0]
    left = [other for other in left if other[1:] == own[1:]] or left
    left = [other for other in left if other[0] == own[0]] or left
    left = [other for other in left if not view(own, other).endswith("overlap")] or left
    left = [other for other in left if overlap(other) == max(map(overlap, left))]
    return min(left, key=lambda other: (other[1], other[2], other[0]), default=None)


def view(own: Place, other: Place) -> str:
    """Say what a clash is as the documentation describes the columns."""
    tags = "" if own[0] == other[0] else "tagplus"
    if own[1:] == other[1:]:
        return "tagclash" if tags else "overlap"
    if own[1] <= other[1] and other[2] <= own[2]:
        return f"{tags}overmark"
    return f"{tags}undermark" if other[1] <= own[1] and own[2] <= other[2] else f"{tags}overlap"


def judged(own: list[Place], others: list[Place], alone: str, side: str) -> Counter[tuple[str, str]]:
    """Count the annotations of one side by label and column, one by one."""
    counted: Counter[tuple[str, str]] = Counter()
    unmatched = Counter(others)
    for place in own:
        partner = chosen(place, others)
        if unmatched[place]:
            unmatched[place] -= 1
            counted[place[0], "match"] += side == "ref"
        elif partner is None:
            counted[place[0], alone] += 1
        else:
            counted[place[0], f"{side}clash"] += 1
            counted[place[0], side + view(place, partner)] += 1
    return +counted


@st.composite
def places(draw: st.DrawFn) -> list[Place]:
    """Annotations that do not overlap, some of them duplicated, some empty."""
    cuts = sorted(draw(st.lists(st.integers(0, 24), max_size=10)))
    found: list[Place] = []
    for start, end in pairwise(cuts):
        label = draw(st.sampled_from(["", "A", "B", "C"]))
        if label:
            found += [(label, start, end)] * draw(st.sampled_from([1, 1, 1, 2, 3]))
    return found


@given(references=places(), hypotheses=places())
def test_every_annotation_is_judged_as_the_documentation_says(references: list[Place], hypotheses: list[Place]) -> None:
    tally = TableTally(TAGS, "").new_file("a", 0)
    found = document_pairs(items(references), items(hypotheses))
    tally.count(found, [1] * len(found))
    counted = Counter({(row[0], name): n for row, counts in tally.counts.items() for name, n in counts.items()})
    wanted = judged(references, hypotheses, "missing", "ref") + judged(hypotheses, references, "spurious", "hyp")
    assert counted == wanted


@given(references=places(), hypotheses=places())
def test_pairs_come_in_text_order_each_once(references: list[Place], hypotheses: list[Place]) -> None:
    found = document_pairs(items(references), items(hypotheses))
    starts = [(first.start, first.end) for e in found for first in [e.reference or e.hypothesis] if first is not None]
    assert starts == sorted(starts)
    assert len({(id(e.reference), id(e.hypothesis)) for e in found}) == len(found)
    assert sum(counts(e)[0] for e in found) == len(references)
    assert sum(counts(e)[1] for e in found) == len(hypotheses)
    assert all(word in WORDS for e in found for side in e.words for word in side)


@given(references=places(), hypotheses=places())
def test_the_sides_see_the_same_document_pairs(references: list[Place], hypotheses: list[Place]) -> None:
    turned = {"missing": "spurious", "spurious": "missing"}
    there = Counter(words(e) for e in document_pairs(items(references), items(hypotheses)))
    back = Counter(words(e) for e in document_pairs(items(hypotheses), items(references)))
    assert there == Counter(
        {(ref, hyp, turned.get(kind, "/".join(reversed(kind.split("/"))))): n for (hyp, ref, kind), n in back.items()}
    )
