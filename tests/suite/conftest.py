"""What several modules of these tests need: the wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden_cases import ROOT, is_night


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of what is committed."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder / "source")], check=True)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    isolation = [] if is_night() else ["--no-build-isolation"]  # another environment for the build takes seconds
    words = ["wheel", "--no-deps", *isolation, "--wheel-dir", str(folder), str(folder / "source")]
    subprocess.run([*pip, *words], check=True)
    (built,) = folder.glob("*.whl")
    return built
