"""What is suspicious in a run of MATScore."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence

from common.result import Location
from mat_score.align.selection import ContentTypes
from mat_score.annotations import Annotation, Document, DocumentPair
from mat_score.cli import Request
from mat_score.documents.pairs import read_pairs
from mat_score.encoding import shown
from mat_score.options import V1, Options
from rescore.checks import inputs
from rescore.checks.finding import Finding, Sampler, quoted
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
    yield from inputs.warnings(outcome.stderr, _name_of)
    for path, reference in paths[:1]:
        yield from inputs.swapped_by_name(reference, path)
    yield from _lonely_files(paths)
    skipped = {match[3]: match for match in _SKIPPED.finditer(said)}
    readable = []
    for path, reference in paths:
        notice = skipped.get(shown(path)) or skipped.get(shown(reference))
        if notice is None:
            readable.append((path, reference))
        elif os.path.exists(reference):
            yield from _skipped(path, reference, notice)
    run = _Run(options)
    for pair in read_pairs(readable, request.readers(), options.task, _ignore, _ignore):
        yield from _texts(pair)
        yield from run.check(pair)
    if readable:
        yield from run.findings()
    if not run.labels.key and not run.labels.response:
        yield Finding("nothing-scored", "no annotation of either side is scored")


def _name_of(problem: str) -> str | None:
    """Return the name of the finding for a message on standard error, or None if another check here finds it."""
    if "the text differs from that of" in problem:
        return None
    return "option-ignored" if "no effect without" in problem else "warned"


def _ignore(message: str) -> None:
    """Do nothing, because the run has reported it already."""


def _lonely_files(paths: Sequence[tuple[str, str]]) -> Iterator[Finding]:
    without = [path for path, reference in paths if not os.path.exists(reference)]
    yield from inputs.without_partner("{n:hypothesis file} without a reference", without)
    known = {os.path.abspath(reference) for _, reference in paths}
    for folder in dict.fromkeys(os.path.dirname(reference) for _, reference in paths):
        if len(paths) > 1 and os.path.isdir(folder):
            names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            lonely = [name for name in names if os.path.isfile(name) and os.path.abspath(name) not in known]
            yield from inputs.without_partner("{n:reference file} without a hypothesis", lonely)


def _skipped(path: str, reference: str, notice: re.Match[str]) -> Iterator[Finding]:
    for name in (path, reference):
        try:
            with open(name, "rb") as file:
                content = file.read()
        except OSError:
            continue
        yield from inputs.odd_bytes(name, content, "byte-order-mark", what="document")
        yield from inputs.undecodable(name, content)
    reason = notice[4] or f"couldn't {notice[1]} the {notice[2]}"  # a notice with a reason may name the other side
    problem = f"the pair is skipped because one of its documents cannot be read ({reason})"
    yield Finding("document-skipped", problem, path)


def _texts(pair: DocumentPair) -> Iterator[Finding]:
    reference, hypothesis = pair.reference, pair.hypothesis
    if difference := inputs.texts_differ(reference.signal, hypothesis.signal):
        offset, text, other = difference
        problem = f"from offset {offset} on the text is {text}, but {other} in the hypothesis"
        yield Finding("texts-differ", problem, reference.path)
    returns = [document for document in (reference, hypothesis) if "\r" in document.signal]
    if len(returns) == 1:
        yield Finding("crlf", "the text has carriage returns, that of the other side has none", returns[0].path)


class _Run:
    def __init__(self, options: Options) -> None:
        self._options = options
        self._types = ContentTypes(options)
        self.labels = inputs.Labels()
        self._known: set[str] = set()  # true and reported labels
        self._tokens = 0

    def check(self, pair: DocumentPair) -> Iterator[Finding]:
        """Yield what is suspicious in the annotations of a pair."""
        content, tokens = self._types.of(pair)
        self._tokens += sum(len(pair.hypothesis.spans_of(label)) for label in tokens)
        found = [Sampler(_TEXTS, document.path) for document in (pair.reference, pair.hypothesis)]
        key = self._spans(pair.reference, self.labels.key, content, found[0])
        self.labels.compare(key, self._spans(pair.hypothesis, self.labels.response, content, found[1]))
        for sampler in found:
            yield from sampler.findings()

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in all pairs together."""
        yield from self.labels.findings()
        options = self._options
        named: dict[str, Collection[str]] = {"--equivalence_class": options.equivalences, "--ignore": options.ignore}
        if options.task is None:
            named["--content_annotations"] = options.content_labels or ()
            named["--token_annotations"] = options.token_labels or ()
        for option, names in named.items():
            yield from inputs.unused(option, names, self._known)
        if options.by_token and not self._tokens:
            yield Finding("no-tokens", "no hypothesis has tokens, and --by_token asks for them")

    def _spans(
        self, document: Document, labels: dict[str, Location], content: list[str], found: Sampler
    ) -> set[inputs.Span]:
        """Check the extents of a document's scored annotations; return reported label, start and end of each."""
        self._known |= document.types.keys()
        spans: set[inputs.Span] = set()
        for label in dict.fromkeys(content):
            of_label: list[tuple[inputs.Span, str, None, str]] = []
            for annotation in document.annotations_of(label):
                start, end, reported = annotation.start, annotation.end, self._reported(annotation)
                if reported is None:
                    continue
                labels.setdefault(reported, Location(document.path, None))
                spans.add((reported, start, end))
                if start is not None and end is not None:
                    is_outside = start < 0 or end > len(document.signal)
                    problem = "empty-span" if start >= end else "span-outside-text" if is_outside else ""
                    of_label.append(((label, start, end), f"{quoted(label)} from {start} to {end}", None, problem))
            inputs.check_spans(of_label, found)
        return spans

    def _reported(self, annotation: Annotation) -> str | None:
        """Return the label under which an annotation is reported, or None if it is not scored."""
        task = self._options.task
        label = annotation.type.label
        if task is not None:
            of_annotation = task.effective_label if self._options.version == V1 else task.reported_label
            label = of_annotation(annotation)
        equivalent = self._options.equivalences.get(label, label)
        self._known |= {label, equivalent}
        return None if equivalent in self._options.ignore else equivalent
