"""Man pages and completions know every option; the script that rescores an archive sees every byte."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from common.iobes.options import VALUED
from mat_score.usage import options_of
from tests.golden_cases import MODULE_OF, ROOT

OPTIONS = {
    "scorer2": {"-g", "-m", "-v"},
    "FairEval.py": {"--config", "--help", "--version"},
    "MATScore": {option.name for option in options_of(None)} | {"--version"},
    "muc-score": set[str](),
    "iobes": {*VALUED, "--check", "--help"},
    "rescore": {
        "--format",
        "--accept",
        "--kind",
        "--output",
        "--cell",
        "--unit",
        "--only",
        "--all",
        "--against",
        "--help",
        "--version",
    },
}


def page(program: str) -> Path:
    return ROOT / "docs" / "man" / f"{program}.1"


@pytest.mark.parametrize("program", [program for program in MODULE_OF if program != "rescore"])  # that is asked itself
@pytest.mark.parametrize("folder", ["bash", "zsh/_"])
def test_completions_offer_every_option(program: str, folder: str) -> None:
    text = (ROOT / "completions" / (folder + program if folder.endswith("_") else f"{folder}/{program}")).read_text()
    assert set(re.findall(r"(?<![\w-])--?[a-z][a-z0-9_]*", text)) >= OPTIONS[program]


def test_zsh_says_of_each_option_what_the_help_says_and_offers_its_values() -> None:
    words = shlex.split((ROOT / "completions" / "zsh" / "_MATScore").read_text(), comments=True)
    found = [re.match(r"\*?(--\w+)=?\[(.*)", word, re.DOTALL) for word in words]
    specs = {match[1]: match[2] for match in found if match}
    for option in [option for option in options_of(None) if option.help]:
        description, _, values = specs[option.name].partition("]")
        assert description.replace(" - ", ": ") in option.help
        assert all(choice in values for choice in option.choices or ())


@pytest.mark.parametrize("program", MODULE_OF)
def test_the_man_page_explains_every_option(program: str) -> None:
    text = page(program).read_text().replace("\\-", "-")
    assert all(re.search(rf"^\.BI? .*{re.escape(option)}\b|^\.BR .*{re.escape(option)}\b", text, re.MULTILINE)
               for option in OPTIONS[program] - {"--help", "--version"})  # fmt: skip


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
@pytest.mark.parametrize("program", MODULE_OF)
def test_the_man_page_renders_without_warnings(program: str) -> None:
    done = subprocess.run(["man", "--warnings", "-l", str(page(program))], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


EXAMPLE = re.compile(r"^\.EX\n(.*?)^\.EE\n", re.MULTILINE | re.DOTALL)
FILES: dict[str, dict[str, str]] = {
    "scorer2": {"answers": "scorer2/answers", "key": "scorer2/key", "sensemap": "scorer2/sensemap"},
    "FairEval.py": {"gold.spans": "faireval/target/letters.spans", "system.spans": "faireval/system/letters.spans"},
    "MATScore": {
        "hyp.json": "matscore/hyp/trip.json",
        "ref.json": "matscore/ref/trip.json",
        "hyp": "matscore/hyp",
        "ref": "matscore/ref",
    },
    "muc-score": {name: f"muc/{name}" for name in ("ne.slots", "ne.map", "ne.keys", "ne.responses")},
    "iobes": {},
}


@pytest.mark.parametrize("program", FILES)
def test_the_examples_of_the_man_page_run(program: str, tmp_path: Path) -> None:
    text = page(program).read_text()
    (tmp_path / "train.conll").write_text("well NN B-NP O\n")
    for name, source in FILES[program].items():
        (tmp_path / name).symlink_to(ROOT / "examples" / source)
    blocks = EXAMPLE.findall(text[text.index("\n.SH EXAMPLES\n") :].replace("\\-", "-"))
    for configuration in blocks[:-1]:
        (tmp_path / re.findall(r"\S+\.config", text)[0]).write_text(configuration)
    for command in blocks[-1].splitlines():
        assert command.startswith(f"{program} ")
        done = subprocess.run(
            ["/bin/sh", "-c", f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'bin'))}/{command}"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("MATScore --csv_", {"--csv_output_dir", "--csv_formula_output"}),
        ("MATScore --file_type x", {"xml-inline"}),
        ("MATScore --file_type = x", {"xml-inline"}),
        ("MATScore --ref_file_type =", {"fake-xml-inline", "mat-json", "xml-inline"}),
        ("MATScore --file_type = x", {"xml-inline"}),
        ("MATScore --file_type =", {"fake-xml-inline", "mat-json", "xml-inline"}),
        ("FairEval.py --c", {"--config"}),
        ("scorer2 answers key -g c", {"coarse"}),
        ("iobes --c", {"--check", "--column"}),
        ("iobes --from bio --to bil", {"bilou"}),
        ("scorer2 answers key -", {"-g", "-m", "-v"}),
    ],
)
def test_bash_offers_what_fits(typed: str, offered: set[str]) -> None:
    program, *words = typed.split()
    script = f"""
        source completions/bash/{program}
        COMP_WORDS=({typed}); COMP_CWORD={len(words)}
        $(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert set(done.stdout.decode().split()) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("program", ["scorer2", "MATScore", "FairEval.py", "iobes"])
def test_bash_offers_a_file_with_a_blank_in_its_name(program: str, tmp_path: Path) -> None:
    (tmp_path / "my answers").touch()
    script = f"""
        source {shlex.quote(str(ROOT / "completions" / "bash" / program))}
        COMP_WORDS=({program} my); COMP_CWORD=1
        $(complete -p {program} | sed 's/.*-F \\([^ ]*\\) .*/\\1/')
        printf '<%s>' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout == b"<my answers>"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT / "examples" / "archive", tmp_path / "archive"))


def rescored(archive: Path) -> subprocess.CompletedProcess[bytes]:
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    script = str(ROOT / "examples" / "rescore.sh")
    return subprocess.run(
        ["/bin/sh", script, str(archive)], env={**os.environ, "PATH": path}, capture_output=True, check=False
    )


def test_the_archive_is_identical(archive: Path) -> None:
    done = rescored(archive)
    verdicts = dict(line.split() for line in done.stdout.decode().splitlines())
    assert verdicts == {folder.name: "identical" for folder in archive.iterdir()}
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("report", ["senseval-mixed/stdout", "names-mat/out/scores/details.csv"])
def test_a_changed_byte_is_seen(archive: Path, report: str) -> None:
    (archive / report).write_bytes((archive / report).read_bytes().replace(b"0", b"1", 1))
    done = rescored(archive)
    assert done.returncode == 1
    assert re.search(rf"^{report.split('/')[0]} +DIFFERENT$", done.stdout.decode(), re.MULTILINE)


def test_a_folder_without_submissions_is_refused(tmp_path: Path) -> None:
    done = rescored(tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.endswith(b"holds no file cmd; name an archive of submissions\n")


def test_what_a_scorer_complains_of_is_shown(archive: Path) -> None:
    (archive / "senseval-mixed" / "cmd").write_text("scorer2 missing missing\n")
    assert b'Unable to read "missing"' in rescored(archive).stderr


@pytest.mark.parametrize("command", ["exit 3", "no-such-program", "scorer2 answers key sensemap -g mixed; exit 1"])
def test_a_run_that_fails_is_not_identical(command: str, archive: Path) -> None:
    (archive / "senseval-mixed" / "cmd").write_text(command)
    (archive / "senseval-mixed" / "in" / "report").write_text("old")
    (archive / "senseval-mixed" / "out").mkdir()
    (archive / "senseval-mixed" / "out" / "report").write_text("old")
    if command != "scorer2 answers key sensemap -g mixed; exit 1":
        (archive / "senseval-mixed" / "stdout").write_text("")
    done = rescored(archive)
    assert done.returncode == 1
    assert re.search(r"^senseval-mixed +DIFFERENT$", done.stdout.decode(), re.MULTILINE)
    assert re.search(rb"^exit status \d+, then 0$", done.stderr, re.MULTILINE)


def test_an_old_report_is_not_taken_for_a_new_one(archive: Path) -> None:
    submission = archive / "names-muc"
    (submission / "cmd").write_text("true")
    (submission / "stdout").write_text("")
    for report in (submission / "out").iterdir():
        shutil.copy(report, submission / "in")
    done = rescored(archive)
    assert done.returncode == 1
    assert re.search(r"^names-muc +DIFFERENT$", done.stdout.decode(), re.MULTILINE)


def test_a_run_that_failed_then_may_fail_now(archive: Path) -> None:
    submission = archive / "senseval-mixed"
    (submission / "cmd").write_text("scorer2 missing missing")
    (submission / "stdout").write_text("")
    (submission / "exit").write_text("1\n")
    done = rescored(archive)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("name", ["a-note", "z-note"])
def test_a_folder_that_is_no_submission_does_not_stop_the_others(name: str, archive: Path) -> None:
    names = {folder.name for folder in archive.iterdir()}
    (archive / name).mkdir()
    done = rescored(archive)
    assert {line.split()[0] for line in done.stdout.decode().splitlines()} == names
    assert done.returncode == 1
    assert f"{name}/ holds no file cmd".encode() in done.stderr
