"""How large the source is, by package: ``python -m benchmarks.size`` prints lines, modules, code and functions.

Code is what is left without docstrings, comments and blank lines.
"""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tabulate import tabulate

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = (*sorted(marker.parent.name for marker in ROOT.glob("*/py.typed")), "tests")
_NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Size(NamedTuple):
    """The size of some source: lines, modules, lines of code, and the lines of each function."""

    lines: int
    modules: int
    code: int
    functions: list[int]

    def row(self, name: str) -> tuple[object, ...]:
        """Return a row of the table."""
        typical = median(self.functions) if self.functions else 0
        return name, self.lines, self.modules, self.code, len(self.functions), typical, max(self.functions, default=0)


def size_of(paths: list[Path]) -> Size:
    """Return the size of modules."""
    texts = [path.read_text(encoding="utf-8") for path in paths]
    trees = [ast.parse(text) for text in texts]
    functions = [
        (node.end_lineno or node.lineno) - node.lineno + 1
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, _FUNCTIONS)
    ]
    code = sum(len(_lines_of_code(text) - _docstrings(tree)) for text, tree in zip(texts, trees))
    return Size(sum(text.count("\n") for text in texts), len(paths), code, functions)


def _lines_of_code(text: str) -> set[int]:
    """Return the numbers of the lines that hold more than a comment."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {line for token in tokens if token.type not in _NO_CODE for line in range(token.start[0], token.end[0] + 1)}


def _docstrings(tree: ast.Module) -> set[int]:
    """Return the numbers of the lines of docstrings."""
    lines: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, *_FUNCTIONS)) and ast.get_docstring(node, clean=False):
            first = node.body[0]
            lines |= {*range(first.lineno, (first.end_lineno or first.lineno) + 1)}
    return lines


def main() -> int:
    """Print the table."""
    modules = {name: [path for path in (ROOT / name).rglob("*.py") if path.is_file()] for name in PACKAGES}
    rows = [size_of(paths).row(name) for name, paths in modules.items()]
    rows.append(size_of([path for name in PACKAGES[:-1] for path in modules[name]]).row("all but tests"))
    headings = ("package", "lines", "modules", "code", "functions", "median", "longest")
    print(tabulate(rows, headers=headings, tablefmt="github"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
