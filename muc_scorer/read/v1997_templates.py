"""Template files: the objects of key and response as records of slots and fills (scoring manual, template files).

The lexer works like one made by ``lex``: it tries all rules at every position. The longest match wins, or the first
of equally long ones. So a fill, which does not begin with ``/``, runs to the last non-blank of its line, and a pointer,
header or comment counts only if it reaches that far. A slot name is a run of non-blanks up to its last colon. Such a
run may extend over line ends, and so may the text between angle brackets.
"""

from __future__ import annotations

import os

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read.messages import Fatal, shown
from legacy_scorers.muc_scorer.read.objects import KEY, MultiFill, Object, Side, Slot
from legacy_scorers.muc_scorer.read.parsing import (
    Grammar,
    Token,
    from_first_letter,
    parse,
    production,
    read_file,
    squeezed,
    unquoted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ply.yacc import YaccProduction

    from legacy_scorers.muc_scorer.read.definitions import Definitions
    from legacy_scorers.muc_scorer.read.messages import Messages, Say
    from legacy_scorers.muc_scorer.read.objects import Catalogue

_IN_LINE = rb"""
    (?P<POINTER><(?:[^ \t\n>]+>(?=[ \t]*(?:\n|\Z))|[^ \t\n>]*\n[^ \t>]*>))  # at least as long as a fill
  | (?P<FILL>[^ \t\n/][^\n]*[^ \t\n])
  | [ \t]+
  | (?P<LINE_END>\n)
  | (?P<INVALID>.)
"""
_AFTER_NAME = rb"(?P<OPTIONAL>[ \t]*/)|" + _IN_LINE
_AT_START = (  # in the order of the rules, of which the first is for comments
    rb"[#;][^\n]*",
    rb"(?P<HEADER><[^ \t>]+>[ \t]*:=)",
    rb"(?P<NAME>[ \t]*[^ \t]+:)",
    rb"(?P<ALTERNATIVE>[ \t]*/)",
    _IN_LINE,
)
_HEADER_LINE = rb"(<[^ \t\n>:]+>[ \t]+:=)[ \t]*\n"
_SLOT_LINE = rb"%s[ \t]+[^ \t\n]+:)[ \t]+%s[^ \t\n/<][^\n]*[^ \t\n])[ \t]*\n"


class ObjectRecord(Token):
    """A plain object: its header line, and its ``slots``, a name and a fill on each of the next lines."""

    __slots__ = ("slots",)

    def __init__(self, header: bytes, slots: list[tuple[bytes, bytes]], line: int) -> None:
        super().__init__("RECORD", header, header, line)
        self.slots = slots


class TemplateLexer:
    """Splits template files into tokens, one file after the other.

    ``line`` is the line in the current file; line ends within a slot name or angle brackets do not count. A response
    file begins with the rules that applied at the end of the key file. With ``in_records``, the tokens of a plain
    object are one :class:`ObjectRecord`, which makes a run a quarter shorter.
    """

    def __init__(self, say: Say, in_records: bool = False) -> None:
        import re

        self._say = say
        slot = _SLOT_LINE % (b"(?:", b"(?:")
        self._plain_object = re.compile(_HEADER_LINE + b"((?:%s)+)" % slot).match if in_records else None
        self._slots = re.compile(_SLOT_LINE % (b"(", b"(")).findall
        self._at_start = [re.compile(rule, re.VERBOSE).match for rule in _AT_START]
        self._in_line = self._at_start[-1:]
        after_name = [re.compile(_AFTER_NAME, re.VERBOSE).match]
        self._following = {"LINE_END": self._at_start, "NAME": after_name, "OPTIONAL": self._in_line}
        self._rules = self._at_start
        self.line = 1

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file. A character that fits no rule is skipped with a message."""
        self.line = 1
        position = 0
        while position < len(content):
            at_start = self._rules is self._at_start
            if self._plain_object and at_start and (found := self._plain_object(content, position)):
                record = ObjectRecord(found[1], self._slots(found[2]), self.line)
                yield record
                self.line += 1 + len(record.slots)
                position = found.end()
                continue
            matches = [match for rule in self._rules if (match := rule(content, position))]
            longest = max(matches, key=lambda match: match.end())
            position, kind, text = longest.end(), longest.lastgroup, longest[0]
            if at_start:
                self._rules = self._in_line
            self._rules = self._following.get(kind or "", self._rules)
            if kind == "LINE_END":
                self.line += 1
            elif kind == "INVALID":
                self._say(b"(template) %d: invalid character at '%s'\n" % (self.line, text))
            elif kind:
                yield Token(kind, text, text, self.line)


class TemplateReader(Grammar):
    """Reads the objects of one side. Each has a header and at least one slot.

    The next fill is added to ``fills``, a multi-fill of ``slot``.
    """

    label = b"template"
    tokens = ("HEADER", "NAME", "OPTIONAL", "ALTERNATIVE", "POINTER", "FILL", "RECORD")
    start = "templates"

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue, say: Say) -> None:
        super().__init__(b"", b"parse of template file '%s' failed." % path)
        self.file = os.fsdecode(path)
        self.role = role
        self.definitions = definitions
        self.catalogue = catalogue
        self.say = say
        self.side: Side | None = None
        self.object: Object
        self.slot: Slot
        self.fills: MultiFill
        self.first_alternative = True

    @production("header : HEADER", "header : templates HEADER")
    def _header(self, p: YaccProduction) -> None:
        self._open_object(p.slice[-1])

    def _open_object(self, header: Token) -> None:
        """Continue or begin the object of that header. A different document number begins a new document."""
        pattern, docnum, one_up = self._identification(header)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            raise Fatal(b"Error: [parse template]: class '%s' has not been defined.\n" % pattern)
        if self.side is None or self.side.docnum.lower() != docnum.lower():
            if self.side is not None:
                self.say(b"done.\n")
            self.say(b"parsing %s %s..." % (self.role, docnum))
            self.side = Side(docnum, header.line)
            self.catalogue.enter(docnum, self.role, self.side)
        self.object = self.side.found_or_made(definition, one_up, docnum)
        self.object.line = self.object.line or header.line

    @production("templates : header NAME", "templates : templates NAME")
    def _name(self, p: YaccProduction) -> None:
        self._open_slot(p[2], p.slice[2].line)

    def _open_slot(self, name: bytes, line: int) -> None:
        """Continue or begin a slot. Its pattern is the name from its first letter on, or all of it."""
        definition, pattern = self.object.definition, from_first_letter(name) or name
        slot = definition.slots.with_pattern(pattern)
        if slot is None:
            names = (pattern, definition.name)
            raise Fatal(b"Error: [parse template]: slot '%s' is not defined for class '%s'.\n" % names)
        if slot not in self.object.slots:
            self.object.slots[slot] = Slot(slot, line=line)
        self.slot = self.object.slots[slot]
        self.fills = self.slot.main
        self.first_alternative = True

    @production("templates : templates FILL")
    def _fill(self, p: YaccProduction) -> None:
        self.fills.strings.append(squeezed(unquoted(p[2])))

    @production("templates : RECORD", "templates : templates RECORD")
    def _record(self, p: YaccProduction) -> None:
        record: ObjectRecord = p.slice[-1]
        self._open_object(record)
        for line, (name, fill) in enumerate(record.slots, record.line + 1):
            self._open_slot(name, line)
            self.fills.strings.append(squeezed(unquoted(fill)))

    @production("templates : templates OPTIONAL")
    def _optional(self, p: YaccProduction) -> None:
        self.slot.optional = True

    @production("templates : templates ALTERNATIVE")
    def _alternative(self, p: YaccProduction) -> None:
        """Begin another multi-fill. The first one in a continued slot discards the alternatives that the slot had."""
        if self.first_alternative:
            self.first_alternative = False
            assert self.side is not None
            self.side.lost_targets += [target for fills in self.slot.alternatives for target in fills.pointers]
            self.slot.alternatives = []
        self.fills = MultiFill()
        self.slot.alternatives.append(self.fills)

    @production("templates : templates POINTER")
    def _pointer(self, p: YaccProduction) -> None:
        """Add a pointer to an object of the current document, even if it names another; add a missing object."""
        token: Token = p.slice[2]
        pattern, docnum, one_up = self._identification(token)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            raise self._error(f"the pointer {shown(token.text)} names a class that is not defined", token.line)
        assert self.side is not None
        self.fills.pointers.append(self.side.found_or_made(definition, one_up, docnum))

    def _identification(self, token: Token) -> tuple[bytes, bytes, bytes]:
        """Return class pattern, document number and id of a header or pointer ``<CLASS-DOCNUM-ID>``."""
        pattern, _, rest = token.text[1 : token.text.index(b">")].partition(b"-")
        docnum, dash, one_up = rest.partition(b"-")
        well_formed = pattern[:1].isalpha(), docnum[:1].isdigit(), one_up[:1].isdigit() or not dash
        if not all(well_formed):
            part = well_formed.index(False) + 1
            raise Fatal(b"Error: (%d) ill-formed instance header '%s'.\n" % (part, token.text))
        if not dash:
            raise self._error(f"the header {shown(token.text)} has no id; write <CLASS-DOCUMENT-ID>", token.line)
        return pattern, docnum, one_up

    def _error(self, problem: str, line: int) -> InputError:
        return InputError(problem, self.file, line)

    def to_end(self, lexer: TemplateLexer, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file, and say at its end that the last document is done."""
        yield from lexer.tokens(content)
        if self.side is None and self.role == KEY:
            raise self._error("the key file has no objects; add at least one", lexer.line)
        self.last_line = lexer.line
        self.say(b"done.\n")


def read_templates(
    path: bytes | None,
    role: bytes,
    definitions: Definitions,
    catalogue: Catalogue,
    lexer: TemplateLexer,
    messages: Messages,
) -> None:
    """Read a template file into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    Use one ``lexer`` for the key file and then for the response file. Raises :class:`Fatal` where the 1997 program
    stops and :class:`InputError` where it crashes.
    """
    if path is None:
        messages.warn(b"[parse_templates]: %s template file not specified." % role)
        return
    content = read_file(path, b"template", messages.host)
    reader = TemplateReader(path, role, definitions, catalogue, messages.say)
    parse(reader, reader.to_end(lexer, content))
