"""What a worker of a cluster does: it scores submissions with the files that come along.

A worker may itself be a process that must not start processes by :mod:`multiprocessing`. So it starts a helper, which
keeps a copy of the archive with all of its names and only the contents that came along, and a process that scores in it
and is ended if it hangs.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile

from common import VERSION
from rescore.archive.listing import OUTSIDE, listing
from rescore.archive.place import Place
from rescore.archive.pool import Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from rescore.archive.worker import Job, Result

    Setting: TypeAlias = tuple[bytes, float, int | None]  # listing of the archive, time and memory of a submission

_START = "from rescore.archive.remote import help_worker; help_worker()"
_SUITE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def score(release: str, parcel: bytes) -> tuple[str, bytes]:
    """Return the release of the suite here and, if it is the wanted one, the pickled result of a parcel.

    A parcel is a pickled triple: a setting, a job, and contents by path.
    """
    if release != VERSION:
        return VERSION, b""
    try:
        helper = _idle.pop()
    except IndexError:
        helper = _Helper()
    result = helper.result(parcel)
    _idle.append(helper)
    return VERSION, result


class _Helper:
    """A process that scores one parcel after the other; it ends when this one does."""

    __slots__ = ("_process",)

    def __init__(self) -> None:
        command = [sys.executable, "-c", _START]  # which looks for modules in its working directory first
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=_SUITE)

    def result(self, parcel: bytes) -> bytes:
        """Return the pickled result. Raises ``OSError`` or ``EOFError`` if the process ends."""
        assert self._process.stdin is not None, "it is a pipe"
        assert self._process.stdout is not None, "it is a pipe"
        pickle.dump(parcel, self._process.stdin)
        self._process.stdin.flush()
        result: bytes = pickle.load(self._process.stdout)
        return result


_idle: list[_Helper] = []  # of this process; there are as many as jobs run at once


def help_worker() -> None:
    """Answer parcels on standard input with results on standard output, as long as there are any."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no answer
    desk: _Desk | None = None
    with contextlib.ExitStack() as desks:
        while True:
            try:
                setting, job, contents = pickle.loads(pickle.load(sys.stdin.buffer))
            except EOFError:
                return
            if desk is None or desk.setting != setting:
                desks.close()
                desk = desks.enter_context(_Desk(setting))
            pickle.dump(pickle.dumps(desk.result(job, contents)), answers)
            answers.flush()


class _Desk:
    """The copy of an archive and the process that scores in it."""

    __slots__ = ("_files", "_folder", "_place", "_pool", "setting")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        names = listing(setting[0])
        self._folder = tempfile.TemporaryDirectory(prefix="rescore-")
        folder = os.path.realpath(self._folder.name)
        with open(os.path.join(folder, OUTSIDE), "wb"):
            pass
        self._place = Place(os.path.join(folder, "archive"))
        names.make(self._place.root)
        self._files = dict.fromkeys(names.files, b"")
        self._pool = Pool(self._place.root, 1, *setting[1:])

    def __enter__(self) -> _Desk:
        self._pool.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.__exit__(*error)
        self._folder.cleanup()

    def result(self, job: Job, contents: Mapping[str, bytes]) -> Result:
        """Return the result of a job with contents by path; other files are empty."""
        self._place.hold({**self._files, **contents})
        ((_, result),) = self._pool.results([(0, job)])
        return result
