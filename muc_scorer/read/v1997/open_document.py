"""A document with SGML tags, which is told of its tags one after the other (scoring manual, SGML).

Offsets count the bytes from the ``<`` of ``<DOC>`` on, without the tags of entities.
"""

from __future__ import annotations

import os
from functools import cache

from common.errors import InputError
from muc_scorer.read.definitions import NAMED_ENTITIES
from muc_scorer.read.messages import say, warn
from muc_scorer.read.objects import Object, Side
from muc_scorer.read.parsing import Source, read_file
from muc_scorer.read.texts import document_number
from muc_scorer.read.v1997.tags import class_of_tag, read_tag

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

    ``has_entered`` says whether any document of the run is in the catalogue because of its sections, ``awaits_number``
    whether a document number is looked for. ``read_tag`` reads equal open tags once. ``entities`` are those read as a
    whole, which recur: tag, slots and length of the text.
    """

    __slots__ = ("awaits_number", "catalogue", "definitions", "entities", "has_entered", "read_tag", "role", "source")

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        self.role = role
        self.catalogue = catalogue
        self.definitions = definitions
        self.read_tag = cache(lambda opening: read_tag(opening, definitions))
        self.source = Source(os.fsdecode(path), read_file(path, b"ne/co document"))
        self.entities: dict[bytes, tuple[Tag, Slots, int]] = {}
        self.has_entered = any(document.key is not None for document in catalogue)
        self.awaits_number = False


class _Open:
    """An entity whose close tag has not come yet, with the text that it has up to now.

    ``inner`` is what inner entities passed on, if it is no part of the text.
    """

    __slots__ = ("inner", "item", "tag", "text")

    def __init__(self, item: Object, tag: Tag) -> None:
        self.item = item
        self.tag = tag
        self.text = bytearray()
        self.inner = self.text if tag.inner_slot is tag.text_slot else bytearray()

    def finish(self) -> None:
        """Give the object its slots."""
        inner = b"" if self.inner is self.text else bytes(self.inner)
        self.item.slots = self.tag.filled(bytes(self.text), inner)

    def passes_on(self) -> bytes:
        """Return what an entity that is finished adds to the one around it."""
        slot = self.item.slots.get(self.tag.inner_slot)
        return b"".join(slot.main.strings[:1]) if slot is not None else b""


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
        self.line = 1  # at ``counted``
        self.counted = start

    def read_number(self, number: Match[bytes]) -> None:
        """Read the document number, which replaces an earlier one. What came since its tag is not part of the text."""
        self.collect(number.start(), number.end())
        self.file.awaits_number = False
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
            opening = self.content[start:end]
            self._leave_date_line(opening)
            tag = self._tag(opening, start)
            self.entities.append(_Open(self._begin(tag, start), tag))
        self.tag_bytes += end - start

    def read_entity(self, entity: Match[bytes]) -> None:
        """Read an entity that is in no other and holds nothing but text."""
        start, end = entity.span()
        if self.in_date_line is not None:
            self._leave_date_line(entity[1])
        known = self.file.entities.get(entity[0])
        if known is None:
            opening, text = entity.groups()
            tag = self._tag(opening, start)
            known = self.file.entities[entity[0]] = (tag, tag.filled(text.replace(b"\n", b" ")), len(text))
        tag, slots, length = known
        item = self._begin(tag, start, slots)
        item.end = item.start + length
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
        if section == _DATE_LINE:
            self.in_date_line = item
        return item

    def _leave_date_line(self, opening: bytes) -> None:
        """Remove the entity of the date line before the next one, whose class must be known but not its attributes."""
        if self.in_date_line is not None and self.sections[-1] == _DATE_LINE:
            class_of_tag(opening, self.file.definitions)
            assert self.side is not None
            say(b"\n\tremoving first DD instance %s...done\n" % self.in_date_line.name())
            self.side.remove(self.in_date_line)
            self.in_date_line = None

    def close_entity(self, start: int, end: int) -> None:
        """End the innermost entity, whatever its name; it adds its text to the entity around it."""
        self.collect(start, end)
        if not self.in_section:
            self._pass_over(start)
        elif self.entities:
            entity = self.entities.pop()
            entity.finish()
            entity.item.end = start - self.start - self.tag_bytes
            if self.entities:
                self.entities[-1].inner += entity.passes_on()
        else:
            self._count_lines(start)
            warn(b"unmatched '%s' in %s, line %d" % (self.content[start:end], self.docnum, self.line))
        self.tag_bytes += end - start

    def _count_lines(self, position: int) -> None:
        """Count the line ends up to there, without those in the tags of entities."""
        import re

        outside = re.sub(rb"<(?i:%s)[^>]*>" % b"|".join(NAMED_ENTITIES), b"", self.content[self.counted : position])
        self.line += outside.count(b"\n")
        self.counted = position

    def collect(self, start: int, end: int) -> None:
        """Give the innermost entity the text before a tag that begins at ``start``; it goes on at ``end``.

        What comes before a document number that is looked for is no text.
        """
        if self.entities and not self.file.awaits_number:
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
        for entity in self.entities:
            entity.finish()
