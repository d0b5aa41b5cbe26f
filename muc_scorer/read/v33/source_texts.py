"""The texts file: the documents that a run is about, of which only numbers and order matter (scoring manual, texts)."""

from __future__ import annotations

import os

from muc_scorer.read.texts import texts_content
from muc_scorer.read.v33.sources import Source, numbered_documents

TYPE_CHECKING = False
if TYPE_CHECKING:
    from muc_scorer.read.objects import Catalogue


def read_texts(path: bytes | None, catalogue: Catalogue) -> None:
    """Enter the documents of the texts file into the catalogue, as key and response mark them.

    A file that is missing is skipped with a message. Raises :class:`InputError` for documents that are not closed or
    have no number.
    """
    content = texts_content(path)
    if path is not None and content is not None:
        for docnum, _, _ in numbered_documents(Source(os.fsdecode(path), content)):
            catalogue.entry(docnum)
