"""MAT 1.3: which labels of a pair of documents are content and which are tokens.

MATScore documentation, 'Core options': without a task and without a list on the command line, the metadata of the
documents decide: ``{"types": {"content": [labels], "token": [labels]}}``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.documents import Document, DocumentPair
    from mat_score.options import Options


class ContentUnknown(Exception):  # noqa: N818
    """Neither a task, nor a list, nor the documents say which labels are content."""


def content_and_tokens(pair: DocumentPair, options: Options) -> tuple[list[str], list[str]]:
    """Return the content labels and the token labels of a pair, each label once.

    A label that is content in either document is content in both. Raises :class:`ContentUnknown` if nothing
    says what is content.
    """
    if options.content_labels is not None:
        return options.content_labels, options.token_labels
    documents = (pair.reference, pair.hypothesis)
    content = _named(documents, "content")
    if not content:
        raise ContentUnknown
    return content, options.token_labels or _named(documents, "token")


def _named(documents: tuple[Document, ...], category: str) -> list[str]:
    found: dict[str, None] = {}
    for document in documents:
        types = document.metadata.get("types")
        labels = types.get(category) if isinstance(types, dict) else None
        if isinstance(labels, list):
            found.update(dict.fromkeys([label for label in labels if isinstance(label, str)]))
    return list(found)
