"""The rules of MAT 1.3: pairs of annotations, stretches of text, and the columns of its tables.

MATScore documentation, 'Description', 'All score tables' and 'Optional tag-level score columns': an annotation matches
one of the same label and span; else it clashes if it overlaps annotations of the other side; else it is missing or
spurious. The documentation does not say which of several overlapping annotations a clash is with, except that an
annotation with an overmark or undermark is no overlap. Here the order of preference is the same span, the same label,
one that covers the other, the longest overlap, the first in the text, the first label.
"""

from __future__ import annotations

from legacy_scorers.common.align import overlapping
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import KEY, RESPONSE
from legacy_scorers.common.spans import CROSSING, relation
from legacy_scorers.mat_score.align.matches import (
    HYP_CLASH,
    NO_WORDS,
    REF_CLASH,
    WORDS,
    Aligned,
    Pair,
    SpanMatch,
    cut,
    views,
)
from legacy_scorers.mat_score.align.selection import ContentTypes, select13
from legacy_scorers.mat_score.report import Column, Count, Details13, ScoreTable, counts, ratios
from legacy_scorers.mat_score.rows import DOCUMENTS, TAG, label_rows
from legacy_scorers.mat_score.tally import breakdown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from legacy_scorers.mat_score.align.matches import ScoredAnnotation
    from legacy_scorers.mat_score.annotations import DocumentPair
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.rows import Bootstrap
    from legacy_scorers.mat_score.tally import TableTally

    Place = tuple[int, int, str]  # start, end, label: annotations that agree in these are duplicates
    Duplicates = dict[Place, list[ScoredAnnotation]]


_NO_RANK = (False, False, False, 0)  # of an overlap: same span, same label, one covers the other, length


class Version13:
    """The rules of MAT 1.3 for one run; ``ending`` ends the names of columns that break clashes down.

    ``notice`` receives a line for each pair of documents with different texts. ``labels`` is None because rows are in
    code point order of their labels.
    """

    ending = ""
    labels = None

    def __init__(self, options: Options, notice: Callable[[str], None]) -> None:
        self.details = Details13()
        self._notice = notice
        self._options = options
        self._types = ContentTypes(options)

    def notices(self) -> list[str]:
        """Return the notices of :meth:`ContentTypes.notices`. Raises :class:`HelpNeeded` if no labels are named."""
        return self._types.notices()

    def align(self, pair: DocumentPair) -> Aligned:
        """Return the pairs of annotations. Raises :class:`InputError` if annotations of a side overlap."""
        self._compare_texts(pair)
        selected = select13(pair, self._options, self._types)
        references, hypotheses, _ = selected
        check_overlaps(hypotheses, pair.hypothesis.path)
        check_overlaps(references, pair.reference.path)
        return Aligned(*selected, [document_pairs(references, hypotheses)])

    def _compare_texts(self, pair: DocumentPair) -> None:
        reference, hypothesis = pair.reference, pair.hypothesis
        if reference.signal != hypothesis.signal:
            from legacy_scorers.common.align import first_difference

            offset = first_difference(reference.signal, hypothesis.signal)
            self._notice(
                f"{hypothesis.path}: from offset {offset} on the text differs from that of {reference.path}; "
                "compare documents of the same text"
            )

    def stretches(self, aligned: Aligned) -> Sequence[SpanMatch]:
        """Return the stretches of text that annotations cover."""
        return document_stretches(aligned.references, aligned.hypotheses)

    def score_table(self, table: TableTally, documents: int, bootstrap: Bootstrap | None) -> ScoreTable:
        """Return a table for this number of documents; breakdowns come before the clashes that they add up to."""
        rows = label_rows(table, documents)
        if bootstrap is not None:
            bootstrap.add_statistics(rows, table.files, table)
        columns = [Column(TAG), Column(DOCUMENTS), Count(table.units, of_units=True), *counts()]
        if self._options.breakdown and not table.fixed_spans:
            for clash, names in zip((REF_CLASH, HYP_CLASH), breakdown((WORDS, WORDS), self.ending)):
                index = [column.name for column in columns].index(clash)
                columns[index:index] = map(Count, names)
        columns += ratios(table.ratios, bootstrap is not None, guarded=True)
        return ScoreTable(table.title, table.stem, columns, rows, rows)


def check_overlaps(items: Sequence[ScoredAnnotation], path: str) -> None:
    """Raise :class:`InputError` if annotations overlap that are not duplicates, because the results are undefined."""
    last: ScoredAnnotation | None = None
    for item in sorted([item for item in items if item.start < item.end], key=_place):
        if last is not None and item.start < last.end and _place(item) != _place(last):
            raise InputError(
                f"content annotations {last} and {item} overlap, which MAT 1.3 cannot score; set MATSCORE_VERSION=2.0",
                path,
            )
        last = item


def document_pairs(references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]) -> list[Pair]:
    """Return the pairs of a document in text order: by start and end of the reference, or else of the hypothesis.

    On each side only duplicates overlap (:func:`check_overlaps`).
    """
    own, other = _duplicates(references), _duplicates(hypotheses)
    found: list[Pair] = []
    for place in [place for place in own if place in other]:
        found += _pair_off(own.pop(place), other.pop(place), alike=True)
    sides, partners = (own, other), _partners(own, other)
    for side, duplicates in enumerate(sides):
        for place, items in duplicates.items():
            partner = partners[side].get(place)
            if partner is None:
                found += _counted_alone(side, items, None)
            elif partners[1 - side][partner] != place:
                found += _counted_alone(side, items, sides[1 - side][partner][0])
            elif side == KEY:  # partners of each other are paired once
                found += _pair_off(items, other[partner], alike=False)
    return sorted(found, key=_text_order)


def _duplicates(items: Sequence[ScoredAnnotation]) -> Duplicates:
    found: Duplicates = {}
    for item in sorted(items, key=_place):
        found.setdefault(_place(item), []).append(item)
    return found


def _pair_off(references: list[ScoredAnnotation], hypotheses: list[ScoredAnnotation], alike: bool) -> list[Pair]:
    """Return the pairs of two lists of duplicates, one to one; the rest of the longer list clashes if it has text."""
    found = [
        Pair(reference, hypothesis, alike, NO_WORDS if alike else views(reference, hypothesis))
        for reference, hypothesis in zip(references, hypotheses)
    ]
    paired = len(found)
    has_text = references[0].start < references[0].end
    found += _counted_alone(KEY, references[paired:], hypotheses[-1] if has_text else None)
    return found + _counted_alone(RESPONSE, hypotheses[paired:], references[-1] if has_text else None)


def _counted_alone(side: int, items: list[ScoredAnnotation], partner: ScoredAnnotation | None) -> list[Pair]:
    """Return the pairs of items of one side with a partner that is counted elsewhere, or with None."""
    found = []
    for item in items:
        reference, hypothesis = (item, partner) if side == KEY else (partner, item)
        words = views(reference, hypothesis) if reference and hypothesis else NO_WORDS
        found.append(Pair(reference, hypothesis, False, words, side == KEY, side == RESPONSE))
    return found


def _partners(own: Duplicates, other: Duplicates) -> tuple[dict[Place, Place], dict[Place, Place]]:
    """Return the partner of each place of either side that overlaps places of the other; both are in text order."""
    sides = list(own), list(other)
    partners: tuple[dict[Place, Place], dict[Place, Place]] = ({}, {})
    best: dict[tuple[int, Place], tuple[bool, bool, bool, int]] = {}
    for numbers in overlapping(*[[place[:2] for place in side] for side in sides]):
        first, second = sides[0][numbers[0]], sides[1][numbers[1]]
        overlap = min(first[1], second[1]) - max(first[0], second[0])
        covered = relation(*first[:2], *second[:2]) != CROSSING
        rank = (first[:2] == second[:2], first[2] == second[2], covered, overlap)
        for side, place, partner in ((KEY, first, second), (RESPONSE, second, first)):
            if rank > best.get((side, place), _NO_RANK):
                best[side, place] = rank
                partners[side][place] = partner
    return partners


def _place(item: ScoredAnnotation) -> Place:
    return item.start, item.end, item.label


def _text_order(pair: Pair) -> tuple[int, int, int, int]:
    first, second = pair.items[-1], pair.items[0]  # the reference, if there is one, is the last item
    return first.start, first.end, second.start, second.end


def document_stretches(
    references: Sequence[ScoredAnnotation], hypotheses: Sequence[ScoredAnnotation]
) -> list[SpanMatch]:
    """Return the stretches between annotation boundaries that have a label, in text order.

    'Fixed-span scores': tokens, pseudo-tokens and characters are the same on both sides, so a unit has at most one
    label on each side. On each side only duplicates overlap; the first of these counts.
    """
    sides = [[item for item in side if item.start < item.end] for side in (references, hypotheses)]
    items_at = cut([[(item.start, item.end, item) for item in side] for side in sides])
    found = []
    for start, end in sorted(items_at):
        reference, hypothesis = [side[0] if side else None for side in items_at[start, end]]
        alike = bool(reference and hypothesis and reference.label == hypothesis.label)
        found.append(SpanMatch(start, end, reference, hypothesis, alike))
    return found
