"""Published results of FairEval's author, and further runs of the original over his data, reproduced byte for byte."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from faireval.cli import main
from tests.golden_cases import ROOT, first_difference

DATA = ROOT.parent / "shared" / "data" / "faireval"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the published data are not here: {DATA}")
RUNS = sorted(path.stem for path in DATA.glob("more/*.config"))


@pytest.mark.parametrize("name", ["chunks", "ner", "topofields"])
def test_published_results(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DATA / "config", tmp_path / "config")
    (tmp_path / "data").symlink_to(DATA / "data")
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    assert main(["--config", f"../config/{name}.config"]) == 0
    wanted, got = ((folder / "eval" / f"eval_{name}.csv").read_bytes() for folder in (DATA, tmp_path))
    assert got == wanted, first_difference(wanted, got)


@pytest.mark.parametrize("name", RUNS)
def test_further_runs(name: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    monkeypatch.chdir(DATA)
    assert main(["--config", f"more/{name}.config"]) == 0
    sys.stdout.flush()
    wanted, got = (DATA / "more" / f"{name}.stdout").read_bytes(), capfdbinary.readouterr().out
    assert got == wanted, first_difference(wanted, got)
