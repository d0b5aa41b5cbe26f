"""Archives as they are published: keys by name, predictions without a key, packages, sections, published names."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from legacy_scorers.common.host.archive import Archive
from legacy_scorers.rescore.archive.draft import draft
from legacy_scorers.rescore.archive.names import PublishedNames, names_of
from legacy_scorers.rescore.archive.records import LEFT_OUT
from legacy_scorers.rescore.runs.packages import kind_of_package, package_in
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.intake import Files, Items, pairings, side_of
from legacy_scorers.rescore.scorers.tags import converted
from tests.golden_cases import ROOT
from tests.growth import assert_linear
from tests.rescore.archives import ANSWERS, KEY, rescore, run

GOLD = "Ann B-PER\nLee I-PER\nsaw O\nBo B-PER\nJo B-PER\n\nRome B-LOC\n.\tO\n"
ENCODED = {  # the tags of GOLD
    "iob": "I-PER I-PER O I-PER B-PER|I-LOC O",
    "bio": "B-PER I-PER O B-PER B-PER|B-LOC O",
    "iobes": "B-PER E-PER O S-PER S-PER|S-LOC O",
    "bilou": "B-PER L-PER O U-PER U-PER|U-LOC O",
    "bmes": "B-PER E-PER O S-PER S-PER|S-LOC O",
    "bmeow": "B-PER E-PER O W-PER W-PER|W-LOC O",
}
RIGHT = "processed 7 tokens with 4 phrases; found: 4 phrases; correct: 4."


def made(folder: Path, files: Mapping[str, object]) -> Path:
    """Return the folder with some files, which are texts or bytes."""
    for name, content in files.items():
        assert isinstance(content, (str, bytes))
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def tags(encoding: str) -> str:
    """Return one column of tags."""
    return ENCODED[encoding].replace(" ", "\n").replace("|", "\n\n") + "\n"


def printed(archive: Path, task: str, name: str) -> str:
    """Return what a run of a submission prints."""
    kept = archive.with_name("kept")
    assert run(archive, "--fresh", "--keep", kept).status == 0
    return (kept / task / name / "stdout").read_text()


def test_submissions_may_be_alone_in_their_folders(tmp_path: Path) -> None:
    text = draft(str(made(tmp_path / "archive", {"key": KEY, "a/x.ans": ANSWERS, "b/y.ans": ANSWERS})))
    assert re.findall('(?m)^submissions = "(.*)"$', text) == ["a/x.ans", "b/y.ans"]
    assert re.findall('(?m)^key = "(.*)"$', text) == ["key", "key"]


def test_a_file_alone_beside_two_submissions_may_be_a_key(tmp_path: Path) -> None:
    runs = dict.fromkeys(("runs/a.ans", "runs/b.ans"), ANSWERS)
    text = draft(str(made(tmp_path / "archive", {"key": KEY, **runs, "old/y.ans": ANSWERS})))
    assert re.findall('(?m)^submissions = "(.*)"$', text) == ["runs/*"]
    assert '# these may be keys, too\nother_keys = ["old/y.ans"]\n' in text


def test_it_is_said_what_is_needed_to_score_spans_and_trees(tmp_path: Path) -> None:
    tree = "(S (NP (PRP She)) (VP (VBD left)))\n"
    files = {"gold": tree, "runs/a": tree, "runs/b": tree, "spans/a": "PER\t1\t2\t1, 2\n"}
    text = draft(str(made(tmp_path / "archive", files)))
    assert '# there is no parameter file, so roots and punctuation count\nrun = "evalb {key} {submission}"\n' in text
    assert "# 'spans/a' has spans of FairEval.py in 1 sentence, and there is no key of so many\n" in text


def test_the_only_run_of_a_team_is_no_key(tmp_path: Path) -> None:
    for name in ("run1", "b_run1"):
        runs = dict.fromkeys(("teams/a/run1", "teams/a/run2", f"teams/b/{name}"), ANSWERS)
        text = draft(str(made(tmp_path / name, {"key": KEY, **runs})))
        assert re.findall('(?m)^submissions = "(.*)"$', text) == ["teams/a/*", f"teams/b/{name}"]
        assert "other_keys" not in text


def test_the_only_runs_of_teams_are_one_task(tmp_path: Path) -> None:
    runs = dict.fromkeys(("teams/a/a.ans", "teams/b/b.ans", "teams/c/c.ans"), ANSWERS)
    text = draft(str(made(tmp_path / "archive", {"key": KEY, **runs})))
    assert re.findall('(?m)^submissions = "(.*)"$', text) == ["teams/*/*"]


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        ("answers_key", ("answers_a", "answers_b")),
        ("x.gold.ans", ("x.a.ans", "x.b.ans")),
        ("gold", ("a", "b")),
        ("keys/test", ("runs/a", "runs/b")),
        ("TRUTH.txt", ("a.txt", "b.txt")),
        ("ref/all", ("hyp/a", "hyp/b")),
        ("reference.ans", ("sys1.ans", "sys2.ans")),
    ],
)
def test_a_key_is_called_so(key: str, answers: tuple[str, ...], tmp_path: Path) -> None:
    folder = made(tmp_path / "archive", {key: KEY, **dict.fromkeys(answers, ANSWERS)})
    text = draft(str(folder))
    assert f'key = "{key}"\n' in text
    (folder / "archive.toml").write_text(text)
    done = run(folder)
    assert (done.status, len(done.records)) == (0, len(answers))


@pytest.mark.parametrize(
    "keys", [("1999/key", "2003/key"), ("keys/1999.key", "keys/2003.key"), ("key-1999", "key-2003")]
)
def test_each_test_set_has_its_key(keys: tuple[str, str], tmp_path: Path) -> None:
    files = {f"{year}/answers/{name}": ANSWERS for year in ("1999", "2003") for name in "ab"}
    text = draft(str(made(tmp_path, {**dict.fromkeys(keys, KEY), **files})))
    for year, key in zip(("1999", "2003"), keys):
        assert f'[{year}]\nrun = "scorer2 {{submission}} {{key}}"\n' in text
        assert f'submissions = "{year}/answers/*"\n# instances as in the submissions\nkey = "{key}"\n' in text
    assert "other_keys" not in text


def test_the_number_of_a_test_set_may_have_a_zero_before_it(tmp_path: Path) -> None:
    runs = {f"runs/{number}/{name}": ANSWERS for number in (1, 2) for name in "ab"}
    text = draft(str(made(tmp_path, {"keys/01": KEY, "keys/02": KEY, **runs})))
    assert re.findall('(?m)^(?:submissions|key) = "(.*)"$', text) == ["runs/1/*", "keys/01", "runs/2/*", "keys/02"]


def test_suffixes_may_differ_within_a_folder(tmp_path: Path) -> None:
    names = ("3.anna.ans", "3.bo.txt", "3.dag.predictions")
    text = draft(str(made(tmp_path, {"key": KEY, **{f"answers/{name}": ANSWERS for name in names}})))
    assert 'submissions = "answers/*"\n' in text
    assert "other_keys" not in text


def test_a_draft_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(f"{run_command.__module__}.run_command", refuse)
    monkeypatch.setattr("legacy_scorers.rescore.archive.submission.run_command", refuse)
    assert "[answers]\n" in draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS, "answers/b": ANSWERS})))


@pytest.mark.parametrize("is_markdown", [False, True])
def test_the_columns_of_a_drafted_table_mean_the_figures_of_all(is_markdown: bool, tmp_path: Path) -> None:
    both = "".join([f"{line} {line.split()[-1]}\n" if line else "\n" for line in GOLD.splitlines()])
    table = "System,P,R,FB1\nAlder,100.00,100.00,100.00\nelm.out,100.00,100.00,100.00\n"
    if is_markdown:
        rows = [f"| {line.replace(',', ' | ')} |\n" for line in table.splitlines()]
        table = "".join(["Results of the task, by system\n\n", rows[0], "|---|---|---|---|\n", *rows[1:]])
    folder = made(tmp_path, {"alder.out": both.replace("\t", " "), "elm.out": both.replace("\t", " "), "t.csv": table})
    text = draft(str(folder))
    for heading, figure in (("P", "precision"), ("R", "recall"), ("FB1", "FB1")):
        assert f"{heading} is overall/all/{figure}" in text
    assert 'figures = { file = "t.csv", name = "System" }\n' in text
    (folder / "archive.toml").write_text(text)
    assert run(folder).verdicts == {"alder": "identical", "elm": "identical"}


@pytest.mark.parametrize("encoding", ENCODED)
def test_predictions_are_put_beside_the_key(encoding: str, tmp_path: Path) -> None:
    folder = made(tmp_path / "archive", {"gold.txt": GOLD, "preds/a.out": tags(encoding).replace("\n", "\r\n")})
    text = draft(str(folder))
    as_drafted = "iobes" if encoding == "bmes" else encoding  # no phrase has a middle
    assert f'tags = {{ key = "bio", submission = "{as_drafted}" }}\n' in text
    (folder / "archive.toml").write_text(text.replace(f'"{as_drafted}" }}', f'"{encoding}" }}'))
    assert printed(folder, "preds", "a").startswith(RIGHT)


@pytest.mark.parametrize(
    ("encoding", "column"),
    [
        ("iob", "B-A I-A I-A B-A"), ("bio", "B-A I-A I-A B-A"), ("iobes", "B-A I-A E-A S-A"),
        ("bilou", "B-A I-A L-A U-A"), ("bmes", "B-A M-A E-A S-A"), ("bmeow", "B-A M-A E-A W-A"),
    ],
)  # fmt: skip
def test_phrases_of_three_tokens_and_of_one_have_tags_of_bio(encoding: str, column: str) -> None:
    found = converted("a", column.replace(" ", "\n").encode(), encoding)
    assert [token.tag for token in found if token] == [b"B-A", b"I-A", b"I-A", b"B-A"]


def test_both_sides_have_an_encoding(tmp_path: Path) -> None:
    key = tags("iobes")
    files = {"team/eng.testa": GOLD.replace("\t", " _ "), "gold/eng.testa": key, "fair": "target_in = {key}\n"}
    files["fair"] += "system_in = {submission}\nlabels = all\nexclude =\nfocus = target\neval_method = all\n"
    words = 'key = "gold/eng.testa"\nsubmissions = "team/*"\ntags = { key = "iobes", submission = "bio" }\n'
    manifest = f'[ner]\nrun = "conlleval < {{submission}}"\n{words}\n'
    manifest += f'[fair]\nrun = "FairEval.py --config {{configuration}}"\nconfiguration = "fair"\n{words}'
    folder = made(tmp_path / "archive", {**files, "archive.toml": manifest})
    assert printed(folder, "ner", "eng").startswith(RIGHT)
    assert "overall\t4\t0\t0\t100.00\t100.00\t100.00\n" in printed(folder, "fair", "eng")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("O\nO\n", "preds/a: has 2 tokens, the key gold has 7; both need the same"),
        (GOLD.replace("saw O\n", ""), "preds/a:3: has 6 tokens, the key gold has 7; both need the same"),
        (GOLD.replace("Bo B", "Bo S"), "preds/a:4: 'S-PER' is not a tag of bio; correct the tag, or 'tags'"),
        (GOLD.replace("Bo B-PER", "Bo PER"), "preds/a:4: 'PER' is not a tag of bio; correct the tag, or 'tags'"),
    ],
)
def test_tags_that_cannot_be_put_beside_the_key(content: str, problem: str, tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "preds/*"\nkey = "gold"\n'
    manifest += 'tags = { key = "bio", submission = "bio" }\n'
    (record,) = run(made(tmp_path, {"gold": GOLD, "preds/a": content, "archive.toml": manifest})).records
    assert (record["verdict"], record["messages"]) == ("failed", [problem])


def test_files_that_are_read_apart_have_one_name(tmp_path: Path) -> None:
    files = {"team/other": GOLD, "gold/eng": GOLD, "fair": "target_in = {key}\nsystem_in = {submission}\n"}
    manifest = '[t]\nrun = "FairEval.py --config {configuration}"\nconfiguration = "fair"\nkey = "gold/eng"\n'
    manifest += 'submissions = "team/*"\ntags = { key = "bio", submission = "bio" }\n'
    (record,) = run(made(tmp_path, {**files, "archive.toml": manifest})).records
    problem = "team/other: files of one name are compared, and the key is gold/eng; give both the same"
    assert (record["verdict"], record["messages"]) == ("failed", [problem])


@pytest.mark.parametrize("key", [f"-DOCSTART- -X- O\n\n{GOLD}", f"# id 7 domain=en\n{GOLD}", GOLD])
@pytest.mark.parametrize("submission", [tags("bio"), f"# id 7 domain=en\n{tags('bio')}"])
def test_comments_and_begins_of_documents_are_no_tokens(key: str, submission: str, tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "preds/*"\nkey = "gold"\n'
    manifest += 'tags = { key = "bio", submission = "bio" }\n'
    folder = made(tmp_path / "archive", {"gold": key, "preds/a": submission, "archive.toml": manifest})
    assert printed(folder, "t", "a").startswith(RIGHT)
    text = draft(str(folder))
    assert 'submissions = "preds/a"\n' in text
    assert 'key = "gold"\n' in text


def test_a_token_may_be_the_sign_of_comments(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "preds/*"\nkey = "gold"\n'
    manifest += 'tags = { key = "bio", submission = "bio" }\n'
    files = {"gold": f"# O\n{GOLD}", "preds/a": f"O\n{tags('bio')}", "archive.toml": manifest}
    assert printed(made(tmp_path / "archive", files), "t", "a").startswith("processed 8 tokens")


def test_a_run_reads_again_if_the_key_of_its_tags_changes(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "preds/*"\nkey = "gold"\n'
    manifest += 'tags = { key = "bio", submission = "bio" }\n'
    folder = made(tmp_path / "archive", {"gold": GOLD, "preds/a": GOLD, "archive.toml": manifest})
    first = run(folder).records
    (folder / "gold").write_text(GOLD.replace("PER", "ORG"))
    assert run(folder).records[0]["signature"] != first[0]["signature"]


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        (
            'tags = { key = "bio" }',
            "t.tags.submission: is not an encoding; write one of iob, bio, iobes, bilou, bmes, bmeow",
        ),
        ('tags = { kee = "bio" }', "t.tags.kee: unknown; write 'key'"),
        ('names = "../x"', "t.names: leads out of the archive; write a path below the manifest's folder"),
        ("submissions = 7", "t.submissions: is neither a path nor a list; put the path in quotes"),
    ],
)
def test_wrong_entries(entries: str, problem: str, tmp_path: Path) -> None:
    submissions = "" if "submissions" in entries else 'submissions = "preds/*"\n'
    manifest = f'[t]\nrun = "conlleval < {{submission}}"\n{submissions}key = "gold"\n{entries}\n'
    done = run(made(tmp_path, {"gold": GOLD, "preds/a": GOLD, "archive.toml": manifest}))
    assert (done.status, done.stderr) == (2, f"rescore: {tmp_path / 'archive.toml'}: {problem}\n")


def test_a_scorer_without_columns_of_tags_has_no_encodings(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "a"\nkey = "key"\ntags = { key = "bio" }\n'
    done = run(made(tmp_path, {"key": KEY, "a": KEY, "archive.toml": manifest}))
    assert done.stderr.endswith("t.tags: scorer2 reads no columns of tags; remove them\n")


def zipped(names: Mapping[str, bytes]) -> bytes:
    """Return a zip package."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for name, content in names.items():
            package.writestr(name, content)
    return stream.getvalue()


def tarred(names: Mapping[str, bytes], mode: str) -> bytes:
    """Return a tar package."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as package:  # type: ignore[call-overload]
        for name, content in names.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            package.addfile(entry, io.BytesIO(content))
    return stream.getvalue()


PACKAGES = {
    "zip": zipped({"../a.ans": ANSWERS}),
    "tar": tarred({"../a.ans": ANSWERS}, "w"),
    "tar.gz": tarred({"../a.ans": ANSWERS}, "w:gz"),
}


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_package_is_named_and_not_searched(kind: str, tmp_path: Path) -> None:
    content = PACKAGES[kind]
    assert package_in(content) == f"is a {kind} archive, which holds '../a.ans'; unpack it"
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "teams/*"\nkey = "key"\nfigures = "t.csv"\n'
    files = {"key": KEY, "teams/a.x": content, "t.csv": "name,recall\na,0.600\n", "archive.toml": manifest}
    (record,) = run(made(tmp_path, files)).records
    assert (record["verdict"], record["causes"]) == ("failed", [])
    assert record["messages"][-1] == f"teams/a.x: is a {kind} archive; unpack it, and name the file in it"
    (tmp_path / "archive.toml").unlink()
    assert f"'teams/a.x' is a {kind} archive, which holds '../a.ans'; unpack it" in rescore("init", tmp_path).stderr


@pytest.mark.parametrize(
    "content",
    [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 99, PACKAGES["tar.gz"][:60], b"\x1f\x8b"],
    ids=["zip", "long zip", "tar.gz", "gz"],
)
def test_a_damaged_package_does_no_harm(content: bytes) -> None:
    problems = [f"is a {kind}; unpack it" for kind in ("zip archive", "tar.gz archive", "gz file")]
    assert package_in(content) in problems


@pytest.mark.parametrize(
    ("begin", "kind"),
    [
        (b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\x07", "rar"), (b"\xfd7zXZ\x00", "xz"), (b"BZh91AY&SY", "bz2"),
        (b"BZh61AY&SY", "bz2"), (b"PK\x05\x06", "zip"), (b"7z", ""), (b"x" * 300, ""),
    ],
)  # fmt: skip
def test_the_first_bytes_name_the_kind_of_a_package(begin: bytes, kind: str) -> None:
    assert kind_of_package(begin) == kind
    assert package_in(begin) == (f"is a {kind} archive; unpack it" if kind else "")


def test_a_gz_file_of_text_is_no_package(tmp_path: Path) -> None:
    content = gzip.compress(ANSWERS)
    assert kind_of_package(content) == ""
    text = draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS, "answers/b.gz": content})))
    assert "# 'answers/b.gz' is a gz file; unpack it\n" in text


def test_lines_in_a_package_are_no_submission(tmp_path: Path) -> None:
    answers = b"".join([b"bank.n bank.n.%03d bank_1\n" % number for number in range(200)])
    files = {"key": answers, "answers/a": answers, "a.zip": zipped({"a": answers}), "b": tarred({"b": answers}, "w")}
    text = draft(str(made(tmp_path, files)))
    assert 'submissions = "answers/a"\n' in text
    packages = ["'a.zip' is a zip archive, which holds 'a'", "'b' is a tar archive, which holds 'b'"]
    assert text.endswith("".join([f"# {package}; unpack it\n" for package in packages]))


def test_a_package_in_the_place_of_a_report_or_of_tags_is_named(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nreport = "out"\n'
    manifest += '[n]\nrun = "conlleval < {submission}"\nsubmissions = "preds/*"\nkey = "out"\n'
    manifest += 'tags = { key = "bio", submission = "bio" }\n'
    files = {"key": KEY, "a.ans": ANSWERS, "out": PACKAGES["zip"], "preds/b": GOLD, "archive.toml": manifest}
    for record in run(made(tmp_path, files)).records:
        assert record["verdict"] == "failed"
        assert record["messages"][-1] == "out: is a zip archive; unpack it, and name the file in it"


def report(share: str) -> str:
    """Return a report of scorer2 with a recall."""
    return (
        f'Fine-grained score for "x" using key "key":\n precision: {share} (1.00 correct of 2.00 attempted)\n'
        f" recall: {share} (1.00 correct of 2.00 in total)\n attempted: 100.00 % (2.00 attempted of 2.00 in total)\n\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        f"dev\n{report('0.900')}test\n{report('0.400')}",  # the file
        f"Results of a\ndev\n{report('0.1')}test\n{report('0.400')}Results of b\ndev\n{report('0.1')}",
        f"b\ndev\n{report('0.900')}test\n{report('0.500')}A\ndev\n{report('0.900')}test\n{report('0.400')}",
        f"sys/a/dev\n{report('0.900')}sys/a/test\n{report('0.400')}",
    ],
)
def test_the_section_of_the_file_counts(text: str, tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "sys/*/test"\nkey = "key"\nreport = "out"\n'
    files = {"key": KEY, "sys/a/test": ANSWERS, "out": text, "archive.toml": f'{manifest}name = "sys/(.*)/"\n'}
    (record,) = run(made(tmp_path, files)).records
    assert record["verdict"] == "figures"
    assert {cell["published"] for cell in record["cells"]} == {"0.400"}


NAMES = {"c.heron-tagger3": "answers/c.heron-tagger3", "Ibis": "answers/Ibis.ans"}


@pytest.mark.parametrize(
    ("published", "name"),
    [
        ("c.heron-tagger3", "c.heron-tagger3"),
        ("C.Heron-Tagger3", "c.heron-tagger3"),
        ("answers/c.heron-tagger3", "c.heron-tagger3"),
        ("ibis", "Ibis"),
        ("ibis.ans", "Ibis"),
        ("IBIS.txt", "Ibis"),
        ("The ibis", "Ibis"),
        ("ibis*", "Ibis"),
        ("[IBIS]", "Ibis"),
        ("ibis (late)\u2020", ""),
        ("ibis (late)", "Ibis"),
        ("ibis^a", "Ibis"),
        ("ibis [3]", "Ibis"),
        ("C Heron Tagger3", "c.heron-tagger3"),
        ("c heron", ""),
        ("heron", ""),
    ],
)
def test_a_published_name_means_a_submission(published: str, name: str) -> None:
    assert PublishedNames(NAMES, {"The ibis": "ibis.ans"}).submission(published) == name


@pytest.mark.parametrize(
    ("published", "name"),
    [
        ("Run 1", "run1"), ("Run 1.1", ""), ("run 11", "run11"), ("Run 2", ""), ("run_2_b", "run2b"), ("RUN", ""),
        ("Team-3 (run 2)", "team3_run2"), ("Team 3 (run 1)", ""), ("Team-4", "team4"), ("Team-4 (late)", "team4"),
        ("x-5", "x_5"), ("X 5", "x_5"), ("x5*", "x5"),
    ],
)  # fmt: skip
def test_signs_beside_numbers_may_differ(published: str, name: str) -> None:
    names = ["run1", "run11", "run2a", "run2b", "team3_run2", "team4", "x5", "x_5"]
    assert PublishedNames({one: f"out/{one}.txt" for one in names}).submission(published) == name


def test_a_published_name_lacks_a_prefix_or_suffix_of_all() -> None:
    names = PublishedNames({"heron.ans": "x/heron.ans.txt", "ibis.ans": "x/ibis.ans.txt"})
    assert [names.submission(name) for name in ("heron", "Ibis", "ans")] == ["heron.ans", "ibis.ans", ""]
    names = PublishedNames({"s1.heron.ans": "x/s1.heron.ans", "s1.ibis.ans": "x/s1.ibis.ans"})
    assert [names.submission(name) for name in ("heron", "ibis.ans", "s1")] == ["s1.heron.ans", "s1.ibis.ans", ""]
    assert PublishedNames({"heron.one": "x/heron.one.txt"}).submission("heron") == ""
    assert PublishedNames({"heron.ans": "x/heron.ans.gz"}).submission("heron") == "heron.ans"


@pytest.mark.parametrize(
    ("pattern", "published", "name"),
    [
        ("x/*.1999.ans", "heron", "heron.1999"),
        ("x/*.ans", "heron", ""),
        ("x/**", "heron", ""),
        ("y/*.1999.ans", "heron", ""),
        ("y/*.ans", "x/heron.1999", ""),
        ("*.ans", "x/heron.1999", ""),
        ("x/heron.1999.ans", "heron", ""),
    ],
)
def test_a_published_name_is_what_the_star_stands_for(pattern: str, published: str, name: str) -> None:
    names = PublishedNames({"heron.1999": "x/heron.1999.ans"}, patterns=[pattern])
    assert names.submission(published) == name


@pytest.mark.parametrize(
    ("published", "name"),
    [
        ("Team Heron", "heron"), ("the group ibis", "ibis"), ("Heron et al. (2001)", "heron"), ("Muller", "Müller"),
        ("Mu\u0308ller", "Müller"), ("Müller et al.", "Müller"), ("heron large", ""), ("Team", ""), ("heron ibis", ""),
    ],
)  # fmt: skip
def test_words_around_a_name_and_accents_may_differ(published: str, name: str) -> None:
    names = PublishedNames({one: f"x/{one}.ans" for one in ("heron", "ibis", "Müller")})
    assert names.submission(published) == name


def test_files_of_one_name_are_called_after_folders(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*/answers"\nkey = "key"\nfigures = "t.csv"\n'
    files = {"key": KEY, "a/answers": ANSWERS, "b/answers": ANSWERS, "t.csv": "name,recall\na,0.500\nb,0.500\n"}
    assert run(made(tmp_path, {**files, "archive.toml": manifest})).verdicts == {"a": "identical", "b": "identical"}


def test_a_name_in_another_case_is_no_other_submission() -> None:
    names = PublishedNames({"A": "x/A", "a": "x/a"})
    assert [names.submission(name) for name in ("A", "a", "a.ans")] == ["A", "a", ""]


def test_names_keep_their_dots_if_they_differ_only_there() -> None:
    assert names_of(["x/c.heron", "x/c.ibis"]) == {"c.heron": "x/c.heron", "c.ibis": "x/c.ibis"}
    assert names_of(["x/1.heron", "x/2.heron"]) == {"1": "x/1.heron", "2": "x/2.heron"}
    assert names_of(["x/a.1", "y/a.1"]) == {}


def test_a_table_of_names(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nfigures = "t.csv"\n'
    table = "name,recall\nHeron & Co,0.500\nIBIS,0.500\nStork,0.1\n"
    names = "Heron & Co\theron.ans\nStork\tstorc\n"
    files = {"key": KEY, "heron.ans": ANSWERS, "ibis.ans": ANSWERS, "t.csv": table, "n.tsv": names}
    done = run(made(tmp_path, {**files, "archive.toml": f'{manifest}names = "n.tsv"\n'}))
    assert done.verdicts == {"heron": "identical", "ibis": "identical"}
    assert "t.names: storc: there is no such submission\n" in done.stderr
    (tmp_path / "archive.toml").write_text(f'{manifest}names = {{ "Heron & Co" = "heron" }}\n')
    assert run(tmp_path).verdicts == {"heron": "identical", "ibis": "identical"}
    (tmp_path / "n.tsv").write_text("Heron\n")
    (tmp_path / "archive.toml").write_text(f'{manifest}names = "n.tsv"\n')
    assert run(tmp_path).stderr.endswith("n.tsv:1: write a published name, a tab and a submission\n")


def test_an_unknown_row_gets_the_nearest_name(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nfigures = "t.csv"\n'
    files = {"key": KEY, "heron.ans": ANSWERS, "t.csv": "name,recall\nherron,0.500\n", "archive.toml": manifest}
    assert "no such submission; the nearest is heron\n" in run(made(tmp_path, files)).stderr


def test_the_only_row_of_nobody_is_perhaps_the_only_submission_without_figures(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nfigures = "t.csv"\n'
    table = "name,recall\nherons,0.500\nheron,0.500\n"
    files = {"key": KEY, "heron.ans": ANSWERS, "our run.ans": ANSWERS, "t.csv": table, "archive.toml": manifest}
    folder = made(tmp_path, files)
    entry = 'names = { herons = "our run" }'
    assert f"there is no such submission; if it is our run, write {entry}\n" in run(folder).stderr
    (folder / "archive.toml").write_text(f"{manifest}{entry}\n")
    assert run(folder).verdicts == {"heron": "identical", "our run": "identical"}


def test_each_of_several_unknown_rows_gets_the_nearest_name() -> None:
    names = PublishedNames({"3.GAMBL": "3.GAMBL.txt", "heron": "heron.ans", "ibis": "ibis.ans"})
    assert names.nearest(["GAMBL", "heron_run1", "ibys"]) == "; the nearest are 3.GAMBL, heron, ibis"
    assert names.nearest(["The ibis", "xyz"]) == "; the nearest is ibis"
    assert names.nearest(["xyz"]) == ""


def test_of_two_rows_that_may_mean_a_submission_none_does(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nfigures = "t.csv"\n'
    table = "name,recall\nheron (run 1),.5\nheron (run 2),.4\n"
    done = run(made(tmp_path, {"key": KEY, "heron.ans": ANSWERS, "t.csv": table, "archive.toml": manifest}))
    assert done.verdicts == {"heron": "unpublished"}
    assert "t.csv has figures of heron (run 1), heron (run 2), but there is no such submission" in done.stderr


def test_a_draft_names_the_columns_that_are_not_compared(tmp_path: Path) -> None:
    table = "| | fine | |\n|--|--|--|\n| Team | R | kappa |\n| a | .5 | .4 |\n"
    text = draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS, "t.md": table})))
    assert "# a table with rows of submissions; fine R is fine/all/recall; not compared: fine kappa\n" in text
    assert 'figures = { file = "t.md", name = "Team" }\n' in text


def test_a_report_has_the_name_in_another_case_or_with_the_suffix(tmp_path: Path) -> None:
    manifest = (
        '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nreport = "out/{name}.txt"\n'
    )
    files = {
        "key": KEY,
        "a.ans": ANSWERS,
        "b.ans": ANSWERS,
        "out/A.txt": report("0.500"),
        "out/b.ans.txt": report("0.4"),
    }
    assert run(made(tmp_path, {**files, "archive.toml": manifest})).verdicts == {"a": "layout", "b": "figures"}


def test_the_nearest_of_several_reports_counts_if_none_fits(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "a"\nkey = "key"\nreport = "out"\n'
    near = report("0.500").replace("recall: 0.500", "recall: 0.400")
    files = {"key": KEY, "a": ANSWERS, "out": f"first\n{report('0.900')}second\n{near}", "archive.toml": manifest}
    (record,) = run(made(tmp_path, files)).records
    assert record["verdict"] == "figures"
    assert [(cell["column"], cell["published"]) for cell in record["cells"]] == [("recall", "0.400")]


def test_a_figure_in_a_line_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval < {submission}"\nsubmissions = "a"\nreport = "out"\n'
    counts = "processed 2 tokens with 2 phrases; found: 2 phrases; correct: 1.\n"
    unread = "accuracy:  50.00%; precision:  50.00%; recall:  50.00%; F-score:  50.00\n"
    files = {"a": "x B-X B-X\ny B-X B-Y\n", "out": counts + unread, "archive.toml": manifest}
    assert run(made(tmp_path, files)).verdicts == {"a": "excerpt"}
    (tmp_path / "out").write_text(counts + unread.replace("precision:  50", "precision:  60"))
    assert run(tmp_path).verdicts == {"a": "figures"}
    (tmp_path / "out").write_text(counts + unread.replace("F-score", "F1"))
    assert run(tmp_path).verdicts == {"a": "excerpt"}  # without types


def test_a_zero_in_per_cent_is_no_rounding(tmp_path: Path) -> None:
    wrong = ANSWERS.replace(b"bank_", b"x_")
    manifest = '[t]\nrun = "scorer2 {submission} {key}"\nsubmissions = "*.ans"\nkey = "key"\nfigures = "t.csv"\n'
    files = {"key": KEY, "a.ans": ANSWERS, "b.ans": wrong, "t.csv": "name,recall\na,50.0\nb,0.0\n"}
    assert run(made(tmp_path, {**files, "archive.toml": manifest})).verdicts == {"a": "layout", "b": "layout"}


def test_a_list_of_values_needs_its_placeholder_and_several_lists_are_combined(tmp_path: Path) -> None:
    manifest = '[t]\nyears = [1999]\ngrains = ["fine", "mixed"]\nrun = "scorer2 {submission} {key} -g {grain}"\n'
    manifest += 'submissions = "a"\nkey = "{year}"\n'
    done = rescore("run", made(tmp_path, {"1999": KEY, "a": ANSWERS, "archive.toml": manifest}))
    assert done.stdout.startswith("t-1999-fine/a ")
    assert "\nt-1999-mixed/a " in done.stdout
    (tmp_path / "archive.toml").write_text(manifest.replace("{grain}", "fine"))
    assert "t-1999.grains: no entry has {grain}; put it where the values belong\n" in rescore("run", tmp_path).stderr
    (tmp_path / "archive.toml").write_text(manifest.replace("years = [1999]\n", ""))
    assert "unknown placeholder {year}" in (told := rescore("run", tmp_path).stderr)
    assert told.endswith(", or add a list of its values, years = [...]\n")


@pytest.mark.parametrize("entry", ["key", "submissions", "report"])
def test_a_list_is_for_a_placeholder_in_any_entry(entry: str, tmp_path: Path) -> None:
    values = {"key": "1999.key", "submissions": "*.1999.ans", "report": "1999/{name}"}
    values[entry] = values[entry].replace("1999", "{year}")
    lines = "".join([f'{key} = "{value}"\n' for key, value in values.items()])
    manifest = f'[t]\nyears = ["1999", 2003]\nrun = "scorer2 {{submission}} {{key}}"\n{lines}'
    files = {"1999.key": KEY, "2003.key": KEY, "a.1999.ans": ANSWERS, "a.2003.ans": ANSWERS, "archive.toml": manifest}
    done = rescore("run", made(tmp_path, files))
    assert "t-1999/a.1999 " in done.stdout
    assert f"t-2003/a.{2003 if entry == 'submissions' else 1999} " in done.stdout


def test_a_failed_run_without_published_figures_gets_a_cause(tmp_path: Path) -> None:
    manifest = '[t]\nrun = "conlleval -d \\\\t < {submission}"\nsubmissions = "*.out"\n'
    files = {"a.out": "x\tB-X\tB-X\n", "b.out": "x B-X B-X\ny B-X\n", "archive.toml": manifest}
    by_name = {record["submission"]: record for record in run(made(tmp_path, files)).records}
    assert [cause["text"] for cause in by_name["a"]["causes"]] == ["can be scored with -d '\\t'"]
    assert by_name["b"]["causes"] == []
    assert "    hint: a.out" not in rescore("run", tmp_path).stdout


EDITS = b"S a b .\nA 0 1|||X|||c|||REQUIRED|||-NONE-|||0\n\n"


@pytest.mark.parametrize(
    ("gold", "kind", "text"),
    [
        (EDITS.replace(b"\n", b"\r\n"), "newline", "without the newline at the end of gold.m2"),
        (EDITS.replace(b"\n", b"\r\n") * 2, "line ends", "with LF line ends in gold.m2"),
        (b"\xef\xbb\xbf" + EDITS, "encoding", "with gold.m2 without its byte order mark"),
        (EDITS.decode().encode("utf-16"), "encoding", "with gold.m2 in UTF-8, not UTF-16"),
        (gzip.compress(EDITS, mtime=0), "compressed", "with gold.m2 uncompressed"),
    ],
)
def test_a_failed_run_may_need_a_file_that_is_read_otherwise(gold: bytes, kind: str, text: str, tmp_path: Path) -> None:
    manifest = '[t]\nrun = "m2scorer {submission} gold.m2"\nsubmissions = "*.out"\n'
    files = {"archive.toml": manifest, "gold.m2": gold, "a.out": b"c b .\n" * (2 if kind == "line ends" else 1)}
    (record,) = run(made(tmp_path, files)).records
    assert record["verdict"] == "failed"
    assert record["causes"] == [{"change": kind, "detail": "gold.m2", "text": f"can be scored {text}"}]


@pytest.mark.parametrize(
    ("path", "side"),
    [
        ("preds.conll", "response"),
        ("auto/x", "response"),
        ("x.out", "response"),
        ("guess", "response"),
        ("results/x", "response"),
        ("answers_key", "key"),
        ("gold/sys1", "response"),
        ("keys/x", "key"),
        ("gold_and_sys/x", ""),
        ("monkey", ""),
    ],
)
def test_files_are_called_after_sides(path: str, side: str) -> None:
    assert side_of(path) == side


def test_a_gold_of_m2scorer_has_as_many_sentences_as_systems_have_lines(tmp_path: Path) -> None:
    gold = "S A cat sat\nA 1 2|||Noun|||dog|||REQUIRED|||-NONE-|||0\n\nS Yes\n\n"
    files = {"gold.m2": gold, "README": "One line.\n", "systems/a": "A dog sat\nYes\n", "systems/b": "A cat sat\nYes"}
    text = draft(str(made(tmp_path, files)))
    assert 'run = "m2scorer {submission} {key}"\n' in text
    assert 'submissions = "systems/*"\n# as many sentences as in the submissions\nkey = "gold.m2"\n' in text
    assert text.endswith("# 'README' is no file of a scorer\n")
    (tmp_path / "archive.toml").write_text(text)
    assert run(tmp_path).status == 0


def test_a_system_of_m2scorer_has_the_gold_of_its_folder(tmp_path: Path) -> None:
    gold = "S A cat sat\nA 1 2|||Noun|||dog|||REQUIRED|||-NONE-|||0\n\nS Yes\n\n"
    files = {f"{year}/{name}": gold for year in ("2013", "2014") for name in ("gold.m2", "old.m2")}
    files |= {f"{year}/systems/{name}": "A dog sat\nYes\n" for year in ("2013", "2014") for name in "ab"}
    files["2014/gold.m2"] = "S No\nA 0 1|||Noun|||Yes|||REQUIRED|||-NONE-|||0\n\nS Never\n\n"
    files["2014/systems/b"] = "Yes\nNever\n"
    text = draft(str(made(tmp_path, files)))
    assert re.findall('(?m)^(?:submissions|key) = "(.*)"$', text) == [
        *("2013/systems/*", "2013/gold.m2"),
        *("2014/systems/*", "2014/gold.m2"),
    ]
    assert text.count('other_keys = ["2013/gold.m2", "2013/old.m2", "2014/old.m2"]\n') == 1


def test_sentences_of_tokens_with_digits_are_no_answers(tmp_path: Path) -> None:
    lines = "w1 w2 w3\nw4 w5 w6\nw7 w8 w9\n"
    gold = "".join([f"S {line}\nA 0 1|||Noun|||w9|||REQUIRED|||-NONE-|||0\n\n" for line in lines.splitlines()])
    text = draft(str(made(tmp_path, {"gold.m2": gold, "systems/a": lines, "systems/b": lines.replace("w2", "w9")})))
    assert re.findall('(?m)^(?:run|submissions|key) = "(.*)"$', text) == [
        *("m2scorer {submission} {key}", "systems/*", "gold.m2")
    ]


def test_files_of_a_folder_are_one_task_if_a_delimiter_fits_all(tmp_path: Path) -> None:
    both = "x B-X B-X\ny O O\n\n"
    files = {"runs/a.out": both, "runs/b.out": both.replace("\n", "\r\n"), "runs/c.out": both.replace(" ", "\t")}
    text = draft(str(made(tmp_path, files)))
    assert text.startswith("[runs]\nrun = \"conlleval -d '\\\\s+' < {submission}\"\n# 3 files with")
    (tmp_path / "archive.toml").write_text(text)
    assert run(tmp_path).status == 0


@pytest.mark.parametrize(("names", "number"), [("ab", 2), ("aa", 1)])
def test_two_tasks_share_a_table_if_each_has_its_own_rows(names: str, number: int, tmp_path: Path) -> None:
    files = {f"{year}/answers/{name}": ANSWERS for year, name in zip(("1999", "2003"), names)}
    files |= {f"{year}/key": KEY for year in ("1999", "2003")}
    text = draft(str(made(tmp_path, {**files, "t.csv": "name,recall\na,.5\nb,.5\n"})))
    assert text.count('figures = "t.csv"\n') == number


def test_a_table_with_as_many_lines_as_the_gold_is_no_system(tmp_path: Path) -> None:
    gold = "S A cat sat\nA 1 2|||Noun|||dog|||REQUIRED|||-NONE-|||0\n\nS Yes\n\n"
    files = {"gold.m2": gold, "systems/a": "A dog sat\nYes\n", "t.csv": "Team;F0.5\na;1,00\n"}
    text = draft(str(made(tmp_path, files)))
    assert 'submissions = "systems/a"\n' in text
    assert 'figures = { file = "t.csv", name = "Team" }\n' in text


def test_a_draft_takes_the_table_with_figures(tmp_path: Path) -> None:
    tables = "| team | size |\n|-|-|\n| a | 3 |\n\n| System | R |\n|-|-|\n| a | .500 |\n"
    text = draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS, "README.md": tables})))
    assert 'figures = { file = "README.md", name = "System" }\n' in text
    (tmp_path / "archive.toml").write_text(text)
    assert run(tmp_path).verdicts == {"a": "layout"}


TEAMS: dict[str, object] = {"wsd.key": KEY, "wsd.a": ANSWERS, "wsd.b": ANSWERS}
TEAMS |= {f"ner.{name}": GOLD for name in ("key", "a", "b")}


@pytest.mark.parametrize(
    ("tables", "entries"),
    [
        ({"ner.csv": "NER F1", "wsd.csv": "R"}, ["ner.csv", "wsd.csv"]),
        ({"1-wsd.csv": "R", "2-ner.csv": "R"}, ["2-ner.csv", "1-wsd.csv"]),
        ({"1.csv": "R,Rank", "2.csv": "R,FB1"}, ["2.csv", "1.csv"]),
        ({"1.csv": "Rank"}, []),
        ({"1.csv": "Rank,R"}, ["1.csv"]),
    ],
)
def test_each_task_gets_the_table_that_fits_best(tables: dict[str, str], entries: list[str], tmp_path: Path) -> None:
    rows = {path: ",".join([".5"] * (1 + heads.count(","))) for path, heads in tables.items()}
    files = {path: f"name,{heads}\na,{rows[path]}\nb,{rows[path]}\n" for path, heads in tables.items()}
    text = draft(str(made(tmp_path, {**TEAMS, **files})))
    assert re.findall('(?m)^figures = "(.*)"$', text) == entries


def test_two_tasks_share_a_table_that_tells_them_apart(tmp_path: Path) -> None:
    files = {f"{year}/answers/{name}": ANSWERS for year in ("1999", "2003") for name in "ab"}
    files |= {f"{year}/key": KEY for year in ("1999", "2003")}
    rows = "".join([f"{name},{year},.5\n" for year in ("1999", "2003") for name in "ab"])
    text = draft(str(made(tmp_path, {**files, "t.csv": f"name,year,recall\n{rows}"})))
    for year in ("1999", "2003"):
        assert f'figures = {{ file = "t.csv", where = {{ year = "{year}" }} }}\n' in text
    (tmp_path / "archive.toml").write_text(text)
    assert {*run(tmp_path).verdicts.values()} == {"rounding"}


def test_a_table_that_fits_less_is_named(tmp_path: Path) -> None:
    table = "name,R{}\na,.5{}\n"
    files = {"key": KEY, "answers/a": ANSWERS, "1.csv": table.format(",Rank", ",1"), "2.csv": table.format("", "")}
    assert draft(str(made(tmp_path, files))).endswith("# '1.csv' has rows of submissions; another table fits better\n")


def test_a_table_in_latin_1_is_named(tmp_path: Path) -> None:
    files = {"key": KEY, "answers/a": ANSWERS, "t.csv": "Syst\u00e8me,R\na,.5\n".encode("latin-1"), "b": b"\0\xff\n"}
    text = draft(str(made(tmp_path, files)))
    assert "# 't.csv' has rows of submissions, but is not UTF-8; save it as UTF-8\n" in text
    assert "# 'b' is no file of a scorer\n" in text


def test_a_configuration_of_other_files_is_named(tmp_path: Path) -> None:
    problem = "may be a configuration; the files that it names are not where it says"
    files = {"a.config": ":key_file elsewhere/keys\n:response_file elsewhere/responses\n"}
    assert rescore("init", made(tmp_path, files)).stderr.endswith(f"; 'a.config' {problem}\n")
    text = draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS})))
    assert text.endswith(f"# 'a.config' {problem}\n")


def test_the_metric_of_a_run_is_that_of_a_heading(tmp_path: Path) -> None:
    key = "#begin document (d);\nd\t(1)\nd\t(1)\nd\t(1)\nd\t(2)\n#end document\n"
    manifest = '[t]\nrun = "scorer.pl muc {key} {submission} none"\nsubmissions = "sys/*"\nkey = "key"\n'
    files = {"key": key, "sys/a": key.replace("(2)", "-"), "t.csv": "name,MUC F1,B3 F1\na,100,50\n"}
    (record,) = run(made(tmp_path, {**files, "archive.toml": f'{manifest}figures = "t.csv"\n'})).records
    assert (record["verdict"], record["messages"]) == ("identical", [f"{LEFT_OUT}bcub/coreference/F1"])


def test_trees_of_evalb_have_the_same_words(tmp_path: Path) -> None:
    examples = {name: (ROOT / "examples" / "evalb" / name).read_bytes() for name in ("gold", "sample.prm", "test")}
    files = {"gold": examples["gold"], "x.prm": examples["sample.prm"], "parses/a": examples["test"]}
    text = draft(str(made(tmp_path, {**files, "parses/b": examples["gold"]})))
    assert 'run = "evalb -p x.prm {key} {submission}"\n' in text
    assert 'submissions = "parses/*"\n# sentences as in the submissions\nkey = "gold"\n' in text
    (tmp_path / "archive.toml").write_text(text)
    assert run(tmp_path).status == 0


MUC = ROOT / "examples" / "muc"
SPANS = {"gold": "PER\t1\t2\t1, 2\n\nLOC\t5\t5\t5\n", "right": "PER\t1\t2\t1, 2\n\nLOC\t5\t5\t5\n"}
SPANS["wrong"] = SPANS["gold"].replace("LOC", "ORG")


def drafted(folder: Path) -> Path:
    """Return a folder with the draft of its manifest."""
    (folder / "archive.toml").write_text(draft(str(folder)))
    return folder


def published_again(folder: Path, name: str, file: str) -> dict[str, str]:
    """Return the verdicts of a draft if all submissions published what their runs print."""
    kept = folder.with_name("kept")
    assert run(drafted(folder), "--keep", kept).verdicts.keys()
    for path in kept.glob(f"*/*/{file}"):
        submission = path.relative_to(kept).parts[1]
        (folder / "published").mkdir(exist_ok=True)
        (folder / "published" / name.format(submission)).write_bytes(path.read_bytes())
    return run(drafted(folder)).verdicts


@pytest.mark.parametrize(
    ("key", "system", "named"),
    [
        ("gold/news.spans", "{}/news.spans", "sys_*/news.spans"),
        ("target/news.csv", "runs/{}/news.csv", "runs/*/news.csv"),
        ("key", "{}/key", "*/key"),
    ],
)
def test_files_of_spans_have_the_name_of_their_key(key: str, system: str, named: str, tmp_path: Path) -> None:
    files = {system.format(f"sys_{name}"): SPANS[name] for name in ("right", "wrong")}
    folder = made(tmp_path / "archive", {key: SPANS["gold"], **files})
    text = draft(str(folder))
    assert f'submissions = "{named}"\n' in text
    assert f'key = "{key}"\n' in text
    assert published_again(folder, "{}.txt", "stdout") == {"sys_right": "identical", "sys_wrong": "identical"}
    assert printed(folder, folder.joinpath("archive.toml").read_text().split("]")[0].strip('["'), "sys_wrong").count(
        "overall\t1\t1\t1\t50.00\t50.00\t50.00\n"
    )


def test_dummies_of_sentences_without_spans_are_left_out(tmp_path: Path) -> None:
    key = SPANS["gold"].replace("LOC\t5\t5\t5", "EMPTY\t999\t999\t999")
    folder = drafted(made(tmp_path / "archive", {"gold/a": key, "team/a": key.replace("PER", "ORG")}))
    assert "overall\t0\t1\t1\t0.00\t0.00\t0.00\n" in printed(folder, "team", "a")


@pytest.mark.parametrize(
    ("key", "system", "place"),
    [
        ("gold/dev.tsv", "system1.tsv", "system1/dev.tsv"),
        ("key.csv", "pred_a.txt", "pred_a/key.csv"),
        ("gold/dev.tsv", "systems/a.tsv", "systems/a/dev.tsv"),
    ],
)
def test_files_of_spans_need_the_name_of_their_key(key: str, system: str, place: str, tmp_path: Path) -> None:
    folder = made(tmp_path / "archive", {key: SPANS["gold"], system: SPANS["right"]})
    problem = (
        f"'{system}' has as many sentences as {key}, but FairEval.py compares files of one name; call it {place}\n"
    )
    assert rescore("init", folder).stderr.endswith(problem)
    (folder / "more").write_bytes((folder / system).read_bytes())
    assert rescore("init", folder).stderr.endswith("; 1 other file cannot be placed, too\n")
    (folder / "more").unlink()
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    (folder / system).rename(folder / place)
    assert [*run(drafted(folder)).verdicts.values()] == ["unpublished"]


@pytest.mark.parametrize("content", ["a\t3\t5\t4\n", "a\t3\t5\t3, 4\nb\t4\n", "name\tP\tR\tF\nPER\t1\t1\t1\n"])
def test_other_columns_are_no_spans(content: str, tmp_path: Path) -> None:
    text = draft(str(made(tmp_path, {"key": KEY, "answers/a": ANSWERS, "gold/x": content, "team/x": content})))
    assert text.endswith("# 'gold/x' is no file of a scorer\n# 'team/x' is no file of a scorer\n")


@pytest.mark.parametrize(("task", "as_configured"), [("co", True), ("ne", False), ("te", False)])
def test_a_configuration_of_muc_score_is_drafted(task: str, as_configured: bool, tmp_path: Path) -> None:
    key, response = [(MUC / f"{task}.{side}").read_bytes() for side in ("keys", "responses")]
    files = {f"{task}.keys": key, "responses/perfect": key, "responses/real": response}
    folder = made(tmp_path / "archive", files)
    verdicts = published_again(folder, "{}.scores", "out/responses/*_score-report")
    assert verdicts == {"perfect": "identical", "real": "identical"}
    kept = {name: (folder / "published" / f"{name}.scores").read_text() for name in verdicts}
    assert re.search(r"F-MEASURES +100\.00 +100\.00 +100\.00\n|TOTALS: .* 100\.0% 100\.0%\n", kept["perfect"])
    if as_configured:
        outcome = run_command(SCORERS["muc-score"], [f"examples/muc/{task}.config"], Archive(str(ROOT)))
        assert outcome.written[f"examples/muc/{task}.scores"].decode() == kept["real"]


def test_a_class_is_aligned_after_those_that_it_points_to(tmp_path: Path) -> None:
    key = "<EMPLOYEE_OF-1-1> :=\n  PERSON: <PERSON-1-1>\n<PERSON-1-1> :=\n  PER_NAME: Ann\n"
    folder = drafted(made(tmp_path / "archive", {"tr.keys": key, "tr.responses": key}))
    assert ':class_defs "person PERSON scored 0" "employee_of EMPLOYEE_OF scored 0"\n' in draft(str(folder))
    (record,) = run(folder).records
    assert (record["verdict"], record["messages"][1:]) == ("unpublished", [])


def test_a_circle_of_pointers_has_no_order(tmp_path: Path) -> None:
    key = "<TEMPLATE-1-1> :=\n  CONTENT: <LAUNCH-1-1>\n<LAUNCH-1-1> :=\n  OF: <TEMPLATE-1-1>\n"
    folder = drafted(made(tmp_path / "archive", {"st.keys": key, "st.responses": key}))
    (record,) = run(folder).records
    assert "pointers form a circle" in record["messages"][0]


def test_a_key_without_responses_is_named(tmp_path: Path) -> None:
    problem = "is of a named entity task of muc-score, and there is no key with its documents"
    folder = made(tmp_path, {"ne.keys": (MUC / "ne.keys").read_bytes()})
    assert rescore("init", folder).stderr.endswith(f"; 'ne.keys' {problem}\n")


def test_a_name_without_words_is_only_itself() -> None:
    names = PublishedNames({"--": "runs/--.txt", "heron": "runs/heron.txt"})
    published = {"--": "--", "Group": "", "et al.": "", "Team Heron": "heron"}
    assert {name: names.submission(name) for name in published} == published


def test_files_belong_together_if_they_share_a_quarter_of_their_items() -> None:
    items = {"a": "12345", "b": "6789", "c": "4abc", "d": "8ab4", "e": "c9", "f": "xyzw1"}
    found = pairings(Files(dict.fromkeys(items, b""), {}), {path: numbered(names) for path, names in items.items()})
    assert [{pairing.key, *pairing.responses} for pairing in found] == [{"a", "c", "d", "e"}]


@pytest.mark.growth
def test_the_time_for_files_that_share_nothing_grows_with_their_number() -> None:
    assert_linear(
        lambda number: {f"{index}": numbered(chr(0x4E00 + index)) for index in range(number)},
        lambda items: [*pairings(Files({}, {}), items)],
        4000,
    )


def numbered(names: str) -> Items:
    """Return an item for each character."""
    return frozenset([name.encode() for name in names])
