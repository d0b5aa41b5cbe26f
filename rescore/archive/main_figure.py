"""The main figure of a task: the measure of its scorer that most submissions have, published and recomputed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from common.errors import InputError
from rescore.archive.pool import MIN_ARCHIVE_S, Pool
from rescore.archive.published import read_published, texts_of
from rescore.archive.records import Record, Result
from rescore.archive.store import Store
from rescore.archive.submission import Submission, content_for
from rescore.changes import Setup
from rescore.difference import FAILED
from rescore.reports.model import written
from rescore.scorers import SCORERS

Scored: TypeAlias = tuple[Submission, Record]
Figures: TypeAlias = Mapping[str, str]  # by cell


class MainFigure(NamedTuple):
    """The main figure of a task and its texts for a submission, empty if unknown; the hashes of the key's files."""

    name: str
    published: str
    recomputed: str
    key: frozenset[str]


def figures_of(root: str, submission: Submission, result: Result | None) -> tuple[Figures, Figures, frozenset[str]]:
    """Return the figures of a scored submission, as published and as printed now, and the hashes of the key's files."""
    if result is None or not result.reports:
        return {}, {}, frozenset()
    printed = texts_of(result.unpacked_reports().values())
    published = read_published(root, submission).texts(printed)
    key = key_of(root, submission, dict(result.inputs)) if result.record.exit == 0 else frozenset()
    return published, printed, key


def main_figures(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> list[MainFigure]:
    """Return the main figure of each submission; figures are unknown if it could not be scored or read."""
    asked = ((root, one, results.known(one) if record.verdict != FAILED else None) for one, record in scored)
    found = pool.calls(figures_of, asked, least=MIN_ARCHIVE_S)
    of_all = [({}, {}, frozenset()) if isinstance(figures, InputError) else figures for figures in found]
    counts: dict[str, Counter[str]] = {}
    for (submission, _), (*sides, _) in zip(scored, of_all):
        of_task = counts.setdefault(submission.task, Counter({"": 0}))
        names = [written(name) for command in submission.words[:1] for name in SCORERS[command].measures]
        of_task.update({name: sum(name in side for side in sides) for name in names})
    figures = []
    for (submission, _), (published, recomputed, key) in zip(scored, of_all):
        ((name, _),) = counts[submission.task].most_common(1)
        figures.append(MainFigure(name, published.get(name, ""), recomputed.get(name, ""), key))
    return figures


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the key's files, empty if unknown; ``inputs`` has those of all files that the run read."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    words = [part for word in submission.words[1:] for part in (word, word.partition("=")[2])]
    for path in inputs.keys() & map(setup.path, words):  # configurations, which say where the key is
        content = content_for(root, submission, path)
        if content is None:  # removed since it was scored
            return frozenset()
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].checks.sides_of(setup)
    except ValueError:  # a command line that scores nothing
        return frozenset()
    if sides.key_text:
        return frozenset([sha256(sides.key_text).hexdigest()])
    return frozenset(inputs[path] for path in sides.key if path in inputs)
