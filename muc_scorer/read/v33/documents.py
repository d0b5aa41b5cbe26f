"""Files of documents with SGML tags, the texts file among them: where documents stand and which numbers they have."""

from __future__ import annotations

import os

from muc_scorer.read.messages import shown
from muc_scorer.read.parsing import Source
from muc_scorer.read.texts import document_number, texts_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

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


def numbered_documents(source: Source) -> list[tuple[bytes, int, int]]:
    """Return the documents of a file in order: their numbers, and where they begin and end, tags included.

    Raises :class:`InputError` for documents that are not closed, close nothing, have no number or that of
    another one.
    """
    import re

    spans = _document_spans(source, re.compile(rb"<(/?)(?i:doc)(?![\w-])"))
    found = [(_docnum(source, begin, end), begin, end) for begin, end in spans]
    first: dict[bytes, int] = {}
    for docnum, begin, _ in found:
        earlier = first.setdefault(docnum.lower(), begin)
        if earlier != begin:
            problem = f"document {shown(docnum)} comes a second time, after line {source.line(earlier)}"
            raise source.error(f"{problem}; give each a number of its own, '-' and '.' apart", begin)
    return found


def _document_spans(source: Source, tag: Pattern[bytes]) -> list[tuple[int, int]]:
    """Return where each document begins and ends in the file, tags included."""
    spans = []
    begin = -1
    for found in tag.finditer(source.data):
        if found[1]:
            if begin < 0:
                raise source.error("</DOC> closes no document", found.start())
            spans.append((begin, found.end()))
            begin = -1
        elif begin < 0:
            begin = found.start()
        else:
            raise source.error("a document begins before the one before it is closed by </DOC>", found.start())
    if begin >= 0:
        raise source.error("the document is not closed by </DOC>", begin)
    return spans


def _docnum(source: Source, begin: int, end: int) -> bytes:
    """Return the number of a document: the first word of its last DOCNO or, without any, of its first DOCID."""
    import re

    for name, which in ((b"docno", -1), (b"docid", 0)):
        word = re.compile(rb"<(?i:%s)(?![\w-])[^<>]*>\s*([^\s<>]+)" % name)
        found = word.findall(source.data, begin, end)
        docnum = document_number(found[which]) if found else b""
        if docnum:
            return docnum
    raise source.error("the document has no number; give it one in <DOCNO>...</DOCNO>", begin)
