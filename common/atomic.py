"""Names of the functions of common.host that are still called by their old ones."""

from __future__ import annotations

import os

from legacy_scorers.common.host.placing import KeptReports, make_folder, write_reports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["KeptReports", "make_folder", "overwritten", "write_reports"]


def overwritten(reports: Iterable[str], inputs: Iterable[str]) -> tuple[str, str] | None:
    """Return a report that would overwrite an input, whatever their names, and that input, or None."""
    existing = [report for report in reports if os.path.isfile(report)]
    for path in inputs if existing else ():
        for report in existing if os.path.exists(path) else ():
            if os.path.samefile(report, path):
                return report, path
    return None
