"""The reports that the golden cases hold."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from legacy_scorers.rescore.reports.model import Layout
from legacy_scorers.rescore.runs.difference import differences
from legacy_scorers.rescore.runs.verdicts import IDENTICAL, LAYOUT, graver
from legacy_scorers.rescore.scorers import SCORERS, report_of
from tests.golden_cases import GOLDEN, PACKAGE_OF, some

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from legacy_scorers.rescore.runs.difference import Difference


class GoldenReport(NamedTuple):
    """A file of a golden case that is a report of a known kind."""

    path: Path
    content: bytes
    kind: type[Layout]

    @property
    def name(self) -> str:
        return self.path.relative_to(GOLDEN).as_posix()


@cache
def collect() -> list[GoldenReport]:
    """Return every report that a golden case of a scorer that rescore knows prints or writes."""
    folders = [GOLDEN / package for program, package in PACKAGE_OF.items() if program in SCORERS]
    paths = sorted([path for folder in folders for part in ("*/stdout", "*/out/**/*") for path in folder.glob(part)])
    found = [(path, path.read_bytes()) for path in paths if path.is_file()]
    known = [(path, content, report_of(content).layout) for path, content in found]
    return [GoldenReport(path, content, kind) for path, content, kind in known if kind]


def of_kind(kind: str, step: int = 1) -> Sequence[GoldenReport]:
    """Return the reports of a kind; by day, every ``step``-th."""
    return some([report for report in collect() if report.kind.name == kind], step)


def compared(old: bytes, new: bytes, kind: str | None = None) -> tuple[str, list[Difference]]:
    """Return verdict and differences of two reports, which are the same whether their records are kept."""
    left, right = report_of(old, "old", kind), report_of(new, "new", kind)
    found = list(differences(left, right))
    assert found == list(differences(left, right, once=True))
    return graver(IDENTICAL if old == new else LAYOUT, *[difference.verdict for difference in found]), found
