"""Texts with SGML tags: documents, sections, and the tagged pieces of documents (scoring manual, SGML).

A compiled pattern finds each tag of a document in turn; an element that holds nothing but text is one match. Offsets
count the bytes of a document from the ``<`` of its ``<DOC>``, without the tags of the elements that are searched for.
All other tags are part of the text.
"""

from __future__ import annotations

import os

from legacy_scorers.common.align import first_difference
from legacy_scorers.muc_scorer.read.definitions import STATUS
from legacy_scorers.muc_scorer.read.messages import shown
from legacy_scorers.muc_scorer.read.objects import means_optional
from legacy_scorers.muc_scorer.read.parsing import Source, read_file
from legacy_scorers.muc_scorer.read.texts import document_number, texts_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Match
    from typing import TypeAlias

    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.objects import Catalogue

    DocumentSpan: TypeAlias = tuple[bytes, int, int]  # the number of a document, and where it begins and ends in a file

_TAG = rb"""
    <(/)?(?i:(%(names)s)|(%(sections)s))(?![\w-])([^<>]*)
    (?:
        (>)
        (?(1)|(?:([^<]*)</(?i:\2)\s*>)?)  # an element that holds nothing but text is one match
    )?
"""
_ATTRIBUTE = rb"""(?s)([A-Za-z][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))|(\S.*)"""
_SECTIONS = b"hl|headline|slug|preamble|nwords|ids|trailer|dd|date|dateline|txt|text"


def read_texts(path: bytes | None, catalogue: Catalogue, messages: Messages) -> None:
    """Enter the documents of the texts file, which are marked as in key and response, into the catalogue.

    A file that is missing is skipped with a message. Raises :class:`InputError` for documents that are not closed or
    have no number.
    """
    content = texts_content(path, messages)
    if path is not None and content is not None:
        for docnum, _, _ in numbered_documents(Source(os.fsdecode(path), content)):
            catalogue.add(docnum)


def numbered_documents(source: Source) -> list[DocumentSpan]:
    """Return the documents of a file in order: their numbers, and where they begin and end, tags included.

    Raises :class:`InputError` for documents that are not closed, have no number or have that of another
    document, and for a ``</DOC>`` that closes nothing.
    """
    found = []
    begin_of: dict[bytes, int] = {}
    for begin, end in _document_spans(source):
        docnum = _docnum(source, begin, end)
        earlier = begin_of.setdefault(docnum.lower(), begin)
        if earlier != begin:
            problem = f"document {shown(docnum)} occurs twice, first in line {source.line(earlier)}"
            raise source.error(f"{problem}; give each document its own number ('-' and '.' are the same)", begin)
        found.append((docnum, begin, end))
    return found


def _document_spans(source: Source) -> list[tuple[int, int]]:
    import re

    spans = []
    begin = -1  # of the open document
    for tag in re.finditer(rb"<(?P<slash>/?)(?i:doc)(?![\w-])", source.data):
        if not tag["slash"]:
            if begin >= 0:
                raise source.error("a document begins before </DOC> closes the previous one", tag.start())
            begin = tag.start()
            continue
        if begin < 0:
            raise source.error("</DOC> closes no document", tag.start())
        spans.append((begin, tag.end()))
        begin = -1
    if begin >= 0:
        raise source.error("the document is not closed by </DOC>", begin)
    return spans


def _docnum(source: Source, begin: int, end: int) -> bytes:
    """Return the number of a document: the first word of its last DOCNO, or else of its first DOCID."""
    import re

    for name, which in ((b"docno", -1), (b"docid", 0)):
        word = re.compile(rb"<(?i:%s)(?![\w-])[^<>]*>\s*([^\s<>]+)" % name)
        found = word.findall(source.data, begin, end)
        docnum = document_number(found[which]) if found else b""
        if docnum:
            return docnum
    raise source.error("the document has no number; give it one in <DOCNO>...</DOCNO>", begin)


class Element:
    """A tagged piece of text.

    ``name`` is the generic identifier in lower case, ``attributes`` are values by lower-case name. ``start`` and
    ``end`` are offsets in the document's text (exclusive end) without the white space at both ends. ``position`` is
    the byte of the file where the open tag begins. ``section`` is the innermost section around it in lower case, or
    empty.
    """

    __slots__ = ("attributes", "end", "name", "position", "section", "start")

    def __init__(self, name: bytes, attributes: dict[bytes, bytes], start: int, position: int, section: bytes) -> None:
        self.name = name
        self.attributes = attributes
        self.start = start
        self.end = start
        self.position = position
        self.section = section

    def is_optional(self) -> bool:
        """Say whether STATUS makes the element optional."""
        return means_optional(self.attributes.get(STATUS, b""))

    def trim(self, text: bytes) -> None:
        """Remove the white space at both ends of the extent."""
        words = text[self.start : self.end]
        kept = words.strip()
        if kept != words:
            self.end = self.start + len(words.rstrip())
            self.start = self.end - len(kept)


class TaggedDocument:
    """A document: its number without ``-`` and ``.``, its text without the tags of its elements, and its elements.

    The elements are in the order of their open tags, and nest.
    """

    def __init__(self, docnum: bytes, text: bytes, elements: list[Element]) -> None:
        self.docnum = docnum
        self.text = text
        self.elements = elements


class TaggedFile:
    """The documents of a file; :meth:`document` reads one of them and finds its elements with these ``names``.

    The case of names does not matter. Raises :class:`InputError` for documents that are not closed or have no number,
    for a number that occurs twice, and for an element outside of all documents. ``left_out`` counts, in the documents
    that were read and have sections, the elements outside of all sections.
    """

    def __init__(self, source: Source, names: Iterable[bytes]) -> None:
        import re

        alternatives = b"|".join([re.escape(name) for name in names])
        wanted = re.compile(rb"<(/?)(?i:(%s))(?![\w-])" % alternatives)
        self.source = source
        self.left_out = 0
        self._tags = re.compile(_TAG % {b"names": alternatives, b"sections": _SECTIONS}, re.VERBOSE)
        self._find_attributes = re.compile(_ATTRIBUTE).findall
        self._section = re.compile(rb"<(?i:%s)(?![\w-])" % _SECTIONS)
        documents = numbered_documents(source)
        self.spans: dict[bytes, DocumentSpan] = {one[0].lower(): one for one in documents}
        begins = [*[begin for _, begin, _ in documents], len(source.data)]
        ends = [0, *[end for _, _, end in documents]]
        for end, begin in zip(ends, begins):
            if stray := wanted.search(source.data, end, begin):
                raise source.error(f"{_shown(stray)} is outside of a document", stray.start())

    def docnums(self) -> list[bytes]:
        """Return the numbers of the documents in the order of the file."""
        return [docnum for docnum, _, _ in self.spans.values()]

    def document(self, span: DocumentSpan) -> TaggedDocument:
        """Read a document.

        Raises :class:`InputError` for tags that are not closed, close nothing, cross each other or mark no text, and
        for attributes that are not written ``NAME="value"`` or occur twice.
        """
        docnum, begin, end = span
        elements: list[Element] = []
        text = self._walk(begin, end, elements)
        for element in elements:
            element.trim(text)
            if element.start == element.end:
                raise self.source.error("the tag marks no text", element.position)
        if not all(element.section for element in elements) and self._section.search(self.source.data, begin, end):
            count = len(elements)
            elements = [element for element in elements if element.section]
            self.left_out += count - len(elements)
        return TaggedDocument(docnum, text, elements)

    def _walk(self, begin: int, end: int, elements: list[Element]) -> bytes:
        """Add the elements between two positions of the file and return the text without their tags."""
        data = self.source.data
        pieces: list[bytes] = []
        around: list[Element] = []
        sections = [b""]
        last, offset = begin, 0
        for tag in self._tags.finditer(data, begin, end):
            closing, name, section, attributes, bracket, words = tag.groups()
            if section is not None:
                _enter_or_leave(sections, section.lower(), bool(closing))
                continue
            position = tag.start()
            if not bracket:
                raise self.source.error(f"the tag {_shown(tag)[:-1]} is not closed by '>'", position)
            pieces.append(data[last:position])
            offset += position - last
            last = tag.end()
            if closing:
                self._close(tag, around.pop() if around else None, offset)
                continue
            values = self._attributes(attributes, position)
            element = Element(name.lower(), values, offset, position, sections[-1])
            elements.append(element)
            if words is None:
                around.append(element)
            else:
                pieces.append(words)
                offset += len(words)
                element.end = offset
        if around:
            raise self.source.error("the tag is not closed before the document ends", around[-1].position)
        return b"".join([*pieces, data[last:end]])

    def _attributes(self, text: bytes, position: int) -> dict[bytes, bytes]:
        """Return the values of the attributes in an open tag by lower-case name."""
        found = self._find_attributes(text)
        if found and (rest := found[-1][-1]):  # the last group takes what is no attribute, up to the end
            if rest.partition(b"=")[2].lstrip()[:1] in (b'"', b"'"):
                raise self.source.error("a quoted value is not closed before the '>' that ends the tag", position)
            raise self.source.error('the attributes of the tag must be written NAME="value"', position)
        values = {name.lower(): double or single or bare for name, double, single, bare, _ in found}
        if len(values) != len(found):
            raise self.source.error("an attribute of the tag occurs twice", position)
        return values

    def _close(self, tag: Match[bytes], element: Element | None, offset: int) -> None:
        """End the innermost element. Raises :class:`InputError` if the close tag has attributes or another name."""
        problem = ""
        if tag[4].strip():
            problem = "has attributes; only start tags may have them"
        elif element is None:
            problem = "closes nothing"
        elif element.name != tag[2].lower():
            problem = f"crosses the <{shown(element.name.upper())}> of line {self.source.line(element.position)}"
        if problem or element is None:
            raise self.source.error(f"{_shown(tag)} {problem}", tag.start())
        element.end = offset


def _enter_or_leave(sections: list[bytes], name: bytes, closing: bool) -> None:
    """Enter a section, or leave the innermost one, whatever the name of the close tag; the first is no section."""
    if not closing:
        sections.append(name)
    elif len(sections) > 1:
        sections.pop()


def without_tags(text: bytes) -> bytes:
    """Return a piece of text without the tags that are part of it; most have none."""
    if b"<" not in text:
        return text
    import re

    return re.sub(rb"<[^<>]*>", b"", text)


def _shown(tag: Match[bytes]) -> str:
    return shown(b"<%s%s>" % (tag[1] or b"", tag[2]))


class TaggedPair:
    """The key file and the response file, whose documents are read one at a time for elements with the ``names``.

    Opening the files enters their documents into the catalogue.
    """

    def __init__(self, config: Config, names: Iterable[bytes], catalogue: Catalogue) -> None:
        self._messages = config.messages
        self._catalogue = catalogue
        sides = config.sides(b"NE/CO %s Documents")
        self._files = [_open(path or b"", role, names, catalogue, config.messages) for role, path in sides]

    def sources(self) -> list[Source]:
        """Return the files of key and response."""
        return [file.source for file in self._files]

    def documents(self) -> Iterator[tuple[bytes, TaggedDocument | None, TaggedDocument | None]]:
        """Yield the number of each document of the catalogue, and the document in the key and in the response, if any.

        If their texts differ, a warning names the first offset at which they do.
        """
        for docnum, *spans in self._catalogue.pairs(*[file.spans for file in self._files]):
            key, response = [file.document(span) if span else None for file, span in zip(self._files, spans)]
            offset = first_difference(key.text, response.text) if key and response else None
            if offset is not None:
                problem = f"the texts of key and response differ from offset {offset} on"
                self._messages.warn_at(problem, f"document {shown(docnum)}")
            yield docnum, key, response

    def warn_of_left_out(self) -> None:
        """Warn, for each side, of tags that were left out because they are outside of all sections."""
        for file in self._files:
            if file.left_out:
                problem = f"tags ignored because they are outside of all sections: {file.left_out}"
                self._messages.warn_at(problem, file.source.name)


def _open(path: bytes, role: bytes, names: Iterable[bytes], catalogue: Catalogue, messages: Messages) -> TaggedFile:
    file = TaggedFile(Source(os.fsdecode(path), read_file(path, b"ne/co document", messages.host)), names)
    if not file.docnums():
        messages.warn_at("has no document; put each between <DOC> and </DOC>", os.fsdecode(path))
    for docnum in file.docnums():
        catalogue.add(docnum)
        messages.say(b"parsing %s %s...%s done.\n" % (role, docnum, docnum))
    return file
