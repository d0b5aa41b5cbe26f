"""What cannot be evaluated ends in one line that names file and line; reports are whole or not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legacy_scorers.faireval.cli import main
from tests.golden_cases import ROOT

CONFIG = b"target_in = gold.spans\nsystem_in = system/gold.spans\n"
LINE = b"A\t1\t2\t1, 2\n"
REPORT = "### Target data stats:"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "system").mkdir()
    write()
    return tmp_path


def write(target: bytes = LINE, system: bytes = LINE, config: bytes = CONFIG) -> None:
    Path("gold.spans").write_bytes(target)
    Path("system/gold.spans").write_bytes(system)
    Path("run.config").write_bytes(config)


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words or ("--config", "run.config"))
    sys.stdout.flush()
    captured = capfd.readouterr()
    return status, captured.out, captured.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_pipes_in_directories_are_left_out(capfd: pytest.CaptureFixture[str]) -> None:
    os.mkdir("target")
    os.mkfifo("target/gold.spans")
    write(config=b"target_in = target\nsystem_in = system\n")
    status, out, err = run(capfd)
    assert (status, err) == (0, "")
    assert out.endswith("Label\tFreq\t%\n")


FILES = b"target_in = gold\nsystem_in = pred\n"
FOLDER = b"target_in = all\nsystem_in = pred\n"


@pytest.mark.parametrize(
    ("inputs", "report"),
    [
        (FILES, "./gold"),
        (FILES, "pred"),
        (FILES, "hard"),
        (FILES, "./run.config"),
        (FOLDER, "all/../pred"),
        (FOLDER, "all/lonely"),
        (FOLDER, "link"),
    ],
)
def test_a_report_takes_the_place_of_no_file_that_has_no_partner(
    inputs: bytes, report: str, capfd: pytest.CaptureFixture[str]
) -> None:
    write(config=inputs + f"eval_out = {report}\n".encode())
    Path("all").mkdir()
    for name in ("gold", "pred", "all/lonely"):
        Path(name).write_bytes(LINE)
    Path("link").symlink_to("all/lonely")
    os.link("gold", "hard")
    before = Path(report).read_bytes()
    status, out, err = run(capfd)
    assert (status, err.count("\n")) == (1, 1)
    assert "eval_out is this input file" in err
    assert "###" not in out
    assert Path(report).read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_full_disk(capfd: pytest.CaptureFixture[str]) -> None:
    write(config=CONFIG + b"eval_out = /dev/full\n")
    status, _, err = run(capfd)
    assert status == 1
    assert err.startswith("FairEval.py: /dev/full: ")


def test_closed_pipe() -> None:
    write(LINE + b"\n" + b"".join(b"L%d\t1\t1\t1\n" % number for number in range(300)))
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = command(stdout=write_end)
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


def command(stdout: int) -> subprocess.CompletedProcess[bytes]:
    words = [sys.executable, str(ROOT / "bin" / "FairEval.py"), "--config", "run.config"]
    return subprocess.run(words, stdout=stdout, stderr=subprocess.PIPE, check=False)


def test_arguments_that_are_not_text(capfd: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capfd, "--config", "run.config", "\udcff")
    assert (status, err.splitlines()[1]) == (2, r"FairEval.py: error: unrecognized arguments: \udcff")
    status, _, err = run(capfd, "--config", "\udcff")
    assert status == 1


PIECES = st.sampled_from(
    [b"A", b"B-A", b"I-A", b"O", b"|", b"\t", b" ", b"\n", b"\r", b"\n\n", b"1", b"2", b"3", b"0", b"-1", b",", b"x",
     b"$.", b"\xff", b"\xc3\xa4", b"\0", b"A\t1\t2\t1,2\n", b"A\t2\t3\tx\n", b"a X B-A\n", b"b $. I-A\n"]
)  # fmt: skip
CONTENT = st.lists(PIECES, max_size=12).map(b"".join) | st.binary(max_size=30)
KEYS = st.sampled_from(
    [b"labels", b"exclude", b"ignore_punct", b"focus", b"weights", b"eval_method", b"target_in", b"#", b"=", b" ",
     b"\n", b"A", b"all", b"default", b"True", b"weighted", b"gold.spans", b"LE = 1 FP", b",", b"\xff", b"\0", b"\r",
     b"\xef\xbb\xbf"]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(CONTENT, CONTENT, st.booleans(), st.lists(KEYS, max_size=8).map(b"".join))
def test_any_bytes_give_a_report_or_one_clear_line(
    capfd: pytest.CaptureFixture[str], target: bytes, system: bytes, ignore_punctuation: bool, config: bytes
) -> None:
    write(target, system, CONFIG + (b"ignore_punct = True\n" if ignore_punctuation else b"") + config)
    status, out, err = run(capfd)
    assert (status, err.count("\n"), REPORT in out) in ((0, 0, True), (1, 1, False))
    assert not err or err.startswith("FairEval.py: ")
