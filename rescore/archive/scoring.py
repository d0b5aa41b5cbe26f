"""Scores a submission in this process, in its folder and by its command line; nothing is written.

Archives come from strangers, and configuration files name further files. So everything that Python opens or lists
during a run is noted. Files outside of the archive, Python and the suite are refused, and so is all writing.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from common.configuration import FILLED
from common.result import Observer, Run
from rescore.archive.manifest import ENVIRONMENT
from rescore.archive.submission import Submission, content_for
from rescore.explain.conditions import run_record, signature_of
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, run_command

_OPENED, _LISTED = "open", ("os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_watch: Watch | None = None  # global, because an audit hook is for the whole process


class Watch:
    """The files that a run opens inside ``root``, a path without links.

    ``files`` and ``folders`` are relative to it and in order, folders with ``/`` at the end. ``refused`` are the names
    of files outside, or of files to write. To the run, these seem to be files without permission.
    """

    def __init__(self, root: str) -> None:
        self._root = os.path.join(root, "")
        self._libraries = _libraries()
        self.files: dict[str, None] = {}
        self.folders: dict[str, None] = {}
        self.refused: dict[str, None] = {}

    def ask(self, name: str, flags: int = 0, *, is_folder: bool = False) -> None:
        """Note a file or folder that is opened or listed. Raises ``PermissionError`` if that is not allowed."""
        path = os.path.join(os.path.realpath(name), "") if is_folder else os.path.realpath(name)
        if self._is_library(path):
            return
        if flags & _WRITING or not path.startswith(self._root):
            self.refused[name] = None
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        relative = path[len(self._root) :].replace(os.sep, "/")
        if is_folder:
            self.folders[relative or "./"] = None
        else:
            self.files[relative] = None

    def _is_library(self, path: str) -> bool:
        """Whether a path is in a folder of modules, but not in an archive inside that folder."""
        return any(
            path.startswith(library) and (library.startswith(self._root) or not path.startswith(self._root))
            for library in self._libraries
        )


@functools.cache
def _libraries() -> list[str]:
    suite = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    packages = ["common", "rescore", *[scorer.package for scorer in SCORERS.values()]]
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders = [*[os.path.join(suite, package) for package in packages], *[path for path in paths if path]]
    return list(dict.fromkeys([os.path.join(os.path.realpath(folder), "") for folder in folders]))


@functools.cache
def _install() -> None:
    """Watch all files that Python opens from now on; such a hook cannot be removed."""
    sys.addaudithook(_hear)


def _hear(event: str, arguments: tuple[Any, ...]) -> None:
    if _watch is None or event not in (_OPENED, *_LISTED) or isinstance(arguments[0], int):
        return
    if event == _OPENED:
        _watch.ask(os.fsdecode(arguments[0]), arguments[2] or 0)
    else:
        _watch.ask(os.fsdecode(arguments[0] or os.curdir), is_folder=True)


@dataclass
class Scored:
    """The output of a run, and the files that it asked for."""

    outcome: Outcome
    watch: Watch


def score(root: str, submission: Submission, observer: Observer | None = None) -> Scored:
    """Run the command line of a submission. Raises ``OSError`` if its folder is missing."""
    with inside(root, submission) as watch:
        return _scored(submission.words, watch, observer)


class _BegunError(Exception):
    """A run was stopped after its conditions were known."""


class _Conditions(Observer):
    """Stops a run as soon as its conditions are known, because the whole run would take several times as long."""

    def __init__(self) -> None:
        self.signature = ""

    def begin(self, run: Run) -> None:
        """Keep the signature of a run, and stop it."""
        self.signature = signature_of(run_record(run, ()))
        raise _BegunError


def conditions(root: str, submission: Submission) -> str:
    """Return the signature to cite for a run, empty if the run fails before it begins."""
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
    """Work in the folder of a submission with its variables and its configuration; watch the files that are opened."""
    if submission.template is not None:
        path = submission.template.path
        FILLED[os.path.join(root, path)] = content_for(root, submission, path) or b""
    try:
        with _inside(root, submission.folder, submission.environment) as watch:
            yield watch
    finally:
        FILLED.clear()


@contextlib.contextmanager
def _inside(root: str, folder: str, environment: Mapping[str, str]) -> Iterator[Watch]:
    """Work in a folder with this environment; variables of scorers that the user has set are ignored."""
    global _watch
    _install()
    before = dict(os.environ)
    with working_in(os.path.join(root, folder)):
        for name in ENVIRONMENT:
            os.environ.pop(name, None)
        os.environ.update(environment)
        _watch = Watch(root)
        try:
            yield _watch
        finally:
            _watch = None
            for name in (*ENVIRONMENT, *environment):
                os.environ.pop(name, None)
            os.environ.update({name: before[name] for name in ENVIRONMENT if name in before})


@contextlib.contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Make a folder the working directory for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
