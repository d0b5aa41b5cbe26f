"""A run: align documents, count their matches, pass these on, and write the reports."""

from __future__ import annotations

import os

from legacy_scorers.common.tally import Signatures
from legacy_scorers.muc_scorer.cells import correct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from legacy_scorers.common.host import Content
    from legacy_scorers.common.result import Observer
    from legacy_scorers.muc_scorer.evidence import Evidence
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.report.rows import Page


class Rules:
    """The rules of a version for reading files, aligning documents and laying out reports."""

    def __init__(self, config: Config) -> None:
        """Read what the run needs before its documents are aligned.

        Raises :class:`Fatal` where the 1997 program stops with a message and :class:`InputError` for other bad input.
        """
        self.config = config
        self.say = config.messages.say

    def score(self, observer: Observer | None) -> int:
        """Score the documents, pass them on to an observer, and write the reports.

        Returns how many fills, or links of coreference, are correct.
        """
        evidence = None if observer is None else self.evidence(observer)
        totals = Signatures()
        for outcome in self.outcomes():
            signatures = Signatures()
            for match in outcome.matches:
                signatures[match.signature] += 1
            totals.add(signatures)
            page = self.report(outcome, signatures)
            if evidence is not None:
                evidence.add(outcome, page)
        self.write(totals)
        return correct(totals)

    def evidence(self, observer: Observer) -> Evidence:
        """Return the evidence for an observer."""
        raise NotImplementedError

    def outcomes(self) -> Iterator[Any]:
        """Align the documents and yield their outcomes, each with its ``matches``."""
        raise NotImplementedError

    def report(self, outcome: Any, signatures: Signatures) -> Page:  # noqa: ANN401
        """Make the reports of a document; return its page."""
        raise NotImplementedError

    def write(self, totals: Signatures) -> None:
        """Write the reports."""
        raise NotImplementedError

    def write_reports(self, paths: Iterable[bytes], contents: Iterable[Content]) -> None:
        """Write report files, all or none. Raises :class:`InputError`, or ``ValueError`` for a path with a NUL."""
        self.config.messages.host.write_reports(zip(map(os.fsdecode, paths), contents))
