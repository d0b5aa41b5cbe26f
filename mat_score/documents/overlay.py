"""Reads documents in xml-inline as overlays: annotations over a text that is the source with its other markup.

Expat reports the place of each tag in the source, as an offset in its UTF-8 bytes; tags that are no annotations are
copied from there. Three oddities of MAT are kept: such a tag is copied only up to its first ``>``, even inside an
attribute value; of a self-closed one the source from its end to the next ``>`` is copied a second time; and one that is
not ASCII makes the document unreadable.
"""

from __future__ import annotations

from mat_score.annotations import DecodeError
from mat_score.documents.xmlinline import XmlReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

    from mat_score.annotations import Document
    from mat_score.tasks.task import Task


def read_overlay(path: str, text: str, task: Task | None, translate_all: bool) -> Document:
    """Return the document that ``text`` holds, with all markup that is no annotation as part of its text.

    Raises :class:`DecodeError`.
    """
    return _OverlayReader(path, text, task, translate_all).read()


class _OverlayReader(XmlReader):
    def prepare(self, parser: XMLParserType) -> None:
        super().prepare(parser)
        parser.CharacterDataHandler = self._escaped_text
        parser.DefaultHandler = self.builder.text
        self._parser = parser

    def comment(self, text: str) -> None:
        if not self.read_metadata(text):
            self.builder.text(f"<!--{text}-->")

    def other_tag(self) -> None:
        begin = self._parser.CurrentByteIndex
        tag = self.source[begin : self.source.find(b">", begin) + 1]
        if not tag.isascii():
            raise DecodeError("a tag that is no annotation's and not ASCII")
        self.builder.text(tag.decode("ascii"))

    def _escaped_text(self, text: str) -> None:
        self.builder.text(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
