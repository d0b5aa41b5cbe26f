"""MAT 1.3: counting tokens, pseudo-tokens and characters by what stands where."""

from __future__ import annotations

from mat_score.positions import labelled_stretches
from mat_score.tallies import TableTally
from mat_score.units import characters, pseudo_tokens, tokens
from mat_score.unitscoring import CHARACTERS, MISALIGNED, PSEUDO_TOKENS, TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.intervals import Stretch
    from mat_score.items import Item
    from mat_score.options import Options
    from mat_score.selection import SelectedPair
    from mat_score.units import Ruler


class UnitTables:
    """Counts the units of documents.

    ``token_table`` is None as long as no document has tokens, and from the moment on that an annotation does not begin
    and end between tokens.
    """

    __slots__ = ("_messages", "_with_tokens", "character_table", "pseudo_token_table", "token_table")

    def __init__(self, options: Options, messages: list[str]) -> None:
        self._messages = messages
        self._with_tokens = options.by_token
        self.token_table: TableTally | None = None
        self.pseudo_token_table = TableTally(*PSEUDO_TOKENS) if options.by_pseudo_token else None
        self.character_table = TableTally(*CHARACTERS) if options.by_character else None

    def add(self, selected: SelectedPair) -> None:
        """Count the units of a document."""
        items = [*selected.references, *selected.hypotheses]
        stretches = list(labelled_stretches(selected.references, selected.hypotheses))
        if self._with_tokens and selected.tokens:
            ruler = tokens(selected.tokens)
            if all(ruler.fits(stretch.start, stretch.end) for stretch in stretches):
                self.token_table = self.token_table or TableTally(*TOKENS)
                _count(self.token_table, selected.name, items, stretches, ruler)
            else:
                self._messages.append(MISALIGNED)
                self.token_table = None
                self._with_tokens = False
        if self.pseudo_token_table is not None:
            ruler = pseudo_tokens(selected.signal, items)
            _count(self.pseudo_token_table, selected.name, items, stretches, ruler)
        if self.character_table is not None:
            _count(self.character_table, selected.name, items, stretches, characters(selected.signal))


def _count(table: TableTally, name: str, items: Sequence[Item], stretches: Sequence[Stretch], ruler: Ruler) -> None:
    """Count the units of a document in a table; every label of it gets a row, even if it covers no unit."""
    tally = table.new_file(name, ruler.total)
    for item in items:
        for row in item.rows:
            tally.counts.setdefault(row, {})
    for stretch in stretches:
        tally.count(stretch, ruler.length(stretch.start, stretch.end))
