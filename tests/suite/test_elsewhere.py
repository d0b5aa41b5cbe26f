"""What the page on other programs says of their figures, where these programs can be installed."""

from __future__ import annotations

import shutil
import subprocess
import venv
from typing import TYPE_CHECKING

import pytest

from tests import elsewhere
from tests.golden_cases import ROOT, is_night

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "docs" / "coming-from.md"


@pytest.mark.skipif(not is_night(), reason="installs packages of an index, which takes minutes")
def test_figures_of_other_packages_are_those_of_the_page(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "environment", with_pip=True)
    python = next(path for path in tmp_path.glob("environment/*/python*") if path.stem == "python")
    pip: list[str | Path] = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    if subprocess.run([*pip, *elsewhere.PACKAGES], check=False).returncode:
        pytest.skip("no package index can be reached")
    subprocess.run([*pip, "--no-deps", "--no-index", wheel], check=True)
    program = shutil.copy(elsewhere.__file__, tmp_path)  # away from folders of the names of packages
    done = subprocess.run([python, program], cwd=tmp_path, capture_output=True, text=True, check=True)
    for table in done.stdout.strip().split("\n\n"):
        assert table in PAGE.read_text(encoding="utf-8")


def test_the_page_names_the_versions_that_were_tried() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for package in elsewhere.PACKAGES:
        assert package.replace("==", " ") in page
