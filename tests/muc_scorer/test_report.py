"""The reports of the 1997 program: pages, tables, history and summary, beyond what the recorded runs show."""

from __future__ import annotations

import pytest

from tests.golden_cases import GOLDEN
from tests.muc_scorer.runs import named_entities, run, sample, tagged, template_elements

ADA = b'<ENAMEX TYPE="PERSON">Ada</ENAMEX>'
PERSON = b'<PERSON-1-1> :=\n   PER_NAME: "Ada"\n'


def files_of(case: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (GOLDEN / "muc_scorer" / case / "in").iterdir()}


def test_a_document_of_one_side_only_is_all_missing_or_all_spurious() -> None:
    done = run(named_entities(tagged(ADA, b"1") + tagged(ADA, b"2"), tagged(ADA, b"2") + tagged(ADA, b"3")))
    assert done.exit == 0
    assert done.row("enamex") == [2, 2, 1, 0, 0, 1, 1, 0]
    pages = [line for line in done.files["scores"].splitlines() if b"response:" in line]
    assert pages == [
        b"1              key: 1              response:         <NONE>",
        b"2              key: 2              response:              2",
        b"3              key: <NONE>         response:              3",
    ]
    summary = done.files["report"]
    assert summary.count(b"\nCOR") == summary.count(b"\nMIS") == summary.count(b"\nSPU") == 1


def test_a_document_that_only_the_texts_file_has_is_empty() -> None:
    texts = b"stray <DOC> words <DOCNO> 9-9. more </DOCNO> text </DOC>\n"
    files = named_entities(tagged(ADA), tagged(ADA), texts=texts)
    files["run.config"] += b":text_file texts\n"
    done = run(files)
    assert b"99             key: <NONE>         response:         <NONE>" in done.files["scores"]
    assert b"mapping 99 ...done.\nmapping 971 ...done.\n" in done.stdout


def test_long_fills_and_names_push_the_columns() -> None:
    text = b"an uncommonly long name of a person"
    done = run(named_entities(tagged(b"<ENAMEX>%s</ENAMEX>" % text), tagged(b"<ENAMEX TYPE=X>%s</ENAMEX>" % text)))
    assert b"\nSPU       COR        %s%s%s%s\n" % (b" " * 25, text, b"X" + b" " * 24, text) in done.files["report"]


def test_the_history_shows_pairs_in_order_of_acceptance_under_slot_file_order() -> None:
    keys = tagged(b"<TIMEX TYPE=A>a</TIMEX> <ENAMEX TYPE=A>a</ENAMEX> <ENAMEX TYPE=B>b</ENAMEX>")
    responses = tagged(b"<TIMEX TYPE=A>a</TIMEX> <ENAMEX TYPE=B>a</ENAMEX> <ENAMEX TYPE=B>b</ENAMEX>")
    files = named_entities(keys, responses)
    files["map"] = files["map"].replace(b":map_order enamex timex", b":map_order timex enamex")
    assert run(files).files["history"].splitlines()[5:] == [
        b"    enamex:",
        b"      971-2   <--> 971-2    (100.00)",
        b"      971-1   <--> 971-1    (50.00)",
        b"",
        b"    timex:",
        b"      971-1   <--> 971-1    (100.00)",
    ]


def test_coreference_is_read_and_not_scored_by_the_1997_program() -> None:
    files = named_entities(tagged(ADA), tagged(ADA))
    files["run.config"] = files["run.config"].replace(b"named_entity", b"coreference\n:scorer_version 1997")
    done = run(files)
    assert done.exit == 0
    assert done.row("enamex") == [1, 1, 0, 0, 0, 1, 1, 0]
    assert set(done.files) == {"scores", "history"}
    assert b"SUBCATEGORIZATION" not in done.files["scores"]


@pytest.mark.parametrize("version", [b"1998", b"0.0", b'""'])
def test_other_versions_there_are_none(version: bytes) -> None:
    files = named_entities(tagged(ADA), tagged(ADA))
    files["run.config"] = b":scorer_version 3.3\n:scorer_version %s\n" % version + files["run.config"]
    done = run(files)
    assert (done.exit, done.files) == (1, {})
    assert done.stderr == b"muc-score: run.config:2: the value of :scorer_version must be 3.3 or 1997\n"


def test_options_of_version_33_are_unknown_to_that_of_1997() -> None:
    files = named_entities(tagged(ADA), tagged(ADA))
    files["run.config"] += b":scorer_version 1997\n:class_defs x\n:Partition_File y\n"
    done = run(files)
    assert done.exit == 0
    assert done.stdout.startswith(
        b"Warning: unrecognized configuration option ':class_defs'.\n"
        b"Warning: unrecognized configuration option ':Partition_File'.\n"
    )


@pytest.mark.parametrize(
    ("option", "purpose", "left"),
    [
        (b":map_history_file no/x", b"to print history. ", set()),
        (b":score_file no/x", b"for score report. ", {"history"}),
        (b":report_file no/x", b"for report summary file. ", {"history", "scores"}),
    ],
)
def test_reports_that_cannot_be_written(option: bytes, purpose: bytes, left: set[str]) -> None:
    files = named_entities(tagged(ADA), tagged(ADA))
    whole = run(files).files
    files["run.config"] += option + b"\n"
    done = run(files)
    assert done.exit == 1
    assert done.stderr.endswith(b"Could not open file 'no/x' %s\n" % purpose)
    assert done.files == {name: whole[name] for name in left}


def test_bytes_beyond_ascii_stay_as_they_are() -> None:
    text = b"Z\xfcrich \xe2\x82\xac \x80\xff"
    body = b'<ENAMEX TYPE="\xd6RT">%s</ENAMEX>' % text
    done = run(named_entities(tagged(body), tagged(body)))
    assert text in done.files["report"]
    assert done.row("enamex")[:3] == [1, 1, 1]


def test_nothing_depends_on_the_order_of_hashes() -> None:
    files = files_of("st_mixed")
    outputs = [run(files) for _ in range(2)]
    assert outputs[0] == outputs[1]


def test_a_run_over_old_reports_replaces_them() -> None:
    files = template_elements(PERSON, PERSON)
    fresh = run(files).files
    assert run({**files, "scores": b"old", "history": b"old"}).files == fresh


def test_an_unscored_class_is_aligned_but_not_reported() -> None:
    files = template_elements(PERSON, PERSON)
    files["map"] = sample("te_mixed", "te.map") + b":unscored_slots (person)\n"
    done = run(files)
    assert b"1-1   <--> 1-1    (100.00)" in done.files["history"]
    assert b"person" not in done.files["scores"]
