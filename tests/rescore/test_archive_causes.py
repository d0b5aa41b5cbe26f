"""Causes that are found in other tasks and submissions; ``recorded/causes_*.txt`` has a run for each change of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.coref_scorer.evidence import CONLL, OF_CONLL
from legacy_scorers.rescore.archive.cause_search import hints_of
from legacy_scorers.rescore.archive.causes import Case, figure_causes
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.runs.difference import Difference
from legacy_scorers.rescore.runs.verdicts import FIGURES
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.change import Setup, Sides, key_changes
from tests.rescore.archives import ANSWERS, KEY, outcome_in, rescore, run, senses

SENSES = {
    "a.ans": "é.n é.n.001 é_1\nbank.n bank.n.002 bank_2\nbank.n bank.n.003 bank_1\ntree.n tree.n.004 tree_9\n".encode(),
    "key": "é.n é.n.001 é_1\n".encode()
    + b"bank.n bank.n.002 bank_1\nbank.n bank.n.003 bank_1 bank_2\ntree.n tree.n.004 tree_1\ntree.n tree.n.5 tree_1\n",
    "map": b"bank_1\nbank_2 2 bank_1\ntree_1\n",
}
SCORER2 = "scorer2 a.ans key map -g mixed"


def written(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize(
    ("answers", "cause"),
    [
        (SENSES["a.ans"], ("key", "other", "the same figures with other")),
        (b"bank.n bank.n.002 bank_1\n", ("other key total", "4", "another key: 4 instances as in other, this has 5")),
    ],
    ids=["of these answers", "of answers that are lost"],
)
def test_the_key_of_another_task_is_tried(answers: bytes, cause: tuple[str, str, str], tmp_path: Path) -> None:
    other = b"".join(SENSES["key"].splitlines(keepends=True)[:-1])
    archive = written(tmp_path, {**SENSES, "other": other, "b.ans": b""})
    tasks = [("task", "key", "a.ans"), ("second", "other", "b.ans")]
    (archive / "archive.toml").write_text(
        "".join(
            f'[{name}]\nrun = "scorer2 {{submission}} {{key}} map -g mixed"\nkey = "{key}"\nsubmissions = "{answers}"\n'
            f'report = "{name}.txt"\n'
            for name, key, answers in tasks
        )
    )
    (archive / "b.ans").write_bytes(answers)
    outcome = outcome_in(archive, ["scorer2", "b.ans", "other", "map", "-g", "mixed"])
    (archive / "task.txt").write_bytes(outcome.stdout)
    (archive / "b.ans").write_bytes(b"")
    record = run(archive).records[0]
    assert [(one["change"], one["detail"], one["text"]) for one in record["causes"]] == [cause]


@pytest.mark.parametrize(
    ("words", "causes"),
    [("scorer.pl muc {submission}", []), ("scorer.pl muc key {submission}", ["key is missing"])],
)
def test_the_search_ends_though_the_run_finds_no_key(words: str, causes: list[str], tmp_path: Path) -> None:
    manifest = f'[task]\nrun = "{words}"\nsubmissions = "*.txt"\nreport = "report"\n'
    report = b"====== TOTALS =======\nCoreference: Recall: (1 / 1) 100%\tPrecision: (1 / 2) 50%\tF1: 66.66%\n"
    archive = written(tmp_path, {"archive.toml": manifest.encode(), "a.txt": b"", "report": report})
    (record,) = run(archive).records
    assert [one["text"] for one in record["causes"]] == causes
    assert not any("while searching" in message for message in record["messages"])


@pytest.mark.parametrize(
    ("line", "kind", "values"),
    [
        ("m2scorer system gold", "unchanged words", "0 1 3 4"),
        ("m2scorer system gold", "beta", "0.5 1 2"),
        ("evalb gold test", "length", "10 15 20 30 40 50 70 100"),
    ],
)
def test_the_values_that_papers_use_are_tried(line: str, kind: str, values: str) -> None:
    scorer, setup = SCORERS[line.split()[0]], Setup(line.split(), {}, {}, "")
    made = scorer.choices(setup, scorer.sides(setup), ())
    assert [change.detail for change in made if change.kind == kind] == values.split()


def test_another_key_of_several_files_stays_in_the_folder_of_the_run() -> None:
    setup = Setup(["scorer2", "answers", "key"], {}, {"answers": b"", "key": b""}, "")
    (change,) = key_changes(Sides(["key"], ["answers"]), {"keys": {"keys/a": b"", "keys/b": b""}})
    assert set(change.apply(setup).files) == {"answers", "a", "b"}


class TestOtherSubmissions:
    """What was published of a submission may be what another one gives."""

    NAMES = ("alder", "birch", "cedar")

    @pytest.fixture
    def archive(self, tmp_path: Path) -> Path:
        """Three submissions whose published reports are right."""
        archive = written(tmp_path, {name: SENSES[name] for name in ("key", "map")})
        (archive / "archive.toml").write_text(
            '[task]\nrun = "scorer2 {submission} key map -g mixed"\nsubmissions = "*.ans"\nreport = "{name}.txt"\n'
        )
        lines = SENSES["a.ans"].splitlines(keepends=True)
        for number, name in enumerate(self.NAMES):
            (archive / f"{name}.ans").write_bytes(b"".join(lines[number:]))
            outcome = outcome_in(archive, SCORER2.replace("a.ans", f"{name}.ans").split())
            (archive / f"{name}.txt").write_bytes(outcome.stdout)
        return archive

    @staticmethod
    def causes(archive: Path) -> dict[str, list[tuple[str, str]]]:
        records = run(archive).records
        return {one["submission"]: [(each["detail"], each["text"]) for each in one["causes"]] for one in records}

    def test_figures_of_another_one(self, archive: Path) -> None:
        (archive / "alder.txt").write_bytes((archive / "cedar.txt").read_bytes())
        found = {"alder": [("cedar", "identical with the figures of cedar")], "birch": [], "cedar": []}
        assert self.causes(archive) == self.causes(archive) == found

    def test_figures_that_another_one_has_elsewhere(self, archive: Path) -> None:
        (archive / "alder.ans").write_bytes(SENSES["key"])
        _, title, line, *_ = (archive / "cedar.txt").read_text().splitlines()
        line = line.replace("precision", "recall").replace("attempted", "in total")
        (archive / "alder.txt").write_text(f"{title}\n{line}\n")
        assert self.causes(archive)["alder"] == [("2", "another key: 2 instances, this has 5")]

    @pytest.mark.parametrize("ending", ["txt", "ans"])
    def test_exchanged(self, ending: str, archive: Path) -> None:
        one, other = [archive / f"{name}.{ending}" for name in ("alder", "cedar")]
        contents = one.read_bytes(), other.read_bytes()
        other.write_bytes(contents[0])
        one.write_bytes(contents[1])
        assert self.causes(archive) == {
            "alder": [("cedar", "identical if exchanged with cedar")],
            "birch": [],
            "cedar": [("alder", "identical if exchanged with alder")],
        }

    def test_the_other_one_comes_later(self, archive: Path) -> None:
        (archive / "alder.txt").write_bytes((archive / "cedar.txt").read_bytes())
        content = (archive / "cedar.ans").read_bytes()
        (archive / "cedar.ans").unlink()
        assert "cedar" not in str(self.causes(archive)["alder"])
        (archive / "cedar.ans").write_bytes(content)
        assert self.causes(archive)["alder"] == [("cedar", "identical with the figures of cedar")]

    def test_the_other_one_changes(self, archive: Path) -> None:
        (archive / "alder.txt").write_bytes((archive / "cedar.txt").read_bytes())
        assert self.causes(archive)["alder"]
        (archive / "cedar.ans").write_bytes((archive / "birch.ans").read_bytes())
        assert "cedar" not in str(self.causes(archive)["alder"])


def test_a_published_report_of_nobody_is_named(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    for name in ("a", "b"):
        (archive / f"{name}.txt").write_bytes(b"")
    assert "archive.toml: senses.report: b.txt: published, but there is no such submission\n" in run(archive).stderr


def test_check_of_an_archive_says_facts_of_a_task_once(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS.replace(b"bank_1", b"bank_9")})
    (archive / "key").write_bytes(b"".join(reversed(KEY.splitlines(keepends=True))))
    done = rescore("check", "--format", "jsonl", archive)
    found = [(one["of"], one["name"]) for one in done.records]
    assert ("senses", "key-not-sorted") in found
    assert ("senses/b", "label-not-in-key") in found
    assert len(found) == len(set(found))


def test_check_of_an_archive_ends_with_the_number_of_findings(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": KEY})
    assert rescore("check", "--strict", archive).stderr == "rescore check: no findings\n"
    (archive / "a.ans").write_bytes(KEY.replace(b"002", b"003"))
    done = rescore("check", "--strict", archive)
    assert (done.status, len(done.stdout.splitlines()), done.stderr) == (1, 1, "rescore check: 1 finding\n")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (RuntimeError("the check is wrong"), "RuntimeError: the check is wrong"),
        (InputError("is a pipe", "key"), "key: is a pipe"),
    ],
)
def test_what_cannot_be_checked_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def fail(*_: object) -> None:
        raise error

    archive = senses(tmp_path, {"a": ANSWERS})
    monkeypatch.setattr("legacy_scorers.rescore.archive.cause_search.refuse_pipes", fail)
    (submission,) = read_archive(str(archive)).submissions
    (found,) = hints_of(str(archive), submission)
    assert (found.name, found.message) == ("not-checked", f"the inputs cannot be checked ({reason})")


@pytest.mark.parametrize(("precision", "causes"), [("-", []), ("40.00", ["macro"])])
def test_a_mean_over_other_rows_needs_two_of_each_part(precision: str, causes: list[str]) -> None:
    rows = {"overall": ("50.00", "50.00", "50.00"), "LOC": ("20.00", precision, "-"), "PER": ("30.00", "40.00", "-")}
    now = [
        Cell("fair", row, column, text, None, 0)
        for row, texts in rows.items()
        for column, text in zip(("Rec", "Prec", "F1"), texts)
    ]
    published = Cell("fair", "overall", "F1", "30.77", None, 0)  # is computed from 25 and 40
    wrong = Difference(*published.name, published.text, "50.00", FIGURES)
    assert [one.kind for one in figure_causes(Case([[published]], now, [wrong]))[0]] == causes


def test_a_mean_over_the_rows_of_another_table_is_found() -> None:
    now = [Cell("types", row, "FB1", text, None, 0) for row, text in (("PER", "80.00"), ("LOC", "61.00"))]
    now = [Cell("overall", "all", "FB1", "75.00", None, 0), *now]
    now += [Cell("overall", "all", column, "75.00", None, 0) for column in ("precision", "recall")]
    published = Cell("overall", "all", "FB1", "70.50", None, 0)
    wrong = Difference(*published.name, published.text, "75.00", FIGURES)
    assert [one.kind for one in figure_causes(Case([[published]], now, [wrong]))[0]] == ["macro"]


@pytest.mark.parametrize(
    ("figures", "cells"),
    [
        ("60.00,70.00,80.00,71.00", ["CoNLL/coreference/F1"]),
        ("61.00,70.00,80.00,71.00", []),
        (",70.00,80.00,71.00", []),
    ],
)
def test_a_mean_of_right_figures_is_a_typing_error(figures: str, cells: list[str]) -> None:
    names = [*OF_CONLL, (CONLL, "coreference", "F1")]
    now = [Cell(*name, text, None, 0) for name, text in zip(names, ("60.00", "70.00", "80.00", "70.00"))]
    published = [[Cell(*name, text, None, 0)] for name, text in zip(names, figures.split(",")) if text]
    texts = {cell.name: cell.text for cell in now}
    wrong = [
        Difference(*one.name, one.text, texts[one.name], FIGURES) for (one,) in published if one.text != texts[one.name]
    ]
    case = Case(published, now, wrong, means=SCORERS["scorer.pl"].mean_figures)
    assert [one.detail for one in figure_causes(case)[0] if one.kind == "typing"] == cells
