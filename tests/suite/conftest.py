"""What several modules of these tests need: the next release."""

from __future__ import annotations

import datetime
import os
import shutil
from pathlib import Path

import pytest

import release
from tests.golden_cases import PACKAGE_OF, ROOT

NEXT = "9.8.7"
FOLDERS = ("common", "legacy_scorers", "rescore", *PACKAGE_OF.values())
DATE = datetime.date(2031, 5, 9)


@pytest.fixture(scope="session")
def names() -> list[str]:
    """Return the tracked files of the project, of which an installation is made."""
    others = release.git(ROOT, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    lost = [name for name in others if name.endswith(".py") and name.split("/")[0] in FOLDERS]
    assert not lost, "git add these first: only tracked files are installed"
    return release.git(ROOT, "ls-files", "-z").split("\0")[:-1]


@pytest.fixture(scope="session")
def copy(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the tracked files, without the thousands of golden cases and tests, as the next version."""
    folder = tmp_path_factory.mktemp("copy")
    for name in [name for name in names if not name.startswith(("golden/", "tests/"))]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
    release.set_version(folder, NEXT, DATE)
    for path in folder.rglob("*.py"):  # of another day, and of a careful user
        os.utime(path, (0, 0))
        path.chmod(path.stat().st_mode & 0o700)
    return folder


def built(copy: Path, folder: Path) -> list[Path]:
    files = [path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()]
    return release.build(copy, files, folder, DATE)


@pytest.fixture(scope="session")
def archives(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build source archive and wheel of the copy and return them in this order."""
    return built(copy, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def wheel(archives: list[Path]) -> Path:
    """Return the wheel of the copy."""
    return archives[1]
