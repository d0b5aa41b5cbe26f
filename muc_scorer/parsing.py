"""What the grammars share: tokens, running a grammar through PLY, and what a syntax error says."""

from __future__ import annotations

from muc_scorer.messages import Fatal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Token:
    """A token: its ``type`` and ``value`` for the grammar, its ``text`` in the file and the lexer's ``line`` for messages."""

    __slots__ = ("lexer", "line", "text", "type", "value")

    def __init__(self, type: str, value: bytes, text: bytes, line: int) -> None:  # noqa: A002 - PLY's names
        self.type = type
        self.value = value
        self.text = text
        self.line = line


class TokenSource:
    """Tokens one by one, as PLY takes them."""

    __slots__ = ("_tokens",)

    def __init__(self, tokens: Iterator[Token]) -> None:
        self._tokens = tokens

    def token(self) -> Token | None:
        """Return the next token, None at the end."""
        return next(self._tokens, None)


class Grammar:
    """A grammar in PLY's form: ``tokens``, ``start`` and methods ``p_...`` with productions as docstrings.

    A syntax error says ``label`` and the line, then ``failure``. ``last_line`` is the lexer's line at the end of the file.
    """

    label = b""

    def __init__(self, last_line: int, failure: bytes) -> None:
        self.last_line = last_line
        self.failure = failure

    def p_error(self, token: Token | None) -> None:
        """Stop at a token that does not fit, None for the end of the file."""
        line, text = (self.last_line, b"") if token is None else (token.line, token.text)
        raise Fatal(
            b"(%s) %d: syntax error at '%s'\n%s\n" % (self.label, line, text, self.failure),
            on_stdout=True,
        )


def parse(grammar: Grammar, tokens: Iterator[Token]) -> Any:  # noqa: ANN401 - what the start symbol stands for
    """Run the tokens through the grammar. PLY builds its tables in memory; no file is read or written for them."""
    from ply import yacc

    parser = yacc.yacc(module=grammar, write_tables=False, debug=False, errorlog=yacc.NullLogger())
    return parser.parse(lexer=TokenSource(tokens))


def read_file(path: bytes, kind: bytes) -> bytes:
    """Return the content of a file, or stop saying what kind of file cannot be opened."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Fatal(b"Could not open %s file '%s'.\n" % (kind, path)) from error


def squeezed(text: bytes) -> bytes:
    """Return the text without blanks and tabs at the ends, and one blank for each run of them inside."""
    return b" ".join([word for word in text.replace(b"\t", b" ").split(b" ") if word])


def unquoted(text: bytes) -> bytes:
    """Return the text without one pair of matching quotes around it."""
    if len(text) > 1 and text[:1] in (b'"', b"'") and text[-1:] == text[:1]:
        return text[1:-1]
    return text
