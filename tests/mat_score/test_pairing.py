"""Which annotations are scored, how similar they are, and who meets whom."""

from __future__ import annotations

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.align.matches import Pair, ScoredAnnotation
from legacy_scorers.mat_score.align.selection import hulls, inside, scored_regions
from legacy_scorers.mat_score.align.similarity import Similarity
from legacy_scorers.mat_score.annotations import ANNOTATION, Attribute, Document, DocumentPair
from legacy_scorers.mat_score.options import Options
from legacy_scorers.mat_score.tasks.profiles import Dimension, SimilarityProfile
from legacy_scorers.mat_score.version20 import chains, compare_all
from tests.golden_cases import is_night
from tests.mat_score.builders import (
    LOC,
    ORG,
    PER,
    Kind,
    Span,
    declared,
    document_of,
    paired,
    profile,
    spans,
    tag_profile,
    task,
)

KIND = Attribute("kind")
RANK = Attribute("rank", "int")
TAGS = Attribute("tags", "string", "set")
LIST = Attribute("tags", "string", "list")
TO = Attribute("to", "annotation")
FROM = Attribute("from", "annotation")
ALL_TO = Attribute("all", "annotation", "set")
PATH = Attribute("path", "annotation", "list")
LABEL, SPAN = Dimension("_label", 0.5), Dimension("_span", 0.5)


def outline(pair: Pair) -> str:
    """Return a pair as text: kind, and the spans of reference and hypothesis."""
    sides = [f"{item.start}-{item.end}" if item else "" for item in (pair.reference, pair.hypothesis)]
    return f"{pair.kind} {'|'.join(sides)}"


@pytest.mark.parametrize(
    ("found", "regions", "kept"),
    [
        pytest.param([(0, 5), (6, 10)], [(0, 10)], [0, 1], id="all in one region"),
        pytest.param([(0, 5), (6, 10)], [], [], id="no regions"),
        pytest.param([(-1, 5), (6, 10)], [(0, 10)], [1], id="before the region"),
        pytest.param([(0, 5), (6, 11), (7, 8)], [(0, 10)], [0], id="sticking out hides those that start later"),
        pytest.param([(0, 5), (6, 11), (7, 8), (9, 30)], [(0, 10), (9, 30)], [0, 3], id="up to the next region"),
        pytest.param([(0, 5), (5, 5), (5, 3)], [(0, 5)], [0, 1, 2], id="empty and reversed ones are in"),
        pytest.param([(0, 5), (8, 9)], [(0, 5), (5, 9)], [0, 1], id="touching regions"),
        pytest.param([(0, 9)], [(0, 5), (5, 9)], [], id="across touching regions"),
    ],
)
def test_inside(found: list[Span], regions: list[Span], kept: list[int]) -> None:
    assert list(inside(found, regions)) == kept


def test_zones_without_a_body_are_refused() -> None:
    options = Options("2.0")
    options.task = task(declared("PER"), declared("zone", category="zone"))
    zoned = Kind("zone", Attribute("region_type"))
    document = Document("d.json", "x" * 20)
    document.types["zone"] = zoned.type
    document.add(zoned.annotation((0, 9), region_type="head"))
    pair = DocumentPair("d", document, document)
    with pytest.raises(InputError, match=r"^d\.json: no zone has the region_type body"):
        scored_regions(pair, options)
    document.add(zoned.annotation((9, 12), region_type="body"))
    document.add(zoned.annotation((2, 5), region_type="body"))
    assert scored_regions(pair, options) == ([(2, 5), (9, 12)], (2, 12))


def test_hulls_follow_attributes_any_number_of_steps_and_round_in_circles() -> None:
    event = Kind("EVENT", TO, ALL_TO, spanned=False)
    first, second, third, lonely = [event.annotation() for _ in range(4)]
    first.values = {"to": second, "all": (lonely, PER.annotation((5, 6)))}
    second.values = {"to": first, "all": (PER.annotation((1, 3)), PER.annotation((2, 9)))}
    third.values = {"to": PER.annotation((4, 7), to=PER.annotation((0, 20))), "all": None}
    found = hulls(document_of(PER.annotation((0, 30)), first, second, third, lonely))
    assert found == {id(first): (5, 9), id(second): (1, 9), id(third): (4, 7)}


def test_hulls_of_a_long_chain_are_found_in_one_go() -> None:
    event = Kind("EVENT", TO, spanned=False)
    chain = [event.annotation(to=PER.annotation((2, 4)))]
    for _ in range(100_000 if is_night() else 20_000):
        chain.append(event.annotation(to=chain[-1]))
    assert set(hulls(document_of(*reversed(chain))).values()) == {(2, 4)}


@pytest.mark.parametrize(
    ("references", "hypotheses", "runs"),
    [
        pytest.param([(0, 5)], [(5, 9)], [(1, 0), (0, 1)], id="touching"),
        pytest.param([(0, 5), (4, 9)], [(8, 12)], [(2, 1)], id="a chain"),
        pytest.param([(0, 9)], [(1, 2), (4, 5)], [(1, 2)], id="around"),
        pytest.param([(0, 2), (3, 3), (5, 9)], [(0, 2)], [(1, 1)], id="an empty one ends the sweep"),
        pytest.param([(0, 4), (3, 1)], [(6, 9)], [], id="a reversed one takes its run with it"),
        pytest.param([(0, 4)], [(4, 4)], [(1, 0)], id="the run before an empty one is complete"),
        pytest.param([], [], [], id="nothing"),
    ],
)
def test_chains(references: list[Span], hypotheses: list[Span], runs: list[tuple[int, int]]) -> None:
    found = chains(spans(PER, *references), spans(PER, *hypotheses))
    assert [(len(chain[0]), len(chain[1])) for chain in found] == runs


@pytest.mark.parametrize(
    ("references", "hypotheses", "pairs"),
    [
        ([(0, 5)], [], ["missing 0-5|"]),
        ([], [(0, 5)], ["spurious |0-5"]),
        ([(0, 5)], [(0, 5)], ["match 0-5|0-5"]),
        ([(0, 5)], [(0, 4)], ["clash 0-5|0-4"]),
        ([(0, 9)], [(0, 4), (5, 8)], ["clash 0-9|0-4", "spurious |5-8"]),
        ([(0, 9)], [(0, 3), (5, 9)], ["clash 0-9|5-9", "spurious |0-3"]),
        ([(0, 4), (5, 8)], [(0, 9)], ["clash 0-4|0-9", "missing 5-8|"]),
        ([(0, 4), (3, 9)], [(2, 9), (0, 1)], ["clash 0-4|0-1", "clash 3-9|2-9"]),
        (
            [(0, 6), (5, 9)],
            [(0, 2), (1, 7)],
            ["clash 0-6|1-7", "missing 5-9|", "spurious |0-2"],
        ),
    ],
)
def test_pairs(references: list[Span], hypotheses: list[Span], pairs: list[str]) -> None:
    found = paired(spans(PER, *references), sorted(spans(PER, *hypotheses), key=lambda item: item.start))
    assert [outline(pair) for pair in found if pair.kind != "spurious"] + [
        outline(pair) for pair in found if pair.kind == "spurious"
    ] == pairs


def test_left_overs_come_in_the_order_of_a_set_of_their_indices() -> None:
    items = spans(PER, *[(0, 5)] * 9)
    compare = Similarity(None, None).compare
    references = [items.index(found[0]) for found in compare_all(items, items[:7], compare) if found[0]]
    hypotheses = [items.index(found[1]) for found in compare_all(items[:7], items, compare) if found[1]]
    assert references == hypotheses == [0, 1, 2, 3, 4, 5, 6, 8, 7]


SIMILAR = Kind("PER", KIND, RANK, TAGS)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "similarity"),
    [
        pytest.param(PER.item((0, 5)), PER.item((0, 5)), 1.0, id="the same"),
        pytest.param(PER.item((0, 5)), PER.item((5, 9)), 0.0, id="apart"),
        pytest.param(PER.item((0, 5)), LOC.item((0, 5)), 0.9, id="other label"),
        pytest.param(PER.item((0, 5)), PER.item((0, 5), "ORG"), 0.95, id="other effective label"),
        pytest.param(LOC.item((0, 5), "X"), PER.item((0, 5), "X"), 1.0, id="one class of labels"),
        pytest.param(PER.item((0, 5)), PER.item((0, 10)), 0.55, id="half the span"),
        pytest.param(SIMILAR.item((0, 5)), SIMILAR.item((0, 5)), 1.0, id="nulls agree"),
        pytest.param(SIMILAR.item((0, 5), kind="a"), SIMILAR.item((0, 5)), 1 - 0.1 / 3 / 1.1, id="one null does not"),
        pytest.param(
            SIMILAR.item((0, 5), tags=("a", "b")), SIMILAR.item((0, 5), tags=("b", "c")), 1 - 0.2 / 9 / 1.1, id="sets"
        ),
        pytest.param(PER.item((0, 5)), SIMILAR.item((0, 5), kind="a"), 1.0, id="only the hypothesis has attributes"),
        pytest.param(SIMILAR.item((0, 5)), PER.item((0, 5)), 1.0 / 1.1, id="only the reference has attributes"),
    ],
)
def test_default_similarity(reference: ScoredAnnotation, hypothesis: ScoredAnnotation, similarity: float) -> None:
    assert Similarity(None, None).compare(reference, hypothesis)[0] == pytest.approx(similarity, rel=1e-12)


SPANS = {"": (4, 8), "overmark": (5, 7), "undermark": (3, 9), "overlap": (6, 12)}


@pytest.mark.parametrize(
    ("label", "span", "attribute", "words"),
    [
        ("", "", "unknown", "unknownclash"),
        ("", "", "setclash", "setclash"),
        ("", "overmark", "", "overmark"),
        ("tagclash", "", "", "tagclash"),
        ("tagclash", "overmark", "", "overmark,tagclash"),
        ("tagclash", "undermark", "", "tagclash,undermark"),
        ("tagclash", "overlap", "", "tagclash,overlap"),
        ("computedtagclash", "overmark", "", "overmark,computedtagclash"),
        ("computedtagclash", "undermark", "", "undermark,computedtagclash"),
        ("computedtagclash", "overlap", "", "computedtagclash,overlap"),
        ("", "overmark", "setclash", "overmark,setclash"),
        ("", "undermark", "setclash", "setclash,undermark"),
        ("", "overlap", "setclash", "setclash,overlap"),
        ("tagclash", "", "setclash", "tagclash,setclash"),
        ("tagclash", "overmark", "setclash", "overmark,tagclash,setclash"),
        ("tagclash", "undermark", "setclash", "tagclash,undermark,setclash"),
        ("tagclash", "overlap", "setclash", "setclash,tagclash,overlap"),
        ("computedtagclash", "", "setclash", "setclash,computedtagclash"),
        ("computedtagclash", "overmark", "setclash", "overmark,setclash,computedtagclash"),
        ("computedtagclash", "undermark", "setclash", "setclash,undermark,computedtagclash"),
        ("computedtagclash", "overlap", "setclash", "setclash,computedtagclash,overlap"),
    ],
)
def test_words_of_a_clash(label: str, span: str, attribute: str, words: str) -> None:
    attributes = [KIND, TAGS]
    values: dict[str, object] = {"tags": ("y",), "kind": "y"}
    if attribute:
        values["tags" if attribute == "setclash" else "kind"] = ("x",)
    other = Kind("LOC" if label == "tagclash" else "PER", *attributes)
    reference = Kind("PER", *attributes).item((4, 8), tags=("y",), kind="y")
    hypothesis = other.item(SPANS[span], "NEW" if label == "computedtagclash" else None, **values)
    (pair,) = paired([reference], [hypothesis])
    assert ",".join(pair.words[0]) == words
    turned = {"overmark": "undermark", "undermark": "overmark"}
    assert set(pair.words[1]) == {turned.get(word, word) for word in words.split(",")}


def test_without_a_task_labels_keep_the_attributes_that_they_were_first_met_with() -> None:
    similarity = Similarity(None, None)
    bare, kinded = PER.item((0, 5)), Kind("PER", KIND).item((0, 5), kind="a")
    other = Kind("PER", KIND).item((0, 5), kind="b")
    assert similarity.compare(bare, bare)[0] == 1.0
    assert similarity.compare(kinded, other)[0] == 1.0
    fresh = Similarity(None, None)
    assert fresh.compare(kinded, other)[0] < 1.0
    assert fresh.compare(kinded, bare)[0] < 1.0


def test_with_a_task_only_declared_attributes_count_and_the_effective_one_does_not() -> None:
    effective = Attribute("type", effective_labels={"a": "A", "b": "B"}, choices=("a", "b"))
    declared_only = Similarity(task(declared("PER", effective)), None)
    kinded = Kind("PER", KIND, Attribute("type"))
    found = declared_only.compare(kinded.item((0, 5), kind="x", type="a"), kinded.item((0, 5), kind="y", type="b"))
    assert found == (1.0, [])


def test_a_dimension_of_its_own_compares_even_the_effective_attribute() -> None:
    effective = Attribute("type", effective_labels={"a": "A", "b": "B"}, choices=("a", "b"))
    by_type = profile(
        tag_profile("PER", SPAN, Dimension("type", 0.5), Dimension("_nonannotation_attribute_remainder", 0.5))
    )
    typed = Kind("PER", Attribute("type"))
    similarity = Similarity(task(declared("PER", effective)), by_type)
    assert similarity.compare(typed.item((0, 5), type="a"), typed.item((0, 5), type="b")) == (0.5, [])


@pytest.mark.parametrize("attribute", [LIST, PATH])
def test_lists_cannot_be_compared(attribute: Attribute) -> None:
    kind = Kind("PER", attribute)
    member: object = "a" if attribute is LIST else PER.annotation((0, 1))
    full, empty = kind.item((0, 5), **{attribute.name: (member,)}), kind.item((0, 5))
    assert Similarity(None, None).compare(full, empty)[0] < 1.0
    with pytest.raises(InputError, match="lists"):
        Similarity(None, None).compare(full, full)


def spanless(kind: Kind, *values: dict[str, object]) -> list[ScoredAnnotation]:
    return [kind.item(None, **found) for found in values]


def test_spanless_annotations_meet_by_what_they_point_to() -> None:
    people = spans(PER, (0, 3), (4, 6), (7, 9))
    others = spans(PER, (0, 3), (4, 6), (7, 9))
    event = Kind("EVENT", TO, ALL_TO, spanned=False)
    references = spanless(
        event,
        {"to": people[0].annotation, "all": (people[1].annotation,)},
        {"to": people[2].annotation},
    )
    hypotheses = spanless(
        event,
        {"to": others[0].annotation, "all": (others[1].annotation, others[2].annotation)},
        {"to": others[2].annotation},
    )
    found = paired([*people, *references], [*others, *hypotheses])
    assert [outline(pair) for pair in found] == [
        *("match 0-3|0-3", "match 4-6|4-6", "match 7-9|7-9"),
        *("clash 0-6|0-9", "clash 7-9|7-9"),
    ]
    assert [pair.words for pair in found[3:]] == [(("unknownclash",), ("unknownclash",))] * 2


def test_spanless_annotations_that_point_nowhere_meet_by_label() -> None:
    event, state = (Kind(label, KIND, spanned=False) for label in ("EVT", "REL"))
    references = [*spanless(state, {}), *spanless(event, {"kind": "x"}, {"kind": "y"})]
    hypotheses = [*spanless(event, {"kind": "y"}), *spanless(state, {}, {"kind": "z"})]
    found = paired(references, hypotheses)
    assert [pair.kind for pair in found] == ["match", "missing", "match", "spurious"]
    assert [pair.reference.label for pair in found if pair.reference] == ["EVT", "EVT", "REL"]


def bounds(**params: str) -> SimilarityProfile:
    return profile(tag_profile("PER", LABEL, Dimension("_span", 0.5, params=params)))


@pytest.mark.parametrize(
    ("similarity_profile", "span", "similarity", "errors"),
    [
        pytest.param(bounds(), (0, 5), 0.75, [("overmark", "undermark")], id="no bounds"),
        pytest.param(bounds(overlap_match_lower_bound=".45"), (0, 5), 1.0, [], id="above the bound is all"),
        pytest.param(
            bounds(overlap_match_lower_bound=".5"),
            (0, 5),
            0.75,
            [("overmark", "undermark")],
            id="on the bound it is not",
        ),
        pytest.param(
            bounds(overlap_mismatch_upper_bound=".6"),
            (0, 5),
            0.5,
            [("overmark", "undermark")],
            id="below the bound is 0",
        ),
        pytest.param(profile(tag_profile("PER", LABEL)), (0, 5), 1.0, [], id="spans are not compared"),
        pytest.param(profile(tag_profile("LOC", LABEL)), (0, 5), 0.55, [("overmark", "undermark")], id="not for PER"),
    ],
)
def test_profiles_compare_spans(
    similarity_profile: SimilarityProfile, span: Span, similarity: float, errors: list[tuple[str, str]]
) -> None:
    found = Similarity(None, similarity_profile).compare(PER.item((0, 10)), PER.item(span))
    assert found[0] == pytest.approx(similarity)
    assert found[1] == errors


def test_profiles_compare_labels() -> None:
    strict = Similarity(None, profile(tag_profile("PER,LOC", LABEL, SPAN)))
    lenient = Similarity(
        None, profile(tag_profile("PER,LOC", Dimension("_label", 0.5, params={"true_residue": ".8"}), SPAN))
    )
    blind = Similarity(None, profile(tag_profile("PER,LOC", SPAN)))
    reference = PER.item((0, 5))
    for similarity, hypothesis, wanted in (
        (strict, PER.item((0, 5), "X"), (0.5, [("tagclash", "tagclash")])),
        (lenient, PER.item((0, 5), "X"), (0.9, [("computedtagclash", "computedtagclash")])),
        (lenient, LOC.item((0, 5)), (0.5, [("tagclash", "tagclash")])),
        (blind, LOC.item((0, 5)), (1.0, [])),
    ):
        assert similarity.compare(reference, hypothesis) == wanted


def test_profiles_compare_attributes_by_name_and_by_equivalence() -> None:
    found = Similarity(
        task(
            declared("PER", Attribute("kind"), Attribute("tags", "string", "set")),
            declared("LOC", Attribute("sort")),
        ),
        profile(
            tag_profile(
                "PER,LOC", Dimension("what", 0.5), Dimension("tags", 0.5), equivalences={"what": ("kind", "sort")}
            )
        ),
    )
    person, place = Kind("PER", KIND, TAGS), Kind("LOC", Attribute("sort"))
    for reference, hypothesis, wanted in (
        (person.item((0, 5), kind="a"), place.item((0, 5), sort="a"), (1.0, [])),
        (person.item((0, 5), kind="a"), place.item((0, 5), sort="b"), (0.5, [])),
        (person.item((0, 5)), place.item((0, 5), sort="b"), (0.5, [])),
        (place.item((0, 5)), person.item((0, 5)), (1.0, [])),
        (person.item((0, 5), tags=("a", "b")), person.item((0, 5), tags=("a",)), (0.75, [("setclash", "setclash")])),
    ):
        assert found.compare(reference, hypothesis) == wanted


def test_profiles_compare_annotations_by_name() -> None:
    similarity_profile = profile(tag_profile("LINK", Dimension("to", 0.5), Dimension("from", 0.5)))
    link = Kind("LINK", TO, FROM, spanned=False)
    people, others = spans(PER, (0, 3), (4, 6), (7, 9)), spans(PER, (0, 3), (4, 5), (7, 9))
    targets = [[item.annotation for item in side] for side in (people, others)]
    for first, second, kind, words in (
        ((0, 2), (0, 2), "match", []),
        ((0, None), (0, None), "match", []),
        ((1, 2), (1, 2), "clash", ["annclash"]),
        ((0, 2), (0, 1), "clash", ["annattributenotpaired"]),
        ((0, 2), (0, None), "clash", ["unknownclash"]),
    ):
        reference, hypothesis = (
            link.item(None, **{name: None if at is None else side[at] for name, at in zip(("to", "from"), chosen)})
            for side, chosen in zip(targets, (first, second))
        )
        pair = paired([*people, reference], [*others, hypothesis], similarity_profile)[-1]
        assert (pair.kind, list(pair.words[0])) == (kind, words)


def test_profiles_compare_sets_of_annotations_by_name_and_refuse_lists() -> None:
    link = Kind("LINK", ALL_TO, PATH, spanned=False)
    people, others = spans(PER, (0, 3), (4, 6)), spans(PER, (0, 3), (4, 6))
    here, there = (tuple(item.annotation for item in side) for side in (people, others))
    by_set, by_list = (profile(tag_profile("LINK", Dimension(name, 1.0))) for name in ("all", "path"))
    for values, wanted in ((there[::-1], ("match", [])), (there[:1], ("clash", ["setclash"]))):
        pair = paired([*people, link.item(None, all=here)], [*others, link.item(None, all=values)], by_set)[-1]
        assert (pair.kind, list(pair.words[0])) == wanted
    with pytest.raises(InputError, match="lists"):
        paired([*people, link.item(None, path=here)], [*others, link.item(None, path=there)], by_list)


def test_profiles_join_attributes_into_sets() -> None:
    joined = Dimension("to,from", 1.0, method="_annotation_set_similarity")
    similarity_profile = profile(tag_profile("LINK", joined))
    link = Kind("LINK", TO, FROM, spanned=False)
    people, others = spans(PER, (0, 3), (4, 6)), spans(PER, (0, 3), (4, 6))
    here, there = ([item.annotation for item in side] for side in (people, others))
    for values, wanted in (
        ({"to": there[1], "from": there[0]}, ("match", [])),
        ({"to": there[1], "from": None}, ("clash", ["setclash"])),
    ):
        reference = link.item(None, **{"to": here[0], "from": here[1]})
        pair = paired([*people, reference], [*others, link.item(None, **values)], similarity_profile)[-1]
        assert (pair.kind, list(pair.words[0])) == wanted


def test_labels_of_different_profiles_are_compared_both_ways() -> None:
    similarity_profile = profile(
        tag_profile("PER", LABEL, SPAN), tag_profile("LOC", Dimension("_span", 0.5), Dimension("kind", 0.5))
    )
    similarity = Similarity(None, similarity_profile)
    near, far = PER.item((0, 5)), LOC.item((0, 10))
    assert similarity.compare(near, far) == (0.25, [("tagclash", "tagclash"), ("undermark", "overmark")])
    assert similarity.compare(far, near) == (0.25, [("overmark", "undermark")])
    assert similarity.compare(PER.item((0, 5)), LOC.item((0, 5)))[0] == 0.5


def test_strata_keep_labels_apart_and_leave_out_the_others() -> None:
    similarity_profile = profile(strata=[("LOC",), ("PER",)])
    references = [PER.item((0, 5)), LOC.item((0, 5)), ORG.item((0, 5))]
    hypotheses = [LOC.item((0, 5)), PER.item((0, 4)), ORG.item((0, 5))]
    found = paired(references, hypotheses, similarity_profile)
    assert [(pair.kind, pair.reference.label if pair.reference else "") for pair in found] == [
        ("match", "LOC"),
        ("clash", "PER"),
    ]


@pytest.mark.parametrize(
    ("dimension", "problem"),
    [
        (Dimension("kind", 1.0, method="Plugin.compare"), "code of the task"),
        (Dimension("_span", 1.0, params={"aggregator_method": "Plugin.Sub.best"}), "code of the task"),
        (Dimension("_span", 1.0, "m", {"param_digester_method": "Plugin.digest"}), "code of the task"),
        (Dimension("a,b", 1.0), "joins attributes"),
        (Dimension("_span", 1.0, params={"overlap_match_lower_bound": "half"}), "is not a number: 'half'"),
    ],
)
def test_dimensions_that_cannot_be_computed_are_refused(dimension: Dimension, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        Similarity(None, profile(tag_profile("PER", dimension)))


@pytest.mark.parametrize(
    ("members", "hull"),
    [
        ([(4, 6), (1, 2)], (1, 6)),
        ([None, (4, 6), (1, 2)], (1, 6)),
        ([(1, 2), None, (4, 6)], (4, 6)),
        ([(4, 9), None, (1, 2)], (1, 9)),
        ([(1, 2), None], None),
    ],
)
def test_a_hull_starts_behind_the_last_member_without_one(members: list[Span | None], hull: Span | None) -> None:
    attributes = [Attribute(f"to{place}", ANNOTATION) for place in range(len(members))]
    holder = Kind("HOLDER", *attributes, spanned=False)
    lonely = Kind("LONELY", spanned=False).annotation()
    values = [PER.annotation(span) if span else lonely for span in members]
    found = holder.annotation(**{f"to{place}": value for place, value in reversed(list(enumerate(values)))})
    assert hulls(document_of(PER.annotation((0, 9)), lonely, found)).get(id(found)) == hull
