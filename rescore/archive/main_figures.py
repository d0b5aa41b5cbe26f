"""The figures of submissions, and the main one of each task, which most of them have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.pool import MIN_ARCHIVE_S, Pool
from legacy_scorers.rescore.archive.published import read_published, texts_of
from legacy_scorers.rescore.archive.records import Result, SubmissionRecord
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.runs.verdicts import FAILED
from legacy_scorers.rescore.scorers import SCORERS, report_of
from legacy_scorers.rescore.scorers.change import Setup

Scored: TypeAlias = tuple[Submission, SubmissionRecord]


class MainFigure(NamedTuple):
    """The main figure of a task and its texts for a submission, empty if unknown; the hashes of the key's files."""

    name: str
    published: str
    recomputed: str
    key: frozenset[str]


class Figures(NamedTuple):
    """The texts of a submission's figures by cell, empty if unknown, and the hashes of the key's files."""

    published: Mapping[str, str] = {}
    printed: Mapping[str, str] = {}
    key: frozenset[str] = frozenset()


def all_figures(root: str, known: Iterable[tuple[Submission, Result | None]], pool: Pool) -> list[Figures]:
    """Return the figures of submissions; they are unknown without a result, or if published ones cannot be read."""
    found = pool.calls(figures_of, ((root, *one) for one in known), least=MIN_ARCHIVE_S)
    return [Figures() if isinstance(figures, InputError) else figures for figures in found]


def figures_of(root: str, submission: Submission, result: Result | None) -> Figures:
    """Return the figures of a submission."""
    if result is None or not result.reports:
        return Figures()
    printed = texts_of(report_of(encoded(text)) for _, text in sorted(result.reports.items()))
    published = read_published(root, submission).texts(printed)
    key = key_of(root, submission, dict(result.inputs)) if result.record.exit == 0 else frozenset()
    return Figures(published, printed, key)


def main_figures(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> list[MainFigure]:
    """Return the main figure of each submission, which is the measure that most submissions to its task have."""
    known = ((one, results.known(one) if record.verdict != FAILED else None) for one, record in scored)
    found = all_figures(root, known, pool)
    counts: dict[str, Counter[str]] = {}  # of measures, by task
    for (submission, _), figures in zip(scored, found):
        of_task = counts.setdefault(submission.task, Counter({"": 0}))
        for name in [written(name) for command in submission.words[:1] for name in SCORERS[command].measures]:
            of_task[name] += (name in figures.published) + (name in figures.printed)
    main = {task: of_task.most_common(1)[0][0] for task, of_task in counts.items()}
    names = [main[submission.task] for submission, _ in scored]
    return [
        MainFigure(name, figures.published.get(name, ""), figures.printed.get(name, ""), figures.key)
        for name, figures in zip(names, found)
    ]


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the key's files, empty if unknown; ``inputs`` has those of all files that the run read."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    words = [part for word in submission.words[1:] for part in (word, word.partition("=")[2])]
    for path in inputs.keys() & map(setup.path, words):  # configurations, which say where the key is
        content = submission.content(root, path)
        if content is None:  # removed since it was scored
            return frozenset()
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].sides(setup)
    except ValueError:  # a command line that scores nothing
        return frozenset()
    if sides.key_text:
        return frozenset([sha256(sides.key_text).hexdigest()])
    return frozenset(inputs[path] for path in sides.key if path in inputs)
