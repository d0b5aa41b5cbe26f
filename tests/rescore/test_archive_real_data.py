"""Archives made of real data: what the originals printed is what comes out again."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import ROOT, is_night, some
from tests.rescore.archives import run

if TYPE_CHECKING:
    from pathlib import Path

DATA = ROOT.parent / "shared" / "data"
SENSEVAL = DATA / "scorer2"
FAIREVAL = DATA / "faireval"
MANIFEST = """
[more]
run = "FairEval.py --config {submission}"
submissions = "more/*.config"
report = "more/{name}.stdout"

[published]
folder = "src"
run = "FairEval.py --config {submission}"
submissions = "config/*.config"
reports = { "../eval/eval_{name}.csv" = "eval/eval_{name}.csv" }
"""


@pytest.mark.skipif(not SENSEVAL.exists(), reason=f"the recorded Senseval-3 runs are not in {SENSEVAL}")
@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_recorded_runs_of_scorer2(tmp_path: Path) -> None:
    shutil.copytree(SENSEVAL, tmp_path / ".data")
    lines = some((SENSEVAL / "RUNS.tsv").read_text().splitlines()[1:], 12)
    for line in lines:
        folder, name, command, status = line.split("\t")
        submission = tmp_path / f"{folder}-{name}"
        submission.mkdir()
        (submission / "cmd").write_text(f"{command}\n")
        (submission / "in").symlink_to(f"../.data/{folder}")
        (submission / "stdout").symlink_to(f"../.data/{folder}/out/{name}.stdout")
        (submission / "exit").write_text(status)
    assert Counter(run(tmp_path).verdicts.values()) == {"identical": len(lines)}


@pytest.mark.skipif(not FAIREVAL.exists(), reason=f"the published data of FairEval are not in {FAIREVAL}")
def test_published_results_and_further_runs_of_faireval(tmp_path: Path) -> None:
    for name in ("config", "data", "eval", "more"):
        shutil.copytree(FAIREVAL / name, tmp_path / name)
    (tmp_path / "src").mkdir()
    (tmp_path / "archive.toml").write_text(MANIFEST)
    done = run(tmp_path, *([] if is_night() else ["--only", "ner*"]))
    assert Counter(done.verdicts.values()) == {"identical": 24 if is_night() else 8}
