"""Reads documents in xml-inline: XML whose elements are annotations of its character data.

The parser is expat. lxml refuses the undeclared namespace prefix in MAT's own elements, and limits depth and length.
Entities are neither loaded nor expanded in text; expat limits them in attribute values.

In an overlay, the text includes all tags that are not annotations, copied from the source at the byte offsets that
expat reports. Three oddities of MAT are kept. A tag is copied up to its first ``>``, even inside an attribute value.
After a self-closed tag, the source up to the next ``>`` is copied twice. A tag that is not ASCII makes the document
unreadable.
"""

from __future__ import annotations

from legacy_scorers.mat_score.annotations import DecodeError, LoadError, RefusedError, declared_attribute
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
MAX_ATTRIBUTES_PER_BYTE = 10  # of the source; in a tag they take five bytes or more, a document type adds others
MAX_LEVELS = 1000  # entities that refer to others
MAX_DEFAULTS = 5000  # attributes declared for one element


def read_xml(path: str, text: str, task: AnnotationTask | None, translate_all: bool, overlay: bool = False) -> Document:
    """Return the document in ``text``. Raises :class:`DecodeError` or :class:`LoadError` if it cannot be read.

    Its signal is the character data; with ``overlay`` it is the source without the tags of annotations. With a task,
    only the labels that it declares become annotations, unless ``translate_all`` is set.
    """
    reader = _XmlReader(path, text, task, translate_all, overlay)
    if b"<!DOCTYPE" in reader.source:
        _check_document_type(reader.source)
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")  # whatever encoding the XML declaration names
    parser.buffer_text = True
    reader.prepare(parser)
    try:
        parser.Parse(reader.source, True)
    except expat.ExpatError as error:
        raise DecodeError(str(error)) from None
    return reader.builder.finish()


class _Declarations:
    """Counts the entities that refer to others, and the attributes of each element, and refuses too many.

    Expat expands nested entities by recursion, and compares each default with all earlier ones of the same element.
    """

    def __init__(self) -> None:
        self._nested = 0
        self._attributes: dict[str, int] = {}

    def entity(self, name: str, is_parameter: bool, value: str | None, *identifiers: str | None) -> None:
        self._nested += "&" in (value or "")  # None for an entity outside the file, which is never read
        if self._nested > MAX_LEVELS:
            raise RefusedError(
                f"the document type declares more than {MAX_LEVELS} entities that refer to others; write them out"
            )

    def attribute(self, element: str, attribute: str, kind: str, default: str | None, required: bool) -> None:
        self._attributes[element] = self._attributes.get(element, 0) + 1
        if self._attributes[element] > MAX_DEFAULTS:
            raise RefusedError(
                f"the document type declares more than {MAX_DEFAULTS} attributes of {element}; "
                "remove those that no tag needs"
            )

    def end(self, name: str, attributes: object) -> None:
        raise _DocumentStarted


class _DocumentStarted(Exception):  # noqa: N818
    pass


def _check_document_type(source: bytes) -> None:
    """Raise :class:`DecodeError` if the document type cannot be read safely.

    This takes a parser of its own: one with handlers for declarations would not pass these on as text.
    """
    from xml.parsers import expat

    parser = expat.ParserCreate("utf-8")
    found = _Declarations()
    parser.EntityDeclHandler, parser.AttlistDeclHandler = found.entity, found.attribute
    parser.StartElementHandler = found.end
    try:
        parser.Parse(source, True)
    except _DocumentStarted:
        return
    except expat.ExpatError as error:
        raise DecodeError(str(error)) from None


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
        self._attributes_left = MAX_ATTRIBUTES_PER_BYTE * len(self.source)
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
        self._attributes_left -= len(attributes)
        if self._attributes_left < 0:
            raise RefusedError(
                "the document type adds too many attributes to the tags; write them in the tags that need them"
            )
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
