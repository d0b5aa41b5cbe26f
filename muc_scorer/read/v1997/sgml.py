"""Texts with SGML tags: the named entities of key and response (scoring manual, SGML).

A compiled pattern walks over the file from one ``<name`` or ``</name`` to the next; an entity that is in no other and
holds nothing but text is read as a whole. Only the tags of entities are removed whole; of any other tag only the name
is, and the rest, the closing bracket included, is text. A document goes on until the next one begins.
"""

from __future__ import annotations

from muc_scorer.read.definitions import NAMED_ENTITIES
from muc_scorer.read.v1997.open_document import OpenDocument, TaggedFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from muc_scorer.read.definitions import Definitions
    from muc_scorer.read.objects import Catalogue
    from muc_scorer.read.parsing import Source

_NAMES = b"|".join(NAMED_ENTITIES)
_SECTIONS = frozenset(
    b"HL hl HEADLINE headline SLUG PREAMBLE IDS ids TRAILER trailer DD dd DATE date DATELINE dateline TXT txt TEXT text"
    b"".split()
)


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
