"""Manifests for public archives, whose data are not here: runs on made-up files of the same form."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from tests.golden_cases import ROOT
from tests.rescore.archives import run

if TYPE_CHECKING:
    from pathlib import Path

PUBLIC = ROOT / "examples" / "public"
EXAMPLE = ROOT / "examples" / "m2scorer"
TEAMS = ["AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]


def test_official_submissions_to_conll_2014(tmp_path: Path) -> None:
    manifest = tmp_path / "conll14.toml"
    shutil.copy(PUBLIC / manifest.name, manifest)
    lines = [line.removeprefix("#: ") for line in manifest.read_text().splitlines() if line.startswith("#: ")]
    assert [line.partition("\t")[0] for line in lines] == ["name", *TEAMS]
    table = [line if line[:4] not in ("AMU\t", "UMC\t") else f"{line[:3]}\t0.8333" for line in lines]
    (tmp_path / "published.tsv").write_text("".join([f"{line}\n" for line in table]))
    shutil.copy(EXAMPLE / "gold.m2", tmp_path / "conll14st-test.m2")
    (tmp_path / "official_submissions").mkdir()
    for team in TEAMS:
        shutil.copy(EXAMPLE / "system", tmp_path / "official_submissions" / team)
    done = run(manifest)
    assert done.verdicts == {team: "identical" if team in ("AMU", "UMC") else "figures" for team in TEAMS}
