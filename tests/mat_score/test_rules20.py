"""Rules of MAT 2.0 about tasks, regions and attributes, each on a run or an object as small as it can be."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mat_score.align.regions import Region, scored_regions, sweep
from mat_score.annotations import Document, DocumentPair
from mat_score.options import Options
from tests.mat_score.builders import Kind, Span, task
from tests.mat_score.runs import Outcome, run_here
from tests.running import folder_with

Aset = dict[str, Any]
ZONES = "category:zone,category:token"
LABELS = "<annotation label='A'/><annotation label='B'/><annotation label='R' span='no'/>"
RESTRICTED = "<label_restriction label='A'/><label_restriction label='B'/>"
HELD = f"<attribute name='to' of_annotation='R' type='annotation' aggregation='set'>{RESTRICTED}</attribute>"


def task_file(content: str = "", profiles: str = "", inherit: str = ZONES, labels: str = LABELS) -> str:
    return (
        f"<task name='T'><annotation_set_descriptors inherit='{inherit}'>"
        f"<annotation_set_descriptor name='own' category='content'>{labels}{content}</annotation_set_descriptor>"
        f"</annotation_set_descriptors>{profiles}<workflows/></task>"
    )


def aset(label: str, rows: Sequence[Sequence[object]], *attrs: object, ids: bool = False, spans: bool = True) -> Aset:
    return {"type": label, "attrs": list(attrs), "annots": list(rows), "hasID": ids, "hasSpan": spans}


def typed(name: str, kind: str = "string", aggregation: str | None = None) -> dict[str, object]:
    return {"name": name, "type": kind, "aggregation": aggregation}


def run(
    hypothesis: Sequence[Aset],
    reference: Sequence[Aset],
    *options: str,
    of_task: str | None = None,
    signal: str = "abcdefghij",
) -> Outcome:
    """Score one pair of documents, into CSV files with values."""
    return run_pairs({"d": (hypothesis, reference)}, *options, of_task=of_task, signal=signal)


def run_pairs(
    pairs: Mapping[str, tuple[Sequence[Aset], Sequence[Aset]]],
    *options: str,
    of_task: str | None = None,
    signal: str = "abcdefghij",
) -> Outcome:
    files = {
        f"{side}/{name}": json.dumps({"signal": signal, "asets": list(asets)})
        for name, sides in pairs.items()
        for side, asets in zip("hr", sides)
    }
    words = ["--dir", "h", "--ref_dir", "r", "--csv_output_dir", "out", "--csv_formula_output", "literal", *options]
    if of_task is not None:
        files["t/task.xml"] = of_task
        words += ["--task_dir", "t", "--task", "T"]
    with folder_with(files):
        return run_here(words, {"MATSCORE_VERSION": "2.0"})


def ends(outcome: Outcome, sentence: str) -> bool:
    """Say whether a run ended with status 1, one line with the sentence, and no file."""
    return (outcome.exit, outcome.files, outcome.stderr.count(b"\n")) == (1, {}, 1) and sentence.encode() in (
        outcome.stderr
    )


def span_profile(labels: str = "A,B", more: str = "", name: str = "") -> str:
    named = f" name='{name}'" if name else ""
    return (
        f"<similarity_profile{named}><tag_profile true_labels='{labels}'>"
        f"<dimension name='_span' weight='1' overlap_match_lower_bound='.4'/>{more}</tag_profile></similarity_profile>"
    )


# 2.1 labels of the confusability table


def axis(outcome: Outcome) -> list[str]:
    return outcome.files["out/confusability.csv"].decode().splitlines()[0].split(",")[1:]


def test_confusability_shows_the_labels_that_were_counted() -> None:
    a, b = aset("A", [[0, 2]]), aset("B", [[0, 2]])
    profile = span_profile()
    matched = run([b], [a], "--confusability", of_task=task_file(profiles=profile))
    assert axis(matched) == ["A (ref)", "null (ref)"]
    assert matched.table("confusability") == [
        {"": "A (hyp)", "A (ref)": "0", "null (ref)": "0"},
        {"": "null (hyp)", "A (ref)": "0", "null (ref)": "1"},
    ]
    clash = run([b], [a], "--confusability", of_task=task_file())
    assert axis(clash) == ["A (ref)", "B (ref)", "null (ref)"]


def test_confusability_shows_labels_without_span_and_none_that_are_limited_away() -> None:
    relation = aset("R", [[None]], typed("to", "annotation", "set"), spans=False)
    limited = "<score_profile><label_limitation true_labels='A,R'/></score_profile>"
    found = run(
        [relation], [aset("A", [[0, 2]]), aset("B", [[4, 6]])], "--confusability", of_task=task_file(HELD, limited)
    )
    assert axis(found) == ["A (ref)", "R (ref)", "null (ref)"]
    assert [row["R (ref)"] for row in found.table("confusability")] == ["0", "0", "0"]


def test_a_label_that_only_a_finer_table_counts_is_shown_and_has_a_row_there() -> None:
    options = ("--confusability", "--by_character")
    found = run([aset("B", [[0, 4]])], [aset("A", [[0, 2]])], *options, of_task=task_file(profiles=span_profile()))
    assert axis(found) == ["A (ref)", "B (ref)", "null (ref)"]
    assert [row["tag"] for row in found.table("bychar_literal")] == ["A", "B", "<all>"] * 2
    assert [row["tag"] for row in found.table("bytag_literal")] == ["A", "<all>"] * 2


# 2.2 columns of the details


def test_details_have_columns_for_all_dimensions_but_label_and_span() -> None:
    content = "<attribute name='k' of_annotation='A' type='int'/><attribute name='e' of_annotation='A'/>" + (
        f"<attribute name='x' of_annotation='A' type='annotation'>{RESTRICTED}</attribute>"
        f"<attribute name='y' of_annotation='A' type='annotation'>{RESTRICTED}</attribute>"
    )
    dimensions = (
        "<attr_equivalences name='eq' attrs='e'/><dimension name='_label' weight='1'/>"
        "<dimension name='_nonannotation_attribute_remainder' weight='1'/><dimension name='k' weight='1'/>"
        "<dimension name='eq' weight='1'/>"
        "<dimension name='x, y' weight='1' method='_annotation_set_similarity'/><dimension name='k' weight='2'/>"
    )
    profile = (
        "<similarity_profile><stratum true_labels='B'/><stratum true_labels='A'/><tag_profile true_labels='A'>"
        f"{dimensions}</tag_profile></similarity_profile>"
    )
    task_xml = task_file(content.replace(RESTRICTED, "<label_restriction label='B'/>"), profile)
    reference = [
        aset("A", [[0, 2, 0, "v", "b"]], typed("k", "int"), "e", typed("x", "annotation")),
        aset("B", [[4, 6, "b", 7]], typed("k", "int"), ids=True),
    ]
    found = run([], reference, "--details", of_task=task_xml)
    header = found.files["out/details.csv"].decode().splitlines()[0]
    assert header.endswith(
        'hypend,"ref x, y","hyp x, y",ref eq,hyp eq,ref k,hyp k,ref _nonannotation_attribute_remainder,'
        "hyp _nonannotation_attribute_remainder,refcontent,hypcontent"
    )
    rows = found.table("details")
    assert [(row["reflabel"], row["ref k"], row["ref eq"], row["ref x, y"]) for row in rows] == [
        ("B", "7", "", ""),
        ("A", "0", "", ""),
    ]


def test_annotations_in_details_columns_have_no_brackets() -> None:
    profile = (
        "<similarity_profile><tag_profile true_labels='R'><dimension name='to' weight='1'/></tag_profile>"
        "</similarity_profile>"
    )
    relation = aset("R", [[["a", "b"]]], typed("to", "annotation", "set"), spans=False)
    found = run(
        [], [aset("A", [[0, 2, "a"], [4, 6, "b"]], ids=True), relation], "--details", of_task=task_file(HELD, profile)
    )
    assert [row["ref to"] for row in found.table("details")] == ["", "", "A (0-2) (id a),A (4-6) (id b)"]


# 2.3 descriptions


def test_a_set_of_annotations_has_one_pair_of_brackets() -> None:
    relation = aset(
        "R", [[["a", "b"], [True, False]]], typed("to", "annotation", "set"), typed("f", "boolean", "list"), spans=False
    )
    annotations = aset("A", [[0, 2, "a", ["w", "v", "u"]], [4, 6, "b", None]], typed("s", "string", "set"), ids=True)
    found = run([], [annotations, relation], "--details", "--content_annotations", "A,R")
    assert found.table("details")[-1]["refdescription"] == ("R f=yes,no to=[A (0-2) (id a) s=u,w,v,A (4-6) (id b)]")


# 2.4 and 2.5 regions

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


def test_a_region_that_was_cut_cannot_be_cut_again_at_its_front() -> None:
    segment = aset("SEGMENT", [[0, 8, GOLD]], "status")
    zone = aset("zone", [[2, 10, BODY]], "region_type")
    outcome = run([zone], [segment, aset("A", [[3, 4]])], "--ref_gold_only", of_task=task_file())
    assert ends(outcome, "MATScore: h/d: a region of the hypothesis begins or ends at 2")
    assert outcome.stdout == b""
    fine = run([aset("zone", [[0, 10, BODY]], "region_type")], [segment], "--ref_gold_only", of_task=task_file())
    assert fine.exit == 0


def test_a_region_error_comes_before_what_is_said_of_counting() -> None:
    tokens = aset("lex", [[0, 3]])
    misaligned = ([tokens], [aset("A", [[0, 2]])])
    head = aset("zone", [[0, 3, "head"]], "region_type")
    outcome = run_pairs({"a": misaligned, "b": ([], [head])}, "--by_token", of_task=task_file())
    assert ends(outcome, "none of the zones has the region_type body")
    assert outcome.stdout == b""


def test_annotations_hide_each_other_in_one_stratum_with_or_without_span_only() -> None:
    strata = "".join([f"<stratum true_labels='{label}'/>" for label in "BAR"])
    profile = f"<similarity_profile>{strata}</similarity_profile>"
    reference = [
        aset("A", [[0, 99], [1, 2]]),
        aset("B", [[3, 4]]),
        aset("R", [[None]], typed("to", "annotation", "set"), spans=False),
    ]
    found = run([], reference, of_task=task_file(HELD, profile)).table("bytag_literal")
    assert [(row["tag"], row["missing"]) for row in found if row["file"] == "d"] == [
        ("B", "1"),
        ("R", "1"),
        ("<all>", "2"),
    ]
    together = run([], reference, of_task=task_file(HELD)).table("bytag_literal")
    assert [(row["tag"], row["missing"]) for row in together if row["file"] == "d"] == [("R", "1"), ("<all>", "1")]


def test_annotations_that_lead_nowhere_stand_from_the_first_to_the_last_zone() -> None:
    zones = aset("zone", [[0, 3, BODY], [6, 9, BODY]], "region_type")
    relation = aset("R", [[None]], typed("to", "annotation", "set"), spans=False)
    assert run([], [zones, relation], of_task=task_file(HELD)).table("bytag_literal")[0]["missing"] == "0"
    one = aset("zone", [[6, 9, BODY]], "region_type")
    assert run([], [one, relation], of_task=task_file(HELD)).table("bytag_literal")[0]["missing"] == "1"


# 2.6 closed labels


@pytest.mark.parametrize(
    ("closed", "fine"),
    [
        (aset("SEGMENT", [[0, 1, None], [1, 2, DONE], [2, 3, "ignore during reconciliation"], [3, 4]], "status"), True),
        (aset("SEGMENT", [[0, 1, "x", "y", ""]], "annotator", "to_review", "reviewed_by"), True),
        (aset("SEGMENT", [[0, 1, ""]], "status"), False),
        (aset("SEGMENT", [[0, 1, "gold"]], "status"), False),
        (aset("SEGMENT", [[0, 1, "x"]], "other"), False),
        (aset("SEGMENT", [[0, 1, 1]], typed("annotator", "int")), False),
        (aset("SEGMENT", [[0, 1, ["x"]]], typed("annotator", "string", "set")), False),
        (aset("SEGMENT", [["x"]], "annotator", spans=False), False),
        (aset("VOTE", [["x", "y", "z", "yes"]], "content", "comment", "chosen", "new", spans=False), True),
        (aset("VOTE", [["maybe"]], "new", spans=False), False),
        (aset("VOTE", [[0, 1]]), False),
        (aset("VOTE", [["a"]], typed("segment", "annotation"), spans=False), False),
        (aset("zone", [[0, 1, "any"], [1, 2, ""]], "region_type"), True),
        (aset("zone", [[0, 1, "x"]], "kind"), False),
        (aset("zone", [[]], spans=False), False),
    ],
)
def test_closed_labels(closed: Aset, fine: bool) -> None:
    annotation = aset("A", [[0, 1, "a"]], ids=True)
    outcome = run([closed, annotation], [annotation], of_task=task_file(inherit=""))
    assert outcome.exit == 0
    assert outcome.stdout.decode() == ("" if fine else "Couldn't decode target h/d; skipping pair.\n")
    assert run([closed, annotation], [annotation], "--content_annotations", "A").stdout == b""


def test_a_vote_is_on_a_segment() -> None:
    vote = aset("VOTE", [["s"]], typed("segment", "annotation"), spans=False)
    assert run([aset("SEGMENT", [[0, 1, "s"]], ids=True), vote], [], of_task=task_file()).stdout == b""


# 2.7 stratification


@pytest.mark.parametrize(
    ("of", "held", "strata", "sentence"),
    [
        ("R", "A", "", None),
        ("A", "B", "", "label B is stratified in task T with an annotation type which refers to it"),
        ("A", "A", "", "label A is stratified in task T with an annotation type which refers to it"),
        ("A", "B", "B|A", None),
        ("A", "B", "A|B", "label B is referenced in task T in a stratum before it's paired"),
        ("A", "R", "", "label R is referenced in task T in a stratum before it's paired"),
        ("A", "lex", "", "label lex is referenced in task T in a stratum before it's paired"),
        ("A", "B", "A", "label B is referenced in task T in a stratum before it's paired"),
        ("A", "B", "B", None),
        ("A", "E", "B|A", None),
        ("A", "E", "A|B", "label B is referenced in task T"),
    ],
)
def test_labels_refer_to_labels_that_are_paired_before(of: str, held: str, strata: str, sentence: str | None) -> None:
    content = (
        f"<attribute name='x' of_annotation='{of}' type='annotation'><label_restriction label='{held}'/></attribute>"
        "<attribute name='e' of_annotation='B'><choice effective_label='E'>v</choice></attribute>"
    )
    declared = "".join([f"<stratum true_labels='{labels}'/>" for labels in strata.split("|") if labels])
    profile = f"<similarity_profile>{declared}</similarity_profile>" if declared else ""
    outcome = run([], [], of_task=task_file(content, profile))
    assert outcome.exit == 0 if sentence is None else ends(outcome, sentence)


def test_without_a_task_no_label_has_spans_here_and_none_there() -> None:
    documents = {"a": ([], [aset("N", [[0, 1]])]), "b": ([aset("N", [[]], spans=False)], [])}
    outcome = run_pairs(documents, "--content_annotations", "A")
    assert ends(outcome, "label 'N' is both spanned and spanless in the label cache")
    assert run_pairs(documents, of_task=task_file()).exit == 0


# 2.8 columns of mismatches


def test_mismatch_columns_stay_where_the_limitation_leaves_nothing_to_count() -> None:
    limited = "<score_profile><label_limitation true_labels='B'/></score_profile>"
    pairs = ([aset("A", [[0, 3], [5, 6]])], [aset("A", [[0, 2]]), aset("B", [[5, 6]])])
    found = run(*pairs, "--tag_output_mismatch_details", of_task=task_file(profiles=limited)).table("bytag_literal")
    details = {name: value for name, value in found[-1].items() if "detail" in name}
    assert details == {
        "reftagclash (detail)": "1",
        "refundermark (detail)": "0",
        "hyptagclash (detail)": "0",
        "hypovermark (detail)": "0",
    }
    assert list(found[0]).index("reftagclash (detail)") < list(found[0]).index("refundermark (detail)")


# 2.9 decompositions


def decomposition(*parts: tuple[str, str]) -> str:
    found = [f"<attr_decomposition true_labels='{labels}' attrs='{attrs}'/>" for labels, attrs in parts]
    return f"<score_profile>{''.join(found)}</score_profile>"


def test_subsets_are_written_as_in_descriptions() -> None:
    boolean = "<attribute name='b' of_annotation='A' type='boolean'/>"
    strings = "<attribute name='s' of_annotation='A' aggregation='set'/>"
    rows: list[list[object]] = [[0, 1, True, ["w", "v"]], [1, 2, False, None], [2, 3]]
    reference = aset("A", rows, typed("b", "boolean"), typed("s", "string", "set"))
    relation = aset("R", [[["a"]]], typed("to", "annotation", "set"), spans=False)
    found = run(
        [], [reference, aset("B", [[4, 5, "a"]], ids=True), relation],
        of_task=task_file(boolean + strings + HELD, decomposition(("A", "s"), ("A", "b"), ("R", "to"))),
    )  # fmt: skip
    subsets = [(row["tag"], row["tag subset"]) for row in found.table("bytag_literal") if row["file"] == "d"]
    whole = [
        *(("A", "<none>"), ("A", "s=<null>"), ("A", "s=w,v"), ("A", "b=<null>"), ("A", "b=no"), ("A", "b=yes")),
        *(("B", "<none>"), ("R", "<none>"), ("R", "to=B (4-5) (id a)")),
    ]
    union = sorted(subset for tag, subset in whole if subset != "<none>")
    assert subsets == [*whole, ("<all>", "<none>"), *[("<all>", subset) for subset in union]]


def test_two_decompositions_with_the_same_text_end_the_run() -> None:
    content = "<attribute name='b' of_annotation='A' type='boolean'/>"
    doubled = task_file(content, decomposition(("A,B", "b"), ("A", "b")))
    outcome = run([], [aset("A", [[0, 1]])], of_task=doubled)
    assert ends(outcome, "two decompositions of the score profile divide A into subsets called b=<null>")
    assert run([], [aset("B", [[0, 1]])], of_task=doubled).exit == 0


# 2.10 annotation sets


RELATIONS = "<annotation label='A'/><annotation label='R' span='no'/><annotation label='S' span='no'/>"


def relations(kind: str, aggregation: str | None, *rows: tuple[str, object]) -> list[Aset]:
    """Return annotations R and S by the value of their attribute x, and the annotation that it may hold."""
    attribute = typed("x", kind, aggregation)
    return [aset("A", [[0, 1, "a"]], ids=True)] + [
        aset(label, [[value]], attribute, spans=False) for label, value in rows
    ]


@pytest.mark.parametrize(
    ("kind", "aggregation", "value", "sentence"),
    [
        ("annotation", "set", ["a"], "attributes which are aggregates themselves"),
        ("string", "set", ["a"], "attributes which are aggregates themselves"),
        ("string", None, "a", "attributes which aren't annotation attributes"),
    ],
)
def test_annotation_sets_hold_single_annotations(
    kind: str, aggregation: str | None, value: object, sentence: str
) -> None:
    restriction = "<label_restriction label='A'/>" if kind == "annotation" else ""
    aggregated = f" aggregation='{aggregation}'" if aggregation else ""
    content = f"<attribute name='x' of_annotation='R,S' type='{kind}'{aggregated}>{restriction}</attribute>"

    def outcome(labels: str, hypothesis: Sequence[tuple[str, object]]) -> Outcome:
        profile = (
            f"<similarity_profile><tag_profile true_labels='{labels}'>"
            "<dimension name='x' weight='1' method='_annotation_set_similarity'/></tag_profile></similarity_profile>"
        )
        sides = (relations(kind, aggregation, *hypothesis), relations(kind, aggregation, ("R", value)))
        return run(*sides, of_task=task_file(content, profile, labels=RELATIONS))

    problem = f"can't use _annotation_set_similarity to compare {sentence}"
    assert ends(outcome("R", [("R", value)]), problem)
    assert outcome("R", []).exit == 0
    assert outcome("R", [("S", value)]).exit == 0
    assert outcome("R,S", [("S", value)]).exit == int(kind == "annotation")  # what leads nowhere meets its own label
    assert outcome("R", [("R", None)]).exit == int(kind == "string")  # what leads somewhere meets only such


def test_annotation_sets_that_are_empty_are_not_looked_at() -> None:
    profile = (
        "<similarity_profile><tag_profile true_labels='R'>"
        "<dimension name='x' weight='1' method='_annotation_set_similarity'/></tag_profile></similarity_profile>"
    )
    of_task = task_file("<attribute name='x' of_annotation='R'/>", profile, labels=RELATIONS)
    null = relations("string", None, ("R", None))
    assert run(null, null, of_task=of_task).exit == 0


# 2.11 names of the profiles


@pytest.mark.parametrize(
    ("profiles", "options", "names"),
    [
        ("", [], ("<default>", "<default>")),
        ("", ["--similarity_profile", "s", "--score_profile", "c"], ("s", "<default>")),
        ("<similarity_profile name='n'/><score_profile name='m'/>", [], ("<default>", "m")),
        (
            "<similarity_profile/><score_profile/>",
            ["--similarity_profile", "s", "--score_profile", "c"],
            ("s", "<default>"),
        ),
        ("<similarity_profile name='n'/>", ["--similarity_profile", ""], ("<default>", "<default>")),
    ],
)
def test_names_of_profiles(profiles: str, options: list[str], names: tuple[str, str]) -> None:
    (row,) = run([], [], *options, of_task=task_file(profiles=profiles)).table("bytag_literal")
    assert (row["similarity profile"], row["score profile"]) == names


def test_without_a_task_the_name_that_was_asked_for_is_shown() -> None:
    (row,) = run([], [], "--content_annotations", "A", "--similarity_profile", "s").table("bytag_literal")
    assert (row["similarity profile"], row["score profile"]) == ("s", "<default>")


# 2.12 zones


def test_zones_are_what_is_labelled_so() -> None:
    more = "</annotation_set_descriptor><annotation_set_descriptor name='z' category='zone'><annotation label='Z'/>"
    reference = [aset("A", [[0, 1], [4, 5]]), aset("Z", [[0, 3, "body"]], "region_type")]
    zone = aset("zone", [[3, 9, "body"]], "region_type")
    for inherit in (ZONES, ""):
        of_task = task_file(more, inherit=inherit)
        assert run([], reference, of_task=of_task).table("bytag_literal")[0]["missing"] == "2"
        assert run([], [*reference, zone], of_task=of_task).table("bytag_literal")[0]["missing"] == "1"
    assert run([], [*reference, zone], "--content_annotations", "A").table("bytag_literal")[0]["missing"] == "2"


# 2.13 label restrictions


@pytest.mark.parametrize(
    ("value", "fine"),
    [
        (["a"], True),
        (["a", "a", "b"], True),
        ([], True),
        (None, True),
        (["c"], True),
        (["d"], False),
        (["a", "n"], False),
        (["a", None], False),
        (["unknown"], False),
        ([""], False),
        ("a", True),
        ("ad", False),
    ],
)
def test_restrictions_hold_for_every_member(value: object, fine: bool) -> None:
    content = (
        "<attribute name='e' of_annotation='B'><choice effective_label='E'>v</choice>"
        "<choice effective_label='F'>w</choice></attribute>"
        "<attribute name='i' of_annotation='C' type='int'><choice>1</choice><choice>2</choice></attribute>"
        "</annotation_set_descriptor><annotation_set_descriptor name='none'><annotation label='N' span='no'/>"
        "<attribute name='to' of_annotation='N' type='annotation' aggregation='set'><label_restriction label='A'/>"
        "<label_restriction label='E'/><label_restriction label='C'><attributes i='2'/></label_restriction></attribute>"
    )
    of_task = task_file(content, labels=LABELS + "<annotation label='C'/>")
    document = [
        aset("N", [["n", value]], typed("to", "annotation", "set"), ids=True, spans=False),
        aset("A", [[0, 1, "a"]], ids=True),
        aset("B", [[0, 1, "b", "v"], [0, 1, "f", "w"]], "e", ids=True),
        aset("C", [[0, 1, "c", 2], [0, 1, "d", None]], typed("i", "int"), ids=True),
    ]
    outcome = run([], document, of_task=of_task)
    assert (outcome.exit, outcome.stdout.decode()) == (
        0,
        "" if fine else "Couldn't decode reference r/d; skipping pair.\n",
    )
    assert run(document, document, of_task=of_task).stdout.count(b"Couldn't decode") == (not fine)


def test_a_list_is_no_single_annotation() -> None:
    content = f"<attribute name='x' of_annotation='R' type='annotation'>{RESTRICTED}</attribute>"
    document = [aset("A", [[0, 1, "a"]], ids=True), aset("R", [[["a"]]], typed("x", "annotation"), spans=False)]
    assert run(document, [], of_task=task_file(content)).stdout == b"Couldn't decode target h/d; skipping pair.\n"


# 2.14 other ends of a run


LIST = "haven't implemented list aggregation for pairing yet"


@pytest.mark.parametrize("profile", ["", span_profile("B"), span_profile("A", "<dimension name='l' weight='1'/>")])
def test_lists_end_the_run_if_both_sides_have_one(profile: str) -> None:
    of_task = task_file("<attribute name='l' of_annotation='A' aggregation='list'/>", profile)
    empty, full = [aset("A", [[0, 2, value]], typed("l", "string", "list")) for value in (None, ["x"])]
    assert run([empty], [full], of_task=of_task).exit == 0
    assert run([aset("A", [[2, 4, ["x"]]], typed("l", "string", "list"))], [full], of_task=of_task).exit == 0
    assert ends(run([full], [full], of_task=of_task), LIST)
    assert (
        run(
            [full],
            [full],
            of_task=task_file("<attribute name='l' of_annotation='A' aggregation='list'/>", span_profile()),
        ).exit
        == 0
    )


def test_distinguishing_attributes_are_looked_at_before_labels_are_ignored() -> None:
    attribute = "<attribute name='k' of_annotation='A' distinguishing_attribute_for_equality='yes'/>"
    null = [aset("A", [[4, 6, None]], "k")]
    sentence = "the distinguishing attribute k of A (4-6) is null"
    zone = aset("zone", [[0, 3, BODY]], "region_type")
    strata = "<similarity_profile><stratum true_labels='B'/></similarity_profile>"
    assert ends(run(null, [], "--ignore", "A", of_task=task_file(attribute)), sentence)
    assert run(null, [zone], of_task=task_file(attribute)).exit == 0
    assert run(null, [], of_task=task_file(attribute, strata)).exit == 0


def test_a_task_whose_annotation_attributes_are_not_restricted_cannot_be_loaded() -> None:
    sentence = (
        "For task T: checking the annotation repository generated the following error: label_restrictions required for "
        "annotation attribute 'of' of annotation types A, B"
    )
    with folder_with({"t/task.xml": task_file("<attribute name='of' of_annotation='A,B' type='annotation'/>")}):
        for words in (["--help"], ["--file", "h", "--ref_file", "r", "--content_annotations", "A"]):
            outcome = run_here(words, {"MATSCORE_VERSION": "2.0", "MATSCORE_TASK_DIRS": "t"})
            assert ends(outcome, sentence)
            assert outcome.stdout == b""


@pytest.mark.parametrize(
    ("name", "more", "unknown"),
    [
        ("k", "", None),
        ("nosuch", "", "nosuch"),
        ("e", "<attr_equivalences name='e' attrs='k,other'/>", None),
        ("e", "<attr_equivalences name='e' attrs='other'/>", "e"),
        ("k,nosuch", "", "nosuch"),
        ("_nosuch", "", "_nosuch"),
    ],
)
def test_dimensions_compare_attributes_that_labels_have(name: str, more: str, unknown: str | None) -> None:
    method = " method='_annotation_set_similarity'" if "," in name else ""
    profile = (
        f"<similarity_profile><tag_profile true_labels='A'>{more}<dimension name='{name}' weight='1'{method}/>"
        "</tag_profile></similarity_profile>"
    )
    outcome = run([], [], of_task=task_file("<attribute name='k' of_annotation='A'/>", profile))
    sentence = (
        f"The attribute '{unknown}' specified as a dimension for label 'A' in the tag profile in a similarity profile"
    )
    assert outcome.exit == 0 if unknown is None else ends(outcome, sentence)


def test_members_other_than_ascii_end_the_run_where_they_are_described() -> None:
    content = "<attribute name='s' of_annotation='A' aggregation='set'/>"
    document = [aset("A", [[0, 1, ["\xe9"]]], typed("s", "string", "set"))]
    assert run(document, document, of_task=task_file(content)).exit == 0
    assert ends(run(document, document, "--details", of_task=task_file(content)), "none with members other than ASCII")
    decomposed = task_file(content, decomposition(("A", "s")))
    assert ends(run(document, document, of_task=decomposed), "none with members other than ASCII")
