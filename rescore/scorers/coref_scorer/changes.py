"""What may have been different in a run of scorer.pl whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO

from legacy_scorers.common.result import decoded
from legacy_scorers.coref_scorer.cli import ALL
from legacy_scorers.coref_scorer.read import (
    brackets,
    cell,
    places,
)
from legacy_scorers.coref_scorer.tally import METRICS
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import (
    Change,
    Setup,
    Sides,
    document_changes,
    edit,
    keep_only,
    swap_change,
    word_change,
)
from legacy_scorers.rescore.scorers.cut_off import ends_in_line

_BEGIN, _END = b"#BEGIN DOCUMENT", b"#END DOCUMENT"
_MAX_LIKE = 5  # documents of similar names
_DOCUMENT = re.compile(
    rb"^#[ \t\r\f\v]*begin document ([^\r\n]*).*?(?=^#[ \t\r\f\v]*begin document |\Z)", re.MULTILINE | re.DOTALL
)


def sides_of(setup: Setup) -> Sides:
    """Return the files of key and response."""
    _, _, key, response, *_ = setup.words
    return Sides([setup.path(key.strip())], [setup.path(response.strip())])


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other words of the command line, and files without some documents or without singletons."""
    yield swap_change("key and response", 2)
    for metric in (*METRICS, ALL):
        yield word_change("metric", metric, f"with the metric {metric}", partial(_with, slice(1, 2), [metric]))
    for name, text in ((["none"], "with totals only"), ([], "with all documents")):
        yield word_change("name", text, text, partial(_with, slice(4, None), name))
    for document in _documents_like(setup, sides):
        yield word_change("name", document, f"with the document {document}", partial(_with, slice(4, None), [document]))
    for one, other in ((sides.key, sides.response), (sides.response, sides.key)):
        text = f"without the documents of {{}} that {other[0]} lacks"
        names = {found[1] for path in other for found in _DOCUMENT.finditer(setup.files.get(path, b""))}
        yield edit("documents", text, one, partial(keep_only, _DOCUMENT, names.__contains__))
    for paths in (sides.response, sides.key, [*sides.key, *sides.response]):
        yield edit("singletons", "without the singletons of {}", paths, _without_singletons)


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield the key's documents in other orders, which change the last digits of sums, then changes of documents."""
    for text, order in (("sorted by name", sorted), ("in reverse", reversed)):
        yield edit("order", f"with the documents of {{}} {text}", sides.key, partial(_reordered, order))
    yield from document_changes(_DOCUMENT, setup, sides)


def _documents_like(setup: Setup, sides: Sides) -> list[str]:
    """Return the documents of the key whose names contain the one that the run asks for, if there is none of it."""
    wanted = "".join(setup.words[4:5])
    names = [
        decoded(found[1]).strip() for path in sides.key for found in _DOCUMENT.finditer(setup.files.get(path, b""))
    ]
    like = [name for name in dict.fromkeys(names) if wanted.lower() in name.lower()]
    return like[:_MAX_LIKE] if wanted and wanted not in names else []


def _with(place: slice, new: Sequence[str], words: list[str]) -> list[str]:
    words[place] = new
    return words


def _reordered(order: Callable[[list[tuple[bytes, ...]]], Iterable[tuple[bytes, ...]]], content: bytes) -> bytes:
    content = content if content.endswith(b"\n") else content + b"\n"
    documents = order([(found[1], found[0]) for found in _DOCUMENT.finditer(content)])  # by name
    texts = iter([text for _, text in documents])
    return _DOCUMENT.sub(lambda _: next(texts), content)


def _without_singletons(content: bytes) -> bytes:
    lines = BytesIO(content).readlines()
    for place in places(BytesIO(content)):
        document = place.read()
        single = {chain.number for chain in document.chains if len(chain.mentions) == 1}
        for number, line in place.tokens(document.tokens):
            if {chain for _, chain in brackets(cell(line))} & single:
                before, word, end = line.rpartition(line.split()[-1])
                left = [part for part in word.split(b"|") if part.strip(b"()") not in single]
                lines[number - 1] = before + (b"|".join(left) or b"-") + end
    return b"".join(lines)


def is_cut_off(content: bytes) -> bool:
    """Whether a file ends within a document, or, if it begins none, within a line."""
    text = content.upper()
    begun = text.count(_BEGIN)
    return begun > text.count(_END) if begun else ends_in_line(content)
