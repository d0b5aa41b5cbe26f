"""What a worker of a cluster does: it scores submissions of an archive that it sees.

A worker may itself be a process that must not start processes by :mod:`multiprocessing`. So it starts a helper, which
starts one that scores, and is ended if it hangs.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
from typing import TypeAlias

from common import VERSION
from rescore.archive.pool import Pool

Setting: TypeAlias = tuple[str, float, int | None]  # folder of the archive, time and memory of a submission

_START = "from rescore.archive.remote import help_worker; help_worker()"
_SUITE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def score(release: str, parcel: bytes) -> tuple[str, bytes]:
    """Return the release of the suite here and, if it is the wanted one, the pickled result of a parcel.

    A parcel is a pickled pair of a setting and a job. There is no result where the archive is not seen.
    """
    if release != VERSION or not os.path.isdir(pickle.loads(parcel)[0][0]):
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
    pools: dict[Setting, Pool] = {}  # one at most
    with contextlib.ExitStack() as started:
        while True:
            try:
                setting, job = pickle.loads(pickle.load(sys.stdin.buffer))
            except EOFError:
                return
            if setting not in pools:
                started.close()
                root, timeout, megabytes = setting
                pools = {setting: started.enter_context(Pool(root, 1, timeout, megabytes))}
            ((_, result),) = pools[setting].results([(0, job)])
            pickle.dump(pickle.dumps(result), answers)
            answers.flush()
