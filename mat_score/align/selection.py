"""Which annotations of a pair of documents are scored, and under which labels.

MAT 1.3 scores all content annotations and tokens, whatever the zones (documentation, 'All score tables'). It ignores
spanless annotations. A task or the command line names the content and token labels ('Core options'), or else the
metadata of the documents: ``{"types": {"content": [labels], "token": [labels]}}``.

MAT 2.0 scores what lies inside the scored regions. With a task these are zones; with --gold_only and --ref_gold_only
they are gold segments. A spanless annotation has a hull, which covers the annotations that its attributes hold.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.record import record
from legacy_scorers.mat_score.align.matches import ScoredAnnotation
from legacy_scorers.mat_score.annotations import CONTENT, TOKEN, Annotation
from legacy_scorers.mat_score.options import POINTLESS, HelpNeeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from legacy_scorers.mat_score.align.matches import Selected, Sides
    from legacy_scorers.mat_score.annotations import Document, DocumentPair, Span
    from legacy_scorers.mat_score.options import Options
    from legacy_scorers.mat_score.tasks.profiles import Strata

    Bounds = tuple[int, int]  # start and end offset, end exclusive

SEGMENT, ZONE = "SEGMENT", "zone"  # labels
BODY = "body"
GOLD = ("human gold", "reconciled")


class ContentTypes:
    """The content and token labels of each pair, and the documents whose metadata has no content labels."""

    def __init__(self, options: Options) -> None:
        self._content = options.content_labels
        self._tokens = options.token_labels
        self._silent: list[tuple[str, bool]] = []  # path, and whether the other document of the pair has labels
        self._found = False

    def of(self, pair: DocumentPair) -> tuple[list[str], list[str]]:
        """Return the content labels and the token labels of a pair; a label in both lists is content."""
        content = self._content if self._content is not None else self._named_content(pair)
        tokens = self._tokens
        if tokens is None:
            tokens = _named(pair.reference, TOKEN) + _named(pair.hypothesis, TOKEN)
        contained = frozenset(content)
        return content, [label for label in dict.fromkeys(tokens) if label not in contained]

    def _named_content(self, pair: DocumentPair) -> list[str]:
        documents = (pair.hypothesis, pair.reference)
        named = [_named(document, CONTENT) for document in documents]
        for document, labels in zip(documents, named):
            if not labels:
                self._silent.append((document.path, any(named)))
        self._found |= any(named)
        return list(dict.fromkeys(named[1] + named[0]))

    def notices(self) -> list[str]:
        """Return a line for each document without content labels. Raises :class:`HelpNeeded` if all are without."""
        if self._silent and not self._found:
            raise HelpNeeded(complaint=POINTLESS)
        return [
            f"{path}: the metadata has no content labels; "
            + ("those of the other document of the pair are scored" if other else "none of its annotations are scored")
            for path, other in self._silent
        ]


def _named(document: Document, category: str) -> list[str]:
    types = document.metadata.get("types")
    labels = types.get(category) if isinstance(types, dict) else None
    return [label for label in labels if isinstance(label, str)] if isinstance(labels, list) else []


def select13(pair: DocumentPair, options: Options, types: ContentTypes) -> Selected:
    """Return what MAT 1.3 scores in a pair; the reference's tokens are never used."""
    content, tokens = types.of(pair)
    contained = frozenset(content)
    sides = []
    for document in (pair.reference, pair.hypothesis):
        labels = [label for label in document.types if label in contained]
        found = [_item(options, annotation) for label in labels for annotation in document.annotations_of(label)]
        spanned = [item for item in found if item is not None and item.spanned]
        sides.append(_numbered(sorted(spanned, key=attrgetter("start"))))
    return sides[0], sides[1], _spans(pair.hypothesis, [label for label in tokens if not options.ignores(label)])


class Selector20:
    """Chooses what MAT 2.0 scores; ``left_out`` are the labels of content annotations outside the scored regions."""

    def __init__(self, options: Options, strata: Strata) -> None:
        self._options = options
        self._strata = strata
        self._content = dict.fromkeys(options.content_labels or ())
        self._tokens = [label for label in options.token_labels or () if label not in self._content]
        self._spanned: dict[str, bool] = {}  # by true label
        self.left_out: dict[str, None] = {}

    def select(self, pair: DocumentPair) -> tuple[Selected, list[Sides]]:
        """Return what is scored in a pair, and its annotations by group; the reference's tokens are never used.

        Only annotations of one group are paired: for each stratum the spanned ones, then the spanless ones. Raises
        :class:`InputError`.
        """
        regions, everywhere = scored_regions(pair, self._options)
        documents = (pair.reference, pair.hypothesis)
        for document in documents if self._options.task is None else ():
            self._check_spans(document)
        groups = [self._groups(document, regions, everywhere) for document in documents]
        references, hypotheses = [_numbered([item for group in side for item in group]) for side in groups]
        tokens = _spans(pair.hypothesis, self._tokens)
        return (references, hypotheses, [tokens[index] for index in inside(tokens, regions)]), list(zip(*groups))

    def _groups(
        self, document: Document, regions: Sequence[Bounds], everywhere: Bounds
    ) -> list[list[ScoredAnnotation]]:
        hull_of = hulls(document)
        groups = []
        for labels in self._labels(document):
            placed = []
            for label in labels:
                for annotation in document.annotations_of(label):
                    span = annotation.span or hull_of.get(id(annotation))
                    placed.append((span or everywhere, span, annotation))
            placed.sort(key=lambda entry: entry[0][0])
            scored = inside([bounds for bounds, _, _ in placed], regions)
            items = []
            for index in scored:
                _, span, annotation = placed[index]
                items.append(_item(self._options, annotation, span))
            groups.append([item for item in items if item is not None])
            if len(scored) < len(placed) and self._options.task is None:
                self._leave_out([annotation for _, _, annotation in placed], frozenset(scored))
        return groups

    def _leave_out(self, annotations: Sequence[Annotation], scored: Container[int]) -> None:
        """Note the labels of those annotations whose indices are not ``scored``."""
        for index, annotation in enumerate(annotations):
            if index not in scored:
                label = self._options.reported_label(annotation)
                if label is not None:
                    self.left_out[label] = None

    def _labels(self, document: Document) -> list[list[str]]:
        """Return the content labels of a document by group.

        Their order decides which of the annotations with the same start hide others (:func:`inside`).
        """
        order = self._content if self._options.task is not None else document.types
        content = frozenset(self._content)
        labels = [label for label in order if label in content and label in document.types]
        return [
            [label for label in stratum if document.types[label].has_span == has_span]
            for stratum in self._strata.arranged(labels)
            for has_span in (True, False)
        ]

    def _check_spans(self, document: Document) -> None:
        for label, kind in document.types.items():
            if self._spanned.setdefault(label, kind.has_span) != kind.has_span:
                raise InputError(
                    f"label '{label}' is both spanned and spanless in the label cache; score documents with "
                    "and without spans of it separately",
                    document.path,
                )


def _item(options: Options, annotation: Annotation, hull: Bounds | None = None) -> ScoredAnnotation | None:
    label = options.reported_label(annotation)
    span = annotation.span or hull
    return None if label is None else ScoredAnnotation(annotation, label, *(span or (0, 0)), span is not None)


def _numbered(items: list[ScoredAnnotation]) -> list[ScoredAnnotation]:
    for index, item in enumerate(items):
        item.index = index
    return items


def _spans(document: Document, labels: Iterable[str]) -> list[Span]:
    return sorted([span for label in labels for span in document.spans_of(label)], key=itemgetter(0))


def hulls(document: Document) -> dict[int, Bounds]:
    """Return the hulls of the spanless annotations of a document, by the ``id`` of these objects.

    An annotation that leads to no span has no hull. Members come before their holders; there is no recursion, because
    chains of annotations may be long.
    """
    found: dict[int, Bounds | None] = {}
    for label in [label for label, kind in document.types.items() if not kind.has_span]:
        for annotation in document.annotations_of(label):
            pending = [(annotation, _members(annotation))]
            while pending:
                holder, members = pending[-1]
                found.setdefault(id(holder), None)
                inner = next((member for member in members if member.start is None and id(member) not in found), None)
                if inner is not None:
                    pending.append((inner, _members(inner)))
                else:
                    pending.pop()
                    found[id(holder)] = _hull([member.span or found[id(member)] for member in _members(holder)])
    return {holder: hull for holder, hull in found.items() if hull is not None}


def _members(annotation: Annotation) -> Iterator[Annotation]:
    for name in annotation.type.attributes:
        value = annotation.values.get(name)
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Annotation):
                yield member


def _hull(extents: Iterable[Bounds | None]) -> Bounds | None:
    """Return the hull of members in their order.

    A member without an extent resets the start of the hull, because MAT 2.0 compares starts as Python 2 does, where
    None is smaller than any number.
    """
    start = end = None
    for extent in extents:
        if extent is None:
            start = None
            continue
        start = extent[0] if start is None else min(start, extent[0])
        end = extent[1] if end is None else max(end, extent[1])
    return None if start is None or end is None else (start, end)


@record
class Region:
    """A stretch of text: offsets, end exclusive. ``kind`` is the region type of a zone or the status of a segment."""

    start: int
    end: int
    kind: object = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Region) and (self.start, self.end, self.kind) == (other.start, other.end, other.kind)


def scored_regions(pair: DocumentPair, options: Options) -> tuple[list[Bounds], Bounds]:
    """Return the scored regions of a pair by start, and the bounds of annotations without a hull.

    The bounds are the start of the reference's first zone and the end of its last. The reference's zones are cut by its
    gold segments, then by the zones or gold segments of the hypothesis. If nothing is left, the rest of the reference's
    zones is scored (:func:`sweep`).

    Raises :class:`InputError` if no zone is scored, or if a region from the first cut would be cut again at its front.
    """
    base = _bodies(pair.reference, options)
    if not base:
        raise InputError("no zone has the region_type body; mark the zones to score", pair.reference.path)
    everywhere = (base[0].start, base[-1].end)
    current = base
    for document, gold_only in ((pair.reference, options.ref_gold_only), (pair.hypothesis, options.gold_only)):
        regions = _bodies(document, options)
        if gold_only and document.annotations_of(SEGMENT):  # segments of any status replace zones
            regions = _gold(document, _zones(document, options))
        if current != regions:
            current = sweep(current, regions, trimmable=current is base)
    return [(region.start, region.end) for region in current or base], everywhere


def _zones(document: Document, options: Options) -> list[Region]:
    return _regions(document, ZONE, "region_type") if options.task is not None else []


def _bodies(document: Document, options: Options) -> list[Region]:
    """Return the body zones by start, or the whole text if there are no zones at all."""
    zones = _zones(document, options)
    return [zone for zone in zones if zone.kind == BODY] if zones else [Region(0, len(document.signal))]


def _gold(document: Document, zones: Iterable[Region]) -> list[Region]:
    """Return the regions of the gold segments; adjacent segments share a region.

    A segment gets a region of its own if the current zone goes on after it. A region has the type of the first zone
    that ends after the region's start.
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
    """Return the annotations with this label by start; the kind of each is its value of ``attribute``."""
    annotations = document.annotations_of(label)
    found = [Region(*each.span, each.values.get(attribute)) for each in annotations if each.span is not None]
    return sorted(found, key=attrgetter("start"))


def inside(spans: Sequence[Span], regions: Sequence[Bounds]) -> Sequence[int]:
    """Return the indices of the spans that are scored; spans and regions are sorted by start.

    One walk serves all regions. A span that starts before the region is dropped, and one that ends in it is scored. The
    first span that ends after the region ends the walk there, and so hides the spans after it.
    """
    if len(regions) == 1 and spans and regions[0][0] <= spans[0][0] and max(map(itemgetter(1), spans)) <= regions[0][1]:
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
    """Return what two lists of regions, each sorted by start, have in common.

    The walk consumes ``current``: what it did not reach stays in the list, trimmed at the front. Raises
    :class:`InputError` if a region would be trimmed and these are not ``trimmable``.
    """
    found = []
    first = 0
    for there in others:
        start = there.start
        while first < len(current):
            here = current[first]
            if here.end <= start:
                first += 1
            elif there.end <= here.start:
                break
            elif start < here.start:
                start = here.start
            elif here.start < start:
                _trim(here, start, trimmable)
            else:
                end = min(here.end, there.end)
                found.append(Region(start, end, here.kind))
                if here.end > end:
                    _trim(here, end, trimmable)
                else:
                    first += 1
                if there.end == end:
                    break
                start = end
    del current[:first]
    return found


def _trim(region: Region, start: int, trimmable: bool) -> None:
    if not trimmable:
        raise InputError(
            f"a region of the hypothesis begins or ends at {start}, in the region {region.start}-{region.end}, "
            "which gold segments of the reference divide; MAT 2.0 cannot score this pair: "
            "use the same zones and gold segments on both sides"
        )
    region.start = start
