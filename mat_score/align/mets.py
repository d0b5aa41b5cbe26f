"""Who met whom: the pairs of annotations, and the stretches of text that they claim."""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item

    Words = tuple[list[str], list[str]]
    Part = tuple[int, int, Item]  # of an annotation: start, end, whose it is
    Crowd = tuple[list[Item], list[Item]]  # references and hypotheses that are settled together

MATCH = "match"
CLASH = "clash"
MISSING = "missing"
SPURIOUS = "spurious"

TAG_CLASH = "tagclash"
OVERMARK = "overmark"
UNDERMARK = "undermark"
OVERLAP = "overlap"


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

    @property
    def counted(self) -> list[Item]:
        """The annotations that the tag table counts, in its order: of a match the reference alone."""
        sides = (self.reference,) if self.kind == MATCH else (self.hypothesis, self.reference)
        return [item for item in sides if item is not None]


class Stretch(Pair):
    """A stretch of text as one reference and one hypothesis claim it, or one of them alone.

    ``start`` and ``end`` are offsets, end exclusive.
    """

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int, reference: Item | None, hypothesis: Item | None, kind: str) -> None:
        super().__init__(reference, hypothesis, kind)
        self.start = start
        self.end = end


def cut(sides: Sequence[Sequence[Part]]) -> dict[tuple[int, int], Crowd]:
    """Return whose parts cover each stretch between two boundaries of any parts, those of references first."""
    boundaries = sorted({offset for side in sides for start, end, _ in side for offset in (start, end)})
    following = dict(pairwise(boundaries))
    crowds: dict[tuple[int, int], Crowd] = {}
    for side, parts in enumerate(sides):
        for start, end, item in parts:
            while start < end:
                crowds.setdefault((start, following[start]), ([], []))[side].append(item)
                start = following[start]
    return crowds
