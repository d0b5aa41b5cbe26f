"""MAT 1.3: which annotations of a pair are scored, and under which labels.

MATScore documentation, 'All score tables': every content annotation and every token of the documents counts. Zones and
the length of the other text do not matter, and there are no annotations without span. 'Core options': what neither a
task nor a list on the command line says, the metadata of the documents say:
``{"types": {"content": [labels], "token": [labels]}}``.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter

from mat_score.align.items import Item
from mat_score.options import ContentUnknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.align.items import Selected
    from mat_score.annotations import Annotation, Document, DocumentPair
    from mat_score.options import Options


CONTENT = "content"
TOKEN = "token"


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

        Raises :class:`ContentUnknown` if there were documents and none of them says it.
        """
        if self._silent and not self._found:
            raise ContentUnknown
        return [
            f"{path}: the metadata name no content labels; "
            + ("those of the other document of the pair are scored" if other else "none of its annotations are scored")
            for path, other in self._silent
        ]


class Selector13:
    """Chooses what is scored, by the options of the run. ``types`` knows what is content."""

    __slots__ = ("_options", "types")

    def __init__(self, options: Options) -> None:
        self._options = options
        self.types = ContentTypes(options)

    def select(self, pair: DocumentPair) -> Selected:
        """Return what is scored of a pair; the reference's tokens are never used."""
        content, tokens = self.types.of(pair)
        labels = frozenset(content)
        tokens = [label for label in tokens if not self._options.ignores(label)]
        spans = [span for label in tokens for span in pair.hypothesis.spans_of(label)]
        return (
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
        label = self._options.reported_label(annotation)
        if start is None or end is None or label is None:
            return None
        return Item(annotation, label, start, end, True)


def _named(document: Document, category: str) -> list[str]:
    types = document.metadata.get("types")
    labels = types.get(category) if isinstance(types, dict) else None
    return [label for label in labels if isinstance(label, str)] if isinstance(labels, list) else []
