"""The figure that a task is known by: the usual measure that most submissions have, published and recomputed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from common.errors import InputError
from rescore.archive.changes.setup import Setup
from rescore.archive.inputs import content_at
from rescore.archive.published import read_published
from rescore.archive.submission import Submission
from rescore.difference.figures import shown
from rescore.reports.names import written
from rescore.scorers import SCORERS
from rescore.scorers.printed import cells_of


class Figures:
    """The usual measures of a submission by the names of their cells, as they were published and as printed now.

    ``key`` are the hashes of what it was scored against.
    """

    __slots__ = ("key", "published", "recomputed")

    def __init__(
        self, published: Mapping[str, str], recomputed: Mapping[str, str], key: frozenset[str] = frozenset()
    ) -> None:
        self.published = published
        self.recomputed = recomputed
        self.key = key


def figures_of(root: str, submission: Submission, reports: Mapping[str, bytes], inputs: Mapping[str, str]) -> Figures:
    """Return the figures of a submission whose run prints these reports; ``inputs`` has the hashes of what it read.

    Raises ``OSError`` if what was published cannot be read any more.
    """
    if not reports:  # it could not be scored
        return Figures({}, {})
    names = set(map(written, SCORERS[submission.words[0]].measures))
    published = read_published(root, submission)
    return Figures(
        _printed(published.reports.values(), names) | dict(published.figures),
        _printed(reports.values(), names),
        key_of(root, submission, inputs) if inputs else frozenset(),
    )


def _printed(reports: Iterable[bytes], names: set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for content in reports:
        with suppress(InputError):  # one that was cut off; its verdict says that it differs
            for cell in cells_of(content, ""):
                if (name := written(cell.name)) in names:
                    found.setdefault(name, shown(cell).strip())
    return found


def main_figure(command: str, all_figures: Sequence[Figures]) -> str:
    """Return the name of the figure to show of all submissions, nothing if none has any."""
    sides = [side for figures in all_figures for side in (figures.published, figures.recomputed)]
    counts = {written(name): sum(written(name) in side for side in sides) for name in SCORERS[command].measures}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the files of the key; ``inputs`` has those of all that the run read. Empty if unknown."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    for path in inputs.keys() & map(setup.path, submission.arguments):  # configurations, which say where the key is
        content = content_at(root, path)
        if content is None:  # taken away since it was scored
            return frozenset()
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].changes.sides(setup)
    except ValueError:  # a command line that scores nothing
        return frozenset()
    if sides.key_text:
        return frozenset([sha256(sides.key_text).hexdigest()])
    return frozenset(inputs[path] for path in sides.key if path in inputs)
