"""The Senseval-3 data and the figures that others obtained with the original, read from beside the project."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from legacy_scorers.scorer2.cli import main
from tests.golden_cases import ROOT, first_difference, some

if TYPE_CHECKING:
    from pathlib import Path

DATA = ROOT.parent / "shared" / "data" / "scorer2"
RECORDED = DATA / "senseval3-dev" / "recorded_results.txt"
NUMBER_OF_RUNS = 84
RECORDED_FIGURES = re.compile(
    r"\"(?P<answers>[\w.]+)\"\s+using\s+key\s+\"data/(?P<key>[\w.-]+)\":\s+"
    r"(?P<figures>precision:.*\n.*recall:.*\n.*attempted:.*)"
)

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"the recorded Senseval-3 runs are not in {DATA}")


class RecordedRun(NamedTuple):
    """One recorded run of the original: folder, name of its outputs, words, exit status."""

    folder: Path
    name: str
    words: list[str]
    status: int

    def expected(self, stream: str) -> bytes:
        return (self.folder / "out" / f"{self.name}.{stream}").read_bytes()


def recorded_runs() -> list[RecordedRun]:
    if not DATA.exists():
        return []
    rows = [line.split("\t") for line in (DATA / "RUNS.tsv").read_text().splitlines()[1:]]
    return [
        RecordedRun(DATA / folder, name, command.split()[1:], int(status)) for folder, name, command, status in rows
    ]


def check(run: RecordedRun, status: int, stdout: bytes, stderr: bytes) -> None:
    assert stdout == run.expected("stdout"), first_difference(run.expected("stdout"), stdout)
    assert stderr == run.expected("stderr"), first_difference(run.expected("stderr"), stderr)
    assert status == run.status


@pytest.mark.parametrize("run", recorded_runs(), ids=lambda run: run.name)
def test_recorded_run_in_process(
    run: RecordedRun, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(run.folder)
    status = main(run.words)
    check(run, status, *capfdbinary.readouterr())


@pytest.mark.parametrize("run", some(recorded_runs(), 16), ids=lambda run: run.name)
def test_recorded_run_through_bin(run: RecordedRun) -> None:
    done = subprocess.run(
        [sys.executable, "-I", ROOT / "bin" / "scorer2", *run.words], cwd=run.folder, capture_output=True, check=False
    )
    check(run, done.returncode, done.stdout, done.stderr)


def test_all_recorded_runs_are_there() -> None:
    assert len(recorded_runs()) == NUMBER_OF_RUNS


def recorded_figures() -> list[tuple[str, str, str]]:
    """Return answers, key and figures of each report in the record whose answers are there, with single blanks."""
    if not DATA.exists():
        return []
    return [
        (found["answers"], found["key"], " ".join(found["figures"].split()))
        for found in RECORDED_FIGURES.finditer(RECORDED.read_text())
        if (RECORDED.parent / found["answers"]).exists()
    ]


@pytest.mark.parametrize(("answers", "key", "figures"), recorded_figures())
def test_figures_that_others_recorded(
    answers: str, key: str, figures: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(RECORDED.parent)
    assert main([answers, key]) == 0
    assert capfdbinary.readouterr().out.decode().split()[-len(figures.split()) :] == figures.split()


def test_figures_of_four_answer_files_are_recorded() -> None:
    assert {answers for answers, _, _ in recorded_figures()} == {
        "English.baseline",
        "Spanish.baseline",
        "Catalan.baseline",
        "Catalan_2.svc",
    }
