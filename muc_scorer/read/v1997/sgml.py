"""Texts with SGML tags: the named entities of key and response (scoring manual, SGML).

A compiled pattern walks over the file from one ``<name`` or ``</name`` to the next; an entity that is in no other and
holds nothing but text is read as a whole, which saves a third of a run. Only the tags of entities are removed whole; of
any other tag only the name is, and the rest, the closing bracket included, is text. A document goes on until the next
one begins. Offsets count the bytes from the ``<`` of ``<DOC>`` on, without the tags of entities.

A tag is split as in the 1997 program, with the C library's ``strtok``: each kind of piece ends at characters of
its own, whatever quotes say. So a value ends at a blank even within quotes, and anything after ALT is lost.
"""

from __future__ import annotations

import os
from functools import cache

from common.errors import InputError
from muc_scorer.read.definitions import ALT, NAMED_ENTITIES, STATUS, TEXT
from muc_scorer.read.messages import Fatal, say, shown, warn
from muc_scorer.read.objects import MultiFill, Object, Side, Slot, Slots, means_optional
from muc_scorer.read.parsing import Source, from_first_letter, read_file, squeezed
from muc_scorer.read.texts import document_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import Catalogue, Slots
    from muc_scorer.read.parsing import Source

_OUTSIDE = b""  # lies below all sections
_DATE_LINE = b"DD"
_DEPTH = 10  # of sections and of entities
_NAMES = b"|".join(NAMED_ENTITIES)
_SECTIONS = frozenset(
    b"HL hl HEADLINE headline SLUG PREAMBLE IDS ids TRAILER trailer DD dd DATE date DATELINE dateline TXT txt TEXT text"
    b"".split()
)


class Tag:
    """What an open tag says of its entity: class, slots from attributes (in order), STATUS and the alternative text.

    ``text_slot`` is the slot that the text of the entity goes into, that with the pattern; it is among ``slots`` if an
    attribute came first. What entities inside one another pass on is in ``inner_slot``, which is found by name.
    ``filled(text, inner)`` are the slots of an entity with this tag, a text, and what inner ones passed on if that has
    a slot of its own. Both continue the values of attributes; entities that say the same share their slots.
    """

    __slots__ = ("definition", "filled", "inner_slot", "optional", "slots", "text_slot")

    def __init__(self, definition: ClassDef) -> None:
        self.filled = cache(self._filled)
        self.definition = definition
        self.slots: dict[SlotDef, Slot] = {}
        self.optional = False
        self.text_slot: SlotDef
        self.inner_slot: SlotDef

    def slot(self, pattern: bytes) -> Slot:
        """Return the slot that an attribute fills. Raises :class:`Fatal` if the class has none of that name."""
        definition = _slot_definition(self.definition, pattern)
        return self.slots.setdefault(definition, Slot(definition))

    def _filled(self, text: bytes, inner: bytes = b"") -> Slots:
        slots = Slots(self.slots)
        slots[self.text_slot] = self._continued(self.text_slot, text)
        if inner:
            slots[self.inner_slot] = self._continued(self.inner_slot, inner)
        return slots

    def _continued(self, definition: SlotDef, text: bytes) -> Slot:
        """Return a slot with a text behind its first string. A text that is empty is no fill."""
        former = self.slots.get(definition, Slot(definition))
        strings = former.main.strings
        if text:
            strings = [b"".join(strings[:1]) + text, *strings[1:]]
        return Slot(definition, MultiFill(strings), former.alternatives)


def read_tag(text: bytes, definitions: Definitions) -> Tag:
    """Return what a tag, angle brackets included, says.

    Raises :class:`Fatal` if it needs a class or slot that is not defined, :class:`InputError` without a place if it has
    an attribute without a name or a value.
    """
    tag = Tag(class_of_tag(text, definitions))
    _, position = _next(b" >", text, 1)
    while True:
        attribute, position = _next(b" =>", text, position)
        if attribute is None:
            break
        position = _read_attribute(tag, attribute, text, position)
    tag.text_slot = _slot_definition(tag.definition, TEXT)
    tag.inner_slot = tag.definition.slots.named(TEXT) or tag.text_slot
    return tag


def class_of_tag(text: bytes, definitions: Definitions) -> ClassDef:
    """Return the class that a tag names. Raises :class:`Fatal` if it is not defined."""
    import re

    class_name = re.compile(b"[A-Za-z0-9]*").findall(text, 1)[0].lower()
    definition = definitions.named(class_name)
    if definition is None:
        raise Fatal(b"Error: [parse named-entity]: class '%s' has not been defined.\n" % class_name)
    return definition


def _read_attribute(tag: Tag, attribute: bytes, text: bytes, position: int) -> int:
    """Read the value of an attribute from ``position`` of a tag on, and return where to go on."""
    name = from_first_letter(attribute)
    if not name:
        raise InputError(f"an attribute of the tag {shown(text)} has no name")
    if attribute.lower() == STATUS:
        value, position = _next(b'"', text, position)
        tag.optional = tag.optional or means_optional(value or b"")
    elif attribute.lower() == ALT:
        value, _ = _next(b'|"', text, position)
        position = len(text)
        if value is not None:
            tag.slot(TEXT).add_alternative(MultiFill([squeezed(value)]))
    else:
        slot = tag.slot(name)
        value, position = _next(b' ">', text, position)
        if value is None:
            raise InputError(f"the attribute {shown(name)} of the tag {shown(text)} has no value")
        slot.main.strings.append(value)
    return position


def _next(separators: bytes, text: bytes, position: int) -> tuple[bytes | None, int]:
    """Return the next piece from ``position`` on, None if there is none, and where to go on: past one separator."""
    import re

    match = re.compile(b"[^%s]+" % separators).search(text, position)
    return (match[0], match.end() + 1) if match else (None, len(text))


def _slot_definition(definition: ClassDef, pattern: bytes) -> SlotDef:
    slot = definition.slots.with_pattern(pattern)
    if slot is None:
        raise Fatal(
            b"Error: [parse named-entity]: slot '%s' is not defined for class '%s'.\n" % (pattern, definition.name)
        )
    return slot


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


class _Walk:
    """The way through a file, from tag to tag, which tells the present document of them."""

    def __init__(self, file: TaggedFile) -> None:
        import re

        self.file = file
        self.content = file.source.data
        self.last_bracket = self.content.rfind(b">")
        self.document: OpenDocument | None = None
        self.find_tag = re.compile(rb"<(/?)([A-Za-z0-9]+)").search
        entity = rb"(<(?i:%s)[^<>]*>)([^<]*)</(?i:%s)>" % (_NAMES, _NAMES)
        self.find_entity_or_tag = re.compile(entity + rb"|</?[A-Za-z0-9]").search
        self.find_run = re.compile(rb"[^ \t\n>]+").search

    def read(self) -> None:
        """Read all documents."""
        position = 0
        while found := self.find_entity_or_tag(self.content, position):
            if found[1] and self.document is not None and self._takes_entities(self.document):
                self.document.read_entity(found)
                position = found.end()
                continue
            match = self.find_tag(self.content, found.start())
            assert match is not None, "a tag begins there"
            number = self._number(position)
            if number is not None and self.document is not None and self._comes_first(number, match):
                self.document.read_number(number)
                position = number.end()
            else:
                position = self._read_tag(match)
        if self.document is not None:
            if number := self._number(position):
                self.document.read_number(number)
            self.document.close(len(self.content))

    def _number(self, position: int) -> Match[bytes] | None:
        """Return the next run of characters if a document number is looked for."""
        return self.find_run(self.content, position) if self.file.awaits_number else None

    def _takes_entities(self, document: OpenDocument) -> bool:
        """Say whether an entity that holds nothing but text is read as a whole here, as most of them are."""
        return document.in_section and not document.entities and not self.file.awaits_number

    def _comes_first(self, number: Match[bytes], tag: Match[bytes]) -> bool:
        """Say whether a run of characters is the number that is awaited and no tag, whose name would end with it."""
        if number.start() < tag.start():
            return True
        is_entity = tag[2].lower().startswith(NAMED_ENTITIES) and self._entity_tag_end(tag) > 0
        return number.end() > tag.end() and not is_entity

    def _read_tag(self, match: Match[bytes]) -> int:
        """Read the tag that begins with ``match`` and return where to go on."""
        closing, name = match.groups()
        start, end = match.span()
        document = self.document
        if name == b"DOC" and not closing:
            if document is not None:
                document.close(start)
            self.document = OpenDocument(self.file, start)
        elif document is None:
            pass
        elif name.lower().startswith(NAMED_ENTITIES):
            return self._read_entity_tag(document, match)
        else:
            document.collect(start, end)
            if name == b"DOC":
                document.end()
            elif name in _SECTIONS:
                document.close_section() if closing else document.open_section(name, start)
            elif not closing and (name == b"DOCNO" or (name == b"DOCID" and document.docnum is None)):
                self.file.awaits_number = True
        return end

    def _entity_tag_end(self, match: Match[bytes]) -> int:
        """Return the end of what begins like the tag of an entity, 0 without the bracket that such a tag needs."""
        end = match.end()
        if match[1]:
            return end + 1 if match[2].lower() in NAMED_ENTITIES and self.content.startswith(b">", end) else 0
        return self.content.index(b">", end) + 1 if end <= self.last_bracket else 0

    def _read_entity_tag(self, document: OpenDocument, match: Match[bytes]) -> int:
        end = self._entity_tag_end(match)
        if not end:
            document.collect(*match.span())
            return match.end()
        if match[1]:
            document.close_entity(match.start(), end)
        else:
            document.open_entity(match.start(), end)
        return end


def read_documents(path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> Source:
    """Read a file of tagged documents into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Return the file, which the positions of the objects are of.

    Raises :class:`Fatal` where the 1997 program stops and :class:`InputError` where it crashes.
    """
    file = TaggedFile(path, role, definitions, catalogue)
    _Walk(file).read()
    return file.source
