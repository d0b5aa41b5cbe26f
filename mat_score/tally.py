"""The counts of each document by table: tags, and units of fixed size (tokens, pseudo-tokens, characters).

MATScore documentation, 'All score tables', 'Confidence data', 'Fixed-span scores' and 'Pseudo-token scores'.
"""

from __future__ import annotations

import sys
from itertools import chain, count
from operator import add

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import blank_text, hash_order
from legacy_scorers.common.record import record
from legacy_scorers.common.tally import Measure, Signatures, Tally, f1, share
from legacy_scorers.mat_score.align.matches import (
    CLASH,
    HYP_CLASH,
    MATCH,
    MISSING,
    REF_CLASH,
    SPURIOUS,
    TAG_CLASH,
    Pair,
)
from legacy_scorers.mat_score.options import V1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from legacy_scorers.common.tally import Row as Counts
    from legacy_scorers.mat_score.align.matches import Aligned, Row, ScoredAnnotation, Signature, SpanMatch, Words
    from legacy_scorers.mat_score.annotations import DocumentPair, Span
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.tasks.profiles import Strata

    # The stem of a table, the matches of a document that it counts, and how many times each.
    Counted = tuple[str, Sequence[Pair], Sequence[int]]
    Counters = dict["TableTally | None", tuple["FileTally", "Ruler"]]  # a document's counts and its ruler
    Confused = tuple[list[Pair], list[int]]  # what the matrix counts of a document, and how many times
    Stretches = Callable[[Aligned], Sequence[SpanMatch]]


@record
class TableKind:
    """A kind of score table.

    ``title`` is that of the text report, ``stem`` that of the CSV files, ``units`` the column of units. With
    ``fixed_spans`` the table counts units and not annotations.
    """

    title: str
    stem: str
    units: str
    fixed_spans: bool


TAGS = TableKind("By tag:", "bytag", "test toks", fixed_spans=False)
TOKENS = TableKind("By token:", "bytoken", "test toks", fixed_spans=True)
PSEUDO_TOKENS = TableKind("By pseudo-token:", "bypseudotoken", "test pseudo-toks", fixed_spans=True)
CHARACTERS = TableKind("By character:", "bychar", "test chars", fixed_spans=True)
SCORE_TABLES = (TAGS, TOKENS, PSEUDO_TOKENS, CHARACTERS)
CONFUSABILITY = "confusability"

COUNTS = (MATCH, REF_CLASH, MISSING, HYP_CLASH, SPURIOUS)
PRECISION, RECALL, F_MEASURE = "precision", "recall", "fmeasure"
SENSITIVE, SENSITIVE_ERRORS = "tag_sensitive_accuracy", "tag_sensitive_error_rate"
BLIND, BLIND_ERRORS = "tag_blind_accuracy", "tag_blind_error_rate"
STATISTICS = ("mean", "variance", "stddev")
FORMULAS = {  # for spreadsheets, with the indices of the measure's parts in braces
    PRECISION: "=IF({1} = 0;1.00;IF({0} = 0;0.0;{0} / {1}))",
    RECALL: "=IF({1} = 0;1.0;IF({0} = 0;0.0;{0} / {1}))",
    F_MEASURE: "=IF(({0} + {1}) = 0;0.0;2.0 * (({0} * {1}) / ({0} + {1})))",
    SENSITIVE: "=({0} - {1} - {2} - {3})/{0}",
    SENSITIVE_ERRORS: "=(1 - {0})",
    BLIND: "=({0} - {1} - {2})/{0}",
    BLIND_ERRORS: "=(1 - {0})",
}

MISALIGNED = "Found annotation boundary which doesn't fall on a token boundary; skipping token scoring."
NO_TOKENS = "Skipping token scoring because no tokens were found in the input documents."
CONFUSABILITY_TOO = "Aborting confusability as well, since we began it with token scoring."
SHARED_UNIT = "A token or pseudo-token participates in more than one pair; skipping confusability table."

TOTALS = (
    Measure("refonly", (REF_CLASH, MISSING), add, 0),
    Measure("reftotal", ("refonly", MATCH), add, 0),
    Measure("hyponly", (HYP_CLASH, SPURIOUS), add, 0),
    Measure("hyptotal", ("hyponly", MATCH), add, 0),
)


def ratio_measures(units: str | None) -> list[Measure]:
    """Return precision, recall and F-measure, and for fixed units in a column ``units`` accuracies and error rates.

    Precision and recall of nothing, and the accuracies of no units, are 1.
    """
    measures = [
        Measure(PRECISION, (MATCH, "hyptotal"), share, 1.0),
        Measure(RECALL, (MATCH, "reftotal"), share, 1.0),
        Measure(F_MEASURE, (PRECISION, RECALL), f1, 0.0),
    ]
    if units is not None:
        errors = units, MISSING, SPURIOUS
        measures += [
            Measure(SENSITIVE, (*errors, REF_CLASH), _accuracy, 1.0),
            Measure(SENSITIVE_ERRORS, (SENSITIVE,), _error_rate, 0.0),
            Measure(BLIND, errors, _accuracy, 1.0),
            Measure(BLIND_ERRORS, (BLIND,), _error_rate, 0.0),
        ]
    return measures


def statistic_name(measure: str, statistic: str) -> str:
    """Return the name of a column of confidence data."""
    return f"{measure}_{statistic}"


def _accuracy(units: int, missing: int, spurious: int, clash: int = 0) -> float:
    return (units - missing - spurious - clash) / units


def _error_rate(accuracy: float) -> float:
    return 1 - accuracy


def breakdown(words: Words, ending: str | None) -> Words:
    """Return the columns that break a clash down, for the reference and for the hypothesis."""
    if ending is None:
        return (), ()
    return tuple([f"ref{word}{ending}" for word in words[0]]), tuple([f"hyp{word}{ending}" for word in words[1]])


class FileTally:
    """The counts of one document for one table; ``name`` is the basename of the hypothesis."""

    def __init__(self, table: TableTally, name: str, units: int) -> None:
        self.name = name
        self.units = units
        self.signatures = Signatures()
        self._table = table
        self._counts: dict[Row, Counts] | None = None

    def count(self, matches: Sequence[Pair], amounts: Sequence[int]) -> Counted:
        """Count each match as often as its amount says (0 still adds its rows); return table stem and arguments."""
        for match, amount in zip(matches, amounts):
            self.signatures[match.signature] += amount
        return self._table.stem, matches, amounts

    @property
    def counts(self) -> dict[Row, Counts]:
        """The counts of each row that occurs in a match; read it after the last :meth:`count`."""
        if self._counts is None:
            tally = Tally.of(self.signatures, self._table.cells)
            rows: Iterable[Row] = tally.rows(self._table.stem)  # type: ignore[assignment]
            self._counts = {row: tally.row(self._table.stem, row) for row in rows}
        return self._counts


class TableTally:
    """The counts of all documents for one table.

    ``title``, ``stem``, ``units`` and ``fixed_spans`` are those of its kind. ``ending`` is the end of the names of
    columns that break clashes down, or None. Each of the ``measures`` follows those that it is computed from;
    ``ratios`` are the last.
    """

    def __init__(self, kind: TableKind, ending: str | None = None) -> None:
        self.title = kind.title
        self.stem = kind.stem
        self.units = kind.units
        self.fixed_spans = kind.fixed_spans
        self.ending = ending
        self.files: list[FileTally] = []
        self.ratios = ratio_measures(kind.units if kind.fixed_spans else None)
        self.measures: list[Measure] = [*TOTALS, *self.ratios]

    def cells(self, signature: Signature) -> Iterator[tuple[str, Row, str, int]]:
        """Yield the cells that a match adds to: table, row, column, amount."""
        kind, reference, hypothesis, words = signature
        if kind != CLASH:
            for row in hypothesis if kind == SPURIOUS else reference:
                yield self.stem, row, kind, 1
            return
        of_reference, of_hypothesis = breakdown(words, self.ending)
        for rows, clash, broken_down in ((hypothesis, HYP_CLASH, of_hypothesis), (reference, REF_CLASH, of_reference)):
            for row in rows:
                for column in (clash, *broken_down):
                    yield self.stem, row, column, 1

    def new_file(self, name: str, units: int) -> FileTally:
        """Begin the counts of a document."""
        self.files.append(FileTally(self, name, units))
        return self.files[-1]

    def breakdown(self) -> tuple[list[str], list[str]]:
        """Return the columns that break clashes down, of references and of hypotheses, the last new column first."""
        found = [breakdown(words, self.ending) for file in self.files for *_, words in file.signatures]
        of_sides = [dict.fromkeys([column for columns in found for column in columns[side]]) for side in (0, 1)]
        return list(of_sides[0])[::-1], list(of_sides[1])[::-1]


def counted_labels(tables: Iterable[TableTally]) -> list[str]:
    """Return the labels with a row in any of the tables, in code point order."""
    return sorted({label for table in tables for file in table.files for label, _ in file.counts})


class CountedLabels:
    """The labels that were counted in any table of MAT 2.0, and the order of their rows.

    With a task the order is by stratum, spanned labels before spanless ones, then alphabetical; a reported label has a
    row for each of its true labels. Without a task it is the order of a set, which also holds the labels ``left_out``
    of the scored regions.
    """

    def __init__(self, by_task: bool, strata: Strata, left_out: Iterable[str] = ()) -> None:
        self._by_task = by_task
        self._left_out = left_out
        self._strata = strata
        self._seen: dict[tuple[str, bool, str], None] = {}

    def note(self, pair: Pair) -> None:
        """Note the labels of the annotations that are counted and have rows."""
        for item in pair.counted:
            if item.rows:
                self._seen[item.true_label, item.spanned, item.label] = None

    def rows(self) -> list[str]:
        """Return the labels in the order of their rows."""
        if not self._by_task:
            counted = {label: None for _, _, label in self._seen}
            return [label for label in hash_order([*counted, *self._left_out]) if label in counted]
        keys = [(self._strata.number(true_label) or 0, not spanned, label) for true_label, spanned, label in self._seen]
        return [label for _, _, label in sorted(keys)]

    def reported_for(self, true_labels: Collection[str]) -> list[str]:
        """Return the reported labels of the counted annotations with these true labels."""
        return list(dict.fromkeys([label for true_label, _, label in self._seen if true_label in true_labels]))


@record
class Ruler:
    """The units of a text: their ``total``, and how many are ``before`` each offset between units.

    A stretch that begins or ends at another offset cannot be measured.
    """

    total: int
    before: dict[int, int] | range

    def fits(self, stretch: SpanMatch) -> bool:
        """Say whether a stretch of text begins and ends between units."""
        return stretch.start in self.before and stretch.end in self.before

    def length(self, stretch: SpanMatch) -> int:
        """Return the number of units in a stretch of text that fits."""
        return self.before[stretch.end] - self.before[stretch.start]


def characters(signal: str, items: Iterable[ScoredAnnotation] = (), rest: str = "") -> Ruler:
    """Return the ruler of code points."""
    return Ruler(len(signal), range(sys.maxsize))  # annotations may end beyond the text


def characters_of_text(signal: str, items: Iterable[ScoredAnnotation] = (), rest: str = "") -> Ruler:
    """Return the ruler of code points that does not count beyond the end of the text and ``rest``."""
    ends = {offset for item in items for offset in (item.start, item.end)}
    return Ruler(len(signal), {offset: min(max(offset, 0), len(signal) + len(rest)) for offset in ends})


def tokens(spans: Sequence[Span]) -> Ruler:
    """Return the ruler of tokens; their spans are sorted by start."""
    # The number of tokens before each start and each end: 0, 1, 1, 2, 2, 3 ...
    passed = chain.from_iterable(zip(count(), count(1)))
    return Ruler(len(spans), dict(zip(chain.from_iterable(spans), passed)))


def pseudo_tokens(signal: str, items: Iterable[ScoredAnnotation], rest: str = "") -> Ruler:
    """Return the ruler of the pieces between white space and the boundaries of spanned annotations.

    Annotations may cover ``rest``, the text that only the other document has; it does not count in the total.
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
    """Counts the units of documents, and the confusability matrix.

    ``tokens`` is None before the first document with tokens, and after an annotation that begins or ends inside a
    token. ``confusions`` is None if not requested, or impossible.

    MAT 1.3 measures the hypotheses; every label of a document has a row, even if it covers no unit. The message about
    tokens that do not fit names the document, and then there is none about missing tokens. Confusions are those of
    annotations with the same span.

    MAT 2.0 measures the references. Confusions are those of tokens if tokens are counted and the document has any, else
    of pseudo-tokens. ``labels`` receives the labels that are counted here.
    """

    def __init__(self, options: Options, messages: list[str], labels: CountedLabels | None) -> None:
        self._is_13 = options.version == V1
        self._messages = messages
        self._labels = labels if options.task is not None else None  # without a task the tag table counts all labels
        self._tokens_wanted = options.by_token
        self._tokens_fit = True
        self._documents = 0
        self.tokens: TableTally | None = None
        self.confusions = Signatures() if options.confusability else None
        self._others: list[tuple[TableTally, Callable[..., Ruler]]] = []
        if options.by_pseudo_token:
            self._others.append((TableTally(PSEUDO_TOKENS), pseudo_tokens))
        if options.by_character:
            self._others.append((TableTally(CHARACTERS), characters_of_text if self._is_13 else characters))

    def count(self, pair: DocumentPair, aligned: Aligned, stretches: Stretches) -> list[Counted]:
        """Count the units of a document in the stretches of its text, and return what each table counted.

        Tokens are those of the hypothesis; the boundaries of scored, spanned annotations delimit pseudo-tokens.
        """
        counters = self._counters(pair, aligned)
        if not counters and self.confusions is None:
            return []
        found = stretches(aligned)
        misfit = self._first_misfit(found, counters)
        if self._is_13:
            confused: Confused | None = self._confused_13(pair, aligned, misfit, counters)
        else:
            confused = self._confused_20(pair, aligned, found, misfit, counters)
        counted = [file.count(found, list(map(ruler.length, found))) for file, ruler in counters.values()]
        if self.confusions is not None and confused is not None:
            for match, amount in zip(*confused):
                self.confusions[match.labels] += amount
            counted.append((CONFUSABILITY, *confused))
        self._documents += 1
        return counted

    def _first_misfit(self, stretches: Sequence[SpanMatch], counters: Counters) -> int | None:
        """Return the index of the first stretch that begins or ends inside a token, or None."""
        ruler = self._token_ruler(counters)
        if ruler is None:
            return None
        return next((index for index, stretch in enumerate(stretches) if not ruler.fits(stretch)), None)

    def _token_ruler(self, counters: Counters) -> Ruler | None:
        """Return the ruler of a document's tokens, or None if its tokens are not counted."""
        _, ruler = counters.get(self.tokens, (None, None))
        return ruler

    def _counters(self, pair: DocumentPair, aligned: Aligned) -> Counters:
        """Begin the counts of a document in each table, with the ruler of its units."""
        rulers = {}
        text, rest = pair.reference.signal, ""
        if self._is_13:
            text = pair.hypothesis.signal
            rest = pair.reference.signal[len(text) :]
        if self._tokens_wanted and self._tokens_fit and aligned.tokens:
            self.tokens = self.tokens or TableTally(TOKENS)
            rulers[self.tokens] = tokens(aligned.tokens)
        rulers |= {table: ruler(text, aligned.spanned_items, rest) for table, ruler in self._others}
        return {table: (table.new_file(pair.name, ruler.total), ruler) for table, ruler in rulers.items()}

    def _confused_13(self, pair: DocumentPair, aligned: Aligned, misfit: int | None, counters: Counters) -> Confused:
        """Give up tokens that do not fit, and return the counts of the matrix."""
        if misfit is not None:
            self._give_up_tokens(f"{pair.hypothesis.path}: {MISALIGNED}", counters)
            self._tokens_wanted = False
        items = aligned.spanned_items
        for file, _ in counters.values():
            file.count([Pair(item, None) for item in items], [0] * len(items))
        of_same_span = [match for match in aligned.pairs if match.kind == MATCH or TAG_CLASH in match.words[1]]
        return of_same_span, [1] * len(of_same_span)

    def _confused_20(
        self, pair: DocumentPair, aligned: Aligned, found: Sequence[SpanMatch], misfit: int | None, counters: Counters
    ) -> Confused | None:
        """Return the counts of the matrix, or None; give up tokens that do not fit, and note labels."""
        confused = None
        if self.confusions is not None:
            ruler = self._token_ruler(counters) or pseudo_tokens(pair.reference.signal, aligned.spanned_items)
            confused = confused_units(found[:misfit], ruler)
            if confused is None:
                self._messages.append(SHARED_UNIT)
                self.confusions = None
        for index, stretch in enumerate(found):
            if index == misfit:
                self._give_up_tokens(MISALIGNED, counters)
                self._give_up_confusions()
            if self._labels is not None and counters:
                self._labels.note(stretch)
        return confused

    def _give_up_tokens(self, message: str, counters: Counters) -> None:
        self._messages.append(message)
        del counters[self.tokens]
        self.tokens = None
        self._tokens_fit = False

    def _give_up_confusions(self) -> None:
        if self.confusions is None:
            return
        if not self._documents:
            raise InputError(
                "an annotation of the first document does not begin and end at token "
                "boundaries, so tokens cannot be counted; leave out --by_token or --confusability"
            )
        self._messages.append(CONFUSABILITY_TOO)
        self.confusions = None

    def finish(self) -> list[TableTally]:
        """Return the tables of units, in the order of the report."""
        if self._tokens_wanted and self.tokens is None:
            self._messages.append(NO_TOKENS)
        return [table for table in (self.tokens, *[table for table, _ in self._others]) if table is not None]


def confused_units(stretches: Iterable[SpanMatch], ruler: Ruler) -> Confused | None:
    """Return the counts of the matrix in units, uncovered units last, or None if a unit is covered twice."""
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
    return [*matches, Pair(None, None)], [*amounts, covered.count(0)]
