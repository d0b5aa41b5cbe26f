"""Every message in one table: what the commands say about bad input, recorded in messages.txt to be read in one place.

A new or changed message changes the table: ``python -m tests.suite.test_messages`` writes it anew.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tests.suite.test_architecture import MODULES, ROOT, parsed

TABLE = Path(__file__).with_name("messages.txt")
MESSAGE_CALLS = {
    *("InputError", "RefusalError", "EntryError", "TaskError", "UsageError", "BadParameter", "ValueError"),
    *("BadLineError", "OpenError", "LoadError", "DecodeError", "RefusedError", "RefusedSentenceError", "Fatal"),
    *("warn", "warn_at", "_warn", "error", "_error", "_syntax_error", "_wrong", "wrong_entry", "_nonsense", "_refuse"),
    *("_incomparable", "failed", "write_line", "unknown", "without_partner"),
}  # fmt: skip
MESSAGE_NAMES = {
    *("problem", "complaint", "_EXPECTED", "_LOST", "_TEXTS", "_TAG_TEXTS", "_TEMPLATE_TEXTS", "_ODD_BYTES"),
    *("ADVICE", "WHOLE_RUN"),
}  # fmt: skip
TWO_PARTS = re.compile(r"[^ ]; [a-z{'-]")
WORD = re.compile(r"(?<![{\w])[A-Za-z]+")
NOT_PLAIN = re.compile(
    r"(?<!there )\b(?:is|are) no(?:ne)? |\bstands?\b|\banew\b|\bmeanwhile\b|\bas it is\b|\blooks? for\b|, so$"
    r"|\bwhat is left\b|\bis (?:told|taken)\b|\bgoes on\b|\bnames? no\b|\bother way round\b|\bof its own\b"
)  # patterns of the style sheet in CONTRIBUTING.md


def text_of(node: ast.AST) -> str | None:
    """Return a literal text, with ``{}`` for each value in it, or None; bytes, an original's words, as ``b'...'``."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        return node.value if isinstance(node.value, str) else repr(node.value)
    return None


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def texts(node: ast.AST | None) -> Iterator[str]:
    """Yield the texts of an expression: both of a condition, each of a tuple or table, none inside another call."""
    text = text_of(node) if node else None
    if text is not None:
        yield text
    elif isinstance(node, ast.Dict):
        for value in node.values:
            yield from texts(value)
    elif isinstance(node, ast.IfExp):
        yield from (*texts(node.body), *texts(node.orelse))
    elif isinstance(node, (ast.BinOp, ast.Tuple)):
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def messages(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in MESSAGE_CALLS:
            for argument in node.args:
                yield from texts(argument)
        elif isinstance(node, ast.Assign) and name_of(node.targets[0]) in MESSAGE_NAMES:
            yield from texts(node.value)
        elif isinstance(node, (ast.Return, ast.Yield, ast.ListComp, ast.Dict)):
            value = node if isinstance(node, ast.Dict) else node.elt if isinstance(node, ast.ListComp) else node.value
            yield from (text for text in texts(value) if TWO_PARTS.search(text) and "\n" not in text)


@functools.cache
def table() -> list[str]:
    found = set()
    for path in MODULES:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found |= {f"{module}: {text}" for text in messages(parsed(path)) if len(WORD.findall(text)) > 2 and " " in text}
    return sorted(found)


def test_the_table_has_every_message() -> None:
    assert TABLE.read_text(encoding="utf-8").splitlines() == table()


def test_messages_are_plain() -> None:
    ours = [row for row in table() if ": b'" not in row and ': b"' not in row]
    assert not [row for row in ours if NOT_PLAIN.search(row)]


def renew() -> None:
    """Write the table anew."""
    TABLE.write_text("".join(f"{row}\n" for row in table()), encoding="utf-8")


if __name__ == "__main__":
    renew()
