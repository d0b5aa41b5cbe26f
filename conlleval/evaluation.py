"""Tags in memory to the file that the command reads, and to its report and figures."""

from __future__ import annotations

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.memo import Memo
from legacy_scorers.common.result import writable
from legacy_scorers.conlleval.cli import score
from legacy_scorers.conlleval.read import BOUNDARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    Token: TypeAlias = str | tuple[str, str]  # a tag, or a word and its tag
    Sentences: TypeAlias = Sequence[Sequence[Token]]
    Columns: TypeAlias = dict[str, Sequence[str]]  # of a sentence: words, if there are any, key and response

FILE = "tags"
_END = BOUNDARY.decode()


def evaluate(key: Sentences, response: Sentences, raw: bool, outside: str) -> Evaluation:
    """Do what :func:`conlleval.evaluate` says."""
    host = Memory({FILE: b"".join(written(key, response))})
    host.stdin_name = FILE
    words = ["-r"] if raw else []
    if isinstance(outside, str):
        writable(outside)
    return evaluation_of(score, words if outside == "O" else [*words, "-o", outside], host)


def written(key: Sentences, response: Sentences) -> Iterator[bytes]:
    """Yield the lines of each sentence, and the empty line that ends it. Raises ``ValueError``."""
    encoded = Memo(_encoded)
    for number, columns in enumerate(_columns(key, response)):
        first, *_ = columns.values()
        try:
            cells = [map(encoded.__getitem__, column) for column in columns.values()]
            lines = [*map(b" ".join, zip(*cells)), b"\n"]
        except ValueError:
            raise ValueError(_first_problem(number, columns)) from None
        if _END in first:
            place = f"sentence {number}, token {[*first].index(_END)}"
            raise ValueError(f"{place}: {_END} in the first column ends a sentence")
        yield b"\n".join(lines)


def _encoded(cell: str) -> bytes:
    if not cell or " " in cell or "\n" in cell:
        raise ValueError("words and tags have at least one character, and no blanks or line breaks")
    return writable(cell)


def _first_problem(number: int, columns: Columns) -> str:
    """Return where the first word or tag is that cannot be written, and why."""
    problems = (
        f"{name}, sentence {number}, token {index}: {cell!r}: {problem}"
        for name, column in columns.items()
        for index, cell in enumerate(column)
        if (problem := _problem_of(cell))
    )
    return next(problems)


def _problem_of(cell: str) -> str:
    try:
        _encoded(cell)
    except ValueError as error:
        return str(error)
    return ""


def _columns(key: Sentences, response: Sentences) -> Iterator[Columns]:
    """Yield the columns of each sentence; words are those of the key, or else of the response."""
    if len(key) != len(response):
        raise ValueError(f"the key has {len(key)} sentences, the response {len(response)}; give both the same ones")
    sides: dict[str, list[Any]] = {"key": [*key], "response": [*response]}  # a column of pandas may have other indexes
    paired = [name for name, side in sides.items() if _has_words(name, side)]
    for number in range(len(key)):
        sentences = {name: side[number] for name, side in sides.items()}
        for name, sentence in sentences.items():
            if isinstance(sentence, str):
                raise ValueError(f"{name}, sentence {number} is {sentence!r}; give a list of tags for each sentence")
        sizes = {name: len(sentence) for name, sentence in sentences.items()}
        if sizes["key"] != sizes["response"]:
            found = ", ".join([f"{size} in the {name}" for name, size in sizes.items()])
            raise ValueError(f"sentence {number}: tokens: {found}; give both sides a tag for each token")
        columns: Columns = {}
        if paired:
            columns["words"] = [token[0] for token in sentences[paired[0]]]
        for name, sentence in sentences.items():
            columns[name] = [token[1] for token in sentence] if name in paired else sentence
        yield columns


def _has_words(name: str, side: Sentences) -> bool:
    """Return whether the tokens of a side are pairs of word and tag. Raises ``ValueError`` if only some are."""
    has_words = None
    for number, sentence in enumerate(side):
        for index, token in enumerate(sentence):
            is_pair = not isinstance(token, str)
            if is_pair and not _is_pair(token):
                place = f"{name}, sentence {number}, token {index}"
                raise ValueError(f"{place}: {token!r}: give a tag, or a pair of a word and a tag")
            if has_words is None:
                has_words = is_pair
            elif is_pair != has_words:
                raise ValueError(f"{name}, sentence {number}, token {index}: give words for all tokens, or for none")
    return bool(has_words)


def _is_pair(token: Any) -> bool:  # noqa: ANN401 - whatever was given
    return isinstance(token, (tuple, list)) and len(token) == 2 and all(isinstance(text, str) for text in token)
