"""Texts with SGML tags: documents, sections, and the tagged pieces of documents (scoring manual, SGML).

A compiled pattern walks over each document from tag to tag; an element that holds nothing but text is one step. Offsets
count the bytes of a document from the ``<`` of its ``<DOC>`` on, without the tags that are looked for; all other tags
are part of the text.
"""

from __future__ import annotations

import os
from itertools import zip_longest

from common.errors import InputError
from common.memo import Memo
from muc_scorer.read.definitions import STATUS
from muc_scorer.read.messages import say, shown, warn_at
from muc_scorer.read.objects import means_optional
from muc_scorer.read.parsing import Source, read_file
from muc_scorer.read.texts import document_number, texts_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from re import Match, Pattern

    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Catalogue
    from muc_scorer.read.parsing import Source

_BLANK = 0x20  # the last of the ASCII characters that can be white space
_TAG = rb"""
    <(/)?(?i:(%(names)s)|(%(sections)s))(?![\w-])([^<>]*)
    (?:
        (>)
        (?(1)|(?:([^<]*)</(?i:\2)\s*>)?)  # an element that holds nothing but text is one match
    )?
"""
_SECTIONS = b"hl|headline|slug|preamble|nwords|ids|trailer|dd|date|dateline|txt|text"


class Attributes:
    """Reads what stands in open tags after their names.

    Most often all values are in double quotes. Such text is cut up at the quotes: every other piece is a value then,
    and the pieces between them, the form, recur from tag to tag. What a form means is found out once.
    """

    __slots__ = ("_attribute", "_names")

    def __init__(self) -> None:
        import re

        self._attribute = re.compile(
            rb"""([A-Za-z][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))|(\S.*)""", re.DOTALL
        )
        self._names: Memo[tuple[bytes, ...], list[bytes] | None] = Memo(_names)

    def read(self, text: bytes) -> dict[bytes, bytes]:
        """Return the values by lower-case name.

        Raises :class:`InputError` without a place for what is not written ``NAME="value"`` and for a name given twice.
        """
        pieces = text.split(b'"')
        form, values = tuple(pieces[::2]), pieces[1::2]
        names = self._names[form]
        if names is None or len(values) == len(form):  # then the last quote is not closed
            return self.read_any(text)
        return dict(zip(names, values))

    def read_any(self, text: bytes) -> dict[bytes, bytes]:
        """Do the same, however the values are written."""
        found = self._attribute.findall(text)
        rest = found[-1][-1] if found else b""
        if rest.partition(b"=")[2].lstrip()[:1] in (b'"', b"'"):
            raise InputError("a value in quotes is not closed before the '>', which ends the tag in any case")
        if rest:
            raise InputError('the attributes of the tag must be written NAME="value"')
        values = {name.lower(): double or single or bare for name, double, single, bare, _ in found}
        if len(values) != len(found):
            raise InputError("the tag has an attribute twice")
        return values


def _names(form: tuple[bytes, ...]) -> list[bytes] | None:
    """Return the names of a form, None unless it consists of names with equal signs, and nothing after the values."""
    import re

    *before, rest = form
    found = [re.fullmatch(rb"\s*([A-Za-z][\w.-]*)\s*=\s*", piece) for piece in before]
    names = [match[1].lower() for match in found if match]
    return names if len({*names}) == len(before) and not rest.strip() else None


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
        return means_optional(self.attributes.get(STATUS, b""))


class TaggedDocument:
    """A document: its number without ``-`` and ``.``, its text without the tags looked for, its elements.

    The elements are in the order of their open tags, and nest.
    """

    __slots__ = ("docnum", "elements", "text")

    def __init__(self, docnum: bytes, text: bytes, elements: list[Element]) -> None:
        self.docnum = docnum
        self.text = text
        self.elements = elements


class TaggedFile:
    """The documents of a file, which are read one at a time: :meth:`document` finds the elements of those ``names``.

    The case of names does not matter. Raises :class:`InputError` for documents that are not closed or have no number,
    for a number that comes back, and for an element outside of all documents. ``left_out`` counts the elements outside
    of all sections in the documents that have sections.
    """

    __slots__ = ("_attributes", "_section", "_spans", "_tags", "left_out", "source")

    def __init__(self, source: Source, names: Iterable[bytes]) -> None:
        import re

        alternatives = b"|".join([re.escape(name) for name in names])
        wanted = re.compile(rb"<(/?)(?i:(%s))(?![\w-])" % alternatives)
        self.source = source
        self.left_out = 0
        self._tags = re.compile(_TAG % {b"names": alternatives, b"sections": _SECTIONS}, re.VERBOSE)
        self._section = re.compile(rb"<(?i:%s)(?![\w-])" % _SECTIONS)
        self._attributes = Attributes()
        self._spans: dict[bytes, tuple[bytes, int, int]] = {}
        outside = 0
        for docnum, begin, end in numbered_documents(source):
            _refuse_stray(source, wanted.search(source.data, outside, begin))
            self._spans[docnum.lower()] = (docnum, begin, end)
            outside = end
        _refuse_stray(source, wanted.search(source.data, outside))

    def docnums(self) -> list[bytes]:
        """Return the numbers of the documents in the order of the file."""
        return [docnum for docnum, _, _ in self._spans.values()]

    def document(self, docnum: bytes) -> TaggedDocument | None:
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
        return TaggedDocument(docnum, text, elements)

    def _walk(self, begin: int, end: int, elements: list[Element]) -> bytes:
        """Add the elements between two positions of the file and return the text without their tags."""
        data = self.source.data
        pieces: list[bytes] = []
        around: list[int] = []
        sections = [b""]
        last, offset = begin, 0
        for tag in self._tags.finditer(data, begin, end):
            closing, name, section, attributes, bracket, words = tag.groups()
            if section is not None:
                _step(sections, closing, section)
                continue
            position = tag.start()
            if not bracket:
                raise self.source.error(f"the tag {_shown(tag)[:-1]} is not closed by '>'", position)
            pieces.append(data[last:position])
            offset += position - last
            last = tag.end()
            if closing:
                self._close(tag, elements[around.pop()] if around else None, offset)
                continue
            try:
                values = self._attributes.read(attributes)
            except InputError as error:
                raise self.source.error(error.problem, position) from error
            element = Element(name.lower(), values, offset, position, around[-1] if around else -1, sections[-1])
            if words is None:
                around.append(len(elements))
            else:
                pieces.append(words)
                offset += len(words)
                element.end = offset
            elements.append(element)
        if around:
            raise self.source.error("the tag is not closed before the document ends", elements[around[-1]].position)
        return b"".join([*pieces, data[last:end]])

    def _close(self, tag: Match[bytes], element: Element | None, offset: int) -> None:
        """End an element, the innermost one. Raises :class:`InputError` if the close tag is not just its name."""
        if tag[4].strip():
            raise self.source.error(f"{_shown(tag)} has attributes; only open tags have any", tag.start())
        if element is None:
            raise self.source.error(f"{_shown(tag)} closes nothing", tag.start())
        if element.name != tag[2].lower():
            opened = self.source.line(element.position)
            problem = f"{_shown(tag)} crosses the <{shown(element.name.upper())}> of line {opened}"
            raise self.source.error(problem, tag.start())
        element.end = offset

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


def without_tags(text: bytes) -> bytes:
    """Return a piece of text without the tags that are part of it."""
    if b"<" not in text:
        return text
    import re

    return re.sub(rb"<[^<>]*>", b"", text)


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


def _refuse_stray(source: Source, tag: Match[bytes] | None) -> None:
    if tag is not None:
        raise source.error(f"{_shown(tag)} stands outside a document", tag.start())


def _shown(tag: Match[bytes]) -> str:
    return shown(b"<%s%s>" % (tag[1] or b"", tag[2]))


def _step(sections: list[bytes], closing: bytes | None, name: bytes) -> None:
    """Enter or leave a section; a close tag leaves the innermost one, whatever its name."""
    if not closing:
        sections.append(name.lower())
    elif len(sections) > 1:
        sections.pop()


class TaggedPair:
    """The two files of a run, whose documents are read one at a time for the elements of those ``names``.

    Opening them enters their documents into the catalogue.
    """

    __slots__ = ("key", "response")

    def __init__(self, config: Config, names: Iterable[bytes], catalogue: Catalogue) -> None:
        self.key = _open(config.key_file, b"Key", names, catalogue)
        self.response = _open(config.response_file, b"Response", names, catalogue)

    def documents(self, docnum: bytes) -> tuple[TaggedDocument | None, TaggedDocument | None]:
        """Return what key and response have of a document, None where they do not have it.

        Where the texts differ a warning says from which offset on: offsets from there on refer to different words.
        """
        key, response = self.key.document(docnum), self.response.document(docnum)
        if key is not None and response is not None and key.text != response.text:
            pairs = enumerate(zip_longest(key.text, response.text))
            offset = next(place for place, (one, other) in pairs if one != other)
            warn_at(f"the texts of key and response differ from offset {offset} on", f"document {shown(docnum)}")
        return key, response

    def warn_of_left_out(self) -> None:
        """Say for each side how many tags were left out because they stand outside of all sections."""
        for file in (self.key, self.response):
            if file.left_out:
                warn_at(f"tags left out because they stand outside of all sections: {file.left_out}", file.source.name)


def _open(path: bytes | None, role: bytes, names: Iterable[bytes], catalogue: Catalogue) -> TaggedFile:
    assert path is not None, "the configuration has a default name"
    say(b"Begin Parsing NE/CO %s Documents.\n" % role)
    file = TaggedFile(Source(os.fsdecode(path), read_file(path, b"ne/co document")), names)
    if not file.docnums():
        warn_at("holds no document; put each into <DOC> and </DOC>", os.fsdecode(path))
    for docnum in file.docnums():
        catalogue.entry(docnum)
        say(b"parsing %s %s...%s done.\n" % (role.lower(), docnum, docnum))
    say(b"Parsing NE/CO %s Documents Completed.\n" % role)
    return file
