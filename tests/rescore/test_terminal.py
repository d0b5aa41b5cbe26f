"""No output of ``rescore`` commands a terminal, whatever names hold; tables are read as they were written."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from legacy_scorers.rescore.output.tables import tsv_line
from legacy_scorers.rescore.reports.words import encoded
from tests.rescore.archives import ANSWERS, KEY, rescore, senses

if TYPE_CHECKING:
    from pathlib import Path

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")
BYTES = "\udc9b31m\udc90\udc84" if sys.platform == "linux" else ""  # names of files are bytes on Linux only
EVIL = BYTES + "\x1b[2J\x07\x7f\x9b31m\u202ebad\u2066x\u2069\u2028"
NAMES = ['"', 'a"b', '"a"', "'", "a'b", "#", "a#b", "=1+1", "+a", "-a", "@a", "'=a", "-1", "plain", "", "a, b; c"]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return an archive of two submissions whose names, and one of whose labels, could command a terminal."""
    folder = senses(tmp_path / "archive", {f"a{EVIL}": ANSWERS, f"b{EVIL}": KEY})
    for name in ("key", f"a{EVIL}.ans", f"b{EVIL}.ans"):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content.replace(b"bank.n.002", encoded(f"bank.n{EVIL}.002")))
    return folder


@pytest.mark.parametrize("form", ["text", "tsv", "json", "jsonl", "md", "latex", "html"])
def test_records_of_a_run(form: str, archive: Path) -> None:
    done = rescore("run", "--format", form, "--search", "0", archive)
    assert not CONTROLS.search(done.stdout + done.stderr)


def test_all_that_can_be_printed_of_an_archive(archive: Path) -> None:
    rescore("run", "--search", "0", archive)
    one, other = sorted(path.stem for path in archive.glob("*.ans"))
    lines = [
        ["--", "scorer2", str(archive / f"{one}.ans"), str(archive / "key")],
        ["--", "scorer2", str(archive / f"{other}.ans"), str(archive / "key")],
    ]
    forms = [["--format", form] for form in ("text", "tsv", "json", "md", "latex", "html")]
    commands: list[list[Any]] = [
        ["table", archive],
        ["table", "--format", "jsonl", archive],
        ["table", "--units", "--format", "jsonl", archive],
        *[["rank", *form, archive, "senses"] for form in [*forms, ["--cite"]]],
        *[["compare", *form, archive, one, other] for form in [*forms, ["--cite"]]],
        ["compare", "--cite", *lines[0], *lines[1]],
        ["measures", *lines[0][1:]],
        *[["explain", "--format", form, *lines[0][1:]] for form in ("text", "jsonl", "html")],
        ["check", "--format", "jsonl", *lines[0][1:]],
        ["check", *lines[0][1:]],
        ["check", archive],
        ["init", archive],
        ["diff", archive / f"{one}.ans", archive / f"{other}.ans"],
        ["run", archive / f"{one}.none"],
        ["check", f"scorer{EVIL}"],
    ]
    for words in commands:
        done = rescore(*words)
        assert not CONTROLS.search(done.stdout + done.stderr), words


def test_labels_in_the_list_of_measures(tmp_path: Path) -> None:
    for name in ("target", "system"):
        (tmp_path / name).write_bytes("A\x1b[2J\u202e\tDT\nB\tO\n".encode())
    (tmp_path / "config").write_text(f"target_in = {tmp_path}/target\nsystem_in = {tmp_path}/system\n")
    done = rescore("measures", "FairEval.py", tmp_path / "config")
    assert not CONTROLS.search(done.stdout + done.stderr)


def test_a_picture(archive: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert rescore("rank", "--plot", tmp_path / "a.svg", archive, "senses").status == 0
    assert not CONTROLS.search((tmp_path / "a.svg").read_text())


def test_json_gives_back_what_is_escaped(archive: Path) -> None:
    names = sorted(path.stem for path in archive.glob("*.ans"))
    assert sorted(rescore("run", "--format", "jsonl", "--search", "0", archive).verdicts) == names
    ranked = json.loads(rescore("rank", "--format", "json", archive, "senses").stdout)
    assert sorted(record["system"] for record in ranked) == names


def as_text(name: str) -> str:
    """Return a name with the apostrophe of what could be a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@", "'")) and name != "-1" else name


@pytest.fixture
def table() -> str:
    return "".join(map(tsv_line, [["name", "value"], *[[name, str(number)] for number, name in enumerate(NAMES)]]))


def expected() -> list[list[str]]:
    return [[as_text(name), str(number)] for number, name in enumerate(NAMES)]


def test_csv_reads_a_table(table: str) -> None:
    assert list(csv.reader(io.StringIO(table), delimiter="\t"))[1:] == expected()


def test_pandas_reads_a_table(table: str) -> None:
    pandas = pytest.importorskip("pandas")
    read = pandas.read_csv(io.StringIO(table), sep="\t", keep_default_na=False)
    assert [[name, str(value)] for name, value in read.itertuples(index=False)] == expected()


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="needs R")
@pytest.mark.parametrize("reader", ["read.delim(f)", "read.table(f, header=TRUE, sep='\\t')"])
def test_r_reads_a_table(reader: str, table: str, tmp_path: Path) -> None:
    (tmp_path / "table").write_text(table)
    script = f"f <- '{tmp_path / 'table'}'; t <- {reader}; cat(paste(t$name, t$value, sep='\\t'), sep='\\n')"
    done = subprocess.run(["Rscript", "-e", script], capture_output=True, text=True, check=True)
    assert [line.split("\t") for line in done.stdout.splitlines()] == expected()


@pytest.mark.parametrize("value", ["-0.5", "+1", "-1e-05", ".5", "0/0", "nan", "-inf", "12"])
def test_numbers_stay_numbers(value: str) -> None:
    assert tsv_line([value]) == f"{value}\n"
