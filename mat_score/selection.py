"""Which annotations of a pair are scored, and under which labels."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from common.errors import InputError
from mat_score.contenttypes import content_and_tokens
from mat_score.hulls import hulls
from mat_score.items import Item
from mat_score.options import V1
from mat_score.regions import inside, scored_regions
from mat_score.subsets import Subsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    __slots__ = ("_label_of", "_options", "_spanned", "_subsets")

    def __init__(self, options: Options, subsets: Subsets) -> None:
        self._options = options
        self._label_of = _labelling(options)
        self._subsets = subsets
        self._spanned: dict[str, bool] = {}  # true labels met so far

    def select(self, pair: DocumentPair) -> SelectedPair:
        """Return what is scored of a pair."""
        regions = scored_regions(pair, self._options)
        content, tokens = content_and_tokens(pair, self._options)
        return SelectedPair(
            pair.name,
            pair.reference.signal,
            self._items(pair.reference, content, regions),
            self._items(pair.hypothesis, content, regions),
            _token_spans(pair.hypothesis, [label for label in tokens if label not in content], regions),
        )

    def _items(self, document: Document, content: list[str], regions: list[Region]) -> list[Item]:
        if not regions:
            return []
        everywhere = (regions[0][0], regions[-1][1])
        spanless = hulls(document)
        found = []
        for label in self._labels(document, content):
            annotations = document.annotations_of(label)
            if annotations:
                self._check_span(document, label)
            for annotation in annotations:
                start, end = annotation.start, annotation.end
                span = spanless.get(id(annotation)) if start is None or end is None else (start, end)
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

    def _labels(self, document: Document, content: list[str]) -> list[str]:
        """Return the content labels in the order in which their annotations are listed before sorting by start.

        MAT 1.3 knows no annotations without span.
        """
        order = content if self._options.task is not None else document.types
        labels = [label for label in order if label in content and label in document.types]
        if self._options.version == V1:
            labels = [label for label in labels if document.types[label].has_span]
        return labels

    def _item(self, annotation: Annotation, span: tuple[int, int] | None) -> Item | None:
        label = self._label_of(annotation)
        label = self._options.equivalences.get(label, label)
        if label in self._options.ignore:
            return None
        start, end = span or (0, 0)
        return Item(annotation, label, start, end, span is not None, self._subsets.rows(annotation, label))


def _labelling(options: Options) -> Callable[[Annotation], str]:
    """Return what says the label of an annotation before equivalence classes.

    In MAT 1.3 attributes matter only for the effective label.
    """
    if options.task is None:
        return attrgetter("type.label")
    return options.task.effective_label if options.version == V1 else options.task.reported_label


def _token_spans(document: Document, labels: Sequence[str], regions: Sequence[Region]) -> list[Span]:
    spans = [span for label in labels for span in document.spans_of(label)]
    spans.sort(key=itemgetter(0))
    return [spans[i] for i in inside(spans, regions)]


def _start(entry: tuple[tuple[int, int], object, object]) -> int:
    return entry[0][0]
