"""The garbage collector of the process, paused while many objects are made that all stay."""

from __future__ import annotations

import gc
from functools import wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    Arguments = ParamSpec("Arguments")
    Made = TypeVar("Made")


def uncollected(make: Callable[Arguments, Made]) -> Callable[Arguments, Made]:
    """Pause the garbage collector during each call; it goes on afterwards if it did before.

    It would look at all that is kept again and again, and find nothing: half of the time of large runs in memory. What
    nobody refers to is freed at once all the same.
    """

    @wraps(make)
    def make_at_once(*arguments: Arguments.args, **options: Arguments.kwargs) -> Made:
        was_on = gc.isenabled()
        if was_on:  # else another thread may turn it on before this one would turn it off, for good
            gc.disable()
        try:
            return make(*arguments, **options)
        finally:
            if was_on:
                gc.enable()

    return make_at_once
