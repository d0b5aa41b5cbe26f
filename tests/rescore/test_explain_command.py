"""``rescore explain`` as users start it: forms, selections, comparisons, failures, and the Python interface."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore import score
from legacy_scorers.rescore.output.json_lines import json_lines
from legacy_scorers.rescore.runs.explanation import json_number
from tests.golden_cases import ROOT
from tests.rescore.archives import rescore
from tests.running import run_here

try:
    import pty
    import resource
except ImportError:  # Windows
    pty = resource = None  # type: ignore[assignment]

SCHEMA = json.loads((ROOT / "docs" / "explain.schema.json").read_text(encoding="utf-8"))
WORDS = ["answers", "key", "sensemap", "-g", "mixed"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("answers", "key", "sensemap"):
        shutil.copy(ROOT / "examples" / "scorer2" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def older(folder: Path) -> str:
    content = (folder / "answers").read_text()
    (folder / "older").write_text(content.replace("bank.n.001 bank_1.2", "bank.n.001 bank_2"))
    return "scorer2 older key sensemap -g mixed"


def records(*words: str, status: int = 0) -> list[dict[str, Any]]:
    done = rescore("explain", "--format", "jsonl", *words)
    assert (done.status, done.stderr) == (status, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def of_type(lines: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [record for record in lines if record["type"] == kind]


def test_lines_keep_to_the_schema(folder: Path, older: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA)
    lines = [*records("scorer2", *WORDS, "-v"), *records("--against", older, "scorer2", *WORDS, status=1)]
    assert {record["type"] for record in lines} == {"run", "unit", "met", "cell", "runs", "change"}
    for record in lines:
        validator.validate(record)
    assert not validator.is_valid({**of_type(lines, "met")[0], "kind": 1})


def test_matches_that_count_alike_may_be_of_different_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers").write_text("a 1 s/0\n")
    (tmp_path / "key").write_text("a 1 s\na 2 s\n")
    found = of_type(records("scorer2", "answers", "key"), "met")
    assert [record["kind"] for record in found] == ["scored", "missed"]


@pytest.mark.parametrize("value", [0.0, 1e-4, 9.9e-5, -5e-324, 9999999999999998.0, 1e16, -1e17])
def test_numbers_are_written_in_full(value: float) -> None:
    assert json.loads(json_lines(json_number(value))) == value


def test_items_are_shown_in_files_as_they_are_now(folder: Path) -> None:
    words = ["explain", "--unit", "bank.n_bank.n.001", "scorer2", *WORDS]
    assert "bank.n.001 [bank_1]\n" in rescore(*words).stdout
    (folder / "key").write_text("\n" + (folder / "key").read_text())
    assert "key:2  bank_1: bank.n bank.n.001 [bank_1]\n" in rescore(*words).stdout


def test_lines_are_the_same_wherever_they_go(folder: Path) -> None:
    words = ["explain", "--format", "jsonl", "scorer2", *WORDS]
    command = [sys.executable, str(ROOT / "bin" / "rescore"), *words]
    piped = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    for mode in ("wb", "ab"):  # a system that copies to a file need not append to one
        with open(folder / "lines", mode) as lines:
            subprocess.run(command, stdout=lines, check=True)
    assert (folder / "lines").read_bytes() == piped + piped
    assert run_here("rescore", words).stdout == piped


@pytest.mark.parametrize("word", ["bin/scorer2", "/opt/old/scorer2", "./scorer2"])
def test_a_folder_before_the_command_is_left_out(word: str, folder: Path) -> None:
    for words in (["explain"], ["check"], ["measures"], ["compare", "--", "scorer2", "key", "key", "--"]):
        plain, done = [rescore(*words, command, "answers", "key") for command in ("scorer2", word)]
        assert (done.stdout, done.stderr, done.status) == (plain.stdout, plain.stderr, plain.status)
    assert rescore("explain", "--against", f"{word} answers key", "scorer2", "answers", "key").status == 0
    assert rescore("explain", "bin/scorer3", "answers", "key").status == 2


@pytest.mark.skipif(pty is None, reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("environment", "options", "coloured"),
    [({}, [], True), ({"NO_COLOR": "1"}, [], False), ({"NO_COLOR": ""}, [], True), ({}, ["-o", "/dev/stdout"], False)],
)
def test_only_terminals_get_colours(
    environment: dict[str, str], options: list[str], coloured: bool, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    shown = bytearray()

    def read(terminal: int) -> bytes:
        piece = os.read(terminal, 1024)
        shown.extend(piece)
        return b"\n"

    status = pty.spawn([sys.executable, str(ROOT / "bin" / "rescore"), "explain", *options, "scorer2", *WORDS], read)
    assert status == 0
    assert b"mixed/all/precision" in shown
    assert (b"\x1b[" in shown) == coloured


def test_a_file_is_written_whole_or_not_at_all(folder: Path) -> None:
    assert rescore("explain", "-o", "out", "scorer2", "answers", "missing").status == 3
    assert not (folder / "out").exists()
    done = rescore("explain", "-o", "out", "scorer2", *WORDS)
    assert (done.stdout, done.stderr, done.status) == ("", "", 0)
    assert (folder / "out").read_text() == rescore("explain", "scorer2", *WORDS).stdout


@pytest.mark.parametrize("output", ["link", "older"])
def test_no_input_is_written_over(output: str, folder: Path, older: str) -> None:
    os.link(folder / "sensemap", folder / "link")
    before = (folder / output).read_bytes()
    done = rescore("explain", "--against", older, "-o", output, "scorer2", *WORDS)
    problem = f"rescore: {output}: is an input file; name another --output\n"
    assert (done.stdout, done.stderr, done.status) == ("", problem, 2)
    assert (folder / output).read_bytes() == before


def test_documents_called_after_the_response_are_known_by_the_key(tmp_path: Path) -> None:
    documents = ROOT / "examples" / "matscore"
    for name in ("one", "two"):
        shutil.copy(documents / "ref" / "trip.json", tmp_path / f"{name}.json")
        for system, of in (("old", "ref"), ("new", "hyp")):
            (tmp_path / system).mkdir(exist_ok=True)
            shutil.copy(documents / of / "trip.json", tmp_path / system / f"{name}.{system}")
    lines = []
    for system in ("old", "new"):
        words = f"--dir {tmp_path / system} --ref_dir {tmp_path} --ref_fsuff_off .{system} --ref_fsuff_on .json"
        lines.append(f"MATScore {words} --content_annotations PER,LOC")
    changes = of_type(records("--against", lines[0], *lines[1].split(), status=1), "change")
    assert {change["unit"] for change in changes} == {"one.new", "two.new"}
    assert all(change["old"]["kind"] == "match" for change in changes if change["new"]["kind"] in ("clash", "missing"))


def test_a_run_of_two_has_the_record_that_it_has_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    infinite = (ROOT / "examples" / "faireval" / "demo.config").read_text().replace("0.25 FP", "9" * 400 + " FP")
    (tmp_path / "config").write_text(infinite)
    words = ["FairEval.py", "--config", str(tmp_path / "config")]
    assert records("--against", " ".join(words), *words)[0]["new"] == records(*words)[0]


def test_a_page_shows_the_changes(folder: Path, older: str) -> None:
    done = rescore("explain", "--format", "html", "--against", older, "scorer2", *WORDS)
    assert (done.status, done.stderr) == (1, "")
    page = " ".join(unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", done.stdout, flags=re.DOTALL)).split())
    assert "mixed/all/correct 6.17 7.17 +1 1 " in page
    assert "new has 1 item better, 0 worse." in page
    assert "bank.n_bank.n.001 bank_1: bank.n bank.n.001 bank_1 key:1 bank_2: bank.n bank.n.001 bank_2 older:1" in page
    assert "bank_1.2: bank.n bank.n.001 bank_1.2 answers:1 scored -> scored old: bank_2: not in the key" in page


def test_the_most_frequent_changes_are_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, senses in (("key", "sssss"), ("older", ["x", "y", "y", "s/0", "s/inf"]), ("newer", "sss")):
        (tmp_path / name).write_text("".join([f"a {number} {sense}\n" for number, sense in enumerate(senses, 1)]))
    words = ["--format", "html", "--against", "scorer2 older key", "scorer2", "newer", "key"]
    rows = re.findall('<tr><th scope="row">(a_.*?)</th>', rescore("explain", *words).stdout)
    assert rows == [
        "a_2<details><summary>and 1 more</summary>a_3</details>",
        "a_1",
        "a_4",
        "a_5",
    ]  # the last two are missed now


def test_a_page_leaves_out_form_feeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = rescore("explain", "--format", "html", "muc-score", "examples/muc/ne.config").stdout
    assert not {"\f", "\N{REPLACEMENT CHARACTER}"} & set(page)


def test_python_gives_the_run_as_objects(folder: Path) -> None:
    run = score("scorer2", WORDS)
    assert (run.command, run.settings["granularity"], run.tables) == ("scorer2", "mixed", ["mixed"])
    assert [source.role for source in run.inputs] == ["answers", "key", "sense map"]
    assert len(run.units) == len(run.matches) == 12
    (row,) = run.table("mixed")
    assert row == {
        "row": "all", "precision": 0.676, "recall": 0.597, "attempted %": 88.33, "correct": 7.17, "attempted": 10.6,
        "total": 12.0,
    }  # fmt: skip
    correct = run.cell("mixed", "all", "correct")
    assert (correct.text, len(correct.matches)) == ("7.17", 12)
    assert run.cell("mixed", "all", "recall").of[0] == run.measures["mixed"][1].name == "recall"
    assert "<td>0.676</td>" in run._repr_html_()
    with pytest.raises(KeyError, match="no table 'mixd'; the nearest is mixed"):
        run.table("mixd")
    with pytest.raises(KeyError, match="no figure 'mixed/al/recall'; the nearest is mixed/all/recall"):
        run.cell("mixed", "al", "recall")
    with pytest.raises(InputError, match='Unable to read "missing"'):
        score("scorer2", ["answers", "missing"])
    with pytest.raises(InputError, match="cat is not a scorer"):
        score("cat", ["answers"])
    with pytest.raises(TypeError, match="not one text"):
        score("scorer2", "answers key")
    assert repr(score("bin/scorer2", WORDS)) == repr(run) == f"<scorer2 {run.version}: 12 units, 6 figures>"
    figure = run.cell("mixed", "all", "recall")
    assert repr(figure) == f"<mixed/all/recall {figure.text}>"


LINES = [
    "scorer2 examples/scorer2/answers examples/scorer2/key examples/scorer2/sensemap",
    "FairEval.py --config examples/faireval/demo.config",
    "MATScore --file examples/matscore/hyp/trip.json --ref_file examples/matscore/ref/trip.json "
    "--content_annotations PER,LOC",
    "muc-score examples/muc/ne.config",
    "conlleval < examples/conlleval/output",
    "scorer.pl muc examples/coref/key examples/coref/response none",
    "scorer.pl all examples/coref/key examples/coref/response none",  # with the mean of metrics
]


@pytest.mark.parametrize("line", LINES)
def test_a_run_can_be_pickled_and_copied_and_shows_what_is_documented(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    run = score(line.split()[0], line.split()[1:])
    for again in (pickle.loads(pickle.dumps(run)), copy.deepcopy(run)):
        assert repr(again) == repr(run)
        assert [match.why for match in again.matches] == [match.why for match in run.matches]
        assert [len(cell.matches) for cell in again.cells] == [len(cell.matches) for cell in run.cells]
    assert {name for name in dir(run) if not name.startswith("_")} == {
        "cell", "cells", "command", "inputs", "matches", "measures", "outcome", "settings", "table", "tables", "units",
        "version",
    }  # fmt: skip


def printed(line: str) -> tuple[bytes, bytes, dict[str, bytes], list[tuple[Any, ...]]]:
    command, *words = line.split()
    run = score(command, words)
    cells = [(*cell.name, cell.text, len(cell.matches)) for cell in run.cells]
    return run.outcome.stdout, run.outcome.stderr, run.outcome.written, cells


def test_threads_score_as_one_does_and_leave_the_streams_alone(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # restores them if a run does not
    streams = sys.stdout, sys.stderr
    lines = LINES * 8
    alone = {line: printed(line) for line in LINES}
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(printed, lines))
    wrong = {line for line, found in zip(lines, together) if found != alone[line]}
    assert wrong == set()
    assert (sys.stdout, sys.stderr) == streams
    print("still works")
    assert capfd.readouterr().out == "still works\n"


@pytest.mark.skipif(resource is None, reason="this system does not limit the size of files")
@pytest.mark.parametrize(
    ("form", "size", "problem"),
    [
        ("jsonl", 1024, f"a temporary file in {tempfile.gettempdir()}: File too large"),
        ("jsonl", 5000, f"a temporary file in {tempfile.gettempdir()}: File too large"),  # a part of it is written
        ("html", 1024, "file: cannot be written (File too large); no report was changed, name another file"),
    ],
)
def test_where_the_explanation_does_not_fit_is_said(form: str, size: int, problem: str, folder: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        done = rescore("explain", "-o", "file", "--format", form, "scorer2", *WORDS)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.status, done.stdout, done.stderr) == (3, "", f"rescore: {problem}\n")
    assert not (folder / "file").exists()


def test_what_goes_into_a_file_is_what_is_printed(folder: Path) -> None:
    words = ("explain", "--format", "jsonl")
    printed = rescore(*words, "scorer2", *WORDS)
    done = rescore(*words, "-o", "lines", "scorer2", *WORDS)
    assert (done.status, done.stdout, done.stderr) == (0, "", "")
    assert (folder / "lines").read_text() == printed.stdout
