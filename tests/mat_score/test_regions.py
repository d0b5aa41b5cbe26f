"""Which parts of a document MAT 2.0 scores: zones of both sides, and gold segments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.mat_score.align.selection import Region, scored_regions, sweep
from legacy_scorers.mat_score.annotations import Document, DocumentPair
from legacy_scorers.mat_score.options import Options
from tests.mat_score.builders import Kind, Span, task
from tests.mat_score.runs import document, run_here
from tests.running import folder_with

Zone = tuple[int, int, str | None]


def marked(*zones: Zone, segments: Sequence[Zone] = (), length: int = 20) -> Document:
    document = Document("d", "x" * length)
    for label, attribute, found in (("zone", "region_type", zones), ("SEGMENT", "status", segments)):
        kind = Kind(label)
        document.types[label] = kind.type
        for start, end, value in found:
            document.add(kind.annotation((start, end), **{attribute: value}))
    return document


def regions(
    reference: Document, hypothesis: Document, ref_gold: bool = False, gold: bool = False, with_task: bool = True
) -> list[Span]:
    options = Options("2.0")
    options.task = task() if with_task else None
    options.gold_only, options.ref_gold_only = gold, ref_gold
    return list(scored_regions(DocumentPair("d", hypothesis, reference), options)[0])


BODY = "body"
WHOLE = marked()


@pytest.mark.parametrize(
    ("reference", "hypothesis", "found"),
    [
        pytest.param(WHOLE, WHOLE, [(0, 20)], id="no zones"),
        pytest.param(WHOLE, marked(length=12), [(0, 12)], id="the other text is shorter"),
        pytest.param(marked(length=12), WHOLE, [(0, 12)], id="the other text is longer"),
        pytest.param(marked((5, 10, BODY)), WHOLE, [(5, 10)], id="zone against text"),
        pytest.param(WHOLE, marked((5, 10, BODY)), [(5, 10)], id="text against zone"),
        pytest.param(marked((9, 15, BODY), (2, 5, BODY)), marked((3, 12, BODY)), [(3, 5), (9, 12)], id="cut"),
        pytest.param(marked((5, 10, BODY)), marked((0, 4, BODY)), [(5, 10)], id="what was not got to is left"),
        pytest.param(marked((0, 4, BODY)), marked((5, 10, BODY)), [], id="what was passed is not"),
        pytest.param(marked((5, 10, BODY)), marked((0, 4, "x")), [(5, 10)], id="the other has no body"),
        pytest.param(marked((0, 10, BODY)), marked((10, 15, BODY)), [], id="touching"),
        pytest.param(marked((0, 20, BODY)), marked((2, 4, BODY), (6, 9, BODY)), [(2, 4), (6, 9)], id="many in one"),
        pytest.param(marked((0, 6, BODY), (8, 12, BODY)), marked((7, 8, BODY)), [(8, 12)], id="the second is left"),
    ],
)  # fmt: skip
def test_regions_are_what_the_zones_of_both_sides_share(
    reference: Document, hypothesis: Document, found: list[Span]
) -> None:
    assert regions(reference, hypothesis) == found


CUTS = st.lists(st.integers(0, 30), unique=True, max_size=8).map(sorted)


def every_other(cuts: list[int]) -> list[Region]:
    """Return regions that do not overlap, with and without gaps between them."""
    return [Region(start, end) for start, end in pairwise(cuts) if (start + end) % 3]


def covered(found: Sequence[Region]) -> set[int]:
    return {offset for region in found for offset in range(region.start, region.end)}


@given(CUTS, CUTS)
def test_a_sweep_finds_what_two_lists_share_and_leaves_what_is_behind_it(first: list[int], second: list[int]) -> None:
    current, others = every_other(first), every_other(second)
    before = covered(current)
    found = sweep(current, others)
    assert covered(found) == before & covered(others)
    assert covered(current) <= before - covered(found)
    assert not found or not current or found[-1].end <= current[0].start


GOLD, DONE, DRAFT = "human gold", "reconciled", "non-gold"


def golden(*segments: Zone, zones: Sequence[Zone] = ()) -> Document:
    return marked(*zones, segments=segments)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "flags", "found"),
    [
        pytest.param(golden((0, 6, GOLD)), WHOLE, (False, True), [(0, 20)], id="no segments there"),
        pytest.param(golden((0, 6, GOLD)), WHOLE, (True, False), [(0, 6)], id="reference"),
        pytest.param(WHOLE, golden((6, 9, DONE), (0, 2, GOLD)), (False, True), [(0, 2), (6, 9)], id="hypothesis"),
        pytest.param(golden((0, 6, DRAFT)), golden((0, 6, None)), (True, True), [(0, 20)], id="nothing gold"),
        pytest.param(golden((0, 6, GOLD)), golden((6, 20, GOLD)), (True, True), [(6, 20)], id="what is left, 6-20"),
        pytest.param(golden((0, 6, GOLD)), golden((6, 20, DRAFT)), (True, True), [(6, 20)], id="no gold there"),
        pytest.param(golden((6, 20, GOLD)), golden((0, 6, GOLD)), (True, True), [], id="the other way round"),
        pytest.param(golden((0, 5, GOLD), (5, 9, DONE)), WHOLE, (True, False), [(0, 9)], id="joined"),
        pytest.param(golden((0, 5, GOLD), (4, 9, DONE)), WHOLE, (True, False), [(0, 5), (5, 9)], id="overlapping"),
        pytest.param(
            golden((0, 5, GOLD), (5, 9, GOLD), zones=[(0, 20, BODY)]), WHOLE, (True, False), [(0, 5), (5, 9)],
            id="not joined inside a zone",
        ),
        pytest.param(
            golden((0, 5, GOLD), (5, 9, GOLD), zones=[(0, 3, BODY), (3, 9, BODY)]), WHOLE, (True, False),
            [(0, 3), (3, 9)], id="joined behind the zone that opened it",
        ),
    ],
)  # fmt: skip
def test_gold_segments_take_the_place_of_zones(
    reference: Document, hypothesis: Document, flags: tuple[bool, bool], found: list[Span]
) -> None:
    assert regions(reference, hypothesis, *flags) == found


@pytest.mark.parametrize(("order", "counted"), [("AB", "1"), ("BA", "0")])
def test_without_a_task_the_order_of_labels_decides_what_an_annotation_beyond_the_text_hides(
    order: str, counted: str
) -> None:
    ends = {"A": 3, "B": 20}
    hypothesis = document("x" * 10, {label: [[0, ends[label]]] for label in order})
    reference = document("x" * 10, {"A": [[1, 2]]})
    with folder_with({"h": hypothesis, "r": reference}):
        words = ["--file", "h", "--ref_file", "r", "--content_annotations", "A,B", "--csv_output_dir", "out"]
        outcome = run_here([*words, "--csv_formula_output", "literal"], {"MATSCORE_VERSION": "2.0"})
    assert outcome.table("bytag_literal")[-1]["hyptotal"] == counted
