"""MAT 1.3: counting tokens, pseudo-tokens and characters (MATScore documentation, 'Fixed-span scores')."""

from __future__ import annotations

from mat_score.align.mets import MISSING
from mat_score.tally.cells import signature
from mat_score.tally.unittables import unit_outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.mets import Stretch
    from mat_score.tally.cells import Rows
    from mat_score.tally.tallies import Outcome, TableTally
    from mat_score.tally.units import Ruler
    from mat_score.tally.unittables import UnitTables


def count_units(
    name: str,
    rows: Rows,
    stretches: Sequence[Stretch],
    measured: Sequence[tuple[TableTally, Ruler]],
    tables: UnitTables,
) -> list[tuple[str, list[Outcome]]]:
    """Count the units of a document, and return what was counted by table.

    ``rows`` are those of all annotations; each of their labels has a row, even if it covers no unit.
    """
    counted = []
    for table, ruler in measured:
        if not all(ruler.fits(stretch.start, stretch.end) for stretch in stretches):
            tables.give_up_tokens()
            continue
        tally = table.new_file(name, ruler.total)
        for item in rows:
            tally.signatures[signature(table.stem, MISSING, item, None, rows)] += 0
        outcomes = unit_outcomes(table.stem, stretches, ruler, rows)
        tally.count(outcomes)
        counted.append((table.stem, outcomes))
    return counted
