"""MAT 2.0: which annotations of a pair are scored, and under which labels."""

from __future__ import annotations

from operator import itemgetter

from common.errors import InputError
from mat_score.align.items import Item
from mat_score.align.regions import inside, scored_regions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.align.hulls import Hull
    from mat_score.align.items import Selected
    from mat_score.align.regions import Bounds
    from mat_score.align.strata import Strata
    from mat_score.annotations import Annotation, Document, DocumentPair, Span
    from mat_score.options import Options


class Selector20:
    """Chooses what is scored, by the options of the run and the strata of its similarity profile.

    ``left_out`` are the labels of content annotations that are outside of the scored regions of a document.
    """

    __slots__ = ("_content", "_options", "_spanned", "_strata", "_tokens", "left_out")

    def __init__(self, options: Options, strata: Strata) -> None:
        self._options = options
        self._strata = strata
        self._content = dict.fromkeys(options.content_labels or ())
        self._tokens = [label for label in options.token_labels or () if label not in self._content]
        self._spanned: dict[str, bool] = {}  # true labels met so far
        self.left_out: dict[str, None] = {}

    def select(self, pair: DocumentPair) -> Selected:
        """Return what is scored of a pair; the reference's tokens are never used."""
        regions, everywhere = scored_regions(pair, self._options)
        if self._options.task is None:
            self._check_spans(pair.reference)
            self._check_spans(pair.hypothesis)
        return (
            self._items(pair.reference, regions, everywhere),
            self._items(pair.hypothesis, regions, everywhere),
            _token_spans(pair.hypothesis, self._tokens, regions),
        )

    def _items(self, document: Document, regions: Sequence[Bounds], everywhere: Bounds) -> list[Item]:
        spanless = _hulls(document)
        items = []
        for labels in self._groups(document):
            found = []
            for label in labels:
                for annotation in document.annotations_of(label):
                    start, end = annotation.start, annotation.end
                    span = spanless.get(id(annotation)) if start is None or end is None else (start, end)
                    found.append((span or everywhere, span, annotation))
            found.sort(key=lambda entry: entry[0][0])
            kept = dict.fromkeys(inside([entry[0] for entry in found], regions))
            for index in kept:
                _, span, annotation = found[index]
                items.append(self._item(annotation, span))
            if len(kept) < len(found) and self._options.task is None:
                dropped = [annotation for index, (*_, annotation) in enumerate(found) if index not in kept]
                reported = map(self._options.reported_label, dropped)
                self.left_out.update(dict.fromkeys([label for label in reported if label is not None]))
        return [item for item in items if item is not None]

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
        """See that no label, content or not, has spans in one document and none in another."""
        for label, kind in document.types.items():
            if self._spanned.setdefault(label, kind.has_span) != kind.has_span:
                raise InputError(
                    f"label '{label}' is both spanned and spanless in the label cache; score documents apart in which "
                    "it has spans and in which it has none",
                    document.path,
                )

    def _item(self, annotation: Annotation, span: tuple[int, int] | None) -> Item | None:
        label = self._options.reported_label(annotation)
        if label is None:
            return None
        start, end = span or (0, 0)
        return Item(annotation, label, start, end, span is not None)


def _hulls(document: Document) -> dict[int, Hull]:
    """Return the hulls of the document's annotations without span, if there are any."""
    if all(kind.has_span for kind in document.types.values()):
        return {}
    from mat_score.align.hulls import hulls

    return hulls(document)


def _token_spans(document: Document, labels: Sequence[str], regions: Sequence[Bounds]) -> list[Span]:
    spans = [span for label in labels for span in document.spans_of(label)]
    spans.sort(key=itemgetter(0))
    return [spans[i] for i in inside(spans, regions)]
