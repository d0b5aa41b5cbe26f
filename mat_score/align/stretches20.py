"""MAT 2.0: the stretches of text that a document's pairs are cut into, so that units of fixed size can be counted.

The part that the annotations of a pair share is one stretch. The rest of paired annotations, and all others, are cut at
every boundary of these left-overs, and who meets whom is decided anew in each stretch.
"""

from __future__ import annotations

from common.compat.py27 import hash_order
from mat_score.align.mets import CLASH, MATCH, MISSING, SPURIOUS, Stretch, cut
from mat_score.align.pairing import meetings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mat_score.align.items import Item
    from mat_score.align.mets import Crowd, Pair, Part
    from mat_score.align.pairing import StratumPairs
    from mat_score.align.similarity import Similarity


def document_stretches(strata: Sequence[StratumPairs], similarity: Similarity) -> list[Stretch]:
    """Return what is claimed of the text of a document."""
    return [stretch for spanned, _ in strata for settled in stretches(spanned, similarity) for stretch in settled]


def stretches(pairs: Sequence[Pair], similarity: Similarity) -> Iterator[list[Stretch]]:
    """Yield what is claimed of each stretch of text, for the pairs of spanned annotations of one stratum.

    The common parts of pairs come first, then the left-overs in the order of a dictionary of their (start, end) pairs.
    """
    left_overs: tuple[list[Part], list[Part]] = ([], [])
    for pair in pairs:
        reference, hypothesis = pair.reference, pair.hypothesis
        if reference is not None and hypothesis is not None:
            start, end = max(reference.start, hypothesis.start), min(reference.end, hypothesis.end)
            if pair.kind == MATCH:
                yield [Stretch(start, end, reference, hypothesis, MATCH)]
            else:
                yield _settle(start, end, ([reference], [hypothesis]), similarity)
            left_overs[0].extend(_outside(reference, start, end))
            left_overs[1].extend(_outside(hypothesis, start, end))
        elif reference is not None:
            left_overs[0].append((reference.start, reference.end, reference))
        elif hypothesis is not None:
            left_overs[1].append((hypothesis.start, hypothesis.end, hypothesis))
    crowds = cut(left_overs)
    for bounds in hash_order(crowds):
        yield _settle(bounds[0], bounds[1], crowds[bounds], similarity)


def _outside(item: Item, start: int, end: int) -> list[Part]:
    """Return the parts of an item before ``start`` and after ``end``."""
    parts = [(item.start, start, item), (end, item.end, item)]
    return [part for part in parts if part[0] < part[1]]


def _settle(start: int, end: int, crowd: Crowd, similarity: Similarity) -> list[Stretch]:
    """Say who meets whom in a stretch of text, by the similarity of what they say of it, whatever their spans.

    Where there is a choice between several, the chosen ones are compared as a whole in the end.
    """
    references, hypotheses = crowd
    alone = len(references) <= 1 and len(hypotheses) <= 1
    settled = []
    for reference, hypothesis, value, _ in meetings(references, hypotheses, similarity.compare_in_place):
        if reference is not None and hypothesis is not None:
            if not alone:
                value, _ = similarity.compare(reference, hypothesis)
            if value:
                kind = MATCH if value == 1.0 else CLASH
                settled.append(Stretch(start, end, reference, hypothesis, kind))
                continue
        if reference is not None:
            settled.append(Stretch(start, end, reference, None, MISSING))
        if hypothesis is not None:
            settled.append(Stretch(start, end, None, hypothesis, SPURIOUS))
    return settled
