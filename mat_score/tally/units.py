"""Units of fixed size that texts are measured in, and the tables that count them: characters, tokens, pseudo-tokens.

MATScore documentation, 'Fixed-span scores' and 'Pseudo-token scores'.
"""

from __future__ import annotations

import sys
from itertools import chain, count

from common.compat.py27 import blank_text
from common.errors import InputError
from common.tally import Signatures
from mat_score.align.matches import MATCH, MISSING, UNCLAIMED, Pair
from mat_score.tally.tallies import CHARACTERS, CONFUSABILITY, PSEUDO_TOKENS, TOKENS, TableTally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.align.matches import ScoredAnnotation, SpanMatch
    from mat_score.annotations import DocumentPair, Span
    from mat_score.options import Options
    from mat_score.tally.rows import CountedLabels
    from mat_score.tally.tallies import Counted, FileTally

MISALIGNED = "Found annotation boundary which doesn't fall on a token boundary; skipping token scoring."
NO_TOKENS = "Skipping token scoring because no tokens were found in the input documents."
CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."


class Ruler:
    """The units of a text: ``total`` of them, of which ``before[offset]`` lie before an offset.

    ``before`` knows the offsets between units; a stretch that begins or ends elsewhere cannot be measured.
    """

    __slots__ = ("before", "total")

    def __init__(self, total: int, before: dict[int, int] | range) -> None:
        self.total = total
        self.before = before

    def fits(self, stretch: SpanMatch) -> bool:
        """Say whether a stretch of text begins and ends between units."""
        return stretch.start in self.before and stretch.end in self.before

    def length(self, stretch: SpanMatch) -> int:
        """Return the number of units in a stretch of text that fits."""
        return self.before[stretch.end] - self.before[stretch.start]


def characters(signal: str, items: Iterable[ScoredAnnotation] = (), rest: str = "") -> Ruler:
    """Return the ruler of code points, whatever ``items`` there are."""
    return Ruler(len(signal), range(sys.maxsize))  # zones, and so annotations, may reach beyond the text


def characters_of_text(signal: str, items: Iterable[ScoredAnnotation] = (), rest: str = "") -> Ruler:
    """Return the ruler of those code points that are there, whatever annotations cover beyond the text.

    The other document goes on with ``rest``, which annotations cover, but which does not count in the total.
    """
    ends = {offset for item in items for offset in (item.start, item.end)}
    return Ruler(len(signal), {offset: min(max(offset, 0), len(signal) + len(rest)) for offset in ends})


def tokens(spans: Sequence[Span]) -> Ruler:
    """Return the ruler of tokens, whose spans are given by start; each starts and ends a unit."""
    passed = chain.from_iterable(zip(count(), count(1)))  # before the start of each token, and before its end
    return Ruler(len(spans), dict(zip(chain.from_iterable(spans), passed)))


def pseudo_tokens(signal: str, items: Iterable[ScoredAnnotation], rest: str = "") -> Ruler:
    """Return the ruler of the pieces between white space and the boundaries of spanned annotations.

    The other document goes on with ``rest``, which annotations cover, but which does not count in the total.
    """
    text = blank_text(signal + rest)
    before: dict[int, int] = {}
    total = start = 0
    for boundary in sorted({len(signal), *[offset for item in items for offset in (item.start, item.end)]}):
        end = max(boundary, 0)
        total += len(text[start:end].split())
        before[boundary] = total
        start = end
    return Ruler(before[len(signal)], before)


class UnitTables:
    """Counts the units of documents, in the tables that the run asks for; those that it does not ask for are None.

    ``tokens`` is None until a document has tokens, and again once an annotation begins or ends inside a token;
    ``messages`` say so. ``counters`` are the tables that the present document is counted in, each with the document's
    counts and the ruler that measures it.
    """

    characters = staticmethod(characters)

    def __init__(self, options: Options, messages: list[str]) -> None:
        self.messages = messages
        self.misaligned = MISALIGNED
        self._tokens_wanted = options.by_token
        self._tokens_fit = True
        self.tokens: TableTally | None = None
        self.others = [
            (TableTally(*which), ruler)
            for which, ruler, wanted in (
                (PSEUDO_TOKENS, pseudo_tokens, options.by_pseudo_token),
                (CHARACTERS, self.characters, options.by_character),
            )
            if wanted
        ]
        self.counters: dict[TableTally | None, tuple[FileTally, Ruler]] = {}

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[ScoredAnnotation]) -> bool:
        """Begin a document, and return whether any of its units are counted.

        Tokens are those of the hypothesis; ``items`` are the spanned annotations that take part, whose boundaries
        delimit pseudo-tokens.
        """
        rulers = {}
        text, rest = self.text(pair)
        if self._tokens_wanted and self._tokens_fit and token_spans:
            self.tokens = self.tokens or TableTally(*TOKENS)
            rulers[self.tokens] = tokens(token_spans)
        rulers |= {table: ruler(text, items, rest) for table, ruler in self.others}
        self.counters = {table: (table.new_file(pair.name, ruler.total), ruler) for table, ruler in rulers.items()}
        return bool(rulers)

    def text(self, pair: DocumentPair) -> tuple[str, str]:
        """Return the text whose units count, and what annotations of the other document may cover beyond its end."""
        return pair.reference.signal, ""

    def misfit(self, stretches: Sequence[SpanMatch]) -> int | None:
        """Return the index of the first stretch that does not begin and end between tokens, if these are counted."""
        if self.tokens not in self.counters:
            return None
        _, ruler = self.counters[self.tokens]
        return next((index for index, stretch in enumerate(stretches) if not ruler.fits(stretch)), None)

    def give_up_tokens(self) -> None:
        """Drop the table of tokens for the whole run."""
        self.messages.append(self.misaligned)
        del self.counters[self.tokens]
        self.tokens = None
        self._tokens_fit = False

    def count(self, stretches: Sequence[SpanMatch]) -> list[Counted]:
        """Count stretches of the document, each as many times as it has units; return what was counted by table."""
        return [file.count(stretches, list(map(ruler.length, stretches))) for file, ruler in self.counters.values()]

    def finish(self) -> list[TableTally]:
        """Return the tables of the report, in its order."""
        if self._tokens_wanted and self.tokens is None:
            self.messages.append(NO_TOKENS)
        return [table for table in (self.tokens, *[table for table, _ in self.others]) if table is not None]


class UnitTables13(UnitTables):
    """MAT 1.3: in each table every label of a document has a row there, even if it covers no unit.

    The units are those of the test documents, that is, of the hypotheses. A document whose tokens do not fit is named,
    and then nothing is said of documents without tokens.
    """

    characters = staticmethod(characters_of_text)
    _items: Sequence[ScoredAnnotation] = ()

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[ScoredAnnotation]) -> bool:
        """Begin a document, and return whether any of its units are counted."""
        self.misaligned = f"{pair.hypothesis.path}: {MISALIGNED}"
        self._items = items
        return super().begin(pair, token_spans, items)

    def text(self, pair: DocumentPair) -> tuple[str, str]:
        """Return the text of the hypothesis, and what the reference holds beyond its end."""
        return pair.hypothesis.signal, pair.reference.signal[len(pair.hypothesis.signal) :]

    def count(self, stretches: Sequence[SpanMatch]) -> list[Counted]:
        """Count the units of the document, and return what was counted by table."""
        if self.misfit(stretches) is not None:
            self.give_up_tokens()
            self._tokens_wanted = False
        for file, _ in self.counters.values():
            file.count([Pair(item, None, MISSING) for item in self._items], [0] * len(self._items))
        return super().count(stretches)


class UnitTables20(UnitTables):
    """MAT 2.0: counts units in the confusability matrix as well.

    ``confusions`` are how many have which label of the hypothesis and which of the reference, None if that is not asked
    for or impossible. They are the tokens of documents that have some, if tokens are counted at all, otherwise their
    pseudo-tokens.
    """

    def __init__(self, options: Options, labels: CountedLabels, messages: list[str]) -> None:
        super().__init__(options, messages)
        self._labels = labels if options.task is not None else None  # else no label is counted here that was not before
        self._documents = 0
        self._confused = Ruler(0, {})
        self.confusions = Signatures() if options.confusability else None

    def begin(self, pair: DocumentPair, token_spans: Sequence[Span], items: Sequence[ScoredAnnotation]) -> bool:
        """Begin a document, and return whether any of its units are counted."""
        has_units = super().begin(pair, token_spans, items)
        if self.confusions is None:
            return has_units
        counter = self.counters.get(self.tokens)
        self._confused = pseudo_tokens(pair.reference.signal, items) if counter is None else counter[1]
        return True

    def count(self, stretches: Sequence[SpanMatch]) -> list[Counted]:
        """Count the units of the document, and return what was counted by table."""
        misfit = self.misfit(stretches)
        confused = self._confuse(stretches[:misfit])
        for index, stretch in enumerate(stretches):
            if index == misfit:
                self.give_up_tokens()
            if self._labels is not None and self.counters and stretch.hypothesis is not None and stretch.kind != MATCH:
                self._labels.note(stretch.hypothesis)
        self._documents += 1
        counted = super().count(stretches)
        if self.confusions is not None and confused is not None:
            for match, amount in zip(*confused):
                self.confusions.count(match.labels, amount)
            counted.append((CONFUSABILITY, *confused))
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

    def _confuse(self, stretches: Sequence[SpanMatch]) -> tuple[list[Pair], list[int]] | None:
        """Return what the matrix counts of the document; if it cannot count that, give it up."""
        if self.confusions is None:
            return None
        found = confused_units(stretches, self._confused)
        if found is None:
            self.messages.append(SHARED_UNIT)
            self.confusions = None
        return found


def confused_units(stretches: Iterable[SpanMatch], ruler: Ruler) -> tuple[list[Pair], list[int]] | None:
    """Return what the confusability matrix counts of the units of a document, those that no stretch covers last.

    None if one is covered twice, for which the matrix has no place.
    """
    covered = bytearray(ruler.total)
    matches: list[Pair] = []
    amounts = []
    for stretch in stretches:
        start, end = ruler.before[stretch.start], ruler.before[stretch.end]
        if 1 in covered[start:end]:
            return None
        covered[start:end] = b"\1" * (end - start)
        matches.append(stretch)
        amounts.append(end - start)
    return [*matches, Pair(None, None, UNCLAIMED)], [*amounts, covered.count(0)]
