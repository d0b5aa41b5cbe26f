"""Who met whom: the pairs of annotations, and the stretches of text that they claim."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.align.items import Item

    Words = tuple[list[str], list[str]]

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


class Stretch(Pair):
    """A stretch of text as one reference and one hypothesis claim it, or one of them alone.

    ``start`` and ``end`` are offsets, end exclusive.
    """

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int, reference: Item | None, hypothesis: Item | None, kind: str) -> None:
        super().__init__(reference, hypothesis, kind)
        self.start = start
        self.end = end
