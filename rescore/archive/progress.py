"""What a command shows while it rescores an archive, and what it says at the end."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

from rescore.archive.published import EXCERPT, FAILED, UNPUBLISHED, VERDICTS
from rescore.archive.records import Record
from rescore.archive.submission import listed
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


class Totals:
    """What is counted of the records of a run: how many have each ``verdicts``, and what is to be said at its end."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self._signatures: dict[str, set[str]] = {}
        self._unpublished: dict[str, list[str]] = {}
        self._published: set[str] = set()  # tasks

    def counted(self, records: Iterable[Record]) -> Iterator[Record]:
        """Yield records, and count them on the way."""
        for record in records:
            task = record["task"]
            self.verdicts[record["verdict"]] += 1
            if record["cite"]:
                self._signatures.setdefault(task, set()).add(record["cite"])
            if record["verdict"] == UNPUBLISHED:
                self._unpublished.setdefault(task, []).append(record["submission"])
            else:
                self._published.add(task)
            yield record

    def notes(self) -> list[str]:
        """Return a line for each task of which only some submissions were published."""
        return [
            f"{task}: nothing is published for {listed(names)}, but for others"
            for task, names in self._unpublished.items()
            if task in self._published
        ]

    def signatures(self) -> list[str]:
        """Return a line for each task: the signature of its runs, or how many they have."""
        return [
            f"{task}: {next(iter(found)) if len(found) == 1 else f'{len(found)} signatures; see cite in --format json'}"
            for task, found in self._signatures.items()
        ]


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
