"""Where in a document annotations are scored."""

from __future__ import annotations

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.documents import Document, DocumentPair, Span
    from mat_score.options import Options

    Region = tuple[int, int]  # start and end offset, end exclusive

SEGMENT = "SEGMENT"
GOLD = ("human gold", "reconciled")


def scored_regions(pair: DocumentPair, options: Options) -> list[Region]:
    """Return the regions of a pair that are scored, by start.

    They are the body zones of the reference if a task is given and the reference has zones, else the whole reference
    signal; ``--gold_only`` and ``--ref_gold_only`` leave of them what the document's segments declare as gold.
    """
    regions = _zones(pair.reference, options) or [(0, len(pair.reference.signal))]
    if options.gold_only:
        regions = _common(regions, _gold(pair.hypothesis))
    if options.ref_gold_only:
        regions = _common(regions, _gold(pair.reference))
    return regions


def _zones(reference: Document, options: Options) -> list[Region]:
    labels = options.task.zone_labels if options.task is not None else []
    zones = [zone for label in labels for zone in reference.annotations_of(label)]
    bodies = [(zone.start or 0, zone.end or 0) for zone in zones if zone.values.get("region_type") == "body"]
    if zones and not bodies:
        raise InputError("none of the zones has the region_type body; mark the zones to score", reference.path)
    return sorted(bodies, key=_start)


def _gold(document: Document) -> list[Region]:
    """Return the gold segments of a document by start, adjacent ones merged."""
    segments = [
        (segment.start or 0, segment.end or 0)
        for segment in document.annotations_of(SEGMENT)
        if segment.values.get("status") in GOLD
    ]
    merged: list[Region] = []
    for start, end in sorted(segments):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _common(regions: list[Region], others: list[Region]) -> list[Region]:
    overlaps = [(max(a, c), min(b, d)) for a, b in regions for c, d in others]
    return [(start, end) for start, end in overlaps if start < end]


def inside(spans: Sequence[Span], regions: Sequence[Region]) -> list[int]:
    """Return the indices of the spans, given by start, that are scored.

    One walk serves all regions: a span that starts before the region is dropped, one that ends in it is scored, and the
    first one that sticks out of it ends the walk in this region, so that it hides what starts after it.
    """
    scored = []
    index = 0
    for begin, end in regions:
        while index < len(spans):
            span = spans[index]
            if span[0] >= begin:
                if span[1] > end:
                    break
                scored.append(index)
            index += 1
    return scored


def _start(region: Region) -> int:
    return region[0]
