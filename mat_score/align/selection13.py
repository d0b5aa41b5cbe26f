"""MAT 1.3: which annotations of a pair are scored, and under which labels.

MATScore documentation, 'All score tables': every content annotation and every token of the documents counts. Zones and
the length of the other text do not matter, and there are no annotations without span.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

from mat_score.align.contenttypes import ContentTypes
from mat_score.align.items import Item, SelectedPair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mat_score.annotations import Annotation, Document, DocumentPair
    from mat_score.options import Options


class Selector13:
    """Chooses what is scored, by the options of the run. ``types`` knows what is content."""

    __slots__ = ("_label_of", "_options", "types")

    def __init__(self, options: Options) -> None:
        self._options = options
        self._label_of: Callable[[Annotation], str] = (
            attrgetter("type.label") if options.task is None else options.task.effective_label
        )
        self.types = ContentTypes(options)

    def select(self, pair: DocumentPair) -> SelectedPair:
        """Return what is scored of a pair."""
        content, tokens = self.types.of(pair)
        labels = frozenset(content)
        spans = [span for label in tokens for span in pair.hypothesis.spans_of(label)]
        return SelectedPair(
            pair.name,
            pair.reference.signal,
            self._items(pair.reference, labels),
            self._items(pair.hypothesis, labels),
            sorted(spans, key=itemgetter(0)),
        )

    def _items(self, document: Document, content: frozenset[str]) -> list[Item]:
        labels = [label for label in document.types if label in content]
        found = [self._item(annotation) for label in labels for annotation in document.annotations_of(label)]
        return sorted([item for item in found if item is not None], key=attrgetter("start"))

    def _item(self, annotation: Annotation) -> Item | None:
        """Return an annotation under its effective label or class, None if it has no span or is ignored."""
        start, end = annotation.start, annotation.end
        label = self._label_of(annotation)
        label = self._options.equivalences.get(label, label)
        if start is None or end is None or label in self._options.ignore:
            return None
        return Item(annotation, label, start, end, True)
