"""A submission scored in this process, in its folder and by its command line; nothing is written."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence

from common.configuration import FILLED
from common.result import Observer, Run
from rescore.archive.inputs import content_for
from rescore.archive.manifest import ENVIRONMENT
from rescore.archive.submission import Submission
from rescore.archive.watch import Watch
from rescore.explain.conditions import signature_of
from rescore.explain.records import run_record
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, run_command


class Scored:
    """What a run printed, and the files and folders of the archive that it asked for, relative to it and in order.

    ``refused`` names what it asked for outside.
    """

    __slots__ = ("files", "folders", "outcome", "refused")

    def __init__(self, outcome: Outcome, watch: Watch) -> None:
        self.outcome = outcome
        self.files = list(watch.files)
        self.folders = list(watch.folders)
        self.refused = list(watch.refused)


def score(root: str, submission: Submission, observer: Observer | None = None) -> Scored:
    """Run the command line of a submission. Raises ``OSError`` if its folder is missing."""
    with inside(root, submission) as watch:
        return _scored(submission.words, watch, observer)


class _BegunError(Exception):
    """A run was stopped when it had said what it scores."""


class _Conditions(Observer):
    """Stops a run as soon as its conditions are known: without units it would take several times as long."""

    def __init__(self) -> None:
        self.signature = ""

    def begin(self, run: Run) -> None:
        """Take the signature of a run, and stop it."""
        self.signature = signature_of(run_record(run, ()))
        raise _BegunError


def conditions(root: str, submission: Submission) -> str:
    """Return the signature of a run to paste, nothing if the run fails before it begins."""
    observer = _Conditions()
    with contextlib.suppress(_BegunError):
        score(root, submission, observer)
    return observer.signature


def score_in(root: str, folder: str, words: Sequence[str], environment: Mapping[str, str]) -> Scored:
    """Run a command line in a folder of an archive. Raises ``OSError`` if there is no such folder."""
    with _inside(root, folder, environment) as watch:
        return _scored(words, watch)


def _scored(words: Sequence[str], watch: Watch, observer: Observer | None = None) -> Scored:
    return Scored(run_command(words[0], words[1:], observer, **SCORERS[words[0]].means()), watch)


@contextlib.contextmanager
def inside(root: str, submission: Submission) -> Iterator[Watch]:
    """Work in the folder of a submission with the variables and the configuration of its own, and stay in it."""
    with _filled(root, submission), _inside(root, submission.folder, submission.environment) as watch:
        yield watch


@contextlib.contextmanager
def _filled(root: str, submission: Submission) -> Iterator[None]:
    """Let the template of a submission be read with its values, if it has one."""
    if submission.template is not None:
        path = submission.template.path
        FILLED[os.path.join(root, path)] = content_for(root, submission, path) or b""
    try:
        yield
    finally:
        FILLED.clear()


@contextlib.contextmanager
def _inside(root: str, folder: str, environment: Mapping[str, str]) -> Iterator[Watch]:
    watch = Watch(root)
    with working_in(os.path.join(root, folder)), _environment(environment), watch:
        yield watch


@contextlib.contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Make a folder the working directory for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextlib.contextmanager
def _environment(wanted: Mapping[str, str]) -> Iterator[None]:
    """Set the variables that scorers look at, and no others, however the user has set them."""
    before = {name: os.environ.pop(name) for name in ENVIRONMENT if name in os.environ}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name in wanted:
            os.environ.pop(name, None)
        os.environ.update(before)
