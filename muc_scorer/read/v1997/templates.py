"""Template files: the objects of key and response as records of slots and fills (scoring manual, template files)."""

from __future__ import annotations

import os
from functools import cache

from common.errors import InputError
from muc_scorer.read.messages import Fatal, say, shown, warn
from muc_scorer.read.objects import KEY, MultiFill, Object, Side, Slot
from muc_scorer.read.parsing import END, Token, Tokens, from_first_letter, read_file, squeezed, stop_at, unquoted
from muc_scorer.read.v1997.templatelex import (
    ALTERNATIVE,
    FILL,
    HEADER,
    NAME,
    OPTIONAL,
    POINTER,
    RECORD,
    Record,
    TemplateLexer,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import Catalogue


_ANYTHING = (HEADER, NAME, OPTIONAL, ALTERNATIVE, POINTER, FILL, RECORD, END)
_AFTER = {**dict.fromkeys(_ANYTHING, _ANYTHING), HEADER: (NAME,)}


class TemplateReader:
    """Reads the objects of one side, one after the other, each a header and at least one slot.

    ``slot`` and ``fills`` are where the next fill goes.
    """

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        self.path = path
        self.role = role
        self.definitions = definitions
        self.slot_definition = cache(_slot_definition)
        self.catalogue = catalogue
        self.side: Side | None = None
        self.object: Object
        self.slot: Slot
        self.fills: MultiFill
        self.first_alternative = True

    def read(self, tokens: Tokens) -> None:
        """Read a file."""
        actions = {
            HEADER: self._header,
            NAME: self._name,
            OPTIONAL: self._optional,
            ALTERNATIVE: self._alternative,
            POINTER: self._pointer,
            FILL: self._fill,
            RECORD: self._record,
        }
        for token in tokens.each((HEADER, RECORD), _AFTER):
            actions[token.type](token)

    def _header(self, header: Token) -> None:
        """Continue or begin the object of that header, in a new document if its number changes."""
        pattern, docnum, one_up = self._identification(header)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            raise Fatal(b"Error: [parse template]: class '%s' has not been defined.\n" % pattern)
        if self.side is None or self.side.docnum.lower() != docnum.lower():
            if self.side is not None:
                say(b"done.\n")
            say(b"parsing %s %s..." % (self.role, docnum))
            self.side = Side(docnum, header.line)
            self.catalogue.entry(docnum).enter(self.role, self.side)
        self.object = self.side.found_or_made(definition, one_up, docnum)
        self.object.line = self.object.line or header.line

    def _name(self, name: Token) -> None:
        self._open(self._slot(name.value, name.line))

    def _slot(self, name: bytes, line: int) -> Slot:
        """Return the slot of that name of the present object, which is added if it is new."""
        item = self.object
        definition = self.slot_definition(item.definition, name)
        slot = item.slots.get(definition)
        if slot is None:
            slot = item.slots[definition] = Slot(definition, line=line)
        return slot

    def _open(self, slot: Slot) -> None:
        self.slot = slot
        self.fills = slot.main
        self.first_alternative = True

    def _fill(self, fill: Token) -> None:
        self.fills.strings.append(squeezed(unquoted(fill.value)))

    def _record(self, record: Token) -> None:
        """Continue or begin an object, and its slots with one fill each."""
        assert isinstance(record, Record), "such a token stands for a plain object"
        self._header(record)
        for line, (name, fill) in enumerate(record.slots, record.line + 1):
            slot = self._slot(name, line)
            slot.main.strings.append(squeezed(unquoted(fill)))
        self._open(slot)

    def _optional(self, _: Token) -> None:
        self.slot.optional = True

    def _alternative(self, _: Token) -> None:
        """Begin another multi-fill. The first one in a continued slot discards the alternatives that the slot had."""
        if self.first_alternative:
            self.first_alternative = False
            assert self.side is not None
            self.side.lost_targets += [target for fills in self.slot.alternatives for target in fills.pointers]
            self.slot.alternatives = ()
        self.fills = MultiFill()
        self.slot.add_alternative(self.fills)

    def _pointer(self, token: Token) -> None:
        """Add a pointer to an object of the current document, whatever its number says, made if necessary."""
        pattern, docnum, one_up = self._identification(token)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            problem = f"the pointer {shown(token.text)} names a class that is not defined"
            raise InputError(problem, os.fsdecode(self.path), token.line)
        assert self.side is not None
        self.fills.add_pointer(self.side.found_or_made(definition, one_up, docnum))

    def _identification(self, token: Token) -> tuple[bytes, bytes, bytes]:
        """Return class pattern, document number and id of a header or pointer ``<CLASS-DOCNUM-ID>``."""
        inner = token.text[1 : token.text.index(b">")]
        pattern, _, rest = inner.partition(b"-")
        docnum, dash, one_up = rest.partition(b"-")
        if not pattern[:1].isalpha():
            raise _ill_formed(1, token)
        if not docnum[:1].isdigit():
            raise _ill_formed(2, token)
        if not dash:
            problem = f"the header {shown(token.text)} has no id; write <CLASS-DOCUMENT-ID>"
            raise InputError(problem, os.fsdecode(self.path), token.line)
        if not one_up[:1].isdigit():
            raise _ill_formed(3, token)
        return pattern, docnum, one_up


def _ill_formed(part: int, token: Token) -> Fatal:
    return Fatal(b"Error: (%d) ill-formed instance header '%s'.\n" % (part, token.text))


def _slot_definition(definition: ClassDef, name: bytes) -> SlotDef:
    """Return the definition of the slot whose pattern is ``name`` from its first letter on."""
    pattern = from_first_letter(name) or name
    slot = definition.slots.with_pattern(pattern)
    if slot is None:
        names = (pattern, definition.name)
        raise Fatal(b"Error: [parse template]: slot '%s' is not defined for class '%s'.\n" % names)
    return slot


def read_templates(
    path: bytes | None, role: bytes, definitions: Definitions, catalogue: Catalogue, lexer: TemplateLexer
) -> None:
    """Read a template file into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    ``lexer`` goes from the key file to the response file. Raises :class:`Fatal` where the 1997 program stops and
    :class:`InputError` where it crashes.
    """
    if path is None:
        warn(b"[parse_templates]: %s template file not specified." % role)
        return
    content = read_file(path, b"template")
    reader = TemplateReader(path, role, definitions, catalogue)

    def stop(token: Token | None) -> NoReturn:
        stop_at(b"template", b"parse of template file '%s' failed." % path, lexer.line, 1, token)

    reader.read(Tokens(_with_end(lexer.tokens(content), lexer, reader), stop))


def _with_end(tokens: Iterator[Token], lexer: TemplateLexer, reader: TemplateReader) -> Iterator[Token]:
    """Yield the tokens of a file, and say at its end that the last document is done."""
    yield from tokens
    if reader.side is None and reader.role == KEY:
        raise InputError("the key file holds no objects; write at least one", os.fsdecode(reader.path), lexer.line)
    say(b"done.\n")
