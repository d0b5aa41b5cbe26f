"""Shared parts of the parsers: files, tokens, grammars that PLY runs, syntax errors, and the cleaning of words.

The longest match wins, as in lexers of the time. So in the main file, an option or a quoted value without a blank
counts only if it ends at a blank. In the slot and map files, parentheses end a word, and quotes count only if they
enclose a blank or a parenthesis.
"""

from __future__ import annotations

import sys
from bisect import bisect_left
from functools import cached_property
from types import ModuleType

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read.messages import Fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from legacy_scorers.common.host import Host
    from legacy_scorers.muc_scorer.read.messages import Messages, Say

    Action = TypeVar("Action", bound=Callable[..., None])

_NO_LETTERS = bytes([byte for byte in range(256) if not bytes([byte]).isalpha()])
MAIN = rb"""
    (?P<NEWLINE>\n)
  | ^(?P<COMMENT>\#[^\n]*)
  | ^(?P<OPTION>:[A-Za-z][A-Za-z0-9_-]*)(?![^ \t\n])
  | (?P<QUOTED>"[^" \t\n]*[ \t][^"\n]*"|'[^' \t\n]*[ \t][^'\n]*'|(?:"[^"\n]*"|'[^'\n]*')(?![^ \t\n]))
  | (?P<VALUE>[^ \t\n]+)
"""
LIST = rb"""
    (?P<NEWLINE>\n)
  | ^(?P<COMMENT>\#[^\n]*)
  | (?P<LEFT>\()
  | (?P<RIGHT>\))
  | ^(?P<OPTION>:[A-Za-z][A-Za-z0-9_-]*)(?![^ \t\n()])
  | (?P<QUOTED>"[^" \t\n()]*[ \t()][^"\n]*"|'[^' \t\n()]*[ \t()][^'\n]*')
  | (?P<WORD>[^ \t\n()]+)
"""


_TABLES: dict[type[Grammar], Any] = {}


class Token:
    """A token: ``type`` and ``value`` for the grammar, its ``text`` in the file and the lexer's ``line`` for messages.

    PLY sets the attribute ``lexer``.
    """

    __slots__ = ("lexer", "line", "text", "type", "value")

    def __init__(self, type: str, value: bytes, text: bytes, line: int) -> None:  # noqa: A002 - PLY's names
        self.type = type
        self.value = value
        self.text = text
        self.line = line


def production(*rules: str) -> Callable[[Action], Action]:
    """Make a method of a grammar the action of the rules ``symbol : symbol ...``.

    It receives PLY's list ``p``: ``p[0]`` is the value of the left side, ``p[1]`` and so on those of the right side.
    """

    def mark(action: Action) -> Action:
        action.rules = rules  # type: ignore[attr-defined]
        return action

    return mark


class Grammar:
    """A grammar: the types of ``tokens``, the ``start`` symbol, and methods that are the actions of productions.

    A syntax error names ``label`` and the line, then ``failure``. ``last_line`` is the line of the end of the file.
    """

    label = b""
    counts_ends = 1  # how much a line end adds to the line in its messages
    start: str
    tokens: tuple[str, ...]

    def __init__(self, content: bytes, failure: bytes) -> None:
        self.last_line = content.count(b"\n") + 1
        self.failure = failure

    def stop(self, token: Token | None) -> None:
        """Raise an error for a token that does not fit; None means the end of the file."""
        line, text = (self.last_line, b"") if token is None else (token.line, token.text)
        raise syntax_error(self.label, 1 + self.counts_ends * (line - 1), text, self.failure)


def syntax_error(label: bytes, line: int, text: bytes, failure: bytes) -> Fatal:
    """Return the error for a ``text`` that does not fit. An empty text means the end of the file."""
    return Fatal(b"(%s) %d: syntax error at '%s'\n%s\n" % (label, line, text, failure), on_stdout=True)


def parse(grammar: Grammar, tokens: Iterator[Token]) -> Any:  # noqa: ANN401 - the value of the start symbol
    """Run the tokens through the grammar and return the value of its start symbol.

    As in yacc, the most frequent reduction of a state is its default for all other tokens. So the messages of its
    action precede a syntax error. If the state has no other step, they appear before the next token is read.
    """
    yacc = _yacc()
    parser = yacc.LRParser(lalr_table(type(grammar)), grammar.stop)
    # Copies, because bind() sets the methods of this grammar, and the table is shared by all of its class.
    parser.productions = [
        yacc.MiniProduction(str(rule), rule.name, rule.len, rule.func, "", 0) for rule in parser.productions
    ]
    actions = {name: getattr(grammar, name) for name in dir(grammar)}
    for rule in parser.productions:
        rule.bind(actions)
    return parser.parse(lexer=tokens, tokenfunc=lambda: next(tokens, None))


def lalr_table(grammar: type[Grammar]) -> Any:  # noqa: ANN401 - PLY has no types
    """Return the table that PLY builds for a grammar, with the default reductions of yacc; it is built once."""
    if grammar not in _TABLES:
        _TABLES[grammar] = _built(grammar)
    return _TABLES[grammar]


def _built(grammar: type[Grammar]) -> Any:  # noqa: ANN401
    yacc = _yacc()
    productions = yacc.Grammar(grammar.tokens)
    for name in dir(grammar):
        for rule in getattr(getattr(grammar, name), "rules", ()):
            symbol, _, *symbols = rule.split()
            productions.add_production(symbol, symbols, name)
    productions.set_start(grammar.start)
    table = yacc.LRGeneratedTable(productions)
    for state, steps in table.lr_action.items():
        table.lr_action[state] = _with_default(steps, grammar)
    return table


def _with_default(steps: dict[str, int], grammar: type[Grammar]) -> dict[str, int]:
    """Return the steps of a state by token, with the most frequent reduction for all tokens without a step.

    A reduction is below 0. PLY takes the only step of a state without reading a token.
    """
    reductions = [step for step in steps.values() if step < 0]
    if not reductions:
        return steps
    default = max(reductions, key=reductions.count)
    others = {token: step for token, step in steps.items() if step != default}
    if not others:
        return {"$end": default}
    return {**dict.fromkeys((*grammar.tokens, "$end"), default), **others}


def _yacc() -> Any:  # noqa: ANN401 - PLY has no types
    """Import PLY's module of parsers, but not ``inspect``, which is slow to import and not needed here."""
    inspect = sys.modules.setdefault("inspect", _Postponed("inspect"))
    try:
        import ply.yacc
    except ImportError:
        raise InputError("files are parsed by PLY; install it: python3 -m pip install ply==3.11") from None
    finally:
        if isinstance(inspect, _Postponed):
            del sys.modules["inspect"]
    return ply.yacc


class _Postponed(ModuleType):
    """A module that is imported when one of its attributes is used."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the module has
        return getattr(__import__(self.__name__), name)


def read_file(path: bytes, kind: bytes, host: Host) -> bytes:
    """Return the content of a file. Raises :class:`Fatal`, which names its ``kind``, if it cannot be opened."""
    try:
        return host.read(path)
    except (OSError, ValueError) as error:  # ValueError for a name with a NUL
        raise Fatal(b"Could not open %s file '%s'.\n" % (kind, path)) from error


class Source:
    """A file with its content, and the line (from 1) of each position."""

    def __init__(self, name: str, data: bytes) -> None:
        self.name = name
        self.data = data

    @cached_property
    def _ends(self) -> list[int]:
        """Return the positions of the line ends."""
        import re

        return [end.start() for end in re.finditer(b"\n", self.data)]

    def line(self, position: int) -> int:
        """Return the line of a byte of the file."""
        return bisect_left(self._ends, position) + 1

    def error(self, problem: str, position: int) -> InputError:
        """Return an error with the line of a position."""
        return InputError(problem, self.name, self.line(position))

    def warn(self, problem: str, position: int, messages: Messages) -> None:
        """Write a warning with the line of a position to standard error."""
        messages.warn_at(problem, self.name, self.line(position))


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
    """Return the text from its first ASCII letter to its end, or an empty text."""
    return text.lstrip(_NO_LETTERS)


def map_tokens(content: bytes, sections: dict[bytes, str], say: Say) -> Iterator[Token]:
    """Yield the tokens of a map file: those of a slot file, ALL, and one for the name of each section.

    Other options are skipped with a message.
    """
    for token in tokens(LIST, content, {}):
        if token.type == "OPTION":
            section = sections.get(token.text.lower())
            if section is None:
                say(b"(mapconfig) %d: unrecognized option at '%s'\n" % (token.line, token.text))
                continue
            token.type = section
        elif token.text == b"all":
            token.type = "ALL"
        yield token


def tokens(pattern: bytes, content: bytes, types: dict[str, str]) -> Iterator[Token]:
    """Yield the tokens that a pattern finds; ``types`` renames their types. Values have no quotes or extra blanks."""
    import re

    line = 1
    for match in re.compile(pattern, re.MULTILINE | re.VERBOSE).finditer(content):
        kind, text = match.lastgroup, match[0]
        if kind == "NEWLINE":
            line += 1
        elif kind is not None and kind != "COMMENT":
            yield Token(types.get(kind, kind), squeezed(text[1:-1]) if kind == "QUOTED" else text, text, line)
