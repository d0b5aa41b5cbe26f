"""Template files: the objects of key and response as records of slots and fills (scoring manual, template files).

The lexer is that of a ``lex`` program: at every position all rules are tried, the longest match wins, and of equally
long ones the first rule. So a fill, which does not begin with ``/``, runs to the last non-blank of its line, and only
what reaches that far can be a pointer, a header or a comment. A slot name is a run without blanks up to its last colon,
and such a run may go on over line ends, as may what stands between angle brackets. Where a run ends, its last colon and
the next bracket are found once and kept, so that a file without blanks is read in one pass, too. What the lexer knows
at the end of the key file - whether a line has just begun, whether a slot name stands before - it still knows at the
beginning of the response file.

Most objects are plain: a header, and lines of a name and a fill that begins like nothing else. A compiled pattern finds
these as a whole, which saves a quarter of a run. The rules would split them in the same way: the blank behind header or
name ends the run that these are in, the colon before it is the last one of the name, and a fill goes on to the last
non-blank of its line.
"""

from __future__ import annotations

import os

from common.errors import InputError
from muc_scorer.read.messages import Fatal, say, shown, warn
from muc_scorer.read.objects import KEY, MultiFill, Object, Side, Slot
from muc_scorer.read.parsing import Grammar, Token, from_first_letter, parse, production, read_file, squeezed, unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from re import Match

    from ply.yacc import YaccProduction

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
    from muc_scorer.read.objects import Catalogue

    Search = Callable[[bytes, int], Match[bytes] | None]

HEADER = "HEADER"
NAME = "NAME"
OPTIONAL = "OPTIONAL"
ALTERNATIVE = "ALTERNATIVE"
POINTER = "POINTER"
FILL = "FILL"
RECORD = "RECORD"
_HEADER_LINE = rb"(<[^ \t\n>:]+>[ \t]+:=)[ \t]*\n"
_SLOT_LINE = rb"%s[ \t]+[^ \t\n]+:)[ \t]+%s[^ \t\n/<][^\n]*[^ \t\n])[ \t]*\n"


class Record(Token):
    """A plain object: its header, and names and fills of its ``slots``, which are on the lines that follow."""

    __slots__ = ("slots",)

    def __init__(self, header: bytes, slots: list[tuple[bytes, bytes]], line: int) -> None:
        super().__init__(RECORD, header, header, line)
        self.slots = slots


class TemplateLexer:
    """Splits template files, one after the other, into tokens.

    ``line`` is the lexer's line in the present file; line ends within a slot name or angle brackets do not count. With
    ``in_records`` the tokens of a plain object are one :class:`Record`.
    """

    __slots__ = (
        "_after_name", "_at_line_start", "_blank", "_bracket", "_colon", "_content", "_header_end",
        "_plain_object", "_run_end", "_slots", "_text", "line",
    )  # fmt: skip

    def __init__(self, in_records: bool = False) -> None:
        import re

        slot = _SLOT_LINE % (b"(?:", b"(?:")
        self._plain_object = re.compile(_HEADER_LINE + b"((?:%s)+)" % slot).match if in_records else None
        self._slots = re.compile(_SLOT_LINE % (b"(", b"(")).findall
        self._blank = re.compile(rb"[ \t]").search
        self._text = re.compile(rb"[^ \t]").search
        self._header_end = re.compile(rb"[ \t]*:=").match
        self._at_line_start = True
        self._after_name = False
        self._content = b""
        self._run_end = self._colon = self._bracket = -1
        self.line = 1

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file. A character that fits no rule is skipped with a message."""
        self._content = content
        self._run_end = self._colon = self._bracket = -1
        self.line = 1
        position = 0
        while position < len(content):
            if self._at_line_start:
                if self._plain_object and (found := self._plain_object(content, position)):
                    record = Record(found[1], self._slots(found[2]), self.line)
                    yield record
                    self.line += 1 + len(record.slots)
                    position = found.end()
                    continue
                self._at_line_start = False
                kind, end = self._line_start(position)
                if kind:
                    self._after_name = kind == NAME
                    yield self._token(kind, position, end)
                position = end
            start = self._first(self._text, position)
            if start == len(content):
                return
            kind, begin, end = self._within_line(position, start)
            if kind:
                yield self._token(kind, begin, end)
            position = end

    def _token(self, kind: str, begin: int, end: int) -> Token:
        text = self._content[begin:end]
        return Token(kind, text, text, self.line)

    def _within_line(self, position: int, start: int) -> tuple[str, int, int]:
        """Return type, begin and end of the token at ``start``, behind white space from ``position`` on.

        A line end has no type, nor has a character that fits no rule.
        """
        text = self._line_from(start)
        if not text:
            self.line += 1
            self._at_line_start = True
            self._after_name = False
            return "", start, start + 1
        is_mark = text[:1] == b"/"
        if is_mark and self._after_name:
            self._after_name = False
            return OPTIONAL, position, start + 1
        end = start + len(text)
        pointer_end = self._pointer_end(start) if text[:1] == b"<" else 0
        if pointer_end >= end:
            return POINTER, start, pointer_end
        if len(text) > 1 and not is_mark:
            return FILL, start, end
        say(b"(template) %d: invalid character at '%s'\n" % (self.line, text[:1]))
        return "", start, start + 1

    def _line_start(self, position: int) -> tuple[str, int]:
        """Return the type and the end of the token that only a line start allows; no type where other rules win.

        A comment has no type either, but an end.
        """
        content = self._content
        start = self._first(self._text, position)
        name_end = self._name_end(start)
        if start > position:
            if name_end:
                return NAME, name_end
            return (ALTERNATIVE, start + 1) if content[start : start + 1] == b"/" else ("", start)
        first = content[position : position + 1]
        fill_end = position + len(self._line_from(position)) if first != b"/" else 0
        pointer_end = self._pointer_end(position) if first == b"<" else 0
        kind, end = "", position
        if first in (b"#", b";"):
            end = fill_end
        elif pointer_end and (header_end := self._header_end(content, pointer_end)):
            kind, end = HEADER, header_end.end()
        elif first == b"/":
            kind, end = ALTERNATIVE, position + 1
        if name_end > end:
            kind, end = NAME, name_end
        if kind and end < max(fill_end, pointer_end):
            return "", position
        return kind, end

    def _pointer_end(self, start: int) -> int:
        """Return the end of the angle brackets that open at ``start``, 0 if there are none or nothing is in them."""
        self._find_run(start)
        if start >= self._bracket:
            bracket = self._content.find(b">", start)
            self._bracket = bracket if bracket >= 0 else len(self._content)
        return self._bracket + 1 if start + 1 < self._bracket < self._run_end else 0

    def _name_end(self, start: int) -> int:
        """Return the end of the slot name that begins at ``start``, 0 if there is none. A colon alone is no name."""
        self._find_run(start)
        return self._colon + 1 if self._colon > start else 0

    def _find_run(self, start: int) -> None:
        """Find the end of the run without blanks at ``start`` and the last colon in it."""
        if start >= self._run_end:
            self._run_end = self._first(self._blank, start)
            self._colon = self._content.rfind(b":", start, self._run_end)

    def _first(self, search: Search, start: int) -> int:
        """Return the first position from ``start`` on where something is found, or the end of the file."""
        match = search(self._content, start)
        return match.start() if match else len(self._content)

    def _line_from(self, start: int) -> bytes:
        """Return the rest of the line without blanks at its end."""
        end = self._content.find(b"\n", start)
        return self._content[start : end if end >= 0 else None].rstrip(b" \t")


class TemplateReader(Grammar):
    """Reads the objects of one side, one after the other, each a header and at least one slot.

    ``slot`` and ``fills`` are where the next fill goes.
    """

    label = b"template"
    tokens = (HEADER, NAME, OPTIONAL, ALTERNATIVE, POINTER, FILL, RECORD)
    start = "templates"

    def __init__(self, path: bytes, role: bytes, definitions: Definitions, catalogue: Catalogue) -> None:
        super().__init__(1, b"parse of template file '%s' failed." % path)
        self.path = path
        self.role = role
        self.definitions = definitions
        self.catalogue = catalogue
        self.side: Side | None = None
        self.object: Object
        self.slot: Slot
        self.fills: MultiFill
        self.first_alternative = True

    @production("beginning :")
    def _begin(self, p: YaccProduction) -> None:
        pass

    @production("header : beginning HEADER", "header : templates HEADER")
    def _header(self, p: YaccProduction) -> None:
        self._open_object(p.slice[2])

    def _open_object(self, header: Token) -> None:
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

    @production("templates : header NAME", "templates : templates NAME")
    def _name(self, p: YaccProduction) -> None:
        self._open(self._slot(p[2], p.slice[2].line))

    def _slot(self, name: bytes, line: int) -> Slot:
        """Return the slot of that name of the present object, which is added if it is new."""
        item = self.object
        definition = _slot_definition(item.definition, name)
        slot = item.slots.get(definition)
        if slot is None:
            slot = item.slots[definition] = Slot(definition, line=line)
        return slot

    def _open(self, slot: Slot) -> None:
        self.slot = slot
        self.fills = slot.main
        self.first_alternative = True

    @production("templates : templates FILL")
    def _fill(self, p: YaccProduction) -> None:
        self.fills.strings.append(squeezed(unquoted(p[2])))

    @production("templates : beginning RECORD", "templates : templates RECORD")
    def _record(self, p: YaccProduction) -> None:
        """Continue or begin an object, and its slots with one fill each."""
        record: Record = p.slice[2]
        self._open_object(record)
        for line, (name, fill) in enumerate(record.slots, record.line + 1):
            slot = self._slot(name, line)
            slot.main.strings.append(squeezed(unquoted(fill)))
        self._open(slot)

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
            self.slot.alternatives = ()
        self.fills = MultiFill()
        self.slot.add_alternative(self.fills)

    @production("templates : templates POINTER")
    def _pointer(self, p: YaccProduction) -> None:
        """Add a pointer to an object of the current document, whatever its number says, made if necessary."""
        token: Token = p.slice[2]
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
    parse(reader, _with_end(lexer.tokens(content), lexer, reader))


def _with_end(tokens: Iterator[Token], lexer: TemplateLexer, reader: TemplateReader) -> Iterator[Token]:
    """Yield the tokens of a file, and say at its end that the last document is done."""
    yield from tokens
    if reader.side is None and reader.role == KEY:
        raise InputError("the key file holds no objects; write at least one", os.fsdecode(reader.path), lexer.line)
    reader.last_line = lexer.line
    say(b"done.\n")
