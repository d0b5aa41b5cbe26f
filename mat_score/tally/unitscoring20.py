"""MAT 2.0: counting tokens, pseudo-tokens and characters."""

from __future__ import annotations

from common.errors import InputError
from mat_score.align.mets import MATCH
from mat_score.tally.confusability import UnitConfusability
from mat_score.tally.units import pseudo_tokens
from mat_score.tally.unittables import UnitTables, unit_outcomes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item, SelectedPair
    from mat_score.align.mets import Stretch
    from mat_score.options import Options
    from mat_score.tally.cells import Rows
    from mat_score.tally.labelorder import CountedLabels
    from mat_score.tally.tallies import FileTally, Outcome, TableTally
    from mat_score.tally.units import Ruler

    Counter = tuple[TableTally, FileTally, Ruler]

CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."


class UnitScoring:
    """Counts the units of documents.

    ``confusability`` is None if it is not asked for or impossible; it counts the tokens of documents that have some,
    if tokens are counted at all, otherwise their pseudo-tokens.
    """

    __slots__ = (
        "_counters",
        "_documents",
        "_labels",
        "_messages",
        "_token_counter",
        "confusability",
        "tables",
    )

    def __init__(self, options: Options, labels: CountedLabels, messages: list[str]) -> None:
        self._labels = labels if options.task is not None else None  # else no label is counted here that was not before
        self._messages = messages
        self._documents = 0
        self._token_counter: Counter | None = None
        self._counters: list[Counter] = []
        self.tables = UnitTables(options, messages)
        self.confusability = UnitConfusability() if options.confusability else None

    def begin(self, selected: SelectedPair, items: Sequence[Item]) -> bool:
        """Begin a document; ``items`` are the spanned annotations that take part. Return whether it has units."""
        self._counters = [
            (table, table.new_file(selected.name, ruler.total), ruler)
            for table, ruler in self.tables.measured(selected, items)
        ]
        counters = {counter[0]: counter for counter in self._counters}
        self._token_counter = counters.get(self.tables.tokens) if self.tables.tokens else None
        if self.confusability is not None:
            pseudo = counters.get(self.tables.pseudo_tokens) if self.tables.pseudo_tokens else None
            counter = self._token_counter or pseudo
            self.confusability.begin(counter[2] if counter is not None else pseudo_tokens(selected.signal, items))
        return bool(self._counters or self.confusability is not None)

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[tuple[str, list[Outcome]]]:
        """Count the units of the document, and return what was counted by table."""
        for stretch in stretches:
            if self._token_counter is not None and not self._token_counter[2].fits(stretch.start, stretch.end):
                self._give_up_tokens(self._token_counter)
            self._confuse(stretch)
            if self._labels is not None and self._counters and stretch.hypothesis is not None and stretch.kind != MATCH:
                self._labels.note(stretch.hypothesis, rows)
        if self.confusability is not None:
            self.confusability.finish()
        self._documents += 1
        counted = []
        for table, tally, ruler in self._counters:
            outcomes = unit_outcomes(table.stem, stretches, ruler, rows)
            tally.count(outcomes)
            counted.append((table.stem, outcomes))
        return counted

    def _give_up_tokens(self, counter: Counter) -> None:
        self.tables.give_up_tokens()
        self._counters.remove(counter)
        self._token_counter = None
        if self.confusability is not None:
            if not self._documents:
                raise InputError(
                    "an annotation of the first document does not begin and end between tokens, so that units can be "
                    "counted neither by tokens nor for the confusability table; leave out --by_token or --confusability"
                )
            self._messages.append(CONFUSABILITY_TOO)
            self.confusability = None

    def _confuse(self, stretch: Stretch) -> None:
        if self.confusability is None:
            return
        self.confusability.count(stretch)
        if self.confusability.broken:
            self._messages.append(SHARED_UNIT)
            self.confusability = None
