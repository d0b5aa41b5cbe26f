"""Systems of an archive: submissions that are scored in its folder, or whose units the archive's store knows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import compress

from common.errors import InputError
from rescore.archive.inputs import current
from rescore.archive.options import read_by
from rescore.archive.pool import LEAST, Pool
from rescore.archive.scoring import inside
from rescore.archive.store import Store, default_store
from rescore.archive.submission import Submission
from rescore.archive.units import UnitCounts
from rescore.reports.names import Name, nearest
from rescore.statistics.samples import Sample, recalled, sample
from rescore.statuses import UNSCORED, USAGE


class Submissions:
    """The submissions of an archive that are compared or ranked. Raises :class:`InputError` where they are missing."""

    __slots__ = ("_archive", "_chosen", "_place", "_pool", "_root")

    def __init__(self, archive: str, pool: Pool) -> None:
        read = read_by(pool, archive)
        self._archive = archive
        self._pool = pool
        self._place = read.place
        self._root = read.root
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

    def samples(self, measure: Name | None) -> list[Sample | InputError]:
        """Return the counts of each, called after the submission, or why it cannot be scored.

        The first is scored, and so are others whose units the archive's store does not know.
        """
        known = self._known()
        found = self._sampled([place for place in range(len(self._chosen)) if not place or place not in known], measure)
        for place, units in known.items():
            if place not in found:
                submission = self._chosen[place]
                like = next((one for one in found.values() if isinstance(one, Sample)), None)
                again = recalled(units, like, submission.words, submission.name) if like else None
                found |= {place: again} if again else self._sampled([place], measure)
        return [found[place] for place in range(len(self._chosen))]

    def _known(self) -> dict[int, UnitCounts]:
        """Return what the archive's store knows of the units of submissions, by their places."""
        path = default_store(self._place)
        if not os.path.exists(path):
            return {}
        with Store(path, is_cache=True) as store:
            known = {place: found for place, one in enumerate(self._chosen) if (found := store.known(one))}
            asked = [(self._chosen[place], one.inputs, one.signature) for place, one in known.items()]
            (same,) = self._pool.calls(current, [(self._root, asked)], least=LEAST)
            places = [] if isinstance(same, InputError) else list(compress(known, same))
            units = {place: store.units(self._chosen[place]) for place in places if not known[place].record["exit"]}
        return {place: counted for place, counted in units.items() if counted is not None}

    def _sampled(self, places: Sequence[int], measure: Name | None) -> dict[int, Sample | InputError]:
        """Score submissions, by their places."""
        found = self._pool.calls(sample_in, ((self._root, self._chosen[place], measure) for place in places))
        return {place: self._of(self._chosen[place], one) for place, one in zip(places, found)}

    def _of(self, submission: Submission, found: Sample | InputError) -> Sample | InputError:
        if isinstance(found, Sample):
            return found
        return InputError(f"{submission.label}: {found}", self._archive, None, found.status)


def sample_in(root: str, submission: Submission, measure: Name | None) -> Sample:
    """Return the counts of a submission to the archive in a folder. Raises :class:`InputError` where it has none."""
    if submission.problem:
        raise InputError(submission.problem, status=UNSCORED)
    with inside(root, submission.folder, submission.environment):
        return sample(submission.words, measure, submission.name)
