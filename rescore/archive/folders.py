"""An archive without a manifest: a folder for each submission.

It holds ``cmd``, the command line, run in ``in/``; what was printed then in ``stdout`` and in the report files of
``out/``; in ``exit`` the exit status if that was not 0; and in ``env`` variables that the run needs.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator
from typing import TypeVar

from rescore.archive.manifest import ENVIRONMENT
from rescore.archive.submission import Submission, is_inside, read_regular
from rescore.scorers import SCORERS, scorer_called

T = TypeVar("T")

UNKNOWN = "unknown"  # the task of a folder whose command cannot be told
_OF_A_SHELL = re.compile(r"[|&;<>]+")
_MAX_COMMAND_BYTES = 2**16  # bytes of a command line
_STATUS = re.compile(r"\s*[0-9]{1,3}\s*", re.ASCII)


def is_folder_archive(root: str) -> bool:
    """Whether any folder holds a submission."""
    return any(os.path.isfile(os.path.join(root, name, "cmd")) for name in _folders(root))


def read_folders(root: str) -> Iterator[Submission]:
    """Yield the submissions in order of their names. What cannot be scored has a problem."""
    for name in _folders(root):
        submission = _Folder(root, name).submission()
        if not all(is_inside(root, path) for path in (name, submission.folder, *submission.published.values())):
            submission.problem = "leads out of the archive; put a copy there"
        yield submission


def _folders(root: str) -> list[str]:
    names = sorted(os.listdir(root))
    return [name for name in names if not name.startswith(".") and os.path.isdir(os.path.join(root, name))]


class _Folder:
    """Reads the folder of one submission."""

    __slots__ = ("_name", "_root")

    def __init__(self, root: str, name: str) -> None:
        self._root = root
        self._name = name

    def submission(self) -> Submission:
        """Return the submission."""
        submission = Submission(UNKNOWN, self._name, [])
        try:
            variables, submission.words = self._read("cmd", _command_line)
            if os.path.lexists(self._path("env")):
                submission.environment = self._read("env", _variables)
            submission.environment |= variables
            submission.task = submission.words[0]
            submission.folder = f"{self._name}/in"
            if not os.path.isdir(self._path("in")):
                raise ValueError("in: is no folder; put the files of the run there")
            if os.path.lexists(self._path("stdout")):
                submission.published[""] = f"{self._name}/stdout"
            submission.published |= {path: f"{self._name}/out/{path}" for path in self._reports()}
            if os.path.lexists(self._path("exit")):
                submission.status = self._read("exit", _status)
        except ValueError as error:
            submission.problem = str(error)
        return submission

    def _path(self, *names: str) -> str:
        return os.path.join(self._root, self._name, *names)

    def _read(self, name: str, meaning: Callable[[str], T]) -> T:
        """Return what a file says. Raises ``ValueError`` with its name for one that cannot be read or says nothing."""
        try:
            if not is_inside(self._root, os.path.join(self._name, name)):
                raise ValueError("leads out of the archive; put a copy there")
            return meaning(os.fsdecode(read_regular(self._path(name), _MAX_COMMAND_BYTES)))
        except (OSError, ValueError) as error:
            raise ValueError(f"{name}: {getattr(error, 'strerror', None) or error}") from error

    def _reports(self) -> Iterator[str]:
        for place, folders, files in os.walk(self._path("out")):
            folders.sort()
            for file in sorted(files):
                yield os.path.relpath(os.path.join(place, file), self._path("out")).replace(os.sep, "/")


def _status(text: str) -> int:
    """Return an exit status. Raises ``ValueError`` for anything else."""
    if not _STATUS.fullmatch(text):
        raise ValueError("holds no exit status; write a number")
    return int(text)


def _variables(text: str) -> dict[str, str]:
    """Return the variables that scorers look at; each line is ``NAME=value``."""
    pairs = [line.partition("=") for line in text.splitlines()]
    return {name: value for name, _, value in pairs if name in ENVIRONMENT}


def _command_line(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables set before a command, and its words. Raises ``ValueError`` for what needs a shell."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != 1:
        raise ValueError("holds no single command line; write one")
    words = shlex.split(lines[0])
    environment = {}
    while words and words[0].partition("=")[0] in ENVIRONMENT and "=" in words[0]:
        name, _, environment[name] = words.pop(0).partition("=")
    words[:1] = map(scorer_called, words[:1])
    if not any(words[:1]):
        raise ValueError(f"names none of {', '.join(SCORERS)}; begin with one of these")
    if any(_OF_A_SHELL.fullmatch(word) for word in SCORERS[words[0]].redirected(words)[0]):
        raise ValueError("needs a shell, and none is used; write the command and its words alone")
    return environment, words
