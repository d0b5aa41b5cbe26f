"""What may explain a difference although no change of the run does: what is strange in what was published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rescore.archive.records import Hint
from rescore.archive.submission import Submission
from rescore.difference.figures import decimal_of, judge
from rescore.difference.rows import OLD, SIDES
from rescore.difference.verdicts import FIGURES, Difference
from rescore.reports.model import Cell
from rescore.reports.names import nearest, written
from rescore.reports.printed import printed_cells
from rescore.scorers.running import Outcome


def published_hints(
    submission: Submission, differences: Iterable[tuple[str, Difference]], outcome: Outcome
) -> Iterator[Hint]:
    """Yield published figures that contradict others of their row, that the run does not print, or in per cent only."""
    printed: list[str] = []
    for report, difference in differences:
        name = written((difference.table, difference.row, difference.column))
        for note in difference.notes:
            side, _, says = note.partition(": ")
            if side == SIDES[OLD]:
                file = submission.published[report]
                yield hint("contradiction", f"{name} is published as {difference.old}: {says}", file)
        if difference.new is None and name in submission.figures:
            printed = printed or [written(cell.name) for cell in printed_cells(outcome)]
            yield hint("no-such-figure", f"the run prints no figure {name}{nearest(name, printed)}")
        elif name in submission.figures and _is_in_other_unit(str(difference.old), str(difference.new)):
            units = f"{name} is published as {difference.old} and printed as {difference.new}, once in per cent"
            yield hint("per-cent", f"{units}; publish it as it is printed")


def _is_in_other_unit(old: str, new: str) -> bool:
    """Whether one of two figures is a share of 1, and the other is that in per cent."""
    for share, percentage in ((old, new), (new, old)):
        small, large = [Cell("", "", "", text, None, 1) for text in (share, percentage)]
        figure = decimal_of(large)
        if figure and isinstance(small.value, float) and 0 < small.value <= 1:
            scaled = Cell("", "", "", str(figure.scaleb(-2)), None, 1)
            if judge(small, scaled) != FIGURES:
                return True
    return False


def hint(name: str, message: str, file: str | None = None, line: int | None = None) -> Hint:
    """Return a hint as it stands in the record of a submission."""
    return {"name": name, "file": file, "line": line, "message": message}
