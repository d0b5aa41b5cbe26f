"""Texts with SGML tags: the named entities of key and response (scoring manual, SGML).

A compiled pattern walks over the file from one ``<name`` or ``</name`` to the next. Only the tags of entities are
removed whole; of any other tag only the name is, and the rest, the closing bracket included, is text. Offsets
count the bytes from the ``<`` of ``<DOC>`` on, without the tags of entities. A document goes on until the next one
begins.
"""

from __future__ import annotations

import os

from common.errors import InputError
from muc_scorer.read.messages import say, shown, warn
from muc_scorer.read.objects import Object, Side
from muc_scorer.read.parsing import read_file
from muc_scorer.read.texts import document_number
from muc_scorer.read.v1997.tags import TagReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Catalogue
    from muc_scorer.read.v1997.tags import Tag

_ENTITIES = (b"enamex", b"numex", b"timex")
_SECTIONS = frozenset(
    b"HL hl HEADLINE headline SLUG PREAMBLE IDS ids TRAILER trailer DD dd DATE date DATELINE dateline TXT txt TEXT text"
    b"".split()
)
_OUTSIDE = b""  # lies below all sections
_DATE_LINE = b"DD"
_DEPTH = 10  # of sections and of entities


class _Open:
    """An entity whose close tag has not come yet, with the text that it has up to now."""

    __slots__ = ("item", "tag", "text")

    def __init__(self, item: Object, tag: Tag) -> None:
        self.item = item
        self.tag = tag
        self.text = bytearray()


class _File:
    """A file of documents: walks over its tags and tells the present document of them.

    ``has_entered`` says whether any document of the run is in the catalogue because of its sections.
    """

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        import re

        self.path = path
        self.role = role
        self.catalogue = catalogue
        self.tags = TagReader(definitions)
        self.content = read_file(path, b"ne/co document")
        self.last_bracket = self.content.rfind(b">")
        self.document: _OpenDocument | None = None
        self.has_entered = any(document.key is not None for document in catalogue)
        self.awaits_number = False
        self.find_tag = re.compile(rb"<(/?)([A-Za-z0-9]+)").search
        self.find_run = re.compile(rb"[^ \t\n>]+").search

    def read(self) -> None:
        """Read all documents."""
        position = 0
        while match := self.find_tag(self.content, position):
            number = self.find_run(self.content, position) if self.awaits_number else None
            if number is not None and self.document is not None and self._comes_first(number, match):
                self.awaits_number = False
                self.document.read_number(number)
                position = number.end()
            else:
                position = self._read_tag(match)
        if self.document is not None:
            self.document.close(len(self.content))

    def _comes_first(self, number: Match[bytes], tag: Match[bytes]) -> bool:
        """Say whether a run of characters is the number that is awaited and no tag, whose name would end with it."""
        if number.start() < tag.start():
            return True
        is_entity = tag[2].lower().startswith(_ENTITIES) and self._entity_tag_end(tag) > 0
        return number.end() > tag.end() and not is_entity

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
        else:
            document.collect(start, end)
            if name == b"DOC":
                document.end()
            elif name in _SECTIONS:
                document.close_section() if closing else document.open_section(name, start)
            elif not closing and (name == b"DOCNO" or (name == b"DOCID" and document.docnum is None)):
                self.awaits_number = True
        return end

    def _entity_tag_end(self, match: Match[bytes]) -> int:
        """Return the end of what begins like the tag of an entity, 0 without the bracket that such a tag needs."""
        end = match.end()
        if match[1]:
            return end + 1 if match[2].lower() in _ENTITIES and self.content.startswith(b">", end) else 0
        return self.content.index(b">", end) + 1 if end <= self.last_bracket else 0

    def _read_entity_tag(self, document: _OpenDocument, match: Match[bytes]) -> int:
        end = self._entity_tag_end(match)
        if not end:
            document.collect(*match.span())
            return match.end()
        if match[1]:
            document.close_entity(match.start(), end)
        else:
            document.open_entity(match.start(), end)
        return end

    def error(self, problem: str, position: int) -> InputError:
        """Return the error to raise for something at that position."""
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
        self.sections = [_OUTSIDE]
        self.in_section = False
        self.closes_too_many = False
        self.counts: dict[ClassDef, int] = {}
        self.in_date_line: Object | None = None
        self.entities: list[_Open] = []
        self.collected = start  # position up to which the text is in the open entities
        self.tag_bytes = 0
        self.line = 1
        self.line_position = start

    def read_number(self, number: Match[bytes]) -> None:
        """Read the document number, which replaces an earlier one and is not part of the text."""
        self.collect(number.start(), number.end())
        self.docnum = document_number(number[0])

    def open_section(self, name: bytes, start: int) -> None:
        """Enter a section, and with the first one the catalogue."""
        if self.side is None:
            if self.docnum is None:
                raise self.file.error("the document has no number; put <DOCNO> before its first section", start)
            say(b"parsing %s %s..." % (self.file.role, self.docnum))
            self.side = Side(self.docnum)
            self.file.catalogue.entry(self.docnum).enter(self.file.role, self.side)
            self.file.has_entered = True
        if self.closes_too_many:
            raise self.file.error("more sections are closed before this one than were opened; close each once", start)
        if len(self.sections) > _DEPTH:
            raise self.file.error(f"more than {_DEPTH} sections are open inside one another; close them", start)
        self.sections.append(name)
        self.in_section = True

    def close_section(self) -> None:
        """Leave the innermost section, whatever its name. An extra close tag does no harm."""
        if self.sections:
            self.sections.pop()
        else:
            self.closes_too_many = True
        self.in_section = bool(self.sections) and self.sections[-1] != _OUTSIDE

    def _pass_over(self, start: int) -> None:
        """Pass over the entity tag at ``start``, which means nothing outside of sections."""
        if not self.sections:
            raise self.file.error("the tag follows a section that is closed but was not opened", start)

    def open_entity(self, start: int, end: int) -> None:
        """Begin the entity of an open tag."""
        self.collect(start, end)
        if not self.in_section or self.side is None or self.docnum is None:
            self._pass_over(start)
        else:
            if len(self.entities) == _DEPTH:
                raise self.file.error(f"more than {_DEPTH} entities are open inside one another; close them", start)
            try:
                tag = self.file.tags.read(self.content[start:end])
            except InputError as error:
                raise self.file.error(error.problem, start) from error
            self._begin(tag, self.side, self.docnum, start)
        self.tag_bytes += end - start

    def _begin(self, tag: Tag, side: Side, docnum: bytes, position: int) -> None:
        number = self.counts[tag.definition] = self.counts.get(tag.definition, 0) + 1
        item = Object(
            tag.definition,
            docnum,
            b"%d" % number,
            optional=tag.optional,
            start=position - self.start - self.tag_bytes,
            section=self.sections[-1],
            position=position,
        )
        side.add(item)
        self.entities.append(_Open(item, tag))
        if item.section == _DATE_LINE:
            self._keep_last_of_date_line(item, side)

    def _keep_last_of_date_line(self, item: Object, side: Side) -> None:
        if self.in_date_line is not None:
            say(b"\n\tremoving first DD instance %s...done\n" % self.in_date_line.name())
            side.remove(self.in_date_line)
        self.in_date_line = item

    def close_entity(self, start: int, end: int) -> None:
        """End the innermost entity, whatever its name; its text joins that of the entity around it."""
        self.collect(start, end)
        if not self.in_section:
            self._pass_over(start)
        elif self.entities:
            entity = self._finish()
            entity.item.end = start - self.start - self.tag_bytes
            if not (entity.text or entity.tag.has_text()):
                raise self.file.error(f"the entity {shown(entity.item.name())} has no text; remove its tags", start)
            if self.entities:
                self.entities[-1].text += entity.text
        else:
            tag = self.content[start:end]
            warn(b"unmatched '%s' in %s, line %d" % (tag, self.docnum, self._line_of(start)))
        self.tag_bytes += end - start

    def _finish(self) -> _Open:
        entity = self.entities.pop()
        entity.item.slots = entity.tag.filled(bytes(entity.text))
        return entity

    def collect(self, start: int, end: int) -> None:
        """Give the innermost entity the text before a tag that begins at ``start``; it goes on at ``end``."""
        if self.entities:
            self.entities[-1].text += self.content[self.collected : start].replace(b"\n", b" ")
        self.collected = end

    def end(self) -> None:
        """Report a ``</DOC``, which ends nothing."""
        if self.entities:
            warn(b"not enough closing NE/CO tags in %s" % self.docnum)
        if self.file.has_entered and self.docnum is not None:
            say(b"%s done.\n" % self.docnum)

    def close(self, position: int) -> None:
        """Give the innermost entity the text up to there. One that is still open has no end, so nothing meets it."""
        self.collect(position, position)
        while self.entities:
            self._finish()

    def _line_of(self, position: int) -> int:
        """Return the line within the document, from 1. Positions come in ascending order."""
        self.line += self.content.count(b"\n", self.line_position, position)
        self.line_position = position
        return self.line


def read_documents(path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> bytes:
    """Read a file of tagged documents into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Return the content of the file, which the positions of the objects are of.

    Raise :class:`Fatal` where the 1997 program stops and :class:`InputError` where it crashes.
    """
    file = _File(path, role, definitions, catalogue)
    file.read()
    return file.content
