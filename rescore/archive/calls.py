"""What is done with an archive besides scoring it, in a process that has the limits of scoring."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from common.errors import InputError
from rescore.archive.worker import Worker, told
from rescore.statuses import UNSCORED

R = TypeVar("R")


class Call(Generic[R]):
    """A function of a module and its arguments; the result is that of the function, or says why there is none.

    ``file`` is named where the reason names no other.
    """

    __slots__ = ("_arguments", "_file", "_function")

    def __init__(self, function: Callable[..., R], arguments: tuple[Any, ...], file: str | None) -> None:
        self._function = function
        self._arguments = arguments
        self._file = file

    def result(self, worker: Worker) -> R | InputError:
        """Call the function; this runs in the process of the worker."""
        try:
            return self._function(*self._arguments)
        except InputError as error:
            return error
        except Exception as error:  # noqa: BLE001 - archives come from strangers
            return self.failed(told(error).replace(os.path.join(worker.root, ""), ""))

    def failed(self, message: str) -> InputError:
        """Return the reason if the process ends or hangs."""
        return InputError(message, self._file, None, UNSCORED)
