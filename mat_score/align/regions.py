"""Where in a document annotations are scored: zones and gold segments of both sides.

MAT 2.0; its task's zones, and the options --gold_only and --ref_gold_only.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mat_score.annotations import Document, DocumentPair, Span
    from mat_score.options import Options

    Bounds = tuple[int, int]  # start and end offset, end exclusive

SEGMENT = "SEGMENT"
ZONE = "zone"
BODY = "body"
GOLD = ("human gold", "reconciled")
_END = itemgetter(1)


class Region:
    """A stretch of text, offsets with the end exclusive; ``kind`` is the region type of its zone, None if untyped."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str | None = None) -> None:
        self.start = start
        self.end = end
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and (self.start, self.end, self.kind) == (other.start, other.end, other.kind)

    __hash__ = None  # type: ignore[assignment]


def scored_regions(pair: DocumentPair, options: Options) -> tuple[list[Bounds], Bounds]:
    """Return where annotations of a pair are scored, by start, and where those count that have no place in the text.

    The former is what zones and gold segments of both sides have in common; the latter goes from the start of the first
    to the end of the last of the reference's zones, for annotations without a span that lead to no span.

    The zones of the reference are cut by the reference's gold segments, then by the zones or gold segments of the
    hypothesis. Where a cut leaves nothing, those of the reference's zones are scored that it did not get to. Raises
    :class:`InputError` if no zone is scored, or if a region that the first cut made would be cut again at its front.
    """
    base = _bodies(pair.reference, options)
    if not base:
        raise InputError("none of the zones has the region_type body; mark the zones to score", pair.reference.path)
    everywhere = (base[0].start, base[-1].end)
    current = base
    for document, gold_only in ((pair.reference, options.ref_gold_only), (pair.hypothesis, options.gold_only)):
        regions = _side(document, options, gold_only)
        if current != regions:
            current = sweep(current, regions, trimmable=current is base)
    return [(region.start, region.end) for region in current or base], everywhere


def _side(document: Document, options: Options, gold_only: bool) -> list[Region]:
    """Return where one document lets annotations be scored; segments of any status take the place of its zones."""
    if gold_only and document.annotations_of(SEGMENT):
        return _gold(document, _zones(document, options))
    return _bodies(document, options)


def _zones(document: Document, options: Options) -> list[Region]:
    return _regions(document, ZONE, "region_type") if options.task is not None else []


def _bodies(document: Document, options: Options) -> list[Region]:
    """Return the body zones by start, the whole text if there are no zones at all."""
    zones = _zones(document, options)
    return [zone for zone in zones if zone.kind == BODY] if zones else [Region(0, len(document.signal))]


def _gold(document: Document, zones: Iterable[Region]) -> list[Region]:
    """Return the regions that the gold segments make up.

    A segment that begins where the last one ended extends its region, unless that reaches into a zone that goes on
    after it. A region has the type of the first zone that ends after its start when it begins.
    """
    found: list[Region] = []
    remaining = iter(zones)
    zone = next(remaining, None)
    for segment in _regions(document, SEGMENT, "status"):
        if segment.kind not in GOLD:
            continue
        if found and found[-1].end == segment.start and (zone is None or zone.end <= segment.end):
            found[-1].end = segment.end
            continue
        while zone is not None and zone.end <= segment.start:
            zone = next(remaining, None)
        found.append(Region(segment.start, segment.end, zone.kind if zone is not None else None))
    return found


def _regions(document: Document, label: str, attribute: str) -> list[Region]:
    """Return the spans of the annotations with this label by start, each with the value of one attribute."""
    found = [
        Region(annotation.start, annotation.end, _text(annotation.values.get(attribute)))
        for annotation in document.annotations_of(label)
        if annotation.start is not None and annotation.end is not None
    ]
    return sorted(found, key=attrgetter("start"))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def inside(spans: Sequence[Span], regions: Sequence[Bounds]) -> Sequence[int]:
    """Return the indices of the spans, given by start, that are scored.

    One walk serves all regions: a span that starts before the region is dropped, one that ends in it is scored, and the
    first one that sticks out of it ends the walk in this region, so that it hides what starts after it.
    """
    if len(regions) == 1 and spans and regions[0][0] <= spans[0][0] and max(map(_END, spans)) <= regions[0][1]:
        return range(len(spans))  # saves a tenth where there are tokens
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


def sweep(current: list[Region], others: Sequence[Region], trimmable: bool = True) -> list[Region]:
    """Return what two lists have in common, each given by start.

    ``current`` is consumed: parts that nothing can meet any more are left in it, trimmed at the front. Raises
    :class:`InputError` where that would trim a region that must stay as it is (not ``trimmable``).
    """
    others = [Region(region.start, region.end, region.kind) for region in others]
    found = []
    first = second = 0
    while first < len(current) and second < len(others):
        here, there = current[first], others[second]
        if here.end <= there.start:
            first += 1
        elif there.end <= here.start:
            second += 1
        elif there.start < here.start:
            there.start = here.start
        elif here.start < there.start:
            _trim(here, there.start, trimmable)
        else:
            end = min(here.end, there.end)
            found.append(Region(here.start, end, here.kind))
            if here.end > end:
                _trim(here, end, trimmable)
            else:
                first += 1
            if there.end > end:
                there.start = end
            else:
                second += 1
    del current[:first]
    return found


def _trim(region: Region, start: int, trimmable: bool) -> None:
    if not trimmable:
        raise InputError(
            f"a region of the hypothesis begins or ends at {start}, inside a region {region.start}-{region.end} "
            "that the reference's gold segments have already cut; MAT 2.0 scores no such pair: "
            "let zones and gold segments of both sides begin and end alike"
        )
    region.start = start
