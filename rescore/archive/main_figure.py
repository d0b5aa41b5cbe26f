"""The main figure of a task: the measure of its scorer that most submissions have, published and recomputed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeAlias

from common.errors import InputError
from rescore.archive.pool import MIN_ARCHIVE_S, Pool
from rescore.archive.published import FAILED, read_published, texts_of
from rescore.archive.records import Record, Result
from rescore.archive.store import Store
from rescore.archive.submission import Submission, content_for
from rescore.changes import Setup
from rescore.reports.model import written
from rescore.scorers import SCORERS

Scored: TypeAlias = tuple[Submission, Record]

_NO_KEY: frozenset[str] = frozenset()


@dataclass(slots=True)
class SubmissionFigures:
    """The figures of a submission by cell, as published and as printed now, and the hashes of the files of its key."""

    published: Mapping[str, str]
    recomputed: Mapping[str, str]
    key: frozenset[str] = _NO_KEY


def figures_of(root: str, submission: Submission, result: Result | None) -> SubmissionFigures:
    """Return the figures of a scored submission. Raises ``OSError`` if a published report cannot be read."""
    if result is None or not result.reports:
        return SubmissionFigures({}, {})
    printed = texts_of(result.unpacked_reports().values())
    published = read_published(root, submission).texts(printed)
    key = key_of(root, submission, dict(result.inputs)) if result.record["exit"] == 0 else _NO_KEY
    return SubmissionFigures(published, printed, key)


def described(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> list[SubmissionFigures]:
    """Return the figures and the key of each submission, empty for one that could not be scored or read."""
    asked = ((root, one, results.known(one) if record["verdict"] != FAILED else None) for one, record in scored)
    found = pool.calls(figures_of, asked, least=MIN_ARCHIVE_S)
    return [SubmissionFigures({}, {}) if isinstance(figures, InputError) else figures for figures in found]


def main_figures(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> list[tuple[str, str]]:
    """Return for each submission the main figure of its task, as published and as printed now, or empty texts."""
    found = described(root, scored, results, pool)
    tasks: dict[str, list[SubmissionFigures]] = {}
    for (submission, _), figures in zip(scored, found):
        tasks.setdefault(submission.task, []).append(figures)
    names = {submission.task: main_figure(submission.words, tasks[submission.task]) for submission, _ in scored}
    return [
        (figures.published.get(names[submission.task], ""), figures.recomputed.get(names[submission.task], ""))
        for (submission, _), figures in zip(scored, found)
    ]


def main_figure(words: Sequence[str], all_figures: Sequence[SubmissionFigures]) -> str:
    """Return the name of the main figure of a task with this command line, or an empty text if none has one."""
    if not words:
        return ""
    sides = [side for figures in all_figures for side in (figures.published, figures.recomputed)]
    counts = {written(name): sum(written(name) in side for side in sides) for name in SCORERS[words[0]].measures}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the key's files, empty if unknown; ``inputs`` has those of all files that the run read."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    words = [part for word in submission.words[1:] for part in (word, word.partition("=")[2])]
    for path in inputs.keys() & map(setup.path, words):  # configurations, which say where the key is
        content = content_for(root, submission, path)
        if content is None:  # removed since it was scored
            return _NO_KEY
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].changes.sides(setup)
    except ValueError:  # a command line that scores nothing
        return _NO_KEY
    if sides.key_text:
        return frozenset([sha256(sides.key_text).hexdigest()])
    return frozenset(inputs[path] for path in sides.key if path in inputs)
