"""Template files: the objects of key and response as records of slots and fills (scoring manual, template files).

Lines matter in two ways: a header begins a line, apart from blanks, and no fill extends beyond the end of its line. A
line is read from left to right. Outside of quotes, the name of a slot of the class with a colon always begins a slot.
Any other word with a colon begins one only at the beginning of a line. A fill is text in quotes, a pointer, or bare
text, which ends before the next slot, before the offsets that follow it, or at the end of the line.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read.definitions import STATUS, SlotDef
from legacy_scorers.muc_scorer.read.messages import NOT_OF_MUC4, is_of_muc4, shown
from legacy_scorers.muc_scorer.read.objects import KEY, MultiFill, Object, Side, Slot, means_optional
from legacy_scorers.muc_scorer.read.parsing import Grammar, Token, parse, production, read_file, squeezed
from legacy_scorers.muc_scorer.read.texts import document_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from ply.yacc import YaccProduction

    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions
    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.objects import Catalogue

HEADER, NAME, SLASH, FILL, POINTER, OFFSETS = "HEADER", "NAME", "SLASH", "FILL", "POINTER", "OFFSETS"
STATUS_PATTERN = b"OBJ_STATUS:"
_BLANKS = b" \t\r"
_FORM = "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"
_PIECE = rb"""  # names of files may hold blanks
    (?P<NAME>(%(slot)s))
  | (?P<OFFSETS>\#\#(?:\d+\#\d+\#[^ \t].*?(?=[ \t](?:["'/<]|\#\#|%(slot)s)|\Z)|[^ \t]*))
  | (?P<POINTER><[^\s<>-]+-[^\s<>]+-[^\s<>-]+>)
  | (?P<FILL>.+?(?=[ \t](?:\#\#|%(slot)s)|\Z))
"""
_WORD = rb"""[ \t]*(?!%(slot)s)(%(word)s)(?=[ \t"'=/<]|:=|\Z)"""
_QUOTE_END = rb"[ \t/]|\#\#|\Z|(?<![ \t\r].)%(slot)s"  # a quote between a blank and a slot ends no fill


class RecordLines:
    """Splits a template file into tokens.

    The value of a ``HEADER`` or ``POINTER`` is ``<TYPE-DOCUMENT-ONEUP>``. That of a ``NAME`` is the name of a slot with
    its colon. That of a ``FILL`` is its text without quotes, with one blank for each run of blanks. ``SLASH`` precedes
    the first fill of a slot or begins an alternative. ``OFFSETS`` follow a fill. Lines that begin with ``#`` or ``;``
    are comments. A carriage return before a line end counts as a blank.
    """

    def __init__(self, path: bytes, definitions: Definitions, messages: Messages) -> None:
        import re

        self._file = os.fsdecode(path)
        self._definitions = definitions
        self._messages = messages
        self._header = re.compile(rb"[ \t]*(<[^\s>]*>)[ \t]*:=").match
        self._name = re.compile(rb"""[ \t]*([^ \t/"'][^ \t"']*:)(?![^ \t"'])""").match
        self._words: dict[ClassDef | None, _SlotWords] = {}
        self._slots = self._words_of(b"")
        self._nest = True  # whether quotes within quotes of this line have been in pairs so far

    def _words_of(self, header: bytes) -> _SlotWords:
        definition = self._definitions.with_pattern(header[1:-1].partition(b"-")[0])
        if definition not in self._words:
            self._words[definition] = _SlotWords(definition.slots if definition is not None else ())
        return self._words[definition]

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file.

        Bare text that begins with a quote without its match, or with a word with a colon, causes a warning, and so does
        a line that begins with the name of a slot without its colon.

        Raises :class:`InputError` for a ``:=`` that follows no header, unless it is within text.
        """
        for line, text in enumerate(content.removeprefix(BOM_UTF8).split(b"\n"), 1):
            if text[:1] not in (b"#", b";"):
                yield from self._line(text.rstrip(_BLANKS), line)

    def _line(self, text: bytes, line: int) -> Iterator[Token]:
        position = 0
        if header := self._header(text):
            position = header.end()
            self._slots = self._words_of(header[1])
            yield Token(HEADER, header[1], header[0].lstrip(_BLANKS), line)
        if (name := self._name(text, position)) and not self._slots.name(text, name.start(1)):
            position = name.end()
            yield Token(NAME, name[1], name[1], line)
        elif word := self._slots.word(text, position):
            problem = f"{shown(word[1])} is a slot of this class without its colon and part of a fill"
            self._messages.warn_at(f"{problem}; write {shown(word[1])}: or use quotes", self._file, line)
        self._nest = True
        may_mark = True  # a slash that follows bare text or another slash belongs to the text
        while position < len(text):
            if text[position] in _BLANKS:
                position += 1
                continue
            token = self._piece(text, position, line, may_mark)
            may_mark = token.type != SLASH
            position += len(token.text)
            yield token

    def _piece(self, text: bytes, position: int, line: int, may_mark: bool) -> Token:
        if may_mark and text.startswith(b"/", position):
            return Token(SLASH, b"/", b"/", line)
        found = self._slots.piece(text, position)
        assert found is not None, "a piece begins there"
        piece, kind = found[0], found.lastgroup
        if kind == NAME:
            return Token(NAME, piece[:-1].rstrip(_BLANKS) + b":", piece, line)
        if kind == POINTER:
            return Token(POINTER, piece, piece, line)
        if end := self._end_of_quotes(text, position):
            return Token(FILL, squeezed(text[position + 1 : end - 1]), text[position:end], line)
        self._check_no_header(piece, line)
        if kind == OFFSETS:
            return Token(OFFSETS, piece, piece, line)
        self._check_bare(piece, line)
        return Token(FILL, squeezed(piece), piece, line)

    def _end_of_quotes(self, text: bytes, position: int) -> int:
        """Return the end of a fill in quotes, or 0 if none begins there.

        A fill may contain quoted words after a blank: ``"the "big" one"``. If the inner quotes are not in
        pairs, this fill and all later ones in the line end at the first quote that can end a fill.
        """
        quote = text[position : position + 1]
        if quote not in (b'"', b"'"):
            return 0
        first = 0  # the end of the fill if the inner quotes are not in pairs
        depth = 1
        end = position + 1
        while end := text.find(quote, end) + 1:  # 0 after the last quote
            if self._slots.quote_end(text, end):
                first = first or end
                depth -= 1
                if not depth or not self._nest:
                    return end
            elif text[end - 2] in _BLANKS:
                depth += 1
        self._nest = False
        return first

    def _check_no_header(self, text: bytes, line: int) -> None:
        """Refuse text that ends in ``:=``, or has it after an angle bracket or nothing: it may be a broken header."""
        before, mark, _ = text.partition(b":=")
        is_last = text.rstrip(_BLANKS).endswith(b":=")
        if is_last or (mark and (not before or b"<" in before or b">" in before)):
            problem = f"no header precedes the ':=' of '{shown(text)}'; begin a line with <CLASS-DOCUMENT-ID> :="
            raise InputError(problem, self._file, line)

    def _check_bare(self, text: bytes, line: int) -> None:
        if text[:1] in (b'"', b"'"):
            problem = f"the quote of {shown(text)} is not closed on this line and is part of the fill; close it"
            self._messages.warn_at(problem, self._file, line)
        if name := self._name(text):
            problem = f"{shown(name[1])} is not a slot of this class but part of the fill; define it, or use quotes"
            self._messages.warn_at(problem, self._file, line)


class _SlotWords:
    """Matches, at a position: what a class's slots are called, any ``piece``, and what may follow a fill's end quote.

    ``name`` is the name of a slot with its colon. ``word`` is one without a colon, after optional blanks.
    """

    def __init__(self, slots: Iterable[SlotDef]) -> None:
        import re

        names = {slot.pattern.removesuffix(b":") for slot in slots} - {b""} | {STATUS_PATTERN[:-1]}
        longest_first = sorted(names, key=len, reverse=True)
        word = rb"(?i:%s)" % b"|".join([re.escape(name) for name in longest_first])
        words = {b"word": word, b"slot": rb"%s[ \t]*:(?!=)" % word}
        self.name, self.word, self.piece, self.quote_end = [
            re.compile(pattern % words, re.VERBOSE).match for pattern in (b"%(slot)s", _WORD, _PIECE, _QUOTE_END)
        ]


class RecordReader(Grammar):
    """Reads the objects of one side. Each has a header and at least one slot.

    The next fill is added to ``fills``, a multi-fill of ``slot``. ``numbers`` are the document numbers of the texts
    file, which match with or without ``-`` and ``.``. ``pointed`` holds objects that the document points to but has no
    record of so far, each with its first pointer, by number, class and one-up string. ``stray`` is the pointer before a
    slot name if it may be a header without ``:=``: it begins its line and, if it is indented, does not fit its slot.
    """

    tokens = (HEADER, NAME, SLASH, FILL, POINTER, OFFSETS)
    start = "file"

    def __init__(
        self,
        path: bytes,
        role: bytes,
        definitions: Definitions,
        catalogue: Catalogue,
        numbers: Container[bytes],
        content: bytes,
        messages: Messages,
    ) -> None:
        super().__init__(content, b"")
        self.lines = content.split(b"\n")
        self.file = os.fsdecode(path)
        self.role = role
        self.definitions = definitions
        self.catalogue = catalogue
        self.numbers = numbers
        self.messages = messages
        self.sides: dict[bytes, Side] = {}
        self.side: Side | None = None
        self.object: Object
        self.slot: Slot
        self.fills: MultiFill
        self.at_alternative = False
        self.pointed: dict[tuple[bytes, ClassDef, bytes], tuple[Object, Token]] = {}
        self.stray: Token | None = None

    def stop(self, token: Token | None) -> None:
        """Raise :class:`InputError` for a token that does not fit; None means the end of the file."""
        line, text = (self.last_line, b"") if token is None else (token.line, token.text)
        what = NOT_OF_MUC4 if is_of_muc4(self.lines[line - 1]) else _FORM
        raise self.error(f"syntax error at '{shown(text)}'; {what}", line)

    def error(self, problem: str, line: int) -> InputError:
        """Return an error with a line of the file."""
        return InputError(problem, self.file, line)

    @production("file :", "file : slots", "slots : filled")
    def _structure(self, p: YaccProduction) -> None:
        pass

    @production("header : HEADER", "header : slots HEADER")
    def _header(self, p: YaccProduction) -> None:
        """Continue or begin the object of that header. A different document number begins a new document."""
        header: Token = p.slice[len(p) - 1]
        pattern, docnum, one_up = _identification(header.value)
        if not (pattern and docnum and one_up):
            problem = f"ill-formed instance header '{shown(header.text)}'; write <CLASS-DOCUMENT-ID>"
            raise self.error(problem, header.line)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            problem = f"class '{shown(pattern)}' has not been defined; define it in :class_defs or the slot file"
            raise self.error(problem, header.line)
        if self.side is None or self.side.docnum.lower() != docnum.lower():
            self._open_document(docnum, header.line)
        self.object = self._record(definition, one_up, header)

    def _open_document(self, docnum: bytes, line: int) -> None:
        number = self._number(docnum)
        earlier = self.sides.get(number.lower())
        if earlier is not None:
            name = "" if earlier.docnum.lower() == docnum.lower() else f" as {shown(earlier.docnum)}"
            problem = f"document {shown(docnum)} continues here, but began{name} in line {earlier.line}"
            raise self.error(f"{problem} before another document; put its objects in one place", line)
        if self.side is not None:
            self.close_document()
        self.messages.say(b"parsing %s %s..." % (self.role, docnum))
        self.side = self.sides[number.lower()] = Side(docnum, line)
        self.catalogue.enter(number, self.role, self.side)

    def close_document(self) -> None:
        """Finish the document, and warn of its pointers to objects that have no record in it."""
        assert self.side is not None
        self.messages.say(b"done.\n")
        own = self._number(self.side.docnum).lower()
        for (number, _, _), (_, pointer) in self.pointed.items():
            where = "to an object without a record" if number == own else f"out of document {shown(self.side.docnum)}"
            self.messages.warn_at(
                f"the pointer {shown(pointer.text)} points {where} and is incorrect", self.file, pointer.line
            )
        self.pointed.clear()

    def _number(self, docnum: bytes) -> bytes:
        """Return a document number without ``-`` and ``.`` if the texts file has that number, or else unchanged."""
        bare = document_number(docnum)
        return bare if bare.lower() in self.numbers else docnum

    def _record(self, definition: ClassDef, one_up: bytes, header: Token) -> Object:
        """Return the object of a header; a new one is added to the document."""
        assert self.side is not None
        item = self.side.find(definition, one_up)
        if item is not None:
            problem = f"the record {shown(header.value)} of line {item.line} continues here; use one header per object"
            self.messages.warn_at(problem, self.file, header.line)
            return item
        name = (self._number(self.side.docnum).lower(), definition, one_up.lower())
        item, _ = self.pointed.pop(name, (Object(definition, self.side.docnum, one_up), header))
        item.line = header.line
        self.side.add(item)
        return item

    def _target(self, definition: ClassDef, docnum: bytes, one_up: bytes, pointer: Token) -> Object:
        """Return the target of a pointer. If the document has no record of it so far, it belongs to no side."""
        assert self.side is not None
        number = self._number(docnum).lower()
        item = self.side.find(definition, one_up)
        if item is not None and number == self._number(self.side.docnum).lower():
            return item
        target = (Object(definition, docnum, one_up), pointer)
        return self.pointed.setdefault((number, definition, one_up.lower()), target)[0]

    @production("slots : header NAME", "slots : slots NAME")
    def _name(self, p: YaccProduction) -> None:
        name: Token = p.slice[2]
        definition = self._slot_definition(name)
        if self.stray is not None and definition in self.object.slots:
            self.stop(self.stray)
        self.slot = self.object.slots.get(definition) or Slot(definition, line=name.line)
        if definition is not _STATUS_OF_OBJECT:
            self.object.slots[definition] = self.slot
        self.fills = self.slot.main
        self.at_alternative = False
        self.stray = None

    def _slot_definition(self, name: Token) -> SlotDef:
        """Return the definition of a slot; its pattern may lack the colon. OBJ_STATUS needs no definition."""
        of_class = self.object.definition
        slot = of_class.slots.with_pattern(name.value) or of_class.slots.with_pattern(name.value[:-1])
        is_status = name.value.upper() == STATUS_PATTERN
        if slot is None:
            if is_status:
                return _STATUS_OF_OBJECT
            if self.stray is not None:
                self.stop(self.stray)
            problem = f"slot '{shown(name.value)}' is not defined for class '{shown(of_class.name)}'"
            raise self.error(f"{problem}; define it, including the colon", name.line)
        if is_status and slot.folded != STATUS and self.role == KEY:
            problem = f"OBJ_STATUS: fills the slot '{shown(slot.name)}', which has no effect; name it status"
            self.messages.warn_at(problem, self.file, name.line)
        return slot

    @production("slots : slots SLASH")
    def _slash(self, p: YaccProduction) -> None:
        """Make the slot optional or, once it has a fill, let the next fill begin an alternative."""
        if not len(self.slot.main):
            self.slot.optional = True
            return
        self.at_alternative = True
        if self.role != KEY:
            self.messages.warn_at(
                "a response has no alternatives; only the fills before the '/' count", self.file, p.slice[2].line
            )

    @production("filled : slots FILL")
    def _fill(self, p: YaccProduction) -> None:
        self._check_brackets(p.slice[2])
        if self._goes_on():
            self.fills.strings.append(p[2])
        if self.slot.definition is _STATUS_OF_OBJECT:
            self.object.optional |= means_optional(p[2])

    @production("filled : slots POINTER")
    def _pointer(self, p: YaccProduction) -> None:
        """Add a pointer. One that begins a line may be a header without ``:=`` instead of a fill."""
        token: Token = p.slice[2]
        pattern, docnum, one_up = _identification(token.value)
        definition = self.definitions.with_pattern(pattern)
        if definition is None:
            raise self.error(f"the pointer {shown(token.text)} names a class that is not defined", token.line)
        line = self.lines[token.line - 1]
        fits = definition in self._pointed_classes()
        if line.startswith(token.text) and len(self.slot.main) and not fits:
            self.stop(token)
        if self._goes_on():
            self.fills.pointers.append(self._target(definition, docnum, one_up, token))
        text = line if fits else line.lstrip(b" \t")
        self.stray = token if text.startswith(token.text) else None

    def _pointed_classes(self) -> list[ClassDef | None]:
        """Return the class that each type of the slot's fills names, or None."""
        return [self.definitions.named(fill_type) for fill_type in self.slot.definition.types]

    def _check_brackets(self, fill: Token) -> None:
        """Refuse bare text with an angle bracket in a slot for pointers; elsewhere, warn if it may be a pointer."""
        if fill.text[:1] in (b'"', b"'") or (b"<" not in fill.text and b">" not in fill.text):
            return
        problem = f"'{shown(fill.text)}' is not a pointer; write <CLASS-DOCUMENT-ID>"
        if None not in self._pointed_classes():
            raise self.error(problem, fill.line)
        name = fill.text.partition(b"-")[0].strip(b"< \t>")
        if fill.text.startswith(b"<") and self.definitions.with_pattern(name) is not None:
            self.messages.warn_at(f"{problem}, or put the text in quotes", self.file, fill.line)

    def _goes_on(self) -> bool:
        """Say whether the next fill counts. If it is the first of an alternative, begin that alternative."""
        self.stray = None
        if self.at_alternative and self.role == KEY:
            self.at_alternative = False
            self.fills = MultiFill()
            self.slot.alternatives.append(self.fills)
        return not self.at_alternative

    @production("filled : filled OFFSETS")
    def _offsets(self, p: YaccProduction) -> None:
        """Ignore offsets. Raises :class:`InputError` unless they begin with two numbers, ``##START#END``."""
        self.stray = None
        token: Token = p.slice[2]
        start, _, rest = token.text[2:].partition(b"#")
        if not (start.isdigit() and rest.partition(b"#")[0].isdigit()):
            problem = f"the offsets '{shown(token.text)}' are not numbers; write ##START#END#FILE"
            raise self.error(problem, token.line)


_STATUS_OF_OBJECT = SlotDef(STATUS, STATUS_PATTERN)


def _identification(text: bytes) -> tuple[bytes, bytes, bytes]:
    """Return type, document number and one-up string of ``<TYPE-DOCUMENT-ONEUP>``, each maybe empty.

    The type ends at the first hyphen. The one-up string begins after the last hyphen.
    """
    pattern, _, rest = text[1:-1].partition(b"-")
    docnum, _, one_up = rest.rpartition(b"-")
    return pattern, docnum, one_up


def read_records(
    path: bytes | None,
    role: bytes,
    definitions: Definitions,
    catalogue: Catalogue,
    numbers: Container[bytes],
    messages: Messages,
) -> None:
    """Read a template file into the side ``role`` (``KEY`` or ``RESPONSE``) of the catalogue's documents.

    ``numbers`` are those of the texts file in lower case. A number matches one with or without its ``-`` and ``.``.
    Raises :class:`InputError` for a file that is malformed or does not fit the definitions, and for a key without
    objects. A response without objects may be that of a system that found nothing, so it only causes a warning.
    """
    if path is None:
        messages.warn(b"[parse_templates]: %s template file not specified." % role)
        return
    content = read_file(path, b"template", messages.host)
    reader = RecordReader(path, role, definitions, catalogue, numbers, content, messages)
    parse(reader, RecordLines(path, definitions, messages).tokens(content))
    if reader.side is not None:
        reader.close_document()
    elif role == KEY:
        raise reader.error("the key file has no objects; add at least one", reader.last_line)
    else:
        messages.warn_at("the response file has no objects", reader.file, reader.last_line)
