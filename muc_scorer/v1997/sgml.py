"""Texts with SGML tags: the named entities of key and response (scoring manual, SGML).

A compiled pattern walks over the file from one ``<name`` or ``</name`` to the next. Only the tags of entities are taken
whole; of any other tag the name is read, and the rest of it, the closing bracket included, is text. Offsets count the
bytes from the ``<`` of ``<DOC>`` on, without the tags of entities.
"""

from __future__ import annotations

import os

from common.errors import InputError
from muc_scorer.messages import say, shown, warn
from muc_scorer.objects import Object, Side
from muc_scorer.parsing import read_file
from muc_scorer.texts import document_number
from muc_scorer.v1997.tags import TagReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from muc_scorer.definitions import ClassDef, Definitions
    from muc_scorer.objects import Catalogue
    from muc_scorer.v1997.tags import Tag

_ENTITIES = (b"enamex", b"numex", b"timex")
_SECTIONS = frozenset(
    b"HL hl HEADLINE headline SLUG PREAMBLE IDS ids TRAILER trailer DD dd DATE date DATELINE dateline TXT txt TEXT text"
    b"".split()
)
_DATE_LINE = b"DD"
_DEPTH = 10  # of sections and of entities


class _Open:
    """An entity whose close tag has not come yet; its text begins at ``text_start`` of the text collected."""

    __slots__ = ("item", "tag", "text_start")

    def __init__(self, item: Object, tag: Tag, text_start: int) -> None:
        self.item = item
        self.tag = tag
        self.text_start = text_start


class _File:
    """A file of documents: walks over its tags and tells the present document of them."""

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        self.path = path
        self.role = role
        self.catalogue = catalogue
        self.tags = TagReader(definitions)
        self.content = read_file(path, b"ne/co document")
        self.last_bracket = self.content.rfind(b">")
        self.document: _OpenDocument | None = None

    def read(self) -> None:
        """Read all documents."""
        import re

        find = re.compile(rb"<(/?)([A-Za-z0-9]+)").search
        position = 0
        while match := find(self.content, position):
            position = self._read_tag(match)
        if self.document is not None:
            self.document.close(len(self.content))

    def _read_tag(self, match: Match[bytes]) -> int:
        """Read the tag that begins with ``match`` and return where to go on."""
        closing, name = match.groups()
        start, end = match.span()
        document = self.document
        if name == b"DOC" and not closing:
            if document is not None:
                document.close(start)
            self.document = _OpenDocument(self, start)
        elif document is None:
            pass
        elif name.lower().startswith(_ENTITIES):
            return self._read_entity_tag(document, match)
        elif name == b"DOC":
            document.end(start, end)
            self.document = None
        else:
            document.collect(start, end)
            if name in _SECTIONS:
                document.close_section(start) if closing else document.open_section(name, start)
            elif not closing and (name == b"DOCNO" or (name == b"DOCID" and document.docnum is None)):
                return document.read_number(end)
        return end

    def _read_entity_tag(self, document: _OpenDocument, match: Match[bytes]) -> int:
        """Read what begins like the tag of an entity; without the bracket that an entity's tag needs it is any tag."""
        start, end = match.span()
        if not match[1]:
            if end <= self.last_bracket:
                end = self.content.index(b">", end) + 1
                document.open_entity(start, end)
                return end
        elif match[2].lower() in _ENTITIES and self.content.startswith(b">", end):
            document.close_entity(start, end + 1)
            return end + 1
        document.collect(start, end)
        return end

    def error(self, problem: str, position: int) -> InputError:
        """Return the error to raise for what stands at that position."""
        return InputError(problem, os.fsdecode(self.path), self.content.count(b"\n", 0, position) + 1)


class _OpenDocument:
    """The document that is being read, from ``start`` of the file on.

    It enters the catalogue, as ``side``, with its first section.
    """

    def __init__(self, file: _File, start: int) -> None:
        self.file = file
        self.content = file.content
        self.start = start
        self.docnum: bytes | None = None
        self.side: Side | None = None
        self.sections: list[bytes] = []
        self.counts: dict[ClassDef, int] = {}
        self.in_date_line: Object | None = None
        self.entities: list[_Open] = []
        self.text = bytearray()  # of the entities that are open
        self.collected = start  # position up to which it is there
        self.tag_bytes = 0
        self.line = 1
        self.line_position = start

    def read_number(self, position: int) -> int:
        """Read the document number after its tag and return where it ends."""
        import re

        number = re.compile(rb"[^ \t\n>]+").search(self.content, position)
        if number is None:
            return position
        self.docnum = document_number(number[0])
        return number.end()

    def open_section(self, name: bytes, start: int) -> None:
        """Enter a section, and with the first one the catalogue."""
        if self.side is None:
            if self.docnum is None:
                raise self.file.error("the document has no number; put <DOCNO> before its first section", start)
            say(b"parsing %s %s..." % (self.file.role, self.docnum))
            self.side = Side(self.docnum)
            self.file.catalogue.entry(self.docnum).enter(self.file.role, self.side)
        if len(self.sections) == _DEPTH:
            raise self.file.error(f"more than {_DEPTH} sections are open inside one another; close them", start)
        self.sections.append(name)

    def close_section(self, start: int) -> None:
        """Leave the innermost section, whatever its name."""
        if not self.sections:
            raise self.file.error("a section is closed that was not opened", start)
        self.sections.pop()

    def open_entity(self, start: int, end: int) -> None:
        """Begin the entity of an open tag; outside of sections the tag means nothing."""
        self.collect(start, end)
        if self.sections and self.side is not None:
            if len(self.entities) == _DEPTH:
                raise self.file.error(f"more than {_DEPTH} entities are open inside one another; close them", start)
            try:
                tag = self.file.tags.read(self.content[start:end])
            except InputError as error:
                raise self.file.error(error.problem, start) from error
            self._begin(tag, self.side, start - self.start - self.tag_bytes)
            self.collected = end
        self.tag_bytes += end - start

    def _begin(self, tag: Tag, side: Side, offset: int) -> None:
        number = self.counts[tag.definition] = self.counts.get(tag.definition, 0) + 1
        item = Object(
            tag.definition,
            side.docnum,
            b"%d" % number,
            optional=tag.optional,
            start=offset,
            section=self.sections[-1],
        )
        side.add(item)
        if not self.entities:
            self.text.clear()
        self.entities.append(_Open(item, tag, len(self.text)))
        if item.section == _DATE_LINE:
            self._keep_last_of_date_line(item, side)

    def _keep_last_of_date_line(self, item: Object, side: Side) -> None:
        if self.in_date_line is not None:
            say(b"\n\tremoving first DD instance %s...done\n" % self.in_date_line.name())
            side.remove(self.in_date_line)
        self.in_date_line = item

    def close_entity(self, start: int, end: int) -> None:
        """End the innermost entity, whatever its name."""
        self.collect(start, end)
        if self.sections:
            if self.entities:
                entity = self._finish()
                entity.item.end = start - self.start - self.tag_bytes
                if entity.text_start == len(self.text):
                    raise self.file.error(f"the entity {shown(entity.item.name())} has no text; remove its tags", start)
            else:
                tag = self.content[start:end]
                warn(b"unmatched '%s' in %s, line %d" % (tag, self.docnum, self._line_of(start)))
        self.tag_bytes += end - start

    def _finish(self) -> _Open:
        entity = self.entities.pop()
        entity.item.slots = entity.tag.filled(bytes(self.text[entity.text_start :]))
        return entity

    def collect(self, start: int, end: int) -> None:
        """Collect the text before a tag that begins at ``start``; it goes on at ``end``."""
        if self.entities:
            self.text += self.content[self.collected : start].replace(b"\n", b" ")
        self.collected = end

    def end(self, start: int, end: int) -> None:
        """End the document at ``</DOC``. What is open still gets the bracket after it."""
        if self.entities:
            warn(b"not enough closing NE/CO tags in %s" % self.docnum)
        self.collect(start, end)
        self.close(end + self.content.startswith(b">", end))
        if self.side is not None:
            say(b"%s done.\n" % self.docnum)

    def close(self, position: int) -> None:
        """Give the entities that are still open the text up to there, but no end, so that nothing touches them."""
        self.collect(position, position)
        while self.entities:
            self._finish()

    def _line_of(self, position: int) -> int:
        """Return the line within the document, from 1. Positions come in ascending order."""
        self.line += self.content.count(b"\n", self.line_position, position)
        self.line_position = position
        return self.line


def read_documents(path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
    """Read a file of tagged documents into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Raise :class:`Fatal` where the 1997 program stops and :class:`InputError` where it crashes.
    """
    _File(path, role, definitions, catalogue).read()
