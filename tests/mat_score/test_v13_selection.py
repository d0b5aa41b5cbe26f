"""MAT 1.3: every annotation and every token counts, and what documents and files that say nothing do to a run."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mat_score.options import POINTLESS
from tests.mat_score.runs import Outcome, Row, run_here
from tests.running import folder_with

TYPES = {"types": {"content": ["PER"], "token": ["lex"]}}
TOKENS = [[0, 3], [4, 7], [8, 10]]


def text(
    signal: str = "Ann met Bo",
    names: list[list[Any]] | None = None,
    metadata: dict[str, Any] | None = None,
    **labels: list[list[Any]],
) -> str:
    """Return a document with annotations PER over both names, tokens, and annotations of further labels."""
    annotations = {"PER": [[0, 3], [8, 10]] if names is None else names, "lex": TOKENS, **labels}
    asets = [
        {"type": label, "attrs": ["region_type"] if label == "zone" else [], "annots": annots}
        for label, annots in annotations.items()
    ]
    return json.dumps({"signal": signal, "metadata": metadata or {}, "asets": asets})


def compare(hypothesis: str, reference: str, *options: str) -> Outcome:
    with folder_with({"h.json": hypothesis, "r.json": reference}):
        words = ["--file", "h.json", "--ref_file", "r.json", "--csv_output_dir", "out", "--no_csv_formulas"]
        return run_here([*words, *options])


def total(outcome: Outcome, stem: str = "bytag") -> Row:
    """Return the last row of a score table."""
    assert (outcome.exit, outcome.stderr) == (0, b"")
    return outcome.table(stem)[-1]


def counts(row: Row) -> list[int]:
    return [int(row[name]) for name in ("match", "missing", "spurious")]


def test_tokens_of_the_metadata_count_beside_a_content_list() -> None:
    row = total(compare(text(metadata=TYPES), text(), "--content_annotations", "PER", "--by_token"), "bytoken")
    assert (row["test toks"], row["match"]) == ("3", "2")


def test_content_of_the_metadata_counts_beside_a_token_list() -> None:
    metadata = {"types": {"content": ["PER"]}}
    row = total(compare(text(metadata=metadata), text(metadata=metadata), "--token_annotations", "lex"))
    assert (row["test toks"], row["match"]) == ("3", "2")


def test_ignored_tokens_do_not_count() -> None:
    document = text(metadata=TYPES)
    outcome = compare(document, document, "--by_token", "--ignore", "lex")
    row = total(outcome)
    assert (row["test toks"], row["match"]) == ("0", "2")
    assert outcome.files.keys() == {"out/bytag.csv"}
    assert total(compare(document, document, "--ignore", "other"))["test toks"] == "3"


@pytest.mark.parametrize("options", [["--content_annotations", "PER"], ["--task", "T", "--task_dir", "tasks"]])
def test_zones_do_not_matter(options: list[str]) -> None:
    task = """<task name='T'><annotation_set_descriptors inherit='category:token,category:zone'>
        <annotation_set_descriptor name='n' category='content'><annotation label='PER'/></annotation_set_descriptor>
        </annotation_set_descriptors><workflows/></task>"""
    document = text(zone=[[4, 7, "body"]])
    with folder_with({"h.json": document, "r.json": document, "tasks/task.xml": task}):
        words = ["--file", "h.json", "--ref_file", "r.json", "--csv_output_dir", "out", "--no_csv_formulas"]
        outcome = run_here([*words, *options, "--token_annotations", "lex"])
    row = total(outcome)
    assert (row["test toks"], row["match"]) == ("3", "2")


@pytest.mark.parametrize(
    ("hypothesis", "reference", "units"),
    [
        (text(metadata=TYPES), text("Ann", [[0, 3]], TYPES), {"bychar": [10, 3, 0, 2], "bypseudotoken": [3, 1, 0, 1]}),
        (text("Ann", [[0, 3]], TYPES), text(metadata=TYPES), {"bychar": [3, 3, 2, 0], "bypseudotoken": [1, 1, 1, 0]}),
    ],
    ids=["longer hypothesis", "longer reference"],
)
def test_units_are_those_of_the_hypothesis_where_the_texts_differ(
    hypothesis: str, reference: str, units: dict[str, list[int]]
) -> None:
    outcome = compare(hypothesis, reference, "--by_character", "--by_pseudo_token")
    row = outcome.table("bytag")[-1]
    assert (row["test toks"], sum(counts(row))) == ("3", 2)
    for stem, name in (("bychar", "test chars"), ("bypseudotoken", "test pseudo-toks")):
        row = outcome.table(stem)[-1]
        assert [int(row[name]), *counts(row)] == units[stem]
    assert outcome.stderr.count(b"\n") == 1
    assert b"h.json: from offset 3 on the text differs from that of " in outcome.stderr


def test_annotations_beyond_their_text_count() -> None:
    references = [[-5, -2], [0, 3], [8, 30]]
    document = text(names=references, metadata=TYPES)
    outcome = compare(text(metadata=TYPES), document, "--by_character", "--by_pseudo_token", "--details")
    assert counts(total(outcome)) == [1, 1, 0]
    assert total(outcome)["refclash"] == "1"
    row = total(outcome, "bychar")
    assert (row["test chars"], row["match"], row["missing"]) == ("10", "5", "0")
    assert counts(total(outcome, "bypseudotoken")) == [2, 0, 0]
    assert [row["refcontent"] for row in outcome.table("details")] == ["", "Ann", "Bo"]


def test_a_document_that_does_not_name_its_content_is_named() -> None:
    outcome = compare(text(), text(names=[[0, 3]], metadata=TYPES))
    assert outcome.exit == 0
    assert outcome.stderr.count(b"\n") == 1
    assert b"h.json: the metadata name no content labels; those of the other" in outcome.stderr
    assert counts(outcome.table("bytag")[-1]) == [1, 0, 1]


def test_a_pair_that_does_not_name_its_content_counts_among_others_without_annotations() -> None:
    files = {f"{side}/{name}.json": text(metadata=TYPES if name == "a" else {}) for side in "hr" for name in "ab"}
    with folder_with(files):
        outcome = run_here(["--dir", "h", "--ref_dir", "r", "--csv_output_dir", "out", "--no_csv_formulas"])
    row = outcome.table("bytag")[-1]
    assert (outcome.exit, row["test docs"], row["test toks"], row["match"]) == (0, "2", "3", "2")
    assert outcome.stderr.decode().splitlines() == [
        f"MATScore: {side}/b.json: the metadata name no content labels; none of its annotations are scored"
        for side in "hr"
    ]


def test_a_run_in_which_no_document_names_its_content_is_pointless() -> None:
    outcome = compare(text(), text())
    assert (outcome.exit, outcome.files) == (1, {})
    assert outcome.stderr == POINTLESS.encode() + b"\n"
    assert outcome.stdout.startswith(b"Usage: MATScore")


def test_a_run_in_which_no_pair_can_be_read_ends_like_one_without_pairs() -> None:
    with folder_with({"h/a.json": "", "r/a.json": ""}):
        without = run_here(["--dir", "h", "--ref_dir", "r", "--file_re", "none"])
        unreadable = run_here(["--dir", "h", "--ref_dir", "r"])
    message = b"Couldn't load target h/a.json (input doesn't appear to be JSON); skipping pair.\n"
    assert (without.exit, unreadable.exit, unreadable.stderr) == (0, 0, b"")
    assert unreadable.stdout == message + without.stdout
    assert b"<all>" in without.stdout


def test_a_reference_that_is_no_json_is_named() -> None:
    outcome = compare(text(metadata=TYPES), "no JSON")
    assert outcome.stdout.startswith(b"Couldn't load reference ")
    assert b"r.json (input doesn't appear to be JSON); skipping pair.\n" in outcome.stdout


def test_blanks_around_listed_labels_do_not_matter() -> None:
    document = text(LOC=[[4, 7]])
    options = ["--content_annotations", "PER, LOC", "--token_annotations", " other ,lex "]
    row = total(compare(document, document, *options))
    assert (row["test toks"], row["match"]) == ("3", "3")


def test_a_byte_order_mark_before_json_is_no_text() -> None:
    document = text(metadata=TYPES)
    outcome = compare(f"\ufeff{document}", document)
    assert counts(total(outcome)) == [2, 0, 0]
    assert outcome.stdout == b""


def test_tokens_that_do_not_fit_are_told_of_with_their_document() -> None:
    with folder_with({"h/a.json": text(metadata=TYPES), "r/a.json": text(names=[[0, 5]], metadata=TYPES)}):
        outcome = run_here(["--dir", "h", "--ref_dir", "r", "--by_token", "--csv_output_dir", "out"])
    message = b"h/a.json: Found annotation boundary which doesn't fall on a token boundary; skipping token scoring.\n"
    assert (outcome.stdout, list(outcome.files)) == (message, ["out/bytag.csv"])


def test_fake_xml_is_utf_8_and_named_where_it_has_bogus_tags() -> None:
    words = ["--dir", "h", "--ref_dir", "r", "--file_type", "fake-xml-inline", "--ref_file_type", "fake-xml-inline"]
    with folder_with({"h/a.txt": "<b and c> <PER>Éva</PER>", "r/a.txt": "<b and c> <PER>Éva</PER>"}):
        outcome = run_here([*words, "--content_annotations", "PER", "--csv_output_dir", "out"])
    assert outcome.table("bytag")[0]["match"] == "1"
    message = (
        "MATScore: {}/a.txt: Found bogus tag match '<b and c>'; treating first character as text and trying again."
    )
    assert outcome.stderr.decode().splitlines() == [message.format("h"), message.format("r")]
