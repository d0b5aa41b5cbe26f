"""What is suspicious in a run of scorer.pl: documents, brackets, repeated mentions, singletons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TypeAlias

from common.errors import InputError
from common.result import Location, decoded
from coref_scorer.align import Aligned
from coref_scorer.cli import ALL, MOST_REPEATS
from coref_scorer.evidence import Side
from coref_scorer.read import BEGIN, DISCARDED, END, Document, DocumentStart, brackets, cell, open_file, places
from coref_scorer.tally import METRICS
from rescore.checks.finding import Finding, Sampler, missing_documents, odd_bytes, quoted, some, swapped_by_name
from rescore.reports.model import counted

Placed: TypeAlias = tuple[DocumentStart | None, Document]
Pairs: TypeAlias = dict[str, tuple[Placed, Placed]]

_TOTALS_ONLY = "none"
_MAX_SHOWN = 11  # mentions that are shown
_TEXTS = {
    "bracket-discarded": "{n:bracket} with a sign, which is dropped, first {first}",
    "bracket-unmatched": "{n:bracket} that no other closes or opens, first {first}",
    "duplicate-document": "{n:document} that the file has already, first {first}",
    "end-before-begin": (
        "{n:line} where a mention ends and one of its chain begins, read as a single token, first {first}"
    ),
}


def findings(words: Sequence[str], outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    if words[4:]:
        yield Finding("option-ignored", f"words that mean nothing: {some(words[4:])}")
    files = key, response = _File(words[1]), _File(words[2])
    for file in files:
        yield from odd_bytes(file.name, file.content, "byte-order-mark")
        yield from file.findings()
    pairs = _pairs(*files, words)
    yield from _compared(*files, pairs)
    yield from _repeated(*files, pairs, words[0] == ALL)
    yield from swapped_by_name(key.name, response.name)


def causes(words: Sequence[str]) -> Iterator[Finding]:
    """Yield possible causes of a run that stops: unmatched brackets, and repeated mentions."""
    files = _File(words[1]), _File(words[2])
    for file in files:
        yield from file.findings()
    yield from _repeated(*files, _pairs(*files, words), words[0] == ALL)


class _File:
    """A file with its documents. If several have the same name, only the last is kept, because it is scored."""

    def __init__(self, name: str) -> None:
        self.name = name.strip()
        if self.name == "-":
            raise InputError("can be read only once; put it into a file", "standard input")
        with open_file(name) as file:
            self.content = file.read()
        self._places = places(BytesIO(self.content))
        self.documents = {decoded(place.name): (place, place.read()) for place in self._places}
        self.begins = {name: Location(self.name, place.line - 1) for name, (place, _) in self.documents.items()}
        self.sizes = [len(chain.mentions) for _, document in self.documents.values() for chain in document.chains]

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in this file alone."""
        found = Sampler(_TEXTS, self.name)
        for place in self._places:
            if place is not self.documents[decoded(place.name)][0]:
                found.add("duplicate-document", quoted(place.name), place.line - 1)
        for place, document in self.documents.values():
            for name, text, line in _odd_brackets(place, document):
                found.add(name, quoted(text), line)
        yield from found.findings(*_TEXTS)


def _odd_brackets(place: DocumentStart, document: Document) -> Iterator[tuple[str, bytes, int]]:
    """Yield finding, text and line of brackets, up to and including the first line that could not be read."""
    begun: dict[bytes, list[int]] = {}
    for line, text in place.tokens(document.tokens + bool(document.problem)):
        found = brackets(cell(text))
        begins = {chain for kind, chain in found if kind == BEGIN}
        for kind, chain in found:
            if kind == DISCARDED:
                yield "bracket-discarded", chain, line
            elif kind == BEGIN:
                begun.setdefault(chain, []).append(line)
            elif kind == END and not begun.get(chain):
                yield "bracket-unmatched", chain + b")", line
            elif kind == END:
                begun[chain].pop()
                if chain in begins and text.find(chain + b")") < text.find(b"(" + chain):
                    yield "end-before-begin", cell(text).strip(), line
    for chain, lines in begun.items():
        for line in lines:
            yield "bracket-unmatched", b"(" + chain, line


def _pairs(key: _File, response: _File, words: Sequence[str]) -> Pairs:
    wanted = words[3] if words[3:] and words[3] != _TOTALS_ONLY else None
    nothing = None, Document(b"", ())
    documents = key.documents.items()
    return {name: (ours, response.documents.get(name, nothing)) for name, ours in documents if wanted in (None, name)}


def _compared(key: _File, response: _File, pairs: Pairs) -> Iterator[Finding]:
    if not pairs:
        yield Finding("nothing-scored", "the key has no such document", key.name)
        return
    yield from missing_documents(key.begins, response.begins)
    common = 0
    for name, ((_, ours), (place, theirs)) in pairs.items():
        common += Aligned(ours, theirs).common
        if place is not None and ours.tokens != theirs.tokens:
            problem = f"{quoted(name)} has {counted(theirs.tokens, 'token')}, and {ours.tokens} in the key"
            yield Finding("texts-differ", problem, response.name, place.line - 1)
    if not common:
        yield Finding("nothing-in-common", "no mention is on both sides", response.name)
    for own, other, side in ((key, response, "response"), (response, key, "key")):
        if 1 in own.sizes and other.sizes and 1 not in other.sizes:
            problem = f"{counted(own.sizes.count(1), 'singleton')}, and none in the {side}"
            yield Finding("singletons-one-side", problem, own.name)


def _repeated(key: _File, response: _File, pairs: Pairs, by_all: bool) -> Iterator[Finding]:
    """Find mentions that a side repeats: their chains and lines, and the number of reports that the run prints."""
    dropped = sum(len(Aligned(ours, theirs).dropped) for (_, ours), (_, theirs) in pairs.values())
    times = f", {len(METRICS)} times each" if by_all else ""
    refused = f"; {counted(dropped, 'repeat')} reported{times}, and more than {MOST_REPEATS} reports are refused"
    for number, file in enumerate((key, response)):
        found = [
            (f"{where} of {quoted(name)}", line)
            for name, pair in pairs.items()
            for where, line in _places_of_repeats(file.name, *pair[number])
        ]
        if found:
            shown = "; ".join([where for where, _ in found[:_MAX_SHOWN]] + ["..."] * (len(found) > _MAX_SHOWN))
            more = refused if number and dropped else ""
            problem = f"{counted(len(found), 'mention')} several times: {shown}{more}"
            yield Finding("duplicate-mention", problem, file.name, found[0][1])


def _places_of_repeats(file: str, place: DocumentStart | None, document: Document) -> Iterator[tuple[str, int]]:
    """Yield the places of each mention that a document repeats, with the line where the mention begins."""
    counts = Counter(mention for chain in document.chains for mention in chain.mentions)
    again = [mention for mention, times in counts.items() if times > 1]
    if again:
        side = Side(file, place, document)
        for mention in again:
            indexes = [index for index, (_, other) in enumerate(side.mentions) if other == mention]
            yield " and ".join(map(side.where, indexes)), side.lines[mention[0]]
