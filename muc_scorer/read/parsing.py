"""What the parsers share: files, tokens, syntax errors, the cleaning of words, and the words of configuration files.

In these the longest match wins, as in lexers of the time. In the main file a run of other characters is longer than an
option, or a quoted value without a blank inside, that does not end at a blank; in the slot and map files parentheses
end a word, and quotes count only where they enclose a blank or a parenthesis.
"""

from __future__ import annotations

from bisect import bisect_left

from common.errors import InputError
from muc_scorer.read.messages import Fatal, say, warn_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import NoReturn

END = ""
_NO_LETTERS = bytes([byte for byte in range(256) if not bytes([byte]).isalpha()])
_MAIN = rb"""
    (?P<NEWLINE>\n)
  | ^(?P<COMMENT>\#[^\n]*)
  | ^(?P<OPTION>:[A-Za-z][A-Za-z0-9_-]*)(?![^ \t\n])
  | (?P<QUOTED>"[^" \t\n]*[ \t][^"\n]*"|'[^' \t\n]*[ \t][^'\n]*'|(?:"[^"\n]*"|'[^'\n]*')(?![^ \t\n]))
  | (?P<VALUE>[^ \t\n]+)
"""
_LIST = rb"""
    (?P<NEWLINE>\n)
  | ^(?P<COMMENT>\#[^\n]*)
  | (?P<LEFT>\()
  | (?P<RIGHT>\))
  | ^(?P<OPTION>:[A-Za-z][A-Za-z0-9_-]*)(?![^ \t\n()])
  | (?P<QUOTED>"[^" \t\n()]*[ \t()][^"\n]*"|'[^' \t\n()]*[ \t()][^'\n]*')
  | (?P<WORD>[^ \t\n()]+)
"""


class Token:
    """A token: its ``type`` and ``value``, its ``text`` in the file, and the lexer's ``line`` for messages."""

    __slots__ = ("line", "text", "type", "value")

    def __init__(self, type: str, value: bytes, text: bytes, line: int) -> None:  # noqa: A002 - the field's term
        self.type = type
        self.value = value
        self.text = text
        self.line = line


class Tokens:
    """The tokens of a file, each of which is read when it is asked for, so that what was read before takes effect.

    ``stop`` raises the error for a token that does not fit, None for the end of the file.
    """

    __slots__ = ("_ahead", "_stop", "_tokens")

    def __init__(self, tokens: Iterator[Token], stop: Callable[[Token | None], NoReturn]) -> None:
        self._tokens = tokens
        self._stop = stop
        self._ahead: list[Token | None] = []

    def comes(self, *types: str) -> bool:
        """Say whether the next token is of one of these types; that of the end of the file is ``END``."""
        if not self._ahead:
            self._ahead.append(next(self._tokens, None))
        token = self._ahead[0]
        return (END if token is None else token.type) in types

    def take(self, *types: str) -> Token:
        """Return the next token, which must be of one of these types."""
        fits = self.comes(*types)
        token = self._ahead.pop()
        if token is None or not fits:
            self._stop(token)
        return token

    def each(self, first: Sequence[str], after: Mapping[str, Sequence[str]]) -> Iterator[Token]:
        """Yield all tokens; ``first`` are the types that the first may have, ``after`` those that may follow a type."""
        types = first
        while not (END in types and self.comes(END)):
            token = self.take(*types)
            yield token
            types = after[token.type]


def stop_at(label: bytes, failure: bytes, last_line: int, counts_ends: int, token: Token | None) -> NoReturn:
    """Stop as the 1997 program does: ``label`` and the line of the error, to which a line end adds so much."""
    line, text = (last_line, b"") if token is None else (token.line, token.text)
    shown = 1 + counts_ends * (line - 1)
    raise Fatal(b"(%s) %d: syntax error at '%s'\n%s\n" % (label, shown, text, failure), on_stdout=True)


def read_file(path: bytes, kind: bytes) -> bytes:
    """Return the content of a file, or stop saying what kind of file cannot be opened."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:  # a name with a NUL is no name
        raise Fatal(b"Could not open %s file '%s'.\n" % (kind, path)) from error


class Source:
    """A file and its content, which knows the line (from 1) of a position in it."""

    __slots__ = ("_ends", "data", "name")

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data
        self._ends: list[int] | None = None  # of its lines, once one is asked for

    def line(self, position: int) -> int:
        """Return the line of a byte of the file."""
        if self._ends is None:
            import re

            self._ends = [end.start() for end in re.finditer(b"\n", self.data)]
        return bisect_left(self._ends, position) + 1

    def error(self, problem: str, position: int) -> InputError:
        """Return the error to raise for something at that position."""
        return InputError(problem, self.name, self.line(position))

    def warn(self, problem: str, position: int) -> None:
        """Write a line about something at that position to standard error."""
        warn_at(problem, self.name, self.line(position))


def squeezed(text: bytes) -> bytes:
    """Return the text without blanks and tabs at the ends, and one blank for each run of them inside."""
    if b"  " not in text and b"\t" not in text:
        return text.strip(b" ")
    return b" ".join([word for word in text.replace(b"\t", b" ").split(b" ") if word])


def unquoted(text: bytes) -> bytes:
    """Return the text without one pair of matching quotes around it."""
    if len(text) > 1 and text[:1] in (b'"', b"'") and text[-1:] == text[:1]:
        return text[1:-1]
    return text


def from_first_letter(text: bytes) -> bytes:
    """Return the text from its first ASCII letter on, nothing if there is none."""
    return text.lstrip(_NO_LETTERS)


def main_tokens(content: bytes) -> Iterator[Token]:
    """Return the OPTION and VALUE tokens of a main configuration file."""
    return _tokens(_MAIN, content, {"QUOTED": "VALUE"})


def slot_tokens(content: bytes) -> Iterator[Token]:
    """Return the LEFT, RIGHT, WORD and QUOTED tokens of a slot file; quoted ones hold a blank or a parenthesis."""
    return _tokens(_LIST, content, {"OPTION": "WORD"})


def map_tokens(content: bytes, sections: dict[bytes, str]) -> Iterator[Token]:
    """Yield the tokens of a map file: those of a slot file, ALL, and one for the name of each section.

    Other options are skipped with a message.
    """
    for token in _tokens(_LIST, content, {}):
        if token.type == "OPTION":
            section = sections.get(token.text.lower())
            if section is None:
                say(b"(mapconfig) %d: unrecognized option at '%s'\n" % (token.line, token.text))
                continue
            token.type = section
        elif token.text == b"all":
            token.type = "ALL"
        yield token


def _tokens(pattern: bytes, content: bytes, types: dict[str, str]) -> Iterator[Token]:
    """Yield what a pattern finds, some of it as another type; quoted values are without quotes and extra blanks."""
    import re

    line = 1
    for match in re.compile(pattern, re.MULTILINE | re.VERBOSE).finditer(content):
        kind, text = match.lastgroup, match[0]
        if kind == "NEWLINE":
            line += 1
        elif kind is not None and kind != "COMMENT":
            yield Token(types.get(kind, kind), squeezed(text[1:-1]) if kind == "QUOTED" else text, text, line)


def last_line(content: bytes) -> int:
    """Return the lexer's line at the end of a file."""
    return content.count(b"\n") + 1
