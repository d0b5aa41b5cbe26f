"""MAT 1.3: which annotations of reference and hypothesis meet, and how.

MATScore documentation, 'Description', 'All score tables' and 'Optional tag-level score columns': an annotation matches
one of the same label and span; else it clashes if it overlaps annotations of the other side; else it is missing or
spurious. The documentation leaves open which of several overlapping annotations a clash is with, but an annotation that
qualifies for overmark or undermark is no overlap. Here it is one of the same span if there is one, else of the same
label, else one that covers the other or is covered, else the one with the longest overlap; then the first in the text,
then by label.
"""

from __future__ import annotations

from common.align import overlapping
from common.errors import InputError
from common.spans import AROUND, CROSSING, INSIDE, SAME, relation
from mat_score.align.mets import CLASH, MATCH, MISSING, OVERLAP, OVERMARK, SPURIOUS, TAG_CLASH, UNDERMARK, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.items import Item

    Place = tuple[int, int, str]  # start, end, label: annotations that agree in these are duplicates
    Duplicates = dict[Place, list[Item]]

_SAME_LABEL = {INSIDE: OVERMARK, AROUND: UNDERMARK, CROSSING: OVERLAP, SAME: OVERLAP}
_OTHER_LABEL = {**{lie: f"tagplus{kind}" for lie, kind in _SAME_LABEL.items()}, SAME: TAG_CLASH}
WORDS = (TAG_CLASH, OVERMARK, UNDERMARK, OVERLAP, *[_OTHER_LABEL[lie] for lie in (INSIDE, AROUND, CROSSING)])


class Encounter(Pair):
    """A reference and a hypothesis that match or clash, or one of them alone.

    ``words`` of a clash are one of ``WORDS`` as seen from the reference, and one as seen from the hypothesis. Every
    annotation is counted in one encounter: ``counts_reference`` and ``counts_hypothesis`` say whether it is this one.
    """

    __slots__ = ("counts_hypothesis", "counts_reference")

    def __init__(
        self,
        reference: Item | None,
        hypothesis: Item | None,
        kind: str,
        counts_reference: bool = True,
        counts_hypothesis: bool = True,
    ) -> None:
        super().__init__(reference, hypothesis, kind)
        if kind == CLASH and reference is not None and hypothesis is not None:
            self.words = [_view(reference, hypothesis)], [_view(hypothesis, reference)]
        self.counts_reference = counts_reference
        self.counts_hypothesis = counts_hypothesis


def _view(own: Item, other: Item) -> str:
    """Return the one of ``WORDS`` that a clash is as seen from ``own``, which makes an overmark if it covers the other.

    What is left over of duplicates, and so has the label and the span of its partner, is an overlap.
    """
    words = _SAME_LABEL if own.label == other.label else _OTHER_LABEL
    return words[relation(own.start, own.end, other.start, other.end)]


def check_overlaps(items: Sequence[Item], path: str) -> None:
    """Raise :class:`InputError` if annotations of the document ``path`` overlap by at least one character.

    The documentation leaves the results undefined then. Duplicates, of the same label and span, are allowed.
    """
    last: Item | None = None
    for item in sorted([item for item in items if item.start < item.end], key=_place):
        if last is not None and item.start < last.end and _place(item) != _place(last):
            raise InputError(
                f"content annotations {_description(last)} and {_description(item)} overlap, for which MAT 1.3 "
                "defines no score; set MATSCORE_VERSION=2.0 to score them",
                path,
            )
        last = item


def _description(item: Item) -> str:
    return f"{item.label} ({item.start}-{item.end})"


def encounters(references: Sequence[Item], hypotheses: Sequence[Item]) -> list[Encounter]:
    """Return the encounters of a document in text order: by start and end of the reference, or of the hypothesis alone.

    On either side no annotations overlap but duplicates (:func:`check_overlaps`).
    """
    own, other = _duplicates(references), _duplicates(hypotheses)
    found: list[Encounter] = []
    for place in [place for place in own if place in other]:
        found += _pair_off(own.pop(place), other.pop(place), MATCH)
    partners, other_partners = _partners(own, other)
    for place, items in own.items():
        partner = partners.get(place)
        if partner is not None and other_partners[partner] == place:
            found += _pair_off(items, other[partner], CLASH)
        else:
            found += _of_references(items, other[partner][0] if partner is not None else None)
    for place, items in other.items():
        partner = other_partners.get(place)
        if partner is None or partners[partner] != place:
            found += _of_hypotheses(items, own[partner][0] if partner is not None else None)
    found.sort(key=_text_order)
    return found


def _duplicates(items: Sequence[Item]) -> Duplicates:
    """Return the annotations by place, in text order."""
    found: Duplicates = {}
    for item in sorted(items, key=_place):
        found.setdefault(_place(item), []).append(item)
    return found


def _pair_off(references: list[Item], hypotheses: list[Item], kind: str) -> list[Encounter]:
    """Return the encounters of duplicates with duplicates, one to one; those left over clash if they have any text."""
    found = [Encounter(reference, hypothesis, kind) for reference, hypothesis in zip(references, hypotheses)]
    met = len(found)
    overlapping = references[0].start < references[0].end
    found += _of_references(references[met:], hypotheses[-1] if overlapping else None)
    return found + _of_hypotheses(hypotheses[met:], references[-1] if overlapping else None)


def _of_references(items: list[Item], partner: Item | None) -> list[Encounter]:
    """Return the encounters of references with a partner that is counted elsewhere, or with nobody."""
    kind = MISSING if partner is None else CLASH
    return [Encounter(item, partner, kind, counts_hypothesis=False) for item in items]


def _of_hypotheses(items: list[Item], partner: Item | None) -> list[Encounter]:
    """Return the encounters of hypotheses with a partner that is counted elsewhere, or with nobody."""
    kind = SPURIOUS if partner is None else CLASH
    return [Encounter(partner, item, kind, counts_reference=False) for item in items]


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
        for side, place, partner in ((0, first, second), (1, second, first)):
            if rank > best.get((side, place), (False, False, False, 0)):
                best[side, place] = rank
                partners[side][place] = partner
    return partners


def _place(item: Item) -> Place:
    return item.start, item.end, item.label


def _text_order(encounter: Encounter) -> tuple[int, int, int, int]:
    sides = [item for item in (encounter.reference, encounter.hypothesis) if item is not None]
    return sides[0].start, sides[0].end, sides[-1].start, sides[-1].end
