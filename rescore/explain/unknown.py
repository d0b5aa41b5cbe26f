"""Names of figures, units and kinds of meetings that a run does not have, and which it has."""

from __future__ import annotations

from common.match import Observer
from rescore.explain.records import figures
from rescore.reports.names import nearest, written
from rescore.reports.printed import printed_cells
from rescore.scorers.running import run_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.match import Run, Unit
    from rescore.explain.explained import Explained
    from rescore.explain.stream import Selection


def unknown(run: Explained, words: Sequence[str], selection: Selection) -> str:
    """Return what is wrong with the names of a selection, nothing if the run has them; ``words`` are its command line.

    Where a name is wrong, the run is repeated to find out which names there are.
    """
    if selection.cell is not None and not run.figures:
        known = [written(cell.name) for cell in figures(printed_cells(run.outcome))]
        wanted = written(selection.cell)
        return f"the report has no figure {wanted}{nearest(wanted, known)}; docs/cells.md explains the names"
    if selection.unit is not None and not run.units:
        return f"the run has no unit {selection.unit!r}{nearest(selection.unit, _Names(words).units)}"
    if selection.kind is not None and not _has_meetings(run):
        kinds = _Names(words).kinds
        if selection.kind not in kinds:
            there_are = f"only {', '.join(sorted(kinds))}" if kinds else "and none of any other"
            return f"the run has no meetings of kind {selection.kind!r}, {there_are}"
    return ""


def _has_meetings(run: Explained) -> bool:
    return any(record["type"] == "met" for _, record in run.spool.records())


class _Names(Observer):
    """The names of the units of a run, and the kinds of their meetings."""

    def __init__(self, words: Sequence[str]) -> None:
        self.units: list[str] = []
        self.kinds: set[str] = set()
        self._run: Run
        run_command(words[0], words[1:], self)

    def begin(self, run: Run) -> None:
        """Receive what is scored."""
        self._run = run

    def unit(self, unit: Unit) -> None:
        """Note the names."""
        self.units.append(unit.name)
        self.kinds.update(map(self._run.kind, unit.matches))
