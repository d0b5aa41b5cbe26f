"""Published results of FairEval's author, and further runs of the original over his data, reproduced byte for byte."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from legacy_scorers.faireval.align import FIRST_VERSION
from legacy_scorers.faireval.arguments import VERSION_VARIABLE
from legacy_scorers.faireval.cli import main
from tests.golden_cases import ROOT, first_difference, some

DATA = ROOT.parent / "shared" / "data" / "faireval"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the published data are not here: {DATA}")
RUNS = sorted(path.stem for path in DATA.glob("more/*.config"))


def published_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Return the report of a published configuration."""
    shutil.copytree(DATA / "config", tmp_path / "config")
    (tmp_path / "data").symlink_to(DATA / "data")
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    assert main(["--config", f"../config/{name}.config"]) == 0
    return (tmp_path / "eval" / f"eval_{name}.csv").read_bytes()


@pytest.mark.parametrize("name", ["chunks", "ner", "topofields"])
def test_published_results(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, got = (DATA / "eval" / f"eval_{name}.csv").read_bytes(), published_run(name, tmp_path, monkeypatch)
    assert got == wanted, first_difference(wanted, got)


def test_results_of_the_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VERSION_VARIABLE, FIRST_VERSION)
    got = published_run("ner", tmp_path, monkeypatch)
    assert b"\nFair\t90.34\t87.14\t88.71\nWeighted\t91.04\t88.08\t89.53\n" in got


@pytest.mark.parametrize("name", some(RUNS, 3))
def test_further_runs(name: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.chdir(DATA)
    assert main(["--config", f"more/{name}.config"]) == 0
    sys.stdout.flush()
    wanted, got = (DATA / "more" / f"{name}.stdout").read_bytes(), capfdbinary.readouterr().out
    assert got == wanted, first_difference(wanted, got)
