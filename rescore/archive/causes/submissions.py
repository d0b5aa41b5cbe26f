"""Figures of another submission: the figures or the files of two may have been exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rescore.archive.published import Published, compare
from rescore.archive.records import Record
from rescore.archive.submission import Submission
from rescore.difference.verdicts import FIGURES
from rescore.scorers.running import Outcome

_MAX_TEXTS, _MAX_OTHERS = 5, 10
_STDOUT = ""


@dataclass(slots=True)
class Other:
    """Another submission, and its reports."""

    submission: Submission
    outcome: Outcome

    def called(self, submission: Submission) -> str:
        """Return the other submission's name, with its task if that differs from the task of ``submission``."""
        return self.submission.name if self.submission.task == submission.task else self.submission.label


def other_of(submission: Submission, reports: Mapping[str, bytes]) -> Other:
    """Return a submission with its reports from the store."""
    files = {name: content for name, content in reports.items() if name != _STDOUT}
    outcome = Outcome(submission.words[0], submission.status, reports.get(_STDOUT, b""), b"", files)
    return Other(submission, outcome)


def candidates(
    asking: Mapping[int, Record],
    submissions: Sequence[Submission],
    reports: Callable[[Submission], Mapping[str, bytes]],
) -> dict[int, list[int]]:
    """Return for each submission, by index, up to ten others that may have its published figures.

    Submissions of the same task come first. The ``reports`` of each are searched once.
    """
    texts = {number: _texts(record) for number, record in asking.items()}
    found: dict[int, list[int]] = {number: [] for number in asking}
    for other, submission in enumerate(submissions):
        content = b"\n".join(reports(submission).values())
        for number, wanted in texts.items():
            is_other = other != number and submission.words[:1] == submissions[number].words[:1]
            if is_other and wanted and all(text in content for text in wanted):
                found[number].append(other)
    for number, others in found.items():
        others.sort(key=lambda other: submissions[other].task != submissions[number].task)
        del others[_MAX_OTHERS:]
    return found


def _texts(record: Record) -> list[bytes]:
    """Return the longest published figures that differ, at most ``_MAX_TEXTS``."""
    texts = {cell["published"] or "" for cell in record["cells"]} - {""}
    return [text.encode("utf-8", "surrogateescape") for text in sorted(texts, key=lambda one: (-len(one), one))][
        :_MAX_TEXTS
    ]


def fitting(published: Published, others: Iterable[Other]) -> list[Other]:
    """Return the other submissions that have the published figures."""
    return [other for other in others if _is_same(published, other.outcome)]


def is_exchanged(published: Published, outcome: Outcome) -> bool:
    """Whether an outcome has figures that were published for another submission."""
    return not published.is_empty and _is_same(published, outcome)


def _is_same(published: Published, outcome: Outcome) -> bool:
    comparison = compare(published, outcome)
    return comparison.verdict != FIGURES and not comparison.problems
