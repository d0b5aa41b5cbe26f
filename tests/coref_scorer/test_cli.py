"""The command line of scorer.pl, the files that it opens, and Perl in front of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.coref_scorer import report
from tests.coref_scorer.runs import document, scored
from tests.golden_cases import GOLDEN, MODULE, ROOT
from tests.running import run_on

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = ROOT / "bin" / "scorer.pl"
KEY = document("a", "(1)", "(1)")


@pytest.mark.skipif(os.name != "posix", reason="Perl hands a script over where there are POSIX processes")
@pytest.mark.skipif(shutil.which("perl") is None, reason="Perl is not installed")
@pytest.mark.parametrize("case", ["doc_all_verbose", "bracket_end_without_begin"])
def test_perl_hands_the_script_over(case: str, tmp_path: Path) -> None:
    folder = GOLDEN / "coref_scorer" / case
    words = (folder / "cmd").read_text().split()[1:]
    link = tmp_path / "scorer.pl"
    link.symlink_to(SCRIPT)
    for script in (SCRIPT, link):
        done = subprocess.run(["perl", script, *words], cwd=folder / "in", capture_output=True, check=False)
        wanted = (folder / "stdout").read_bytes().replace(MODULE, bytes(ROOT / "coref_scorer" / "cli.py"))
        assert (done.stdout, done.stderr) == (wanted, (folder / "stderr").read_bytes())
        assert done.returncode == int((folder / "exit").read_text())


@pytest.mark.parametrize("word", ["lea", "", "ceaf", "\udcff", "b\u0307cub"])
def test_a_metric_that_does_not_begin_like_one(word: str) -> None:
    done = run_on({}, "scorer.pl", [word, "absent", "absent"])
    assert (done.exit, done.stdout, done.stderr) == (0, report.VERSION + b"Invalid metric\n", b"")


@pytest.mark.parametrize(
    ("word", "message"),
    [("MUCH", b"much"), ("All", b"all"), ("blanc ", b"blanc "), ("MUC\u00c9\udcff", b"muc\xc3\x89\xff")],
)
def test_a_metric_that_only_begins_like_one(word: str, message: bytes) -> None:
    done = scored(KEY, KEY, word, "none")
    assert (done.exit, done.stderr) == (25, b"Metric %b not implemented yet\n" % message)
    assert scored(b"", KEY, word, "none").exit == 0


@pytest.mark.skipif(os.name != "posix" or shutil.which("bash") is None, reason="substitution of processes in a shell")
def test_pipes_are_scored(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(KEY)
    line = f"{sys.executable} {SCRIPT} all <(cat key) <(cat key) none"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.count(b"F1: 100%") == 11


@pytest.mark.skipif(os.name != "posix", reason="devices and permissions of POSIX")
def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for name, reason, status in [
        ("absent", b"No such file or directory", 2),
        (f"{SCRIPT}/x", b"Not a directory", 20),
        ("x" * 300, b"File name too long", 36),
    ]:
        done = run_on({"key": KEY}, "scorer.pl", ["all", "key", name, "none"])
        assert done.stderr == b"Can not open %b: %b\n" % (name.encode(), reason)
        assert (done.exit, done.stdout) == (status, report.VERSION + b"\nMETRIC muc:\n")
