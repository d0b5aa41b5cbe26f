"""Commands when the machine fails them: streams, disks, permissions and signals, each at its step."""

from __future__ import annotations

import errno
import io
import os
import signal
from functools import cache

import pytest

from legacy_scorers.common.cli import run
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import STDOUT
from legacy_scorers.common.signals import ending
from legacy_scorers.rescore.scorers import SCORERS
from tests.faults import CLOSED_FOLDER, FULL, OF_STREAMS, SIZE_OF_FILES, Fault, assert_left, ended_by, run_with
from tests.golden_cases import GOLDEN, Case
from tests.running import Run, read_files

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files, pipes and signals")
SCORED = [  # the latter ones say something on standard error
    "scorer2/basic_mixed_v",
    "faireval/basic_full_config",
    "mat_score/b01_perfect",
    "muc_scorer/ne_mixed",
    "conlleval/basic_chunks",
    "coref_scorer/doc_all_verbose",
    "evalb/many_sentences",
    "m2_scorer/whole",
    "scorer2/all_excluded_min",
    "faireval/ours_not_utf8",
    "mat_score/mat13_details_texts_differ",
    "muc_scorer/cfg_key_absent",
    "evalb/errors_twelve",
]
RUN = ["muc_scorer/ne_mixed", "scorer2/all_excluded_min", "rescore/compare_conlleval", ("iobes",), ("iobes", "--help")]
REPORTING = {  # and what is said of a folder where nothing can be written
    "faireval/out_twice": b"FairEval.py: ./b.csv: cannot be written (Permission denied); name another file",
    "mat_score/b06_csv_default": b"MATScore: out: cannot be created (Permission denied); name another --csv_output_dir",
    "muc_scorer/ne_mixed": b"Could not open file 'history' to print history. ",
}
OLD = b"old"
ENDING = [number for number in signal.Signals if number in ending() and not number.name.startswith("SIGRT")]


class Breaking(io.BytesIO):
    """A stream that fails at its n-th write."""

    def __init__(self, nth: int) -> None:
        super().__init__()
        self.left = nth

    def write(self, content: bytes, /) -> int:  # type: ignore[override]
        self.left -= 1
        if self.left == 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), STDOUT)
        return super().write(content)


def run_in_memory(case: Case, failing: int) -> tuple[Run, int]:
    """Run a case whose standard output fails at some write, and count the writes."""
    scorer = SCORERS[case.words[0]]
    host = Memory(read_files(case.input), case.environment)
    host.stdout = stdout = Breaking(failing)
    words, file = scorer.redirected(case.typed[1:])
    host.stdin_name = file or host.stdin_name
    status = run(scorer.command, lambda words, host: scorer.score(words, host, None), words, host)
    return Run(status, stdout.getvalue(), host.stderr.getvalue(), host.reports), failing - stdout.left


@pytest.mark.parametrize("name", SCORED)
def test_an_output_that_fails_at_any_step_is_one_line(name: str) -> None:
    case, fault = Case(GOLDEN / name), Fault(lambda: None, STDOUT, FULL)
    usual, writes = run_in_memory(case, 0)
    for failing in {1, 2, writes // 3, writes // 2, writes} & {*range(1, writes + 1)}:
        found, _ = run_in_memory(case, failing)
        assert_left(found, usual, fault, case.words[0], {})


Line = str | tuple[str, ...]


def words_of(line: Line) -> tuple[str, list[str], dict[str, bytes], dict[str, str]]:
    """Return program, words, files and variables of a golden case, or of a command line."""
    if isinstance(line, str):
        case = Case(GOLDEN / line)
        return case.words[0], case.words[1:], read_files(case.input), case.environment
    return line[0], list(line[1:]), {}, {}


@cache
def usual_run(line: Line, over_old: bool = False) -> Run:
    """Run a golden case, or a command line, that nothing befalls, perhaps where old reports are."""
    program, words, files, variables = words_of(line)
    reports = usual_run(line).files.keys() - files.keys() if over_old else ()
    return run_with(None, program, words, {**files, **dict.fromkeys(reports, OLD)}, variables)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("fault", OF_STREAMS)
@pytest.mark.parametrize("line", RUN, ids=str)
def test_a_stream_that_fails_is_one_line_and_changes_nothing_else(line: Line, fault: str) -> None:
    program, words, files, variables = words_of(line)
    found = run_with(OF_STREAMS[fault], program, words, files, variables)
    assert_left(found, usual_run(line), OF_STREAMS[fault], program, files)


def over_old_reports(name: str, fault: Fault) -> tuple[Run, Run]:
    """Return what a run over old reports leaves, and what it does if the fault befalls it."""
    program, words, files, variables = words_of(name)
    reports = usual_run(name).files.keys() - files.keys()
    assert reports
    before = {**files, **dict.fromkeys(reports, OLD)}
    usual = usual_run(name, over_old=True)
    found = run_with(fault, program, words, before, variables)
    assert_left(found, usual, fault, program, before)
    return usual, found


@pytest.mark.parametrize("name", REPORTING)
def test_a_closed_folder_is_one_line(name: str) -> None:
    program, words, files, variables = words_of(name)
    fault = CLOSED_FOLDER._replace(reason=REPORTING[name])
    assert_left(run_with(fault, program, words, files, variables), usual_run(name), fault, program, files)


@pytest.mark.parametrize("name", REPORTING)
def test_a_limit_of_the_size_of_files_leaves_the_old_reports(name: str) -> None:
    reason = REPORTING[name] if name.startswith("muc") else b"File too large"
    usual, found = over_old_reports(name, SIZE_OF_FILES._replace(reason=reason))
    assert found.files != usual.files


@pytest.mark.parametrize(
    ("name", "number", "moment"),
    [
        *[("faireval/out_twice", number, "replace") for number in ENDING],
        *[("faireval/out_twice", signal.SIGTERM, moment) for moment in ("chmod", "unlink")],
        *[(name, signal.SIGINT, "replace") for name in REPORTING],
    ],
)
def test_a_signal_waits_until_all_reports_are_in_place(name: str, number: signal.Signals, moment: str) -> None:
    usual, found = over_old_reports(name, ended_by(number, moment))
    assert found.files == usual.files or name.startswith("muc")  # whose history is a set of its own


@pytest.mark.parametrize("moment", ["chmod", "replace", "unlink"])
@pytest.mark.parametrize("name", REPORTING)
def test_what_a_killed_run_leaves_stops_nobody(name: str, moment: str) -> None:
    program, words, files, variables = words_of(name)
    new = usual_run(name).files
    before = {**dict.fromkeys(new, OLD), **files}
    killed = run_with(ended_by(signal.SIGKILL, moment), program, words, before, variables)
    assert killed.exit == -signal.SIGKILL
    assert all(killed.files[name] in (before[name], new[name]) for name in new)
    again = run_with(None, program, words, killed.files, variables)
    assert {name: again.files[name] for name in new} == new
