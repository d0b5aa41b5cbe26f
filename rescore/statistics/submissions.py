"""Systems of an archive: submissions that are scored in its folder, or whose units the archive's store knows."""

from __future__ import annotations

import os
from contextlib import nullcontext

from common.cli import describe
from common.errors import InputError
from rescore.archive.inputs import Hashes
from rescore.archive.scoring import inside
from rescore.archive.store import STORE, Store
from rescore.archive.submissions import read_archive
from rescore.reports.names import nearest
from rescore.statistics.samples import Sample, recalled, sample
from rescore.statuses import UNSCORED, USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from rescore.archive.submission import Submission
    from rescore.reports.names import Name


class Submissions:
    """The submissions of an archive that are compared or ranked. Raises :class:`InputError` where they are missing."""

    __slots__ = ("_archive", "_chosen", "_hashes", "_root")

    def __init__(self, archive: str) -> None:
        read = read_archive(archive)
        self._archive = archive
        self._root = read.root
        self._hashes = Hashes(read.root)
        self._chosen: Sequence[Submission] = read.submissions

    def of_task(self, task: str) -> None:
        """Choose those of a task."""
        chosen = [submission for submission in self._chosen if submission.task == task]
        if not chosen:
            raise self._unknown("task", task, {submission.task for submission in self._chosen})
        self._chosen = chosen

    def called(self, names: Iterable[str]) -> None:
        """Choose some by their names, or by ``TASK/NAME`` where several tasks have the same."""
        chosen: list[Submission] = []
        for name in names:
            submission = self._called(name)
            if submission in chosen:
                raise InputError(
                    f"{submission.label} is named twice; compare it with another", self._archive, None, USAGE
                )
            chosen.append(submission)
        self._chosen = chosen

    def _called(self, name: str) -> Submission:
        found = [submission for submission in self._chosen if name in (submission.name, submission.label)]
        if not found:
            raise self._unknown("submission", name, {submission.name for submission in self._chosen})
        if len(found) > 1:
            labels = ", ".join([submission.label for submission in found])
            raise InputError(f"{name} may be {labels}; name the task, too", self._archive, None, USAGE)
        return found[0]

    def _unknown(self, kind: str, name: str, known: set[str]) -> InputError:
        return InputError(f"has no {kind} {name}{nearest(name, sorted(known))}", self._archive, None, USAGE)

    @property
    def commands(self) -> list[str]:
        """The commands that score them."""
        return [submission.words[0] for submission in self._chosen if submission.words]

    def samples(self, measure: Name | None) -> Iterator[Sample | InputError]:
        """Yield the counts of each, called after the submission, or why it cannot be scored.

        The first is scored, and so are others whose units the archive's store does not know.
        """
        first: Sample | None = None
        with self._store() as store:
            for submission in self._chosen:
                known = self._recalled(submission, store, first) if store and first else None
                found = known or self._sample(submission, measure)
                if first is None and isinstance(found, Sample):
                    first = found
                yield found

    def _store(self) -> AbstractContextManager[Store | None]:
        path = os.path.join(self._root, STORE)
        return Store(path, create=False) if os.path.exists(path) else nullcontext()

    def _recalled(self, submission: Submission, store: Store, like: Sample) -> Sample | None:
        known = store.known(submission)
        units = store.units(submission)
        if known is None or known.record["exit"] or units is None or not known.is_current(submission, self._hashes):
            return None
        return recalled(units, like, submission.words, submission.name)

    def _sample(self, submission: Submission, measure: Name | None) -> Sample | InputError:
        if submission.problem:
            return InputError(f"{submission.label}: {submission.problem}", self._archive, None, UNSCORED)
        try:
            with inside(self._root, submission.folder, submission.environment):
                return sample(submission.words, measure, submission.name)
        except InputError as error:
            return InputError(f"{submission.label}: {error}", self._archive, None, error.status)
        except OSError as error:
            return InputError(f"{submission.label}: {describe(error)}", self._archive, None, UNSCORED)
