"""The bar of progress of commands that score an archive."""

from __future__ import annotations

import sys
import threading
from typing import NoReturn

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.words import one_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tqdm import tqdm


def progress_bar(steps: int, unit: str = "submission") -> tqdm[NoReturn]:
    """Return the bar of progress, which is shown on a terminal only.

    Raises :class:`InputError` for variables of tqdm that it does not understand.
    """
    try:
        from tqdm import tqdm
    except ValueError as error:
        problem = f"a variable TQDM_... has a wrong value ({error}); correct it, or unset it"
        raise InputError(problem, status=USAGE) from error

    tqdm.set_lock(threading.RLock())  # the default lock is for processes, too, and remains if we are killed
    return tqdm(
        total=steps, disable=None if steps and sys.stderr else True, unit=unit, leave=False, file=sys.stderr, miniters=0
    )


def tell(bar: tqdm[NoReturn], text: str) -> None:
    """Show the current step after the bar, not more often than the bar changes."""
    bar.set_postfix_str(one_field(text), refresh=False)
    bar.update(0)
