"""Make a release: set its version, date the changelog, build it twice, and run the demo from the result.

``python3 develop.py release X.Y.Z`` runs this in a checkout without changes. The release is in the folder ``dist``;
what is left to do by hand is printed at the end.
"""

from __future__ import annotations

import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
HOLDERS = ("legacy_scorers/__init__.py", "CITATION.cff", "docs/archives.md", "docs/significance.md", "docs/man/*.1")
BEFORE = r'(^__version__ = "|^version: |legacy-scorers |, version |\|v:)'  # what the version follows in these files
VERSION = r"\d+\.\d+\.\d+"
UNRELEASED = "## Unreleased\n"


def main(words: list[str]) -> int:
    """Make the release of the version that the only word names."""
    (version,) = words
    if not re.fullmatch(VERSION, version):
        fail(f"{version} is no version; write three numbers with points between them, such as 1.2.0")
    if git(ROOT, "status", "--porcelain", "--untracked-files=no"):
        fail("there are uncommitted changes; commit or undo them")
    today = datetime.datetime.now(datetime.timezone.utc).date()
    set_version(ROOT, version, today)
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    names = git(ROOT, "ls-files", "-z").split("\0")[:-1]
    files = build(ROOT, names, ROOT / "dist", today)
    with tempfile.TemporaryDirectory() as folder:
        again = build(ROOT, names, Path(folder), today)
        if [file.read_bytes() for file in again] != [file.read_bytes() for file in files]:
            fail("two builds of the same files differ; remove the difference in setup.py")
        scripts = install(f"{files[-1]}[rescore]", Path(folder) / "environment")
        subprocess.run([scripts / "python", ROOT / "examples" / "demo.py", scripts], cwd=folder, check=True)
    listed = " ".join([f"dist/{file.name}" for file in files])
    print(f"\nrelease.py: {listed} are built; commit the changes, tag them v{version}, and upload these files")
    return 0


def set_version(root: Path, version: str, date: datetime.date) -> None:
    """Write the version into all files of a checkout that hold it, and the date into the changelog."""
    changelog = root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if UNRELEASED not in text:
        fail(f"CHANGELOG.md has no heading '{UNRELEASED.strip()}'; say below one what users get")
    changelog.write_text(text.replace(UNRELEASED, f"## {version} ({date})\n", 1), encoding="utf-8")
    for path in [path for pattern in HOLDERS for path in root.glob(pattern)]:
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(BEFORE + VERSION, rf"\g<1>{version}", text, flags=re.MULTILINE), encoding="utf-8")


def build(root: Path, names: Iterable[str], folder: Path, date: datetime.date) -> list[Path]:
    """Build source archive and wheel from the named files of a checkout, and return them in this order.

    They depend only on these files and on the date, the time of all that they hold.
    """
    midnight = datetime.datetime.combine(date, datetime.time(), datetime.timezone.utc)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": f"{midnight.timestamp():.0f}"}
    with tempfile.TemporaryDirectory() as source:
        for name in names:
            copy = Path(source, name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy, follow_symlinks=False)
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), source]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        fail(f"the build failed:\n{done.stdout}{done.stderr}")
    return [*folder.glob("*.tar.gz"), *folder.glob("*.whl")]


def install(package: str, folder: Path) -> Path:
    """Make an environment with the package and what it needs, and return the folder of its commands."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([scripts / "python", "-m", "pip", "install", *quiet, package], check=True)
    return scripts


def git(root: Path, *words: str) -> str:
    """Return what a command of git prints in a checkout."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout


def fail(problem: str) -> NoReturn:
    """End with a line that says what is wrong and what to do."""
    raise SystemExit(f"release.py: {problem}")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
