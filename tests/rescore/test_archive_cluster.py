"""``rescore run --cluster``: the same bytes as one process, whatever becomes of workers; one line for what is wrong."""

from __future__ import annotations

import contextlib
import gc
import json
import logging
import os
import pickle
import signal
import socket
import subprocess
import sys
import sysconfig
import threading
from typing import TYPE_CHECKING, Any

import pytest

from legacy_scorers.common import VERSION
from legacy_scorers.rescore.archive.cluster import _LOST, Cluster, _Parcel, score
from legacy_scorers.rescore.archive.records import Result, SubmissionRecord
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.worker import ENDED
from legacy_scorers.rescore.libraries import bringing
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from tests.golden_cases import ROOT, some
from tests.rescore.archives import ANSWERS, KEY, MANY, Done, example, many, rescore, senses, store_of
from tests.running import HANGS_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.cluster,
    pytest.mark.skipif(os.name != "posix", reason="needs signals and links"),
]
SCORER_ENDED = Rescoring(Submission("senses", "a", ["scorer2"])).failed(f"{ENDED} (signal 9)")  # before the rest
OF_OTHER_FILES = Result(SubmissionRecord("a", "senses", "identical", 0, fingerprint="0"))
GUARD = "import os, signal, sys; os.setpgrp(); print(flush=True); sys.stdin.read(); os.killpg(0, signal.SIGKILL)"
JOIN = "import os, sys; os.setpgid(0, int(sys.argv[1])); os.execv(sys.executable, [sys.executable, *sys.argv[2:]])"


class Dask:
    """A scheduler, which need not have the suite, and its workers, on this machine.

    They end together with this process, however it ends: a guard kills their group when its pipe is closed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        command = [sys.executable, "-c", GUARD]
        self._guard = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._guard.stdout is not None
        self._guard.stdout.readline()  # when it has a group
        self.processes: list[subprocess.Popen[bytes]] = []
        self.logs: list[Path] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("\n}"), self.scheduler)
        self.address: str = json.loads(self._file.read_text())["address"]

    def _start(self, *words: str, path: Path | None = None) -> subprocess.Popen[bytes]:
        # Without "site", libraries are found by their folder alone: the suite, which the environment links to, is not.
        join = [sys.executable, "-S", "-c", JOIN, str(self._guard.pid)]  # code of ours may not fork where threads are
        command = [*join, "-S", "-m", "dask", *words, "--scheduler-file", str(self._file), "--no-dashboard"]
        folders = [sysconfig.get_path("purelib"), *([str(path)] if path else [])]
        self.logs.append(self._folder / f"log{len(self.logs)}")
        with open(self.logs[-1], "wb") as log:
            process = subprocess.Popen(
                command,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(folders), "TMPDIR": str(self._folder)},
                stdout=log,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def worker(self, *words: str, path: Path = ROOT) -> subprocess.Popen[bytes]:
        """Start a worker of one thread that finds modules in a folder."""
        return self._start("worker", "--nthreads", "1", *words, path=path)

    def end(self) -> None:
        """End all processes and those that they have started."""
        self._guard.communicate()
        for process in self.processes:
            process.wait()


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster without workers, until other tests need some."""
    dask = Dask(tmp_path_factory.mktemp("dask"))
    yield dask
    dask.end()


@pytest.fixture(scope="module")
def dask(lonely: Dask) -> Dask:
    """The same with two workers, one of which is watched by a nanny, as by default."""
    lonely.worker()
    lonely.worker("--no-nanny")
    return lonely


PATIENT = f"""
import os, signal, sys
from legacy_scorers.commands import COMMANDS
from legacy_scorers.rescore.archive import cluster
cluster._MAX_SILENCE_S, scheduler = {10 * HANGS_S}, int(sys.argv.pop(1))
asked, stopped = [os.path.join(sys.argv[-1], name) for name in ("asked", "stopped")]
ask, found = cluster.Cluster._ask, cluster.Cluster._result
def ask_and_say_so(self, question, problem, *words, **named):
    with open(asked, "w") as file:
        file.write(problem)
    answer = ask(self, question, problem, *words, **named)
    os.remove(asked)
    return answer
def result(*words):
    if scheduler and not os.path.exists(stopped):
        os.kill(scheduler, signal.SIGSTOP)
        os.mkdir(stopped)
    return found(*words)
cluster.Cluster._ask, cluster.Cluster._result = ask_and_say_so, result
sys.exit(COMMANDS["rescore"]())
"""


def started(archive: Path, dask: Dask, scheduler: int = 0) -> subprocess.Popen[bytes]:
    """Start a run on a cluster that may be silent for hours.

    With the first result it stops the process of the scheduler, if one is given; nobody reads its records then.
    """
    command = [sys.executable, "-c", PATIENT, str(scheduler), "run", "--format", "jsonl", "--cluster"]
    stdout = subprocess.DEVNULL if scheduler else subprocess.PIPE
    words = [*command, dask.address, str(archive)]
    # A buffer would keep what is read behind a line, and communicate() does not look into it.
    return subprocess.Popen(words, bufsize=0, stdout=stdout, stderr=subprocess.PIPE)


def is_asked(archive: Path, problem: str) -> bool:
    """Return whether a run waits for the cluster's answer to what has this problem if there is none."""
    try:
        return problem in (archive / "asked").read_text()
    except FileNotFoundError:
        return False


def both(archive: Path, dask: Dask, *words: str) -> tuple[Done, Done]:
    """Rescore an archive in a process here, and on a cluster."""
    words = ("run", "--format", "jsonl", "--search", "0", "--fresh", *words, str(archive))
    return rescore(*words, "--jobs", "1"), rescore(*words, "--cluster", dask.address)


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Collect garbage between tests alone: a client that could not connect waits, when it is collected, for a lock.

    If another client that is starting holds the lock, and its thread collects the garbage, it waits for ever.
    """
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine have its time."""
    monkeypatch.setattr("legacy_scorers.rescore.archive.cluster._MAX_SILENCE_S", HANGS_S)


@pytest.fixture
def impatient(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound by a second what nobody answers after the connection; the scheduler has its time to answer."""
    ask = Cluster._ask

    def asked(cluster: Cluster, question: Any, problem: str, *words: Any, **named: Any) -> object:  # noqa: ANN401
        if problem == _LOST:
            named = {"wait_s": HANGS_S, **named}
        answer = ask(cluster, question, problem, *words, **named)
        monkeypatch.setattr("legacy_scorers.rescore.archive.cluster._MAX_SILENCE_S", 1.0)
        return answer

    monkeypatch.setattr(Cluster, "_ask", asked)


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers(lonely: Dask, tmp_path: Path) -> None:
    done = rescore("run", "--cluster", lonely.address, senses(tmp_path, {"a": ANSWERS}))
    problem = f"has no workers; start some with 'dask worker {lonely.address}'"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {lonely.address}: {problem}\n")


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_whose_workers_are_lost(lonely: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client.wait_for_workers", lambda *_: None)  # one is there, but gone afterwards
    done = rescore("run", "--cluster", lonely.address, senses(tmp_path, {"a": ANSWERS}))
    problem = "has lost its workers; start some, and run again to continue"
    assert (done.status, done.stdout, done.stderr) == (3, "", f"rescore: {lonely.address}: {problem}\n")


@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM], 2))
def test_a_signal_ends_the_wait_for_workers(number: signal.Signals, lonely: Dask, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    process = started(archive, lonely)
    wait_until(lambda: is_asked(archive, "has no workers"), process)
    process.send_signal(number)
    assert (*process.communicate(timeout=HANGS_S), process.returncode) == (b"", b"", 128 + number)


def test_a_worker_without_the_suite(lonely: Dask, tmp_path: Path) -> None:
    worker = lonely.worker("--no-nanny", path=tmp_path)
    done = rescore("run", "--cluster", lonely.address, senses(tmp_path, {"a": ANSWERS}))
    problem = "has a worker that cannot import the suite (No module named 'legacy_scorers'); install it there"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {lonely.address}: {problem}\n")
    worker.kill()
    worker.wait()


def test_the_example(dask: Dask, tmp_path: Path) -> None:
    archive = example(tmp_path)
    here, there = both(archive, dask, "--only", "[fhlpw]i[lmnr]*")
    assert here.verdicts == {"lime": "figures", "willow": "identical", "pine": "failed", "fir": "layout"}
    causes = [cause["text"] for record in here.records for cause in record["causes"]]
    assert "identical with the figures of willow" in causes  # for which all must be scored first
    assert there.stdout == here.stdout
    assert (there.status, there.stderr) == (here.status, here.stderr)


def test_a_run_leaves_the_cluster_and_libraries_log_nothing(dask: Dask, tmp_path: Path) -> None:
    import dask as library
    from distributed import Client

    assert rescore("run", "--cluster", dask.address, senses(tmp_path, {"a": ANSWERS})).status == 0
    with Client(dask.address, set_as_default=False) as client:
        clients = client.run_on_scheduler(lambda dask_scheduler: set(dask_scheduler.clients))
        assert clients == {"fire-and-forget", client.id}  # the former is always there
    libraries = ("asyncio", "distributed.client", "distributed.comm", "tornado.application")
    assert not [name for name in libraries if logging.getLogger(name).isEnabledFor(logging.ERROR)]
    warned_of = library.config.get("distributed.admin.large-graph-warning-threshold")
    assert library.utils.parse_bytes(warned_of) > 2**30


def test_what_is_known_needs_no_cluster(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    assert rescore("run", archive).status == 0
    assert rescore("run", "--cluster", "nonsense", archive).status == 0


def test_links_and_what_leads_out(dask: Dask, tmp_path: Path) -> None:
    archive = example(tmp_path)
    letters = archive / "spans" / "target" / "letters.spans"
    letters.rename(archive / "elsewhere")
    letters.symlink_to("../../elsewhere")
    (archive / "spans" / "gorse" / "letters.spans").unlink()
    (archive / "spans" / "gorse" / "letters.spans").symlink_to("/etc/hostname")
    config = archive / "spans" / "hazel.config"
    config.write_text(config.read_text().replace("target/letters.spans", str(archive / "elsewhere")))
    (archive / "trip" / "ref.json").rename(archive / "ref.json")
    (archive / "trip" / "ref.json").symlink_to(archive / "ref.json")
    here, there = both(archive, dask, "--only", "[fghi][aiov][rzy]*")
    assert there.stdout == here.stdout
    assert here.verdicts["fir"] == "layout"
    assert here.verdicts["gorse"] == "failed"
    assert here.verdicts["hazel"] == "figures"  # the report says where the target is
    assert here.verdicts["ivy"] == "identical"


def test_files_that_are_missing_or_change(dask: Dask, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": KEY})
    (archive / "b.txt").mkdir()
    for content in (b"", None):
        (archive / "key").unlink()
        if content is not None:
            (archive / "key").write_bytes(content)
        here, there = both(archive, dask)
        assert there.stdout == here.stdout


def test_who_takes_too_long_is_failed(dask: Dask, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS * 100_000})
    here, there = both(archive, dask, "--timeout", "0.01")
    assert there.verdicts == {"a": "failed"}
    assert there.stdout == here.stdout


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
def test_who_eats_memory_is_failed(dask: Dask, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS * 1_000_000})
    here, there = both(archive, dask, "--memory", "150")
    assert there.verdicts == {"a": "unpublished", "b": "failed"}
    assert there.stdout == here.stdout


def test_an_interrupted_run_goes_on_where_it_was(dask: Dask, tmp_path: Path) -> None:
    archive = many(tmp_path)
    process = started(archive, dask)
    assert process.stdout is not None
    process.stdout.readline()  # then the pipe is full before the last record
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=HANGS_S)
    assert (process.returncode, said) == (130, b"")
    assert 1 <= len([*store_of(archive).iterdir()]) < MANY
    done = rescore("run", "--format", "jsonl", "--cluster", dask.address, archive)
    assert len(done.verdicts) == MANY
    assert done.stdout == rescore("run", "--format", "jsonl", "--jobs", "1", "--fresh", archive).stdout


def test_another_release_is_refused(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legacy_scorers.rescore.archive.cluster.VERSION", "0.9")
    done = rescore("run", "--cluster", dask.address, senses(tmp_path, {"a": ANSWERS}))
    problem = f"has a worker with release {VERSION}, not 0.9; install the same release"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {dask.address}: {problem}\n")


def test_workers_see_the_archive(dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    elsewhere = pickle.dumps((VERSION, (str(tmp_path / "elsewhere"), 1.0, None), b""))
    monkeypatch.setattr(_Parcel, "__reduce__", lambda _: (score, (elsewhere,)))
    done = rescore("run", "--cluster", dask.address, archive)
    problem = f"has a worker that cannot read {archive}; put it on a shared disk"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {dask.address}: {problem}\n")


@pytest.mark.parametrize(
    "failing",
    [
        (os.listdir, ("no such folder",)),
        (subprocess.check_call, (["false"],)),  # as a helper that ended before its answer
        (bytes, (pickle.dumps((VERSION, SCORER_ENDED)),)),
        (bytes, (pickle.dumps((VERSION, OF_OTHER_FILES)),)),
    ],
)
def test_what_no_helper_of_a_worker_could_score_is_scored_here(
    failing: tuple[object, ...], dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Parcel, "__reduce__", lambda _: failing)
    here, there = both(senses(tmp_path, {"a": ANSWERS}), dask)
    assert here.verdicts == {"a": "unpublished"}
    assert there.stdout == here.stdout


def at_the_first_result(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> None:
    """Let something happen when a run on a cluster has got a result, but not all."""
    events, found = [happens], Cluster._result

    def result(cluster: Cluster, *words: Any) -> Result | None:  # noqa: ANN401
        while events:
            events.pop()()
        return found(cluster, *words)

    monkeypatch.setattr(Cluster, "_result", result)


def test_a_worker_killed_in_the_middle_changes_nothing(  # of two; the tests below have the other one
    dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim, log = dask.processes[-1], dask.logs[-1]
    wait_until(lambda: "Registered to" in log.read_text(), victim)
    at_the_first_result(monkeypatch, victim.kill)
    here, there = both(senses(tmp_path, {str(n): ANSWERS + b"#" * n + b"\n" for n in range(MANY)}), dask)
    assert victim.wait() == -signal.SIGKILL
    assert len(here.verdicts) == MANY
    assert there.stdout == here.stdout


class Loud:
    """What prints something when it is unpacked, and then is a job."""

    def __init__(self, job: Rescoring) -> None:
        self._job = pickle.dumps(job)

    def __reduce__(self) -> tuple[object, ...]:
        return eval, (f"print('loud', flush=True) or __import__('pickle').loads({self._job!r})",)


def test_what_a_helper_prints_is_no_answer(tmp_path: Path) -> None:
    job = Rescoring(Submission("senses", "a", ["scorer2", "a.ans", "key"]))
    archive = senses(tmp_path, {"a": ANSWERS})
    answer = score(pickle.dumps((VERSION, (str(archive), 60.0, None), pickle.dumps(Loud(job)))))
    assert pickle.loads(answer)[1].record.verdict == "unpublished"


def assert_refused(address: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that a run says that no scheduler answers at an address."""
    monkeypatch.setattr("legacy_scorers.rescore.archive.cluster._MAX_SILENCE_S", 1.0)
    done = rescore("run", "--cluster", address, senses(folder, {"a": ANSWERS}))
    problem = "no Dask scheduler answers there; correct --cluster, or start one"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {address}: {problem}\n")


@pytest.mark.parametrize("address", ["nonsense", "127.0.0.1:1", "ftp://127.0.0.1:1"])
def test_where_no_scheduler_is(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_refused(address, tmp_path, monkeypatch)


@pytest.mark.parametrize("answers", ["silence", "echo"])
def test_what_is_no_scheduler_is_given_up(answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve() -> None:
        with contextlib.suppress(OSError):  # when the test is over
            while True:
                connection = server.accept()[0]
                connections.append(connection)
                while answers == "echo" and (received := connection.recv(4096)):
                    connection.sendall(received)

    connections: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert_refused(address, tmp_path, monkeypatch)


def test_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = rescore("run", "--cluster", "127.0.0.1:1", senses(tmp_path, {"a": ANSWERS}))
    problem = f"--cluster needs distributed; {bringing('cluster')}"
    assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {problem}\n")


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGINT], 2))
def test_a_signal_ends_the_wait_for_a_scheduler(number: signal.Signals, dask: Dask, tmp_path: Path) -> None:
    archive = many(tmp_path)
    process = started(archive, dask, dask.scheduler.pid)
    try:
        wait_until((archive / "stopped").exists, process)
        wait_until(lambda: is_asked(archive, "was lost"), process)  # to the question how many workers there are
        process.send_signal(number)
        _, stderr = process.communicate(timeout=HANGS_S)
    finally:
        os.kill(dask.scheduler.pid, signal.SIGCONT)
    assert (process.returncode, stderr) == (128 + number, b"")


@pytest.mark.parametrize("ends", [False, True], ids=["stops", "dies"])  # the last of the tests of this cluster
def test_a_scheduler_that_is_lost_is_given_up(
    ends: bool, dask: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> None:
        if not ends:
            monkeypatch.setattr("legacy_scorers.rescore.archive.cluster._MAX_SILENCE_S", 1.0)
        dask.scheduler.send_signal(signal.SIGKILL if ends else signal.SIGSTOP)

    at_the_first_result(monkeypatch, lose)
    done = rescore("run", "--cluster", dask.address, many(tmp_path))
    dask.scheduler.send_signal(signal.SIGCONT)
    assert (done.status, done.stderr) == (3, f"rescore: {dask.address}: was lost; run again to continue\n")
