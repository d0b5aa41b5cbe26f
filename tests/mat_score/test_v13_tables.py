"""MAT 1.3: laws that hold in all tables of a run, whatever the documents."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.mat_score.align.matches import WORDS
from legacy_scorers.mat_score.annotations import Annotation, AnnotationType, Document, DocumentPair
from legacy_scorers.mat_score.options import LITERAL, Options
from legacy_scorers.mat_score.output import Output
from legacy_scorers.mat_score.scoring import Scorer

Span = tuple[str, int, int]
Row = dict[str, str]

LABELS = ["A", "B", "C"]
COUNTS = ["match", "refclash", "missing", "hypclash", "spurious"]
UNIT_TABLES = {"bytoken": "test toks", "bypseudotoken": "test pseudo-toks", "bychar": "test chars"}
SWAPPED = {
    "missing": "spurious",
    "precision": "recall",
    "refclash": "hypclash",
    "refonly": "hyponly",
    "reftotal": "hyptotal",
    **{f"ref{kind}": f"hyp{kind}" for kind in WORDS},
}
SWAPPED |= {other: name for name, other in SWAPPED.items()}


class Side:
    """One side of a document: its annotations, which do not overlap unless they are duplicates."""

    def __init__(self, spans: list[Span]) -> None:
        self.spans = spans

    def document(self, text: str) -> Document:
        document = Document("doc", text)
        for label, start, end in self.spans:
            kind = document.types.setdefault(label, AnnotationType(label, True, {}))
            document.add(Annotation(kind, start, end))
        document.types["lex"] = AnnotationType("lex", True, {})  # every character a token, so that all annotations fit
        document.add_plain("lex", [(offset, offset + 1) for offset in range(len(text))])
        return document

    def labels_at(self, offset: int) -> set[str]:
        return {label for label, start, end in self.spans if start <= offset < end}

    def __repr__(self) -> str:
        return repr(self.spans)


@st.composite
def sides(draw: st.DrawFn, length: int) -> Side:
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    spans: list[Span] = []
    for start, end in pairwise(cuts):
        label = draw(st.sampled_from(["", *LABELS]))
        if label:
            spans += [(label, start, end)] * draw(st.sampled_from([1, 1, 1, 2]))
    return Side(draw(st.permutations(spans)))


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, Side, Side]:
    text = draw(st.text(alphabet="ab c\n", max_size=20))
    return text, draw(sides(len(text))), draw(sides(len(text)))


CORPORA = st.lists(documents(), max_size=3)
Corpus = list[tuple[str, Side, Side]]


def tables(corpus: Corpus) -> dict[str, list[Row]]:
    """Return the rows of all CSV files of a run, by stem; each document is text, reference, hypothesis."""
    options = Options("1.3")
    options.content_labels, options.token_labels = LABELS, ["lex"]
    options.by_token = options.by_pseudo_token = options.by_character = True
    options.breakdown = options.details = options.confusability = True
    options.csv_formats = (LITERAL,)
    options.csv_output_dir = "out"
    host = Memory({})
    scorer = Scorer(options, Output(host))
    for number, (text, reference, hypothesis) in enumerate(corpus):
        scorer.add(DocumentPair(f"{number}.json", hypothesis.document(text), reference.document(text)))
    scorer.finish()
    return {
        Path(name).stem: list(csv.DictReader(io.StringIO(content.decode(), newline="")))
        for name, content in host.reports.items()
    }


def score_tables(found: dict[str, list[Row]]) -> dict[str, dict[str, Row]]:
    """Return the rows of the score tables by label."""
    return {stem: {row["tag"]: row for row in rows} for stem, rows in found.items() if stem.startswith("by")}


@given(CORPORA)
def test_a_document_against_itself_is_perfect(corpus: Corpus) -> None:
    found = tables([(text, side, side) for text, side, _ in corpus])
    for rows in score_tables(found).values():
        for row in rows.values():
            assert {row[name] for name in ("refonly", "hyponly")} == {"0"}
            assert {row[name] for name in ("precision", "recall", "fmeasure")} == {"1.0"}
            assert {value for name, value in row.items() if name.endswith("accuracy")} <= {"1.0"}
            assert {value for name, value in row.items() if name.endswith("error_rate")} <= {"0.0"}
    assert all(row["type"] == "match" for row in found["details"])
    for row in found["confusability"]:
        assert all(value == "0" for name, value in row.items() if name and name[:-6] != row[""][:-6])


@given(CORPORA)
def test_swapping_the_sides_swaps_the_columns(corpus: Corpus) -> None:
    there = tables(corpus)
    back = tables([(text, hypothesis, reference) for text, reference, hypothesis in corpus])
    turned_tables = score_tables(back)
    for stem, rows in score_tables(there).items():
        other = turned_tables[stem]
        assert list(rows) == list(other)
        for label, row in rows.items():
            for name, value in row.items():
                if not name.startswith("tag_sensitive"):  # these see the reference's clashes only
                    assert other[label][SWAPPED.get(name, name)] == value, (stem, label, name)
    turned = {(row[""][:-6], name[:-6]): value for row in there["confusability"] for name, value in row.items() if name}
    for row in back["confusability"]:
        for name, value in row.items():
            assert not name or turned[name[:-6], row[""][:-6]] == value


@given(CORPORA)
def test_labels_add_up_to_all(corpus: Corpus) -> None:
    found = score_tables(tables(corpus))
    for stem, rows in found.items():
        assert list(rows) == list(found["bytag"]) or stem == "bytoken"  # not all documents have tokens
        labels = [row for label, row in rows.items() if label != "<all>"]
        assert [row["tag"] for row in labels] == sorted(row["tag"] for row in labels)
        assert list(rows)[-1] == "<all>"
        for name in COUNTS:
            assert sum(int(row[name]) for row in labels) == int(rows["<all>"][name])
        units = UNIT_TABLES.get(stem, "test toks")
        assert len({(row["test docs"], row[units]) for row in rows.values()}) == 1
        assert rows["<all>"]["test docs"] == str(len(corpus))
        assert rows["<all>"]["refclash"] == rows["<all>"]["hypclash"] or stem == "bytag"


@given(CORPORA)
def test_the_breakdown_adds_up_to_the_clashes(corpus: Corpus) -> None:
    for row in tables(corpus)["bytag"]:
        for side in ("ref", "hyp"):
            assert sum(int(row[f"{side}{kind}"]) for kind in WORDS) == int(row[f"{side}clash"])


@given(CORPORA)
def test_units_are_those_that_annotations_cover(corpus: Corpus) -> None:
    found = score_tables(tables(corpus))
    judged: dict[str, dict[str, int]] = {label: dict.fromkeys(COUNTS, 0) for label in LABELS}
    for text, reference, hypothesis in corpus:
        for offset in range(len(text)):
            here = [next(iter(side.labels_at(offset)), None) for side in (reference, hypothesis)]
            columns = ("refclash", "hypclash") if None not in here else ("missing", "spurious")
            if here[0] == here[1] and here[0] is not None:
                judged[here[0]]["match"] += 1
            else:
                for label, column in zip(here, columns):
                    if label is not None:
                        judged[label][column] += 1
    for label, row in found["bychar"].items():
        if label != "<all>":
            assert {name: int(row[name]) for name in COUNTS} == judged[label]
    assert found["bychar"]["<all>"]["test chars"] == str(sum(len(text) for text, _, _ in corpus))
    if "bytoken" in found:  # one token a character
        for label, row in found["bytoken"].items():
            assert [row[name] for name in COUNTS] == [found["bychar"][label][name] for name in COUNTS]


@given(CORPORA)
def test_pseudo_tokens_are_words_cut_at_boundaries(corpus: Corpus) -> None:
    total, by_label = 0, dict.fromkeys(LABELS, 0)
    for text, reference, hypothesis in corpus:
        cuts = {offset for side in (reference, hypothesis) for _, start, end in side.spans for offset in (start, end)}
        starts = [
            at
            for at, character in enumerate(text)
            if not character.isspace() and (at == 0 or text[at - 1].isspace() or at in cuts)
        ]
        total += len(starts)
        for start in starts:
            for label in reference.labels_at(start):
                by_label[label] += 1
    rows = score_tables(tables(corpus))["bypseudotoken"]
    assert rows["<all>"]["test pseudo-toks"] == str(total)
    for label, row in rows.items():
        assert label == "<all>" or int(row["reftotal"]) == by_label[label]


@given(CORPORA)
def test_details_list_what_the_tag_table_counts(corpus: Corpus) -> None:
    found = tables(corpus)
    total = score_tables(found)["bytag"]["<all>"]
    types = [row["type"] for row in found["details"]]
    for name in ("match", "missing", "spurious"):
        assert types.count(name) == int(total[name])
    clashes = sum(kind in WORDS for kind in types)
    counted = [int(total["refclash"]), int(total["hypclash"])]
    assert max(counted) <= clashes <= sum(counted)
    pairs = sum(int(value) for row in found["confusability"] for name, value in row.items() if name)
    assert pairs == types.count("match") + types.count("tagclash")
