"""Scored annotations and their matches: pairs of annotations, and the stretches of text that they cover."""

from __future__ import annotations

from itertools import pairwise

from legacy_scorers.common.record import record
from legacy_scorers.common.result import Match
from legacy_scorers.common.spans import AROUND, CROSSING, INSIDE, SAME, relation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from legacy_scorers.mat_score.annotations import Annotation, Span

    Row: TypeAlias = tuple[str, str]  # label and subset
    Words: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # for the reference and for the hypothesis
    Signature: TypeAlias = tuple[str, tuple[Row, ...], tuple[Row, ...], Words]
    Side: TypeAlias = "ScoredAnnotation | None"  # of a pair
    # References and hypotheses that may be paired with each other.
    Sides: TypeAlias = "tuple[list[ScoredAnnotation], list[ScoredAnnotation]]"
    # The scored references and hypotheses, and the spans of the hypothesis' tokens, each sorted by start.
    Selected: TypeAlias = "tuple[list[ScoredAnnotation], list[ScoredAnnotation], list[Span]]"
    Part: TypeAlias = "tuple[int, int, ScoredAnnotation]"  # of an annotation: start, end, the annotation

MATCH, CLASH, MISSING, SPURIOUS = "match", "clash", "missing", "spurious"
REF_CLASH, HYP_CLASH = "refclash", "hypclash"  # a clash, in the rows of the reference or of the hypothesis
UNCLAIMED = "unclaimed"  # text that no annotation of either side covers

TAG_CLASH, OVERMARK, UNDERMARK, OVERLAP = "tagclash", "overmark", "undermark", "overlap"

WHOLE = "<none>"  # the subset that holds all annotations of a label
NO_WORDS: Words = ((), ())
# MAT 1.3's words for a clash, by the relation of the other span to this one.
_SAME_LABEL = {INSIDE: OVERMARK, AROUND: UNDERMARK, CROSSING: OVERLAP, SAME: OVERLAP}
TAG_AND_OVERMARK, TAG_AND_UNDERMARK, TAG_AND_OVERLAP = "tagplusovermark", "tagplusundermark", "tagplusoverlap"
_OTHER_LABEL = {INSIDE: TAG_AND_OVERMARK, AROUND: TAG_AND_UNDERMARK, CROSSING: TAG_AND_OVERLAP, SAME: TAG_CLASH}
# All, in the order of their columns.
WORDS = (TAG_CLASH, OVERMARK, UNDERMARK, OVERLAP, TAG_AND_OVERMARK, TAG_AND_UNDERMARK, TAG_AND_OVERLAP)


class ScoredAnnotation:
    """An annotation that takes part in scoring.

    ``label`` is the reported label: effective label, distinguishing attributes, equivalence class. ``start`` and
    ``end`` are offsets into the signal, end exclusive. A spanless annotation has those of its hull; without a hull it
    is not ``placed``, and both are 0. ``rows`` are the rows that count it, ``index`` its index on its side.
    """

    __slots__ = ("annotation", "end", "index", "label", "placed", "rows", "start")

    def __init__(self, annotation: Annotation, label: str, start: int, end: int, placed: bool) -> None:
        self.annotation = annotation
        self.label = label
        self.start = int(start)  # JSON may hold true and false for 1 and 0
        self.end = int(end)
        self.placed = placed
        self.rows: tuple[Row, ...] = ((label, WHOLE),)
        self.index = 0

    @property
    def true_label(self) -> str:
        """The label in the document."""
        return self.annotation.type.label

    @property
    def spanned(self) -> bool:
        """Whether the annotation has a span of its own."""
        return self.annotation.type.has_span

    def __str__(self) -> str:
        return f"{self.label} ({self.start}-{self.end})"


class Pair(Match):
    """A reference and a hypothesis; ``reference`` is None for a spurious annotation, ``hypothesis`` for a missing one.

    The signature is the kind, the rows of the reference, those of the hypothesis, and the words for the differences of
    a clash. A match counts its reference only. ``counts_reference`` and ``counts_hypothesis`` say whether this pair
    counts that annotation: in MAT 1.3 an annotation may be in several pairs, but is counted once.
    """

    __slots__ = ("hypothesis", "reference")
    signature: Signature

    def __init__(
        self,
        reference: Side,
        hypothesis: Side,
        alike: bool = False,
        words: Words = NO_WORDS,
        counts_reference: bool = True,
        counts_hypothesis: bool = True,
    ) -> None:
        if reference is not None and hypothesis is not None:
            kind = MATCH if alike else CLASH
        elif reference is not None:
            kind = MISSING
        elif hypothesis is not None:
            kind = SPURIOUS
        else:
            kind = UNCLAIMED
        rows = reference.rows if reference is not None and counts_reference else ()
        other_rows = hypothesis.rows if hypothesis is not None and counts_hypothesis and kind != MATCH else ()
        index = None if reference is None else reference.index
        super().__init__((kind, rows, other_rows, words), index, None if hypothesis is None else hypothesis.index)
        self.reference = reference
        self.hypothesis = hypothesis

    @property
    def kind(self) -> str:
        """``MATCH``, ``CLASH``, ``MISSING``, ``SPURIOUS`` or ``UNCLAIMED``."""
        return self.signature[0]

    @property
    def words(self) -> Words:
        """The words for the differences of a clash."""
        return self.signature[3]

    @property
    def labels(self) -> tuple[str | None, str | None]:
        """The labels of hypothesis and reference, either None, as the confusability matrix counts them."""
        hypothesis, reference = self.hypothesis, self.reference
        return None if hypothesis is None else hypothesis.label, None if reference is None else reference.label

    @property
    def items(self) -> list[ScoredAnnotation]:
        """The annotations of the pair, the hypothesis first, as in the tag table."""
        return [item for item in (self.hypothesis, self.reference) if item is not None]

    @property
    def counted(self) -> list[ScoredAnnotation]:
        """The items that are counted: for a match, only the reference."""
        return self.items[-1:] if self.kind == MATCH else self.items


def views(reference: ScoredAnnotation, hypothesis: ScoredAnnotation) -> tuple[tuple[str], tuple[str]]:
    """Return MAT 1.3's words for a clash, for either side. A span that covers the other is an overmark.

    The same span is an overlap if the labels agree, else a tag clash.
    """
    words = _SAME_LABEL if reference.label == hypothesis.label else _OTHER_LABEL
    there = relation(reference.start, reference.end, hypothesis.start, hypothesis.end)
    back = relation(hypothesis.start, hypothesis.end, reference.start, reference.end)
    return (words[there],), (words[back],)


class SpanMatch(Pair):
    """A stretch of text, offsets with the end exclusive, that a reference, a hypothesis or both cover."""

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int, reference: Side, hypothesis: Side, alike: bool = False) -> None:
        super().__init__(reference, hypothesis, alike)
        self.start = start
        self.end = end


def cut(sides: Sequence[Sequence[Part]]) -> dict[tuple[int, int], Sides]:
    """Return the items whose parts cover each stretch, by start and end; every boundary of a part divides stretches."""
    boundaries = sorted({offset for side in sides for start, end, _ in side for offset in (start, end)})
    following = dict(pairwise(boundaries))
    covered: dict[tuple[int, int], Sides] = {}
    for side, parts in enumerate(sides):
        for start, end, item in parts:
            while start < end:
                covered.setdefault((start, following[start]), ([], []))[side].append(item)
                start = following[start]
    return covered


@record
class Aligned:
    """The items and tokens of a pair of documents, and their matches by group.

    MAT 2.0 has two groups for each stratum: spanned annotations, then spanless ones.
    """

    references: list[ScoredAnnotation]
    hypotheses: list[ScoredAnnotation]
    tokens: list[Span]
    groups: list[list[Pair]]

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of all groups."""
        return [pair for group in self.groups for pair in group]

    @property
    def spanned(self) -> list[list[Pair]]:
        """The pairs of spanned annotations of each stratum."""
        return self.groups[::2]

    @property
    def spanned_items(self) -> list[ScoredAnnotation]:
        """The spanned annotations that take part in pairs."""
        return [item for pairs in self.spanned for pair in pairs for item in pair.items]
