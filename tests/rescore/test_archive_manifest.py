"""Manifests: every mistake is told with its line, and nothing leads out of the archive."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import InputError
from rescore.archive.figures import Layout, read_figures
from rescore.archive.manifest import read_manifest
from rescore.archive.submissions import read_archive
from rescore.scorers import SCORERS
from tests.rescore.archives import ANSWERS, KEY, MANIFEST, rescore, run, senses, store_of

if TYPE_CHECKING:
    from pathlib import Path

RUN = 'run = "scorer2 {submission} key"'
REST = f'{RUN}\nsubmissions = "*.ans"\n'


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "describes no task; write [NAME] and below that run and submissions"),
        ("x = 1\n", 1, "'x' stands outside of a task; write it below [NAME]"),
        (f"# x\nx = 1\n[t]\n{REST}", 2, "'x' stands outside of a task; write it below [NAME]"),
        ("[t]\nrun = \n", 2, "is not TOML (invalid value); put texts in quotes, and each key once"),
        (f"[t]\n{RUN}\nkey = {'9' * 5000}\n", 3, "a number has too many digits; put texts in quotes"),
        (f'[t]\n{RUN}\nraport = "x"\n', 3, "unknown key 'raport'; write 'report'"),
        ('[t]\nrun = "scorer2 {submission} {key}"\nkye = "key"\n', 3, "unknown key 'kye'; write 'key'"),
        (f"[t]\n{RUN}\n", 1, 'the task has no submissions; add submissions = "..."'),
        ('[t]\nsubmissions = "x"\n', 1, 'the task has no run; add run = "..."'),
        (
            '[a]\nrun = "scorer2 {name} k"\nsubmissions = "x"\n[b]\nrun = 3\n',
            5,
            "run is not a text; write it in quotes",
        ),
        ('[t]\nrun = "rm {submission}"\n', 2, f"run names none of {', '.join(SCORERS)}; begin"),
        ('[t]\nrun = "scorer2 \'x"\n', 2, "the words of run cannot be told apart (No closing quotation); close"),
        ('[t]\nrun = "conlleval {submission}"\n', 2, "run has no input; end it with ' < {submission}'"),
        ('[t]\nrun = "scorer2 a b"\n', 2, "run names no submission; put {submission} where its file belongs"),
        ('[t]\nrun = "scorer2 {submision} {name}"\nsubmissions = "x"\n', 2, "unknown placeholder {submision}; write"),
        ('[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "x"\n', 2, "{key} stands for nothing; add key"),
        ('[t]\nrun = "scorer2 {submision} key"\nsubmissions = "x"\n', 2, "unknown placeholder {submision}; write"),
        (f'[""]\n{REST}', 1, "a task has no name; write [NAME]"),
        (f"[t]\n{REST}environment = {{ MATSCORE_VERSION = 2 }}\n", 4, "MATSCORE_VERSION is not a text; write it in"),
        (f'[t]\n{REST}report = "../x"\n', 4, "report leads out of the archive; write a path below"),
        (f'[t]\n{REST}key = "/etc/passwd"\n', 4, "key leads out of the archive; write a path below"),
        (f'[t]\n{REST}other_keys = "keys/*"\n', 4, 'other_keys is not a list; write other_keys = ["keys/*"]'),
        (f'[t]\n{REST}reports = "x"\n', 4, 'reports is not a table of texts; write reports = { "NAME" = "..." }'),
        (f'[t]\n{REST}name = "(x"\n', 4, "name is not a regular expression (missing ), unterminated subpattern"),
        (f'[t]\n{REST}name = "(a{{99999999999}})"\n', 4, "name is not a regular expression (the repetition number is"),
        (f'[t]\n{REST}key = "a\\u0000"\n', 4, "key has the character NUL in it; take it out"),
        (f"a = {'[' * 5000}", 1, "lists or tables are nested too deeply; a manifest has no need of that"),
        (f'[t]\n{REST}name = "x"\n', 4, "name has no group; put the part that names a submission into (...)"),
        (f'[t]\n{REST}[t.environment]\nPATH = "."\n', 4, "no scorer looks at PATH; known are FAIREVAL_VERSION"),
        (f'[t]\n{REST}environment = {{ MATSCORE_VERSION = "3" }}\n', 4, "MATSCORE_VERSION is 3; write 1.3 or 2.0"),
    ],
)
def test_a_mistake_is_told_with_its_line(text: str, line: int | None, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "archive.toml"
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        read_manifest(str(path))
    assert raised.value.problem.startswith(problem)
    assert (raised.value.file, raised.value.line, raised.value.status) == (str(path), line, 2)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (MANIFEST.replace("*.ans", "*.sna"), 3, "nothing is called *.sna; correct the pattern"),
        (f'{MANIFEST}name = "^(b)"\n', 5, "name does not fit a.ans; correct it, or the pattern of submissions"),
        (f'{MANIFEST}name = "([n])"\n', 5, "a.ans and b.ans are both called n; tell them apart by name"),
        (f'{MANIFEST}figures = "none.tsv"\n', 5, "figures names none.tsv, and there is no such file; correct it"),
        (f'{MANIFEST}figures = "folder"\n', 5, "figures names folder, and there is no such file; correct it"),
        (f'{MANIFEST}key = "nokey"\n', 5, "key names nokey, and there is no such file; correct it"),
        (f'{MANIFEST}folder = "key"\n', 5, "folder names key, and there is no such folder; correct it"),
        (f'{MANIFEST}figures = "key"\n', 1, "no column is called name; begin with a line of column names"),
        (f'{MANIFEST}figures = "twice"\n', 1, "'fine/all/recall' stands there twice; leave one of them out"),
        (f'{MANIFEST}other_keys = ["key", "nokeys/*"]\n', 5, "nothing is called nokeys/*; correct the pattern"),
        (f'{MANIFEST}figures = "out"\n', 5, "figures leads out of the archive; put a copy there"),
    ],
)
def test_what_does_not_fit_the_files_is_told_too(text: str, line: int | None, problem: str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": ANSWERS}, text)
    (archive / "folder").mkdir()
    (archive / "twice").write_text("name\tfine/all/recall\tfine/all/recall\n")
    (archive / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError) as raised:
        read_archive(str(archive))
    assert raised.value.problem.startswith(problem)
    assert raised.value.line == line


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("report", "raport"))
    done = rescore("run", archive)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"rescore: {archive}/archive.toml:4: unknown key 'raport'; write 'report'\n"
    assert not store_of(archive).exists()


def test_a_report_that_is_a_folder_is_told_with_its_line(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS})
    (archive / "a.txt").mkdir()
    done = run(archive)
    assert done.verdicts == {"a": "failed", "b": "unpublished"}
    assert done.records[0]["messages"] == ["archive.toml:4: the report a.txt is a folder; name a file in it"]


@pytest.mark.parametrize("given", ["report", "figures"])
def test_that_nothing_is_published_of_a_task_is_said(given: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, MANIFEST.replace("report", given).replace("{name}", "f"))
    if given == "figures":
        (archive / "f.txt").write_text("name\tfine/all/recall\nc\t0.5\n")
    problem = f"nothing is published for any submission of senses; correct {given}"
    assert f"archive.toml:4: {problem}\n" in run(archive).stderr
    (archive / "f.txt").write_text("name\tfine/all/recall\nb\t0.5\n")
    assert "nothing is published" not in run(archive).stderr


def test_figures_of_nobody_are_told(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "f.tsv").write_text(
        "name\tfine/all/recall\na\t0.500\n" + "".join(f"{name}\t0.500\n" for name in "bcdefg")
    )
    done = run(archive)
    problem = "f.tsv has figures of b, c, d, e, f and 1 more, and there is no such submission"
    assert (done.status, done.verdicts) == (0, {"a": "identical"})
    assert done.stderr.startswith(f"rescore: {archive}/archive.toml:5: {problem}\n")


def test_placeholders_are_files_as_the_folder_of_the_run_knows_them(tmp_path: Path) -> None:
    manifest = '[t]\nfolder = "in"\nrun = "scorer2 {submission} {key} {name}"\nsubmissions = "*.ans"\nkey = "in/key"\n'
    reports = 'reports = { "{submission}.out" = "{name}.txt" }\n'
    archive = senses(tmp_path, {"a": ANSWERS, "-m": ANSWERS}, manifest + reports)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "key").write_bytes(KEY)
    submissions = read_archive(str(archive)).submissions
    assert [submission.words for submission in submissions] == [
        ["scorer2", "../-m.ans", "key", "-m"],
        ["scorer2", "../a.ans", "key", "a"],
    ]
    assert [submission.published for submission in submissions] == [
        {"../-m.ans.out": "-m.txt"},
        {"../a.ans.out": "a.txt"},
    ]


def test_what_is_not_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "archive.toml"
    path.write_bytes(f"[t]\n{REST}key = '\xe9'\n".encode("latin-1"))
    with pytest.raises(InputError) as raised:
        read_manifest(str(path))
    assert (raised.value.line, raised.value.problem) == (4, "is not UTF-8; save it as UTF-8")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_figures_have_lines_with_any_ends(end: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.tsv"
    path.write_bytes(end.join(["name\tfine/all/recall", "a\t0.500", ""]).encode())
    assert read_figures(str(path), Layout("figures.tsv")).of == {"a": {"fine/all/recall": "0.500"}}


def test_a_mark_of_the_byte_order_is_no_part_of_the_manifest(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f"\ufeff{MANIFEST}")
    assert [submission.name for submission in read_archive(str(archive)).submissions] == ["a"]


def test_numbers_of_a_regular_expression_are_no_placeholders(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "MATScore --dir {submission} --ref_dir ref --file_re [ab]{2}"\nsubmissions = "*.ans"\n'
    archive = senses(tmp_path, {"a": ANSWERS}, manifest)
    assert read_archive(str(archive)).submissions[0].words[-1] == "[ab]{2}"


@pytest.mark.parametrize("folder", ["bin/", "/opt/senseval/bin/", "../"])
def test_a_folder_before_the_command_is_left_out(folder: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("scorer2", f"{folder}scorer2"))
    assert read_archive(str(archive)).submissions[0].words == ["scorer2", "a.ans", "key"]


def test_a_submission_is_never_taken_for_an_option(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"-g": ANSWERS})
    assert read_archive(str(archive)).submissions[0].words == ["scorer2", "./-g.ans", "key"]
    (tmp_path / "archive.toml").write_text(f'{MANIFEST.replace("*.ans", "in/*.ans")}folder = "in"\n')
    (tmp_path / "in").mkdir()
    (archive / "-g.ans").rename(tmp_path / "in" / "-g.ans")
    assert read_archive(str(archive)).submissions[0].words == ["scorer2", "./-g.ans", "key"]


@given(text=st.text(st.sampled_from("[]{}=\"'\n\\.,#abrunsmi s0-"), max_size=60))
def test_any_text_is_a_manifest_or_a_located_mistake(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text, encoding="utf-8", newline="")
    try:
        assert read_manifest(str(path))
    except InputError as error:
        assert error.file == str(path)


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_figures_are_read_as_people_write_them(delimiter: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.txt"
    rows = [
        ("team", "name", "Recall", "fine/all/precision", "comment"),
        ("x", "a", " **43.3 %** ", '"0,433"' if delimiter == "," else "0,433", "best"),
        ("y", "b", "n/a", "\u2014", ""),
        ("z", "c", "first", ".5", "1"),
    ]
    path.write_text("".join(f"{delimiter.join(row)}\n" for row in rows))
    found = read_figures(str(path), Layout("figures.txt"), ["recall", "precision"])
    figures = [{"Recall": "43.3", "fine/all/precision": "0.433"}, {}, {"fine/all/precision": ".5"}]
    assert [found.of[name] for name in "abc"] == figures
    assert found.notes == [f"{path}:4: 'first' below Recall is no figure; it is left out"]


LONG = "run_id,grain,precision\na,fine,0.1\na,coarse,0.5\nb,coarse,0.7\n"
IN_LONG = (
    'figures = { file = "long", name = "run_id", where = { grain = "coarse" }, columns = { precision = "c/all/p" } }\n'
)


def test_a_long_table_is_read_by_its_mapping(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, MANIFEST + IN_LONG)
    (archive / "long").write_text(LONG)
    submissions = read_archive(str(archive)).submissions
    assert [one.figures for one in submissions] == [{"c/all/p": "0.5"}, {"c/all/p": "0.7"}]


@pytest.mark.parametrize(
    ("mapping", "line", "problem"),
    [
        (IN_LONG.replace("where", "were"), 5, "unknown key 'were' of figures; write 'where'"),
        (IN_LONG.replace('"run_id"', '"run"'), 1, "no column is called run; begin with a line of column names"),
        (IN_LONG.replace("{ grain", "{ grade"), 1, "no column is called grade; the columns are run_id, grain, precis"),
        (IN_LONG.replace('where = { grain = "coarse" }, ', ""), 3, "a has a row already; leave one of them out"),
    ],
)
def test_a_mapping_that_does_not_fit_is_told(mapping: str, line: int, problem: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, MANIFEST + mapping)
    (archive / "long").write_text(LONG)
    with pytest.raises(InputError) as raised:
        read_archive(str(archive))
    assert raised.value.problem.startswith(problem)
    assert raised.value.line == line


def test_a_column_alone_means_the_only_figure_of_that_name(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "f.tsv").write_text("name\trecall\tprecision\na\t0.500\t0.400\n")
    (record,) = run(archive).records
    assert [(cell["column"], cell["published"], cell["recomputed"]) for cell in record["cells"]] == [
        ("precision", "0.400", "0.500")
    ]


def test_one_task_may_have_several_runs(tmp_path: Path) -> None:
    manifest = """title = "Senses again"
year = 2001
[senses]
run = "scorer2 {submission} {key} {grain}"
grains = ["-m", "-v"]
submissions = "*.ans"
key = "keys/{name}.key"
other_keys = ["keys/{name}.*"]
name = "([^/]*)[.]ans$"
title = "with {grain}"
"""
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, manifest)
    (archive / "keys").mkdir()
    for name in "ab":
        (archive / "keys" / f"{name}.key").write_bytes(KEY)
    described = read_manifest(str(archive / "archive.toml"))
    assert described.about == {"title": "Senses again", "year": "2001"}
    assert [task.about["title"] for task in described.tasks] == ["with -m", "with -v"]
    found = read_archive(str(archive)).submissions
    assert [one.label for one in found] == ["senses--m/a", "senses--m/b", "senses--v/a", "senses--v/b"]
    assert found[3].words == ["scorer2", "b.ans", "keys/b.key", "-v"]
    assert found[3].other_keys == ["keys/b.key"]


def test_names_are_matched_on_whole_paths(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("*.ans", "*/answers") + 'name = "([^/]*)/answers"\n'
    archive = senses(tmp_path, {}, manifest)
    for name in "ab":
        (archive / name).mkdir()
        (archive / name / "answers").write_bytes(ANSWERS)
    assert [one.name for one in read_archive(str(archive)).submissions] == ["a", "b"]
