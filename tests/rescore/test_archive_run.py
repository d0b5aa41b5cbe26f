"""``rescore run``: verdicts, causes, forms, exit statuses, and what the store knows."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pytest

from legacy_scorers.common import VERSION
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.output.tables import tabulated
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from legacy_scorers.rescore.scorers import SCORERS
from tests.golden_cases import GOLDEN, ROOT
from tests.rescore.archives import (
    ANSWERS,
    KEY,
    MANIFEST,
    example,
    outcome_in,
    rescore,
    run,
    run_in_processes,
    senses,
    store_of,
)
from tests.running import read_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from dataclasses import Field
    from pathlib import Path

    from legacy_scorers.rescore.archive.pool import Pool
    from legacy_scorers.rescore.archive.records import SubmissionRecord

CAUSES = {
    "birch": "identical with senses/keys/dry",
    "cedar": "identical with -g coarse",
    "dogwood": "identical with a newline at the end of senses/answers/dogwood.ans",
    "gorse": "identical with the sides swapped",
    "juniper": "identical with MAT 2.0",
    "larch": "trip/hyp/larch.json is cut off at the end",
    "oak": "identical without document 980301-0008 of news/oak.responses",
    "pine": "news/pine.responses is missing",
    "beech": "identical without a typing error in fine/all/precision",
    "cherry": "identical with precision and recall exchanged",
    "hawthorn": "identical in per cent",
    "lime": "identical with the figures of willow",
    "rowan": "identical with words of words/answers/rowan in the letter case of the key",
}
VERDICTS = {
    "alder": "identical", "birch": "figures", "cedar": "figures", "dogwood": "figures", "elm": "unpublished",
    "fir": "layout", "gorse": "figures", "hazel": "rounding", "ivy": "identical", "juniper": "figures",
    "larch": "figures", "maple": "identical", "oak": "figures", "pine": "failed",
    "ash": "identical", "beech": "figures", "cherry": "figures", "hawthorn": "figures", "lime": "figures",
    "rowan": "figures", "willow": "identical",
}  # fmt: skip


def test_the_example_has_every_verdict_and_many_causes_wherever_it_is(tmp_path: Path) -> None:
    archive = example(tmp_path / "here")
    before = read_files(archive)
    done = run(archive)
    assert done.verdicts == VERDICTS
    assert {record["submission"]: record["causes"][0]["text"] for record in done.records if record["causes"]} == CAUSES
    assert done.status == 3
    counted = "5 identical, 1 layout, 1 rounding, 12 figures, 1 failed, 1 unpublished"
    assert done.stderr == f"rescore: senses: nothing is published for elm, but for others\n21 submissions: {counted}\n"
    shutil.rmtree(store_of(archive))
    assert read_files(archive) == before  # nothing but the store was written
    elsewhere = example(tmp_path / "elsewhere")
    parts = [run(elsewhere, "--only", task).stdout for task in ("news", "senses", "spans", "trip", "words")]
    assert sorted("".join(parts).splitlines()) == sorted(done.stdout.splitlines())


def test_bytes_do_not_depend_on_the_number_of_processes_or_on_what_is_known(tmp_path: Path) -> None:
    archive = example(tmp_path)
    outputs = [
        run_in_processes(archive, "--only", "senses", "--jobs", jobs, "--store", tmp_path / store).stdout
        for jobs, store in (("1", "one"), ("3", "two"), ("2", "two"))
    ]
    assert outputs[0] == outputs[1] == outputs[2]


def test_paths_in_a_report_are_those_in_the_archive(tmp_path: Path) -> None:
    command = "MATScore --file {submission} --ref_file x1 --content_annotations A"
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("scorer2 {submission} key", command))
    report = outcome_in(archive, command.format(submission="a.ans").split()).stdout
    (archive / "a.txt").write_bytes(report.replace(b"1.000", b"0.500"))
    (record,) = run(archive).records
    assert record["messages"] == ["Couldn't load target a.ans (input doesn't appear to be JSON); skipping pair."]


def test_a_record_has_what_the_documentation_says(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / "a.txt").write_bytes(b"x")
    (record,) = run(archive).records
    assert list(record) == [
        "submission", "task", "verdict", "exit", "causes", "hints", "cells", "documents", "messages", "signature",
        "cite",
    ]  # fmt: skip
    assert record["documents"] == {"expected": 2, "read": 2, "missing": [], "unreadable": []}
    assert len(record["signature"]) == 64
    assert record["cite"].startswith(f"scorer2|v:{VERSION}|g:fine|m:no|key:")


def test_the_record_of_a_run_that_does_not_end_says_nothing_else(tmp_path: Path) -> None:
    (record,) = run(senses(tmp_path, {"a": ANSWERS * 20_000}), "--timeout", "0.001").records
    assert {name: value for name, value in record.items() if value} == {
        "submission": "a",
        "task": "senses",
        "verdict": "failed",
        "documents": {"expected": 0, "read": 0, "missing": [], "unreadable": []},
        "messages": ["not done within 0.001 s; raise --timeout"],
    }


@pytest.mark.parametrize(
    ("name", "accept", "status"),
    [
        ("alder", "", 0),
        ("elm", "", 0),
        ("fir", "", 1),
        ("fir", "layout", 0),
        ("hazel", "layout", 1),
        ("hazel", "layout,rounding", 0),
        ("birch", "layout,rounding", 1),
        ("pine", "layout,rounding", 3),
        ("[bp]i*", "", 3),
    ],
)
def test_exit_statuses(name: str, accept: str, status: int, tmp_path: Path) -> None:
    assert run(example(tmp_path), "--only", name, "--accept", accept).status == status


def test_a_task_stands_for_its_submissions(tmp_path: Path) -> None:
    assert [*run(example(tmp_path), "--only", "trip").verdicts] == ["ivy", "juniper", "larch"]
    assert "no submission or task is called 'tri'" in run(tmp_path / "archive", "--only", "tri").stderr


def test_notes_are_on_the_tasks_that_are_run(tmp_path: Path) -> None:
    entries = f'{MANIFEST}figures = "%s.csv"\n'
    tasks = {"one": "own", "two": "shared", "three": "shared"}
    manifest = "".join([(entries % table).replace("[senses]", f"[{task}]") for task, table in tasks.items()])
    archive = senses(tmp_path, {"a": ANSWERS}, manifest)
    for table in ("own", "shared"):
        (archive / f"{table}.csv").write_text(f"name,recall,kappa of {table}\na,0.500,.1\nb,0.500,.1\n")

    def noted(*words: str) -> set[str]:
        said = run(archive, *words).stderr
        return {note for note in ("one.figures", "two.figures", "kappa of own", "kappa of shared") if note in said}

    assert noted("--only", "one") == {"one.figures", "kappa of own"}
    assert noted("--only", "two/*") == {"two.figures", "kappa of shared"}
    assert noted("--only", "three") == {"kappa of shared"}
    assert noted() == {"one.figures", "two.figures", "kappa of own", "kappa of shared"}


def test_what_is_no_number_is_told_in_plain_words(tmp_path: Path) -> None:
    assert "'x' is not a valid whole number" in run(tmp_path, "--jobs", "x").stderr
    for text in ("x", "nan"):
        assert f"{text!r} is not a valid number" in run(tmp_path, "--timeout", text).stderr
    assert "x>0" in run(tmp_path, "--timeout", "0").stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--timeout", "inf"),
        ("--timeout", "1e9"),
        ("--search", "inf"),
        ("--search-total", "inf"),
        ("--memory", "9" * 30),
    ],
)
def test_numbers_may_be_large(words: tuple[str, str], tmp_path: Path) -> None:
    if words[0] == "--memory" and not CAN_BOUND_MEMORY:
        pytest.skip("this system cannot bound memory")
    assert run(senses(tmp_path, {"a": ANSWERS}), *words).verdicts == {"a": "unpublished"}


@pytest.mark.parametrize("words", [("--only", "nobody"), ("--shard", "3/2"), ("--shard", "x"), ("--accept", "figures")])
def test_wrong_words(words: tuple[str, str], tmp_path: Path) -> None:
    done = run(example(tmp_path), *words)
    assert (done.status, done.stdout) == (2, "")


def test_an_exit_status_other_than_then_is_a_failure(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace(" key", " nokey"))
    (record,) = run(archive).records
    assert (record["verdict"], record["exit"]) == ("failed", 1)
    assert record["documents"]["missing"] == ["nokey"]


def test_the_reason_of_a_failure_is_what_is_wrong(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace(" key", " key nomap -g mixed"))
    done = rescore("run", archive)
    assert done.stdout == 'senses/a  failed       Unable to read "nomap".\n'


@pytest.mark.parametrize(
    ("published", "what"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (bytes(range(256)), "no report of a scorer"),
        (b"see the web\n", "no report of a scorer"),
    ],
)
def test_a_published_report_that_is_none_is_the_reason_of_a_failure(
    published: bytes, what: str, tmp_path: Path
) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / "a.txt").write_bytes(published)
    done = rescore("run", archive)
    assert done.stdout == f"senses/a  failed       a.txt: is {what}; put the published report there, or remove it\n"


def test_a_failed_run_is_heard_on_both_streams(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("scorer2 {submission} key", "FairEval.py --config {submission}")
    archive = senses(tmp_path, {"a": b"target_in = key\nsystem_in = gone/d.spans\n"}, manifest)
    (record,) = run(archive).records
    assert "Error: 'system_in = gone/d.spans' is not a file/directory." in record["messages"]
    assert record["messages"][-1].endswith("target_in and system_in must both name existing files or directories")


def test_a_reason_on_standard_output_is_shown(tmp_path: Path) -> None:
    archive = example(tmp_path)
    (archive / "news" / "maple.config").write_bytes(b"\0\1\2")
    done = rescore("run", "--only", "maple", archive)
    assert done.stdout.startswith("news/maple  failed       parse of configuration 'maple.config' failed.\n")


def test_two_typing_errors_in_a_row_are_hints(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    published = outcome_in(archive, ["scorer2", "a.ans", "key"]).stdout
    (archive / "a.txt").write_bytes(published.replace(b"precision: 0.500 (1.00", b"precision: 0.700 (1.60"))
    (record,) = run(archive).records
    assert (record["verdict"], record["causes"]) == ("figures", [])
    assert record["hints"][0] == {
        "name": "contradiction",
        "file": "a.txt",
        "line": None,
        "message": "fine/all/precision is published as 0.700: its own correct/attempted gives 0.800",
    }


def test_a_cause_may_give_the_figures_in_another_layout(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": KEY}, f"{MANIFEST.replace('key', 'other')}other_keys = ['key']\n")
    (archive / "other").write_bytes(ANSWERS)
    published = outcome_in(archive, ["scorer2", "a.ans", "key"]).stdout
    (archive / "a.txt").write_bytes(published.replace(b"\n", b"\r\n"))
    assert "figures      the same figures with key\n" in rescore("run", archive).stdout


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        ("0.500", "identical with key"),
        (
            "0.5",
            "the same figures but for rounding with key"
            ", perhaps by chance: all that was published is a figure of few digits",
        ),
    ],
)
def test_a_cause_found_by_a_figure_of_few_digits_may_be_chance(figure: str, text: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("key", "other").replace('report = "{name}.txt"', 'figures = "f.tsv"')
    archive = senses(tmp_path, {"a": ANSWERS}, f"{manifest}other_keys = ['key']\n")
    (archive / "other").write_bytes(ANSWERS)
    (archive / "f.tsv").write_text(f"name\tfine/all/recall\na\t{figure}\n")
    (record,) = run(archive).records
    assert [cause["text"] for cause in record["causes"]] == [text]


@pytest.mark.parametrize(
    ("columns", "doubt"),
    [
        (
            "recall",
            ", perhaps by chance: all that was published is one figure, for which many pairs of changes were tried",
        ),
        ("recall\tprecision", ""),
    ],
)
def test_two_changes_found_by_one_figure_may_be_chance(columns: str, doubt: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("key", "other").replace('report = "{name}.txt"', 'figures = "f.tsv"')
    archive = senses(tmp_path, {"a": ANSWERS.upper()}, f"{manifest}other_keys = ['key']\n")
    (archive / "other").write_bytes(ANSWERS.replace(b"bank_2", b"bank_3").replace(b"bank_1", b"bank_4"))
    figures = "\t".join(["0.500" for _ in columns.split()])
    (archive / "f.tsv").write_text(f"name\t{columns}\na\t{figures}\n")
    (record,) = run(archive, "--search", "60").records
    text = f"identical with key and with words of other in the letter case of the key{doubt}"
    assert [cause["text"] for cause in record["causes"]] == [text, text]


def test_a_cause_that_gives_all_digits_comes_before_one_that_rounds(tmp_path: Path) -> None:
    def tagged(right: int) -> bytes:
        senses_of = ["bank_1"] * right + ["bank_2"] * (3000 - right)
        return "".join([f"bank.n bank.n.{number:04} {sense}\n" for number, sense in enumerate(senses_of)]).encode()

    manifest = f'{MANIFEST}other_keys = ["keys/*"]\nfigures = "f.tsv"\n'
    archive = senses(tmp_path, {"a": tagged(3000)}, manifest)
    (archive / "key").write_bytes(tagged(2100))
    (archive / "f.tsv").write_text("name\tfine/all/recall\na\t0.401\n")
    (archive / "keys").mkdir()
    for name, right in (("1", 1205), ("2", 1203), ("3", 1206)):
        (archive / "keys" / name).write_bytes(tagged(right))
    assert run(archive).records[0]["causes"][0]["text"] == "identical with keys/2"
    (archive / "keys" / "2").write_bytes(tagged(1800))
    assert run(archive).records[0]["causes"][0]["text"] == "the same figures but for rounding with keys/1"


def record_of(folder: Path, right: int, of: int, figure: str) -> dict[str, Any]:
    """Return the record of answers of which so many are right, published with a recall."""
    lines = [f"bank.n bank.n.{number:04} bank_1\n" for number in range(of)]
    wrong = [line.replace("bank_1", "bank_2") for line in lines[right:]]
    archive = senses(folder, {"a": "".join(lines[:right] + wrong).encode()}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "key").write_text("".join(lines))
    (archive / "f.tsv").write_text(f"name\trecall\na\t{figure}\n")
    record: dict[str, Any] = run(archive).records[0]
    return record


@pytest.mark.parametrize(
    ("right", "of", "figure"),
    [(882, 1181, "0.748"), (882, 1181, ".748"), (61, 465, "0.132"), (341, 500, "0.681"), (341, 500, "0.683")],
)
def test_a_ratio_of_known_counts_is_no_other_figure(right: int, of: int, figure: str, tmp_path: Path) -> None:
    record = record_of(tmp_path, right, of, figure)
    assert record["verdict"] == "figures"
    (hint,) = [hint["message"] for hint in record["hints"] if hint["name"] == "contradiction"]
    assert hint == f"fine/all/recall: {figure} is not {right}/{of}"


@pytest.mark.parametrize(
    ("right", "of", "figure"),
    [(882, 1181, figure) for figure in ("0.746", "0.7468", "0.74682472", "0.75", "0.74")]
    + [(105, 200, figure) for figure in ("0.52", "0.53")],
)
def test_a_ratio_may_be_rounded_or_cut_at_any_digit(right: int, of: int, figure: str, tmp_path: Path) -> None:
    assert record_of(tmp_path, right, of, figure)["verdict"] == "rounding"


@pytest.mark.parametrize(("figure", "verdict"), [("13.2", "figures"), ("13.1", "layout")])
def test_a_percentage_is_that_of_known_counts(figure: str, verdict: str, tmp_path: Path) -> None:
    assert record_of(tmp_path, 61, 465, figure)["verdict"] == verdict


def test_a_mean_may_be_computed_from_rounded_figures(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "*.ans"\nfigures = "f.csv"\n'
    phrases = b"x B-X B-X\n" + 7 * b"x B-X O\n" + 25 * b"x O B-X\n"  # F: 2/34, but 5.887 of 3.85 and 12.50
    archive = senses(tmp_path, dict.fromkeys("abc", phrases), manifest)
    (archive / "f.csv").write_text("name,overall/all/FB1\na,5.87\nb,5.88\nc,5.89\n")
    assert run(archive).verdicts == {"a": "figures", "b": "identical", "c": "rounding"}


def test_a_report_that_is_not_written_is_a_difference(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('report = "{name}.txt"', 'reports = { "out/x.csv" = "{name}.txt" }')
    archive = senses(tmp_path, {"a": ANSWERS}, manifest)
    (archive / "a.txt").write_bytes(b"a,b\n")
    (record,) = run(archive).records
    assert record["verdict"] == "figures"
    assert [cell["recomputed"] for cell in record["cells"]] == [None]


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [("0.500 ", "identical"), ("0.5", "rounding"), ("0.501", "figures"), ("0.52", "figures"), ("", "unpublished")],
)
def test_a_table_of_figures(figure: str, verdict: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "f.tsv").write_text(f"name\tfine/all/recall\tfine/all/none\n a\t{figure}\n")
    assert run(archive).verdicts == {"a": verdict}


def test_a_figure_that_is_not_printed_is_a_difference(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.csv"\n')
    (archive / "f.csv").write_text("name,mixed/all/recall\na,0.5\n")
    (record,) = run(archive).records
    cell = {"table": "mixed", "row": "all", "column": "recall", "published": "0.5", "recomputed": None}
    assert (record["verdict"], record["cells"]) == ("figures", [cell])
    problem = "the run prints no figure mixed/all/recall; the nearest is fine/all/recall"
    assert record["hints"][0] == {"name": "no-such-figure", "file": None, "line": None, "message": problem}


def scored_by(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which every following run adds the names of the submissions that it scores."""
    from legacy_scorers.rescore.archive.archive_run import ArchiveRun

    scored: list[str] = []
    records = ArchiveRun.records

    def spied(self: ArchiveRun, pool: Pool, done: Callable[[], object]) -> Iterator[SubmissionRecord]:
        scored.extend([job.submission.name for _, job in self.jobs])
        return records(self, pool, done)

    monkeypatch.setattr(ArchiveRun, "records", spied)
    return scored


class TestStore:
    """What is known is not scored again."""

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
        (archive / "f.tsv").write_text("name\tfine/all/correct\na\t1.00\nb\t1.00\n")
        assert run(archive).verdicts == {"a": "identical", "b": "identical"}
        return archive

    @staticmethod
    def jobs(archive: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
        """Return the names of the submissions that a run scores."""
        scored = scored_by(monkeypatch)
        run(archive, *words)
        return scored

    def test_nothing_changed(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.jobs(archive, monkeypatch) == []

    def test_fresh(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.jobs(archive, monkeypatch, "--fresh") == ["a", "b"]

    def test_another_submission(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (archive / "b.ans").write_bytes(KEY)
        assert self.jobs(archive, monkeypatch) == ["b"]

    def test_another_key(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (archive / "key").write_bytes(ANSWERS)
        assert self.jobs(archive, monkeypatch) == ["a", "b"]

    def test_another_published_figure(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (archive / "f.tsv").write_text("name\tfine/all/correct\na\t1.00\nb\t2.00\n")
        assert self.jobs(archive, monkeypatch) == ["b"]

    def test_a_report_published_since(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (archive / "a.txt").write_bytes(b"")
        assert self.jobs(archive, monkeypatch) == ["a"]

    def test_another_release(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("legacy_scorers.rescore.archive.submission.VERSION", "0")
        assert self.jobs(archive, monkeypatch) == ["a", "b"]

    def test_what_failed_is_tried_again(self, archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (archive / "key").rename(archive / "lost")
        assert run(archive).verdicts == {"a": "failed", "b": "failed"}
        (archive / "lost").rename(archive / "key")
        assert self.jobs(archive, monkeypatch) == ["a", "b"]


DEPENDED_ON: dict[str, Any] = {
    "words": ["scorer2", "a.ans", "key", "-m"],
    "folder": "in",
    "template": "other.config",
    "settings": "labels = all\n",
    "values": {"name": "b"},
    "environment": {"MATSCORE_VERSION": "1.3"},
    "published": {"": "b.txt"},
    "figures": {"fine/all/correct": "2.00"},
    "powers": {"fine/all/recall": -2},
    "guessed": {"types/PER/FB1"},
    "status": 1,
    "other_keys": ["a.ans"],
    "tags": {"key": "bio", "submission": "iobes"},
    "sides": ("key", "a.ans"),
    "called": ["A."],
}


@pytest.mark.parametrize("field", fields(Submission), ids=lambda field: field.name)
def test_a_fingerprint_tells_apart_all_that_a_record_depends_on(field: Field[object], tmp_path: Path) -> None:
    root = str(senses(tmp_path, {"a": ANSWERS}))
    submission = Submission("t", "a", ["scorer2", "a.ans", "key"], template="run.config", values={"name": "a"})
    fingerprint = submission.fingerprint(root, [("key", "0")])
    assert fingerprint != submission.fingerprint(root, [("key", "1")])
    if field.name in DEPENDED_ON:
        assert (
            replace(submission, **{field.name: DEPENDED_ON[field.name]}).fingerprint(root, [("key", "0")])
            != fingerprint
        )
    else:
        assert field.name in (
            "task",
            "name",
            "problem",
            "path",
        )  # by which it is found, which it shows, or which words name


@pytest.mark.parametrize("form", ["text", "tsv", "json", "md", "latex", "html"])
def test_every_form_names_every_submission(form: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b|<c>": ANSWERS})
    done = rescore("run", "--format", form, archive)
    assert done.status == 0
    shown = {"md": "b\\|\\<c>", "latex": "b|\\ensuremath{<}c", "html": "b|&lt;c&gt;"}.get(form, "b|<c>")
    assert shown in done.stdout
    if form == "json":
        assert [record["submission"] for record in json.loads(done.stdout)] == ["a", "b|<c>"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<script>", "\\<script>"),
        ("a`*", "a\\`\\*"),
        ("[a](b)", "[a\\](b)"),
        ("a\\|", "a\\\\\\|"),
        ("<1 a_b", "<1 a_b"),
    ],
)
def test_names_of_strangers_are_no_markdown(name: str, shown: str) -> None:
    assert tabulated("md", ["name"], [[name]]).splitlines()[2].startswith(f"| {shown} ")


def test_names_of_strangers_command_no_terminal(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a\x1b[2J\tb": ANSWERS})
    assert "\x1b" not in rescore("run", archive).stdout
    assert "\x1b" not in rescore("run", "--format", "tsv", archive).stdout


def test_new_reports_can_be_kept(tmp_path: Path) -> None:
    archive = example(tmp_path)
    run(archive, "--keep", tmp_path / "kept", "--only", "maple")
    run(archive, "--keep", tmp_path / "kept", "--only", "alder")
    assert (tmp_path / "kept/senses/alder/stdout").read_bytes() == (archive / "senses/published/alder.txt").read_bytes()
    reports = sorted(path.name for path in (tmp_path / "kept/news/maple/out").iterdir())
    assert reports == ["maple.history", "maple.report", "maple.scores"]


@pytest.mark.parametrize("folder", [".", "kept", "../link/kept", "out", "out/kept"])
def test_reports_are_not_kept_in_the_archive_or_through_it(folder: str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "mine").mkdir()
    (tmp_path / "link").symlink_to(archive)
    (archive / "out").symlink_to(tmp_path / "mine")
    done = run(archive, "--keep", f"{archive}/{folder}")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.endswith("senses: is in the archive; name a folder outside of it\n")
    assert not list((tmp_path / "mine").iterdir())
    assert sorted(path.name for path in archive.iterdir()) == ["a.ans", "archive.toml", "key", "out"]


@pytest.mark.parametrize("place", ["senses", "senses/a", "senses/a/stdout"])
@pytest.mark.parametrize("kind", ["a link", "a link to nothing", "a pipe"])
def test_reports_are_kept_among_files_and_folders_only(kind: str, place: str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "stdout").write_text("mine")
    planted = tmp_path / "kept" / place
    planted.parent.mkdir(parents=True)
    if kind == "a pipe":
        os.mkfifo(planted)
    else:
        target = tmp_path / "mine" / ("stdout" if place.endswith("stdout") else "")
        planted.symlink_to(target if kind == "a link" else tmp_path / "new")
    done = run(archive, "--keep", tmp_path / "kept")
    assert (done.status, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.endswith("name another folder\n")
    assert [path.read_text() for path in (tmp_path / "mine").rglob("*")] == ["mine"]
    assert not (tmp_path / "new").exists()


def test_shards_are_parts_and_their_stores_together_those_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = example(tmp_path)
    some = ("--only", "[abcelpw]*")
    whole = run(archive, *some)
    parts = [run(archive, *some, "--shard", f"{part}/3", "--store", tmp_path / str(part)) for part in (1, 2, 3)]
    assert [len(part.verdicts) > 0 for part in parts] == [True] * 3
    assert sorted(name for part in parts for name in part.verdicts) == sorted(whole.verdicts)
    for part in (1, 2, 3):
        shutil.copytree(tmp_path / str(part), tmp_path / "all", dirs_exist_ok=True)
    scored = scored_by(monkeypatch)
    assert run(archive, *some, "--store", tmp_path / "all").stdout == run(archive, *some).stdout == whole.stdout
    assert scored == ["pine"] * 2  # what failed; what has the figures of another is only explained again


def test_a_shard_may_have_nothing_of_what_is_wanted(tmp_path: Path) -> None:
    archive = example(tmp_path)
    stores = [tmp_path / str(part) for part in (1, 2, 3)]
    parts = [
        run(archive, "--shard", f"{part}/3", "--store", store, "--only", "alder")
        for part, store in enumerate(stores, 1)
    ]
    assert [part.status for part in parts] == [0, 0, 0]
    assert sorted(part.stderr for part in parts) == ["1 submission: 1 identical\n", *["no submissions\n"] * 2]
    assert sum(len([*store.iterdir()]) for store in stores) == 1


def test_the_table_says_whose_figures_it_lacks(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS})
    run(archive, "--only", "a")
    problem = "no figures of senses/b; 'rescore run' scores them or says why not"
    assert rescore("table", archive).stderr == f"rescore: {problem}\n"
    run(archive)
    assert rescore("table", archive).stderr == ""


def test_the_table_has_the_reports_by_name(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "mat_score" / "b09_csv_everything", tmp_path / "archive" / "a")
    run(tmp_path / "archive")
    names = [line.split("\t")[3] for line in rescore("table", tmp_path / "archive").stdout.splitlines()[1:]]
    assert [*dict.fromkeys(names)] == ["bychar", "bypseudotoken", "bytag", "bytoken", "confusability"]


def test_the_table_has_a_line_for_each_figure(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    assert rescore("table", archive).status == 2
    run(archive)
    lines = rescore("table", archive).stdout.splitlines()
    assert lines[0] == "task\tsubmission\tunit\ttable\trow\tcolumn\tvalue\tpublished"
    assert "senses\ta\t\tfine\tall\trecall\t0.5\t" in lines
    units = rescore("table", "--units", "--format", "jsonl", archive).records
    assert sum(unit["value"] for unit in units if unit["column"] == "correct") == 1.0
    assert {unit["unit"] for unit in units} == {"bank.n_bank.n.001", "bank.n_bank.n.002"}


def test_what_is_no_number_is_a_text_in_json(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": b"bank.n bank.n.001 bank_1/nan\n"})
    run(archive)
    for words in ((), ("--units",)):
        records = rescore("table", *words, "--format", "jsonl", archive).records
        assert any(str(record["value"]).endswith("nan") for record in records)
        assert all(record["value"] == record["value"] for record in records)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--measures",), {"bank.n_bank.n.001": 1.0, "bank.n_bank.n.002": 0.0, "cold.a_cold.a.001": 1.0}),
        (("--units", "--measures"), {"bank.n_bank.n.001": 1.0, "bank.n_bank.n.002": 0.0, "cold.a_cold.a.001": 1.0}),
        (("--by", "item"), {"bank.n": 0.5, "cold.a": 1.0}),
        (("--by", "file"), {}),
    ],
)
def test_figures_of_units_and_of_larger_ones(
    words: tuple[str, ...], expected: dict[str, float], tmp_path: Path
) -> None:
    archive = senses(tmp_path, {"a": ANSWERS + b"cold.a cold.a.001 1\n"})
    (archive / "key").write_bytes(KEY + b"cold.a cold.a.001 1\n")
    run(archive)
    done = rescore("table", *words, "--format", "jsonl", archive)
    assert {one["unit"]: one["value"] for one in done.records if one["column"] == "recall"} == expected
    problem = (
        "no figures of senses/a; 'rescore run' scores them or says why not; --by file is for FairEval.py, scorer.pl"
    )
    assert done.stderr == ("" if expected else f"rescore: {problem}\n")


def test_a_count_of_an_item_may_be_0(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS + b"cold.a cold.a.001 2\n"})
    (archive / "key").write_bytes(KEY + b"cold.a cold.a.001 1\n")
    run(archive)
    records = rescore("table", "--by", "item", "--format", "jsonl", archive).records
    correct = {one["unit"]: one["value"] for one in records if one["column"] == "correct"}
    assert correct == {"bank.n": 1.0, "cold.a": 0.0}


def test_the_figures_of_the_only_group_are_those_of_the_report(tmp_path: Path) -> None:
    archive = example(tmp_path)
    run(archive, "--only", "spans/*")
    shown, of_file = [
        {(one["table"], one["row"], one["column"]): one["value"] for one in records if one["submission"] == "gorse"}
        for records in [
            rescore("table", *words, "--format", "jsonl", archive).records for words in ([], ["--by", "file"])
        ]
    ]
    assert {shown[name] for name in shown.keys() - of_file.keys()} == {0}
    assert of_file == pytest.approx({name: shown[name] for name in of_file}, abs=0.005)


def test_the_search_goes_on_when_there_is_time_again(tmp_path: Path) -> None:
    archive = example(tmp_path)
    (first,) = run(archive, "--only", "cedar", "--search-total", "0").records
    assert (first["causes"], first["messages"]) == ([], ["while searching for the cause: --search-total is over"])
    assert [hint["name"] for hint in first["hints"]] == ["sense-not-in-map"]
    (again,) = run(archive, "--only", "cedar").records
    assert [cause["change"] for cause in again["causes"]] == ["granularity"]


def test_only_what_is_to_be_explained_has_hints_but_all_is_checked(tmp_path: Path) -> None:
    answers = ANSWERS + b"bank.n bank.n.003 bank_1\n"
    archive = senses(tmp_path, dict.fromkeys(("as_printed", "rounded", "other", "unpublished"), answers))
    printed = outcome_in(archive, ["scorer2", "as_printed.ans", "key"]).stdout
    assert b"0.500" in printed
    (archive / "as_printed.txt").write_bytes(printed)
    (archive / "rounded.txt").write_bytes(printed.replace(b"0.500", b"0.5"))
    (archive / "other.txt").write_bytes(printed.replace(b"0.500", b"0.123"))
    done = run(archive)
    hinted = {(record["verdict"], bool(record["hints"])) for record in done.records}
    assert hinted == {("identical", False), ("rounding", False), ("figures", True), ("unpublished", True)}
    found = rescore("check", archive).stdout.splitlines()
    assert {line.partition(":")[0] for line in found} == {f"senses/{name}" for name in done.verdicts}


def test_counting_units_changes_no_record(tmp_path: Path) -> None:
    files = ROOT / "examples" / "scorer2"
    archive = senses(tmp_path, {"a": (files / "answers").read_bytes()}, MANIFEST.replace(" key", " key map -g mixed"))
    for source, name in (("key", "key"), ("sensemap", "map")):
        shutil.copy(files / source, archive / name)
    then = ["scorer2", "key", "a.ans", "map", "-g", "coarse"]
    (archive / "a.txt").write_bytes(outcome_in(archive, then).stdout)
    (record,) = run(archive, "--search", "60").records
    assert [cause["change"] for cause in record["causes"]] == ["swap", "granularity"]
    assert len(rescore("table", "--units", archive).stdout.splitlines()) > 1
    assert run(archive).records == [record]


class TestFolders:
    """Archives without a manifest."""

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        for case in ("scorer2/basic_mixed_v", "faireval/basic_full_config"):
            folder = tmp_path / case.replace("/", "-")
            shutil.copytree(ROOT / "golden" / case, folder)
        return tmp_path

    def test_golden_cases_are_one(self, archive: Path) -> None:
        done = run(archive)
        assert set(done.verdicts.values()) == {"identical"}
        assert [record["task"] for record in done.records] == ["FairEval.py", "scorer2"]

    @pytest.mark.parametrize(
        ("command", "problem"),
        [
            ("exit 3", f"cmd: does not name one of {', '.join(SCORERS)}; begin with one of these"),
            ("scorer2 a b > c", "cmd: needs a shell, which is not used; write only the command and its arguments"),
            ("scorer2 a b\nscorer2 a b", "cmd: must have exactly one command line; correct it"),
            ("scorer2 'a b", "cmd: No closing quotation"),
            (None, "cmd: No such file or directory"),
            ("scorer2 a b", "in: is not a folder; put the files of the run there"),
        ],
    )
    def test_what_is_no_submission_fails_and_the_others_go_on(
        self, command: str | None, problem: str, archive: Path
    ) -> None:
        (archive / "a-note").mkdir()
        if command is not None:
            (archive / "a-note" / "cmd").write_text(command)
        done = run(archive)
        assert (done.status, sorted(done.verdicts.values())) == (3, ["failed", "identical", "identical"])
        assert done.records[0]["messages"] == [problem]

    def test_a_run_that_failed_then_may_fail_now(self, archive: Path) -> None:
        folder = archive / "scorer2-basic_mixed_v"
        (folder / "cmd").write_text("scorer2 missing missing")
        (folder / "stdout").write_text("")
        (folder / "exit").write_text("1\n")
        assert run(archive).status == 0
        (folder / "exit").write_text("0\n")
        assert run(archive).status == 3

    @pytest.mark.parametrize(
        ("status", "problem"),
        [
            ("garbage", "exit: is not an exit status; write a number"),
            ("", "exit: is not an exit status; write a number"),
            ("-1", "exit: is not an exit status; write a number"),
            (None, "exit: Is a directory"),
            ("5", "ended with exit status 0 now, with 5 then"),
        ],
    )
    def test_a_wrong_exit_status_is_the_reason(self, status: str | None, problem: str, archive: Path) -> None:
        place = archive / "scorer2-basic_mixed_v" / "exit"
        place.unlink(missing_ok=True)
        if status is None:
            place.mkdir()
        else:
            place.write_text(status)
        done = rescore("run", archive)
        assert done.status == 3
        assert done.stdout.splitlines()[1].split() == ["scorer2/scorer2-basic_mixed_v", "failed", *problem.split()]

    def test_an_exit_status_outside_of_the_archive_is_not_read(self, archive: Path, tmp_path: Path) -> None:
        place = archive / "scorer2-basic_mixed_v" / "exit"
        place.unlink(missing_ok=True)
        place.symlink_to(ROOT / "README.md")
        assert run(archive).records[1]["messages"] == ["exit: leads out of the archive; copy the file into it"]

    def test_variables_of_a_run_stand_in_a_file_or_before_the_command(self, archive: Path) -> None:
        for name in "cd":
            shutil.copytree(ROOT / "golden" / "mat_score" / "b01_perfect", archive / name)
        assert (archive / "c" / "env").read_text() == "MATSCORE_VERSION=2.0\n"
        (archive / "d" / "env").write_text("MATSCORE_VERSION=1.3\nPATH=/nowhere\n")
        (archive / "d" / "cmd").write_text(f"MATSCORE_VERSION=2.0 {(archive / 'd' / 'cmd').read_text()}")
        assert set(run(archive).verdicts.values()) == {"identical"}

    def test_an_old_report_is_not_taken_for_a_new_one(self, archive: Path) -> None:
        folder = archive / "scorer2-basic_mixed_v"
        for place in ("in", "out"):
            (folder / place).mkdir(exist_ok=True)
            (folder / place / "report").write_text("old")
        assert run(archive).verdicts["scorer2-basic_mixed_v"] == "figures"

    @pytest.mark.parametrize("folder", [".", "scorer2", "scorer2/basic_mixed_v/in"])
    def test_kept_reports_are_no_submissions(self, folder: str, tmp_path: Path) -> None:
        case = tmp_path / "scorer2" / "basic_mixed_v"
        shutil.copytree(ROOT / "golden" / "scorer2" / "basic_mixed_v", case)
        (case / "stdout").write_bytes(b"as published")
        done = run(tmp_path / "scorer2", "--keep", tmp_path / folder)
        assert (done.status, done.stdout) == (2, "")
        assert "is in the archive; name a folder outside of it" in done.stderr
        assert (case / "stdout").read_bytes() == b"as published"
        assert not (tmp_path / "scorer2" / "scorer2").exists()

    def test_a_folder_without_any_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "empty").mkdir()
        done = run(tmp_path / "empty")
        assert (done.status, done.stdout) == (2, "")
        assert (
            "has neither archive.toml nor folders of submissions with a file cmd; draft one by rescore init"
            in done.stderr
        )
