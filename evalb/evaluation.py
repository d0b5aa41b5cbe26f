"""Trees in memory to the files that the command reads, and to its report and figures."""

from __future__ import annotations

from collections.abc import Mapping

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import writable
from legacy_scorers.evalb.cli import score
from legacy_scorers.evalb.options import DEFAULTS, LABELS, PAIRS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    # A text with brackets, or a label and what is below it: a word, or trees. () is a sentence without a tree.
    Tree: TypeAlias = str | Sequence[Any]
    Parameters: TypeAlias = str | Mapping[str, Any]  # the text of a parameter file, or values by keyword

GOLD, TEST, PARAMETERS = "gold", "test", "parameters"  # files
_SPACE = " \t\n\v\f\r"
_CLOSE = ")"


def evaluate(gold: Sequence[Tree], test: Sequence[Tree], parameters: Parameters | None) -> Evaluation:
    """Do what :func:`evalb.evaluate` says."""
    for name, side in ((GOLD, gold), (TEST, test)):
        if isinstance(side, str):
            raise ValueError(f"{name} is a text; give a list of trees")
    if len(gold) != len(test):
        raise ValueError(f"gold has {len(gold)} trees, test {len(test)}; give both a tree for each sentence")
    files = {name: _file(name, side) for name, side in ((GOLD, gold), (TEST, test))}
    words = [GOLD, TEST]
    if parameters is not None:
        text = parameters if isinstance(parameters, str) else "".join(_lines(parameters))
        files[PARAMETERS] = writable(text)
        words = ["-p", PARAMETERS, *words]
    try:
        return evaluation_of(score, words, Memory(files))
    except InputError as error:
        raise InputError(f"line {error}; one error more than MAX_ERROR, a parameter, allows") from None


def _file(side: str, trees: Sequence[Tree]) -> bytes:
    """Return the lines of the trees. Raises ``ValueError`` for a tree that no line can hold."""
    return b"".join([_line_of(f"{side}, tree {number}", tree) for number, tree in enumerate(trees)])


def _line_of(place: str, tree: Tree) -> bytes:
    try:
        line = tree.replace("\n", " ") if isinstance(tree, str) else _written(tree)
        if "\0" in line:
            raise ValueError("a NUL ends a line")
        return writable(f"{line}\n")
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def _written(tree: Sequence[Any]) -> str:
    """Return the text of a nested tree, of any depth."""
    pieces = []
    rest: list[Any] = [tree] if tree else []
    while rest:
        node = rest.pop()
        if node is _CLOSE:
            pieces.append(_CLOSE)
            continue
        label, *below = node
        _check(label)
        if len(below) == 1 and isinstance(below[0], str):
            _check(below[0])
            pieces.append(f"({label} {below[0]})")
            continue
        for child in below:
            if isinstance(child, str) or not child:
                raise ValueError(f"{child!r} below {label!r}: write a word with its tag, such as ('NN', 'cat')")
        pieces.append(f"({label} " if below else f"({label}")
        rest += [_CLOSE, *reversed(below)]
    return "".join(pieces)


def _check(text: object) -> None:
    """Raise ``ValueError`` for what is no label, tag or word."""
    if not isinstance(text, str) or not {*text}.isdisjoint(f"(){_SPACE}"):
        raise ValueError(f"{text!r}: labels, tags and words are texts without brackets and white space")


def _lines(parameters: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a parameter file. Raises ``ValueError`` for unknown keywords and what no line can hold."""
    for keyword, value in parameters.items():
        name = writable(keyword) if isinstance(keyword, str) else b""
        if name in DEFAULTS:
            yield f"{keyword} {_whole(keyword, value)}\n"
        elif name in LABELS:
            labels = [value] if isinstance(value, str) else value
            yield from [_line(keyword, label) for label in labels]
        elif name in PAIRS:
            yield from [_line(keyword, *_pair(keyword, pair)) for pair in value]
        else:
            known = ", ".join([one.decode() for one in (*DEFAULTS, *LABELS, *PAIRS)])
            raise ValueError(f"{keyword!r} is not a parameter; use one of {known}")


def _whole(keyword: str, value: Any) -> int:  # noqa: ANN401 - whatever was given
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{keyword}: {value!r} must be a whole number") from None


def _pair(keyword: str, pair: Sequence[str]) -> Sequence[str]:
    if isinstance(pair, str) or len(pair) != 2:
        raise ValueError(f"{keyword}: {pair!r}: give pairs, such as ('ADVP', 'PRT')")
    return pair


def _line(keyword: str, *values: str) -> str:
    for value in values:
        if not isinstance(value, str) or not value or not {*value}.isdisjoint(f"\0{_SPACE}"):
            raise ValueError(f"{keyword}: {value!r}: labels, tags and words are texts without white space")
    return f"{' '.join([keyword, *values])}\n"
