"""Odd environments: a command ends in a result, or in a line that says what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from legacy_scorers.rescore.archive.pool import pool_of
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.output import statistics
from legacy_scorers.rescore.output.archive import cause_of
from tests.golden_cases import ROOT, some
from tests.rescore.archives import ANSWERS, KEY, MANIFEST, senses
from tests.running import HANGS_S, run_here
from tests.terminal import shown_on

RESCORE = [sys.executable, str(ROOT / "bin" / "rescore")]


def started(*words: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command with some more variables."""
    environment = {**os.environ, **variables}
    return subprocess.run(
        [*RESCORE, *map(str, words)], env=environment, capture_output=True, text=True, check=False, timeout=HANGS_S
    )


@pytest.mark.skipif(os.name != "posix", reason="interpreters are elsewhere")
def test_an_interpreter_found_by_a_relative_path_starts_processes(tmp_path: Path) -> None:
    folder, program = Path(sys.executable).parent, Path(sys.executable).name
    command = [program, str(ROOT / "bin" / "rescore"), "run", "--fresh", str(senses(tmp_path, {"a": ANSWERS}))]
    environment = {**os.environ, "PATH": folder.name}
    done = subprocess.run(command, cwd=folder.parent, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "senses/a  unpublished\n"), done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs terminals")
@pytest.mark.parametrize(
    "variables",
    [
        {"TQDM_DISABLE": "1", "COLUMNS": "abc"},
        {"TQDM_NCOLS": "-5", "COLUMNS": "-1", "TERM": "dumb"},
    ],
    ids=" ".join,
)
def test_progress_on_a_terminal(variables: dict[str, str], tmp_path: Path) -> None:
    import pty

    archive = senses(tmp_path, {"a": ANSWERS})
    screen, terminal = pty.openpty()
    done = subprocess.run(
        [*RESCORE, "run", "--fresh", archive],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=terminal,
        check=False,
    )
    os.close(terminal)
    shown = shown_on(screen)
    assert (done.returncode, done.stdout) == (0, b"senses/a  unpublished\n")
    assert b"Traceback" not in shown
    assert shown.endswith(b"1 submission: 1 unpublished\n")


def test_a_wrong_setting_of_the_progress_bar(tmp_path: Path) -> None:
    done = started("run", senses(tmp_path, {"a": ANSWERS}), TQDM_MININTERVAL="abc")
    problem = "has a wrong value (could not convert string to float: 'abc'); correct it, or unset it"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"rescore: a variable TQDM_... {problem}\n")


@pytest.mark.skipif(os.name != "posix", reason="needs terminals")
def test_what_is_tried_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import fcntl
    import pty
    import struct
    import termios

    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace('report = "{name}.txt"', 'figures = "figures"'))
    (archive / "figures").write_text("name\trecall\tprecision\na\t0.123\t0.456\n")
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, 100, 0, 0))
    done = subprocess.run([*RESCORE, "run", archive], stdout=subprocess.PIPE, stderr=terminal, check=False)
    os.close(terminal)
    assert done.returncode == 1
    assert b", senses/a: with" in shown_on(screen)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return senses(tmp_path_factory.mktemp("archive"), {"ä": ANSWERS, "b": KEY})


ODD_SETTINGS_OF_PICTURES = [
    {
        "MPLBACKEND": "nonsense", "SOURCE_DATE_EPOCH": "abc", "HOME": "relative", "XDG_CONFIG_HOME": "relative",
        "MPLCONFIGDIR": "relative",
    },
    {"HOME": "relative", "XDG_CONFIG_HOME": "relative"},
    {"MPLBACKEND": "module://os", "MATPLOTLIBRC": __file__, "MPLCONFIGDIR": os.devnull},
    {"MPLCONFIGDIR": "relative", "XDG_CACHE_HOME": "relative"},
]  # fmt: skip


def test_a_picture(archive: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")

    def drawn(**variables: str) -> tuple[str, str, bytes]:
        done = started("rank", "--plot", tmp_path / "drawn.svg", archive, "senses", **variables)
        assert done.returncode == 0
        return done.stdout, done.stderr, (tmp_path / "drawn.svg").read_bytes()

    plain = drawn()
    for variables in some(ODD_SETTINGS_OF_PICTURES, len(ODD_SETTINGS_OF_PICTURES)):
        assert drawn(**variables) == plain
    assert not (Path(statistics.__file__).parent / "relative").exists()


ODD = {
    "_RESCORE_COMPLETE": "nonsense", "COLUMNS": "abc", "NO_COLOR": "1", "OPENBLAS_NUM_THREADS": "abc",
    "PYTHONIOENCODING": "ascii", "LC_ALL": "nowhere",
}  # fmt: skip


@pytest.mark.parametrize("words", [("run", "--fresh", "."), ("rank", ".", "senses"), ("diff", "--help")], ids=" ".join)
def test_the_result_is_the_same(words: tuple[str, ...], archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(archive)
    others = [started(*words, **ODD)]
    if words[-1] == "--help":
        others.append(started(*words, _RESCORE_COMPLETE="bash_complete"))
    plain = run_here("rescore", words)
    for odd in others:
        assert (odd.returncode, odd.stdout.encode(), odd.stderr.encode()) == (plain.exit, plain.stdout, plain.stderr)


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("name", "value"), [("DASK_CONFIG", __file__), ("DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "abc")]
)
def test_settings_of_dask_that_it_cannot_read(name: str, value: str, tmp_path: Path) -> None:
    done = started("run", "--cluster", "tcp://127.0.0.1:1", senses(tmp_path, {"a": ANSWERS}), **{name: value})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("rescore: ")


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([f"problem {number}" for number in range(75)], "problem 74"),
        (["the reason", "Usage: command", *[f"option {number}" for number in range(75)]], "the reason"),
        ([*[f"problem {number}" for number in range(60)], "Usage: command", *["options"] * 40], "problem 59"),
        (["the same"] * 75, "the same"),
    ],
)
def test_a_cause_of_many_messages_is_their_reason(lines: list[str], reason: str) -> None:
    record = Rescoring(Submission("task", "name", ["scorer2"])).failed("\n".join(lines)).record
    assert cause_of(record) == reason
    assert len(record.messages) <= 52


@pytest.mark.parametrize(("system", "processes"), [("linux", 3), ("darwin", 7)])
def test_there_is_a_process_for_each_processor_that_we_may_use(
    system: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []
    monkeypatch.setattr("legacy_scorers.rescore.archive.pool.Pool", lambda *setting: made.append(setting[1]))
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 2, 5}, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    monkeypatch.setattr("sys.platform", system)
    pool_of("archive", None, 1.0, None)
    assert made == [processes]
