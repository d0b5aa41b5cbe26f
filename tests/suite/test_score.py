"""``legacy_scorers.score`` on files: what the command writes, the figures that it prints, and matches of any time."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import legacy_scorers
from legacy_scorers import rescore
from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.scorers import SCORERS
from tests.evaluations import compared, everything
from tests.golden_cases import PACKAGE_OF, ROOT, Case, collect, prepare, some
from tests.suite.test_golden import in_any_order

WITHOUT_FIGURES = ("--help", "-h", "--version")
CASES = [
    case
    for case in collect()
    if case.words[0] in PACKAGE_OF and case.expected("exit") == b"0\n" and not {*WITHOUT_FIGURES} & {*case.words}
]


@pytest.mark.parametrize("case", some(CASES, 20), ids=lambda case: case.name)
def test_files_are_scored_as_by_the_command(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run").mkdir()
    prepare(case, tmp_path / "run")
    monkeypatch.chdir(tmp_path / "run")
    command, *words = case.typed
    try:
        result = legacy_scorers.score(command, words, case.environment)
    except InputError:
        assert not any(map(b"".__ne__, (case.expected_files() or {}).values()))
        return
    written = {os.path.normpath(name): content for name, content in result.reports.items()}
    for name, content in case.expected_files().items():
        assert in_any_order(command, written[name]) == in_any_order(command, content) or b"@" in content  # as in @CWD@
    reports = {"": result.printed.encode("utf-8", "surrogateescape"), **result.reports}
    if command in SCORERS:  # then rescore reads its reports
        assert sum([compared(result, content, name) for name, content in reports.items() if content])
    monkeypatch.chdir(ROOT)
    shutil.rmtree(tmp_path / "run")
    assert everything(result)


@pytest.mark.parametrize(
    ("command", "words", "problem"),
    [
        ("conlleval", ["-x"], "conlleval: unknown argument -x"),
        ("MATScore", [], "One of --file or --dir must be specified."),
        ("scorer2", ["a", "missing"], 'Unable to read "missing".'),
    ],
)
def test_a_failure_says_its_reason(command: str, words: list[str], problem: str) -> None:
    with pytest.raises(InputError) as error:
        legacy_scorers.score(command, words)
    assert str(error.value) == problem
    with pytest.raises(InputError) as error:  # and names the command once
        rescore.score(command, words)
    assert str(error.value) == f"{command}: {problem.removeprefix('conlleval: ')}"
