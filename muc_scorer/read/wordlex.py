"""The words of the configuration files. The longest match wins, as in lexers of the time.

In the main file a run of other characters is longer than an option or a quoted value that does not end at a blank; in
the slot and map files parentheses end a word, and quotes count only where they enclose a blank or a parenthesis.
"""

from __future__ import annotations

from muc_scorer.read.messages import say
from muc_scorer.read.parsing import Token, squeezed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_MAIN = rb"""
    (?P<NEWLINE>\n)
  | ^(?P<COMMENT>\#[^\n]*)
  | ^(?P<OPTION>:[A-Za-z][A-Za-z0-9_-]*)(?![^ \t\n])
  | (?P<QUOTED>"[^"\n]*"|'[^'\n]*')(?![^ \t\n])
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


def main_tokens(content: bytes) -> Iterator[Token]:
    """Yield the OPTION and VALUE tokens of a main configuration file, quoted values without quotes and extra blanks."""
    for kind, text, line in _matches(_MAIN, content):
        if kind == "QUOTED":
            yield Token("VALUE", squeezed(text[1:-1]), text, line)
        else:
            yield Token(kind, text, text, line)


def slot_tokens(content: bytes) -> Iterator[Token]:
    """Yield the LEFT, RIGHT, WORD and QUOTED tokens of a slot file; quoted ones hold a blank or a parenthesis."""
    for kind, text, line in _matches(_LIST, content):
        yield _list_token("WORD" if kind == "OPTION" else kind, text, line)


def map_tokens(content: bytes, sections: dict[bytes, str]) -> Iterator[Token]:
    """Yield the tokens of a map file: those of a slot file, ALL, and one for the name of each section.

    Other options are skipped with a message.
    """
    for kind, text, line in _matches(_LIST, content):
        if kind == "OPTION":
            section = sections.get(text.lower())
            if section is None:
                say(b"(mapconfig) %d: unrecognized option at '%s'\n" % (line, text))
            else:
                yield Token(section, text, text, line)
        elif text == b"all":
            yield Token("ALL", text, text, line)
        else:
            yield _list_token(kind, text, line)


def _list_token(kind: str, text: bytes, line: int) -> Token:
    if kind == "QUOTED":
        return Token(kind, squeezed(text[1:-1]), text, line)
    return Token(kind, text, text, line)


def _matches(pattern: bytes, content: bytes) -> Iterator[tuple[str, bytes, int]]:
    import re

    line = 1
    for match in re.compile(pattern, re.MULTILINE | re.VERBOSE).finditer(content):
        kind = match.lastgroup
        if kind == "NEWLINE":
            line += 1
        elif kind is not None and kind != "COMMENT":
            yield kind, match[0], line


def last_line(content: bytes) -> int:
    """Return the lexer's line at the end of a file."""
    return content.count(b"\n") + 1
