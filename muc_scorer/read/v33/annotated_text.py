"""Texts with SGML tags: documents, their numbers and sections, and the tagged pieces (scoring manual, SGML).

A compiled pattern walks over each document from tag to tag. Offsets count the bytes of a document from the ``<`` of its
``<DOC>`` on, without the tags that are looked for; all other tags are part of the text.
"""

from __future__ import annotations

from common.errors import InputError
from muc_scorer.read.messages import shown, warn_at
from muc_scorer.read.objects import means_optional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Match, Pattern

_BLANK = 0x20  # the last of the ASCII characters that can be white space
_SECTIONS = b"hl|headline|slug|preamble|nwords|ids|trailer|dd|date|dateline|txt|text"


class Source:
    """A file and its content, which knows the line (from 1) of a position in it."""

    __slots__ = ("_lines", "_position", "data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._position = 0
        self._lines = 1

    def line(self, position: int) -> int:
        """Return the line of a byte of the file. Asking in ascending order costs one pass over the file in all."""
        if position < self._position:
            self._position, self._lines = 0, 1
        self._lines += self.data.count(b"\n", self._position, position)
        self._position = position
        return self._lines

    def error(self, problem: str, position: int) -> InputError:
        """Return the error to raise for something at that position."""
        return InputError(problem, self.name, self.line(position))

    def warn(self, problem: str, position: int) -> None:
        """Write a line about something at that position to standard error."""
        warn_at(problem, self.name, self.line(position))


class Element:
    """A tagged piece of text.

    ``name`` is the generic identifier in lower case, ``attributes`` are values by lower-case name. ``start`` and
    ``end`` are offsets in the document's text (exclusive end) without the white space at both ends. ``position`` is
    where the open tag stands in the file, ``parent`` the index of the element around it, -1 if there is none,
    ``section`` the innermost section around it in lower case, empty outside of all.
    """

    __slots__ = ("attributes", "end", "name", "parent", "position", "section", "start")

    def __init__(
        self, name: bytes, attributes: dict[bytes, bytes], start: int, position: int, parent: int, section: bytes
    ) -> None:
        self.name = name
        self.attributes = attributes
        self.start = start
        self.end = start
        self.position = position
        self.parent = parent
        self.section = section

    def is_optional(self) -> bool:
        """Say whether STATUS says that the response need not have the element."""
        return means_optional(self.attributes.get(b"status", b""))


class AnnotatedDocument:
    """A document: its number without ``-`` and ``.``, its text without the tags looked for, its elements.

    The elements are in the order of their open tags, and nest.
    """

    __slots__ = ("docnum", "elements", "text")

    def __init__(self, docnum: bytes, text: bytes, elements: list[Element]) -> None:
        self.docnum = docnum
        self.text = text
        self.elements = elements


class AnnotatedFile:
    """The documents of a file, which are read one at a time: :meth:`document` finds the elements of those ``names``.

    The case of names does not matter. Raises :class:`InputError` for documents that are not closed or have no number,
    for a number that comes back, and for an element outside of all documents. ``left_out`` counts the elements outside
    of all sections in the documents that have sections.
    """

    __slots__ = ("_attribute", "_section", "_spans", "_tags", "left_out", "source")

    def __init__(self, source: Source, names: Iterable[bytes]) -> None:
        import re

        alternatives = b"|".join([re.escape(name) for name in names])
        wanted = re.compile(rb"<(/?)(?i:(%s))(?![\w-])" % alternatives)
        self.source = source
        self.left_out = 0
        self._tags = re.compile(rb"<(/?)(?i:(%s)|(%s))(?![\w-])([^<>]*)(>?)" % (alternatives, _SECTIONS))
        self._section = re.compile(rb"<(?i:%s)(?![\w-])" % _SECTIONS)
        self._attribute = re.compile(
            rb"""([A-Za-z][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))|(\S.*)""", re.DOTALL
        )
        self._spans: dict[bytes, tuple[bytes, int, int]] = {}
        outside = 0
        for docnum, begin, end in numbered_documents(source):
            _refuse_stray(source, wanted.search(source.data, outside, begin))
            self._enter(docnum, begin, end)
            outside = end
        _refuse_stray(source, wanted.search(source.data, outside))

    def _enter(self, docnum: bytes, begin: int, end: int) -> None:
        folded = docnum.lower()
        if folded in self._spans:
            problem = f"document {shown(docnum)} comes a second time; give each document once"
            raise self.source.error(problem, begin)
        self._spans[folded] = (docnum, begin, end)

    def docnums(self) -> list[bytes]:
        """Return the numbers of the documents in the order of the file."""
        return [docnum for docnum, _, _ in self._spans.values()]

    def document(self, docnum: bytes) -> AnnotatedDocument | None:
        """Read the document of that number (any case), or return None if there is none.

        Raises :class:`InputError` for tags that are not closed, close nothing, cross each other or mark no text, and
        for attributes that are not written ``NAME="value"`` or come twice.
        """
        span = self._spans.get(docnum.lower())
        if span is None:
            return None
        docnum, begin, end = span
        elements: list[Element] = []
        text = self._walk(begin, end, elements)
        loose = [
            element
            for element in elements
            if text[element.start] <= _BLANK or text[element.end - 1] <= _BLANK or element.start == element.end
        ]
        if loose:
            self._trim(loose, text)
        if not all(element.section for element in elements) and self._section.search(self.source.data, begin, end):
            count = len(elements)
            elements = _in_sections(elements)
            self.left_out += count - len(elements)
        return AnnotatedDocument(docnum, text, elements)

    def _walk(self, begin: int, end: int, elements: list[Element]) -> bytes:
        """Add the elements between two positions of the file and return the text without their tags."""
        data = self.source.data
        pieces: list[bytes] = []
        around: list[int] = []
        sections = [b""]
        last, offset = begin, 0
        for tag in self._tags.finditer(data, begin, end):
            closing, name, section, attributes, bracket = tag.groups()
            if section is not None:
                _step(sections, closing, section)
                continue
            position = tag.start()
            if not bracket:
                raise self.source.error(f"the tag {_shown(tag)[:-1]} is not closed by '>'", position)
            pieces.append(data[last:position])
            offset += position - last
            last = tag.end()
            folded = name.lower()
            if closing:
                element = elements[around.pop()] if around else None
                if element is None or element.name != folded:
                    raise self._mismatch(element, tag)
                element.end = offset
            else:
                parent = around[-1] if around else -1
                around.append(len(elements))
                values = self._parse(attributes, position)
                elements.append(Element(folded, values, offset, position, parent, sections[-1]))
        if around:
            raise self.source.error("the tag is not closed before the document ends", elements[around[-1]].position)
        return b"".join([*pieces, data[last:end]])

    def _mismatch(self, element: Element | None, tag: Match[bytes]) -> InputError:
        """Return the error of a close tag that meets an element of another name, or none."""
        if element is None:
            return self.source.error(f"{_shown(tag)} closes nothing", tag.start())
        opened = self.source.line(element.position)
        problem = f"{_shown(tag)} crosses the <{shown(element.name.upper())}> of line {opened}"
        return self.source.error(problem, tag.start())

    def _trim(self, elements: list[Element], text: bytes) -> None:
        """Take the white space at both ends out of the extents of elements."""
        import re
        from bisect import bisect_left, bisect_right

        blanks = [run.span() for run in re.finditer(rb"\s+", text)]
        begins = [begin for begin, _ in blanks]
        for element in elements:
            before, after = bisect_right(begins, element.start), bisect_left(begins, element.end)
            if before:
                element.start = max(element.start, blanks[before - 1][1])
            if after and blanks[after - 1][1] >= element.end:
                element.end = blanks[after - 1][0]
            if element.start >= element.end:
                raise self.source.error("the tag marks no text", element.position)

    def _parse(self, attributes: bytes, position: int) -> dict[bytes, bytes]:
        """Return the values by lower-case name of what stands in an open tag after its name."""
        found = self._attribute.findall(attributes)
        if found and found[-1][-1]:
            raise self.source.error('the attributes of the tag must be written NAME="value"', position)
        values = {name.lower(): double or single or bare for name, double, single, bare, _ in found}
        if len(values) != len(found):
            raise self.source.error("the tag has an attribute twice", position)
        return values


def without_tags(text: bytes) -> bytes:
    """Return a piece of text without the tags that are part of it."""
    if b"<" not in text:
        return text
    import re

    return re.sub(rb"<[^<>]*>", b"", text)


def numbered_documents(source: Source) -> list[tuple[bytes, int, int]]:
    """Return the documents of a file in order: their numbers, and where they begin and end, tags included.

    Raises :class:`InputError` for documents that are not closed, close nothing or have no number.
    """
    import re

    spans = _document_spans(source, re.compile(rb"<(/?)(?i:doc)(?![\w-])"))
    return [(_docnum(source, begin, end), begin, end) for begin, end in spans]


def _in_sections(elements: list[Element]) -> list[Element]:
    """Return the elements in sections, whose parents are now the nearest ones of these around them."""
    kept: list[Element] = []
    places: list[int] = []  # of each element, if it is kept, else of the nearest one around it that is
    for element in elements:
        around = places[element.parent] if element.parent >= 0 else -1
        if element.section:
            element.parent = around
            places.append(len(kept))
            kept.append(element)
        else:
            places.append(around)
    return kept


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
        docnum = found[which].translate(None, b"-.") if found else b""
        if docnum:
            return bytes(docnum)
    raise source.error("the document has no number; give it one in <DOCNO>...</DOCNO>", begin)


def _refuse_stray(source: Source, tag: Match[bytes] | None) -> None:
    if tag is not None:
        raise source.error(f"{_shown(tag)} stands outside a document", tag.start())


def _shown(tag: Match[bytes]) -> str:
    return shown(b"<%s%s>" % (tag[1], tag[2]))


def _step(sections: list[bytes], closing: bytes, name: bytes) -> None:
    """Enter or leave a section; a close tag leaves the innermost one, whatever its name."""
    if not closing:
        sections.append(name.lower())
    elif len(sections) > 1:
        sections.pop()
