"""What the machine does to a run: odd locales, hash seeds, full disks, closed pipes, read-only folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests import unprivileged
from tests.golden_cases import GOLDEN, ROOT, Case, changed_files, is_night, prepare
from tests.running import Run, read_files
from tests.suite.test_golden import compare
from tests.unprivileged import reachable_folder

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
SAMPLES = [
    "scorer2/basic_mixed_v",
    "faireval/basic_full_config",
    "mat_score/b01_perfect",
    "muc_scorer/ne_mixed",
    "conlleval/basic_chunks",
    "coref_scorer/doc_all_verbose",
    "evalb/many_sentences",
    "m2_scorer/whole",
]
TALKATIVE = [  # something on standard error
    "scorer2/all_excluded_min",
    "faireval/ours_not_utf8",
    "mat_score/mat13_details_texts_differ",
    "muc_scorer/cfg_key_absent",
    "evalb/errors_twelve",
    "rescore/compare_conlleval",
]
IOBES = [["iobes"], ["iobes", "--help"]]  # something on standard error, and on standard output
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


class Fault(NamedTuple):
    """A redirection with which streams are lost; if standard output fails, what is said of it, and the exit status."""

    redirection: str
    lost: tuple[str, ...]
    said: bytes | None = None
    status: int | None = None  # None is that of a failure


FULL, CLOSED = b"No space left on device", b"the stream is closed"
FAULTS = [
    Fault("> /dev/full", ("stdout",), FULL),
    Fault("2> /dev/full", ("stderr",)),
    Fault("> /dev/full 2>&1", ("stdout", "stderr"), FULL),
    Fault(">&-", ("stdout",), CLOSED),
    Fault("2>&-", ("stderr",)),
    Fault("| true", ("stdout",), b"", 0),  # a reader that went away, of which nothing is said; the status is its own
]


def started(line: str | list[str], folder: Path, redirection: str) -> Run:
    """Run a golden case, or a command line, in a new folder with its streams redirected."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    case = Case(GOLDEN / line) if isinstance(line, str) else None
    if case:
        prepare(case, folder)
    command = words_of(case.words if case else list(line))
    with case.open_standard_input(folder) if case else open(os.devnull, "rb") as standard_input:
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *command],
            cwd=folder,
            env={**os.environ, **(case.environment if case else {})},
            stdin=standard_input,
            capture_output=True,
            check=False,
        )
    return Run(done.returncode, done.stdout, done.stderr, read_files(folder))


def assert_left(found: Run, usual: Run, fault: Fault, line: str | list[str]) -> None:
    """See that a run that a fault befalls leaves what it must; ``usual`` is what it leaves without."""
    assert found.stdout == (b"" if "stdout" in fault.lost else usual.stdout)
    if fault.said is None or not usual.stdout:
        assert found.stderr == (b"" if "stderr" in fault.lost else usual.stderr)
        assert found.exit == (usual.exit if fault.status is None else fault.status)
        assert found.files == usual.files
        return
    program = line[0] if isinstance(line, list) else Case(GOLDEN / line).words[0]
    message = b"%s: standard output: %s\n" % (program.encode(), fault.said) if fault.said else b""
    failure = 3 if program == "rescore" else 1
    assert found.exit == (failure if fault.status is None else fault.status)
    assert found.stderr.endswith(message) or "stderr" in fault.lost
    assert usual.stderr.startswith(found.stderr.removesuffix(message))  # it may end before all messages
    assert found.files.items() <= usual.files.items()
    assert found.files.keys() in (usual.files.keys(), set(inputs_of(line)))


def inputs_of(line: str | list[str]) -> dict[str, bytes]:
    return read_files(Case(GOLDEN / line).input) if isinstance(line, str) else {}


@posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("line", [*SAMPLES, *TALKATIVE, *IOBES], ids=str)
def test_a_stream_that_fails_is_one_line_and_changes_nothing_else(line: str | list[str], tmp_path: Path) -> None:
    usual = started(line, tmp_path / "run", "")
    for fault in FAULTS:
        assert_left(started(line, tmp_path / "run", fault.redirection), usual, fault, line)


@posix
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("faireval/out_twice", b"FairEval.py: ./b.csv: cannot be written (Permission denied); name another file"),
        (
            "mat_score/b06_csv_default",
            b"MATScore: out: cannot be created (Permission denied); name another --csv_output_dir",
        ),
        ("muc_scorer/ne_mixed", b"Could not open file 'history' to print history. "),
    ],
)
def test_a_read_only_folder_is_one_line(name: str, line: bytes) -> None:
    case = Case(GOLDEN / name)
    with reachable_folder() as folder:
        prepare(case, folder)
        folder.chmod(0o555)
        done = unprivileged.run(words_of(case.words), folder, case.environment)
        assert (done.returncode, done.stderr.splitlines()[-1]) == (1, line)
        assert changed_files(case, folder) == {}


@posix
def test_rights_are_given_up_where_only_this_user_can_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nread line <secret && echo $line && >new\n")
    program.chmod(0o500)
    (tmp_path / "secret").write_text("read\n")
    (tmp_path / "secret").chmod(0o400)
    tmp_path.chmod(0o500)
    done = unprivileged.run([str(program)], tmp_path)
    tmp_path.chmod(0o700)
    assert (done.stdout, done.returncode != 0) == (b"read\n", True)
    assert not (tmp_path / "new").exists()


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
    for setting in filter(None, ({"LC_ALL": "C"}, latin1)):
        assert scored_with_names(name, tmp_path / "run", {**setting, **STRICT}) == wanted
