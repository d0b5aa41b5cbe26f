"""Which reference annotation meets which hypothesis annotation.

MATScore documentation, 'All score tables': match, clash, missing and spurious. An annotation has at most one partner;
among overlapping annotations the partners are those of the assignment with the greatest total similarity.
"""

from __future__ import annotations

from common.align import Pairing
from common.compat.py27 import hash_order
from mat_score.align.chunks import chunks
from mat_score.align.crowds import MOST_COMPARED, Kinds, best_assignment, too_many
from mat_score.align.similarity import APART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mat_score.align.crowds import Compared, Comparison
    from mat_score.align.dimensions import Errors
    from mat_score.align.items import Item
    from mat_score.align.similarity import Similarity
    from mat_score.align.strata import Strata

    Met = tuple[Item | None, Item | None, float, Errors]
    Words = tuple[list[str], list[str]]

MATCH = "match"
CLASH = "clash"
MISSING = "missing"
SPURIOUS = "spurious"
UNKNOWN_CLASH = "unknownclash"
LONG = 1000  # pairs of a chain that are not worth comparing if they do not overlap


class Pair:
    """A reference and its partner; a missing annotation has no hypothesis, a spurious one no reference.

    ``kind`` is ``MATCH``, ``CLASH``, ``MISSING`` or ``SPURIOUS``. ``words`` name the differences of a clash, as seen
    from the reference and as seen from the hypothesis.
    """

    __slots__ = ("hypothesis", "kind", "reference", "words")

    def __init__(self, reference: Item | None, hypothesis: Item | None, kind: str, words: Words = ([], [])) -> None:
        self.reference = reference
        self.hypothesis = hypothesis
        self.kind = kind
        self.words = words


class StratumPairs:
    """The pairs of one stratum of a document, in pairing order: first of spanned, then of spanless annotations."""

    __slots__ = ("spanless", "spanned")

    def __init__(self, spanned: list[Pair], spanless: list[Pair]) -> None:
        self.spanned = spanned
        self.spanless = spanless


class Pairer:
    """Pairs the annotations of documents."""

    __slots__ = ("_similarity", "_strata", "_words")

    def __init__(self, similarity: Similarity, strata: Strata) -> None:
        self._similarity = similarity
        self._strata = strata
        self._words: dict[tuple[tuple[str, str], ...], Words] = {}

    def pairs(self, references: Sequence[Item], hypotheses: Sequence[Item]) -> list[StratumPairs]:
        """Return the pairs of a document by stratum; both sides are given by start."""
        self._similarity.forget()
        strata = zip(self._strata.split(references), self._strata.split(hypotheses))
        return [self._stratum(stratum, others) for stratum, others in strata]

    def _stratum(self, references: list[Item], hypotheses: list[Item]) -> StratumPairs:
        spanned, placed, unplaced = [
            (list(filter(belongs, references)), list(filter(belongs, hypotheses)))
            for belongs in (_is_spanned, _is_placed, _is_unplaced)
        ]
        found = self._paired(chunks(*spanned))
        return StratumPairs(found, self._paired(chunks(*placed)) + self._paired(_by_label(*unplaced)))

    def _paired(self, groups: Iterable[tuple[list[Item], list[Item]]]) -> list[Pair]:
        return [
            self._pair(*met)
            for references, hypotheses in groups
            for met in meetings(references, hypotheses, self._similarity.compare)
        ]

    def _pair(self, reference: Item | None, hypothesis: Item | None, similarity: float, errors: Errors) -> Pair:
        if reference is None or hypothesis is None:
            return Pair(reference, hypothesis, SPURIOUS if reference is None else MISSING)
        self._similarity.note(reference, hypothesis, similarity)
        if similarity == 1.0:
            return Pair(reference, hypothesis, MATCH)
        return Pair(reference, hypothesis, CLASH, self._ordered(tuple(errors) or ((UNKNOWN_CLASH, UNKNOWN_CLASH),)))

    def _ordered(self, errors: tuple[tuple[str, str], ...]) -> Words:
        """Return the words of either side in the order of a set built from the set of errors."""
        if errors not in self._words:
            pairs = hash_order(errors)
            self._words[errors] = hash_order([pair[0] for pair in pairs]), hash_order([pair[1] for pair in pairs])
        return self._words[errors]


def meetings(references: Sequence[Item], hypotheses: Sequence[Item], compare: Comparison) -> Iterator[Met]:
    """Yield who meets whom among items that overlap, with similarity and errors, and who is left over.

    Items of similarity 0 do not meet. The order is that of the references, then of the items left over for want of
    partners, these in the order of a set of their indices. Raises :class:`common.errors.InputError` if too many
    different items overlap.
    """
    if not hypotheses:
        for reference in references:
            yield reference, None, 0.0, []
        return
    if not references:
        for hypothesis in hypotheses:
            yield None, hypothesis, 0.0, []
        return
    if len(references) == len(hypotheses) == 1:
        yield from _met(references[0], hypotheses[0], *compare(references[0], hypotheses[0]))
        return
    if references[0].placed and len(references) * len(hypotheses) >= LONG:
        from mat_score.align.neighbours import neighbours_met

        found = neighbours_met(references, hypotheses, compare)
        if found is not None:
            yield from _all_met(references, hypotheses, *found)
            return
    rows, columns = Kinds(references), Kinds(hypotheses)
    table = _compared(rows.firsts, columns.firsts, compare)
    partners = best_assignment([[1.0 - similarity for similarity, _ in line] for line in table], rows.of, columns.of)
    paired = [(row, column) for row, column in enumerate(partners) if column is not None]
    pairing = Pairing(paired, len(references), len(hypotheses))
    for row, column in pairing.pairs:
        yield from _met(references[row], hypotheses[column], *table[rows.of[row]][columns.of[column]])
    for row in hash_order(pairing.key_left):
        yield references[row], None, 0.0, []
    for column in hash_order(pairing.response_left):
        yield None, hypotheses[column], 0.0, []


def _all_met(
    references: Sequence[Item], hypotheses: Sequence[Item], partners: Sequence[int], compared: Sequence[Compared]
) -> Iterator[Met]:
    """Yield the meetings of references that all have partners."""
    for reference, column, found in zip(references, partners, compared):
        yield from _met(reference, hypotheses[column], *found)
    for column in hash_order(Pairing(enumerate(partners), len(references), len(hypotheses)).response_left):
        yield None, hypotheses[column], 0.0, []


def _met(reference: Item, hypothesis: Item, similarity: float, errors: Errors) -> list[Met]:
    if similarity:
        return [(reference, hypothesis, similarity, errors)]
    return [(reference, None, 0.0, []), (None, hypothesis, 0.0, [])]


def _compared(
    references: Sequence[Item], hypotheses: Sequence[Item], compare: Comparison
) -> list[list[tuple[float, Errors]]]:
    table = []
    room = MOST_COMPARED
    for reference in references:
        line = [compare(reference, hypothesis) for hypothesis in hypotheses]
        if len(hypotheses) * len(references) > MOST_COMPARED:
            room -= len(line) - line.count(APART)
            if room < 0:
                raise too_many()
        table.append(line)
    return table


def _by_label(references: list[Item], hypotheses: list[Item]) -> list[tuple[list[Item], list[Item]]]:
    """Return the items of either side by label, in the order of a dictionary of the labels."""
    groups: dict[str, tuple[list[Item], list[Item]]] = {}
    for side, items in enumerate((references, hypotheses)):
        for item in items:
            groups.setdefault(item.label, ([], []))[side].append(item)
    return [groups[label] for label in hash_order(groups)]


def _is_spanned(item: Item) -> bool:
    return item.annotation.type.has_span


def _is_placed(item: Item) -> bool:
    return item.placed and not item.annotation.type.has_span


def _is_unplaced(item: Item) -> bool:
    return not item.placed and not item.annotation.type.has_span
