"""Which reference annotation meets which hypothesis annotation.

MATScore documentation, 'All score tables': match, clash, missing and spurious. An annotation has at most one partner;
among overlapping annotations the partners are those of the assignment with the greatest total similarity.
"""

from __future__ import annotations

from operator import itemgetter

from common.align import Pairing
from common.compat.py27 import hash_order
from common.errors import InputError
from mat_score.align.dimensions import best_assignment
from mat_score.align.mets import CLASH, MATCH, MISSING, SPURIOUS, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from mat_score.align.dimensions import Errors
    from mat_score.align.items import Item
    from mat_score.align.mets import Crowd, Words
    from mat_score.align.similarity import Similarity
    from mat_score.align.strata import Strata

    StratumPairs = tuple[list[Pair], list[Pair]]  # of spanned and of spanless annotations, in pairing order
    Met = tuple[Item | None, Item | None, float, Errors]
    Comparison = Callable[[Item, Item], tuple[float, Errors]]  # similarity and errors of two items

UNKNOWN_CLASH = "unknownclash"
MOST_PAIRS = 4_000_000  # of a chain, as of 2,000 on each side; memory grows with them


class Pairer:
    """Pairs the annotations of documents."""

    __slots__ = ("_similarity", "_strata", "_words")

    def __init__(self, similarity: Similarity, strata: Strata) -> None:
        self._similarity = similarity
        self._strata = strata
        self._words: dict[tuple[tuple[str, str], ...], Words] = {}

    def pairs(self, references: Sequence[Item], hypotheses: Sequence[Item]) -> list[StratumPairs]:
        """Return the pairs of a document by stratum; both sides are given by start."""
        self._similarity.paired.clear()
        return list(map(self._stratum, self._strata.split(references), self._strata.split(hypotheses)))

    def _stratum(self, references: list[Item], hypotheses: list[Item]) -> StratumPairs:
        spanned: Crowd = [], []
        placed: Crowd = [], []
        unplaced: Crowd = [], []
        for side, items in enumerate((references, hypotheses)):
            for item in items:
                crowd = spanned if item.annotation.type.has_span else placed if item.placed else unplaced
                crowd[side].append(item)
        found = self._paired(chains(*spanned))
        return found, self._paired(chains(*placed)) + self._paired(_by_label(*unplaced))

    def _paired(self, crowds: Iterable[Crowd]) -> list[Pair]:
        return [self._pair(*met) for crowd in crowds for met in meetings(*crowd, self._similarity.compare)]

    def _pair(self, reference: Item | None, hypothesis: Item | None, similarity: float, errors: Errors) -> Pair:
        if reference is None or hypothesis is None:
            return Pair(reference, hypothesis, SPURIOUS if reference is None else MISSING)
        self._similarity.paired.note(reference.annotation, hypothesis.annotation, similarity)
        if similarity == 1.0:
            return Pair(reference, hypothesis, MATCH)
        return Pair(reference, hypothesis, CLASH, self._ordered(tuple(errors) or ((UNKNOWN_CLASH, UNKNOWN_CLASH),)))

    def _ordered(self, errors: tuple[tuple[str, str], ...]) -> Words:
        """Return the words of either side in the order of a set built from the set of errors."""
        if errors not in self._words:
            pairs = hash_order(errors)
            self._words[errors] = hash_order([pair[0] for pair in pairs]), hash_order([pair[1] for pair in pairs])
        return self._words[errors]


def chains(references: Sequence[Item], hypotheses: Sequence[Item]) -> Iterator[Crowd]:
    """Yield the chains of overlapping annotations of both sides in text order; both sides are given by start.

    Annotations that only touch do not overlap. One that ends where it starts, or before, never closes, so its chain is
    never completed: the whole chain and everything after it are left out.
    """
    opened = [(item.start, 0, item) for item in references] + [(item.start, 1, item) for item in hypotheses]
    opened.sort(key=itemgetter(0))
    chain: Crowd = ([], [])
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


def _by_label(references: list[Item], hypotheses: list[Item]) -> list[Crowd]:
    """Return the items of either side by label, in the order of a dictionary of the labels."""
    crowds: dict[str, Crowd] = {}
    for side, items in enumerate((references, hypotheses)):
        for item in items:
            crowds.setdefault(item.label, ([], []))[side].append(item)
    return [crowds[label] for label in hash_order(crowds)]


def meetings(references: Sequence[Item], hypotheses: Sequence[Item], compare: Comparison) -> Iterator[Met]:
    """Yield who meets whom among items that overlap, with similarity and errors, and who is left over.

    Items of similarity 0 do not meet. The order is that of the references, then of the items left over for want of
    partners, these in the order of a set of their indices. Raises :class:`InputError` if there are more than
    ``MOST_PAIRS`` pairs of them.
    """
    if not references or not hypotheses:
        yield from [(reference, None, 0.0, []) for reference in references]
        yield from [(None, hypothesis, 0.0, []) for hypothesis in hypotheses]
        return
    if len(references) == len(hypotheses) == 1:
        yield from _met(references[0], hypotheses[0], *compare(references[0], hypotheses[0]))
        return
    if len(references) * len(hypotheses) > MOST_PAIRS:
        raise InputError("too many annotations overlap each other to find the best pairs; score fewer labels at a time")
    partners = best_assignment([[compare(one, other)[0] for other in hypotheses] for one in references])
    paired = [(row, column) for row, column in enumerate(partners) if column is not None]
    pairing = Pairing(paired, len(references), len(hypotheses))
    for row, column in pairing.pairs:
        yield from _met(references[row], hypotheses[column], *compare(references[row], hypotheses[column]))
    for row in hash_order(pairing.key_left):
        yield references[row], None, 0.0, []
    for column in hash_order(pairing.response_left):
        yield None, hypotheses[column], 0.0, []


def _met(reference: Item, hypothesis: Item, similarity: float, errors: Errors) -> list[Met]:
    if similarity:
        return [(reference, hypothesis, similarity, errors)]
    return [(reference, None, 0.0, []), (None, hypothesis, 0.0, [])]
