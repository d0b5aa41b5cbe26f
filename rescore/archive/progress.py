"""What a command shows while it rescores an archive, and what it says at the end."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

from rescore.archive.published import EXCERPT, FAILED, UNPUBLISHED, VERDICTS
from rescore.archive.records import Record
from rescore.difference.verdicts import IDENTICAL
from rescore.environment import hidden
from rescore.statuses import DIFFERENT, UNSCORED
from rescore.tables import one_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tqdm import tqdm


def progress_bar(steps: int, unit: str = "submission") -> tqdm[NoReturn]:
    """Return the bar of progress, which is shown on a terminal only."""
    with hidden("TQDM_"):
        from tqdm import tqdm

    tqdm.set_lock(threading.RLock())  # its own is for processes, too, and leaves traces of itself if we are ended
    return tqdm(
        total=steps, disable=None if steps and sys.stderr else True, unit=unit, leave=False, file=sys.stderr, miniters=0
    )


def tell(bar: tqdm[NoReturn], text: str) -> None:
    """Show behind a bar what is being done, not more often than the bar changes."""
    bar.set_postfix_str(one_field(text), refresh=False)
    bar.update(0)


def counted(records: Iterable[Record], verdicts: Counter[str]) -> Iterator[Record]:
    """Yield records, and count their verdicts on the way."""
    for record in records:
        verdicts[record["verdict"]] += 1
        yield record


def summary(verdicts: Counter[str]) -> str:
    """Return how many submissions have which verdict, in a line."""
    parts = [f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdicts[verdict]]
    count = verdicts.total()
    return f"{count} submission{'s' if count != 1 else ''}: {', '.join(parts)}" if parts else "no submissions"


def exit_status(verdicts: Counter[str], accept: set[str]) -> int:
    """Return the exit status of a run with these verdicts, some of which are accepted."""
    if verdicts[FAILED]:
        return UNSCORED
    content = {IDENTICAL, EXCERPT, UNPUBLISHED, *accept}
    return DIFFERENT if any(verdict not in content for verdict in verdicts) else 0
