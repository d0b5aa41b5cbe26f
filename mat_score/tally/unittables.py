"""The tables of units of fixed size, and which documents are counted in them.

MATScore documentation, 'Fixed-span scores'.
"""

from __future__ import annotations

from common.errors import InputError
from common.tally import Signatures
from mat_score.align.mets import MATCH, MISSING
from mat_score.options import V1
from mat_score.tally.cells import CONFUSABILITY, confusion, signature
from mat_score.tally.tallies import CHARACTERS, PSEUDO_TOKENS, TOKENS, TableTally, count
from mat_score.tally.units import characters, characters_of_text, pseudo_tokens, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.align.items import Item
    from mat_score.align.mets import Stretch
    from mat_score.annotations import DocumentPair, Span
    from mat_score.options import Options
    from mat_score.tally.cells import Rows
    from mat_score.tally.rows20 import CountedLabels
    from mat_score.tally.tallies import FileTally, Outcome, Outcomes
    from mat_score.tally.units import Ruler

MISALIGNED = "Found annotation boundary which doesn't fall on a token boundary; skipping token scoring."
NO_TOKENS = "Skipping token scoring because no tokens were found in the input documents."
CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."


class UnitTables:
    """Counts the units of documents, in the tables that the run asks for; those that it does not ask for are None.

    ``tokens`` is None until a document has tokens, and again once an annotation begins or ends inside a token;
    ``messages`` say so. ``counters`` are the tables that the present document is counted in, each with the document's
    counts and the ruler that measures it.
    """

    def __init__(self, options: Options, messages: list[str]) -> None:
        self.messages = messages
        self.misaligned = MISALIGNED
        self._characters = characters_of_text if options.version == V1 else characters
        self._tokens_wanted = options.by_token
        self._tokens_fit = True
        self.tokens: TableTally | None = None
        self.pseudo_tokens = TableTally(*PSEUDO_TOKENS) if options.by_pseudo_token else None
        self.characters = TableTally(*CHARACTERS) if options.by_character else None
        self.counters: dict[TableTally | None, tuple[FileTally, Ruler]] = {}

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[Item]) -> bool:
        """Begin a document, and return whether any of its units are counted.

        Tokens are those of the hypothesis; ``items`` are the spanned annotations that take part, whose boundaries
        delimit pseudo-tokens.
        """
        rulers = {}
        text, rest = self.text(pair)
        if self._tokens_wanted and self._tokens_fit and token_spans:
            self.tokens = self.tokens or TableTally(*TOKENS)
            rulers[self.tokens] = tokens(token_spans)
        if self.pseudo_tokens is not None:
            rulers[self.pseudo_tokens] = pseudo_tokens(text, items, rest)
        if self.characters is not None:
            rulers[self.characters] = self._characters(text, items, rest)
        self.counters = {table: (table.new_file(pair.name, ruler.total), ruler) for table, ruler in rulers.items()}
        return bool(rulers)

    def text(self, pair: DocumentPair) -> tuple[str, str]:
        """Return the text whose units count, and what annotations of the other document may cover beyond its end."""
        return pair.reference.signal, ""

    def misfit(self, stretches: Sequence[Stretch]) -> int | None:
        """Return the place of the first stretch that does not begin and end between tokens, if these are counted."""
        if self.tokens not in self.counters:
            return None
        _, ruler = self.counters[self.tokens]
        ends = enumerate([(stretch.start, stretch.end) for stretch in stretches])
        return next((place for place, (start, end) in ends if not ruler.fits(start, end)), None)

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run."""
        self.messages.append(self.misaligned)
        del self.counters[self.tokens]
        self.tokens = None
        self._tokens_fit = False

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count stretches of the document, each as many times as it has units; return what was counted by table."""
        counted: list[Outcomes] = []
        for tally, ruler in self.counters.values():
            outcomes: list[Outcome] = [
                (
                    stretch,
                    signature(tally.stem, stretch.kind, stretch.reference, stretch.hypothesis, rows),
                    ruler.length(stretch.start, stretch.end),
                )
                for stretch in stretches
            ]
            count(tally.signatures, outcomes)
            counted.append((tally.stem, outcomes))
        return counted

    def finish(self) -> list[TableTally]:
        """Return the tables of the report, in its order."""
        if self._tokens_wanted and self.tokens is None:
            self.messages.append(NO_TOKENS)
        return [table for table in (self.tokens, self.pseudo_tokens, self.characters) if table is not None]


class UnitTables13(UnitTables):
    """MAT 1.3: in each table every label of a document has a row there, even if it covers no unit.

    The units are those of the test documents, that is, of the hypotheses. A document whose tokens do not fit is named,
    and then nothing is said of documents without tokens.
    """

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[Item]) -> bool:
        """Begin a document, and return whether any of its units are counted."""
        self.misaligned = f"{pair.hypothesis.path}: {MISALIGNED}"
        return super().begin(pair, token_spans, items)

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run."""
        super().give_up_tokens()
        self._tokens_wanted = False

    def text(self, pair: DocumentPair) -> tuple[str, str]:
        """Return the text of the hypothesis, and what the reference holds beyond its end."""
        return pair.hypothesis.signal, pair.reference.signal[len(pair.hypothesis.signal) :]

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count the units of the document, and return what was counted by table."""
        if self.misfit(stretches) is not None:
            self.give_up_tokens()
        for tally, _ in self.counters.values():
            for item in rows:
                tally.signatures[signature(tally.stem, MISSING, item, None, rows)] += 0
        return super().count(stretches, rows)


class UnitTables20(UnitTables):
    """MAT 2.0: counts units in the confusability matrix as well.

    ``confusions`` are its signatures, None if it is not asked for or impossible; it counts the tokens of documents that
    have some, if tokens are counted at all, otherwise their pseudo-tokens.
    """

    def __init__(self, options: Options, labels: CountedLabels, messages: list[str]) -> None:
        super().__init__(options, messages)
        self._labels = labels if options.task is not None else None  # else no label is counted here that was not before
        self._documents = 0
        self._confused: Ruler | None = None
        self.confusions = Signatures() if options.confusability else None

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[Item]) -> bool:
        """Begin a document, and return whether any of its units are counted."""
        has_units = super().begin(pair, token_spans, items)
        if self.confusions is None:
            return has_units
        counter = self.counters.get(self.tokens) or self.counters.get(self.pseudo_tokens)
        self._confused = counter[1] if counter is not None else pseudo_tokens(pair.reference.signal, items)
        return True

    def count(self, stretches: Sequence[Stretch], rows: Rows) -> list[Outcomes]:
        """Count the units of the document, and return what was counted by table."""
        misfit = self.misfit(stretches)
        confused = self._confuse(stretches[:misfit])
        for place, stretch in enumerate(stretches):
            if place == misfit:
                self.give_up_tokens()
            if self._labels is not None and self.counters and stretch.hypothesis is not None and stretch.kind != MATCH:
                self._labels.note(stretch.hypothesis, rows)
        self._documents += 1
        counted = super().count(stretches, rows)
        if self.confusions is not None:
            count(self.confusions, confused)
            counted.append((CONFUSABILITY, confused))
        return counted

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run, and the confusability matrix, if there is one."""
        super().give_up_tokens()
        if self.confusions is not None:
            if not self._documents:
                raise InputError(
                    "an annotation of the first document does not begin and end between tokens, so that units can be "
                    "counted neither by tokens nor for the confusability table; leave out --by_token or --confusability"
                )
            self.messages.append(CONFUSABILITY_TOO)
            self.confusions = None

    def _confuse(self, stretches: Sequence[Stretch]) -> list[Outcome]:
        """Return what the matrix counts of the document; if it cannot count that, give it up."""
        if self.confusions is None or self._confused is None:
            return []
        found = confused_units(stretches, self._confused)
        if found is None:
            self.messages.append(SHARED_UNIT)
            self.confusions = None
        return found or []


def confused_units(stretches: Iterable[Stretch], ruler: Ruler) -> list[Outcome] | None:
    """Return what the confusability matrix counts of the units of a document, those that no stretch claims last.

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
