"""``rescore check``: a small case for everything that can be found, and runs in which nothing is."""

from __future__ import annotations

import builtins
import itertools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.align import first_difference
from legacy_scorers.common.result import Location
from legacy_scorers.rescore.cli import main
from legacy_scorers.rescore.runs.findings import findings, swapped_by_score, unreadable
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import SCORERS, checks
from legacy_scorers.rescore.scorers.checks import crossing, missing_documents, quoted, warnings
from legacy_scorers.rescore.scorers.faireval import findings as faireval
from legacy_scorers.rescore.scorers.mat_score.ends import Ends
from legacy_scorers.rescore.scorers.scorer2 import findings as scorer2
from tests.golden_cases import GOLDEN, ROOT, collect, prepare, some
from tests.growth import assert_linear
from tests.rescore.archives import Done, rescore
from tests.running import printed_here, variables, working_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from legacy_scorers.rescore.scorers.checks import Finding

CORPUS = ROOT / "tests" / "rescore" / "findings"
CASES = sorted(path.name for path in CORPUS.iterdir())
CLEAN = "clean"
ADVICE = {
    name: text
    for scorer in SCORERS.values()
    for name, text in {**checks.ADVICE, **scorer.whole_run, **scorer.advice}.items()
}
TWINS = [  # cases that are mended: name, and for each edit file, what is replaced (in a new file nothing), and by what
    line.split("\t") for line in (CORPUS.parent / "twins.tsv").read_text(encoding="utf-8").splitlines()
]
NOTHING_FOUND = (  # recorded runs in which all is as it should be
    "scorer2/table22_fine",
    "scorer2/table22_mixed",
    "faireval/conll_punct_sets",
    "faireval/labels_one",
    "mat_score/b01_perfect",
    "mat_score/d02_dir_three_csv",
    "mat_score/mat13_example_1",
    "mat_score/g21_random_corpus_csv",
    "muc_scorer/ne_optional",
    "muc_scorer/st_perfect",
    "muc_scorer/te_multi_fill_order",
    "muc_scorer/muc33_co_manual_table",
    "muc_scorer/muc33_ne_manual_page",
    "muc_scorer/muc33_te_equal_f",
    "coref_scorer/mention_identical",
    "coref_scorer/muc_crossed",
)
RUNS = [case for case in collect() if case.typed[0] in SCORERS]


def command_line(name: str) -> list[str]:
    return shlex.split((CORPUS / name / "cmd").read_text())


def expected(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (CORPUS / name / "findings").read_text().splitlines()]


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def copy(name: str, folder: Path) -> None:
    shutil.copytree(CORPUS / name / "in", folder, dirs_exist_ok=True)


@pytest.mark.parametrize("name", CASES)
def test_findings_are_those_of_the_case(name: str, copied: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    copy(name, copied)
    before = sorted(copied.rglob("*"))
    status = main(["check", "--format", "jsonl", "--strict", *command_line(name)])
    out, err = capfdbinary.readouterr()
    records = [json.loads(line) for line in out.splitlines()]
    found = [{key: record[key] for key in ("name", "file", "line", "message")} for record in records]
    complaint = CORPUS / name / "stderr"  # of a run that fails
    for record, shown in zip(records, found):
        if record["advice"] != ADVICE[record["name"]]:
            shown["advice"] = record["advice"]
    err = err.replace(bytes(ROOT), b"@ROOT@")  # the version of scorer.pl names its file
    assert (found, err) == (expected(name), complaint.read_bytes() if complaint.exists() else b"")
    assert status == (3 if complaint.exists() else 1 if found else 0)
    assert all(record["type"] == "finding" for record in records)
    assert sorted(copied.rglob("*")) == before, "a check writes nothing"


def test_a_case_is_named_after_what_is_found_in_it() -> None:
    for name in CASES:
        finding = name.partition(".")[0]
        names = [record["name"] for record in expected(name)]
        assert not names if finding == CLEAN else finding in names, name


def test_every_finding_has_a_case() -> None:
    assert {name.partition(".")[0] for name in CASES} == {*ADVICE, CLEAN}


def test_every_finding_has_a_row_in_the_documentation() -> None:
    page = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \| .* \| .* \|$", page, re.MULTILINE) == sorted(ADVICE)


@pytest.mark.parametrize("row", TWINS, ids=lambda row: row[0])
def test_a_twin_that_is_hardly_different_is_silent(row: list[str], copied: Path) -> None:
    name, *edits = row
    copy(name, copied)
    (copied / "cmd").write_bytes((CORPUS / name / "cmd").read_bytes())
    for file, old, new in zip(*[iter(edits)] * 3):
        before, after = (text.encode().decode("unicode_escape").encode("latin-1") for text in (old, new))
        content = (copied / file).read_bytes() if before else b""
        assert before in content
        (copied / file).write_bytes(content.replace(before, after))
    program, *words = shlex.split((copied / "cmd").read_text())
    run = run_command(SCORERS[program], words, own_files())
    assert run.is_scored
    assert name.partition(".")[0] not in [finding.name for finding in findings(words, own_files(), run)]


def test_every_finding_has_a_twin() -> None:
    assert [name.partition(".")[0] for name, *_ in TWINS] == sorted(ADVICE)


@pytest.mark.parametrize("command", SCORERS)
def test_the_documentation_names_the_commands_of_a_finding(command: str) -> None:
    page = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    for name in CASES:
        if command_line(name)[0] == command and not name.startswith(CLEAN):
            row = re.search(rf"^\| `{name.partition('.')[0]}` \| ([^|]*) \|", page, re.MULTILINE)
            assert row is not None
            assert row[1] == "all" or command in row[1].split(", "), name


@pytest.mark.parametrize("name", NOTHING_FOUND)
def test_nothing_is_found_in_clean_runs(name: str, copied: Path) -> None:
    case = next(case for case in RUNS if case.name == name)
    prepare(case, copied)
    run = run_command(SCORERS[case.typed[0]], case.typed[1:], own_files())
    assert run.is_scored
    assert [finding.record for finding in findings(case.typed[1:], own_files(), run)] == []


@pytest.mark.parametrize("name", some(CASES, 4))
def test_checks_read_no_input_more_often_than_the_run(name: str, copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy(name, copied)
    opened: Counter[str] = Counter()
    really_open = builtins.open

    def counting(file: str | bytes, *args: object, **kwargs: object) -> object:
        opened[os.path.realpath(os.fsdecode(file))] += 1
        return really_open(file, *args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(builtins, "open", counting)

    def uncounted(check: Callable[..., Iterator[Finding]]) -> Callable[..., list[Finding]]:
        def checked(*args: object) -> list[Finding]:
            before = opened.copy()
            found = list(check(*args))
            opened.clear()
            opened.update(before)
            return found

        return checked

    for check in (swapped_by_score, unreadable):  # a run with exchanged sides, and a look at the first bytes
        monkeypatch.setattr(f"legacy_scorers.rescore.runs.findings.{check.__name__}", uncounted(check))
    program, *words = command_line(name)
    run = run_command(SCORERS[program], words, own_files())
    by_run = opened.copy()
    opened.clear()
    assert len(list(findings(words, own_files(), run))) == len(expected(name))
    inputs = [os.path.realpath(path) for path in copied.rglob("*") if path.is_file()]
    assert any(opened[path] for path in inputs)
    assert all(opened[path] <= max(by_run[path], 1) for path in inputs)


@pytest.mark.growth
def test_checking_takes_time_that_grows_with_the_input(copied: Path) -> None:
    keys = itertools.count(100)

    def write(instances: int) -> int:
        key = next(keys)  # that no other run has read
        lines = [f"art.n {key}.{number:07d} {number % 97}\n" for number in range(instances)]
        (copied / "key").write_text("".join(lines))
        (copied / "answers").write_text("".join(reversed(lines[1:])))
        spans = [f"PER\t{number % 50 + 1}\t{number % 50 + 9}\t{number % 50 + 1}\n" for number in range(instances)]
        (copied / "target").write_text("".join(spans))
        (copied / "system").mkdir(exist_ok=True)
        (copied / "system" / "target").write_text("".join(spans))
        return instances

    (copied / "config").write_text("target_in = target\nsystem_in = system\n")
    write(1)
    run = run_command(SCORERS["scorer2"], ["answers", "key"], own_files())
    assert run.is_scored, "else little is checked"
    assert_linear(write, lambda _: list(scorer2.findings(["answers", "key"], own_files(), run)), 20_000)
    assert_linear(write, lambda _: list(faireval.findings(["--config", "config"], own_files(), run)), 20_000)


def mutated(content: bytes, draw: st.DrawFn) -> bytes:
    place = draw(st.integers(0, len(content)))
    piece = draw(
        st.sampled_from(
            [b"", b"\n", b"\r\n", b"\xff", b"\0", b"|", b"/", b'"', b"<", b">", b" ", b"-", b"\t", b"9" * 20]
        )
    )
    return content[:place] + piece + content[place + draw(st.integers(0, 3)) :]


@given(st.data())
def test_whatever_can_be_scored_can_be_checked(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(CASES))
    program, *words = command_line(name)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(CORPUS / name / "in", folder, dirs_exist_ok=True)
        files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        path = data.draw(st.sampled_from(files))
        path.write_bytes(data.draw(st.composite(lambda draw: mutated(path.read_bytes(), draw))()))
        os.chdir(folder)
        try:
            run = run_command(SCORERS[program], words, own_files())
            if run.is_scored:
                for finding in findings(words, own_files(), run):
                    assert finding.name in ADVICE
        finally:
            os.chdir(before)


def check(*words: str, folder: Path) -> Done:
    with working_in(folder):
        return rescore("check", *words)


def test_text_says_where_what_and_what_to_do_before_it_counts(tmp_path: Path) -> None:
    copy("no-final-newline", tmp_path)
    with working_in(tmp_path):
        printed = printed_here("rescore", ["check", *command_line("no-final-newline")])
    line = "answers:4: no-final-newline: the last line, 'bar.n 2 b2', has no newline and is lost. "
    advice = "End the last line with a newline: awk 1 answers > answers.new"
    assert printed.decode() == f"{line}{advice}\nrescore check: 1 finding\n"


def test_advice_on_standard_input_names_no_new_file(tmp_path: Path) -> None:
    copy("byte-order-mark.conlleval", tmp_path)
    command = [sys.executable, str(ROOT / "bin" / "rescore"), "check", "conlleval"]
    with open(tmp_path / "output", "rb") as stdin:
        done = subprocess.run(command, stdin=stdin, capture_output=True, check=True, text=True)
    assert ADVICE["byte-order-mark"] in done.stdout
    assert ".new" not in done.stdout


def test_a_question_ends_in_its_own_mark(tmp_path: Path) -> None:
    copy("guess-missing", tmp_path)
    done = check(*command_line("guess-missing"), folder=tmp_path)
    assert f"is it the column of the words? {ADVICE['guess-missing']}\n" in done.stdout


def test_several_blanks_between_columns_need_another_delimiter(tmp_path: Path) -> None:
    (tmp_path / "tags").write_text("Ada   B-PER   B-PER\nmet   O   O\n")
    done = check("conlleval", "<", "tags", folder=tmp_path)
    assert "Name what separates the columns: conlleval -d '\\s+' < tags\n" in done.stdout


def test_a_warning_that_is_repeated_is_found_once() -> None:
    said = [b"muc-score: answers:%d: the quote is not closed." % line for line in (3, 5)]
    assert [one.message for one in warnings("muc-score", said[0], {})] == ["the quote is not closed"]
    (finding,) = warnings("muc-score", b"\n".join(said), {})
    assert (finding.file, finding.line) == ("answers", 3)
    assert finding.message == "the quote is not closed. (and 1 message more)"


def test_long_pieces_of_the_input_are_cut_short() -> None:
    assert [quoted("x" * length) for length in (60, 61)] == [f"'{'x' * 60}'", f"'{'x' * 60}...'"]


def test_nothing_found_is_said(tmp_path: Path) -> None:
    copy("clean.scorer2", tmp_path)
    done = check("--strict", *command_line("clean.scorer2"), folder=tmp_path)
    assert (done.stdout, done.stderr, done.status) == ("", "rescore check: no findings\n", 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["scorer2", "answers"], "requires two"),
        (["scorer2", "answers", "nowhere"], "nowhere"),
        (["FairEval.py", "--config", "nowhere"], "nowhere"),
        (["FairEval.py", "--help"], "usage: FairEval.py"),
        (["MATScore", "--version"], "MATScore"),
        (["muc-score"], "Usage"),
        (["evalb", "answers"], "Can't open test file"),
        (["scorer2", "--help"], "requires two"),
        (["scorer2", "answers", "nowhere", "-g"], "nowhere"),
        (["MATScore", "--file", "answers", "--dir", ".", "--ref_file", "key"], "Only one of --file or --dir"),
    ],
)
def test_a_run_that_does_not_score_says_so_itself(words: list[str], message: str, tmp_path: Path) -> None:
    copy("clean.scorer2", tmp_path)
    done = check(*words, folder=tmp_path)
    assert (done.stdout, done.status) == ("", 3)
    assert message.lower() in done.stderr.lower()


def test_a_configuration_with_carriage_returns_is_pointed_out_though_the_run_fails(tmp_path: Path) -> None:
    copy("crlf.muc-score", tmp_path)
    config = tmp_path / "run.config"
    config.write_bytes(config.read_bytes().replace(b":scorer_version 1997\n", b"").replace(b"\n", b"\r\n"))
    done = check(*command_line("crlf.muc-score"), folder=tmp_path)
    assert done.stdout.startswith("run.config:1: crlf: ")
    assert done.stdout.endswith(". End lines in LF only: tr -d '\\r' < run.config > run.config.new\n")
    assert (done.stdout.count("\n"), done.status) == (1, 3)
    assert "unrecognized.  Cannot continue." in done.stderr


def test_a_file_in_place_of_the_metric_is_said(tmp_path: Path) -> None:
    copy("clean.scorer.pl", tmp_path)
    _, _, *files = command_line("clean.scorer.pl")
    done = check("scorer.pl", *files, folder=tmp_path)
    assert done.stdout.startswith(f"metric-unknown: '{files[0]}' is no metric, but a file. ")
    assert done.stdout.endswith(f"or all of them (all): {shlex.join(['scorer.pl', 'all', *files])}\n")


def test_a_command_that_is_not_known_is_wrong_use(tmp_path: Path) -> None:
    done = check("scorer3", "answers", "key", folder=tmp_path)
    assert (done.stdout, done.status) == ("", 2)
    assert done.stderr.startswith("rescore check: Invalid value for 'COMMAND': 'scorer3' is not one of")


def test_golden_cases_that_show_a_finding_have_it(copied: Path) -> None:
    shown = {
        "scorer2/unsorted_key_reverse": "key-not-sorted",
        "scorer2/byte_ff_key": "cut-by-byte",
        "faireval/conll_label_mismatch": "tags-malformed",
        "mat_score/b49_signals_differ": "texts-differ",
        "mat_score/c08_json_bom": "byte-order-mark",
        "muc_scorer/ne_no_mapfile": "map-file-missing",
        "muc_scorer/muc33_co_texts_differ": "texts-differ",
    }
    for name, finding in shown.items():
        assert finding in [one.name for one in found_in_golden(name, copied)], name
    assert GOLDEN.exists()


def found_in_golden(name: str, folder: Path) -> list[Finding]:
    case = next(case for case in RUNS if case.name == name)
    prepare(case, folder)
    with variables(case.environment):
        return found_in(*case.typed)


def found_in(program: str, *words: str) -> list[Finding]:
    return [*findings(words, own_files(), run_command(SCORERS[program], words, own_files()))]


def test_files_that_a_run_leaves_out_on_purpose_are_not_missing(copied: Path) -> None:
    found = found_in_golden("mat_score/r3_cli_re01", copied)
    assert "no-partner" not in [one.name for one in found]


def test_options_of_matscore_are_abbreviated_as_in_the_version_that_runs(copied: Path) -> None:
    copy("clean.MATScore", copied)
    assert found_in(*command_line("clean.MATScore"), "--csv", "out") == []


@pytest.mark.parametrize("name", ["crlf_all", "weights_garbage"])
def test_a_command_is_advised_only_on_weights_that_it_mends(name: str, copied: Path) -> None:
    found = {one.name: one.advice for one in found_in_golden(f"scorer2/{name}", copied)}
    assert found["weight-not-number"] == ADVICE["weight-not-number"]


def test_the_advice_on_weights_in_a_key_is_on_their_sign(copied: Path) -> None:
    copy("weight-in-key.colon", copied)
    with open(copied / "key", "a", encoding="utf-8") as key:
        key.write("and/or.n and/or.n.1 or_1\n")
    found = {one.name: one.advice for one in found_in(*command_line("weight-in-key.colon"))}
    assert found["weight-in-key"].endswith("sed -E 's#:[0-9]*[.][0-9]+( |$)#\\1#g' key > key.new")


def test_a_second_file_of_parameters_is_only_ignored(copied: Path) -> None:
    copy("option-ignored.parameters", copied)
    assert found_in("evalb", "-p", "x.prm", "gold", "test", "x.prm")[0].advice == ADVICE["option-ignored"]


def test_a_line_that_is_no_cell_has_no_name_of_a_chain(copied: Path) -> None:
    for name in ("doc_end_missing_middle_number", "line_spaces_number_end"):
        found = found_in_golden(f"coref_scorer/{name}", copied)
        assert not [one for one in found if "the chain is no number" in one.message]


def places(*names: str) -> dict[str, Location]:
    return {name: Location("file", 1) for name in names}


def test_names_of_documents_with_more_words_are_those_of_only_one_on_the_other_side() -> None:
    clear = [one.advice for one in missing_documents(places("a_1", "b_2"), places("x/a_1.txt"))]
    assert clear == [
        "Write the names of documents as on the other side: 'a_1' is 'x/a_1.txt' there.",
        "Write the names of documents as on the other side: 'x/a_1.txt' is 'a_1' there.",
    ]
    unclear = [one.advice for one in missing_documents(places("a_1", "a_2"), places("a_1_2"))]
    assert unclear == ["", ""]


def test_missing_documents_are_compared_in_time_that_grows_with_their_number() -> None:
    def named(number: int) -> list[dict[str, Location]]:
        return [
            places(*[f"({side}/{place:06d}); part 000" for place in range(number)]) for side in ("bn/cnn", "wb/sel")
        ]

    assert_linear(named, lambda sides: [*missing_documents(*sides)], 4000)


EXTENTS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 5)).map(lambda pair: (pair[0], sum(pair))), max_size=8)


@given(EXTENTS)
def test_crossing_is_found_where_any_two_extents_cross(extents: list[tuple[int, int]]) -> None:
    crosses = any(a < c < b < d for a, b in extents for c, d in extents)
    assert bool(list(crossing(extents))) == crosses


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_first_difference_is_the_end_of_the_common_beginning(one: str, other: str) -> None:
    offset = first_difference(one, other)
    assert (offset is None) == (one == other)
    if offset is not None:
        assert one[:offset] == other[:offset]
        assert one[offset : offset + 1] != other[offset : offset + 1]


@pytest.mark.parametrize(("others", "names"), [(1, ["ends-inclusive"]), (2, [])])
def test_ends_are_inclusive_if_most_of_them_are(others: int, names: list[str]) -> None:
    ends = Ends()
    wrong = {("PER", 10 * number, 10 * number + 1) for number in range(3, 3 + others)}
    ends.compare({("PER", 0, 3), ("PER", 4, 7)}, {("PER", 0, 2), ("PER", 4, 6), *wrong}, "hyp.json")
    assert [finding.name for finding in ends.findings()] == names
