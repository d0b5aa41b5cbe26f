"""What is counted: units, stretches of text, subsets, and the order of rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import blank_text
from legacy_scorers.common.tally import Signatures
from legacy_scorers.mat_score.align.matches import WHOLE, Pair, ScoredAnnotation, SpanMatch
from legacy_scorers.mat_score.align.similarity import Similarity
from legacy_scorers.mat_score.annotations import Annotation, Attribute, Document, DocumentPair, describe
from legacy_scorers.mat_score.report import Details20, confusability_matrix
from legacy_scorers.mat_score.rows import ScoreRows, Subsets, label_groups
from legacy_scorers.mat_score.tally import (
    TAGS,
    CountedLabels,
    FileTally,
    TableTally,
    characters,
    confused_units,
    pseudo_tokens,
    tokens,
)
from legacy_scorers.mat_score.tasks.profiles import (
    ScoreProfile,
    SimilarityProfile,
    Strata,
)
from legacy_scorers.mat_score.version20 import stretches
from tests.mat_score.builders import LOC, ORG, PER, Kind, Span, paired, profile, spans

TEXT = "the future President of the United States"


def test_the_worked_example_of_the_documentation_has_nine_pseudo_tokens() -> None:
    items = [*spans(PER, (11, 40)), *spans(PER, (3, 32))]
    assert TEXT[11:40] == "President of the United State"
    assert TEXT[3:32] == " future President of the Unit"
    ruler = pseudo_tokens(TEXT, items)
    assert ruler.total == 9
    assert [ruler.before[offset] for offset in (3, 11, 32, 40, len(TEXT))] == [1, 2, 6, 8, 9]


@given(st.text("a \n\u180e", max_size=12), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=4))
def test_pseudo_tokens_are_the_pieces_between_white_space_and_boundaries(text: str, bounds: list[Span]) -> None:
    found = [(min(start, len(text)), min(end, len(text))) for start, end in bounds]
    ruler = pseudo_tokens(text, spans(PER, *found))
    cuts = {offset for span in found for offset in span}
    marked = "".join(("|" if offset in cuts else "") + letter for offset, letter in enumerate(blank_text(text)))
    assert ruler.total == sum(len(part.split()) for part in marked.split("|"))
    assert all(ruler.fits(stretch(start, end)) for start, end in found)


def stretch(start: int, end: int) -> SpanMatch:
    return SpanMatch(start, end, None, None)


def test_tokens_measure_what_begins_and_ends_between_tokens() -> None:
    ruler = tokens([(0, 3), (4, 6), (6, 7)])
    assert ruler.total == 3
    assert [ruler.length(stretch(*span)) for span in ((0, 3), (0, 4), (0, 6), (4, 7), (6, 7), (3, 4))] == [
        1,
        1,
        2,
        2,
        1,
        0,
    ]
    assert not any(ruler.fits(stretch(*span)) for span in ((1, 3), (0, 5), (7, 8)))


def test_characters_are_code_points() -> None:
    ruler = characters("a\U0001f600b")
    assert (ruler.total, ruler.length(stretch(1, 2)), ruler.fits(stretch(0, 99))) == (3, 1, True)


def outline(references: list[ScoredAnnotation], hypotheses: list[ScoredAnnotation]) -> list[str]:
    """Return the stretches of text that a document is cut into."""
    found = stretches(paired(references, hypotheses), Similarity(None, None))
    return [
        f"{claim.start}-{claim.end} {claim.kind}"
        + "".join(f" {item.label}" for item in (claim.reference, claim.hypothesis) if item)
        for claim in found
    ]


@pytest.mark.parametrize(
    ("references", "hypotheses", "cut"),
    [
        pytest.param([PER.item((0, 9))], [PER.item((0, 9))], ["0-9 match PER PER"], id="match"),
        pytest.param([PER.item((0, 9))], [LOC.item((0, 9))], ["0-9 clash PER LOC"], id="tag clash"),
        pytest.param([PER.item((0, 9))], [], ["0-9 missing PER"], id="missing"),
        pytest.param(
            [PER.item((0, 9))],
            [PER.item((2, 5))],
            ["2-5 match PER PER", "0-2 missing PER", "5-9 missing PER"],
            id="overmark",
        ),
        pytest.param(
            [PER.item((0, 9))],
            [PER.item((0, 4)), PER.item((5, 9))],
            ["0-4 match PER PER", "4-5 missing PER", "5-9 match PER PER"],
            id="a split is matched in the end",
        ),
        pytest.param(
            [PER.item((0, 9)), PER.item((0, 9))],
            [PER.item((0, 9))],
            ["0-9 match PER PER", "0-9 missing PER"],
            id="a duplicate covers its text again",
        ),
        pytest.param(
            [PER.item((0, 10)), PER.item((2, 8)), LOC.item((2, 8))],
            [LOC.item((2, 8))],
            ["2-8 match LOC LOC", "2-8 missing PER", "2-8 missing PER", "0-2 missing PER", "8-10 missing PER"],
            id="left-overs are cut at each other's boundaries",
        ),
        pytest.param(
            [PER.item((0, 8)), PER.item((4, 9))],
            [LOC.item((0, 4)), PER.item((5, 12))],
            [
                *("0-4 clash PER LOC", "5-9 match PER PER", "4-5 missing PER", "4-5 missing PER"),
                *("5-8 missing PER", "9-12 spurious PER"),
            ],
            id="two chains",
        ),
    ],
)
def test_stretches(references: list[ScoredAnnotation], hypotheses: list[ScoredAnnotation], cut: list[str]) -> None:
    assert sorted(outline(references, hypotheses)) == sorted(cut)


def test_among_several_only_annotations_that_are_alike_as_a_whole_match() -> None:
    references = [PER.item((4, 5)), LOC.item((5, 7)), PER.item((5, 7))]
    found = outline(references, [PER.item((3, 6))])
    assert [claim for claim in found if claim.startswith("5-6")] == ["5-6 clash PER PER", "5-6 missing LOC"]
    assert outline(references[2:], [PER.item((3, 6))])[0] == "5-6 match PER PER"


def test_confusability() -> None:
    claims = stretches(paired([PER.item((0, 4)), LOC.item((6, 8))], [LOC.item((1, 4))]), Similarity(None, None))
    found = confused_units(claims, characters("x" * 10))
    assert found is not None, "no unit is covered twice"
    confusions = Signatures()
    for pair, amount in zip(*found):
        confusions[pair.labels] += amount
    matrix = confusability_matrix("Confusability:", ["LOC", "PER", None], confusions)
    assert matrix.header == ["", "LOC (ref)", "PER (ref)", "null (ref)"]
    assert list(matrix.rows()) == [["LOC (hyp)", 0, 3, 0], ["PER (hyp)", 0, 0, 0], ["null (hyp)", 2, 1, 4]]


def test_a_label_called_null_is_not_the_absence_of_one() -> None:
    confusions = Signatures({("null", None): 2, (None, "null"): 3})
    matrix = confusability_matrix("Confusability:", ["null", None], confusions)
    assert matrix.header == ["", "null (ref)", "null (ref)"]
    assert list(matrix.rows()) == [["null (hyp)", 0, 2], ["null (hyp)", 3, 0]]


def decomposed(*attributes: str, limitation: tuple[str, ...] | None = None) -> ScoreProfile:
    found = ((("PER",), attributes),) if attributes else ()
    return ScoreProfile(None, {}, found, (), limitation)


SLOTS = Kind(
    *("PER", Attribute("s"), Attribute("i", "int"), Attribute("f", "float"), Attribute("b", "boolean")),
    *(Attribute("set", "string", "set"), Attribute("list", "int", "list"), Attribute("a", "annotation")),
)


@pytest.mark.parametrize(
    ("attributes", "values", "subset"),
    [
        (("s",), {"s": "x"}, "s=x"),
        (("s",), {"s": None}, "s=<null>"),
        (("s",), {}, "s=<null>"),
        (("s", "i"), {"s": "x", "i": 3}, "s=x,i=3"),
        (("f",), {"f": 3.0}, "f=3.0"),
        (("f",), {"f": 1 / 3}, "f=0.333333333333"),
        (("b",), {"b": True}, "b=yes"),
        (("set",), {"set": ("v", "w")}, "set=w,v"),
        (("list",), {"list": (3, 1)}, "list=3,1"),
        (("a",), {"a": PER.annotation((0, 3))}, "a=PER (0-3)"),
    ],
)
def test_subsets(attributes: tuple[str, ...], values: dict[str, object], subset: str) -> None:
    rows = Subsets(decomposed(*attributes)).rows(SLOTS.item((0, 1), "NAME", **values))
    assert rows == (("NAME", WHOLE), ("NAME", subset))


def test_subsets_are_those_of_the_true_label_and_limitations_leave_labels_out() -> None:
    assert Subsets(decomposed("s")).rows(LOC.item((0, 1), "PER")) == (("PER", WHOLE),)
    assert Subsets(decomposed(limitation=("PER",))).rows(LOC.item((0, 1), "PER")) == ()
    assert Subsets(decomposed(limitation=("PER",))).rows(PER.item((0, 1), "X")) == (("X", WHOLE),)
    assert Subsets(decomposed("s")).declared
    assert not Subsets(decomposed(limitation=("PER",))).declared


def test_subsets_by_program_code_are_refused() -> None:
    with pytest.raises(InputError, match=r"the method Plugin\.split, code of the task"):
        Subsets(ScoreProfile(None, {}, (), ("Plugin.split",), None))


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({}, "PER (0-3)"),
        ({"s": None}, "PER (0-3)"),
        ({"s": "x", "b": False}, "PER (0-3) b=no s=x"),
        ({"f": 1e22, "i": -1}, "PER (0-3) f=1e+22 i=-1"),
        ({"set": ("v", "w"), "list": (2, 1)}, "PER (0-3) list=2,1 set=w,v"),
        ({"a": LOC.annotation((4, 6), "id1")}, "PER (0-3) a=[LOC (4-6) (id id1)]"),
    ],
)
def test_descriptions(values: dict[str, object], text: str) -> None:
    assert describe(SLOTS.annotation((0, 3), **values)) == text


def test_descriptions_of_a_long_chain_and_of_a_circle() -> None:
    chain = PER.annotation((0, 1))
    for _ in range(3000):
        chain = SLOTS.annotation((0, 1), a=chain)
    assert describe(chain).endswith("]" * 3000)
    circle: Annotation = SLOTS.annotation((0, 1))
    circle.values["a"] = circle
    with pytest.raises(InputError, match=r"the description of PER \(0-1\) is endless"):
        describe(circle)


def test_a_document_of_endless_descriptions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legacy_scorers.mat_score.report.MAX_DESCRIBED", 1000)
    details = Details20(None)
    chain = [SLOTS.annotation((0, 1))]
    for _ in range(20):
        chain.append(SLOTS.annotation((0, 1), a=chain[-1]))
    missing = [Pair(ScoredAnnotation(link, "PER", 0, 1, True), None) for link in chain]
    documents = DocumentPair("a.json", Document("a.json"), Document("a.json", "a"))
    details.add(documents, missing[:5])
    details.add(documents, missing[:5])
    with pytest.raises(InputError, match="too often to be described"):
        details.add(documents, missing)


def counted(
    by_task: bool, *items: ScoredAnnotation, similarity_profile: SimilarityProfile | None = None
) -> CountedLabels:
    labels = CountedLabels(by_task, Strata(similarity_profile))
    for item in items:
        labels.note(Pair(item, None))
    return labels


def test_rows_without_a_task_are_in_the_order_of_a_set() -> None:
    assert counted(False, *[PER.item((0, 1), label) for label in ("PER", "LOC", "ORG")]).rows() == ["LOC", "PER", "ORG"]
    assert counted(False, PER.item((0, 1), "X"), LOC.item((0, 1), "X")).rows() == ["X"]


def test_rows_with_a_task_are_by_stratum_then_spans_then_label() -> None:
    event = Kind("EVENT", spanned=False)
    items = [event.item(), PER.item((0, 1)), LOC.item((0, 1), "Z"), ORG.item((0, 1), "Z"), PER.item((0, 1), "A")]
    assert counted(True, *items).rows() == ["A", "PER", "Z", "Z", "EVENT"]
    strata = profile(strata=[("ORG", "EVENT"), ("PER", "LOC")])
    assert counted(True, *items, similarity_profile=strata).rows() == ["Z", "EVENT", "A", "PER", "Z"]


def test_labels_are_noted_as_they_are_counted() -> None:
    labels = counted(True)
    labels.note(Pair(PER.item((0, 1)), LOC.item((0, 1)), alike=True))
    assert labels.rows() == ["PER"]
    assert labels.reported_for(["PER", "LOC"]) == ["PER"]


def tallied(name: str, units: int, **labels: int) -> FileTally:
    tally = FileTally(TableTally(TAGS), name, units)
    items = [PER.item((0, 1), label) for label in labels]
    tally.count([Pair(item, item, alike=True) for item in items], list(labels.values()))
    return tally


def test_rows_of_files_and_of_all_files() -> None:
    table = TableTally(TAGS)
    table.files = [tallied("b", 5, PER=2, LOC=1), tallied("a", 7, PER=3), tallied("c", 100)]
    aggregations = {"NAMES": ("PER",), "ALL NAMES": ("PER", "LOC")}
    labels = counted(True, PER.item((0, 1)), LOC.item((0, 1)))
    groups = label_groups(labels, ScoreProfile(None, aggregations, (), (), None), Subsets(None))
    rows = ScoreRows(table, groups, 3, {})
    found = [(row.cells["file"], row.cells["tag"], row.cells["match"], row.cells["test toks"]) for row in rows.files]
    assert found == [
        *(("a", "PER", 3, 7), ("a", "ALL NAMES", 3, 7), ("a", "NAMES", 3, 7), ("a", "<all>", 3, 7)),
        *(("b", "LOC", 1, 5), ("b", "PER", 2, 5), ("b", "ALL NAMES", 3, 5), ("b", "NAMES", 2, 5), ("b", "<all>", 3, 5)),
    ]
    assert [(summary.cells["tag"], summary.cells["match"]) for summary in rows.summaries] == [
        *(("LOC", 2), ("PER", 15), ("ALL NAMES", 6), ("NAMES", 5), ("<all>", 6))
    ]
    assert {group.name: group.factor for group in groups if not group.sums_up} == {"LOC": 2, "PER": 3}
    assert {summary.cells["test toks"] for summary in rows.summaries} == {12}
    assert {summary.cells["test docs"] for summary in rows.summaries} == {3}


@pytest.mark.parametrize(
    ("names", "of_files", "of_all"),
    [
        ("ONE TWO FIVE EIGHT", "EIGHT FIVE TWO ONE", "TWO ONE FIVE EIGHT"),
        ("ONE TWO FOUR FIVE EIGHT NINE", "NINE TWO ONE FOUR FIVE EIGHT", "FIVE TWO ONE FOUR EIGHT NINE"),
        (
            "ONE TWO THREE FOUR FIVE EIGHT NINE",
            "THREE TWO FOUR EIGHT NINE FIVE ONE",
            "TWO ONE FOUR EIGHT FIVE NINE THREE",
        ),
    ],
)
def test_rows_of_aggregations_for_all_files_are_in_the_order_in_which_they_are_collected(
    names: str, of_files: str, of_all: str
) -> None:
    table = TableTally(TAGS)
    table.files = [tallied("a", 5, PER=2, LOC=1)]
    profile = ScoreProfile(None, dict.fromkeys(names.split(), ("PER", "LOC")), (), (), None)
    groups = label_groups(counted(True, PER.item((0, 1)), LOC.item((0, 1))), profile, Subsets(None))
    rows = ScoreRows(table, groups, 1, {})
    found = [[row.cells["tag"] for row in listed] for listed in (rows.files, rows.summaries)]
    assert found == [["LOC", "PER", *order.split(), "<all>"] for order in (of_files, of_all)]


def test_nothing_counted_gives_one_row_of_zeros() -> None:
    table = TableTally(TAGS)
    table.files = [tallied("a", 7)]
    rows = ScoreRows(table, label_groups(counted(True), None, Subsets(None)), 1, {})
    assert rows.files == []
    (summary,) = rows.summaries
    assert summary.cells["tag"] == "<all>"
    assert summary.cells["test toks"] == 0
    assert (summary.sources, summary.unit_sources) == ([], [])


def test_the_breakdown_has_the_last_new_word_first() -> None:
    table = TableTally(TAGS, " (detail)")
    for name in ("a", "b"):
        tally = table.new_file(name, 0)
        for words in (("overmark",), ("tagclash", "overlap"), ("overmark",)):
            tally.count([Pair(PER.item((0, 1)), LOC.item((0, 1)), words=(words, words))], [1])
    assert table.breakdown()[0] == ["refoverlap (detail)", "reftagclash (detail)", "refovermark (detail)"]
    assert tally.counts["PER", WHOLE]["refovermark (detail)"] == 2
    assert tally.counts["LOC", WHOLE]["hypoverlap (detail)"] == 1
