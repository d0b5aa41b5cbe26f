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
    from collections.abc import Iterable

    from mat_score.align.items import Item, SelectedPair
    from mat_score.align.mets import Stretch
    from mat_score.options import Options
    from mat_score.tally.cells import Rows
    from mat_score.tally.tallies import Outcome
    from mat_score.tally.units import Ruler

MISALIGNED = "Found annotation boundary which doesn't fall on a token boundary; skipping token scoring."
NO_TOKENS = "Skipping token scoring because no tokens were found in the input documents."


class UnitTables:
    """The tables that a run asks for, None if it does not.

    ``tokens`` is None as well as long as no document has tokens, and from the moment on that an annotation does not
    begin and end between tokens. ``messages`` are told why.
    """

    __slots__ = ("_characters", "_messages", "_tokens_fit", "_tokens_wanted", "characters", "pseudo_tokens", "tokens")

    def __init__(self, options: Options, messages: list[str]) -> None:
        self._messages = messages
        self._characters = characters_of_text if options.version == V1 else characters
        self._tokens_wanted = options.by_token
        self._tokens_fit = True
        self.tokens: TableTally | None = None
        self.pseudo_tokens = TableTally(*PSEUDO_TOKENS) if options.by_pseudo_token else None
        self.characters = TableTally(*CHARACTERS) if options.by_character else None

    def measured(self, selected: SelectedPair, items: Iterable[Item]) -> list[tuple[TableTally, Ruler]]:
        """Return the tables that a document is counted in, and how it is measured for each.

        ``items`` are the spanned annotations whose boundaries delimit pseudo-tokens.
        """
        found = []
        if self._tokens_wanted and self._tokens_fit and selected.tokens:
            self.tokens = self.tokens or TableTally(*TOKENS)
            found.append((self.tokens, tokens(selected.tokens)))
        if self.pseudo_tokens is not None:
            found.append((self.pseudo_tokens, pseudo_tokens(selected.signal, items)))
        if self.characters is not None:
            found.append((self.characters, self._characters(selected.signal)))
        return found

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run."""
        self._messages.append(MISALIGNED)
        self.tokens = None
        self._tokens_fit = False

    def finish(self) -> list[TableTally]:
        """Return the tables of the report, in its order."""
        if self._tokens_wanted and self.tokens is None:
            self._messages.append(NO_TOKENS)
        return [table for table in (self.tokens, self.pseudo_tokens, self.characters) if table is not None]


def unit_outcomes(table: str, stretches: Iterable[Stretch], ruler: Ruler, rows: Rows) -> list[Outcome]:
    """Return what a table counts of stretches of text, each as many times as it has units."""
    return [
        (
            stretch,
            signature(table, stretch.kind, stretch.reference, stretch.hypothesis, rows),
            ruler.length(stretch.start, stretch.end),
        )
        for stretch in stretches
    ]
