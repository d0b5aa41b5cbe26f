"""What is suspicious in a run of FairEval.py."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from shlex import join

from legacy_scorers.common.host import Host
from legacy_scorers.common.iobes.conll import LAST
from legacy_scorers.common.iobes.conll import Sentence as TaggedSentence
from legacy_scorers.common.iobes.formats import SpanEncoding
from legacy_scorers.common.iobes.reading import read_strictly
from legacy_scorers.faireval.arguments import config_file
from legacy_scorers.faireval.config import ALWAYS_EXCLUDED, read_config
from legacy_scorers.faireval.read import SentenceReader, numbered_sentences, pairs, undecodable_line
from legacy_scorers.faireval.spans import RefusedSentenceError, TokenRange
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers import checks
from legacy_scorers.rescore.scorers.checks import Finding, Labels, PlacedSpan, Sampler, check_spans, quoted

Sentence = tuple[int, list[str]]  # number of its first line, counted from 1, and its lines

_NO_TAGS = ("O", "_", "")  # a level may be empty
_SPAN_COLUMNS = 3  # TABs
_COLUMNS = "a token has 2 blanks between its columns, a span 3 TABs"
_WITHOUT_TABS = "a span has 3 TABs between its columns"
_FROM_ZERO = "Begin 0 is not a legal index"
_ONE_MORE = "Count tokens from 1, in all sentences; if this file counts from 0, add 1 to every number."
_COMMANDS = {  # advice by part of the message
    _COLUMNS: """Write three columns, word, part of speech and tag: awk 'NF {$0 = $1 " X " $NF} 1' {file}""",
    _WITHOUT_TABS: (
        """Write TABs between columns: awk 'NF {rest = $4; for (i = 5; i <= NF; i++) rest = rest " " $i; """
        """$0 = $1 "\\t" $2 "\\t" $3 "\\t" rest} 1' {file}"""
    ),
}
_FOLDER = "renamed"  # of files with the names of the other side
_TEXTS = {
    "duplicate-span": "the sentence has a span twice: {first}{more}",
    "empty-span": "the span lists no token between its begin and end: {first}{more}",
    "overlapping-spans": "the span begins in an earlier one of its label and ends after it: {first}{more}",
    "span-outside-text": "the span lists tokens before its begin or after its end: {first}{more}",
    "sentence-refused": "the sentence is left without spans: {first}{more}",
    "tags-malformed": "BIO does not allow the tag here: {first}{more}",
}


def findings(words: Sequence[str], host: Host, outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    path = config_file(list(words))
    settings = read_config(path, host, lambda message: None) if path is not None else None
    if path is None or settings is None:
        return
    yield from checks.swapped_by_name(settings["target_in"], settings["system_in"])
    sides = (settings["target_files"], settings["system_files"])
    yield from _without_partner(sides, path)
    labels = Labels()
    reader = SentenceReader(("all",), (), settings.get("ignore_punct", False))
    scored = False  # whether a pair could be scored, whatever it has
    for files in pairs(*sides):
        found = [*_pair_findings(files, host, reader, labels)]
        yield from found
        scored = scored or not any(finding.name == "sentence-refused" for finding in found)
    known = {label for places in labels.sides for label in places}
    chosen = known if "all" in settings["labels"] else settings["labels"]
    excluded = set(settings.get("exclude", ()))
    for places in labels.sides:
        for label in places.keys() - (set(chosen) - excluded):
            del places[label]
    yield from labels.findings()
    yield from checks.unused("labels", chosen, known, path)
    yield from checks.unused("exclude", sorted(excluded.difference(ALWAYS_EXCLUDED)), known, path)
    if scored and not any(labels.sides):
        yield Finding("nothing-scored", "no span of either side is evaluated", path)


def _without_partner(sides: tuple[list[str], list[str]], config: str) -> Iterator[Finding]:
    """Find files without one of the same name on the other side."""
    names = [{os.path.basename(path) for path in files} for files in sides]
    targets, systems = [
        [path for path in files if os.path.basename(path) not in there] for files, there in zip(sides, names[::-1])
    ]
    advice = _with_names(targets, systems, config) if len(systems) == len(sides[1]) else ""
    for files in (targets, systems):
        for finding in checks.without_partner("{n:file} without one of the same name on the other side", files):
            finding.advice = advice
            yield finding


def _with_names(targets: Sequence[str], systems: Sequence[str], config: str) -> str:
    """Return advice to copy the files of the system to names of the target, empty if their partners are unclear."""
    by_stem = {_stem(path): path for path in systems}
    partners = systems if len(targets) == len(systems) == 1 else [by_stem.get(_stem(path), "") for path in targets]
    if not targets or len({*partners} - {""}) < max(len(targets), len(systems)):
        return ""
    pairs = [(other, os.path.join(_FOLDER, os.path.basename(path))) for path, other in zip(targets, partners)]
    place = pairs[0][1] if len(pairs) == 1 else _FOLDER
    copies = " && ".join([join(["cp", *pair]) for pair in pairs])
    setting = f"sed -E 's#^([[:blank:]]*system_in[[:blank:]]*=).*#\\1 {place}#' {{file}}"
    return checks.new_file(f"Give both files the same name: mkdir -p {_FOLDER} && {copies} && {setting}", config)


def _stem(path: str) -> str:
    return os.path.basename(path).partition(".")[0]


def _pair_findings(files: tuple[str, str], host: Host, reader: SentenceReader, labels: Labels) -> Iterator[Finding]:
    found = labels.samplers(_TEXTS, files)
    counts = [0, 0]
    differing: Finding | None = None
    for target, system in zip_longest(*[_sentences(host, sampler) for sampler in found]):
        counts[0] += target is not None
        counts[1] += system is not None
        if target is not None and system is not None:
            sides = zip((target, system), found)
            labels.compare(*[check_spans(_spans(side, sampler, reader), sampler) for side, sampler in sides])
            differing = differing or _difference(files, target, system)
    for sampler in found:
        for finding in sampler.findings():
            if finding.name == "sentence-refused":
                command = next((one for part, one in _COMMANDS.items() if part in finding.message), "")
                finding.advice = checks.new_file(command, sampler.file)
                if _FROM_ZERO in finding.message:
                    finding.advice = _ONE_MORE
            yield finding
    if differing:
        yield differing
    if counts[0] != counts[1]:
        problem = f"{counted(counts[0], 'sentence')}, but {counts[1]} in {quoted(files[1])}"
        yield Finding("sentence-counts-differ", problem, files[0])


def _difference(files: tuple[str, str], target: Sentence, system: Sentence) -> Finding | None:
    """Find the first token that differs between the sides; lines with spans hold no tokens."""
    (line, lines), (system_line, system_lines) = target, system
    if _are_spans(lines) or _are_spans(system_lines):
        return None
    tokens, system_tokens = ([line.partition(" ")[0] for line in side] for side in (lines, system_lines))
    for index, (one, other) in enumerate(zip(tokens, system_tokens)):
        if one != other:
            there = f"{quoted(other)} in {quoted(files[1])}, line {system_line + index}"
            return Finding("texts-differ", f"the token is {quoted(one)}, but {there}", files[0], line + index)
    if len(tokens) == len(system_tokens):
        return None
    problem = f"the sentence has {counted(len(tokens), 'token')}, but {len(system_tokens)} in {quoted(files[1])}"
    return Finding("texts-differ", f"{problem}, line {system_line}", files[0], line)


def _are_spans(lines: list[str]) -> bool:
    return lines[0].count("\t") == _SPAN_COLUMNS


def _sentences(host: Host, found: Sampler) -> Iterator[Sentence]:
    """Yield the sentences of a file up to the first byte that is not UTF-8, which the run may not have reached."""
    try:
        yield from numbered_sentences(host, found.file)
    except UnicodeDecodeError:
        found.add("not-utf-8", "the file goes on with bytes that are not UTF-8", undecodable_line(host, found.file))


def _spans(sentence: Sentence, found: Sampler, reader: SentenceReader) -> Iterator[PlacedSpan]:
    """Check the lines of a sentence and yield its spans."""
    first, lines = sentence
    if first == 1 and lines[0].startswith("\ufeff"):
        found.add("byte-order-mark", "the file begins with a byte order mark", 1)
    try:
        spans = reader.spans(lines)
    except RefusedSentenceError as refused:
        problem = str(refused).removeprefix("ERROR: ").rstrip(".")
        blanks, tabs = lines[0].count(" "), lines[0].count("\t")
        is_span = tabs == _SPAN_COLUMNS and lines[0].split("\t")[1].strip().isdigit()
        if not is_span and (tabs or blanks != 2):
            is_span = not tabs and all(field.isdigit() for field in lines[0].split()[1:3]) and blanks >= _SPAN_COLUMNS
            problem += f" ({blanks} blanks and {tabs} TABs; {_WITHOUT_TABS if is_span else _COLUMNS})"
        found.add("sentence-refused", problem, first)
        return
    has_tokens = not _are_spans(lines)
    for index, tag, problem in _malformed_tags(lines) if has_tokens else ():
        found.add("tags-malformed", f"{quoted(tag)} ({problem})", first + index)
    for index, (label, begin, end, tokens) in enumerate(spans):
        line = first + (begin - 1 if has_tokens else index)
        found.note(label, line)
        problem = ""
        if isinstance(tokens, TokenRange):
            problem = "empty-span"
        elif not has_tokens and len(tokens) != len(set(map(int, lines[index].rpartition("\t")[2].split(",")))):
            problem = "span-outside-text"
        yield PlacedSpan((label, begin, end + 1, tokens), quoted(label), line, problem)


def _malformed_tags(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield index of the line, tag and problem; the last column holds a BIO tag for each level, with ``|`` between."""
    columns = [line.split()[-1].split("|") for line in lines]
    for level in zip_longest(*columns, fillvalue="O"):
        tags = ["O" if tag in _NO_TAGS else tag for tag in level]
        if any(tag != "O" for tag in tags):
            tagged = TaggedSentence(0, [f"{tag}\n".encode() for tag in tags], LAST)
            for bad in read_strictly(tagged, SpanEncoding.BIO)[1]:
                yield bad.line, bad.tag, bad.kind
