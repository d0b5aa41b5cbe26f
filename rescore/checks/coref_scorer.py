"""What is suspicious in a run of scorer.pl: documents, brackets, repeated mentions, singletons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO

from common.errors import InputError, RefusalError
from common.result import Location, decoded
from coref_scorer.align import Aligned
from coref_scorer.cli import ALL, MOST_REPEATS
from coref_scorer.evidence import Side
from coref_scorer.read import BEGIN, DISCARDED, END, Document, DocumentStart, brackets, cell, open_file, places
from coref_scorer.tally import METRICS
from rescore.checks import inputs
from rescore.checks.finding import Finding, Sampler, quoted, some
from rescore.reports.model import counted
from rescore.scorers.running import Outcome

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


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    if words[4:]:
        yield Finding("option-ignored", f"words that mean nothing: {some(words[4:])}")
    files = [_File(name) for name in words[1:3]]
    for file in files:
        yield from inputs.odd_bytes(file.name, file.content, "byte-order-mark")
        yield from file.findings()
    yield from _Pairs(files, words).findings()
    yield from inputs.swapped_by_name(files[0].name, files[1].name)


def causes(words: Sequence[str]) -> Iterator[Finding]:
    """Yield possible causes of a run that stops: unmatched brackets, and repeated mentions."""
    try:
        files = [_File(name) for name in words[1:3]]
    except (InputError, OSError, RefusalError):  # the run has reported it
        return
    for file in files:
        yield from file.findings()
    if words[2:]:
        yield from _Pairs(files, words).repeated()


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
        self._found = Sampler(_TEXTS, self.name)

    @property
    def chains(self) -> list[int]:
        """The number of mentions in each chain."""
        return [len(chain.mentions) for _, document in self.documents.values() for chain in document.chains]

    @property
    def locations(self) -> dict[str, Location]:
        """The line where each document begins, by name."""
        return {name: Location(self.name, place.line - 1) for name, (place, _) in self.documents.items()}

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in this file alone."""
        names = Counter(place.name for place in self._places)
        for place in self._places:
            if names[place.name] > 1:
                names[place.name] -= 1
                self._found.add("duplicate-document", quoted(place.name), place.line - 1)
        for place, document in self.documents.values():
            self._look_at(place, document)
        yield from self._found.findings(*_TEXTS)

    def _look_at(self, place: DocumentStart, document: Document) -> None:
        """Check the brackets of a document, up to and including the first line that could not be read."""
        begun: dict[bytes, list[int]] = {}
        for line, text in place.tokens(document.tokens + bool(document.problem)):
            found = brackets(cell(text))
            if not found:
                continue
            begins = {chain for kind, chain in found if kind == BEGIN}
            for kind, chain in found:
                if kind == DISCARDED:
                    self._found.add("bracket-discarded", quoted(chain), line)
                elif kind == BEGIN:
                    begun.setdefault(chain, []).append(line)
                elif kind == END and not begun.get(chain):
                    self._found.add("bracket-unmatched", quoted(chain + b")"), line)
                elif kind == END:
                    begun[chain].pop()
                    if chain in begins and text.find(chain + b")") < text.find(b"(" + chain):
                        self._found.add("end-before-begin", quoted(cell(text).strip()), line)
        for chain, lines in begun.items():
            for line in lines:
                self._found.add("bracket-unmatched", quoted(b"(" + chain), line)


class _Pairs:
    def __init__(self, files: Sequence[_File], words: Sequence[str]) -> None:
        self._key, self._response = files
        self._metrics = len(METRICS) if words[0] == ALL else 1
        wanted = words[3] if words[3:] and words[3] != _TOTALS_ONLY else None
        nothing = None, Document(b"", ())
        self._pairs = {
            name: (place_and_document, self._response.documents.get(name, nothing))
            for name, place_and_document in self._key.documents.items()
            if wanted in (None, name)
        }

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious when both sides are compared."""
        if not self._pairs:
            yield Finding("nothing-scored", "the key has no such document", self._key.name)
            return
        yield from inputs.missing_documents(self._key.locations, self._response.locations)
        common = 0
        for name, ((_, key), (place, response)) in self._pairs.items():
            common += Aligned(key, response).common
            if place is not None and key.tokens != response.tokens:
                problem = f"{quoted(name)} has {counted(response.tokens, 'token')}, and {key.tokens} in the key"
                yield Finding("texts-differ", problem, self._response.name, place.line - 1)
        if not common:
            yield Finding("nothing-in-common", "no mention is on both sides", self._response.name)
        for own, other, side in ((self._key, self._response, "response"), (self._response, self._key, "key")):
            single = own.chains.count(1)
            if single and other.chains and 1 not in other.chains:
                problem = f"{counted(single, 'singleton')}, and none in the {side}"
                yield Finding("singletons-one-side", problem, own.name)
        yield from self.repeated()

    def repeated(self) -> Iterator[Finding]:
        """Find mentions that a side repeats: their chains and lines, and the number of reports that the run prints."""
        dropped = sum(len(Aligned(key, response).dropped) for (_, key), (_, response) in self._pairs.values())
        times = f", {self._metrics} times each" if self._metrics > 1 else ""
        refused = f"; {counted(dropped, 'repeat')} reported{times}, and more than {MOST_REPEATS} reports are refused"
        for number, file in enumerate((self._key, self._response)):
            found = [
                (f"{where} of {quoted(name)}", line)
                for name, pair in self._pairs.items()
                for where, line in _repeated(file.name, *pair[number])
            ]
            if found:
                shown = "; ".join([where for where, _ in found[:_MAX_SHOWN]] + ["..."] * (len(found) > _MAX_SHOWN))
                more = refused if number and dropped else ""
                problem = f"{counted(len(found), 'mention')} several times: {shown}{more}"
                yield Finding("duplicate-mention", problem, file.name, found[0][1])


def _repeated(file: str, place: DocumentStart | None, document: Document) -> Iterator[tuple[str, int]]:
    """Yield the places of each mention that a document repeats, with the line where the mention begins."""
    counts = Counter(mention for chain in document.chains for mention in chain.mentions)
    again = [mention for mention, times in counts.items() if times > 1]
    if again:
        side = Side(file, place, document)
        for mention in again:
            indexes = [index for index, (_, other) in enumerate(side.mentions) if other == mention]
            yield " and ".join(map(side.where, indexes)), side.lines[mention[0]]
