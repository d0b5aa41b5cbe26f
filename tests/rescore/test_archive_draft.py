"""``rescore init`` drafts a manifest that ``rescore run`` accepts, for the files of all scorers."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from legacy_scorers.rescore.archive.draft import draft
from legacy_scorers.rescore.scorers import LAYOUTS
from tests.golden_cases import ROOT
from tests.rescore.archives import EXAMPLE, KEY, rescore, run
from tests.running import run_here

EXAMPLES = ROOT / "examples"
COREF = EXAMPLES / "coref"
TEMPLATES = "examples/muc"


def verdicts(folder: Path) -> dict[str, str]:
    """Return the verdicts of a run with the draft."""
    assert rescore("init", "--output", folder / "archive.toml", folder).status == 0
    return {f"{one['task']}/{one['submission']}": one["verdict"] for one in run(folder).records}


def test_the_example_without_its_manifest_gives_the_same(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXAMPLE, tmp_path / "archive"))
    (folder / "README").write_text("A shared task of long ago.\n")
    expected = {f"{one['task']}/{one['submission']}": one["verdict"] for one in run(folder).records}
    (folder / "archive.toml").unlink()
    text = rescore("init", folder).stdout
    assert text.endswith("\n# Not placed:\n# 'README' is no file of a scorer\n")
    other_labels = {"trip/ivy": "figures", "trip/juniper": "failed"}  # only PER and LOC were scored
    assert verdicts(folder) == expected | other_labels
    assert (folder / "archive.toml").read_text() == text
    assert rescore("init", "--output", folder / "archive.toml", folder).stderr.endswith(
        "archive.toml: already exists; name a new file\n"
    )


def test_the_order_of_files_on_the_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in {"answers": KEY, "key": KEY, "NOTES": b"", "README": b""}.items():
        (tmp_path / name).write_bytes(content)
    text, walk = draft(str(tmp_path)), os.walk

    def backwards(*words: Any, **keywords: Any) -> Iterator[tuple[str, list[str], list[str]]]:  # noqa: ANN401
        for place, folders, names in walk(*words, **keywords):
            folders.sort(reverse=True)
            yield place, folders, sorted(names, reverse=True)

    monkeypatch.setattr(os, "walk", backwards)
    assert draft(str(tmp_path)) == text


def test_a_file_that_is_too_long_is_not_placed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(COREF, tmp_path / "coref"))
    longest = max(path.stat().st_size for path in folder.iterdir())
    monkeypatch.setattr("legacy_scorers.rescore.archive.draft._MAX_BYTES", longest)
    for more in (0, 1):
        (folder / f"{more} more").write_bytes(b"x" * (longest + more))
    assert f"# '0 more' is no file of a scorer\n# '1 more' is longer than {longest} bytes\n" in draft(str(folder))


def test_files_of_conlleval_are_read_by_their_columns(tmp_path: Path) -> None:
    (tmp_path / "conlleval-2").mkdir()
    delimiters = {"one": " ", "two": "\t", "conlleval-2/three": ", "}
    for name, delimiter in delimiters.items():
        content = (EXAMPLES / "conlleval" / "output").read_bytes()
        (tmp_path / f"{name}.tags").write_bytes(content.replace(b" ", delimiter.encode()))
        options = ["-d", delimiter.replace("\t", "\\t")]
        report = run_here("conlleval", options, standard_input=str(tmp_path / f"{name}.tags")).stdout
        (tmp_path / f"{name}.txt").write_bytes(report)
    found = verdicts(tmp_path)
    assert found == dict.fromkeys(["conlleval/one", "conlleval/two", "conlleval-2/three"], "identical")


def test_a_key_of_coreference_is_alone_in_its_folder(tmp_path: Path) -> None:
    for side in ("gold", "runs"):
        (tmp_path / side).mkdir()
    shutil.copy(COREF / "key", tmp_path / "gold" / "dev.conll")
    for name in ("a", "b"):
        shutil.copy(COREF / "response", tmp_path / "runs" / f"{name}.conll")
        words = ["all", str(COREF / "key"), str(COREF / "response")]
        (tmp_path / "runs" / f"{name}.scores").write_bytes(run_here("scorer.pl", words).stdout)
    assert verdicts(tmp_path) == {"runs/a": "identical", "runs/b": "identical"}


def test_configurations_name_the_other_files(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "muc", tmp_path / TEMPLATES)
    found = verdicts(tmp_path)
    assert found == dict.fromkeys(["examples/co", "examples/ne", "examples/ne33", "examples/te"], "unpublished")
    assert "Not placed" not in (tmp_path / "archive.toml").read_text()


def test_a_table_of_figures_has_a_column_of_names(tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    (tmp_path / "key").write_bytes(KEY)
    for name, sense in (("x", b"bank_1"), ("y", b"bank_2")):
        (tmp_path / "answers" / name).write_bytes(KEY.replace(b"bank_1", sense))
    tables = ("1.csv", b"x\r,y\n"), ("2.csv", b"\xff,y\n"), ("scores.csv", b"run,recall\nx,1.000\ny,0.000\n")
    for name, content in tables:  # the first two cannot be read
        (tmp_path / name).write_bytes(content)
    assert verdicts(tmp_path) == {"answers/x": "identical", "answers/y": "identical"}


def test_a_folder_of_documents_is_one_submission(tmp_path: Path) -> None:
    for side in ("hyp/one", "hyp/two", "ref"):
        (tmp_path / side).mkdir(parents=True)
        content = (EXAMPLE / "trip" / "ref.json").read_bytes()
        (tmp_path / side / "1.json").write_bytes(content)
        (tmp_path / side / "2.json").write_bytes(content.replace(b"Ann Lee", b"Ann Low"))
    assert verdicts(tmp_path) == {"hyp/one": "unpublished", "hyp/two": "unpublished"}


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux only")
def test_a_comment_can_name_any_file(tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    for name in ("key", "answers/x", "answers/y", "answers/z\n", os.fsdecode(b"answers/\xff")):
        (tmp_path / name).write_bytes(KEY)
    text = rescore("init", tmp_path).stdout
    assert (
        "# 2 submissions with instances that others have, too; answers/* fits answers/z , answers/\\udcff, too\n"
        in text
    )
    assert 'submissions = ["answers/x", "answers/y"]\n' in text
    (tmp_path / "archive.toml").write_text(text)
    assert run(tmp_path).status == 0


def test_a_folder_that_cannot_be_read_gets_a_comment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns that lead into it are not taken, because a run would refuse them."""
    folder = tmp_path / "archive"
    for name in ("key", "runs/a/answers", "runs/b/answers", "closed/answers"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(KEY)
    (folder / "runs" / "closed").mkdir()
    refuse(monkeypatch, "closed")
    text = draft(str(folder))
    assert "submissions = " in text
    assert "; the folder runs/closed cannot be read (Permission denied)\n" in text
    lost = [f"# '{name}' cannot be read (Permission denied)\n" for name in ("closed", "runs/closed")]
    assert text.endswith("# Not placed:\n" + "".join(lost))
    refuse(monkeypatch, "archive")
    with pytest.raises(PermissionError):
        draft(str(folder))


def refuse(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let no folder of that name be read."""
    scandir = os.scandir

    def scan(path: str) -> object:
        if os.path.basename(os.path.normpath(path)) == name:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", scan)


RULER = "=" * 35
TEXTS = {  # of no scorer, though each has something of a report
    "muc-partitions": f"The mill corpus\n{RULER}\n\nCorrections 1 and 2\n\n{'*' * 35}\n",
    "muc-summary": "Run | P | R |\n--- | --- | --- |\nElm | 50 | 60 |\npar | 1 | 2 |\nSPU | 1 | 2 |\n",
    "matscore": "Details:\n\nThree annotators.\n\nBy tag:\n\nPER and LOC\n\nConfusability matrix:\n\nin the appendix\n",
    "faireval": "### Human evaluation:\n\nThree.\n\n### Comparison:\n\n### Evaluation settings:\nas in 2001\n",
    "coref": "====> see: the README\n\nRepeated mention in the text\n",
    "scorer2": 'score for "bank" was too low\n',
    "conlleval-latex": "& Precision & Recall & F$_1$ \\\\\nElm & 1 & 2 & 3 \\\\\n",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_with_rulers_tables_and_titles_is_no_report(kind: str, tmp_path: Path) -> None:
    for name, content in (("key", KEY), ("answers", KEY), ("README", TEXTS[kind].encode())):
        (tmp_path / name).write_bytes(content)
    assert kind in LAYOUTS
    assert draft(str(tmp_path)).endswith("# 'README' is no file of a scorer\n")
