"""Names of files in the configuration are UTF-8, whatever the locale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden_cases import ROOT

PLAIN_C = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
SPAN = "Fläche\t1\t2\t1, 2\n"


@pytest.fixture(scope="session")
def latin_1(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a Latin-1 locale made for the test."""
    if not shutil.which("localedef"):
        pytest.skip("there is no localedef here to make a Latin-1 locale with")
    folder = tmp_path_factory.mktemp("locales")
    made = ["localedef", "-i", "en_US", "-f", "ISO-8859-1", str(folder / "en_US.ISO-8859-1")]
    if subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("localedef cannot make a Latin-1 locale here")
    return {"LC_ALL": "en_US.ISO-8859-1", "LOCPATH": str(folder), "PYTHONUTF8": "0"}


@pytest.mark.parametrize("locale", ["C", "Latin-1"])
@pytest.mark.parametrize("report", ["größe/neu/éval.csv", "größe", "größe/alt.csv"])
def test_a_run_is_that_of_a_utf_8_locale(
    locale: str, report: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    environment = PLAIN_C if locale == "C" else request.getfixturevalue("latin_1")
    if locale == "Latin-1":
        probe = [sys.executable, "-c", "import sys; print(sys.getfilesystemencoding())"]
        assert subprocess.check_output(probe, env={**os.environ, **environment}) == b"iso8859-1\n"
    wanted, got = (
        evaluated(tmp_path / name, report, settings) for name, settings in (("utf-8", {}), ("other", environment))
    )
    assert got == wanted
    assert wanted[0] == 0
    assert any("ö" in name and "Fläche\t1\t" in text.decode() for name, text in wanted[3].items())


def evaluated(folder: Path, report: str, environment: dict[str, str]) -> tuple[int, bytes, bytes, dict[str, bytes]]:
    """Run in a folder of its own; return exit status, both streams and all files."""
    for name in ("größe", "ziel", "system-ü"):
        (folder / name).mkdir(parents=True)
    (folder / "größe" / "alt.csv").write_text("old", encoding="utf-8")
    for side in ("ziel", "system-ü"):
        (folder / side / "sätze.spans").write_text(SPAN, encoding="utf-8")
    settings = f"target_in = ziel/sätze.spans\nsystem_in = system-ü\neval_out = {report}\n"
    (folder / "run.config").write_text(settings, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "FairEval.py"), "--config", "run.config"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return done.returncode, done.stdout, done.stderr, files
