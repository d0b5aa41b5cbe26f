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
from collections.abc import Iterator
from typing import Any

from common.configuration import FILLED
from common.errors import InputError
from common.result import Observer, Run
from rescore.archive.manifest import ENVIRONMENT
from rescore.archive.submission import Submission, content_for
from rescore.explain.conditions import run_record, signature_of
from rescore.process import hidden, working_in
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, run_command

_OPENED, _LISTED = "open", ("os.listdir", "os.scandir")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_watch: WatchedRun | None = None  # global, because an audit hook is for the whole process


class WatchedRun:
    """A run, and the files that it opens inside ``root``, a path without links, in order and relative to it.

    ``folders`` end with ``/``. ``refused`` are the names of files outside, or to write, which the run cannot open.
    """

    outcome: Outcome

    def __init__(self, root: str) -> None:
        self._root = os.path.join(root, "")
        self._libraries = _libraries()  # now, because it imports modules
        self.files: dict[str, None] = {}
        self.folders: dict[str, None] = {}
        self.refused: dict[str, None] = {}

    def ask(self, name: str, flags: int | None) -> None:
        """Note a file that is opened, or a folder that is listed if ``flags`` is None; refuse what is not allowed."""
        path = os.path.realpath(name) if flags is not None else os.path.join(os.path.realpath(name), "")
        for library in self._libraries:  # but no archive inside the folder of a library is one
            if path.startswith(library) and (library.startswith(self._root) or not path.startswith(self._root)):
                return
        if (flags or 0) & _WRITING or not path.startswith(self._root):
            self.refused[name] = None
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)
        noted = self.folders if flags is None else self.files
        noted[path[len(self._root) :].replace(os.sep, "/") or "./"] = None


@functools.cache
def _libraries() -> list[str]:
    suite = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
    packages = ["common", "rescore", *[scorer.package for scorer in SCORERS.values()]]
    paths = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders = [*[os.path.join(suite, package) for package in packages], *[path for path in paths if path]]
    return [os.path.join(os.path.realpath(folder), "") for folder in folders]


@functools.cache
def _install() -> None:
    """Watch all files that Python opens from now on; such a hook cannot be removed."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if _watch and event in (_OPENED, *_LISTED) and not isinstance(arguments[0], int):
            flags = arguments[2] or 0 if event == _OPENED else None
            _watch.ask(os.fsdecode(arguments[0] or os.curdir), flags)

    sys.addaudithook(hear)


def score(root: str, submission: Submission, observer: Observer | None = None) -> WatchedRun:
    """Run the command line of a submission. Raises ``OSError`` if its folder is missing."""
    command, *words = submission.words
    with inside(root, submission) as run:
        run.outcome = run_command(command, words, observer, **SCORERS[command].means)
    return run


class _Conditions(Observer):
    signature = ""

    def begin(self, run: Run) -> None:
        self.signature = signature_of(run_record(run, ()))
        raise InputError("")  # ends the run, because observing all of it would take several times as long


def conditions(root: str, submission: Submission) -> str:
    """Return the signature to cite for a run, empty if the run fails before it begins."""
    observer = _Conditions()
    score(root, submission, observer)
    return observer.signature


@contextlib.contextmanager
def inside(root: str, submission: Submission) -> Iterator[WatchedRun]:
    """Work in the folder of a submission, with its configuration and only its variables; watch what is opened."""
    global _watch
    _install()
    with hidden(*ENVIRONMENT), working_in(os.path.join(root, submission.folder)):
        try:
            os.environ.update(submission.environment)
            if path := submission.template:
                FILLED[os.path.join(root, path)] = content_for(root, submission, path) or b""
            _watch = WatchedRun(root)
            yield _watch
        finally:
            _watch = None
            FILLED.clear()
            for name in submission.environment:
                os.environ.pop(name, None)
