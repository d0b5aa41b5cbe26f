"""``rescore`` as users start it: words, streams, exit statuses, help, completions, and without its libraries."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from rescore.cli import NEEDED
from rescore.scorers import SCORERS
from tests.golden_cases import GOLDEN, ROOT
from tests.running import run_here

if TYPE_CHECKING:
    from pathlib import Path

REPORT = GOLDEN / "faireval" / "basic_full_config" / "stdout"
SCREEN = 24  # lines
SUBCOMMANDS = ("explain", "check", "diff", "compare", "rank", "measures", "init", "run", "site", "table", "merge")


def rescore(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "bin" / "rescore", *words]
    return subprocess.run(
        command, capture_output=True, check=False, encoding="utf-8", env={**os.environ, **environment}
    )


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    report = tmp_path / "changed"
    report.write_bytes(REPORT.read_bytes().replace(b"LOC\t0\t2\t2", b"LOC\t1\t2\t2"))
    return report


def test_text_is_a_line_for_each_difference_and_a_verdict(changed: Path) -> None:
    done = rescore("diff", REPORT, changed)
    first, verdict = done.stdout.splitlines()
    assert first.startswith("traditional/LOC/TP 0 -> 1  (NEW: Prec does not fit, its own TP/(TP+FP) gives 33.33;")
    assert (verdict, done.stderr, done.returncode) == ("figures", "", 1)


@pytest.mark.parametrize("swapped", [False, True])
def test_of_a_folder_and_nothing_what_is_not_there_is_named(swapped: bool, tmp_path: Path) -> None:
    paths = [tmp_path, tmp_path / "nowhere"]
    done = rescore("diff", *(paths[::-1] if swapped else paths))
    assert (done.stdout, done.returncode) == ("", 3)
    assert done.stderr == f"rescore: {paths[1]}: does not exist; {tmp_path} is a folder, name another\n"


@pytest.mark.parametrize(("subcommand", "option"), [("explain", "-o"), ("check", "--format=jsonl")])
def test_options_behind_a_scorer_that_fails_are_told(subcommand: str, option: str, tmp_path: Path) -> None:
    done = rescore(subcommand, "scorer2", REPORT, REPORT, option, tmp_path / "page.html")
    told = f"rescore {subcommand}: scorer2 gets {option}, which follows it; put it before scorer2"
    assert (done.stdout, done.returncode) == ("", 3)
    assert done.stderr.splitlines()[-1] == told


def test_json_lines_end_with_the_verdict(changed: Path) -> None:
    done = rescore("diff", "--format", "jsonl", REPORT, changed)
    difference, verdict = [json.loads(line) for line in done.stdout.splitlines()]
    notes = difference.pop("notes")
    assert difference == {
        "type": "difference", "table": "traditional", "row": "LOC", "column": "TP", "old": "0", "new": "1",
    }  # fmt: skip
    assert len(notes) == 2
    assert verdict == {"type": "verdict", "verdict": "figures"}


@pytest.mark.parametrize(
    ("old", "new", "accept", "status"),
    [
        ("70.00", "70.00", "", 0),
        ("70.00", "70.01", "", 1),
        ("70.00", "70.01", "layout", 1),
        ("70.00", "70.01", "layout,rounding", 0),
        ("70.00", " 70.00", "layout, rounding", 0),
        ("70.00", "71.00", "layout,rounding", 1),
        ("70.00", "70.01", "figures", 2),
    ],
)
def test_verdicts_can_be_accepted(old: str, new: str, accept: str, status: int, tmp_path: Path) -> None:
    for name, figure in (("old", old), ("new", new)):
        (tmp_path / name).write_text(f"### Comparison:\nVersion\tPrec\nFair\t{figure}\n")
    assert rescore("diff", "--accept", accept, tmp_path / "old", tmp_path / "new").returncode == status


def test_folders_are_compared_file_by_file(changed: Path, tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side / "deep").mkdir(parents=True)
        (tmp_path / side / "same").write_bytes(b"no report, but the same\n")
    shutil.copy(REPORT, tmp_path / "old" / "deep" / "report")
    shutil.copy(changed, tmp_path / "new" / "deep" / "report")
    (tmp_path / "new" / "more").touch()
    done = rescore("diff", "--format", "jsonl", tmp_path / "old", tmp_path / "new")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record["type"], record.get("report")) for record in records] == [
        ("difference", "deep/report"), ("verdict", "deep/report"), ("report", "more"), ("verdict", "same"),
        ("verdict", None),
    ]  # fmt: skip
    assert [record["verdict"] for record in records if record["type"] == "verdict"] == [
        "figures",
        "identical",
        "figures",
    ]
    assert done.returncode == 1


def test_a_file_of_a_folder_that_cannot_be_read_does_not_stop_the_others(changed: Path, tmp_path: Path) -> None:
    for side, odd in (("old", "some\n"), ("new", "other\n")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a").write_text(odd)
        shutil.copy(REPORT, tmp_path / side / "b")
    done = rescore("diff", tmp_path / "old", tmp_path / "new")
    assert (done.stdout, done.returncode) == ("b: identical\nidentical\n", 3)
    assert done.stderr.startswith(f"rescore: {tmp_path / 'old' / 'a'}:1: is not a known report")


@pytest.mark.parametrize(
    ("words", "status", "stderr"),
    [
        (
            ["diff", REPORT, "missing"],
            3,
            "rescore: missing: cannot be read (No such file or directory); name a report\n",
        ),
        (["diff", REPORT], 2, "rescore diff: Missing argument 'NEW'; 'rescore diff --help' shows its usage\n"),
        (
            ["diff", REPORT, GOLDEN],
            3,
            f"rescore: {GOLDEN}: is a folder, but {REPORT} is not; name two reports or two folders\n",
        ),
        (["dif"], 2, "rescore: No such command 'dif'; 'rescore --help' shows its usage\n"),
        (
            ["diff", "--bogus"],
            2,
            "rescore diff: No such option '--bogus'; 'rescore diff --help' shows its usage\n",
        ),
    ],
)
def test_errors_are_one_line(words: list[str | Path], status: int, stderr: str) -> None:
    done = rescore(*words)
    assert (done.stdout, done.returncode) == ("", status)
    assert done.stderr == stderr


def test_choices_are_listed_in_one_plain_line() -> None:
    done = rescore("explain")
    assert (done.stdout, done.returncode) == ("", 2)
    assert f"Choose from: {', '.join(SCORERS)}; 'rescore explain --help'" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes_in_folders_are_left_out(tmp_path: Path) -> None:
    for side in ("old", "new"):
        (tmp_path / side).mkdir()
        shutil.copy(REPORT, tmp_path / side)
        os.mkfifo(tmp_path / side / "pipe")
    done = rescore("diff", tmp_path / "old", tmp_path / "new")
    assert (done.stdout, done.stderr, done.returncode) == ("stdout: identical\nidentical\n", "", 0)


@pytest.mark.parametrize("command", ["", *SUBCOMMANDS])
def test_help_fits_a_screen_and_has_an_example(command: str) -> None:
    done = rescore(*command.split(), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= SCREEN
    assert f"Example: rescore {command or 'diff'} " in done.stdout


def test_without_its_libraries_it_says_what_to_install() -> None:
    hide = "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.modules.update(dict.fromkeys(sys.argv[1:]))"
    code = (
        f"{hide}; import importlib.util as u, rescore.cli as c; c.find_spec = lambda name: None; sys.exit(c.main([]))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code, ROOT, *NEEDED], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == (
        b"rescore: needs click, Jinja2, msgspec, numpy, tabulate, tqdm; "
        b"python3 -m pip install click Jinja2 msgspec numpy tabulate tqdm\n"
    )


def test_the_extra_names_the_libraries() -> None:
    extra = next(line for line in (ROOT / "pyproject.toml").read_text().splitlines() if line.startswith("rescore = ["))
    assert all(f'"{name}>=' in extra for name in NEEDED.values())


def test_help_loads_no_subcommand_and_no_library_but_click() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", ROOT / "bin" / "rescore", "--help"], capture_output=True, check=True
    )
    loaded = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.decode().splitlines()}
    assert "rescore.commands" in loaded
    assert not loaded & {"rescore.commands.diff", "numpy", "tabulate", "tqdm", "jinja2", "lxml", "ply", "json"}


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("rescore d", {"diff"}),
        ("rescore diff --f", {"--format"}),
        ("rescore diff --format j", {"jsonl"}),
        ("rescore diff --kind muc-s", {"muc-scores", "muc-summary"}),
        ("rescore diff READ", {"README.md"}),
        ("rescore e", {"explain"}),
        ("rescore explain --format h", {"html"}),
        ("rescore explain sc", {"scorer2", "scorer.pl"}),
        ("rescore explain -o READ", {"README.md"}),
        ("rescore explain scorer2 READ", {"README.md"}),
    ],
)
def test_bash_offers_what_fits(typed: str, offered: set[str]) -> None:
    script = f"""
        PATH={ROOT / "bin"}:{os.path.dirname(sys.executable)}:$PATH
        source completions/bash/rescore
        COMP_WORDS=({typed}); COMP_CWORD={len(typed.split()) - 1}
        _rescore
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert set(done.stdout.decode().split()) == offered


@pytest.mark.parametrize(("shell", "first"), [("zsh", "plain\ndiff\n"), ("fish", "plain,diff\t")])
def test_other_shells_are_answered(shell: str, first: str) -> None:
    current = "1" if shell == "zsh" else "d"
    done = rescore(_RESCORE_COMPLETE=f"{shell}_complete", COMP_WORDS="rescore d", COMP_CWORD=current)
    assert done.stdout.startswith(first)


@pytest.mark.parametrize("file", ["bash/rescore", "zsh/_rescore", "fish/rescore.fish"])
def test_completions_ask_the_command(file: str) -> None:
    shell = file.split("/")[0]
    assert f"_RESCORE_COMPLETE={shell}_complete" in (ROOT / "completions" / file).read_text()


def test_what_cannot_be_written_is_no_difference(tmp_path: Path) -> None:
    example = ROOT / "examples" / "scorer2"
    done = rescore("explain", "-o", tmp_path / "no" / "x", "scorer2", example / "answers", example / "key")
    assert done.returncode == 3


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["run", "--help"]])
def test_help_for_nobody_is_an_error(words: list[str]) -> None:
    command = ["sh", "-c", 'exec "$0" "$@" >&-', sys.executable, str(ROOT / "bin" / "rescore"), *words]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (3, b"rescore: standard output: the stream is closed\n")


def test_nothing_that_reports_or_scorers_say_commands_a_terminal(changed: Path, tmp_path: Path) -> None:
    changed.write_bytes(REPORT.read_bytes() + b"\x1b[31mred\n")
    assert "\\x1b[31mred" in rescore("diff", REPORT, changed).stdout
    (tmp_path / "answers").write_bytes(b"a.n a.n.1 x\na.n \x1b[31m y\n")
    (tmp_path / "key").write_bytes(b"a.n a.n.1 x\n")
    done = rescore("explain", "scorer2", tmp_path / "answers", tmp_path / "key", "-v")
    assert 'Unable to score answer for "a.n_\\x1b[31m"' in done.stderr


def test_where_numpy_has_no_room_only_statistics_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(12, "Cannot allocate memory")

    monkeypatch.setattr("mmap.mmap", full)
    done = run_here("rescore", ["rank"])
    problem = b"rescore: numpy cannot be loaded (Cannot allocate memory); it needs 128 MB of memory\n"
    assert (done.exit, done.stdout, done.stderr) == (3, b"", problem)
    assert run_here("rescore", ["diff", str(REPORT), str(REPORT)]).exit == 0
