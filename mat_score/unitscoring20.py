"""Counting tokens, pseudo-tokens and characters."""

from __future__ import annotations

from common.errors import InputError
from mat_score.confusability import Confusability
from mat_score.intervals import stretches
from mat_score.pairing import MATCH
from mat_score.units import pseudo_tokens
from mat_score.unittables import UnitTables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.intervals import Stretch
    from mat_score.items import Item
    from mat_score.labelorder import CountedLabels
    from mat_score.options import Options
    from mat_score.pairing import StratumPairs
    from mat_score.selection import SelectedPair
    from mat_score.similarity import Similarity
    from mat_score.tallies import FileTally, TableTally
    from mat_score.units import Ruler

    Counter = tuple[FileTally, Ruler]

CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."


class UnitScoring:
    """Counts the units of documents.

    ``confusability`` is None if it is not asked for or cannot be had; it counts the tokens of documents that have some,
    if tokens are counted at all, else their pseudo-tokens.
    """

    __slots__ = (
        "_confused_ruler",
        "_counters",
        "_documents",
        "_labels",
        "_messages",
        "_similarity",
        "_token_counter",
        "confusability",
        "tables",
    )

    def __init__(self, options: Options, similarity: Similarity, labels: CountedLabels, messages: list[str]) -> None:
        self._similarity = similarity
        self._labels = labels if options.task is not None else None  # else no label is counted here that was not before
        self._messages = messages
        self._documents = 0
        self._token_counter: Counter | None = None
        self._counters: list[Counter] = []
        self._confused_ruler: Ruler | None = None
        self.tables = UnitTables(options, messages)
        self.confusability = Confusability() if options.confusability else None

    def add(self, selected: SelectedPair, strata: Sequence[StratumPairs]) -> None:
        """Count the units of a document."""
        self._begin(selected, strata)
        if self._counters or self.confusability is not None:
            for stratum in strata:
                for claims in stretches(stratum.spanned, self._similarity):
                    self._count(claims)
        if self.confusability is not None:
            self.confusability.finish()
        self._documents += 1

    def _begin(self, selected: SelectedPair, strata: Sequence[StratumPairs]) -> None:
        items = _spanned(strata)
        measured = self.tables.measured(selected, items)
        counters: dict[TableTally | None, Counter] = {
            table: (table.new_file(selected.name, ruler.total), ruler) for table, ruler in measured
        }
        self._counters = list(counters.values())
        self._token_counter = counters.get(self.tables.tokens)
        if self.confusability is not None:
            counter = self._token_counter or counters.get(self.tables.pseudo_tokens)
            self._confused_ruler = counter[1] if counter is not None else pseudo_tokens(selected.signal, items)
            self.confusability.begin(self._confused_ruler.total)

    def _count(self, claims: Sequence[Stretch]) -> None:
        start, end = claims[0].start, claims[0].end
        if self._token_counter is not None and not self._token_counter[1].fits(start, end):
            self._give_up_tokens(self._token_counter)
        for claim in claims:
            self._confuse(claim)
            if self._labels is not None and self._counters and claim.hypothesis is not None and claim.kind != MATCH:
                self._labels.note(claim.hypothesis)
            for tally, ruler in self._counters:
                tally.count(claim, ruler.length(start, end))

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

    def _confuse(self, claim: Stretch) -> None:
        if self.confusability is None or self._confused_ruler is None:
            return
        self.confusability.count(claim, self._confused_ruler)
        if self.confusability.broken:
            self._messages.append(SHARED_UNIT)
            self.confusability = None


def _spanned(strata: Sequence[StratumPairs]) -> list[Item]:
    """Return the spanned annotations that take part in pairs."""
    pairs = [pair for stratum in strata for pair in stratum.spanned]
    return [item for pair in pairs for item in (pair.reference, pair.hypothesis) if item is not None]
