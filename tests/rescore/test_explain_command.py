"""``rescore explain`` as users start it: forms, selections, comparisons, failures, and the Python interface."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from common.errors import InputError
from rescore import score
from rescore.scorers import SCORERS
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
DEMO = ["FairEval.py", "--config", "examples/faireval/demo.config"]


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


def test_lines_are_the_same_wherever_they_go(folder: Path) -> None:
    words = ["explain", "--format", "jsonl", "scorer2", *WORDS]
    command = [sys.executable, str(ROOT / "bin" / "rescore"), *words]
    piped = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    for mode in ("wb", "ab"):  # a system that copies to a file need not append to one
        with open(folder / "lines", mode) as lines:
            subprocess.run(command, stdout=lines, check=True)
    assert (folder / "lines").read_bytes() == piped + piped
    assert run_here("rescore", words).stdout == piped


def test_a_cell_shows_the_matches_behind_it_and_a_ratio_those_of_its_parts(folder: Path) -> None:
    lines = records("--cell", "mixed/bank.n_bank.n.003/score", "scorer2", *WORDS, "-v")
    assert [met["unit"] for met in of_type(lines, "met")] == ["bank.n_bank.n.003"]
    assert [cell["text"] for cell in of_type(lines, "cell")] == ["0.850"]
    lines = records("--cell", "mixed/all/precision", "scorer2", *WORDS)
    assert [cell["column"] for cell in of_type(lines, "cell")] == ["precision", "correct", "attempted"]
    assert len(of_type(lines, "met")) == len((folder / "key").read_text().splitlines())


def test_units_and_kinds_select_matches_but_no_figures(folder: Path) -> None:
    lines = records("--unit", "run.v_run.v.004", "scorer2", *WORDS)
    assert [met["kind"] for met in of_type(lines, "met")] == ["missed"]
    assert len(of_type(lines, "unit")) == 1
    assert len(of_type(lines, "cell")) == 6
    assert of_type(records("--only", "missed", "scorer2", *WORDS), "met") == of_type(lines, "met")


@pytest.mark.parametrize(
    ("selected", "limits"), [(["--unit", "letters.spans:1"], "in letters.spans:1"), (["--only", "LE"], "of kind LE")]
)
def test_text_shows_no_figure_without_matches_where_only_some_are_wanted(
    selected: list[str], limits: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = rescore("explain", *selected, *DEMO)
    assert "fair/LOC/LE  1  1 match\n" in done.stdout
    assert "no match" not in done.stdout
    assert "F1" not in done.stdout
    done = rescore("explain", "--cell", "fair/overall/LBE", *selected, *DEMO)
    assert done.stdout == f"fair/overall/LBE  1  no match {limits}\n"


def test_a_line_without_the_item_word_by_word_is_shown_from_its_beginning(folder: Path) -> None:
    done = rescore("explain", "--unit", "cold.a_cold.a.002", "scorer2", *WORDS)
    line = "cold.a cold.a.002 cold_1.2/0.4 cold_1.1/0.2 !! the weights leave 0.4 open"
    assert f"answers:6  cold_1.2/0.400 cold_1.1/0.200: {line}\n" in done.stdout


def test_a_fill_is_found_below_the_line_of_its_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    config = tmp_path / "config"
    config.write_text(Path("examples/muc/te.config").read_text().replace("te.responses", "te.keys"))
    done = rescore("explain", "--cell", "total/organization.alias/POS", "muc-score", config)
    assert 'examples/muc/te.keys:3  organization.alias:  "[the yard]"\n' in done.stdout


@pytest.mark.parametrize(
    ("line", "options", "unit", "why"),
    [
        ("bank.n none.1 bank_1", ["--unit", "bank.n_none.1"], "bank.n_none.1", "not in the key"),
        ("bank.n none.1 bank_1", ["--only", "refused"], "bank.n_none.1", "not in the key"),
        (
            "bank.n bank.n.001 bank_2",
            ["--unit", "bank.n_bank.n.001"],
            "bank.n_bank.n.001#2",
            "used up by an earlier answer (line 1)",
        ),
    ],
)
def test_text_shows_matches_that_no_figure_counts(
    line: str, options: list[str], unit: str, why: str, folder: Path
) -> None:
    with (folder / "answers").open("a") as file:
        file.write(f"{line}\n")
    for wanted in (options, []):
        done = rescore("explain", *wanted, "scorer2", *WORDS)
        *_, last = done.stdout.removesuffix("\n\n").split("\n")
        assert f"\ncounted in no figure  1 match\n  {unit}  refused  {why}\n" in f"\n{done.stdout}"
        assert last.startswith("    response  answers:12  bank_")


def test_text_says_that_there_is_no_such_match(folder: Path) -> None:
    done = rescore("explain", "--unit", "bank.n_bank.n.001", "--only", "missed", "scorer2", *WORDS)
    assert (done.status, done.stdout) == (0, "no match of kind missed in bank.n_bank.n.001\n")


def test_text_says_what_a_ratio_is_made_of_and_the_report_does_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert (
        "data/PER/%  50.00  % from data/PER/Freq, data/overall/Freq (not printed)\n" in rescore("explain", *DEMO).stdout
    )


def test_a_figure_is_shown_with_all_that_it_is_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "examples" / "matscore")
    words = ["--file", "hyp/trip.json", "--ref_file", "ref/trip.json", "--content_annotations", "PER"]
    done = rescore("explain", "--cell", "bytag/PER/precision", "MATScore", *words)
    assert "\nbytag/PER/hyptotal  2  hyptotal from " in done.stdout
    assert "(not printed)" not in done.stdout


@pytest.mark.parametrize("word", ["bin/scorer2", "/opt/old/scorer2", "./scorer2"])
def test_a_folder_before_the_command_is_left_out(word: str, folder: Path) -> None:
    for words in (["explain"], ["check"], ["measures"], ["compare", "--", "scorer2", "key", "key", "--"]):
        plain, done = [rescore(*words, command, "answers", "key") for command in ("scorer2", word)]
        assert (done.stdout, done.stderr, done.status) == (plain.stdout, plain.stderr, plain.status)
    assert rescore("explain", "--against", f"{word} answers key", "scorer2", "answers", "key").status == 0
    assert rescore("explain", "bin/scorer3", "answers", "key").status == 2


def test_text_shows_each_figure_with_examples_in_their_line(folder: Path) -> None:
    done = rescore("explain", "--cell", "mixed/bank.n_bank.n.002/score", "scorer2", *WORDS, "-v")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "mixed/bank.n_bank.n.002/score  0.500  1 match\n"
        "  bank.n_bank.n.002  scored  +0.5  bank_1: above a sense of the key, 0.500 x 1.000\n"
        "    key       key:2  bank_1.1: bank.n bank.n.002 [bank_1.1]\n"
        "    response  answers:2  bank_1: bank.n bank.n.002 [bank_1]\n\n"
    )


def test_nothing_is_marked_in_a_line_that_has_the_words_of_an_item_elsewhere_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ne.config", "ne.map", "ne.slots"):
        content = (ROOT / "examples" / "muc" / name).read_text()
        (tmp_path / name).write_text(content.replace("examples/muc/", "./"))
    line = '<ENAMEX TYPE="PERSON">Ann Lee</ENAMEX> met <ENAMEX TYPE="PERSON">Bo</ENAMEX> of Ann Leeds'
    for name in ("ne.keys", "ne.responses"):
        (tmp_path / name).write_text(f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{line}\n</TXT>\n</DOC>\n")
    monkeypatch.chdir(tmp_path)
    shown = rescore("explain", "--all", "muc-score", "ne.config").stdout
    assert 'TYPE="PERSON">[Bo]</ENAMEX>' in shown
    assert shown.count("[") == shown.count("[Bo]")


def test_text_shows_twenty_examples_unless_all_are_asked_for(folder: Path) -> None:
    lines = [f"w.n w.n.{number:03d} s\n" for number in range(25)]
    for name in ("answers", "key"):
        (folder / name).write_text("".join(lines))
    cell = ("--cell", "fine/all/correct")
    some = rescore("explain", *cell, "scorer2", "answers", "key").stdout
    assert some.count("  scored  ") == 20
    assert "  ... and 5 more matches; --all shows them\n" in some
    assert rescore("explain", "--all", *cell, "scorer2", "answers", "key").stdout.count("  scored  ") == 25


def test_nothing_in_the_input_commands_the_terminal(folder: Path) -> None:
    for name in ("answers", "key"):
        (folder / name).write_bytes(b"w.n w.n.1 \x1b]0;title\x07\xff\n")
    done = rescore("explain", "scorer2", "answers", "key")
    assert done.status == 0
    assert not set(done.stdout) & {"\x1b", "\x07"}


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


@pytest.mark.parametrize("output", ["answers", "./key", "link", "older"])
def test_no_input_is_written_over(output: str, folder: Path, older: str) -> None:
    os.link(folder / "sensemap", folder / "link")
    before = (folder / output).read_bytes()
    done = rescore("explain", "--against", older, "-o", output, "scorer2", *WORDS)
    problem = f"rescore: {output}: is an input file; name another --output\n"
    assert (done.stdout, done.stderr, done.status) == ("", problem, 2)
    assert (folder / output).read_bytes() == before


@pytest.mark.parametrize("form", ["text", "jsonl", "html"])
def test_a_failing_run_says_what_the_command_says(form: str, folder: Path) -> None:
    done = rescore("explain", "--format", form, "scorer2", "answers", "missing")
    assert (done.stdout, done.stderr, done.status) == ("", '\nUnable to read "missing".\n\n', 3)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--cell", "nothing"], "'nothing' is not TABLE/ROW/COLUMN; docs/cells.md lists the names"),
        (
            ["--cell", "a/b/c"],
            "the report has no figure a/b/c; docs/cells.md explains the names",
        ),
        (["--cell", "mixed/al/recall"], "nearest is mixed/all/recall; docs/cells.md explains the names"),
        (["--unit", "bank.n_bank.n.01"], "no unit 'bank.n_bank.n.01'; the nearest is bank.n_bank.n.001"),
        (["--unit", "n.002"], "no unit 'n.002'; the nearest is bank.n_bank.n.002"),
        (["--unit", "n.00"], "the run has no unit 'n.00'"),
        (["--only", "MIS"], "the run has no matches of kind 'MIS', only missed, scored"),
        (["--against", "cat a"], f"'cat a' does not begin with one of {', '.join(SCORERS)}"),
        (["--against", "'"], '"\'" cannot be split into words (No closing quotation)'),
    ],
)
def test_wrong_use_is_one_line(words: list[str], problem: str, folder: Path) -> None:
    done = rescore("explain", *words, "scorer2", *WORDS)
    assert (done.stdout, done.status) == ("", 2)
    assert done.stderr.endswith(f"{problem}; 'rescore explain --help' shows its usage\n")
    assert len(done.stderr.splitlines()) == 1


def test_a_kind_that_one_of_two_runs_has_is_known(folder: Path) -> None:
    runs = ["--against", "scorer2 answers key", "scorer2", "key", "key"]
    done = rescore("explain", "--only", "missed", *runs)
    assert (done.status, done.stderr) == (1, "")
    assert "run.v_run.v.004  missed -> (none)  -1" in done.stdout
    assert rescore("explain", "--only", "MIS", *runs).status == 2


def test_words_of_the_command_are_left_alone(folder: Path) -> None:
    done = rescore("explain", "--format", "jsonl", "scorer2", "answers", "key", "--format", "-o", "--all", "-v")
    assert (done.status, done.stderr) == (0, "")
    assert json.loads(done.stdout.splitlines()[0])["argv"][3:] == ["--format", "-o", "--all", "-v"]


def test_differences_of_figures_are_the_sums_of_the_changes(folder: Path, older: str) -> None:
    lines = records("--against", older, "scorer2", *WORDS, status=1)
    (change,) = of_type(lines, "change")
    assert change["cells"] == [["mixed", "all", "correct", 1]]
    assert (change["old"]["response"]["label"], change["new"]["response"]["label"]) == ("bank_2", "bank_1.2")
    figures = {cell["column"]: (cell["old"], cell["new"]) for cell in of_type(lines, "cell")}
    assert figures == {"precision": ("0.582", "0.676"), "correct": ("6.17", "7.17"), "recall": ("0.514", "0.597")}
    text = rescore("explain", "--against", older, "scorer2", *WORDS)
    assert text.status == 1
    assert "mixed/all/correct  6.17 -> 7.17  +1\n  bank.n_bank.n.001  scored -> scored  +1\n" in text.stdout


@pytest.mark.parametrize(("options", "precision"), [("", "0.458"), (" sensemap -g coarse", "0.835")])
def test_granularities_are_compared_under_the_name_of_the_newer_one(options: str, precision: str, folder: Path) -> None:
    lines = records("--against", f"scorer2 answers key{options}", "scorer2", *WORDS, status=1)
    figures = {cell["column"]: (cell["table"], cell["old"], cell["new"]) for cell in of_type(lines, "cell")}
    assert figures["precision"] == ("mixed", precision, "0.676")
    assert all(change["old"]["credit"] != change["new"]["credit"] for change in of_type(lines, "change"))


def test_only_figures_that_chosen_matches_change_are_shown(folder: Path, older: str) -> None:
    done = rescore("explain", "--unit", "bank.n_bank.n.001", "--against", older, "scorer2", *WORDS)
    assert re.findall("^mixed.*", done.stdout, re.MULTILINE) == ["mixed/all/correct  6.17 -> 7.17  +1"]
    done = rescore("explain", "--unit", "run.v_run.v.004", "--against", older, "scorer2", *WORDS)
    assert (done.stdout, done.status) == ("no figure differs because of these matches\n", 1)


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


def test_a_page_shows_the_changes(folder: Path, older: str) -> None:
    done = rescore("explain", "--format", "html", "--against", older, "scorer2", *WORDS)
    assert (done.status, done.stderr) == (1, "")
    page = " ".join(unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", done.stdout, flags=re.DOTALL)).split())
    assert "mixed/all/correct 6.17 7.17 +1 1 " in page
    assert "new has 1 item better, 0 worse." in page
    assert "bank.n_bank.n.001 bank_1: bank.n bank.n.001 bank_1 key:1 bank_2: bank.n bank.n.001 bank_2 older:1" in page
    assert "bank_1.2: bank.n bank.n.001 bank_1.2 answers:1 scored -> scored old: bank_2: not in the key" in page


def test_a_page_leaves_out_form_feeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    page = rescore("explain", "--format", "html", "muc-score", "examples/muc/ne.config").stdout
    assert not {"\f", "\N{REPLACEMENT CHARACTER}"} & set(page)


def test_a_run_against_itself_has_nothing_to_report(folder: Path) -> None:
    done = rescore("explain", "--against", "scorer2 answers key sensemap -g mixed", "scorer2", *WORDS)
    assert (done.stdout, done.stderr, done.status) == ("", "", 0)


def test_runs_over_different_keys_are_not_compared(folder: Path) -> None:
    done = rescore("explain", "--against", "scorer2 answers answers", "scorer2", "answers", "key")
    assert (done.stdout, done.status) == ("", 3)
    assert done.stderr == "rescore explain: the runs have different keys; name two runs over one key\n"


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


@pytest.mark.skipif(resource is None, reason="this system does not limit the size of files")
@pytest.mark.parametrize(
    ("form", "problem"),
    [
        ("jsonl", f"a temporary file in {tempfile.gettempdir()}: File too large"),
        ("html", "file: cannot be written (File too large); no report was changed, name another file"),
    ],
)
def test_where_the_explanation_does_not_fit_is_said(form: str, problem: str, folder: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, before[1]))
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
