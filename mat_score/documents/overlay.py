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


class OverlayReader(XmlReader):
    """Reads one document, whose text has all markup that is no annotation."""

    def prepare(self, parser: XMLParserType) -> None:
        """Tell expat to pass on the rest of the markup, too."""
        super().prepare(parser)
        parser.CharacterDataHandler = self._escaped_text
        parser.DefaultHandler = self.builder.text
        self._parser = parser

    def comment(self, text: str) -> None:
        """Copy a comment that holds no metadata."""
        if not self.read_metadata(text):
            self.builder.text(f"<!--{text}-->")

    def other_tag(self) -> None:
        """Copy a tag that is not an annotation's."""
        begin = self._parser.CurrentByteIndex
        tag = self.source[begin : self.source.find(b">", begin) + 1]
        if not tag.isascii():
            raise DecodeError("a tag that is no annotation's and not ASCII")
        self.builder.text(tag.decode("ascii"))

    def _escaped_text(self, text: str) -> None:
        self.builder.text(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
