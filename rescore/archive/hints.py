"""What may explain a difference although no change of the run does: what is strange in what was published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rescore.archive.records import Hint
from rescore.archive.submission import Submission
from rescore.difference.rows import OLD, SIDES
from rescore.difference.verdicts import Difference
from rescore.reports.names import nearest, written
from rescore.scorers.printed import printed_cells
from rescore.scorers.running import Outcome

CONTRADICTION = "contradiction"


def published_hints(
    submission: Submission, differences: Iterable[tuple[str, Difference]], outcome: Outcome
) -> Iterator[Hint]:
    """Yield published figures that contradict others of their row, or that the run does not print."""
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


def hint(name: str, message: str, file: str | None = None, line: int | None = None) -> Hint:
    """Return a hint as it stands in the record of a submission."""
    return {"name": name, "file": file, "line": line, "message": message}
