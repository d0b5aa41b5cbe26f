"""The words of the configuration files. The longest match wins, as in lexers of the time.

In the main file a run of other characters is longer than an option, or a quoted value without a blank inside, that does
not end at a blank; in the slot and map files parentheses end a word, and quotes count only where they enclose a blank
or a parenthesis.
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
