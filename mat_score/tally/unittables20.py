"""MAT 2.0: counting tokens, pseudo-tokens and characters, in tables and in the confusability matrix."""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.mets import MATCH
from mat_score.tally.cells import CONFUSABILITY
from mat_score.tally.confusability import UnitConfusability
from mat_score.tally.units import pseudo_tokens
from mat_score.tally.unittables import UnitTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item, SelectedPair
    from mat_score.align.mets import Stretch
    from mat_score.options import Options
    from mat_score.tally.cells import Rows
    from mat_score.tally.labelorder import CountedLabels
    from mat_score.tally.tallies import Outcomes

CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."


class UnitTables20(UnitTables):
    """Counts units.

    ``confusability`` is None if it is not asked for or impossible; it counts the tokens of documents that have some,
    if tokens are counted at all, otherwise their pseudo-tokens.
    """

    def __init__(self, options: Options, labels: CountedLabels, messages: list[str]) -> None:
        super().__init__(options, messages)
        self._labels = labels if options.task is not None else None  # else no label is counted here that was not before
        self._documents = 0
        self.confusability = UnitConfusability() if options.confusability else None

    def begin(self, selected: SelectedPair, items: Sequence[Item]) -> bool:
        """Begin a document; ``items`` are the spanned annotations that take part. Return whether units are counted."""
        has_units = super().begin(selected, items)
        if self.confusability is None:
            return has_units
        counter = self.counters.get(self.tokens) or self.counters.get(self.pseudo_tokens)
        self.confusability.begin(counter[1] if counter is not None else pseudo_tokens(selected.signal, items))
        return True

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count the units of the document, and return what was counted by table."""
        ruler = self.token_ruler()
        for stretch in stretches:
            if ruler is not None and not ruler.fits(stretch.start, stretch.end):
                ruler = None
                self.give_up_tokens()
            self._confuse(stretch)
            if self._labels is not None and self.counters and stretch.hypothesis is not None and stretch.kind != MATCH:
                self._labels.note(stretch.hypothesis, rows)
        self._documents += 1
        counted = super().count(stretches, rows)
        if self.confusability is not None:
            self.confusability.finish()
            counted.append((CONFUSABILITY, self.confusability.outcomes))
        return counted

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run, and the confusability matrix, if there is one."""
        super().give_up_tokens()
        if self.confusability is not None:
            if not self._documents:
                raise InputError(
                    "an annotation of the first document does not begin and end between tokens, so that units can be "
                    "counted neither by tokens nor for the confusability table; leave out --by_token or --confusability"
                )
            self.messages.append(CONFUSABILITY_TOO)
            self.confusability = None

    def _confuse(self, stretch: Stretch) -> None:
        if self.confusability is None:
            return
        self.confusability.count(stretch)
        if self.confusability.broken:
            self.messages.append(SHARED_UNIT)
            self.confusability = None
