"""The reports that a run printed: on standard output and in the files that it would have written."""

from __future__ import annotations

from rescore.reports.kinds import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.reports.model import Report
    from rescore.scorers import Outcome

STDOUT = "<stdout>"


def printed_reports(outcome: Outcome) -> dict[str, tuple[bytes, Report | None]]:
    """Return by name all that a run printed, and the report that it is; None for what is none, such as messages."""
    printed = {STDOUT: outcome.stdout, **outcome.reports}
    return {name: (content, _report(content, name)) for name, content in printed.items() if content}


def _report(content: bytes, name: str) -> Report | None:
    kind = kind_of(content)
    return kind.report(content, name) if kind else None
