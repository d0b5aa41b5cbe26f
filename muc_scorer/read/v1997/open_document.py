"""A document with SGML tags, which is told of its tags one after the other (scoring manual, SGML).

Offsets count the bytes from the ``<`` of ``<DOC>`` on, without the tags of entities.
"""

from __future__ import annotations

import os
from functools import cache

from common.errors import InputError
from muc_scorer.read.messages import say, shown, warn
from muc_scorer.read.objects import Object, Side
from muc_scorer.read.parsing import Source, read_file
from muc_scorer.read.texts import document_number
from muc_scorer.read.v1997.tags import read_tag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.objects import Catalogue, Slots
    from muc_scorer.read.v1997.tags import Tag

_OUTSIDE = b""  # lies below all sections
_DATE_LINE = b"DD"
_DEPTH = 10  # of sections and of entities


class TaggedFile:
    """A file of documents.

    ``has_entered`` says whether any document of the run is in the catalogue because of its sections. ``read_tag`` reads
    equal open tags once. ``entities`` are those read as a whole, which recur: tag, slots and length of the text.
    """

    __slots__ = ("catalogue", "entities", "has_entered", "read_tag", "role", "source")

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        self.role = role
        self.catalogue = catalogue
        self.read_tag = cache(lambda opening: read_tag(opening, definitions))
        self.source = Source(os.fsdecode(path), read_file(path, b"ne/co document"))
        self.entities: dict[bytes, tuple[Tag, Slots, int]] = {}
        self.has_entered = any(document.key is not None for document in catalogue)


class _Open:
    """An entity whose close tag has not come yet, with the text that it has up to now."""

    __slots__ = ("item", "tag", "text")

    def __init__(self, item: Object, tag: Tag) -> None:
        self.item = item
        self.tag = tag
        self.text = bytearray()


class OpenDocument:
    """The document that is being read, from ``start`` of the file on.

    It enters the catalogue, as ``side``, with its first section.
    """

    def __init__(self, file: TaggedFile, start: int) -> None:
        self.file = file
        self.content = file.source.data
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

    def read_number(self, number: Match[bytes]) -> None:
        """Read the document number, which replaces an earlier one and is not part of the text."""
        self.collect(number.start(), number.end())
        self.docnum = document_number(number[0])

    def open_section(self, name: bytes, start: int) -> None:
        """Enter a section, and with the first one the catalogue."""
        if self.side is None:
            if self.docnum is None:
                raise self.file.source.error("the document has no number; put <DOCNO> before its first section", start)
            say(b"parsing %s %s..." % (self.file.role, self.docnum))
            self.side = Side(self.docnum)
            self.file.catalogue.entry(self.docnum).enter(self.file.role, self.side)
            self.file.has_entered = True
        if self.closes_too_many:
            raise self.file.source.error(
                "more sections are closed before this one than were opened; close each once", start
            )
        if len(self.sections) > _DEPTH:
            raise self.file.source.error(f"more than {_DEPTH} sections are open inside one another; close them", start)
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
            raise self.file.source.error("the tag follows a section that is closed but was not opened", start)

    def open_entity(self, start: int, end: int) -> None:
        """Begin the entity of an open tag."""
        self.collect(start, end)
        if not self.in_section:
            self._pass_over(start)
        else:
            if len(self.entities) == _DEPTH:
                raise self.file.source.error(
                    f"more than {_DEPTH} entities are open inside one another; close them", start
                )
            tag = self._tag(self.content[start:end], start)
            self.entities.append(_Open(self._begin(tag, start), tag))
        self.tag_bytes += end - start

    def read_entity(self, entity: Match[bytes]) -> None:
        """Read an entity that is in no other and holds nothing but text."""
        start, end = entity.span()
        known = self.file.entities.get(entity[0])
        if known is None:
            opening, text = entity.groups()
            tag = self._tag(opening, start)
            known = self.file.entities[entity[0]] = (tag, tag.filled(text.replace(b"\n", b" ")), len(text))
        tag, slots, length = known
        item = self._begin(tag, start, slots)
        item.end = item.start + length
        if not length:
            self._refuse_empty(item, tag, entity.end(2))
        self.tag_bytes += end - start - length

    def _tag(self, opening: bytes, position: int) -> Tag:
        try:
            return self.file.read_tag(opening)
        except InputError as error:
            raise self.file.source.error(error.problem, position) from error

    def _begin(self, tag: Tag, position: int, slots: Slots | None = None) -> Object:
        """Add the object of an open tag."""
        assert self.side is not None
        assert self.docnum is not None
        number = self.counts[tag.definition] = self.counts.get(tag.definition, 0) + 1
        start, section = position - self.start - self.tag_bytes, self.sections[-1]
        item = Object(
            tag.definition, self.docnum, b"%d" % number, None, tag.optional, start, 0, section, position, slots
        )
        self.side.add(item)
        if item.section == _DATE_LINE:
            self._keep_last_of_date_line(item, self.side)
        return item

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
            if not entity.text:
                self._refuse_empty(entity.item, entity.tag, start)
            if self.entities:
                self.entities[-1].text += entity.text
        else:
            tag = self.content[start:end]
            line = self.file.source.line(start) - self.file.source.line(self.start) + 1
            warn(b"unmatched '%s' in %s, line %d" % (tag, self.docnum, line))
        self.tag_bytes += end - start

    def _refuse_empty(self, item: Object, tag: Tag, position: int) -> None:
        """Raise :class:`InputError` for an entity without text, unless its tag says one."""
        if not tag.has_text():
            raise self.file.source.error(f"the entity {shown(item.name())} has no text; remove its tags", position)

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
