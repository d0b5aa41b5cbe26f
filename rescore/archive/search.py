"""The search for the change of a run that gives the published figures, one change at a time and then two."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice

from common.errors import InputError
from rescore.archive.changes import edits
from rescore.archive.changes.setup import Change, Setup
from rescore.archive.published import EXCERPT, Comparing, Published
from rescore.archive.records import Cause, cause_records
from rescore.archive.scoring import Scored, score_in
from rescore.archive.submission import Submission, content_at, content_for, files_at, is_inside
from rescore.difference.verdicts import FIGURES, IDENTICAL, LAYOUT, ROUNDING
from rescore.reports.model import Cell
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, printed_cells

_GIVES = {
    IDENTICAL: "identical",
    LAYOUT: "the same figures",
    EXCERPT: "all published figures",
    ROUNDING: "the same figures but for rounding",
}
BY_CHANCE = ", perhaps by chance: all that was published is a figure of few digits"
_NAMES_OF_FILES = frozenset({("settings", "target_in"), ("settings", "system_in")})  # whose change is no cause


@dataclass(slots=True)
class FoundCause:
    """Changes, one or two, that give the published figures, and the verdict that the run has with them.

    ``is_doubtful`` says that so little was published that other changes may give it as well.
    """

    changes: Sequence[Change]
    verdict: str
    is_doubtful: bool

    def records(self) -> list[Cause]:
        """Return a record for each change."""
        return cause_records(self.changes, _GIVES[self.verdict], BY_CHANCE if self.is_doubtful else "")


class Search:
    """Looks for the cause of a difference. ``trying`` is called before each trial, with what is tried.

    Trials run in a folder of their own that holds copies of the files of the run.
    """

    def __init__(
        self, root: str, submission: Submission, scored: Scored, published: Published, trying: Callable[[str], None]
    ) -> None:
        self._root = root
        self._submission = submission
        self._published = published
        self._trying = trying
        self.setup = Setup(submission.words, submission.environment, self._files(scored), submission.folder)
        self._other_keys = {name: self._below(name) for name in submission.other_keys}

    def single(self, kind: str = "") -> FoundCause | None:
        """Return the first change that is a cause, of all kinds or of one."""
        return self._first((change,) for change in self._changes(self.setup) if kind in ("", change.kind))

    def pair(self, seconds: float) -> FoundCause | None:
        """Return the first two changes that are a cause together; they are tried for some seconds."""
        end = time.monotonic() + seconds
        singles = list(self._changes(self.setup)) if seconds else []
        return self._first(
            (one, other)
            for number, one in enumerate(singles)
            for other in islice(singles, number + 1, None)
            if one.kind != other.kind and time.monotonic() < end
        )

    def key_with(self, cell: Cell) -> str:
        """Return the name of the first other key with which a run prints a published cell, nothing if there is none."""
        command = SCORERS[self.setup.words[0]].changes
        with _trial_folder() as place:
            for change in edits.other_keys(command.sides(self.setup), self._other_keys):
                self._trying(change.text)
                setup = change.apply(self.setup)
                with contextlib.suppress(InputError):
                    printed = printed_cells(_outcome(setup, place)) if setup else ()
                    if any(one.name == cell.name and one.value == cell.value for one in printed):
                        return change.detail
        return ""

    def _first(self, trials: Iterable[Sequence[Change]]) -> FoundCause | None:
        """Return the first cause that gives every published figure, or else the first that does so but for rounding."""
        rounded = None
        with _trial_folder() as place:
            for changes in trials:
                setup: Setup | None = self.setup
                for change in changes:
                    setup = change.apply(setup) if setup else None
                if setup is None:
                    continue
                self._trying(" and ".join([change.text for change in changes]))
                verdict = self._verdict(setup, place)
                if verdict in (IDENTICAL, LAYOUT, EXCERPT):
                    return FoundCause(changes, verdict, self._published.is_scant)
                if verdict == ROUNDING and rounded is None:
                    rounded = FoundCause(changes, verdict, self._published.is_scant)
        return rounded

    def _verdict(self, setup: Setup, place: TrialFolder) -> str:
        """Return the verdict on a run of a changed setup, ``figures`` for one that fails."""
        outcome = _outcome(setup, place)
        if outcome.status != self._published.status:
            return FIGURES
        comparing = Comparing(self._published, outcome, _NAMES_OF_FILES)
        for _, difference in comparing:
            if difference.verdict == FIGURES:
                return FIGURES
        return comparing.verdict

    def _changes(self, setup: Setup) -> Iterator[Change]:
        """Yield all changes, the cheapest and likeliest first."""
        command = SCORERS[setup.words[0]].changes
        sides = command.sides(setup)
        return chain(
            command.choices(setup),
            getattr(command, "labels", _none)(setup, self._published),
            edits.other_keys(sides, self._other_keys),
            edits.as_saved(sides),
            getattr(command, "as_published", _none)(setup, self._published),
            edits.compressed(setup),
            edits.renamed(setup, self._missing, sides),
            edits.letter_case(setup, sides),
            command.orders(setup),
            edits.left_out(sides),
            edits.exchanged(sides),
        )

    def _files(self, scored: Scored) -> dict[str, bytes]:
        """Return the content of all files that the run asked for, of those beside them in folders it listed, and of
        those whose names resemble what it did not find.
        """
        names = dict(scored.watch.files)
        for folder in scored.watch.folders:
            names |= dict.fromkeys(sorted(self._below(folder)))
        self._missing = [name for name in names if not os.path.isfile(os.path.join(self._root, name))]
        alike = {ending for name in self._missing for ending in (name.lower(), f"{name}.gz".lower())}
        for folder in dict.fromkeys([self._submission.folder, *map(os.path.dirname, self._missing)]):
            near = files_at(self._root, folder) if is_inside(self._root, folder) else []
            names |= dict.fromkeys([name for name in near if name.lower() in alike or "\\" in name])
        read = partial(content_for, self._root, self._submission)
        return {name: content for name in names if (content := read(name)) is not None}

    def _below(self, name: str) -> dict[str, bytes]:
        """Return the content of the file of that name, or of all files in the folder of that name."""
        paths = files_at(self._root, name)
        return {path: content for path in paths if (content := content_at(self._root, path)) is not None}


def _none(setup: Setup, published: Published) -> Iterator[Change]:
    yield from ()


@contextlib.contextmanager
def _trial_folder() -> Iterator[TrialFolder]:
    with tempfile.TemporaryDirectory(prefix="rescore-") as folder:
        yield TrialFolder(os.path.realpath(folder))


def _outcome(setup: Setup, place: TrialFolder) -> Outcome:
    """Return what a run of a setup gives."""
    place.hold(setup.files, setup.folder)
    return score_in(place.root, setup.folder, setup.words, setup.environment).outcome


class TrialFolder:
    """A folder that holds the files of one run after the other; only what differs is written."""

    __slots__ = ("_held", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._held: dict[str, bytes] = {}

    def hold(self, files: Mapping[str, bytes], folder: str = "") -> None:
        """Make it hold these contents by path and no other files, and have a folder for a run to work in."""
        os.makedirs(os.path.join(self.root, folder), exist_ok=True)
        for name in self._held.keys() - files.keys():
            os.remove(os.path.join(self.root, name))
            del self._held[name]
        for name, content in files.items():
            if self._held.get(name) != content:
                path = os.path.join(self.root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
                self._held[name] = content
