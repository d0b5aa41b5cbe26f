"""What must hold for all documents."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mat_score.random_documents import (
    ATTRIBUTES,
    STEP,
    WORD,
    by_label,
    labels,
    pairs_of_documents,
    signal,
    texts,
    tokens,
    values,
    wild_texts,
)
from tests.mat_score.runs import EVERYTHING, Outcome, Row, document, score

TABLES = ("bytag", "bytoken", "bypseudotoken", "bychar")
COUNTS = ("match", "refclash", "missing", "hypclash", "spurious", "refonly", "reftotal", "hyponly", "hyptotal")
ERRORS = ("refclash", "missing", "hypclash", "spurious")
SLOT = 4  # words
SLOTS = 4

Pairs = Mapping[str, tuple[str, str]]


def everything(pairs: Pairs) -> Outcome:
    outcome = score(pairs, *EVERYTHING)
    assert outcome.exit == 0, outcome.stderr
    assert outcome.stderr == b""
    return outcome


def tables_of(outcome: Outcome) -> dict[str, list[Row]]:
    """Return the literal score tables that the run wrote."""
    return {stem: outcome.table(f"{stem}_literal") for stem in TABLES if f"out/{stem}_literal.csv" in outcome.files}


def counts_of(row: Row) -> Counter[str]:
    return Counter({name: int(row[name]) for name in COUNTS})


@given(texts())
def test_a_document_against_itself_is_perfect(text: str) -> None:
    outcome = everything({"d": (text, text)})
    tables = tables_of(outcome)
    assert set(tables) == set(TABLES)
    for rows in tables.values():
        for row in rows:
            assert [row[name] for name in ERRORS] == ["0"] * 4
            assert [row[name] for name in ("precision", "recall", "fmeasure")] == ["1.0"] * 3
            assert row.get("tag_sensitive_accuracy", "1.0") == row.get("tag_blind_accuracy", "1.0") == "1.0"
    assert {row["type"] for row in outcome.table("details")} <= {"match"}


@st.composite
def slotted(draw: st.DrawFn) -> tuple[str, str]:
    """Return a pair in which an annotation overlaps at most one of the other side, so that there are no ties."""
    sides: list[list[tuple[str, int, int, tuple[Any, ...]]]] = [[], []]
    for slot in range(SLOTS):
        for side in sides:
            if draw(st.booleans()):
                first, last = sorted([draw(st.integers(0, SLOT - 1)) + slot * SLOT for _ in range(2)])
                side.append((draw(labels), first * STEP, last * STEP + len(WORD), draw(values)))
    words = SLOT * SLOTS
    hypothesis, reference = (
        document(signal(words), {**by_label(side), "lex": tokens(words)}, ATTRIBUTES) for side in sides
    )
    return hypothesis, reference


def other_side(name: str) -> str:
    """Return the column that a column becomes when the sides are swapped."""
    for one, other in (("missing", "spurious"), ("precision", "recall")):
        if name in (one, other):
            return other if name == one else one
    side, rest = name[:3], name[3:]
    if side not in ("ref", "hyp"):
        return name
    return {"ref": "hyp", "hyp": "ref"}[side] + rest


def symmetric(row: Row) -> Row:
    """Leave out the accuracies of single labels that only look at clashes of the reference."""
    return {name: value for name, value in row.items() if row["tag"] == "<all>" or "tag_sensitive" not in name}


def by_place(rows: list[Row]) -> dict[tuple[str, str], Row]:
    return {(row["file"], row["tag"]): row for row in rows}


@given(slotted())
def test_swapping_the_sides_swaps_the_columns(pair: tuple[str, str]) -> None:
    there, back = everything({"d": pair}), everything({"d": pair[::-1]})
    for stem, rows in tables_of(there).items():
        swapped = by_place(back.table(f"{stem}_literal"))
        assert set(by_place(rows)) == set(swapped)
        for place, row in by_place(rows).items():
            turned = {other_side(name): value for name, value in row.items()}
            assert symmetric(turned) == symmetric(swapped[place])


@given(slotted())
def test_swapping_the_sides_turns_the_confusability_matrix(pair: tuple[str, str]) -> None:
    there, back = (everything({"d": found}).table("confusability") for found in (pair, pair[::-1]))
    cells = {(row[""][: -len(" (hyp)")], name[: -len(" (ref)")]): row[name] for row in there for name in row if name}
    turned = {(name[: -len(" (ref)")], row[""][: -len(" (hyp)")]): row[name] for row in back for name in row if name}
    assert cells == turned


@given(pairs_of_documents())
def test_counts_of_labels_add_up_to_those_of_all(pairs: Pairs) -> None:
    for rows in tables_of(everything(pairs)).values():
        for file in {row["file"] for row in rows}:
            parts = [counts_of(row) for row in rows if row["file"] == file and row["tag"] != "<all>"]
            (whole,) = [counts_of(row) for row in rows if row["file"] == file and row["tag"] == "<all>"]
            assert sum(parts, Counter()) == +whole


@given(pairs_of_documents())
def test_counts_of_files_add_up_to_those_of_all_files(pairs: Pairs) -> None:
    for rows in tables_of(everything(pairs)).values():
        for label in {row["tag"] for row in rows}:
            parts = [counts_of(row) for row in rows if row["tag"] == label and row["file"] != "<all>"]
            (whole,) = [counts_of(row) for row in rows if row["tag"] == label and row["file"] == "<all>"]
            assert sum(parts, Counter()) == +whole


@given(wild_texts(), wild_texts(), st.booleans())
def test_any_documents_give_tables_or_one_clear_line(hypothesis: str, reference: str, with_others: bool) -> None:
    pairs = {"a": (hypothesis, reference)} | ({"b": (reference, hypothesis)} if with_others else {})
    outcome = score(pairs, *EVERYTHING)
    if outcome.exit == 0:
        assert outcome.stderr == b""
        assert "out/bytag_literal.csv" in outcome.files
        return
    assert (outcome.exit, outcome.stderr.count(b"\n")) == (1, 1)
    assert outcome.stderr.startswith((b"MATScore: h/", b"MATScore: r/"))
    assert not outcome.files


def spans_by_label(text: str) -> dict[str, list[tuple[int, int]]]:
    found = json.loads(text)
    return {
        aset["type"]: [tuple(annot[:2]) for annot in aset["annots"]] for aset in found["asets"] if aset["type"] != "lex"
    }


@given(pairs_of_documents(most=1))
def test_unit_totals_are_the_units_covered(pairs: Pairs) -> None:
    tables = tables_of(everything(pairs))
    (pair,) = pairs.values()
    for column, text in zip(("hyptotal", "reftotal"), pair):
        for label, spans in spans_by_label(text).items():
            characters = sum(end - start for start, end in spans)
            words = sum((end - start + 1) // STEP for start, end in spans)
            for stem, covered in (("bychar", characters), ("bytoken", words), ("bypseudotoken", words)):
                if stem in tables:
                    assert int(by_place(tables[stem])["<all>", label][column]) == covered


@given(pairs_of_documents())
def test_details_have_a_row_for_each_count_of_the_tag_table(pairs: Pairs) -> None:
    outcome = everything(pairs)
    whole = by_place(outcome.table("bytag_literal"))["<all>", "<all>"]
    kinds = Counter(row["type"] for row in outcome.table("details"))
    assert kinds["match"] == int(whole["match"])
    assert kinds["missing"] == int(whole["missing"])
    assert kinds["spurious"] == int(whole["spurious"])
    assert kinds.total() == sum(int(whole[name]) for name in ("match", "missing", "spurious", "refclash"))


@given(pairs_of_documents())
def test_the_breakdown_has_a_word_for_each_clash(pairs: Pairs) -> None:
    for row in everything(pairs).table("bytag_literal"):
        for side in ("ref", "hyp"):
            words = [int(count) for name, count in row.items() if name.startswith(side) and name.endswith("(detail)")]
            assert max(words, default=0) <= int(row[f"{side}clash"]) <= sum(words)


@given(pairs_of_documents())
def test_the_confusability_matrix_counts_every_unit_once(pairs: Pairs) -> None:
    outcome = everything(pairs)
    if "out/confusability.csv" not in outcome.files:
        assert b"participates in more than one pair" in outcome.stdout
        return
    total = sum(int(count) for row in outcome.table("confusability") for name, count in row.items() if name)
    assert total == 12 * len(pairs)


@settings(max_examples=settings().max_examples // 5)  # thousands of samples in each
@given(pairs_of_documents(), st.integers(0, 9))
def test_confidence_data_depend_on_the_seed_alone(pairs: Pairs, seed: int) -> None:
    options = ("--by_token", "--compute_confidence_data", "--csv_output_dir", "out", "--csv_formula_output", "literal")
    first, second = (score(pairs, *options, seed=seed) for _ in range(2))
    assert first.files == second.files
    for row in first.table("bytag_literal"):
        if row["file"] == "<all>":
            assert 0.0 <= float(row["precision_mean"]) <= 1.0
            assert float(row["precision_variance"]) >= 0.0
