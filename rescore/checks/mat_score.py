"""What is suspicious in a run of MATScore."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from common.result import Location
from mat_score.align.selection import ContentTypes
from mat_score.annotations import Annotation, Document, DocumentPair
from mat_score.cli import Request
from mat_score.documents.pairs import read_pairs
from mat_score.encoding import first_difference, shown
from mat_score.options import V1, Options
from rescore.checks.finding import SHOWN, Finding, Sampler, listed, quoted
from rescore.checks.inputs import Labels, byte_order_mark, crossing, swapped_by_name, undecodable, unused, warnings
from rescore.scorers.running import Outcome

_SKIPPED = re.compile(r"^Couldn't (\w+) (\w+) (.*?)(?: \((.*)\))?; skipping pair\.$", re.MULTILINE)
_IGNORED = re.compile("^Ignoring .*", re.MULTILINE)
_DROPPED = re.compile("^(?:(.*): )?((?:Found annotation boundary|A token or pseudo-token) .*)", re.MULTILINE)
_TEXTS = {
    "duplicate-span": "the document has an annotation twice: {first}{more}",
    "empty-span": "the annotation ends where it begins, or before: {first}{more}",
    "overlapping-spans": "the annotation begins in an earlier one of its label and ends after it: {first}{more}",
    "span-outside-text": "the annotation reaches beyond the text: {first}{more}",
}


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    given = {os.path.abspath(name): name for word in words for name in (word, word.partition("=")[2]) if name}
    for finding in _findings(words, outcome):
        finding.file = given.get(finding.file, finding.file)
        yield finding


def _findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    request = Request(words, os.environ)
    options, paths = request.check(_ignore)
    said = outcome.stdout.decode("utf-8", "surrogateescape")
    for notice in _IGNORED.findall(said):
        yield Finding("option-ignored", notice.rstrip("."))
    for path, notice in _DROPPED.findall(said):
        yield Finding("table-dropped", notice.rstrip("."), path)
    yield from warnings(outcome.stderr, _name_of)
    for path, reference in paths[:1]:
        yield from swapped_by_name(reference, path)
    yield from _lonely_files(paths)
    skipped = {match[3]: match for match in _SKIPPED.finditer(said)}
    readable = []
    for path, reference in paths:
        notice = skipped.get(shown(path)) or skipped.get(shown(reference))
        if notice is None:
            readable.append((path, reference))
        elif os.path.exists(reference):
            yield from _skipped(path, reference, notice)
    yield from _Run(options, len(readable)).check(
        read_pairs(readable, request.readers(), options.task, _ignore, _ignore)
    )


def _name_of(problem: str) -> str | None:
    """Return the name of the finding for a message on standard error, or None if another check here finds it."""
    if "the text differs from that of" in problem:
        return None
    return "option-ignored" if "no effect without" in problem else "warned"


def _ignore(message: str) -> None:
    """Do nothing, because the run has reported it already."""


def _lonely_files(paths: Sequence[tuple[str, str]]) -> Iterator[Finding]:
    """Find files without a partner on the other side."""
    without = {path: Location(path, None) for path, reference in paths if not os.path.exists(reference)}
    yield from listed("no-partner", "{n:hypothesis file} without a reference", without)
    known = {os.path.abspath(reference) for _, reference in paths}
    for folder in dict.fromkeys(os.path.dirname(reference) for _, reference in paths):
        if len(paths) > 1 and os.path.isdir(folder):
            names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            lonely = [name for name in names if os.path.isfile(name) and os.path.abspath(name) not in known]
            places = {name: Location(name, None) for name in lonely}
            yield from listed("no-partner", "{n:reference file} without a hypothesis", places)


def _skipped(path: str, reference: str, notice: re.Match[str]) -> Iterator[Finding]:
    """Find why a pair could not be read."""
    for name in (path, reference):
        try:
            with open(name, "rb") as file:
                content = file.read()
        except OSError:
            continue
        yield from byte_order_mark(name, content, "document")
        yield from undecodable(name, content)
    reason = notice[4] or f"couldn't {notice[1]} the {notice[2]}"  # a notice with a reason may name the other side
    problem = f"the pair is skipped because one of its documents cannot be read ({reason})"
    yield Finding("document-skipped", problem, path)


class _Run:
    """The documents of one run, read once more, one pair at a time."""

    def __init__(self, options: Options, pairs: int) -> None:
        self._options = options
        self._types = ContentTypes(options)
        self._pairs = pairs
        self._labels = Labels()
        self._known: set[str] = set()  # true and reported labels
        self._tokens = 0

    def check(self, pairs: Iterable[DocumentPair]) -> Iterator[Finding]:
        """Yield what is suspicious in each document, and between the two of a pair."""
        for pair in pairs:
            yield from self._texts(pair)
            yield from self._compare(pair)
        if self._pairs:
            yield from self._labels.findings()
            yield from self._names()
            if self._options.by_token and not self._tokens:
                yield Finding("no-tokens", "no hypothesis has tokens, and --by_token asks for them")
        if not self._labels.key and not self._labels.response:
            yield Finding("nothing-scored", "no annotation of either side is scored")

    def _texts(self, pair: DocumentPair) -> Iterator[Finding]:
        reference, hypothesis = pair.reference, pair.hypothesis
        offset = first_difference(reference.signal, hypothesis.signal)
        if offset is not None:
            texts = [quoted(document.signal[offset : offset + SHOWN]) for document in (reference, hypothesis)]
            problem = f"from offset {offset} on the text is {texts[0]}, but {texts[1]} in the hypothesis"
            yield Finding("texts-differ", problem, reference.path)
        returns = ["\r" in document.signal for document in (reference, hypothesis)]
        if any(returns) and not all(returns):
            document = reference if returns[0] else hypothesis
            yield Finding("crlf", "the text has carriage returns, that of the other side has none", document.path)

    def _compare(self, pair: DocumentPair) -> Iterator[Finding]:
        sides = (pair.reference, self._labels.key), (pair.hypothesis, self._labels.response)
        found = [Sampler(_TEXTS, document.path) for document, _ in sides]
        content, tokens = self._types.of(pair)
        spans = [self._spans(*side, content, sampler) for side, sampler in zip(sides, found)]
        self._labels.right |= {label for label, _, _ in spans[0] & spans[1]}
        extents = [{(start, end) for _, start, end in side} for side in spans]
        self._labels.have_met |= not extents[0].isdisjoint(extents[1])
        self._tokens += sum(len(pair.hypothesis.spans_of(label)) for label in tokens)
        for sampler in found:
            yield from sampler.findings()

    def _spans(
        self, document: Document, labels: dict[str, Location], content: list[str], found: Sampler
    ) -> set[tuple[str, int | None, int | None]]:
        """Check the extents of a document's scored annotations; return reported label, start and end of each."""
        spans: set[tuple[str, int | None, int | None]] = set()
        self._known |= document.types.keys()
        for label in dict.fromkeys(content):
            extents: list[tuple[int, int]] = []
            for annotation in document.annotations_of(label):
                reported = self._reported(annotation)
                if reported is None:
                    continue
                labels.setdefault(reported, Location(document.path, None))
                spans.add((reported, annotation.start, annotation.end))
                if annotation.start is not None and annotation.end is not None:
                    extents.append((annotation.start, annotation.end))
            _check_extents(len(document.signal), label, extents, found)
        return spans

    def _reported(self, annotation: Annotation) -> str | None:
        """Return the label under which an annotation is reported, or None if it is not scored."""
        task = self._options.task
        label = annotation.type.label
        if task is not None:
            of_annotation = task.effective_label if self._options.version == V1 else task.reported_label
            label = of_annotation(annotation)
        self._known.add(label)
        label = self._options.equivalences.get(label, label)
        self._known.add(label)
        return None if label in self._options.ignore else label

    def _names(self) -> Iterator[Finding]:
        options = self._options
        named: dict[str, Collection[str]] = {"--equivalence_class": options.equivalences, "--ignore": options.ignore}
        if options.task is None:
            named["--content_annotations"] = options.content_labels or ()
            named["--token_annotations"] = options.token_labels or ()
        for option, names in named.items():
            yield from unused(option, names, self._known)


def _check_extents(length: int, label: str, extents: list[tuple[int, int]], found: Sampler) -> None:
    """Check the extents of a label in a text of ``length`` characters."""

    def add(name: str, extent: tuple[int, int]) -> None:
        found.add(name, f"{quoted(label)} from {extent[0]} to {extent[1]}")

    once: dict[tuple[int, int], None] = {}
    for extent in extents:
        if extent in once:
            add("duplicate-span", extent)
        once[extent] = None
    for start, end in once:
        if start >= end:
            add("empty-span", (start, end))
        elif start < 0 or end > length:
            add("span-outside-text", (start, end))
    places = [*once]
    for index in crossing(places):
        add("overlapping-spans", places[index])
