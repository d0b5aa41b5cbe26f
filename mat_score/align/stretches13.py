"""MAT 1.3: what reference and hypothesis call each stretch of text.

MATScore documentation, 'Fixed-span scores': tokens, pseudo-tokens and characters are the same on both sides, so a unit
has at most one label on either side.
"""

from __future__ import annotations

from itertools import pairwise

from mat_score.align.mets import CLASH, MATCH, MISSING, SPURIOUS, Stretch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mat_score.align.items import Item


def labelled_stretches(references: Sequence[Item], hypotheses: Sequence[Item]) -> Iterator[Stretch]:
    """Yield the stretches between annotation boundaries that have a label, in text order.

    Either side is given by start, and no annotations in it overlap but duplicates.
    """
    sides = [[item for item in side if item.start < item.end] for side in (references, hypotheses)]
    boundaries = sorted({offset for side in sides for item in side for offset in (item.start, item.end)})
    upcoming = [iter(side) for side in sides]
    current = [next(side, None) for side in upcoming]
    for start, end in pairwise(boundaries):
        for number, side in enumerate(upcoming):
            item = current[number]
            while item is not None and item.end <= start:
                item = next(side, None)
            current[number] = item
        reference, hypothesis = [item if item is not None and item.start <= start else None for item in current]
        if reference is not None or hypothesis is not None:
            yield Stretch(start, end, reference, hypothesis, _kind(reference, hypothesis))


def _kind(reference: Item | None, hypothesis: Item | None) -> str:
    if reference is None:
        return SPURIOUS
    if hypothesis is None:
        return MISSING
    return MATCH if reference.label == hypothesis.label else CLASH
