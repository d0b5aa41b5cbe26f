"""Texts with SGML tags: the named entities of key and response (scoring manual, SGML).

A compiled pattern finds each ``<name`` or ``</name`` in turn. The tag of an entity is removed whole. Of any other tag,
only this beginning is removed; the rest, including the closing bracket, is text. A document goes on until the next one
begins. Offsets count bytes from the ``<`` of ``<DOC>``, without the tags of entities.

A tag is split as by the C library's ``strtok`` in the 1997 program: each kind of piece has its own separators, even
within quotes. So most values end at a blank even if they are quoted, and anything after the first value of ALT is lost.
"""

from __future__ import annotations

import os
from functools import cache

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read.definitions import ALT, NAMED_ENTITIES, STATUS, TEXT
from legacy_scorers.muc_scorer.read.messages import Fatal, shown
from legacy_scorers.muc_scorer.read.objects import MultiFill, Object, Side, Slot, Slots, means_optional
from legacy_scorers.muc_scorer.read.parsing import Source, from_first_letter, read_file, squeezed
from legacy_scorers.muc_scorer.read.texts import document_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.objects import Catalogue

_OUTSIDE = b""  # the section name outside of all sections
_DATE_LINE = b"DD"
_DEPTH = 10  # of sections and of entities
_NAMES = b"|".join(NAMED_ENTITIES)
# An entity that holds nothing but text is one match, which makes a run a third shorter.
_ENTITY = rb"(?P<opening>(?i:%s)[^<>]*>)(?P<text>[^<]*)</(?i:%s)(?P<end>>)" % (_NAMES, _NAMES)
_SECTIONS = frozenset(
    b"HL hl HEADLINE headline SLUG PREAMBLE IDS ids TRAILER trailer DD dd DATE date DATELINE dateline TXT txt TEXT text"
    b"".split()
)


class Tag:
    """An open tag: the class of its entity, slots from its attributes (in order), and whether STATUS is optional.

    ``text_slot``, the slot with the pattern ``text``, is for the text of the entity. ``inner_slot``, the slot named
    ``text`` or else ``text_slot``, is for what entities inside this one pass on. ``filled(text, inner)`` returns the
    slots of an entity, with the two texts appended to the values from attributes. ``inner`` is empty if both slots are
    the same. Entities with equal tags and texts share their slots.

    ``text`` includes the angle brackets. Raises :class:`Fatal` if the class or a slot is not defined, and
    :class:`InputError` without a file and line if an attribute has no name or no value.
    """

    def __init__(self, text: bytes, definitions: Definitions) -> None:
        self.filled = cache(self._filled)
        self.definition = class_of_tag(text, definitions)
        self.slots: dict[SlotDef, Slot] = {}
        self.optional = False
        _, position = _next(b" >", text, 1)
        attribute, position = _next(b" =>", text, position)
        while attribute is not None:
            position = self._read_attribute(attribute, text, position)
            attribute, position = _next(b" =>", text, position)
        self.text_slot = self._defined(TEXT)
        self.inner_slot = self.definition.slots.named(TEXT) or self.text_slot

    def _read_attribute(self, attribute: bytes, text: bytes, position: int) -> int:
        """Read the value that begins at ``position`` of the tag, and return the position of the next attribute."""
        name = from_first_letter(attribute)
        if not name:
            raise InputError(f"an attribute of the tag {shown(text)} has no name")
        if attribute.lower() == STATUS:
            value, position = _next(b'"', text, position)
            self.optional = self.optional or means_optional(value or b"")
        elif attribute.lower() == ALT:
            value, _ = _next(b'|"', text, position)
            position = len(text)
            if value is not None:
                self._slot(TEXT).alternatives.append(MultiFill([squeezed(value)]))
        else:
            slot = self._slot(name)
            value, position = _next(b' ">', text, position)
            if value is None:
                raise InputError(f"the attribute {shown(name)} of the tag {shown(text)} has no value")
            slot.main.strings.append(value)
        return position

    def _slot(self, pattern: bytes) -> Slot:
        definition = self._defined(pattern)
        return self.slots.setdefault(definition, Slot(definition))

    def _defined(self, pattern: bytes) -> SlotDef:
        slot = self.definition.slots.with_pattern(pattern)
        if slot is None:
            names = (pattern, self.definition.name)
            raise Fatal(b"Error: [parse named-entity]: slot '%s' is not defined for class '%s'.\n" % names)
        return slot

    def _filled(self, text: bytes, inner: bytes = b"") -> Slots:
        slots = Slots(self.slots)
        slots[self.text_slot] = self._continued(self.text_slot, text)
        if inner:
            slots[self.inner_slot] = self._continued(self.inner_slot, inner)
        return slots

    def _continued(self, definition: SlotDef, text: bytes) -> Slot:
        """Return the slot with ``text`` appended to its first string; an empty text adds no string."""
        former = self.slots.get(definition, Slot(definition))
        strings = former.main.strings
        if text:
            strings = [b"".join(strings[:1]) + text, *strings[1:]]
        return Slot(definition, MultiFill(strings), former.alternatives)


def class_of_tag(text: bytes, definitions: Definitions) -> ClassDef:
    """Return the class that a tag names. Raises :class:`Fatal` if it is not defined."""
    import re

    class_name = re.compile(b"[A-Za-z0-9]*").findall(text, 1)[0].lower()
    definition = definitions.named(class_name)
    if definition is None:
        raise Fatal(b"Error: [parse named-entity]: class '%s' has not been defined.\n" % class_name)
    return definition


def _next(separators: bytes, text: bytes, position: int) -> tuple[bytes | None, int]:
    """Return the next piece from ``position`` on, or None, and the position after the separator that ends it."""
    import re

    match = re.compile(b"[^%s]+" % separators).search(text, position)
    return (match[0], match.end() + 1) if match else (None, len(text))


class _Open:
    """An entity that has not been closed, with its text so far.

    ``inner`` is the text that inner entities passed on. It is the same object as ``text`` if both go into one slot.
    ``current`` is the one of the two to which further text is added.
    """

    def __init__(self, item: Object, tag: Tag) -> None:
        self.item = item
        self.tag = tag
        self.text = bytearray()
        self.inner = self.text if tag.inner_slot is tag.text_slot else bytearray()
        self.current = self.text

    def fill(self) -> None:
        inner = b"" if self.inner is self.text else bytes(self.inner)
        self.item.slots = self.tag.filled(bytes(self.text), inner)

    def passed_on(self) -> bytes:
        """Return the text that this entity, once it is filled, adds to the entity around it."""
        slot = self.item.slots.get(self.tag.inner_slot)
        return b"".join(slot.main.strings[:1]) if slot is not None else b""

    def take_in(self, passed: bytes) -> None:
        """Add what an inner entity passes on. Further text follows it, unless both slots had strings before."""
        tag = self.tag
        if passed and not (self._has_string(tag.text_slot, self.text) and self._has_string(tag.inner_slot, self.inner)):
            self.current = self.inner
        self.inner += passed

    def _has_string(self, definition: SlotDef, text: bytearray) -> bool:
        """Say whether the slot with that text so far has a string, which may come from an attribute."""
        slot = self.tag.slots.get(definition)
        return bool(text or (slot is not None and slot.main.strings))


class _Document:
    """The document that is being read; it begins at position ``start`` of the file.

    Its first section adds it to the catalogue, as ``side``. ``section`` is the innermost open section, or empty.
    """

    def __init__(self, file: _File, start: int) -> None:
        self.file = file
        self.start = start
        self.docnum: bytes | None = None
        self.side: Side | None = None
        self.sections = [_OUTSIDE]
        self.section = _OUTSIDE
        self.closes_too_many = False
        self.counts: dict[ClassDef, int] = {}
        self.in_date_line: Object | None = None
        self.entities: list[_Open] = []
        self.collected = start  # position up to which the text is in the open entities
        self.tag_bytes = 0

    def read_number(self, number: Match[bytes]) -> None:
        """Set or replace the document number. The bytes from its tag to its end are not text."""
        self.collect(number.start(), number.end())
        self.file.awaits_number = False
        self.docnum = document_number(number[0])

    def open_section(self, name: bytes, start: int) -> None:
        """Enter a section. The first one adds the document to the catalogue."""
        error = self.file.source.error
        if self.side is None:
            if self.docnum is None:
                raise error("the document has no number; put <DOCNO> before its first section", start)
            self.file.messages.say(b"parsing %s %s..." % (self.file.role, self.docnum))
            self.side = Side(self.docnum)
            self.file.catalogue.enter(self.docnum, self.file.role, self.side)
            self.file.has_entered = True
        if self.closes_too_many:
            raise error("a section before this one is closed twice; close each section once", start)
        if len(self.sections) > _DEPTH:
            raise error(f"more than {_DEPTH} sections are nested; close them", start)
        self.sections.append(name)
        self.section = name

    def close_section(self) -> None:
        """Leave the innermost section, whatever its name. An extra close tag may make a later tag an error."""
        if self.sections:
            self.sections.pop()
        else:
            self.closes_too_many = True
        self.section = self.sections[-1] if self.sections else _OUTSIDE

    def read_entity(self, found: Match[bytes]) -> None:
        """Read an entity that is in no other and holds nothing but text."""
        start, text = found.start(), found["text"]
        tag = self._tag(b"<" + found["opening"], start)
        item = self._begin(tag, start, tag.filled(text.replace(b"\n", b" ")))
        item.end = item.start + len(text)
        self.tag_bytes += found.end("end") - start - len(text)

    def read_entity_tag(self, start: int, end: int, is_close: bool) -> None:
        """Begin an entity, or end the innermost one; outside of sections the tag is ignored."""
        self.collect(start, end)
        if self.section and is_close:
            self._close_entity(start, end)
        elif self.section:
            self._open_entity(start, end)
        elif not self.sections:
            raise self.file.source.error("the tag follows the end of a section that was not opened", start)
        self.tag_bytes += end - start

    def _open_entity(self, start: int, end: int) -> None:
        if len(self.entities) == _DEPTH:
            raise self.file.source.error(f"more than {_DEPTH} entities are nested; close them", start)
        tag = self._tag(self.file.content[start:end], start)
        self.entities.append(_Open(self._begin(tag, start), tag))

    def _close_entity(self, start: int, end: int) -> None:
        """End the innermost entity, whatever its name; it adds its text to the entity around it."""
        if self.entities:
            entity = self.entities.pop()
            entity.fill()
            entity.item.end = start - self.start - self.tag_bytes
            if self.entities:
                self.entities[-1].take_in(entity.passed_on())
        else:
            import re

            text = re.sub(rb"<(?i:%s)[^>]*>" % _NAMES, b"", self.file.content[self.start : start])
            line = 1 + text.count(b"\n")
            self.file.messages.warn(
                b"unmatched '%s' in %s, line %d" % (self.file.content[start:end], self.docnum, line)
            )

    def _tag(self, opening: bytes, position: int) -> Tag:
        """Read an open tag. In the date line, first remove the earlier entity there if the tag's class is defined."""
        if self.in_date_line is not None and self.section == _DATE_LINE:
            class_of_tag(opening, self.file.definitions)
            assert self.side is not None
            self.file.messages.say(b"\n\tremoving first DD instance %s...done\n" % self.in_date_line.name())
            self.side.remove(self.in_date_line)
            self.in_date_line = None
        try:
            return self.file.read_tag(opening)
        except InputError as error:
            raise self.file.source.error(error.problem, position) from error

    def _begin(self, tag: Tag, position: int, slots: Slots | None = None) -> Object:
        assert self.side is not None
        assert self.docnum is not None
        number = self.counts[tag.definition] = self.counts.get(tag.definition, 0) + 1
        start = position - self.start - self.tag_bytes
        item = Object(
            tag.definition, self.docnum, b"%d" % number, None, tag.optional, start, 0, self.section, position, slots
        )
        self.side.add(item)
        if self.section == _DATE_LINE:
            self.in_date_line = item
        return item

    def collect(self, start: int, end: int) -> None:
        """Add the text before a tag to the innermost entity. The tag begins at ``start`` and ends at ``end``.

        While a document number is awaited, nothing is text.
        """
        if self.entities and not self.file.awaits_number:
            self.entities[-1].current += self.file.content[self.collected : start].replace(b"\n", b" ")
        self.collected = end

    def report_end(self) -> None:
        """Report a ``</DOC``. The document still goes on until the next one begins."""
        if self.entities:
            self.file.messages.warn(b"not enough closing NE/CO tags in %s" % self.docnum)
        if self.file.has_entered and self.docnum is not None:
            self.file.messages.say(b"%s done.\n" % self.docnum)

    def end(self, position: int) -> None:
        """Fill the open entities, up to ``position``. They get no end offset, so nothing overlaps them."""
        self.collect(position, position)
        for entity in self.entities:
            entity.fill()


class _File:
    """A file of documents. It is read from tag to tag, and the current document handles each tag.

    ``has_entered`` says whether a section has added any document of the run to the catalogue, ``awaits_number`` whether
    the next run of characters is a document number. ``read_tag`` reads equal open tags only once.
    """

    def __init__(
        self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue, messages: Messages
    ) -> None:
        import re

        self.role = role
        self.catalogue = catalogue
        self.definitions = definitions
        self.messages = messages
        self.source = Source(os.fsdecode(path), read_file(path, b"ne/co document", messages.host))
        self.content = self.source.data
        self.read_tag = cache(lambda opening: Tag(opening, definitions))
        self.has_entered = any(document.key is not None for document in catalogue)
        self.awaits_number = False
        self.document: _Document | None = None
        self.last_bracket = self.content.rfind(b">")
        self.find_tag = re.compile(rb"<(?=(?:%s)?)(?P<slash>/?)(?P<name>[A-Za-z0-9]+)" % _ENTITY).search
        self.find_run = re.compile(rb"[^ \t\n>]+").search

    def read(self) -> None:
        position = 0
        while tag := self.find_tag(self.content, position):
            document = self.document
            number = self.find_run(self.content, position) if self.awaits_number else None
            if tag["end"] and document and document.section and not document.entities and not self.awaits_number:
                document.read_entity(tag)
                position = tag.end("end")
            elif number is not None and document is not None and self._comes_first(number, tag):
                document.read_number(number)
                position = number.end()
            else:
                position = self._read_tag(tag)
        if self.document is not None:
            if self.awaits_number and (number := self.find_run(self.content, position)):
                self.document.read_number(number)
            self.document.end(len(self.content))

    def _comes_first(self, number: Match[bytes], tag: Match[bytes]) -> bool:
        """Say whether the awaited number begins before the tag, or ends after it and the tag is not an entity's."""
        return number.start() < tag.start() or (number.end() > tag.end() and not self._end_of_entity_tag(tag))

    def _read_tag(self, tag: Match[bytes]) -> int:
        name, is_close = tag["name"], bool(tag["slash"])
        document = self.document
        if name == b"DOC" and not is_close:
            if document is not None:
                document.end(tag.start())
            self.document = _Document(self, tag.start())
        elif document is not None:
            if end := self._end_of_entity_tag(tag):
                document.read_entity_tag(tag.start(), end, is_close)
                return end
            document.collect(*tag.span())
            if name == b"DOC":
                document.report_end()
            elif name in _SECTIONS and is_close:
                document.close_section()
            elif name in _SECTIONS:
                document.open_section(name, tag.start())
            elif not is_close and (name == b"DOCNO" or (name == b"DOCID" and document.docnum is None)):
                self.awaits_number = True
        return tag.end()

    def _end_of_entity_tag(self, tag: Match[bytes]) -> int:
        """Return the end of an entity's tag, or 0 if it is another tag or has no closing bracket."""
        name, end = tag["name"].lower(), tag.end()
        if tag["slash"]:
            is_complete = name in NAMED_ENTITIES and self.content.startswith(b">", end)
            return end + 1 if is_complete else 0
        is_complete = name.startswith(NAMED_ENTITIES) and end <= self.last_bracket
        return self.content.index(b">", end) + 1 if is_complete else 0


def read_documents(
    path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue, messages: Messages
) -> Source:
    """Read a file of tagged documents into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Return the file, to which the positions of the objects refer. Raises :class:`Fatal` where the 1997 program stops and
    :class:`InputError` where it crashes.
    """
    file = _File(path, role, definitions, catalogue, messages)
    file.read()
    return file.source
