"""Signals end a command at whatever moment they come: quietly, and nothing that it has begun is left."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pytest

from legacy_scorers.rescore.site.folder import SiteFolder
from tests import faults
from tests.golden_cases import ROOT, is_night, some
from tests.moments import signal_at
from tests.rescore.archives import ANSWERS, KEY, MANY, many, rescore, run, senses, store_of
from tests.running import read_files, wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")

AT_A_CALL = f"""
import os, sys
sys.path.insert(0, {str(ROOT)!r})
from tests.moments import signal_at
del sys.path[0]
number, moment, nth = os.environ.pop("SIGNAL_AT", "0 none 0").split()  # processes that it starts get none
if int(nth):
    signal_at(int(number), moment, int(nth))
"""
LAST_CALL = 250_000  # of functions; each of the commands makes more calls
RESCORE = [sys.executable, str(ROOT / "bin" / "rescore")]


class Fault(NamedTuple):
    """A signal at the N-th call of a function of ``os``, or of any function; the site before, and those possible after.

    A site is ``old``, ``new`` or none.
    """

    command: str
    number: signal.Signals
    moment: str
    nth: int
    before: str
    after: Sequence[str]

    def __str__(self) -> str:
        return f"{self.command}-{self.number.name}-{self.moment}-{self.nth}-{self.before}"


def at_any_call(command: str, number: signal.Signals) -> list[Fault]:
    draw = random.Random(f"{number:d} {command}")
    calls = [int(LAST_CALL ** draw.uniform(0.7, 1)) for _ in range(10 if is_night() else 1)]
    sites = ["none"] if command == "run" else ["none", "old"]
    return [Fault(command, number, "call", call, site := sites[call % len(sites)], (site, "new")) for call in calls]


ENDING = [signal.SIGINT, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP]
if is_night():
    ENDING += [signal.SIGUSR1, signal.SIGALRM, signal.SIGXCPU]
FAULTS = [
    *[fault for number in some(ENDING, 2) for fault in at_any_call("run", number)],
    *[fault for number in some(ENDING[::-1], 2) for fault in at_any_call("site", number)],
    Fault("site", signal.SIGINT, "makedirs", 4, "none", ["none"]),  # of the folders of pages
    Fault("site", signal.SIGTERM, "makedirs", 4, "old", ["old"]),
    Fault("site", signal.SIGKILL, "makedirs", 4, "old", ["old"]),
    Fault("site", signal.SIGINT, "rename", 1, "old", ["new"]),  # of the old site; the second one is of the new site
    Fault("site", signal.SIGTERM, "rename", 2, "old", ["new"]),
    Fault("site", signal.SIGHUP, "rename", 1, "old", ["new"]),
    Fault("site", signal.SIGUSR1, "rename", 2, "old", ["new"]),
    Fault("site", signal.SIGKILL, "rename", 1, "old", ["old"]),
    Fault("site", signal.SIGKILL, "rename", 2, "old", ["old"]),
    Fault("run", signal.SIGTERM, "replace", 1, "none", ["none"]),  # of a result in the store
    Fault("run", signal.SIGKILL, "replace", 1, "none", ["none"]),
]


def ended(fault: Fault, folder: Path, *words: str | Path) -> tuple[int, bytes]:
    """Run the command with a fault, and a folder for temporary files of its own; return its status and its errors.

    It is a new interpreter if the fault may come before the command begins.
    """
    (folder / "temporary").mkdir()
    line = [fault.command, "--jobs", "1", *map(str, words)]
    variables = {"TMPDIR": str(folder / "temporary")}
    if fault.moment != "call":
        befall = faults.Fault(partial(signal_at, fault.number, fault.moment, fault.nth))
        forked = faults.run_with(befall, "rescore", line, {}, variables)
        return forked.exit, forked.stderr
    (folder / "early").mkdir()
    (folder / "early" / "sitecustomize.py").write_text(AT_A_CALL)
    variables |= {"PYTHONPATH": str(folder / "early"), "SIGNAL_AT": f"{fault.number:d} call {fault.nth}"}
    environment = {**os.environ, **variables}
    done = subprocess.run([*RESCORE, *line], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return done.returncode, done.stderr


class Before(NamedTuple):
    """An archive, its sites before and after a submission was added, the store before, and the records after it."""

    archive: Path
    sites: dict[str, Path]
    store: Path
    records: str


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    folder = tmp_path_factory.mktemp("before")
    archive, sites = (
        senses(folder / "archive", {"a": ANSWERS}),
        {name: folder / name for name in ("none", "old", "new")},
    )
    assert rescore("site", "--store", folder / "store", archive, sites["old"]).status == 0
    (archive / "b.ans").write_bytes(KEY)
    later = shutil.copytree(folder / "store", folder / "later")
    records = run(archive, "--store", later).stdout
    assert rescore("site", "--store", later, archive, sites["new"]).status == 0
    return Before(archive, sites, folder / "store", records)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_signal_ends_quietly_and_leaves_what_can_be_used(fault: Fault, before: Before, tmp_path: Path) -> None:
    site, store = tmp_path / "site", tmp_path / "store"
    if fault.before == "old":
        shutil.copytree(before.sites["old"], site)
        shutil.copytree(before.store, store)
    words: list[str | Path] = ["--store", store, before.archive]
    status, stderr = ended(fault, tmp_path, *words, *([site] if fault.command == "site" else []))
    if fault.number == signal.SIGKILL:
        assert status == -signal.SIGKILL
        with SiteFolder(str(site)):  # whoever makes the site again puts the old one back
            left = read_files(site)
    else:
        left = read_files(site)
        before_it_began = 130 if fault.number == signal.SIGINT else -fault.number
        assert (status in (128 + fault.number, before_it_began), stderr) == (True, b"")
        assert not list((tmp_path / "temporary").iterdir())
        assert not [*tmp_path.glob(".site-*"), *store.glob(".*.part")]
    assert left in [read_files(before.sites[name]) for name in fault.after]
    assert run(before.archive, "--store", store).stdout == before.records
    assert rescore("site", *words, site).status == 0
    assert read_files(site) == read_files(before.sites["new"])
    assert not list(tmp_path.glob(".site-*"))


def started(archive: Path, *words: str) -> subprocess.Popen[bytes]:
    """Start a run of a process, which waits for readers when the pipe of its records is full."""
    command = [*RESCORE, "run", "--format", "jsonl", "--jobs", "1", *words, str(archive)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_was_ended_goes_on_where_it_was(number: int, tmp_path: Path) -> None:
    archive = many(tmp_path)
    process = started(archive)
    assert process.stdout is not None
    process.stdout.readline()  # then the pipe is full long before the last record
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # a terminal interrupts all
    else:
        process.send_signal(number)
    _, said = process.communicate()
    assert (process.returncode, said) == (-number if number == signal.SIGKILL else 128 + number, b"")
    known = {path.name: path.read_bytes() for path in store_of(archive).glob("*.json.gz")}
    assert 1 <= len(known) < MANY
    assert len(run(archive).verdicts) == MANY
    after = {path.name: path.read_bytes() for path in store_of(archive).glob("*.json.gz")}
    assert known.items() <= after.items()


def test_no_process_of_a_killed_run_goes_on_with_a_job_that_takes_for_ever(tmp_path: Path) -> None:
    (tmp_path / "archive.toml").write_text('[t]\nrun = "conlleval -d (a|a)*b < {submission}"\nsubmissions = "?"\n')
    for name, size in (("1", 2), ("2", 60)):
        (tmp_path / name).write_text("a" * size + "\n")
    process = started(tmp_path, "--search", "0", "--timeout", "600")
    wait_until(lambda: any(store_of(tmp_path).glob("*.json.gz")), process)  # then the second is being scored
    process.kill()
    process.communicate()
    wait_until(lambda: not is_any_left(process.pid))


def is_any_left(group: int) -> bool:
    """Return whether a group has any process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_runs_at_once_do_not_disturb_each_other_and_a_killed_one_not_either(tmp_path: Path) -> None:
    archive = many(tmp_path)
    victim, *others = [started(archive) for _ in range(3)]
    assert victim.stdout is not None
    victim.stdout.readline()
    victim.kill()
    outputs = [process.communicate() for process in (victim, *others)]
    assert [process.returncode for process in others] == [0, 0]
    expected = run(archive, "--fresh", "--store", tmp_path / "store").stdout.encode()
    assert [stdout for stdout, _ in outputs[1:]] == [expected] * 2
    assert len([*store_of(archive).glob("*.json.gz")]) == MANY


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
