"""A run: its documents are aligned, their matches counted and passed on, and the reports written.

The rules of each version say how files are read, who is aligned with whom, and what the pages of reports are.
"""

from __future__ import annotations

from common.tally import Signatures
from muc_scorer.read.config import COREFERENCE, V33

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Protocol

    from common.result import Match, Observer
    from muc_scorer.read.config import Config
    from muc_scorer.report.rows import Page

    class Outcome(Protocol):
        """What became of a document."""

        matches: list[Match]

    class Rules(Protocol):
        """The rules of a version, and what is read by them; ``evidence`` passes documents on to an observer."""

        evidence: Any

        def outcomes(self) -> Iterator[Outcome]:
            """Align the documents and yield what became of them."""

        def report(self, outcome: Any, signatures: Signatures) -> Page:  # noqa: ANN401
            """Make the reports of a document; return its page."""

        def write(self, totals: Signatures) -> None:
            """Write the reports."""


def score(config: Config, observer: Observer | None) -> int:
    """Score a run, pass it on to the observer, if there is one, write its reports and return the exit status.

    Raises :class:`Fatal` where the 1997 program stops with a message and :class:`InputError` for other bad input.
    """
    rules = _rules(config, observer)
    totals = Signatures()
    for outcome in rules.outcomes():
        signatures = Signatures()
        for match in outcome.matches:
            signatures[match.signature] += 1
        totals.add(signatures)
        page = rules.report(outcome, signatures)
        if rules.evidence is not None:
            rules.evidence.add(outcome, page)
    rules.write(totals)
    return 0


def _rules(config: Config, observer: Observer | None) -> Rules:
    if config.version != V33:
        from muc_scorer.rules1997 import Rules1997

        return Rules1997(config, observer)
    if config.task != COREFERENCE:
        from muc_scorer.rules33 import Rules33

        return Rules33(config, observer)
    from muc_scorer.rules33 import CoreferenceRules

    return CoreferenceRules(config, observer)
