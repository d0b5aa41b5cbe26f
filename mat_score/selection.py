"""Which annotations of a pair are scored, and under which labels."""

from __future__ import annotations

from operator import itemgetter

from common.errors import InputError
from mat_score.items import Item, hull
from mat_score.regions import inside, scored_regions
from mat_score.subsets import Subsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.documents import Annotation, Document, DocumentPair, Span
    from mat_score.options import Options
    from mat_score.regions import Region


class SelectedPair:
    """What is scored of a pair.

    ``references`` and ``hypotheses`` are the content annotations by start, ``tokens`` the spans of the hypothesis'
    tokens by start; the reference's tokens are never used. ``signal`` is that of the reference, also for the content of
    hypotheses.
    """

    __slots__ = ("hypotheses", "name", "references", "signal", "tokens")

    def __init__(
        self, name: str, signal: str, references: list[Item], hypotheses: list[Item], tokens: list[Span]
    ) -> None:
        self.name = name
        self.signal = signal
        self.references = references
        self.hypotheses = hypotheses
        self.tokens = tokens


class Selector:
    """Chooses what is scored, by the options of the run."""

    __slots__ = ("_content", "_options", "_spanned", "_subsets", "_tokens")

    def __init__(self, options: Options, subsets: Subsets) -> None:
        self._options = options
        self._subsets = subsets
        self._content = dict.fromkeys(options.content_labels or ())
        self._tokens = [label for label in options.token_labels if label not in self._content]
        self._spanned: dict[str, bool] = {}  # true labels met so far

    def select(self, pair: DocumentPair) -> SelectedPair:
        """Return what is scored of a pair."""
        regions = scored_regions(pair, self._options)
        return SelectedPair(
            pair.name,
            pair.reference.signal,
            self._items(pair.reference, regions),
            self._items(pair.hypothesis, regions),
            self._token_spans(pair.hypothesis, regions),
        )

    def _items(self, document: Document, regions: list[Region]) -> list[Item]:
        if not regions:
            return []
        everywhere = (regions[0][0], regions[-1][1])
        found = []
        for label in self._labels(document):
            annotations = document.annotations_of(label)
            if annotations:
                self._check_span(document, label)
            for annotation in annotations:
                span = hull(annotation)
                found.append((span or everywhere, span, annotation))
        found.sort(key=_start)
        items = [self._item(found[i][2], found[i][1]) for i in inside([entry[0] for entry in found], regions)]
        return [item for item in items if item is not None]

    def _check_span(self, document: Document, label: str) -> None:
        spanned = document.types[label].has_span
        if self._spanned.setdefault(label, spanned) != spanned:
            raise InputError(
                f"annotations {label} have {'spans' if spanned else 'no spans'} here and "
                f"{'none' if spanned else 'have some'} in another document; score these documents apart",
                document.path,
            )

    def _labels(self, document: Document) -> list[str]:
        """Return the content labels in the order in which their annotations are listed before sorting by start."""
        if self._options.task is not None:
            return list(self._content)
        return [label for label in document.types if label in self._content]

    def _item(self, annotation: Annotation, span: tuple[int, int] | None) -> Item | None:
        options = self._options
        label = annotation.type.label if options.task is None else options.task.reported_label(annotation)
        label = options.equivalences.get(label, label)
        if label in options.ignore:
            return None
        start, end = span or (0, 0)
        return Item(annotation, label, start, end, span is not None, self._subsets.rows(annotation, label))

    def _token_spans(self, document: Document, regions: list[Region]) -> list[Span]:
        spans = [span for label in self._tokens for span in document.spans_of(label)]
        spans.sort(key=itemgetter(0))
        return [spans[i] for i in inside(spans, regions)]


def _start(entry: tuple[tuple[int, int], object, object]) -> int:
    return entry[0][0]
