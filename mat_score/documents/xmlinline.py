"""Reads documents in xml-inline: XML whose elements are annotations of its character data.

The parser is expat. lxml refuses the undeclared namespace prefix in MAT's own elements, and limits depth and length.
Entities are neither loaded nor expanded in text; expat limits them in attribute values. Default values are refused.

In an overlay, the text includes all tags that are not annotations, copied from the source at the byte offsets that
expat reports. Three oddities of MAT are kept. A tag is copied up to its first ``>``, even inside an attribute value.
After a self-closed tag, the source up to the next ``>`` is copied twice. A tag that is not ASCII makes the document
unreadable.
"""

from __future__ import annotations

from legacy_scorers.mat_score.annotations import DecodeError, LoadError, declared_attribute
from legacy_scorers.mat_score.document_type import check_document_type
from legacy_scorers.mat_score.documents.builder import InlineBuilder
from legacy_scorers.mat_score.documents.matjson import load_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

    from legacy_scorers.mat_score.annotations import Annotation, AnnotationType, Document
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

ID = "_mat:id"
TYPES, TYPE, ATTRIBUTE = "_mat:atypes", "_mat:atype", "_mat:attr"
METADATA = " _mat_metadata_ "


def read_xml(path: str, text: str, task: AnnotationTask | None, translate_all: bool, overlay: bool = False) -> Document:
    """Return the document in ``text``. Raises :class:`DecodeError` or :class:`LoadError` if it cannot be read.

    Its signal is the character data; with ``overlay`` it is the source without the tags of annotations. With a task,
    only the labels that it declares become annotations, unless ``translate_all`` is set.
    """
    reader = _XmlReader(path, text, task, translate_all, overlay)
    if b"<!DOCTYPE" in reader.source:
        check_document_type(reader.source, "utf-8")
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")  # whatever encoding the XML declaration names
    parser.buffer_text = True
    reader.prepare(parser)
    try:
        parser.Parse(reader.source, True)
    except expat.ExpatError as error:
        raise DecodeError(str(error)) from None
    return reader.builder.finish()


class _XmlReader:
    def __init__(self, path: str, text: str, task: AnnotationTask | None, translate_all: bool, overlay: bool) -> None:
        self.builder = InlineBuilder(path, task, translate_all)
        self._translate_all = translate_all or task is None
        self._overlay = overlay
        self._in_header = False
        self._forbidden: set[str] = set()  # labels of the header that the task does not allow
        try:
            self.source = _protect_carriage_returns(text).encode("utf-8")
        except UnicodeEncodeError as error:
            raise DecodeError(str(error)) from None
        self._opened: list[Annotation | None] = []  # None for an element that is not an annotation
        self._header_type: AnnotationType | None = None

    def prepare(self, parser: XMLParserType) -> None:
        """Set the handlers of expat; the default handler prevents the expansion of entities."""
        parser.StartElementHandler = self.start_element
        parser.EndElementHandler = self.end_element
        parser.CommentHandler = self.comment
        parser.CharacterDataHandler, parser.DefaultHandler = self.builder.text, lambda text: None
        if self._overlay:  # a reader that holds its parser is freed late
            self._parser = parser
            parser.CharacterDataHandler, parser.DefaultHandler = self._escaped_text, self.builder.text

    def start_element(self, name: str, attributes: dict[str, str]) -> None:
        annotation = None
        if name in (TYPES, TYPE, ATTRIBUTE):
            self._read_header(name, attributes)
        elif self._translate_all or name in self.builder.document.types or name in self._forbidden:
            kind = self.builder.document.types.get(name)
            if kind is not None and not kind.has_span and not self.builder.complete:
                raise DecodeError(f"{name} has no span, and no header declares it")
            annotation = self.builder.open(name, attributes, attributes.pop(ID, None))
        else:
            self._copy_tag()
        self._opened.append(annotation)

    def end_element(self, name: str) -> None:
        annotation = self._opened.pop()
        if annotation is not None:
            self.builder.close(annotation)
        elif name == TYPES:
            self.builder.complete = True
            self._in_header = False
        elif name not in (TYPE, ATTRIBUTE):
            self._copy_tag()

    def comment(self, text: str) -> None:
        if not self._read_metadata(text) and self._overlay:
            self.builder.text(f"<!--{text}-->")

    def _copy_tag(self) -> None:
        if not self._overlay:
            return
        begin = self._parser.CurrentByteIndex
        tag = self.source[begin : self.source.find(b">", begin) + 1]
        if not tag.isascii():
            raise DecodeError("a tag that is neither an annotation nor ASCII")
        self.builder.text(tag.decode("ascii"))

    def _escaped_text(self, text: str) -> None:
        self.builder.text(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))

    def _read_metadata(self, comment: str) -> bool:
        if not comment.startswith(METADATA) or not comment[len(METADATA) :].endswith(" ") or "\n" in comment:
            return False
        from binascii import a2b_base64

        try:
            metadata = load_json(a2b_base64(comment[len(METADATA) :].encode()).decode())
        except (ValueError, RecursionError):
            raise DecodeError("the metadata comment cannot be read") from None
        if isinstance(metadata, dict):
            self.builder.document.metadata = metadata
        elif self.builder.task is not None or self._overlay:
            raise DecodeError("the metadata must be an object")
        return True

    def _read_header(self, name: str, attributes: dict[str, str]) -> None:
        if name == TYPES:
            self._in_header = True
            return
        if not self._in_header:
            raise LoadError(f"found {name} outside {TYPES}")
        try:
            if name == ATTRIBUTE:
                if self._header_type is None:
                    raise DecodeError("an attribute without a type, or of a type that the task does not declare")
                self.builder.declare_attribute(self._header_type, declared_attribute(attributes))
            elif self.builder.may_declare(attributes["name"]):
                self._header_type = self.builder.declare_type(attributes["name"], attributes["hasSpan"] == "yes")
            else:
                self._header_type = None
                self._forbidden.add(attributes["name"])
        except KeyError as error:
            raise DecodeError(f"a type header without {error}") from None


def _protect_carriage_returns(text: str) -> str:
    """Write the carriage returns of the first element as references, because XML reads them as line feeds.

    A search finds the element, even inside a comment. References between attributes of its start tag are errors.
    """
    if "\r" not in text:
        return text
    import re

    start = re.search(r"<(?![!?])([^\s>]*)", text)
    end = text.find(f"</{start[1]}>", start.end()) if start is not None else -1
    if start is None or end < 0:
        raise DecodeError("the first start tag is not closed")
    begin = start.start()
    return text[:begin] + text[begin:end].replace("\r", "&#xD;") + text[end:]
