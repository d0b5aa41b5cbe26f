"""Signals end a command at whatever moment they come: quietly, and nothing that it has begun is left."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden_cases import ROOT
from tests.rescore.archives import ANSWERS, rescore, senses

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGALRM, signal.SIGXCPU]
AT_A_CALL = """
import os, signal, sys
number, left = map(int, os.environ.pop("SIGNAL_AT", "0/0").split("/"))  # processes that it starts get none
def called(frame, event, what):
    global left
    left -= 1
    if not left:
        sys.setprofile(None)
        os.kill(os.getpid(), number)
if left:
    sys.setprofile(called)
"""
LAST_CALL = 250_000  # of functions; each of the commands makes more calls


def ended(folder: Path, number: int, call: int, *words: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Run the command with a signal at its N-th call of a function, and a folder for temporary files of its own."""
    (folder / "temporary").mkdir()
    (folder / "early").mkdir()
    (folder / "early" / "sitecustomize.py").write_text(AT_A_CALL)
    paths = {"PYTHONPATH": str(folder / "early"), "TMPDIR": str(folder / "temporary")}
    return subprocess.run(
        [sys.executable, str(ROOT / "bin" / "rescore"), *words],
        env={**os.environ, **paths, "SIGNAL_AT": f"{number}/{call}"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["run", "site"])
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_at_any_call_ends_quietly_and_leaves_nothing(number: int, command: str, tmp_path: Path) -> None:
    draw = random.Random(f"{number} {command}")
    for attempt in range(2):
        call = int(LAST_CALL ** draw.uniform(0.7, 1))
        folder = tmp_path / str(attempt)
        archive = senses(folder / "archive", {"a": ANSWERS, "b": ANSWERS})
        words = [archive, *([folder / "site"] if command == "site" else [])]
        done = ended(folder, number, call, command, "--jobs", "1", *words)
        before_it_began = -number if number != signal.SIGINT else 130
        assert (done.returncode in (128 + number, before_it_began), done.stderr) == (True, b""), call
        assert not list((folder / "temporary").iterdir()), call
        assert not (folder / "site").exists() or (folder / "site" / "index.html").exists(), call
        assert rescore("run", archive).status == 0


HELD = """
import os, signal, threading, time
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.process import cleanups, end_in_order
end_in_order()
cleanups.append(lambda: print("tidied up", flush=True))
threading.Thread(target=time.sleep, args=(60,), daemon=True).start()  # which hears what the main thread holds
with Held():
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(1000):
        time.sleep(0.0001)
    print("in place", flush=True)
print("went on", flush=True)
"""


def test_signals_that_a_library_s_thread_hears_wait_until_things_are_in_place() -> None:
    done = subprocess.run([sys.executable, "-c", HELD], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (143, b"in place\ntidied up\n")


def test_what_tidies_up_is_called_even_if_something_else_fails() -> None:
    code = """
import signal
from legacy_scorers.rescore.process import cleanups, end_in_order
end_in_order()
cleanups[:] = [lambda: print("first", flush=True), lambda: 1 / 0, lambda: print("last", flush=True)]
signal.raise_signal(signal.SIGHUP)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (129, b"last\nfirst\n", b"")


def test_a_signal_that_the_user_ignores_ends_nothing(tmp_path: Path) -> None:
    imports = "import signal; from legacy_scorers.rescore.process import end_in_order"
    code = f"{imports}; end_in_order(); signal.raise_signal(signal.SIGHUP); print('went on')"
    words = ["nohup", sys.executable, "-c", code]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    assert (done.returncode, done.stdout) == (0, b"went on\n")
