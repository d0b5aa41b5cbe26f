"""Hints for differences that no change of the run explains: problems in the published figures or in the files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from rescore.archive.memory import lacks_memory
from rescore.archive.records import Hint
from rescore.archive.scoring import inside
from rescore.archive.submission import Submission
from rescore.checks.check import Checked
from rescore.checks.finding import WHOLE_RUN, Finding
from rescore.difference.verdicts import OLD, SIDES, Difference
from rescore.reports.model import nearest, written
from rescore.scorers.running import Outcome, printed_cells

CONTRADICTION = "contradiction"
MAX_HINTS = 20  # of a submission
_COUNT = re.compile(r"\b\d+\b")


def published_hints(
    submission: Submission, differences: Iterable[tuple[str, Difference]], outcome: Outcome
) -> Iterator[Hint]:
    """Yield a hint for each published figure that contradicts others of its row, or that the run does not print."""
    printed: list[str] = []
    for report, difference in differences:
        name = written((difference.table, difference.row, difference.column))
        for note in difference.notes:
            side, _, says = note.partition(": ")
            if side == SIDES[OLD]:
                file = submission.published[report]
                yield hint(CONTRADICTION, f"{name} is published as {difference.old}: {says}", file)
        if difference.new is None and name in submission.figures:
            printed = printed or [written(cell.name) for cell in printed_cells(outcome)]
            yield hint("no-such-figure", f"the run prints no figure {name}{nearest(name, printed)}")


def hints_of(root: str, submission: Submission, outcome: Outcome | None = None) -> list[Hint]:
    """Return what ``rescore check`` finds suspicious in the run of a submission, or why it cannot be checked."""
    try:
        with inside(root, submission):
            checked = Checked(submission.words[0], submission.words[1:], outcome)
            # The search for causes tries exchanged sides.
            found = checked.findings(other_way=False) if checked.is_scored else checked.causes()
            findings = sorted(found, key=_rank)[:MAX_HINTS]
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        return [hint("not-checked", f"the inputs cannot be checked ({type(error).__name__}: {error})")]
    inner = os.path.join(root, "")
    return [hint(one.name, one.message.replace(inner, ""), one.file or None, one.line) for one in findings]


def _rank(finding: Finding) -> tuple[int, int]:
    """Rank findings on the whole run first, then those on the most items, because they explain most."""
    place = WHOLE_RUN.index(finding.name) if finding.name in WHOLE_RUN else len(WHOLE_RUN)
    counted = _COUNT.search(finding.message)
    return place, -int(counted[0]) if counted else 0


def hint(name: str, message: str, file: str | None = None, line: int | None = None) -> Hint:
    """Return a hint for the record of a submission."""
    return {"name": name, "file": file, "line": line, "message": message}
