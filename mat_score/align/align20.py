"""MAT 2.0: which annotations of reference and hypothesis are partners, and which of them cover each stretch of text.

MATScore documentation, 'All score tables': match, clash, missing and spurious. An annotation has at most one partner;
among overlapping annotations the partners are those of the assignment with the greatest total similarity.

So that units of fixed size can be counted, the text is cut into stretches. The part that the annotations of a pair
share is one. The rest of paired annotations, and all others, are cut at every boundary of these left-overs, and the
pairs are chosen again in each stretch.
"""

from __future__ import annotations

from operator import itemgetter

from common.compat.py27 import hash_order
from common.errors import InputError
from common.memo import Memo
from mat_score.align.matches import CLASH, MATCH, MISSING, NO_WORDS, SPURIOUS, WHOLE, Pair, SpanMatch, cut
from mat_score.align.similarity import best_assignment
from mat_score.descriptions import NO_VALUE, slot_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mat_score.align.matches import Judged, Part, Row, ScoredAnnotation, Sides, Words
    from mat_score.align.similarity import Errors, Similarity
    from mat_score.annotations import Annotation
    from mat_score.tasks.profiles import ScoreProfile, Strata

    Comparison = Callable[
        [ScoredAnnotation, ScoredAnnotation], tuple[float, Errors]
    ]  # similarity and errors of two items
    Compared = tuple[ScoredAnnotation | None, ScoredAnnotation | None, float, Errors]

UNKNOWN_CLASH = "unknownclash"
MAX_PAIRS = 4_000_000  # of a chain, as of 2,000 on each side; memory grows with them


class Subsets:
    """Says which rows annotations are counted in: their label's, and those of subsets that a score profile declares.

    ``declared`` says whether a profile divides labels at all.
    """

    __slots__ = ("_decompositions", "_limitation", "_places", "_problem", "_widths", "declared")

    def __init__(self, profile: ScoreProfile | None) -> None:
        self._limitation: frozenset[str] | None = None
        self._decompositions: dict[str, list[tuple[str, ...]]] = {}  # by true label
        self._places: dict[Row, int] = {}  # of the decompositions that rows of subsets come from
        self._widths: dict[str, int] = {}  # how many decompositions a reported label has
        self._problem = ""
        if profile is not None:
            if profile.partition_methods:
                raise InputError(
                    f"the score profile divides labels by the method {profile.partition_methods[0]}, "
                    "program code of the task that is not run here; take the partition_decomposition out"
                )
            if profile.label_limitation is not None:
                self._limitation = frozenset(profile.label_limitation)
            for true_labels, attributes in profile.decompositions:
                for label in true_labels:
                    self._decompositions.setdefault(label, []).append(attributes)
        self.declared = bool(self._decompositions)

    def name_rows(self, pairs: Sequence[Judged]) -> None:
        """Give the items of a document their rows, those that the tag table counts first."""
        if not self.declared and self._limitation is None:
            return
        for reference, hypothesis, kind, _ in pairs:
            for item in (hypothesis if kind != MATCH else None, reference):
                if item is not None:
                    item.rows = self.rows(item)
        for _, hypothesis, kind, _ in pairs:
            if hypothesis is not None and kind == MATCH:
                hypothesis.rows = self.rows(hypothesis)

    def rows(self, item: ScoredAnnotation) -> tuple[Row, ...]:
        """Return the rows for an annotation, none if the profile leaves its true label out."""
        label, true_label = item.label, item.true_label
        if self._limitation is not None and true_label not in self._limitation:
            return ()
        found = [(label, WHOLE)]
        decompositions = self._decompositions.get(true_label, ())
        if decompositions and self._widths.setdefault(label, len(decompositions)) < len(decompositions):
            self._problem = f"more decompositions of the score profile divide {true_label} than others that are {label}"
        for place, names in enumerate(decompositions):
            row = label, ",".join([f"{name}={_slot(item.annotation, name)}" for name in names])
            if self._places.setdefault(row, place) != place:
                self._problem = f"two decompositions of the score profile divide {label} into subsets called {row[1]}"
            found.append(row)
        return tuple(found)

    def place(self, row: Row) -> int:
        """Return the place of a row's decomposition among those of the annotation's true label; -1 for a whole label.

        True labels that are reported as one share the rows of decompositions in the same place. Raises
        :class:`InputError` if two places have the same row, or if a label has more places than the first one counted.
        """
        if self._problem:
            raise InputError(f"{self._problem}; take one out")
        return self._places.get(row, -1)


def _slot(annotation: Annotation, name: str) -> str:
    return NO_VALUE if annotation.values.get(name) is None else slot_text(annotation, name)


class Pairer:
    """Pairs the annotations of documents, stratum by stratum."""

    __slots__ = ("_similarity", "_strata", "_subsets", "_words")

    def __init__(self, similarity: Similarity, strata: Strata, subsets: Subsets) -> None:
        self._similarity = similarity
        self._strata = strata
        self._subsets = subsets
        self._words = Memo(_words)  # saves a tenth where one in ten annotations clashes

    def pairs(self, references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]) -> list[list[Pair]]:
        """Return the pairs of a document: of each stratum those with spans, then those without.

        Both sides are given by start.
        """
        self._similarity.paired.clear()
        found = [list(map(self._judge, self._compared(*sides))) for sides in self._groups(references, hypotheses)]
        self._subsets.name_rows([judged for pairs in found for judged in pairs])
        return [[Pair(*judged) for judged in pairs] for pairs in found]

    def _groups(
        self, references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]
    ) -> Iterable[Sides]:
        groups: dict[object, Sides] = {group: ([], []) for group in self._strata.groups}
        for side, items in enumerate((references, hypotheses)):
            for item in items:
                group = self._strata.group(item)
                if group in groups:
                    groups[group][side].append(item)
        return groups.values()

    def _compared(self, references: list[ScoredAnnotation], hypotheses: list[ScoredAnnotation]) -> Iterator[Compared]:
        """Yield pairs of a group; annotations without a place in the text are compared by label, after the others."""
        without: dict[str, Sides] = {}
        for side, items in enumerate((references, hypotheses)):
            for item in items:
                if not item.placed:
                    without.setdefault(item.label, ([], []))[side].append(item)
        placed = [[item for item in side if item.placed] for side in (references, hypotheses)]
        for sides in (*chains(*placed), *[without[label] for label in hash_order(without)]):
            yield from compare_all(*sides, self._similarity.compare)

    def _judge(self, compared: Compared) -> Judged:
        reference, hypothesis, similarity, errors = compared
        if reference is None or hypothesis is None:
            return reference, hypothesis, SPURIOUS if reference is None else MISSING, NO_WORDS
        self._similarity.paired[id(reference.annotation), id(hypothesis.annotation)] = similarity
        if similarity == 1.0:
            return reference, hypothesis, MATCH, NO_WORDS
        return reference, hypothesis, CLASH, self._words[tuple(errors) or ((UNKNOWN_CLASH, UNKNOWN_CLASH),)]


def _words(errors: tuple[tuple[str, str], ...]) -> Words:
    """Return the words of either side in the order of a set built from the set of errors."""
    pairs = hash_order(errors)
    first, second = [tuple(hash_order([pair[side] for pair in pairs])) for side in (0, 1)]
    return first, second


def chains(references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]) -> Iterator[Sides]:
    """Yield the chains of overlapping annotations of both sides in text order; both sides are given by start.

    Annotations that only touch do not overlap. One that ends where it starts, or before, never closes, so its chain is
    never completed: the whole chain and everything after it are left out.
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

    Items of similarity 0 are no pair. The order is that of the references, then of the items that the assignment leaves
    over, these in the order of a set of their indices. Raises :class:`InputError` if there are more than ``MAX_PAIRS``
    pairs to compare.
    """
    if len(references) * len(hypotheses) > MAX_PAIRS:
        raise InputError("too many annotations overlap each other to find the best pairs; score fewer labels at a time")
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
    if len(references) == len(hypotheses):
        return
    rows = [row for row, column in enumerate(partners) if column is None]
    columns = [column for column in range(len(hypotheses)) if column not in partners]
    yield from [(references[row], None, 0.0, []) for row in hash_order(rows)]
    yield from [(None, hypotheses[column], 0.0, []) for column in hash_order(columns)]


def stretches(pairs: Sequence[Pair], similarity: Similarity) -> Iterator[SpanMatch]:
    """Yield the stretches of text that the pairs of spanned annotations of a stratum cover.

    The common parts of pairs come first, then the left-overs in the order of a dictionary of their (start, end) pairs.
    """
    left_overs: tuple[list[Part], list[Part]] = ([], [])
    for pair in pairs:
        reference, hypothesis = pair.reference, pair.hypothesis
        if reference is not None and hypothesis is not None:
            start, end = max(reference.start, hypothesis.start), min(reference.end, hypothesis.end)
            if pair.kind == MATCH:
                yield SpanMatch(start, end, reference, hypothesis, MATCH)
            else:
                yield from _settle(start, end, ([reference], [hypothesis]), similarity)
            left_overs[0].extend(_outside(reference, start, end))
            left_overs[1].extend(_outside(hypothesis, start, end))
        elif reference is not None:
            left_overs[0].append((reference.start, reference.end, reference))
        elif hypothesis is not None:
            left_overs[1].append((hypothesis.start, hypothesis.end, hypothesis))
    covered = cut(left_overs)
    for bounds in hash_order(covered):
        yield from _settle(*bounds, covered[bounds], similarity)


def _outside(item: ScoredAnnotation, start: int, end: int) -> list[Part]:
    parts = [(item.start, start, item), (end, item.end, item)]
    return [part for part in parts if part[0] < part[1]]


def _settle(start: int, end: int, sides: Sides, similarity: Similarity) -> Iterator[SpanMatch]:
    """Yield the pairs of a stretch of text, assigned by similarity whatever their spans.

    If there are several on a side, the pairs are then compared as a whole.
    """
    several = max(map(len, sides)) > 1
    for reference, hypothesis, value, _ in compare_all(*sides, similarity.compare_in_place):
        if reference is not None and hypothesis is not None:
            if several:
                value, _ = similarity.compare(reference, hypothesis)
            if value:
                yield SpanMatch(start, end, reference, hypothesis, MATCH if value == 1.0 else CLASH)
                continue
        if reference is not None:
            yield SpanMatch(start, end, reference, None, MISSING)
        if hypothesis is not None:
            yield SpanMatch(start, end, None, hypothesis, SPURIOUS)
