"""The words of template files (scoring manual, template files).

Lines matter in two ways: a header or the name of a slot begins a line, apart from blanks, and no fill extends beyond
the end of its line. The fills of a line are read from left to right: in quotes, a pointer, or else bare text, which
runs to the end of the line or to the offsets behind it.
"""

from __future__ import annotations

import os

from muc_scorer.read.messages import shown, warn_at
from muc_scorer.read.parsing import Token, squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEADER = "HEADER"
NAME = "NAME"
SLASH = "SLASH"
FILL = "FILL"
POINTER = "POINTER"
OFFSETS = "OFFSETS"

_BLANKS = b" \t\r"


class RecordLines:
    """Splits a template file into tokens.

    A ``HEADER`` or ``POINTER`` is an identification ``<TYPE-DOCUMENT-ONEUP>``, a ``NAME`` that of a slot with its
    colon, a ``FILL`` has as its value the text without quotes and with one blank for each run of them. ``SLASH`` stands
    before the first fill of a slot or begins an alternative, ``OFFSETS`` follow a fill. Lines that begin with ``#`` or
    ``;`` are comments. A carriage return before a line end is a blank.
    """

    __slots__ = ("_bare_end", "_file", "_header", "_name", "_offsets", "_pointer", "_quoted")

    def __init__(self, path: bytes) -> None:
        import re

        self._file = os.fsdecode(path)
        self._header = re.compile(rb"[ \t]*(<[^\s>]*>)[ \t]*:=").match
        self._name = re.compile(rb"""[ \t]*([^ \t/"'][^ \t]*:)(?![^ \t])""").match
        self._quoted = re.compile(rb"\"[^\"]*\"|'[^']*'").match
        self._pointer = re.compile(rb"<[^\s<>-]+-[^\s<>]+-[^\s<>-]+>").match
        self._offsets = re.compile(rb"##[^ \t]*").match
        self._bare_end = re.compile(rb"[ \t]##").search

    def tokens(self, content: bytes) -> Iterator[Token]:
        """Yield the tokens of a file. A quote without its match is part of bare text and gets a warning."""
        for line, text in enumerate(content.split(b"\n"), 1):
            if text[:1] not in (b"#", b";"):
                yield from self._line(text.rstrip(_BLANKS), line)

    def _line(self, text: bytes, line: int) -> Iterator[Token]:
        position = 0
        if header := self._header(text):
            position = header.end()
            yield Token(HEADER, header[1], header[0].lstrip(_BLANKS), line)
        if name := self._name(text, position):
            position = name.end()
            yield Token(NAME, name[1], name[1], line)
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
        """Return what begins at a position that is not blank."""
        if may_mark and text.startswith(b"/", position):
            return Token(SLASH, b"/", b"/", line)
        if offsets := self._offsets(text, position):
            return Token(OFFSETS, offsets[0], offsets[0], line)
        if pointer := self._pointer(text, position):
            return Token(POINTER, pointer[0], pointer[0], line)
        if quoted := self._quoted(text, position):
            return Token(FILL, squeezed(quoted[0][1:-1]), quoted[0], line)
        end = self._bare_end(text, position)
        bare = text[position : end.start() if end else None]
        if bare[:1] in (b'"', b"'"):
            problem = f"the quote of {shown(bare)} is not closed on this line and belongs to the fill; close it"
            warn_at(problem, self._file, line)
        return Token(FILL, squeezed(bare), bare, line)
