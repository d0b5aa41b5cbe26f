"""The tables of units of fixed size, and which documents are counted in them.

MATScore documentation, 'Fixed-span scores'.
"""

from __future__ import annotations

from mat_score.options import V1
from mat_score.tally.cells import signature
from mat_score.tally.tallies import CHARACTERS, PSEUDO_TOKENS, TOKENS, TableTally
from mat_score.tally.units import characters, characters_of_text, pseudo_tokens, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item, SelectedPair
    from mat_score.align.mets import Stretch
    from mat_score.options import Options
    from mat_score.tally.cells import Rows
    from mat_score.tally.tallies import FileTally, Outcomes
    from mat_score.tally.units import Ruler

MISALIGNED = "Found annotation boundary which doesn't fall on a token boundary; skipping token scoring."
NO_TOKENS = "Skipping token scoring because no tokens were found in the input documents."


class UnitTables:
    """Counts the units of documents, in the tables that the run asks for; those that it does not ask for are None.

    ``tokens`` is None until a document has tokens, and again once an annotation begins or ends inside a token;
    ``messages`` say so. ``counters`` are the tables that the present document is counted in, each with the document's
    counts and the ruler that measures it.
    """

    def __init__(self, options: Options, messages: list[str]) -> None:
        self.messages = messages
        self._characters = characters_of_text if options.version == V1 else characters
        self._tokens_wanted = options.by_token
        self._tokens_fit = True
        self.tokens: TableTally | None = None
        self.pseudo_tokens = TableTally(*PSEUDO_TOKENS) if options.by_pseudo_token else None
        self.characters = TableTally(*CHARACTERS) if options.by_character else None
        self.counters: dict[TableTally | None, tuple[FileTally, Ruler]] = {}

    def begin(self, selected: SelectedPair, items: Sequence[Item]) -> bool:
        """Begin a document, and return whether any of its units are counted.

        ``items`` are the spanned annotations whose boundaries delimit pseudo-tokens.
        """
        rulers = {}
        if self._tokens_wanted and self._tokens_fit and selected.tokens:
            self.tokens = self.tokens or TableTally(*TOKENS)
            rulers[self.tokens] = tokens(selected.tokens)
        if self.pseudo_tokens is not None:
            rulers[self.pseudo_tokens] = pseudo_tokens(selected.signal, items)
        if self.characters is not None:
            rulers[self.characters] = self._characters(selected.signal)
        self.counters = {table: (table.new_file(selected.name, ruler.total), ruler) for table, ruler in rulers.items()}
        return bool(rulers)

    def token_ruler(self) -> Ruler | None:
        """Return the ruler of the document's tokens, None if these are not counted."""
        counter = self.counters.get(self.tokens)
        return counter[1] if counter is not None else None

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run."""
        self.messages.append(MISALIGNED)
        del self.counters[self.tokens]
        self.tokens = None
        self._tokens_fit = False

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count stretches of the document, each as many times as it has units; return what was counted by table."""
        counted = []
        for tally, ruler in self.counters.values():
            outcomes: Outcomes = (
                tally.stem,
                [
                    (
                        stretch,
                        signature(tally.stem, stretch.kind, stretch.reference, stretch.hypothesis, rows),
                        ruler.length(stretch.start, stretch.end),
                    )
                    for stretch in stretches
                ],
            )
            tally.count(outcomes[1])
            counted.append(outcomes)
        return counted

    def finish(self) -> list[TableTally]:
        """Return the tables of the report, in its order."""
        if self._tokens_wanted and self.tokens is None:
            self.messages.append(NO_TOKENS)
        return [table for table in (self.tokens, self.pseudo_tokens, self.characters) if table is not None]
