"""The rules of MAT 2.0: pairs of annotations, stretches of text, and the columns of its tables.

MATScore documentation, 'All score tables': match, clash, missing and spurious. An annotation has at most one partner;
among overlapping annotations the partners are those of the assignment with the greatest total similarity.

Units of fixed size are counted in stretches of the text. The part that the annotations of a pair share is one stretch.
The rest of paired annotations, and all others, are cut at all their boundaries, and paired again in each stretch.
"""

from __future__ import annotations

from operator import itemgetter

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.memo import Memo
from legacy_scorers.common.py27 import hash_order
from legacy_scorers.mat_score.align.matches import MATCH, Aligned, Pair, SpanMatch, cut
from legacy_scorers.mat_score.align.selection import Selector20
from legacy_scorers.mat_score.align.similarity import Similarity, best_assignment
from legacy_scorers.mat_score.report import Column, Count, Details20, ScoreTable, counts, ratios
from legacy_scorers.mat_score.rows import DOCUMENTS, FILE, SUBSET, TAG, ScoreRows, Subsets, label_groups
from legacy_scorers.mat_score.tally import CountedLabels
from legacy_scorers.mat_score.tasks.profiles import Strata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from legacy_scorers.mat_score.align.matches import Part, ScoredAnnotation, Sides, Words
    from legacy_scorers.mat_score.align.similarity import Errors
    from legacy_scorers.mat_score.annotations import DocumentPair
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.rows import Bootstrap
    from legacy_scorers.mat_score.tally import TableTally

    Comparison = Callable[[ScoredAnnotation, ScoredAnnotation], tuple[float, Errors]]
    # Reference and hypothesis, either or None, their similarity, and their differences.
    Compared = tuple[ScoredAnnotation | None, ScoredAnnotation | None, float, Errors]

DEFAULT_PROFILE = "<default>"
UNKNOWN_CLASH = "unknownclash"
MAX_PAIRS = 4_000_000  # of a chain, such as one with 2,000 annotations on each side; memory grows with their number


class Pairer:
    """Pairs the annotations of documents, group by group."""

    def __init__(self, similarity: Similarity, subsets: Subsets) -> None:
        self._similarity = similarity
        self._subsets = subsets
        self._words = Memo(_words)  # saves a tenth where one in ten annotations clashes

    def pairs(self, groups: Sequence[Sides]) -> list[list[Pair]]:
        """Return the pairs of each group of a document; both sides are sorted by start. Raises :class:`InputError`."""
        self._similarity.paired.clear()
        found = [list(self._compared(*sides)) for sides in groups]
        self._subsets.name_rows(_as_counted([compared for group in found for compared in group]))
        return [list(map(self._pair, group)) for group in found]

    def _compared(self, references: list[ScoredAnnotation], hypotheses: list[ScoredAnnotation]) -> Iterator[Compared]:
        """Yield the pairs of a group; annotations that are not placed come last, and are compared by label."""
        without: dict[str, Sides] = {}
        for side, items in enumerate((references, hypotheses)):
            for item in items:
                if not item.placed:
                    without.setdefault(item.label, ([], []))[side].append(item)
        placed = [[item for item in side if item.placed] for side in (references, hypotheses)]
        for sides in (*chains(*placed), *[without[label] for label in hash_order(without)]):
            for compared in compare_all(*sides, self._similarity.compare):
                reference, hypothesis, similarity, _ = compared
                if reference is not None and hypothesis is not None:
                    self._similarity.paired[id(reference.annotation), id(hypothesis.annotation)] = similarity
                yield compared

    def _pair(self, compared: Compared) -> Pair:
        reference, hypothesis, similarity, errors = compared
        if reference is None or hypothesis is None or similarity == 1.0:
            return Pair(reference, hypothesis, alike=True)
        return Pair(reference, hypothesis, False, self._words[tuple(errors) or ((UNKNOWN_CLASH, UNKNOWN_CLASH),)])


def _as_counted(pairs: Sequence[Compared]) -> list[ScoredAnnotation]:
    """Return the items of a document: first those that the tag table counts, then the hypotheses of matches."""
    counted: list[ScoredAnnotation | None] = []
    matched: list[ScoredAnnotation | None] = []
    for reference, hypothesis, similarity, _ in pairs:
        if similarity == 1.0:
            matched.append(hypothesis)
        else:
            counted.append(hypothesis)
        counted.append(reference)
    return [item for item in [*counted, *matched] if item is not None]


def _words(errors: tuple[tuple[str, str], ...]) -> Words:
    """Return the words for each side in the order of a set built from the set of errors."""
    pairs = hash_order(errors)
    first, second = [tuple(hash_order([pair[side] for pair in pairs])) for side in (0, 1)]
    return first, second


def chains(references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]) -> Iterator[Sides]:
    """Yield the chains of overlapping annotations of both sides in text order; both sides are sorted by start.

    Annotations that only touch do not overlap. If one ends where it starts, or before, its whole chain and everything
    after it are left out.
    """
    opened = [(item.start, 0, item) for item in references] + [(item.start, 1, item) for item in hypotheses]
    opened.sort(key=itemgetter(0))
    chain: Sides = ([], [])
    limit = 0
    for start, side, item in opened:
        if start >= limit and (chain[0] or chain[1]):
            yield chain
            chain = ([], [])
        if item.end <= start:
            return
        limit = max(limit, item.end)
        chain[side].append(item)
    if chain[0] or chain[1]:
        yield chain


def compare_all(
    references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation], compare: Comparison
) -> Iterator[Compared]:
    """Yield the pairs of the best assignment, with similarity and errors, and items without a partner.

    Items of similarity 0 are no pair. Assigned items come in the order of the references, then the others in the order
    of a set of their indices. Raises :class:`InputError` for more than ``MAX_PAIRS`` comparisons.
    """
    if len(references) * len(hypotheses) > MAX_PAIRS:
        raise InputError("too many annotations overlap; score fewer labels at a time")
    if len(references) == len(hypotheses) == 1:
        partners: list[int | None] = [0]
    elif hypotheses:
        partners = best_assignment([[compare(one, other)[0] for other in hypotheses] for one in references])
    else:
        partners = [None] * len(references)
    for reference, column in zip(references, partners):
        if column is not None:
            hypothesis = hypotheses[column]
            similarity, errors = compare(reference, hypothesis)
            if similarity:
                yield reference, hypothesis, similarity, errors
            else:
                yield from ((reference, None, 0.0, []), (None, hypothesis, 0.0, []))
    if len(references) == len(hypotheses):  # all are assigned
        return
    rows = [row for row, column in enumerate(partners) if column is None]
    columns = [column for column in range(len(hypotheses)) if column not in partners]
    yield from [(references[row], None, 0.0, []) for row in hash_order(rows)]
    yield from [(None, hypotheses[column], 0.0, []) for column in hash_order(columns)]


def stretches(pairs: Sequence[Pair], similarity: Similarity) -> Iterator[SpanMatch]:
    """Yield the stretches of text that the spanned annotations of a stratum cover.

    The common parts of pairs come first, then the rest in the order of a dictionary of (start, end) pairs.
    """
    left_overs: tuple[list[Part], list[Part]] = ([], [])
    for pair in pairs:
        reference, hypothesis = pair.reference, pair.hypothesis
        if reference is not None and hypothesis is not None:
            start, end = max(reference.start, hypothesis.start), min(reference.end, hypothesis.end)
            if pair.kind == MATCH:
                yield SpanMatch(start, end, reference, hypothesis, alike=True)
            else:
                yield from _cover(start, end, ([reference], [hypothesis]), similarity)
            left_overs[0].extend(_outside(reference, start, end))
            left_overs[1].extend(_outside(hypothesis, start, end))
        elif reference is not None:
            left_overs[0].append((reference.start, reference.end, reference))
        elif hypothesis is not None:
            left_overs[1].append((hypothesis.start, hypothesis.end, hypothesis))
    covered = cut(left_overs)
    for bounds in hash_order(covered):
        yield from _cover(*bounds, covered[bounds], similarity)


def _outside(item: ScoredAnnotation, start: int, end: int) -> list[Part]:
    return [part for part in ((item.start, start, item), (end, item.end, item)) if part[0] < part[1]]


def _cover(start: int, end: int, sides: Sides, similarity: Similarity) -> Iterator[SpanMatch]:
    """Yield the pairs of a stretch, assigned by similarity in place; if there was a choice, spans then count too."""
    several = max(map(len, sides)) > 1
    compared = compare_all(*sides, lambda one, other: similarity.compare(one, other, in_place=True))
    for reference, hypothesis, value, _ in compared:
        if reference is not None and hypothesis is not None:
            if several:
                value, _ = similarity.compare(reference, hypothesis)
            if value:
                yield SpanMatch(start, end, reference, hypothesis, value == 1.0)
                continue
        if reference is not None:
            yield SpanMatch(start, end, reference, None)
        if hypothesis is not None:
            yield SpanMatch(start, end, None, hypothesis)


class Version20:
    """The rules of MAT 2.0 for one run. ``labels`` are the counted labels, which decide the order of rows.

    ``ending`` ends the names of columns that break clashes down; it is None if they are not requested.
    """

    def __init__(self, options: Options) -> None:
        task = options.task
        if task is not None:
            from legacy_scorers.mat_score.tasks.task import check_profile

            check_profile(task, options.similarity_profile)
        try:
            self._similarity = Similarity(task, options.similarity_profile)
            self._subsets = Subsets(options.score_profile)
        except InputError as error:
            raise InputError(error.problem, task.file if task is not None else None) from error
        strata = Strata(options.similarity_profile)
        self.details = Details20(options.similarity_profile)
        self._options = options
        self.ending = " (detail)" if options.breakdown else None
        self._selector = Selector20(options, strata)
        self._pairer = Pairer(self._similarity, self._subsets)
        self.labels = CountedLabels(task is not None, strata, self._selector.left_out)

    def notices(self) -> list[str]:
        """Return no notices."""
        return []

    def align(self, pair: DocumentPair) -> Aligned:
        """Return the pairs of annotations, and note the counted labels. Raises :class:`InputError`."""
        selected, groups = self._selector.select(pair)
        aligned = Aligned(*selected, self._pairer.pairs(groups))
        for found in aligned.pairs:
            self.labels.note(found)
        return aligned

    def stretches(self, aligned: Aligned) -> Sequence[SpanMatch]:
        """Return the stretches of text that annotations cover."""
        return [found for pairs in aligned.spanned for found in stretches(pairs, self._similarity)]

    def score_table(self, table: TableTally, documents: int, bootstrap: Bootstrap | None) -> ScoreTable:
        """Return a table for this number of documents."""
        options = self._options
        profiles = {
            "similarity profile": options.similarity_name or DEFAULT_PROFILE,
            "score profile": (options.score_profile and options.score_profile.name) or DEFAULT_PROFILE,
        }
        groups = label_groups(self.labels, options.score_profile, self._subsets)
        rows = ScoreRows(table, groups, documents, profiles)
        if bootstrap is not None:
            bootstrap.add_statistics(rows.summaries, rows.counted, table)
        columns = [
            *map(Column, (*profiles, FILE, DOCUMENTS, TAG)),
            *([Column(SUBSET)] if self._subsets.declared else []),
            Count(table.units, of_units=True),
            *counts(*table.breakdown()),
            *ratios(table.ratios, bootstrap is not None),
        ]
        return ScoreTable(table.title, table.stem, columns, [*rows.files, *rows.summaries], rows.summaries)
