"""``rescore`` as users start it: words, streams, exit statuses, help and completions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import GOLDEN, ROOT
from tests.rescore.archives import rescore
from tests.running import run_here

if TYPE_CHECKING:
    from pathlib import Path

REPORT = GOLDEN / "faireval" / "basic_full_config" / "stdout"
SCREEN = 24  # lines
SUBCOMMANDS = ("explain", "check", "diff", "compare", "rank", "measures", "init", "run", "site", "table")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes_in_folders_are_left_out(tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
        shutil.copy(REPORT, tmp_path / side)
        os.mkfifo(tmp_path / side / "pipe")
    done = rescore("diff", tmp_path / "old", tmp_path / "new")
    assert (done.stdout, done.stderr, done.status) == ("stdout: identical\nidentical\n", "", 0)


def test_nothing_is_printed_of_reports_one_of_which_cannot_be_read(tmp_path: Path) -> None:
    rows = b"file,tag,match\na.json,PER,1\nb.json,PER,1\n"
    (tmp_path / "old").write_bytes(rows)
    (tmp_path / "new").write_bytes(rows.replace(b"a.json,PER,1", b"a.json,PER,2") + b'"c.json')
    done = rescore("diff", "--kind", "matscore-csv", tmp_path / "old", tmp_path / "new")
    problem = "a quote in a field is not closed or not doubled; write the table again"
    assert (done.status, done.stdout, done.stderr) == (3, "", f"rescore: {tmp_path / 'new'}:4: {problem}\n")


@pytest.mark.parametrize("command", ["", *SUBCOMMANDS])
def test_help_fits_a_screen_and_has_an_example(command: str) -> None:
    done = rescore(*command.split(), "--help")
    assert (done.status, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= SCREEN
    assert f"Example: rescore {command or 'diff'} " in done.stdout


def test_without_words_help_is_printed_as_an_error() -> None:
    done = rescore()
    assert (done.status, done.stdout, done.stderr) == (2, "", rescore("--help").stdout)


@pytest.mark.parametrize("command", ["", *SUBCOMMANDS])
def test_help_loads_no_other_subcommand_and_no_library_but_click(command: str) -> None:
    words = [sys.executable, "-X", "importtime", str(ROOT / "bin" / "rescore"), *command.split(), "--help"]
    done = subprocess.run(words, capture_output=True, check=True)
    loaded = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.decode().splitlines()}
    assert "legacy_scorers.rescore.commands" in loaded
    ours = {name.removeprefix("legacy_scorers.rescore.") for name in loaded}
    subcommands = {name.split(".")[1] for name in ours if name.startswith("commands.")}
    assert subcommands <= {"compare" if command == "rank" else command}
    assert not loaded & {"numpy", "tabulate", "tqdm", "jinja2", "msgspec", "pathlib", "lxml", "ply", "json"}
    assert not ours & {"scorers", "archive", "runs.running", "statistics.samples"}


@pytest.mark.parametrize(("shell", "first"), [("zsh", "plain\ndiff\n"), ("fish", "plain,diff\t")])
def test_other_shells_are_answered(shell: str, first: str) -> None:
    current = "1" if shell == "zsh" else "d"
    typed = {"_RESCORE_COMPLETE": f"{shell}_complete", "COMP_WORDS": "rescore d", "COMP_CWORD": current}
    done = subprocess.run([sys.executable, ROOT / "bin" / "rescore"], capture_output=True, env={**os.environ, **typed})
    assert done.stdout.decode().startswith(first)


@pytest.mark.parametrize("file", ["bash/rescore", "zsh/_rescore", "fish/rescore.fish"])
def test_completions_ask_the_command(file: str) -> None:
    shell = file.split("/")[0]
    assert f"_RESCORE_COMPLETE={shell}_complete" in (ROOT / "completions" / file).read_text()


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["run", "--help"]])
def test_help_for_nobody_is_an_error(words: list[str]) -> None:
    command = ["sh", "-c", 'exec "$0" "$@" >&-', sys.executable, str(ROOT / "bin" / "rescore"), *words]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (3, b"rescore: standard output: the stream is closed\n")


def test_where_numpy_has_no_room_only_statistics_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("mmap.mmap", full)
    done = run_here("rescore", ["rank"])
    problem = b"rescore: numpy cannot be loaded (Cannot allocate memory); it needs 128 MB of memory\n"
    assert (done.exit, done.stdout, done.stderr) == (3, b"", problem)
    assert run_here("rescore", ["diff", str(REPORT), str(REPORT)]).exit == 0
