"""Archives for tests, and ``rescore`` run over them."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from legacy_scorers.rescore.archive.pool import Pool
from legacy_scorers.rescore.archive.store import default_store
from legacy_scorers.rescore.archive.submission import Submission, score
from legacy_scorers.rescore.archive.worker import TRIAL, do
from legacy_scorers.rescore.scorers.scorer import Outcome
from tests.golden_cases import ROOT
from tests.running import Run, run_here

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager

    import pytest

EXAMPLE = ROOT / "examples" / "archive"
ANSWERS = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_2\n"
KEY = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_1\n"
MANIFEST = '[senses]\nrun = "scorer2 {submission} key"\nsubmissions = "*.ans"\nreport = "{name}.txt"\n'


class Done:
    """What a command did, with its streams as text."""

    def __init__(self, run: Run) -> None:
        self.status = run.exit
        self.stdout = run.stdout.decode(errors="surrogateescape")
        self.stderr = run.stderr.decode(errors="surrogateescape")

    @property
    def records(self) -> list[Any]:
        return [json.loads(line) for line in self.stdout.splitlines()]

    @property
    def verdicts(self) -> dict[str, str]:
        return {record["submission"]: record["verdict"] for record in self.records}


class InOrder(Pool):
    """Does jobs in this process, in order, without limits; jobs and results are copied as if they were sent."""

    def start(self) -> None:
        """Start none."""

    def results(self, jobs: Iterable[tuple[int, Any]], least: float = 0) -> Iterator[tuple[int, Any]]:
        for number, job in jobs:
            result = do(pickle.loads(pickle.dumps(job)), self.setting[0], self._hear)
            yield number, pickle.loads(pickle.dumps(result))

    def _hear(self, message: tuple[str, Any]) -> None:
        kind, content = message
        if kind == TRIAL:
            self.tell(content)


def jobs_in_order() -> AbstractContextManager[object]:
    """Do the jobs of all runs in this process for a while."""
    return mock.patch("legacy_scorers.rescore.archive.pool.Pool", InOrder)


def rescore_in_processes(*words: str | Path) -> Done:
    """Run the command in this process, with jobs in a pool of processes."""
    return Done(run_here("rescore", [str(word) for word in words]))


def rescore(*words: str | Path) -> Done:
    """Run the command in this process, and its jobs, too, unless they have limits: these are of processes."""
    if {"--timeout", "--memory"} & {*words}:
        return rescore_in_processes(*words)
    with jobs_in_order():
        return rescore_in_processes(*words)


RUN = ("run", "--format", "jsonl", "--jobs", "2", "--search", "0")


def run(archive: Path, *words: str | Path) -> Done:
    """Rescore an archive, and take the records as JSON."""
    return rescore(*RUN, *words, archive)


def run_in_processes(archive: Path, *words: str | Path) -> Done:
    """Rescore an archive with two processes, and take the records as JSON."""
    return rescore_in_processes(*RUN, *words, archive)


def store_of(archive: Path) -> Path:
    """Return the store that is taken if none is named."""
    return Path(default_store(str(archive.resolve() / "archive.toml")))


def example(folder: Path) -> Path:
    """Return a copy of the example archive."""
    return Path(shutil.copytree(EXAMPLE, folder / "archive"))


def senses(folder: Path, answers: dict[str, bytes], manifest: str = MANIFEST) -> Path:
    """Return an archive of one task with answers by name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "archive.toml").write_text(manifest)
    (folder / "key").write_bytes(KEY)
    for name, content in answers.items():
        (folder / f"{name}.ans").write_bytes(content)
    return folder


def outcome_in(archive: Path, words: list[str], folder: str = "") -> Outcome:
    """Run a command line in a folder of an archive."""
    return score(str(archive), Submission("", "", words, folder=folder)).outcome


MANY = 3


def many(folder: Path) -> Path:
    """Return an archive of :data:`MANY` submissions, all different and as published; no pipe holds a record."""
    content = {f"{number}": ANSWERS + b"#" * number + b"\n" for number in range(MANY)}
    archive = senses(folder, content, MANIFEST.replace("senses", "x" * 70_000))
    for name in content:  # then a record is printed when those before it are
        (archive / f"{name}.txt").write_bytes(outcome_in(archive, ["scorer2", f"{name}.ans", "key"]).stdout)
    return archive


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that the first of the processes of the tests has made for all; nobody may change it."""
    import fcntl

    parent = factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else factory.getbasetemp()
    folder, draft = parent / name, Path(factory.mktemp(name), name)
    with open(parent / f"{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            make(draft)
            draft.rename(folder)
    return folder
