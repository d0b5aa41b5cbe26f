"""Manifests: every mistake is told with its entry, and nothing leads out of the archive."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.figures import FiguresRead, read_figures
from legacy_scorers.rescore.archive.main_figures import key_of
from legacy_scorers.rescore.archive.manifest import FiguresTable, read_manifest
from legacy_scorers.rescore.archive.submission import hashed
from legacy_scorers.rescore.archive.submissions import read_archive
from tests.rescore.archives import ANSWERS, KEY, MANIFEST, example, outcome_in, rescore, run, senses, store_of
from tests.rescore.golden_reports import compared

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

RUN = 'run = "scorer2 {submission} key"'
REST = f'{RUN}\nsubmissions = "*.ans"\n'
GRAINS = REST.replace(" key", " {grain}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"[t]\n{RUN}\nkey = {'9' * 5000}\n", "a number has too many digits; put strings in quotes"),
        (f"a = {'[' * 5000}", "lists or tables are nested too deeply; use fewer levels"),
        (f"[t]\n{GRAINS}grains = []\n", "t.grains: is empty; put values into it"),
    ],
)
def test_what_python_cannot_read_is_told(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "archive.toml").write_text(text)
    assert rescore("run", tmp_path).stderr == f"rescore: {tmp_path}/archive.toml: {problem}\n"


def test_figures_are_in_the_archive(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS}, f'{MANIFEST}figures = "out"\n')
    (archive / "out").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match=r"senses.figures: leads out of the archive; copy the file into it"):
        read_archive(str(archive))


def test_the_command_says_it_in_one_line(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("report", "raport"))
    done = rescore("run", archive)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == f"rescore: {archive}/archive.toml: senses.raport: unknown; write 'report'\n"
    assert not store_of(archive).exists()


def test_a_report_that_is_a_folder_is_told(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS})
    (archive / "a.txt").mkdir()
    done = run(archive)
    assert done.verdicts == {"a": "failed", "b": "unpublished"}
    assert done.records[0]["messages"] == ["archive.toml: senses.report: a.txt is a folder; name a file in it"]


@pytest.mark.parametrize("given", ["report", "figures"])
def test_that_nothing_is_published_of_a_task_is_said(given: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, MANIFEST.replace("report", given).replace("{name}", "f"))
    if given == "figures":
        (archive / "f.txt").write_text("name\tfine/all/recall\nc\t0.5\n")
    more = ", or say in names which submission is which" if given == "figures" else ""
    problem = f"nothing is published for any submission; correct {given}{more}"
    assert f"archive.toml: senses: {problem}\n" in run(archive).stderr
    (archive / "f.txt").write_text("name\tfine/all/recall\nb\t0.5\n")
    said = run(archive).stderr
    assert (problem in said, "senses: nothing is published for a, but for others\n" in said) == (
        False,
        given == "figures",
    )


def test_a_column_whose_name_has_one_slash_holds_no_figures(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "f.tsv").write_text("name\tsite/year\tfine/all/correct\na\t2001\t1.00\n")
    assert run(archive).verdicts == {"a": "identical"}


def test_figures_of_nobody_are_told(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, f'{MANIFEST}figures = "f.tsv"\n')
    (archive / "f.tsv").write_text(
        "name\tfine/all/recall\na\t0.500\n" + "".join(f"{name}\t0.500\n" for name in "bcdefg")
    )
    done = run(archive)
    problem = "f.tsv has figures of b, c, d, e, f and 1 more, but there is no such submission"
    assert (done.status, done.verdicts) == (0, {"a": "identical"})
    assert done.stderr.startswith(f"rescore: {archive}/archive.toml: senses.figures: {problem}\n")


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


TEMPLATES = [
    (
        "spans",
        'run = "FairEval.py --config {configuration}"\nkey = "spans/target/letters.spans"\n'
        'submissions = "spans/[fg]*/*.spans"\nname = "spans/([a-z]+)/"\n',
        ("--config",),
        "fir",
        "gorse",
        ("target/letters.spans", "fir/letters.spans"),
    ),
    (
        "news",
        'run = "muc-score {configuration}"\nkey = "news/ne.keys"\nsubmissions = "news/[mo]*.responses"\n',
        (),
        "maple",
        "oak",
        ("ne.keys", "maple.responses"),
    ),
]


def template_in(archive: Path, task: str, first: str, paths: Sequence[str]) -> str:
    """Write ``all.config``, the first configuration of a task with placeholders, and return its text."""
    template = (archive / task / f"{first}.config").read_text()
    for path, placeholder in zip((*paths, first), ("{key}", "{submission}", "{name}")):
        template = template.replace(path, placeholder)
    (archive / task / "all.config").write_text(template)
    return template


@pytest.mark.parametrize(("task", "manifest", "options", "first", "second", "paths"), TEMPLATES)
def test_a_configuration_may_be_a_template(
    task: str, manifest: str, options: Sequence[str], first: str, second: str, paths: Sequence[str], tmp_path: Path
) -> None:
    archive = example(tmp_path)
    template_in(archive, task, first, paths)
    head = f'[{task}]\nfolder = "{task}"\nconfiguration = "{task}/all.config"\n'
    (archive / "archive.toml").write_text(head + manifest)
    assert run(archive, "--keep", tmp_path / "kept").verdicts.keys() == {first, second}
    for name in (first, second):
        words = ["FairEval.py" if options else "muc-score", *options, f"{name}.config"]
        outcome = outcome_in(archive, words, task)
        for report, content in outcome.written.items() or [("../stdout", outcome.stdout)]:
            kept = (tmp_path / "kept" / task / name / "out" / report).resolve().read_bytes()
            assert compared(content, kept)[0] in ("identical", "layout")


@pytest.mark.parametrize(("task", "manifest", "options", "first", "second", "paths"), TEMPLATES)
def test_the_text_of_a_configuration_may_be_in_the_manifest(
    task: str, manifest: str, options: Sequence[str], first: str, second: str, paths: Sequence[str], tmp_path: Path
) -> None:
    archive = example(tmp_path)
    template = template_in(archive, task, first, paths)
    as_file, as_text, changed = f'"{task}/all.config"', f"'''\n{template}'''", f"'''\n#\n{template}'''"
    records = list[list[dict[str, object]]]()
    for configuration in (as_file, as_text, changed):
        head = f'[{task}]\nfolder = "{task}"\nconfiguration = {configuration}\n'
        (archive / "archive.toml").write_text(head + manifest)
        records.append(run(archive).records)
        assert run(archive).records == records[-1]  # known again
    signatures = {record.pop("signature") for record in chain(*records)}
    assert (records[0] == records[1] == records[2], len(signatures)) == (True, 6)
    assert {record["submission"] for record in records[1]} == {first, second}


def test_another_text_of_a_configuration_makes_another_result(tmp_path: Path) -> None:
    manifest = f'[t]\n{TEMPLATES[0][1]}configuration = "@"\n'
    settings = r"target_in = {key}\nsystem_in = {submission}\n"
    archive = example(tmp_path)
    for number, (more, is_there) in enumerate([("", True), (r"labels = PER\n", False)]):
        (archive / "archive.toml").write_text(manifest.replace("@", settings + more))
        run(archive, "--keep", tmp_path / str(number))
        assert ("LOC" in (tmp_path / str(number) / "t" / "fir" / "stdout").read_text()) == is_there


def test_causes_are_found_in_the_text_of_a_configuration(tmp_path: Path) -> None:
    archive = example(tmp_path)
    template = (archive / "spans" / "gorse.config").read_text().replace("gorse/", "{name}/")
    manifest = f"[spans]\nfolder = 'spans'\n{TEMPLATES[0][1]}configuration = '''\n{template}'''\n"
    (archive / "archive.toml").write_text(f"{manifest}report = 'spans/published/{{name}}.txt'\n")
    causes = {record["submission"]: record["causes"] for record in run(archive).records}
    assert [cause["text"] for cause in causes["gorse"]] == ["identical with the sides swapped"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (r"a\n\u0000", "contains the character NUL; remove it"),
        ("a", "there is no file a; correct it"),
    ],
)
def test_a_configuration_is_a_text_if_it_has_several_lines(text: str, problem: str, tmp_path: Path) -> None:
    manifest = f'[t]\nrun = "muc-score {{configuration}}"\nconfiguration = "{text}"\nsubmissions = "*.ans"\n'
    done = run(senses(tmp_path / "archive", {"a": ANSWERS}, manifest))
    assert done.stderr.endswith(f"t.configuration: {problem}\n")


def test_a_task_with_a_template_needs_no_key(tmp_path: Path) -> None:
    manifest = (
        '[t]\nfolder = "in"\nrun = "muc-score {configuration}"\nconfiguration = "in/all"\nsubmissions = "*.ans"\n'
    )
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "all").touch()
    (submission,) = read_archive(str(senses(tmp_path, {"a": ANSWERS}, manifest))).submissions
    assert (submission.words, submission.values["submission"]) == (["muc-score", "all"], "../a.ans")


def test_another_key_for_a_template_makes_another_result(tmp_path: Path) -> None:
    archive = example(tmp_path)
    template = (archive / "news" / "maple.config").read_text().replace("ne.keys", "{key}")
    (archive / "news" / "all.config").write_text(template.replace("maple.responses", "{submission}"))
    (archive / "news" / "link.config").symlink_to("all.config")
    manifest = (
        '[news]\nfolder = "news"\nrun = "muc-score {configuration}"\nconfiguration = "news/link.config"\n'
        'submissions = "news/maple.responses"\nkey = "KEY"\n'
    )
    signatures = set()
    for key in ("news/ne.keys", "news/maple.responses"):
        (archive / "archive.toml").write_text(manifest.replace("KEY", key))
        (record,) = run(archive).records
        signatures.add(record["signature"])
        (submission,) = read_archive(str(archive)).submissions
        inputs = hashed(str(archive), ["news/all.config", key, "news/maple.responses"])
        assert key_of(str(archive), submission, dict(inputs)) == {dict(inputs)[key]}
    assert len(signatures) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_figures_have_lines_with_any_ends(end: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.tsv"
    path.write_bytes(end.join(["name\tfine/all/recall", "a\t0.500", ""]).encode())
    found = read_figures(str(tmp_path), FiguresTable("figures.tsv"), "scorer2")
    assert (found.figures, found.notes) == ({"a": {"fine/all/recall": "0.500"}}, [])


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
        ("team", "name", "Recall", "fine/all/precision", "comment", "", ""),
        ("x", "a", " **43.3 %** ", '"0,433"' if delimiter == "," else "0,433", "best"),
        ("y", "b", "n/a", "\u2014", ""),
        ("z", "c", "first", ".5", "1"),
        ("cut off",),
        ("  ",),
    ]
    path.write_text("".join(f"{delimiter.join(row)}\n" for row in rows))
    read = read_figures(str(tmp_path), FiguresTable("figures.txt"), "scorer2")
    found, notes = read.figures, read.notes
    figures = [{"Recall": "43.3", "fine/all/precision": "0.433"}, {}, {"fine/all/precision": ".5"}]
    assert [found[name] for name in "abc"] == figures
    assert notes == [f"{path}:4: 'first' in column Recall is not a figure; it is ignored"]
    path.write_text("\n")
    assert read_figures(str(tmp_path), FiguresTable("figures.txt"), "scorer2") == FiguresRead()


@pytest.mark.parametrize("heading", ["Recall (%)", "recall %", "recall in per cent"])
def test_a_heading_may_say_per_cent(heading: str, tmp_path: Path) -> None:
    path = tmp_path / "figures.tsv"
    path.write_text(f"name\t{heading}\tattempted %\trest %\na\t43.3\t50\t1\n")
    found = read_figures(str(tmp_path), FiguresTable("figures.tsv"), "scorer2").figures
    assert [(name.lower(), text) for name, text in found["a"].items()] == [("recall", "43.3"), ("attempted %", "50")]


def test_columns_of_figures_that_are_not_compared_are_named_once(tmp_path: Path) -> None:
    manifest = f'{MANIFEST}figures = "f.csv"\n'
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, manifest + manifest.replace("[senses]", "[again]"))
    (archive / "f.csv").write_text("name,team,recall,Prec. of S1,kappa\na,one,0.500,0.500,0.4\nb,two,0.500,,\n")
    near = "fine/all/precision, coarse/all/precision, mixed/all/precision"
    assert [note.text for note in read_archive(str(archive)).notes] == [
        f"{archive}/f.csv: not compared, because scorer2 has no figures of these names: "
        f"Prec. of S1 (perhaps {near}), kappa; say in figures.columns which figures they are"
    ]


def test_columns_that_are_chosen_or_belong_to_another_task_are_not_named(tmp_path: Path) -> None:
    manifest = f'{MANIFEST}figures = "f.csv"\n'
    other = manifest.replace("senses", "words").replace(
        '"f.csv"', '{ file = "f.csv", columns = { best = "fine/all/recall" } }'
    )
    archive = senses(tmp_path, {"a": ANSWERS}, manifest + other)
    (archive / "f.csv").write_text("name,recall,best\na,0.500,0.500\n")
    assert read_archive(str(archive)).notes == []


def test_a_column_alone_is_that_of_all_items(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "*.ans"\nfigures = "f.csv"\n'
    archive = senses(tmp_path, {"a": b"x B-X B-X\n"}, manifest)
    (archive / "f.csv").write_text("name,FB1\na,100.00\n")
    done = run(archive)
    assert done.verdicts == {"a": "identical"}
    assert f"{archive}/f.csv: read so: FB1 is overall/all/FB1; figures.columns can say otherwise\n" in done.stderr


def test_several_figures_of_a_column_are_named(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer.pl all {key} {submission} none"\nkey = "key"\nsubmissions = "*.ans"\n'
    manifest += 'figures = { file = "f.csv", columns = { recall = "recall" } }\n'
    chains = b"#begin document (d); part 000\nd\t0\t0\t(1)\n#end document\n"
    archive = senses(tmp_path, {"a": chains}, manifest)
    (archive / "key").write_bytes(chains)
    (archive / "f.csv").write_text("name,recall\na,100\n")
    (record,) = run(archive).records
    says = "the run prints several figures recall: muc/mentions/recall, muc/coreference/recall, "
    assert (record["verdict"], record["hints"][0]["message"][: len(says)]) == ("figures", says)


LONG = "run_id,grain,precision\na,fine,0.1\na,coarse,0.5\nb,coarse,0.7\n"
IN_LONG = (
    'figures = { file = "long", name = "run_id", where = { grain = "coarse" }, columns = { precision = "c/all/p" } }\n'
)


def test_a_long_table_is_read_by_its_mapping(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS}, MANIFEST + IN_LONG)
    (archive / "long").write_text(LONG)
    submissions = read_archive(str(archive)).submissions
    assert [one.figures for one in submissions] == [{"c/all/p": "0.5"}, {"c/all/p": "0.7"}]


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
    assert [task.title for task in read_manifest(str(archive / "archive.toml"))[1].values()] == ["with -m", "with -v"]
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
