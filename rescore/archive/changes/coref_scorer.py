"""Changes of a run of scorer.pl: another metric, totals only, documents and singletons left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import TypeAlias

from coref_scorer.cli import ALL
from coref_scorer.read import brackets, cell, places
from coref_scorer.tally import METRICS
from rescore.archive.changes.edits import Edit, edit, of_documents
from rescore.archive.changes.setup import Change, Setup, Sides, reworded

_TOTALS_ONLY = "none"
_DOCUMENT = re.compile(
    rb"^#[ \t\r\f\v]*begin document ([^\r\n]*).*?(?=^#[ \t\r\f\v]*begin document |\Z)", re.MULTILINE | re.DOTALL
)

Documents: TypeAlias = list[tuple[bytes, bytes]]  # name and text


def sides(setup: Setup) -> Sides:
    """Return the files of key and response."""
    _, _, key, response, *_ = setup.words
    return Sides([setup.path(key.strip())], [setup.path(response.strip())])


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other words of the command line, and files without some documents or without singletons."""
    yield reworded("swap", "key and response", "with the sides swapped", _swapped)
    for metric in (*METRICS, ALL):
        yield reworded("metric", metric, f"with the metric {metric}", partial(_with_metric, metric))
    for name, text in (([_TOTALS_ONLY], "with totals only"), ([], "with all documents")):
        yield reworded("name", text, text, partial(_with_name, name))
    files = sides(setup)
    for one, other in ((files.key, files.response), (files.response, files.key)):
        text = f"without the documents of {{}} that {other[0]} lacks"
        yield edit("documents", text, one, _only_those_of(setup, other))
    for paths in (files.response, files.key, [*files.key, *files.response]):
        yield edit("singletons", "without the singletons of {}", paths, _without_singletons)


def orders(setup: Setup) -> Iterator[Change]:
    """Yield the key's documents in other orders, which change the last digits of sums, then changes of documents."""
    files = sides(setup)
    for text, order in (("sorted by name", sorted), ("in reverse", reversed)):
        yield edit("order", f"with the documents of {{}} {text}", files.key, partial(_reordered, order))
    yield from of_documents(_DOCUMENT, [*files.response, *files.key], setup.files)


def _swapped(words: Sequence[str]) -> list[str]:
    command, metric, key, response, *name = words
    return [command, metric, response, key, *name]


def _with_metric(metric: str, words: Sequence[str]) -> list[str]:
    return [words[0], metric, *words[2:]]


def _with_name(name: Sequence[str], words: Sequence[str]) -> list[str]:
    return [*words[:4], *name]


def _segments(content: bytes) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """Return the text before the first document, and each document with the text after it, by name."""
    lines = BytesIO(content).readlines()
    found = places(BytesIO(content))
    begins = [place.line - 2 for place in found]
    pieces = [b"".join(lines[begin:end]) for begin, end in zip([0, *begins], [*begins, len(lines)])]
    return pieces[0], list(zip([place.name for place in found], pieces[1:]))


def _only_those_of(setup: Setup, others: Sequence[str]) -> Edit:
    """Return the edit that removes documents that other files lack."""

    def edited(content: bytes) -> bytes:
        names = {name for path in others for name, _ in _segments(setup.files.get(path, b""))[1]}
        before, documents = _segments(content)
        return before + b"".join([text for name, text in documents if name in names])

    return edited


def _reordered(order: Callable[[Documents], Iterable[tuple[bytes, bytes]]], content: bytes) -> bytes:
    before, documents = _segments(content if content.endswith(b"\n") else content + b"\n")
    return before + b"".join([text for _, text in order(documents)])


def _without_singletons(content: bytes) -> bytes:
    lines = BytesIO(content).readlines()
    for place in places(BytesIO(content)):
        document = place.read()
        single = {chain.number for chain in document.chains if len(chain.mentions) == 1}
        for number, line in place.tokens(document.tokens):
            if {chain for _, chain in brackets(cell(line))} & single:
                lines[number - 1] = _without(single, line)
    return b"".join(lines)


def _without(chains: set[bytes], line: bytes) -> bytes:
    """Return a line without the brackets of some chains; bars separate the brackets in its last word."""
    words = line.split()
    left = [part for part in words[-1].split(b"|") if part.strip(b"()") not in chains]
    place = line.rindex(words[-1])
    return line[:place] + (b"|".join(left) or b"-") + line[place + len(words[-1]) :]
