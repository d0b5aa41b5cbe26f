"""What is suspicious in a run of MATScore."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from shlex import join

from legacy_scorers.common.host import FILE, FOLDER, Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import decoded
from legacy_scorers.mat_score.align.selection import ContentTypes
from legacy_scorers.mat_score.annotations import Document, DocumentPair
from legacy_scorers.mat_score.cli import Request, choose_version
from legacy_scorers.mat_score.documents.matjson import BEYOND
from legacy_scorers.mat_score.documents.pairs import XML_INLINE, read_pairs
from legacy_scorers.mat_score.encoding import shown
from legacy_scorers.mat_score.options import POINTLESS, V1, Options
from legacy_scorers.mat_score.tasks.task import AnnotationTask
from legacy_scorers.mat_score.usage import CommandLine, options_of, parse
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers import checks
from legacy_scorers.rescore.scorers.checks import Finding, Labels, PlacedSpan, Sampler, Span, quoted
from legacy_scorers.rescore.scorers.mat_score.changes import LABEL
from legacy_scorers.rescore.scorers.mat_score.ends import Ends
from legacy_scorers.rescore.scorers.mat_score.unread import reason
from legacy_scorers.rescore.scorers.scorer import Outcome

_SKIPPED = re.compile(r"^Couldn't (\w+) (\w+) (.*?)(?: \((.*)\))?; skipping pair\.$", re.MULTILINE)
_NOTICES = {
    "option-ignored": re.compile("^()(Ignoring .*)", re.MULTILINE),
    "table-dropped": re.compile("^(?:(.*): )?((?:Found annotation boundary|A token or pseudo-token) .*)", re.MULTILINE),
}
_AS_NUMBERS = (
    """Write offsets without quotes: sed -E 's/\\["([0-9]+)"/[\\1/g; s/(\\[[0-9]+, *)"([0-9]+)"/\\1\\2/g' {file}"""
)
_FILE_TYPES = ("--file_type", "--ref_file_type")  # by side
_OF_MAT = frozenset(["lex", "zone", "SEGMENT", "VOTE", "untaggable"])  # labels of tokens and of MAT's own records
_WARNINGS = {"the text differs from that of": "", "no effect without": "option-ignored"}
_TEXTS = {
    "duplicate-span": "the document has an annotation twice: {first}{more}",
    "empty-span": "the annotation ends where it begins, or before: {first}{more}",
    "offset-not-number": "the annotation has an offset that is not a number, perhaps a text in quotes: {first}{more}",
    "overlapping-spans": "the annotation begins in an earlier one of its label and ends after it: {first}{more}",
    "span-outside-text": "the annotation reaches beyond the text: {first}{more}",
    "texts-differ": "from offset {} on the text is {}, but {} in the hypothesis",
}


def findings(words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded, or that no labels are named in one that fails."""
    if not outcome.is_scored:
        if POINTLESS.encode() in outcome.stderr:
            yield _without_labels(words, host)
        return
    request = Request(words, host)
    printed: list[str] = []  # messages that the run has printed already
    options, paths = request.check(printed.append)
    said = outcome.stdout.decode("utf-8", "surrogateescape")
    for name, pattern in _NOTICES.items():
        for path, notice in pattern.findall(said):
            yield Finding(name, notice.rstrip("."), path)
    yield from checks.warnings(outcome.scorer.command, outcome.stderr, _WARNINGS)
    for path, reference in paths[:1]:
        yield from checks.swapped_by_name(reference, path)
    line = _command_line(words, host)
    are_all = line.has("--dir") and not line.has("--file_re")  # which leaves files out on purpose
    yield from _lonely_files(host, paths, are_all=are_all)
    skipped = {match[3]: match for match in _SKIPPED.finditer(said)}
    readable = []
    for path, reference in paths:
        notice = skipped.get(shown(path)) or skipped.get(shown(reference))
        if notice is None:
            readable.append((path, reference))
        elif host.kind(reference) or not host.kind(path):
            yield from _skip_findings(words, host, (path, reference), options, notice)
    labels = Labels()
    if readable:
        pairs = read_pairs(readable, request.readers(), options.task, printed.append, printed.append)
        of_pairs = _Pairs(options, labels)
        yield from chain.from_iterable(map(of_pairs.take, pairs))
        yield from of_pairs.findings()
    if readable and not any(labels.sides):
        yield Finding("nothing-scored", "no annotation of either side is scored")


def _without_labels(words: Sequence[str], host: Host) -> Finding:
    """Return the finding that neither a task nor labels are named, with those of the reference."""
    labels, reference = set[str](), _command_line(words, host).last("--ref_file") or ""
    if host.kind(reference) == FILE:
        labels = {decoded(label) for label in LABEL.findall(host.read(reference))} - _OF_MAT
    named = join(["MATScore", *words, "--content_annotations", ",".join(sorted(labels))])
    advice = f"Name the labels that are scored: {named}" if labels else ""
    return Finding("nothing-scored", "no labels are named", advice=advice)


def _command_line(words: Sequence[str], host: Host) -> CommandLine:
    return parse(options_of(choose_version(words, host.variables)), words)


def _lonely_files(host: Host, paths: Sequence[tuple[str, str]], *, are_all: bool) -> Iterator[Finding]:
    without = [path for path, reference in paths if not host.kind(reference) and host.kind(path)]
    yield from checks.without_partner("{n:hypothesis file} without a reference", without)
    known = {host.absolute(reference) for _, reference in paths}
    for folder in dict.fromkeys(os.path.dirname(reference) for _, reference in paths):
        if are_all and host.kind(folder) == FOLDER:
            names = [os.path.join(folder, name) for name in sorted(host.entries(folder))]
            lonely = [name for name in names if host.kind(name) == FILE and host.absolute(name) not in known]
            yield from checks.without_partner("{n:reference file} without a hypothesis", lonely)


def _skip_findings(
    words: Sequence[str], host: Archive, paths: tuple[str, str], options: Options, notice: re.Match[str]
) -> Iterator[Finding]:
    hypothesis, reference = paths
    at_fault, why, advice = reference if notice[2] == "reference" else hypothesis, "", ""
    for side, name in enumerate(paths):
        if host.kind(name) == FOLDER:
            at_fault, why, advice = name, "it is a folder", "Name folders by --dir and --ref_dir."
        elif not host.kind(name):
            at_fault, why, advice = name, "there is no such file", "Correct its name."
            if host.kind(name.replace("\\", "/")):
                mended = [word.replace("\\", "/") for word in words]
                advice = f"Write / in paths: {join(['MATScore', *mended])}"
        with suppress(OSError):
            content = host.read(name)
            yield from checks.odd_bytes(name, content, "byte-order-mark", what="document")
            yield from checks.undecodable(name, content)
            if not why and (why := reason(partial(_read, words, host, name, side, options.task), content)):
                at_fault = name
                if content.lstrip().startswith(b"<") and _FILE_TYPES[side] not in words:
                    advice = f"Name its format: {join(['MATScore', *words, _FILE_TYPES[side], XML_INLINE])}"
    why = why or notice[4] or f"couldn't {notice[1]} the {notice[2]}"  # a notice with a reason may name the other side
    problem = f"the pair is skipped because one of its documents cannot be read ({why})"
    yield Finding("document-skipped", problem, at_fault, None, advice)


def _read(
    words: Sequence[str], host: Archive, name: str, side: int, task: AnnotationTask | None, content: bytes
) -> Document:
    """Read a document as the run does, with another content."""
    return Request(words, host.with_files({host.place(name): content})).readers()[side].read(name, task, lambda _: None)


class _Pairs:
    """What is suspicious in the documents of the pairs that are read, of which ``labels`` are noted."""

    def __init__(self, options: Options, labels: Labels) -> None:
        self._options, self._labels = options, labels
        self._types = ContentTypes(options)
        self._known: set[str] = set()  # true and reported labels
        self._tokens = 0
        self._ends = Ends()
        self._unselected: tuple[dict[str, str], ...] = {}, {}  # path by label, by side
        self._has_odd_offsets = False

    def take(self, pair: DocumentPair) -> Iterator[Finding]:
        """Yield what is suspicious in a pair."""
        documents = reference, hypothesis = pair.reference, pair.hypothesis
        if problem := checks.difference_between(_TEXTS["texts-differ"], reference.signal, hypothesis.signal):
            yield Finding("texts-differ", problem, reference.path)
        returns = [document.path for document in documents if "\r" in document.signal]
        if len(returns) == 1:
            yield Finding("crlf", "the text has carriage returns, that of the other side has none", returns[0])
        content, token_labels = self._types.of(pair)
        self._tokens += sum(len(hypothesis.spans_of(label)) for label in token_labels)
        found = self._labels.samplers(_TEXTS, [document.path for document in documents])
        spans = [_spans(*side, content, self._options, self._known) for side in zip(documents, found)]
        self._labels.compare(*spans)
        self._ends.compare(spans[0], spans[1], hypothesis.path)
        for document, of_side in zip(documents, self._unselected):
            left_out = [name for name in document.types if name not in (*content, *token_labels, *_OF_MAT)]
            of_side.update(dict.fromkeys(left_out, document.path))
        for finding in chain.from_iterable(sampler.findings() for sampler in found):
            if finding.name == "offset-not-number":
                self._has_odd_offsets = True
                finding.advice = checks.new_file(_AS_NUMBERS, finding.file) if finding.file.endswith(".json") else ""
            yield finding

    def findings(self) -> Iterator[Finding]:
        """Yield what is suspicious in all pairs together."""
        causes = [*self._ends.findings(), *_not_selected(self._labels, self._unselected, self._options)]
        yield from causes
        for finding in self._labels.findings():
            if finding.name != "nothing-in-common" or not (causes or self._has_odd_offsets):
                yield finding
        yield from self._option_findings()

    def _option_findings(self) -> Iterator[Finding]:
        options = self._options
        named: dict[str, Iterable[str]] = {
            "--equivalence_class": options.equivalences,
            "--ignore": sorted(options.ignore),
        }
        if options.task is None:
            named["--content_annotations"] = options.content_labels or ()
            named["--token_annotations"] = options.token_labels or ()
        for option, names in named.items():
            yield from checks.unused(option, names, self._known)
        if options.by_token and not self._tokens:
            yield Finding("no-tokens", "no hypothesis has tokens, and --by_token asks for them")


def _not_selected(labels: Labels, unselected: Sequence[Mapping[str, str]], options: Options) -> Iterator[Finding]:
    """Find labels that are not scored on a side where none is, or that may be other spellings of scored ones.

    Those differ in letter case or blanks, or only one side has them, and that side lacks a scored label of the other.
    """
    selected = [*(options.content_labels or ()), *labels.sides[0], *labels.sides[1]]
    known = {_folded(label) for label in selected}
    for side, others in enumerate(unselected):
        own, of_partner = labels.sides[side], labels.sides[not side]
        lacks_labels = not of_partner.keys() <= own.keys()
        new = {label for label in others if label not in unselected[not side]} if lacks_labels else set[str]()
        found = [label for label in others if not own or label in new or _folded(label) in known]
        if found:
            problem = f"{counted(len(found), 'label')} of the documents not selected: {checks.some(found)}"
            file = others[found[0]]
            yield Finding("label-not-selected", problem, file, None, _in_case(found, selected, file))


def _folded(label: str) -> str:
    return label.strip().lower()


def _in_case(labels: Sequence[str], selected: Iterable[str], file: str) -> str:
    """Return advice to write labels of a document in the letter case of the selected ones, empty if they differ."""
    spelled = {label.lower(): label for label in selected}
    edits = [(label, spelled[label.lower()]) for label in labels if label.lower() in spelled]
    if not (edits and file.endswith(".json")) or not all(re.fullmatch(r"[\w-]+", label) for label in labels):
        return checks.other_case(labels, [*selected])
    programs = " ".join([f"""-e 's/("type": *)"{wrong}"/\\1"{right}"/'""" for wrong, right in edits])
    return checks.new_file(f"Write labels in the letter case of the selected ones: sed -E {programs} {{file}}", file)


def _spans(document: Document, found: Sampler, content: list[str], options: Options, known: set[str]) -> set[Span]:
    """Check the extents of a document's scored annotations; return reported label, start and end of each."""
    known.update(document.types)
    task = options.task
    label_of = task and (task.effective_label if options.version == V1 else task.reported_label)
    spans: set[Span] = set()
    for label in dict.fromkeys(content):
        of_label = []
        for annotation in document.annotations_of(label):
            start, end = annotation.start, annotation.end
            own = label_of(annotation) if label_of else annotation.type.label
            reported = options.equivalences.get(own, own)
            known.update((own, reported))
            if reported in options.ignore:
                continue
            found.note(reported)
            spans.add((reported, start, end))
            if start is not None and end is not None:
                places = ["no number" if place == BEYOND else str(place) for place in (start, end)]
                shown = f"{quoted(label)} from {' to '.join(places)}"
                if BEYOND in (start, end):
                    found.add("offset-not-number", shown)
                    continue
                is_outside = start < 0 or end > len(document.signal)
                problem = "empty-span" if start >= end else "span-outside-text" if is_outside else ""
                of_label.append(PlacedSpan((label, start, end), shown, problem=problem))
        checks.check_spans(of_label, found)
    return spans
