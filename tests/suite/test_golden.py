"""Every golden case in this process, and some through ``bin/``: streams, exit status and every file, byte for byte.

A case of a scorer is run once, with an observer and on a host that writes nothing, and that run is asked all else, too.
On the system's own files, and without an observer, run those of other commands and by day some of the rest.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common import VERSION
from legacy_scorers.common.result import Run as ScoredRun
from legacy_scorers.rescore.scorers import SCORERS
from tests.golden_cases import (
    HERE,
    MODULE,
    ORIGINS,
    PACKAGE_OF,
    PROTECTED,
    ROOT,
    Case,
    changed_files,
    collect,
    first_difference,
    masked,
    prepare,
    run_in_bin,
    some,
)
from tests.observed import ObservedRun
from tests.rescore.archives import jobs_in_order
from tests.rescore.questions import wrong_answers
from tests.running import SETTINGS, Run, call_main

if TYPE_CHECKING:
    from collections.abc import Callable


def all_expected(case: Case) -> bytes:
    """Return all that a case expects on its streams and in files, in one piece."""
    streams = [case.expected(stream) or b"" for stream in ("stdout", "stderr")]
    return b"".join([*streams, *case.expected_files().values()])


CASES = collect()
OBSERVED = [case for case in CASES if case.typed[0] in SCORERS]
SCORED = [case for case in OBSERVED if case.expected("exit") == b"0\n"]
REFUSED = [case for case in OBSERVED if case.expected("exit") != b"0\n"]
OF_OTHERS = [case for case in CASES if case.typed[0] not in SCORERS]
OF_SCORERS = [case for case in CASES if case.path.parent.name in PACKAGE_OF.values()]
WITH_VERSION = [case for case in CASES if case.path.parent.name == "rescore" and b"@VERSION@" in all_expected(case)]
UNWRITABLE = (  # only the system refuses to write a report
    "faireval/out_new_dir_slash",
    "muc_scorer/cfg_score_unwritable",
    "muc_scorer/muc33_err_unwritable",
    "muc_scorer/ne_report_unwritable",
)
NOT_OBSERVED = [*OF_OTHERS, *[case for case in REFUSED if case.name in UNWRITABLE]]
OTHER_VERSION = "10.0.0rc1"  # longer, and not of digits alone
MEMBER = rb"(?=[^\s,\"]+ (?:\(-?\d+--?\d+\) )?\(id )"  # where the description of an annotation with an ID begins
INNERMOST = re.compile(rb"\[(" + MEMBER + rb"[^\[\]]*)\]")
QUOTED_SET = re.compile(rb"(?<=\")(" + MEMBER + rb"(?:[^\"]|\"\")*)(?=\")")
SORTED_LISTS = re.compile(rb"^(labels|exclude): (\[.*\])(?=\r?$)", re.MULTILINE)


def in_any_order(program: str, report: bytes) -> bytes:
    """Sort what the original prints in random order, that of memory addresses.

    FairEval's lists in the lines ``labels:`` and ``exclude:``; the members of a set of annotations in MATScore's
    descriptions, and in fields of CSV files.
    """
    if program == "FairEval.py":
        return SORTED_LISTS.sub(
            lambda line: line[1] + b": " + repr(sorted(ast.literal_eval(line[2].decode()))).encode(), report
        )
    if program == "MATScore" and b"[" in report:
        return QUOTED_SET.sub(_sorted_members, _sorted_sets(report))
    return report


def _sorted_sets(report: bytes) -> bytes:
    """Sort the members of annotation sets in brackets, inner sets first."""
    inner = INNERMOST.sub(lambda found: b"\0" + _sorted_members(found) + b"\1", report)
    return inner if inner == report else _sorted_sets(inner)


def _sorted_members(found: re.Match[bytes]) -> bytes:
    """Sort annotations at whose headings a text can be cut; what is pointed to has an ID."""
    return b",".join(sorted(re.split(b"," + MEMBER, found[1])))


def run_in_process(
    case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    prepare(case, folder)
    program, *words = case.words
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(SETTINGS)]:
        monkeypatch.delenv(name)
    for name, value in case.environment.items():
        monkeypatch.setenv(name, value)
    if case.before:
        with jobs_in_order():
            call_main(case.before[0], case.before[1:])
        capfdbinary.readouterr()
    monkeypatch.setattr(sys, "argv", [program, *words])
    with open(case.standard_input, encoding="ascii") as standard_input, jobs_in_order():
        monkeypatch.setattr(sys, "stdin", standard_input)
        status = call_main(program, words)
    sys.stdout.flush()
    captured = capfdbinary.readouterr()
    return Run(status, captured.out, captured.err, changed_files(case, folder))


def masked_run(run: Run) -> Run:
    """Return a run with placeholders for what differs between two versions of the suite."""
    files = {name: masked(content) for name, content in run.files.items()}
    return Run(run.exit, masked(run.stdout), masked(run.stderr), files)


def compare(case: Case, run: Run, folder: Path) -> list[str]:
    """Return what differs from the case's expectation, nothing if all is right."""
    program = case.words[0]
    here = os.fsencode(os.path.realpath(folder))
    module = os.fsencode(ROOT / "coref_scorer" / "cli.py")

    def wanted(content: bytes) -> bytes:
        return in_any_order(program, content.replace(HERE, here).replace(MODULE, module))

    problems = []
    run = masked_run(run)
    if run.exit != int(case.expected("exit") or b"0"):
        problems.append(f"exit: wanted {case.expected('exit')!r}, got {run.exit}\nstderr: {run.stderr!r}")
    stdout = case.expected("stdout")
    prefix = case.expected("stdout_prefix")
    if prefix is not None:
        if not in_any_order(program, run.stdout).startswith(wanted(prefix)):
            problems.append("stdout_prefix: " + first_difference(wanted(prefix), run.stdout))
    elif in_any_order(program, run.stdout) != wanted(stdout or b""):
        problems.append("stdout: " + first_difference(wanted(stdout or b""), in_any_order(program, run.stdout)))
    if case.expected("stderr_exception") is not None:
        problems += one_clear_line(run.stderr)
    elif run.stderr != wanted(case.expected("stderr") or b""):
        problems.append("stderr: " + first_difference(wanted(case.expected("stderr") or b""), run.stderr))
    return problems + compare_files(case, run, folder, wanted)


def one_clear_line(stderr: bytes) -> list[str]:
    lines = stderr.splitlines()
    if len(lines) != 1 or b"Traceback" in stderr:
        return [f"stderr: wanted one clear line, got {stderr!r}"]
    return []


def compare_files(case: Case, run: Run, folder: Path, wanted: Callable[[bytes], bytes]) -> list[str]:
    expected = case.expected_files()
    rewritten = {name: (folder / name).read_bytes() for name in expected if (folder / name).is_file()}
    files = {**rewritten, **run.files}
    problems = [f"missing file {name}" for name in expected if name not in files]
    problems += [f"unexpected file {name}" for name in files if name not in expected]
    for name in expected.keys() & files.keys():
        want, got = wanted(expected[name]), in_any_order(case.words[0], masked(files[name]))
        if want != got:
            problems.append(f"{name}: " + first_difference(want, got))
    return problems


def update(case: Case, run: Run, names: list[str]) -> None:
    """Make the run the case's new expectation, where that is allowed and was asked for by name."""
    if case.name not in names:
        return
    if os.environ.get("CI"):
        pytest.fail("golden cases are not updated under CI")
    if case.origin in PROTECTED:
        pytest.fail(f"{case.name} is of origin {case.origin}, which is never updated")
    run = masked_run(run)
    (case.path / "stdout").write_bytes(run.stdout)
    (case.path / "stderr").write_bytes(run.stderr)
    (case.path / "exit").write_text(f"{run.exit}\n")
    shutil.rmtree(case.path / "out", ignore_errors=True)
    for name, content in run.files.items():
        target = case.path / "out" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


@pytest.fixture(scope="module")
def nowhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working folder of cases without input."""
    return tmp_path_factory.mktemp("nowhere")


@pytest.mark.parametrize(("number", "case"), [*enumerate(OBSERVED)], ids=[case.name for case in OBSERVED])
def test_observed(number: int, case: Case, nowhere: Path, request: pytest.FixtureRequest) -> None:
    observed = ObservedRun(case.typed, case.input if case.input.exists() else nowhere, case.environment, number)
    if case.name not in UNWRITABLE:
        update(case, observed.left, request.config.getoption("--update-golden"))
        assert not (problems := compare(case, observed.left, Path(observed.host.folder))), "\n".join(problems)
    assert wrong_answers(observed) == {}


@pytest.mark.parametrize(
    "case", dict.fromkeys([*NOT_OBSERVED, *some(REFUSED, 3), *some(SCORED, 8)]), ids=lambda case: case.name
)
def test_in_process(
    case: Case,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
    request: pytest.FixtureRequest,
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run = run_in_process(case, folder, monkeypatch, capfdbinary)
    if case.typed[0] not in SCORERS or case.name in UNWRITABLE:
        update(case, run, request.config.getoption("--update-golden"))
    assert not (problems := compare(case, run, folder)), "\n".join(problems)


@pytest.fixture
def other_version(monkeypatch: pytest.MonkeyPatch) -> str:
    """Give the suite another version, in all modules that have it."""
    imported = re.compile(r"^from legacy_scorers(?:\.common)? import .*\bVERSION\b", re.MULTILINE)
    for path in [*ROOT.glob("common/**/*.py"), *ROOT.glob("rescore/**/*.py")]:
        if imported.search(path.read_text(encoding="utf-8")):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            monkeypatch.setattr(importlib.import_module(f"legacy_scorers.{name}"), "VERSION", OTHER_VERSION)
    monkeypatch.setattr(ScoredRun, "version", OTHER_VERSION)
    return OTHER_VERSION


@pytest.mark.parametrize("case", some(WITH_VERSION, 8), ids=lambda case: case.name)
def test_another_version_changes_no_expectation(
    case: Case,
    other_version: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run = run_in_process(case, folder, monkeypatch, capfdbinary)
    assert not (problems := compare(case, run, folder)), "\n".join(problems)
    left = b"".join([run.stdout, run.stderr, *run.files.values()])
    assert other_version.encode() in left
    assert VERSION.encode() not in left


@pytest.mark.parametrize("case", some(OF_SCORERS, 32), ids=lambda case: case.name)
def test_through_bin(case: Case, tmp_path: Path) -> None:
    run = run_in_bin(case, tmp_path)
    assert not (problems := compare(case, run, tmp_path)), "\n".join(problems)


@pytest.mark.parametrize("package", sorted(PACKAGE_OF.values()))
def test_every_command_has_cases(package: str) -> None:
    assert any(case.path.parent.name == package for case in CASES)


def test_cases_are_complete() -> None:
    for case in CASES:
        assert case.origin in ORIGINS, case.name
        assert case.expected("exit") is not None, case.name
        assert (case.expected("note") or b"").strip(), f"{case.name}: the note says in one line what the case shows"


def test_named_updates_exist(request: pytest.FixtureRequest) -> None:
    unknown = set(request.config.getoption("--update-golden")) - {case.name for case in CASES}
    assert not unknown, "no such golden case"
