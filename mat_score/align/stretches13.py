"""MAT 1.3: what reference and hypothesis call each stretch of text.

MATScore documentation, 'Fixed-span scores': tokens, pseudo-tokens and characters are the same on both sides, so a unit
has at most one label on either side.
"""

from __future__ import annotations

from mat_score.align.mets import CLASH, MATCH, MISSING, SPURIOUS, Stretch, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mat_score.align.items import Item


def labelled_stretches(references: Sequence[Item], hypotheses: Sequence[Item]) -> Iterator[Stretch]:
    """Yield the stretches between annotation boundaries that have a label, in text order.

    Either side is given by start, and no annotations in it overlap but duplicates, of which the first counts.
    """
    sides = [[item for item in side if item.start < item.end] for side in (references, hypotheses)]
    claims = cut([[(item.start, item.end, item) for item in side] for side in sides])
    for start, end in sorted(claims):
        reference, hypothesis = [side[0] if side else None for side in claims[start, end]]
        yield Stretch(start, end, reference, hypothesis, _kind(reference, hypothesis))


def _kind(reference: Item | None, hypothesis: Item | None) -> str:
    if reference is None:
        return SPURIOUS
    if hypothesis is None:
        return MISSING
    return MATCH if reference.label == hypothesis.label else CLASH
