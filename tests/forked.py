"""Processes of ``rescore run``: forked from one that has its modules, in the place of a new interpreter for each."""

from __future__ import annotations

import os
from multiprocessing.context import ForkServerContext, ForkServerProcess


class Process(ForkServerProcess):
    """A process with the environment of who starts it, not of the server."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._environment = dict(os.environ)

    def run(self) -> None:
        os.environ.clear()
        os.environ.update(self._environment)
        super().run()


class Context(ForkServerContext):
    """Starts such processes."""

    Process = Process
