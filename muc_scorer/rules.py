"""A run: its documents are aligned, their matches counted and passed on, and the reports written."""

from __future__ import annotations

from common.tally import Signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.result import Observer
    from muc_scorer.evidence import Evidence
    from muc_scorer.read.config import Config
    from muc_scorer.report.rows import Page


class Rules:
    """The rules of a version: how files are read, who is aligned with whom, and what the pages of reports are."""

    def __init__(self, config: Config) -> None:
        """Read what the run needs before its documents are aligned.

        Raises :class:`Fatal` where the 1997 program stops with a message and :class:`InputError` for other bad input.
        """
        self.config = config

    def score(self, observer: Observer | None) -> None:
        """Score the documents, pass them on to the observer, if there is one, and write the reports."""
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

    def evidence(self, observer: Observer) -> Evidence:
        """Begin to pass on the run."""
        raise NotImplementedError

    def outcomes(self) -> Iterator[Any]:
        """Align the documents and yield what became of them, which has their ``matches``."""
        raise NotImplementedError

    def report(self, outcome: Any, signatures: Signatures) -> Page:  # noqa: ANN401
        """Make the reports of a document; return its page."""
        raise NotImplementedError

    def write(self, totals: Signatures) -> None:
        """Write the reports."""
        raise NotImplementedError
