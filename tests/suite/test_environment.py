"""Locales, character sets, hash seeds and warnings change no byte of what a command prints and writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import GOLDEN, ROOT, Case, changed_files, is_night, prepare
from tests.running import Run, read_files
from tests.suite.test_golden import compare

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "4711"},
    {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"},
]
TOGETHER = [  # by day, in fewer runs: a system without UTF-8, and streams that are not those of the system
    {**SETTINGS[1], "PYTHONHASHSEED": "1"},
    {**SETTINGS[2], **SETTINGS[4], **SETTINGS[8], "PYTHONHASHSEED": "4711"},
]
CASES = [
    "scorer2/basic_mixed_v",
    "scorer2/latin1",
    "scorer2/sort_utf8_bytes",
    "faireval/basic_full_config",
    "faireval/conll_stacked_punct",
    "faireval/span_latin1",
    "mat_score/b05_mixed_all_stdout",
    "mat_score/b52_unicode_stdout_utf8",
    "mat_score/b69_row_order_without_task",
    "mat_score/d20_non_ascii_file_name_csv",
    "mat_score/e08_xml_latin1",
    "muc_scorer/ne_mixed",
    "muc_scorer/te_strings",
    "muc_scorer/st_mixed",
    "conlleval/bytes_latin1",
    "conlleval/type_utf8_width",
    "conlleval/delimiter_group",
    "coref_scorer/line_bytes",
    "evalb/latin1",
    "evalb/utf8",
    "m2_scorer/words_unicode",
]
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files and pipes")


def named(setting: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in setting.items())


def words_of(line: list[str]) -> list[str]:
    program, *words = line
    return [sys.executable, str(ROOT / "bin" / program), *words]


def scored(case: Case, folder: Path, setting: dict[str, str]) -> Run:
    prepare(case, folder)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    with case.open_standard_input(folder) as standard_input:
        done = subprocess.run(
            words_of(case.words),
            cwd=folder,
            env={**clean, "PYTHONDONTWRITEBYTECODE": "1", **case.environment, **setting},
            stdin=standard_input,
            capture_output=True,
            check=False,
        )
    return Run(done.returncode, done.stdout, done.stderr, changed_files(case, folder))


@pytest.mark.parametrize("setting", SETTINGS if is_night() else TOGETHER, ids=named)
@pytest.mark.parametrize("name", CASES)
def test_bytes_do_not_depend_on_the_environment(name: str, setting: dict[str, str], tmp_path: Path) -> None:
    case = Case(GOLDEN / name)
    assert not (problems := compare(case, scored(case, tmp_path, setting), tmp_path)), "\n".join(problems)


@pytest.fixture(scope="session")
def latin1(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str] | None:
    """Return the settings of a locale whose character set is Latin-1, where one can be made."""
    folder = tmp_path_factory.mktemp("locales")
    make = ["localedef", "-i", "de_DE", "-f", "ISO-8859-1", str(folder / "latin1")]
    if shutil.which("localedef") is None or subprocess.call(make, stderr=subprocess.DEVNULL) != 0:
        return None
    return {"LOCPATH": str(folder), "LC_ALL": "latin1"}


NOT_ASCII = {
    "scorer2": ("scorer2/basic_mixed_v", {"sys.ans": "Ärger.ans"}),
    "FairEval.py": ("faireval/out_new_dir", {"res/deep": "Größe/tief", "run.config": "läuf.config"}),
    "FairEval.py over a report": ("faireval/out_existing_file", {"gold.spans": "göld.spans", "out.csv": "öut.csv"}),
    "FairEval.py into a folder": (
        "faireval/out_existing_file",
        {"sys/gold.spans": "süs/gold.spans", "= out.csv": "= süs"},
    ),
    "MATScore": ("mat_score/f01_task_basic", {"Mini NE": "Mini Ñé", "hyp.json": "hÿp.json"}),
    "MATScore files": ("mat_score/b06_csv_default", {"out": "ñeu", "hyp.json": "hÿp.json"}),
    "MATScore help": ("mat_score/f01_task_basic", {"Mini NE": "Mini Ñé", "--by_token": "--help"}),
    "MATScore task": ("mat_score/a17_unknown_task", {"Nope": "Nöpe", "hyp.json": "hÿp.json"}),
    "MATScore labels": (
        "mat_score/b25_ignore",
        {"PER, NOSUCH": "PÉR, NOSUCH", "PER,LOC,ORG": "PÉR,LOC,ORG", "PER": "PÉR"},
    ),
    "MATScore lost file": ("mat_score/c01_missing_hyp", {"hyp.json": "hÿp.json"}),
    "MATScore 1.3": (
        "mat_score/mat13_task_beats_content_option",
        {"Named Entity": "Nämed Entity", "hyp.json": "hÿp.json"},
    ),
    "MATScore 1.3 help": (
        "mat_score/mat13_task_beats_content_option",
        {"Named Entity": "Nämed Entity", "--content_annotations": "--help"},
    ),
    "muc-score": ("muc_scorer/ne_mixed", {"run.config": "läuf.config", "scores": "Wörter"}),
}


def scored_with_names(name: str, folder: Path, setting: dict[str, str]) -> tuple[int, bytes, bytes, dict[str, bytes]]:
    """Run a case with ASCII names replaced by others, on its command line, among its files and in them."""
    case, names = Case(GOLDEN / NOT_ASCII[name][0]), NOT_ASCII[name][1]
    folder.mkdir()
    prepare(case, folder)
    for path in [path for path in folder.rglob("*") if path.is_file()]:
        text, place = path.read_text(encoding="utf-8"), path.relative_to(folder).as_posix()
        for old, new in names.items():
            text, place = text.replace(old, new), place.replace(old, new)
        path.unlink()
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    words = [names.get(word, word) for word in words_of(case.words)]
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [word.encode() for word in words],
        cwd=folder,
        env={**clean, **case.environment, **setting},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    files = read_files(folder)
    shutil.rmtree(folder)
    return done.returncode, done.stdout, done.stderr, files


STRICT = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


@posix
@pytest.mark.parametrize("name", NOT_ASCII)
def test_names_that_are_not_ascii_do_not_depend_on_the_locale(
    name: str, tmp_path: Path, latin1: dict[str, str] | None
) -> None:
    wanted = scored_with_names(name, tmp_path / "run", {"LC_ALL": "C.UTF-8"})
    assert b"Traceback" not in wanted[2]
    assert wanted[0] == int(Case(GOLDEN / NOT_ASCII[name][0]).expected("exit") or 0)
    settings = [{"LC_ALL": "C"}, *([latin1] if latin1 else [])]
    for setting in settings if is_night() else [settings[[*NOT_ASCII].index(name) % len(settings)]]:
        assert scored_with_names(name, tmp_path / "run", {**setting, **STRICT}) == wanted
