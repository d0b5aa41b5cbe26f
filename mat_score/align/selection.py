"""Which annotations of a pair of documents are scored, and under which labels.

MAT 1.3 (its documentation, 'All score tables'): every content annotation and every token of the documents counts. Zones
and the length of the other text do not matter, and there are no annotations without span. What neither a task nor a
list on the command line says ('Core options'), the metadata of the documents say:
``{"types": {"content": [labels], "token": [labels]}}``.

MAT 2.0: those inside of the scored regions. An annotation without span has a hull: from a start to the last end
of the spans and hulls of the members that its attributes hold.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

from common.errors import InputError
from mat_score.align.matches import ScoredAnnotation
from mat_score.align.regions import inside, scored_regions
from mat_score.annotations import CONTENT, TOKEN, Annotation
from mat_score.options import POINTLESS, HelpNeeded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mat_score.align.matches import Selected
    from mat_score.align.regions import Bounds
    from mat_score.annotations import Document, DocumentPair, Span
    from mat_score.options import Options
    from mat_score.tasks.profiles import Strata


class ContentTypes:
    """Says what is content and what are tokens, pair by pair, and remembers which documents do not say it."""

    __slots__ = ("_content", "_found", "_silent", "_tokens")

    def __init__(self, options: Options) -> None:
        self._content = options.content_labels
        self._tokens = options.token_labels
        self._silent: list[tuple[str, bool]] = []  # documents, and whether the other of the pair says it
        self._found = False

    def of(self, pair: DocumentPair) -> tuple[list[str], list[str]]:
        """Return the content labels and the token labels of a pair, each label once.

        A label that is content in either document is content in both; one that is content is not a token.
        """
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
        """Return a line for each document that does not say what is content, among others that do.

        Raises :class:`HelpNeeded` if there were documents and none of them says it.
        """
        if self._silent and not self._found:
            raise HelpNeeded(complaint=POINTLESS)
        return [
            f"{path}: the metadata name no content labels; "
            + ("those of the other document of the pair are scored" if other else "none of its annotations are scored")
            for path, other in self._silent
        ]


def _named(document: Document, category: str) -> list[str]:
    types = document.metadata.get("types")
    labels = types.get(category) if isinstance(types, dict) else None
    return [label for label in labels if isinstance(label, str)] if isinstance(labels, list) else []


class Selector13:
    """Chooses what MAT 1.3 scores, by the options of the run. ``types`` knows what is content."""

    __slots__ = ("_options", "types")

    def __init__(self, options: Options) -> None:
        self._options = options
        self.types = ContentTypes(options)

    def select(self, pair: DocumentPair) -> Selected:
        """Return what is scored of a pair; the reference's tokens are never used."""
        content, tokens = self.types.of(pair)
        tokens = [label for label in tokens if not self._options.ignores(label)]
        references, hypotheses = [self._items(found, frozenset(content)) for found in (pair.reference, pair.hypothesis)]
        return references, hypotheses, _spans(pair.hypothesis, tokens)

    def _items(self, document: Document, content: frozenset[str]) -> list[ScoredAnnotation]:
        labels = [label for label in document.types if label in content]
        found = [_item(self._options, annotation) for label in labels for annotation in document.annotations_of(label)]
        spanned = [item for item in found if item is not None and item.spanned]
        return _numbered(sorted(spanned, key=attrgetter("start")))


class Selector20:
    """Chooses what MAT 2.0 scores, by the options of the run and the strata of its similarity profile.

    ``left_out`` are the labels of content annotations that are outside of the scored regions of a document.
    """

    __slots__ = ("_content", "_options", "_spanned", "_strata", "_tokens", "left_out")

    def __init__(self, options: Options, strata: Strata) -> None:
        self._options = options
        self._strata = strata
        self._content = dict.fromkeys(options.content_labels or ())
        self._tokens = [label for label in options.token_labels or () if label not in self._content]
        self._spanned: dict[str, bool] = {}  # by true label
        self.left_out: dict[str, None] = {}

    def select(self, pair: DocumentPair) -> Selected:
        """Return what is scored of a pair; the reference's tokens are never used."""
        regions, everywhere = scored_regions(pair, self._options)
        documents = (pair.reference, pair.hypothesis)
        for document in documents if self._options.task is None else ():
            self._check_spans(document)
        references, hypotheses = [self._items(document, regions, everywhere) for document in documents]
        tokens = _spans(pair.hypothesis, self._tokens)
        return references, hypotheses, [tokens[index] for index in inside(tokens, regions)]

    def _items(self, document: Document, regions: Sequence[Bounds], everywhere: Bounds) -> list[ScoredAnnotation]:
        spanless = hulls(document)
        items = []
        for labels in self._groups(document):
            found = []
            for label in labels:
                for annotation in document.annotations_of(label):
                    span = _span(annotation) or spanless.get(id(annotation))
                    found.append((span or everywhere, span, annotation))
            found.sort(key=lambda entry: entry[0][0])
            kept = dict.fromkeys(inside([entry[0] for entry in found], regions))
            items += [_item(self._options, annotation, span) for _, span, annotation in map(found.__getitem__, kept)]
            if len(kept) < len(found) and self._options.task is None:
                dropped = [annotation for index, (*_, annotation) in enumerate(found) if index not in kept]
                reported = map(self._options.reported_label, dropped)
                self.left_out.update(dict.fromkeys([label for label in reported if label is not None]))
        return _numbered([item for item in items if item is not None])

    def _groups(self, document: Document) -> list[list[str]]:
        """Return the content labels of a document by group: of each stratum, those with spans, then those without.

        Only annotations of one group hide each other. Labels are in the order in which their annotations are listed
        before sorting by start.
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
                    f"label '{label}' is both spanned and spanless in the label cache; score documents apart in which "
                    "it has spans and in which it has none",
                    document.path,
                )


def _item(options: Options, annotation: Annotation, hull: Bounds | None = None) -> ScoredAnnotation | None:
    label = options.reported_label(annotation)
    span = _span(annotation) or hull
    return None if label is None else ScoredAnnotation(annotation, label, *(span or (0, 0)), span is not None)


def _numbered(items: list[ScoredAnnotation]) -> list[ScoredAnnotation]:
    for index, item in enumerate(items):
        item.index = index
    return items


def _span(annotation: Annotation) -> Bounds | None:
    start, end = annotation.start, annotation.end
    return None if start is None or end is None else (start, end)


def _spans(document: Document, labels: Iterable[str]) -> list[Span]:
    return sorted([span for label in labels for span in document.spans_of(label)], key=itemgetter(0))


def hulls(document: Document) -> dict[int, Bounds]:
    """Return the hulls of the spanless annotations of a document, by the ``id`` of these objects.

    An annotation that leads to no span has no hull. Annotations may point to each other in long chains, so the hulls of
    members are found before those of their holders without a call inside a call.
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
                    found[id(holder)] = _hull([_span(member) or found[id(member)] for member in _members(holder)])
    return {holder: hull for holder, hull in found.items() if hull is not None}


def _members(annotation: Annotation) -> Iterator[Annotation]:
    """Yield the annotations that the attributes of an annotation hold, in the order in which its type has these."""
    for name in annotation.type.attributes:
        value = annotation.values.get(name)
        for member in value if isinstance(value, tuple) else (value,):
            if isinstance(member, Annotation):
                yield member


def _hull(extents: Iterable[Bounds | None]) -> Bounds | None:
    """Return the hull of members in their order.

    MAT 2.0 compares starts as Python 2 does: that of a member without a hull, None, is smaller than any number, and the
    next member's takes its place. So a hull starts at the first start after the last member without one.
    """
    start = end = None
    for extent in extents:
        if extent is None:
            start = None
            continue
        start = extent[0] if start is None else min(start, extent[0])
        end = extent[1] if end is None else max(end, extent[1])
    return None if start is None or end is None else (start, end)
