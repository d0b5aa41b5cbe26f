"""What is suspicious in a run of scorer.pl."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from shlex import join

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import FILE, Host
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
from legacy_scorers.coref_scorer.tally import BCUB, CEAFE, CEAFM, METRICS
from legacy_scorers.rescore.reports.model import counted, grouped
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

_TOTALS_ONLY = "none"
_OF_PAPERS = {"b3": BCUB, "b^3": BCUB, "b-cubed": BCUB, "bcubed": BCUB, "ceaf": CEAFE, "ceaf_m": CEAFM, "ceaf_e": CEAFE}
_MAX_SHOWN = 11  # mentions that are shown
_PLAIN = re.compile(r"[\w ().,:;/+-]+")
_BEGIN_LINE = "#begin document "
# Programs of awk.
_ONE_DOCUMENT = 'BEGIN {print "#begin document %s"} {print} END {print "#end document"}'
_DOCUMENTS_OF_UD = (
    '/^# *newdoc/ {if (n++) print "#end document"; print "#begin document (" $NF "); part 000"; next} '
    '{print} END {print "#end document"}'
)
_BEGIN_AGAIN = 'tolower($0) ~ /begin document/ {sub(/^.*[Dd][Oo][Cc][Uu][Mm][Ee][Nn][Tt] */, "#begin document ")} 1'
_TO_TABS = 'BEGIN {OFS = "\\t"} !/^#/ {$1 = $1} 1'
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
        yield _unknown_metric(words, host)
    if not words[2:]:
        return
    if words[4:]:
        yield Finding("option-ignored", f"words that mean nothing: {some(words[4:])}")
    key, response = _File(host, words[1]), _File(host, words[2])
    for file, other in ((key, response), (response, key)):
        yield from odd_bytes(file.name, file.content, "byte-order-mark")
        yield from file.findings(other.only_name)
    wanted = words[3] if words[3:] and words[3] != _TOTALS_ONLY else None
    names = [name for name in key.documents if wanted in (None, name)]
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
    elif key.documents:
        yield _other_name(words, key)
    yield from key.repeated(names)
    times = f", {len(METRICS)} times each" if words[0] == ALL else ""
    refused = f"; {counted(dropped, 'repeat')} reported{times}, and more than {MOST_REPEATS} reports are refused"
    for finding in response.repeated(names, refused if dropped else ""):
        if words[0] == ALL and dropped <= MOST_REPEATS < dropped * len(METRICS):
            finding.advice = f"Put each mention into one chain, or score the metrics one by one: {_one_by_one(words)}"
        yield finding
    yield from swapped_by_name(key.name, response.name)


def _unknown_metric(words: Sequence[str], host: Host) -> Finding:
    """Return the finding of a word that is no metric, with the one that it probably means."""
    problem, metric, files = f"{quoted(words[0])} is no metric", ALL, words[1:]
    if host.kind(words[0]) == FILE and len(words) < 4:
        problem, files = f"{problem}, but a file", words
    else:
        name = _OF_PAPERS.get(words[0].lower(), words[0].lower())
        metric = next((one for one in METRICS if one == name), ALL)
    advice = f"Choose one of the metrics {', '.join(METRICS[:-1])} and {METRICS[-1]}, or all of them (all)"
    return Finding("metric-unknown", problem, advice=f"{advice}: {join(['scorer.pl', metric, *files])}")


def _one_by_one(words: Sequence[str]) -> str:
    return f"for metric in {' '.join(METRICS)}; do scorer.pl $metric {join(words[1:])}; done"


def _other_name(words: Sequence[str], key: _File) -> Finding:
    """Return the finding that the key has no document of the NAME, with the names that it has."""
    wanted = words[3]
    names = list(key.documents)
    similar = [name for name in names if wanted.lower() in name.lower()] if wanted else []
    name = _TOTALS_ONLY if wanted.lower() == _TOTALS_ONLY else (similar or names)[0]
    problem = f"the key has no document {quoted(wanted)}, but {some([*similar, *sorted({*names} - {*similar})])}"
    remedy = f"Write the name as in its begin line, or none for all: {join(['scorer.pl', *words[:3], name])}"
    return Finding("nothing-scored", problem, key.name, None, remedy)


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

    @property
    def only_name(self) -> str:
        """The name of its only document, if it has one that can be part of a command, or an example of a name."""
        names = [name for name in self.documents if _PLAIN.fullmatch(name)]
        return names[0] if len(names) == len(self.documents) == 1 else "(text); part 000"

    def findings(self, name: str) -> Iterator[Finding]:
        """Yield what is suspicious in this file alone; ``name`` is for a document without a begin line."""
        found = Sampler(_TEXTS, self.name)
        if not self._all_starts:
            yield from self._without_begin(name)
        for start in self._all_starts:
            if start is not self._starts[decoded(start.name)]:
                found.add("duplicate-document", quoted(start.name), start.line - 1)
        for name, start in self._starts.items():
            _check_brackets(start, self.documents[name], found)
        for finding in found.findings(*_TEXTS):
            if finding.name == "bracket-in-word":
                finding.advice = new_file(f"Separate columns by tabs: awk '{_TO_TABS}' {{file}}", self.name)
            yield finding

    def _without_begin(self, name: str) -> Iterator[Finding]:
        """Find that no line begins a document, and the first that looks like one that does."""
        lines = enumerate(self.content.splitlines(), 1)
        like = next(((line, text) for line, text in lines if b"begin document" in text.lower()), None)
        problem = f"no line begins with {quoted(_BEGIN_LINE)}, so the file has no document"
        if like:
            problem += f"; {quoted(like[1])} is read differently"
        yield Finding("begin-missing", problem, self.name, like and like[0], self._with_begin(like and like[1], name))

    def _with_begin(self, like: bytes | None, name: str) -> str:
        """Return advice to write the lines that begin and end documents, empty for an empty file."""
        if like is not None:
            program = _BEGIN_AGAIN
        elif re.search(rb"^# *newdoc", self.content, re.MULTILINE):
            program = _DOCUMENTS_OF_UD
        else:
            program = _ONE_DOCUMENT % name
        advice = "Begin and end documents with '#begin document (NAME); part 000' and '#end document'"
        return new_file(f"{advice}: awk '{program}' {{file}}", self.name) if self.content.strip() else ""

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
                found.add("bracket-unmatched", quoted(chain + b")"), line)
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
