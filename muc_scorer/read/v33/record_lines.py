"""The words of template files (scoring manual, template files).

Lines matter in two ways: a header begins a line, apart from blanks, and no fill extends beyond the end of its line. A
line is read from left to right. A slot of the class begins wherever a word outside of quotes is its name with the
colon; any other word with a colon is taken for one at the beginning of a line only. Fills are in quotes, a pointer, or
else bare text, which runs to the end of the line, to the offsets behind it or to the next slot.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8

from common.errors import InputError
from muc_scorer.read.messages import shown, warn_at
from muc_scorer.read.parsing import Token, squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Match

    from muc_scorer.read.definitions import ClassDef, Definitions, SlotDef

HEADER = "HEADER"
NAME = "NAME"
SLASH = "SLASH"
FILL = "FILL"
POINTER = "POINTER"
OFFSETS = "OFFSETS"
STATUS_PATTERN = b"OBJ_STATUS:"

_BLANKS = b" \t\r"


class RecordLines:
    """Splits a template file into tokens.

    A ``HEADER`` or ``POINTER`` is an identification ``<TYPE-DOCUMENT-ONEUP>``, a ``NAME`` that of a slot with its
    colon, a ``FILL`` has as its value the text without quotes and with one blank for each run of them. ``SLASH`` stands
    before the first fill of a slot or begins an alternative, ``OFFSETS`` follow a fill. Lines that begin with ``#`` or
    ``;`` are comments. A carriage return before a line end is a blank.
    """

    __slots__ = (
        "_definitions", "_file", "_header", "_name", "_named_offsets", "_offsets", "_pointer", "_slots",
        "_words",
    )  # fmt: skip

    def __init__(self, path: bytes, definitions: Definitions) -> None:
        import re

        self._file = os.fsdecode(path)
        self._definitions = definitions
        self._header = re.compile(rb"[ \t]*(<[^\s>]*>)[ \t]*:=").match
        self._name = re.compile(rb"""[ \t]*([^ \t/"'][^ \t"']*:)(?![^ \t"'])""").match
        self._pointer = re.compile(rb"<[^\s<>-]+-[^\s<>]+-[^\s<>-]+>").match
        self._offsets = re.compile(rb"##[^ \t]*").match
        self._named_offsets = re.compile(rb"##\d+#\d+#[^ \t]").match
        self._words: dict[ClassDef | None, _SlotWords] = {}
        self._slots = self._words_of(b"")

    def _words_of(self, header: bytes) -> _SlotWords:
        definition = self._definitions.with_pattern(header[1:-1].partition(b"-")[0])
        if definition not in self._words:
            self._words[definition] = _SlotWords(definition.slots if definition is not None else ())
        return self._words[definition]

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file.

        A quote without its match is part of bare text and gets a warning, as does a word with a colon that begins it.

        Raises :class:`InputError` for a ``:=`` that follows no header.
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
        quotes = _Quotes(text, self._slots)
        may_mark = True  # a slash that follows bare text or another slash belongs to the text
        while position < len(text):
            if text[position] in _BLANKS:
                position += 1
                continue
            token = self._piece(text, position, line, may_mark, quotes)
            may_mark = token.type != SLASH
            position += len(token.text)
            yield token

    def _piece(self, text: bytes, position: int, line: int, may_mark: bool, quotes: _Quotes) -> Token:
        """Return what begins at a position that is not blank."""
        if may_mark and text.startswith(b"/", position):
            return Token(SLASH, b"/", b"/", line)
        if name := self._slots.name(text, position):
            return Token(NAME, name[1] + b":", name[0], line)
        if offsets := self._offsets(text, position):
            named = self._named_offsets(text, position)
            piece = text[position : _place(self._slots.file_end(text, named.end()))] if named else offsets[0]
            return Token(OFFSETS, piece, piece, line)
        if pointer := self._pointer(text, position):
            return Token(POINTER, pointer[0], pointer[0], line)
        if end := quotes.end(position):
            return Token(FILL, squeezed(text[position + 1 : end - 1]), text[position:end], line)
        bare = text[position : _place(self._slots.bare_end(text, position))]
        before, mark, _ = bare.partition(b":=")
        if mark and (not before or b"<" in before or b">" in before):
            problem = f"no header stands before the ':=' of '{shown(bare)}'; begin a line with <CLASS-DOCUMENT-ID> :="
            raise InputError(problem, self._file, line)
        if bare[:1] in (b'"', b"'"):
            problem = f"the quote of {shown(bare)} is not closed on this line and belongs to the fill; close it"
            warn_at(problem, self._file, line)
        if name := self._name(bare):
            problem = f"{shown(name[1])} is no slot of this class and belongs to the fill; define it, or use quotes"
            warn_at(problem, self._file, line)
        return Token(FILL, squeezed(bare), bare, line)


class _SlotWords:
    """Finds the slots of a class in a line: ``name`` at a place, and what ends bare text or the name of a file."""

    __slots__ = ("bare_end", "file_end", "name")

    def __init__(self, slots: Iterable[SlotDef]) -> None:
        import re

        names = {slot.pattern.removesuffix(b":") for slot in slots} - {b""} | {STATUS_PATTERN[:-1]}
        longest_first = sorted(names, key=len, reverse=True)
        word = rb"(?i:(%s))[ \t]*:(?!=)" % b"|".join([re.escape(name) for name in longest_first])
        self.name = re.compile(word).match
        self.bare_end = re.compile(rb"[ \t](?:##|%s)" % word).search
        self.file_end = re.compile(rb"[ \t](?:[\"'/<]|##|%s)" % word).search


def _place(match: Match[bytes] | None) -> int | None:
    return None if match is None else match.start()


class _Quotes:
    """Finds where the quoted fills of a line end: at a quote before a blank, a slash, offsets, a slot or its end.

    Words within a fill may be in quotes, too, of which the first follows a blank: ``"the "big" one"``. Where these do
    not pair off, the first quote that can end a fill does, from there to the end of the line.
    """

    __slots__ = ("_hopeless", "_nest", "_slots", "_text")

    def __init__(self, text: bytes, slots: _SlotWords) -> None:
        self._text = text
        self._slots = slots
        self._nest = True
        self._hopeless = b""  # quotes of which none to come can end a fill

    def end(self, position: int) -> int:
        """Return the place behind a quoted fill, 0 if none begins there."""
        text, quote = self._text, self._text[position : position + 1]
        if quote not in (b'"', b"'") or quote in self._hopeless:
            return 0
        first, depth, place = 0, 1, position
        while (place := text.find(quote, place + 1)) >= 0:
            if self._may_end(place + 1):
                first = first or place + 1
                depth -= 1
                if not depth or not self._nest:
                    return place + 1
            elif text[place - 1] in _BLANKS:
                depth += 1
        self._nest = False
        if not first:
            self._hopeless += quote
        return first

    def _may_end(self, place: int) -> bool:
        """Say whether a quote before that place may close a fill. Before a slot, one behind a blank opens instead."""
        what_follows = self._text[place : place + 2]
        if what_follows[:1] in b" \t/" or what_follows == b"##":
            return True
        return self._text[place - 2] not in _BLANKS and self._slots.name(self._text, place) is not None
