"""A pause of the garbage collector, for work that makes very many objects, none of them garbage."""

from __future__ import annotations

import gc
from functools import wraps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec, TypeVar

    Given = ParamSpec("Given")
    Made = TypeVar("Made")


def without_collection(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """Return a function that looks for no garbage meanwhile, which would take long and find none."""

    @wraps(make)
    def make_at_once(*args: Given.args, **kwargs: Given.kwargs) -> Made:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return make(*args, **kwargs)
        finally:
            if collecting:
                gc.enable()

    return make_at_once
