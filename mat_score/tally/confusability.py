"""What the confusability matrix counts: how often what the reference calls one label has another in the hypothesis.

MATScore documentation, 'Score output options'. MAT 1.3 counts pairs of annotations of the same span, MAT 2.0 units.
"""

from __future__ import annotations

from mat_score.align.mets import MATCH, TAG_CLASH
from mat_score.tally.cells import confusion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.encounters import Encounter
    from mat_score.align.mets import Stretch
    from mat_score.tally.tallies import Outcome
    from mat_score.tally.units import Ruler


def confused_pairs(encounters: Iterable[Encounter]) -> list[Outcome]:
    """Return what is counted of the encounters of a document: matches and tag clashes."""
    return [(met, confusion(met), 1) for met in encounters if met.kind == MATCH or TAG_CLASH in met.words[1]]


def confused_units(stretches: Iterable[Stretch], ruler: Ruler) -> list[Outcome] | None:
    """Return what is counted of the units of a document, those that no stretch claims last.

    None if one is claimed twice, for which the matrix has no place.
    """
    claimed = bytearray(ruler.total)
    found: list[Outcome] = []
    for stretch in stretches:
        start, end = ruler.before[stretch.start], ruler.before[stretch.end]
        if 1 in claimed[start:end]:
            return None
        claimed[start:end] = b"\1" * (end - start)
        found.append((stretch, confusion(stretch), end - start))
    return [*found, (None, confusion(None), claimed.count(0))]
