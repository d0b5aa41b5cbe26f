"""MAT 1.3: counting tokens, pseudo-tokens and characters (MATScore documentation, 'Fixed-span scores')."""

from __future__ import annotations

from mat_score.align.mets import MISSING
from mat_score.tally.cells import signature
from mat_score.tally.unittables import UnitTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.mets import Stretch
    from mat_score.tally.cells import Rows
    from mat_score.tally.tallies import Outcomes


class UnitTables13(UnitTables):
    """Counts units; in each table every label of a document has a row there, even if it covers no unit."""

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count the units of the document, and return what was counted by table."""
        ruler = self.token_ruler()
        if ruler is not None and not all(ruler.fits(stretch.start, stretch.end) for stretch in stretches):
            self.give_up_tokens()
        for tally, _ in self.counters.values():
            for item in rows:
                tally.signatures[signature(tally.stem, MISSING, item, None, rows)] += 0
        return super().count(stretches, rows)
