"""What is suspicious in a run of scorer.pl."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from io import BytesIO

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import Host
from legacy_scorers.common.result import Location, decoded
from legacy_scorers.coref_scorer.align import Aligned
from legacy_scorers.coref_scorer.cli import ALL, MOST_REPEATS
from legacy_scorers.coref_scorer.evidence import Side
from legacy_scorers.coref_scorer.read import (
    BEGIN,
    DISCARDED,
    END,
    Document,
    DocumentStart,
    brackets,
    cell,
    open_file,
    places,
)
from legacy_scorers.coref_scorer.tally import METRICS
from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.scorers.checks import (
    Finding,
    Sampler,
    missing_documents,
    new_file,
    odd_bytes,
    quoted,
    some,
    swapped_by_name,
)
from legacy_scorers.rescore.scorers.coref_scorer.begins import name_in, without_begin
from legacy_scorers.rescore.scorers.coref_scorer.words import TOTALS_ONLY, one_by_one, other_name, unknown_metric

_NAMED_CHAIN = re.compile(rb"\S*[A-Za-z]\d+\)\S*")
_MAX_CELL = 200  # bytes of one that is searched for names of chains
_MAX_SHOWN = 11  # mentions that are shown
_TO_TABS = 'BEGIN {OFS = "\\t"} !/^#/ {$1 = $1} 1'  # program of awk
_TEXTS = {
    "bracket-discarded": "{n:bracket} with a sign, which is dropped, first {first}",
    "bracket-in-word": "{n:line} without tabs where brackets before the last column are mentions, first {first}",
    "bracket-unmatched": "{n:bracket} that no other closes or opens, first {first}",
    "duplicate-document": "{n:document} that the file has already, first {first}",
    "end-before-begin": (
        "{n:line} where a mention ends and one of its chain begins, read as a single token, first {first}"
    ),
}


def findings(words: Sequence[str], host: Host, outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run."""
    if words[0].lower() not in METRICS and words[0] != ALL:
        yield unknown_metric(words, host)
    if not words[2:]:
        return
    if words[4:]:
        yield Finding("option-ignored", f"words that mean nothing: {some(words[4:])}")
    key, response = _File(host, words[1]), _File(host, words[2])
    for file, other in ((key, response), (response, key)):
        yield from odd_bytes(file.name, file.content, "byte-order-mark")
        yield from file.findings(name_in([*other.documents]))
    wanted = words[3] if words[3:] and words[3] != TOTALS_ONLY else None
    names = [name for name in key.documents if wanted in (None, name)]
    dropped = yield from _document_findings(key, response, names)
    if key.documents and not names:
        yield other_name(words, key.name, [*key.documents])
    yield from key.repeated(names)
    times = f", {len(METRICS)} times each" if words[0] == ALL else ""
    refused = f"; {counted(dropped, 'repeat')} reported{times}, and more than {MOST_REPEATS} reports are refused"
    for finding in response.repeated(names, refused if dropped else ""):
        if words[0] == ALL and dropped <= MOST_REPEATS < dropped * len(METRICS):
            finding.advice = f"Put each mention into one chain, or score the metrics one by one: {one_by_one(words)}"
        yield finding
    yield from swapped_by_name(key.name, response.name)


def _document_findings(key: _File, response: _File, names: Sequence[str]) -> Generator[Finding, None, int]:
    """Yield what is suspicious in the documents of both sides, and return how many repeated mentions are dropped."""
    common = dropped = 0
    for name in names:
        aligned = Aligned(key.document(name), response.document(name))
        common += aligned.common
        dropped += len(aligned.dropped)
    if names:
        yield from missing_documents(key.places, response.places)
        yield from _other_texts(key, response, names)
        if not common:
            yield Finding("nothing-in-common", "no mention is on both sides", response.name)
        yield from _singletons(key, response, "response")
        yield from _singletons(response, key, "key")
    return dropped


class _File:
    """A file with its documents by name. Of several with the same name, only the last is kept, because it is scored."""

    def __init__(self, host: Host, name: str) -> None:
        self.name = name.strip()
        if self.name == "-":
            raise InputError("can be read only once; put it into a file", "standard input")
        with open_file(host, name) as file:
            self.content = file.read()
        self._all_starts = places(BytesIO(self.content))
        self._starts = {decoded(start.name): start for start in self._all_starts}
        self.documents = {name: start.read() for name, start in self._starts.items()}
        self.places = {name: Location(self.name, start.line - 1) for name, start in self._starts.items()}
        self.sizes = [len(chain.mentions) for document in self.documents.values() for chain in document.chains]

    def document(self, name: str) -> Document:
        """Return a document, an empty one if the file lacks it."""
        return self.documents.get(name, Document(b"", ()))

    def findings(self, name: str) -> Iterator[Finding]:
        """Yield what is suspicious in this file alone; ``name`` is for a document without a begin line."""
        found = Sampler(_TEXTS, self.name)
        if not self._all_starts:
            yield without_begin(self.name, self.content, name)
        for start in self._all_starts:
            if start is not self._starts[decoded(start.name)]:
                found.add("duplicate-document", quoted(start.name), start.line - 1)
        for name, start in self._starts.items():
            _check_brackets(start, self.documents[name], found)
        for finding in found.findings(*_TEXTS):
            if finding.name == "bracket-in-word":
                finding.advice = new_file(f"Separate columns by tabs: awk '{_TO_TABS}' {{file}}", self.name)
            yield finding

    def repeated(self, names: Iterable[str], more: str = "") -> Iterator[Finding]:
        """Find mentions that some documents repeat: their chains and lines; the message ends in ``more``."""
        found = [one for name in names if name in self.documents for one in self._repeats(name)]
        if found:
            shown = "; ".join([where for where, _ in found[:_MAX_SHOWN]] + ["..."] * (len(found) > _MAX_SHOWN))
            problem = f"{counted(len(found), 'mention')} several times: {shown}{more}"
            yield Finding("duplicate-mention", problem, self.name, found[0][1])

    def _repeats(self, name: str) -> Iterator[tuple[str, int]]:
        """Yield the places of each mention that a document repeats, with the line where the mention begins."""
        document = self.documents[name]
        mentions = [mention for chain in document.chains for mention in chain.mentions]
        indexes_of = grouped((mention, index) for index, mention in enumerate(mentions))
        again = {mention: indexes for mention, indexes in indexes_of.items() if len(indexes) > 1}
        side = Side(self.name, self._starts[name] if again else None, document)
        for mention, indexes in again.items():
            where = [*map(side.where, indexes)]
            shown = f"{where[0]} ({len(where)} times)" if len({*where}) == 1 else " and ".join(where)
            yield f"{shown} of {quoted(name)}", side.lines[mention[0]]


def _check_brackets(start: DocumentStart, document: Document, found: Sampler) -> None:
    """Find odd brackets in the lines of a document up to and including the first that could not be read."""
    begun: dict[bytes, list[int]] = defaultdict(list)
    for line, text in start.tokens(document.tokens + bool(document.problem)):
        if b"\t" not in text and brackets(text.strip().rpartition(b" ")[0]):
            found.add("bracket-in-word", quoted(text.strip()), line)
        text = cell(text)
        here = brackets(text)
        for kind, chain in here:
            if kind == DISCARDED:
                found.add("bracket-discarded", quoted(chain), line)
            elif kind == BEGIN:
                begun[chain].append(line)
            elif kind == END and not begun[chain]:
                is_named = len(text) <= _MAX_CELL and _NAMED_CHAIN.fullmatch(text)
                named = f" in {quoted(text)}, where the chain is no number" if is_named else ""
                found.add("bracket-unmatched", f"{quoted(chain + b')')}{named}", line)
            elif kind == END:
                begun[chain].pop()
                if (BEGIN, chain) in here and text.find(chain + b")") < text.find(b"(" + chain):
                    found.add("end-before-begin", quoted(text.strip()), line)
    for chain, lines in begun.items():
        for line in lines:
            found.add("bracket-unmatched", quoted(b"(" + chain), line)


def _other_texts(key: _File, response: _File, names: Iterable[str]) -> Iterator[Finding]:
    for name in names:
        tokens, of_key = response.document(name).tokens, key.document(name).tokens
        if name in response.documents and tokens != of_key:
            problem = f"{quoted(name)} has {counted(tokens, 'token')}, and {of_key} in the key"
            yield Finding("texts-differ", problem, response.name, response.places[name].line)


def _singletons(own: _File, other: _File, side: str) -> Iterator[Finding]:
    """Find singletons in a file, if the one of the other ``side`` has chains, but no singletons."""
    if 1 in own.sizes and other.sizes and 1 not in other.sizes:
        problem = f"{counted(own.sizes.count(1), 'singleton')}, and none in the {side}"
        yield Finding("singletons-one-side", problem, own.name)
