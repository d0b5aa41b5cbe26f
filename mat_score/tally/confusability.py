"""The counts of the confusability matrix: how often what the reference calls one label has another in the hypothesis.

MATScore documentation, 'Score output options'. MAT 1.3 counts pairs of annotations of the same span, MAT 2.0 units.
"""

from __future__ import annotations

from common.tally import Signatures, Tally
from mat_score.align.mets import MATCH, TAG_CLASH
from mat_score.tally.cells import cells, confusion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from mat_score.align.encounters import Encounter
    from mat_score.align.mets import Pair, Stretch
    from mat_score.tally.tallies import Outcome
    from mat_score.tally.units import Ruler


class Confusability:
    """Counts by the labels of both sides; ``outcomes`` are those of the present document."""

    __slots__ = ("_signatures", "outcomes")

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []
        self._signatures = Signatures()

    def tally(self) -> Tally:
        """Return the counts of all documents."""
        return Tally.of(self._signatures, cells)

    def _add(self, met: Pair | Stretch | None, amount: int) -> None:
        signature = confusion(met)
        self.outcomes.append((met, signature, amount))
        self._signatures[signature] += amount


class EncounterConfusability(Confusability):
    """MAT 1.3: counts the pairs of annotations of the same span, matches and tag clashes."""

    __slots__ = ()

    def count(self, encounters: Iterable[Encounter]) -> None:
        """Count the encounters of a document."""
        self.outcomes = []
        for encounter in encounters:
            if encounter.kind == MATCH or TAG_CLASH in encounter.words[1]:
                self._add(encounter, 1)


class UnitConfusability(Confusability):
    """MAT 2.0: counts units; ``broken`` is set when one is claimed twice, for which the matrix has no place."""

    __slots__ = ("_claimed", "_ruler", "broken")

    def __init__(self) -> None:
        super().__init__()
        self._ruler: Ruler | None = None
        self._claimed = bytearray()
        self.broken = False

    def begin(self, ruler: Ruler) -> None:
        """Begin a document whose units ``ruler`` measures."""
        self.outcomes = []
        self._ruler = ruler
        self._claimed = bytearray(ruler.total)

    def count(self, stretch: Stretch) -> None:
        """Count the units of a stretch of text."""
        assert self._ruler is not None, "a document is begun before its stretches"
        start, end = self._ruler.before[stretch.start], self._ruler.before[stretch.end]
        if 1 in self._claimed[start:end]:
            self.broken = True
            return
        self._claimed[start:end] = b"\1" * (end - start)
        self._add(stretch, end - start)

    def finish(self) -> None:
        """Count the units of the document that no annotation claims."""
        self._add(None, self._claimed.count(0))
