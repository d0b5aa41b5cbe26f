"""What is suspicious in a run of conlleval."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from io import BytesIO
from shlex import quote
from typing import TYPE_CHECKING

from legacy_scorers.common.host import FILE, Host
from legacy_scorers.common.result import Location, decoded
from legacy_scorers.conlleval.align import NO_TAG
from legacy_scorers.conlleval.cli import aligned_lines
from legacy_scorers.conlleval.evidence import SIDES
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import splitter
from legacy_scorers.rescore.scorers.change import STANDARD_INPUT, redirected
from legacy_scorers.rescore.scorers.checks import Finding, Labels, Sampler, odd_bytes, quoted
from legacy_scorers.rescore.scorers.conlleval.columns import different_columns, other_delimiter
from legacy_scorers.rescore.scorers.conlleval.encoding import TagColumn, conversion, named, scoring, with_delimiter
from legacy_scorers.rescore.scorers.conlleval.tags import Vocabulary, malformed_tags, misspelled_tags
from legacy_scorers.rescore.scorers.intake import KEY, side_of

if TYPE_CHECKING:
    from legacy_scorers.conlleval.align import Aligned

_TAG = re.compile(rb"[Oo]|[BIESLUMW\[\].](?:-.*)?|[bieslumw]-.+|.+-[BIESLUMWbieslumw]", re.DOTALL)
_KNOWN = frozenset("BIEO.[]")
_LAST, _FIRST = frozenset("ESLUW"), frozenset("BSUW")  # letters that end or begin spans in IOBES and similar encodings
_EMPTY = "Check that this is the right file, and that it was written."
_CONVERTED = {  # advice that ends in the command line
    "letter-last": "Put the letter first",
    "letter-lower-case": "Write the letters in upper case",
    "letter-unknown": "Convert the tags; conlleval knows the letters B, I, E and O only",
    "phrases-joined": "Convert the tags; adjacent phrases of one type are scored as one",
}
_FROM_ENCODING = frozenset(["label-not-in-key", "label-never-found"])  # what follows from tags that are converted
_FROM_SPELLING = _FROM_ENCODING | {"letter-unknown", "tag-without-type"}
_TEXTS = {
    "letter-unknown": "{n:tag} with a letter that begins and ends nothing, first {first}",
    "phrases-joined": (
        "{n:tag} at which IOBES and its like begin a phrase, and conlleval continues the one before, first {first}"
    ),
    "tag-without-type": "{n:tag} without a type, first {first}",
}


def findings(words: Sequence[str], host: Host, outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run."""
    words, file = redirected(words)
    files = [word for word in words if host.kind(word) == FILE]
    if file == STANDARD_INPUT and len(files) == len(SIDES):
        yield _apart([word for word in words if word not in files], files)
        return
    options = Options(words)
    content = host.read(file)
    if options.outside != b"O" and not options.raw:
        yield Finding("option-ignored", f"-o {quoted(options.outside)} without -r")
    if not content.strip():
        yield Finding("nothing-scored", "the file has no tokens", file, None, _EMPTY)
        return
    yield from odd_bytes(file, content, "byte-order-mark")
    yield from _column_findings(words, file, content, options.delimiter)
    lines = [*aligned_lines(BytesIO(content), options)]
    if options.raw:
        yield from Vocabulary(lines).scored_typed(file, words)
        yield from _tag_findings(file, lines)
    else:
        yield from _raw_findings(words, file, content, lines)


def _apart(options: Sequence[str], files: Sequence[str]) -> Finding:
    """Return the finding of two files, of key and response, where one is read; the key is called so, or the first."""
    key, response = map(quote, reversed(files) if side_of(files[1]) == KEY else files)
    command = scoring(with_delimiter(options, "\\s+"))
    beside = f"awk '{{print $NF}}' {response} | paste -d ' ' {key} - | sed 's/^ $//' | {command}"
    problem = "two files are named, but conlleval reads one, with the tags of key and response"
    return Finding("guess-missing", problem, advice=f"Put the last column of the response beside the key: {beside}")


def _column_findings(words: Sequence[str], file: str, content: bytes, delimiter: bytes) -> Iterator[Finding]:
    """Find what keeps a file from being cut into the same columns everywhere."""
    split = splitter(delimiter)
    samples = {"tab-in-column": b"a\tb", "crlf": b"a\r"}  # harmless if the delimiter cuts them
    wrong = [name for name, text in samples.items() if split(text) == [text]]
    delimiting = other_delimiter(words, file, content, delimiter) if b"\t" in content else ""
    for finding in odd_bytes(file, content, *wrong):
        if finding.name == "tab-in-column":
            finding.advice = delimiting
        elif finding.name == "crlf":
            finding.advice = f"End lines in LF only: tr -d '\\r' <{named(file) or ' FILE'} | {scoring(words)}"
        yield finding
    if not delimiting:
        text = content.replace(b"\r\n", b"\n") if "crlf" in wrong else content
        yield from different_columns(words, file, text, delimiter)


def _raw_findings(words: Sequence[str], file: str, content: bytes, lines: Sequence[Aligned]) -> Iterator[Finding]:
    """Find what is wrong with tags of letter and type."""
    tags = Vocabulary(lines)
    if tags.are_glued:
        yield tags.glued(file, words)
        return
    if tags.are_glued_last:
        yield tags.glued_last(file, words)
        return
    if tags.are_letters:
        yield tags.letters(file, words, content)
        return
    if tags.is_raw:
        yield tags.scored_raw(file, words)
        return
    no_tags = [*tags.without_letters(file, words)] or [*_key_without_tags(file, lines, tags.for_outside)]
    if no_tags:
        if any(b"" in columns[-2:] for columns, _ in lines):  # several delimiters stand between columns
            no_tags[0].advice = other_delimiter(words, file, content, Options(words).delimiter)
        yield from no_tags
        return
    yield from tags.outside(file, words)
    yield from _encoding_findings(words, file, content, lines, tags)


def _encoding_findings(
    words: Sequence[str], file: str, content: bytes, lines: Sequence[Aligned], tags: Vocabulary
) -> Iterator[Finding]:
    """Find what is wrong with the encoding of tags, if tags for ``O`` are written so."""
    if writing_o := tags.writing_o(file, words):
        content = tags.with_o(content)
        lines = [*aligned_lines(BytesIO(content), Options(words))]
    sides = TagColumn(content, -2), TagColumn(content, -1)
    yield from malformed_tags(file, sides, lines, writing_o)
    misspelled = [*misspelled_tags(file, sides, lines)]
    found = [*misspelled, *_tag_findings(file, lines, tags.for_outside)]
    command = conversion(sides, file, words, writing_o)
    is_converted = bool(command) and any(finding.name in _CONVERTED for finding in found)
    reported = _FROM_SPELLING if misspelled else _FROM_ENCODING if is_converted else ()
    for finding in found:
        if finding.name in _CONVERTED and command:
            finding.advice = f"{_CONVERTED[finding.name]}: {command}"
        if finding.name not in reported:
            yield finding


def _key_without_tags(file: str, lines: Iterable[Aligned], for_outside: Container[bytes]) -> Iterator[Finding]:
    """Find that mostly the column of the key has no tags."""
    no_tags: tuple[list[tuple[str, int]], ...] = [], []  # texts that do not look like tags, and their lines, by side
    tokens = 0
    for line, (columns, _) in enumerate(lines, 1):
        tokens += bool(columns)
        for side in SIDES if columns else ():
            text = columns[side - 2]  # the last two columns are key and response
            if not _TAG.fullmatch(text) and text not in for_outside:
                no_tags[side].append((quoted(text), line))
    of_key, of_response = no_tags
    if len(of_key) * 2 > tokens > len(of_response) * 2:
        first, line = of_key[0]
        problem = f"the column of the key has no tags, first {first}; is it the column of the words?"
        yield Finding("guess-missing", problem, file, line)


def _tag_findings(file: str, lines: Iterable[Aligned], reported: Container[bytes] = ()) -> Iterator[Finding]:
    """Yield the findings of single tags and of the types, but for tags that are reported already."""
    labels, found = Labels(), Sampler(_TEXTS, file)
    before = NO_TAG, NO_TAG
    for line, (columns, step) in enumerate(lines, 1):
        begun, correct = step.signature[:2], step.signature[2]
        for side in SIDES if columns else ():
            text, type_ = columns[side - 2], begun[side]
            if type_ is not None:
                labels.sides[side].setdefault(decoded(type_), Location(file, line))
            for name in _problems(before[side], step.tags[side], type_ is not None):
                if text not in reported:
                    found.add(name, quoted(text), line)
        if correct is not None:
            labels.right.add(decoded(correct))
        labels.share_places |= None not in begun
        before = step.tags
    yield from found.findings()
    for places in labels.sides:
        if len(places) > 1:
            places.pop("", None)  # of tags without a type, which are found already
    yield from labels.findings()
    if not any(labels.sides):
        yield Finding("nothing-scored", "no tag of either side begins a phrase", file)


def _problems(before: tuple[str, bytes], tag: tuple[str, bytes], begins: bool) -> Iterator[str]:
    (letter_before, type_before), (letter, type_) = before, tag
    if not type_ and letter not in ("O", "."):
        yield "tag-without-type"
    elif letter not in _KNOWN:
        yield "letter-unknown"
    if type_ and type_ == type_before and not begins and (letter in _FIRST or letter_before in _LAST):
        yield "phrases-joined"
