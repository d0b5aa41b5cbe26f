"""What is suspicious in a run of conlleval."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO

from legacy_scorers.common.host import Host
from legacy_scorers.common.result import Location, decoded
from legacy_scorers.conlleval.align import NO_TAG, Step
from legacy_scorers.conlleval.cli import aligned_lines
from legacy_scorers.conlleval.evidence import SIDES
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import splitter
from legacy_scorers.rescore.scorers.change import redirected
from legacy_scorers.rescore.scorers.checks import Finding, Labels, Sampler, odd_bytes, quoted

_TAG = re.compile(rb"O|[BIESLUMW\[\].](?:-.*)?", re.DOTALL)
_KNOWN = frozenset("BIEO.[]")
_LAST, _FIRST = frozenset("ESLUW"), frozenset("BSUW")  # letters that end or begin spans in IOBES and similar encodings
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
    options = Options(words)
    content = host.read(file)
    if options.outside != b"O" and not options.raw:
        yield Finding("option-ignored", f"-o {quoted(options.outside)} without -r")
    yield from odd_bytes(file, content, "byte-order-mark")
    if content:
        split = splitter(options.delimiter)
        samples = {"tab-in-column": b"a\tb", "crlf": b"a\r"}  # harmless if the delimiter cuts them
        yield from odd_bytes(file, content, *[name for name, text in samples.items() if split(text) == [text]])
    yield from _of_tags(file, options.raw, aligned_lines(BytesIO(content), options))


def _of_tags(file: str, raw: bool, lines: Iterable[tuple[list[bytes], Step]]) -> Iterator[Finding]:
    """Yield the findings of the tags; if only the key's column mostly lacks tags, yield just that."""
    labels, found = Labels(), Sampler(_TEXTS, file)
    no_tags: tuple[list[tuple[str, int]], ...] = [], []  # texts that do not look like tags, and their lines, by side
    before = NO_TAG, NO_TAG
    tokens = 0
    for line, (columns, step) in enumerate(lines, 1):
        begun, correct = step.signature[:2], step.signature[2]
        for side in SIDES if columns else ():
            text, type_ = columns[side - 2], begun[side]  # the last two columns are key and response
            if type_ is not None:
                labels.sides[side].setdefault(decoded(type_), Location(file, line))
            if not raw and not _TAG.fullmatch(text):
                no_tags[side].append((quoted(text), line))
            for name in _problems(before[side], step.tags[side], type_ is not None):
                found.add(name, quoted(text), line)
        if correct is not None:
            labels.right.add(decoded(correct))
        labels.share_places |= None not in begun
        tokens += bool(columns)
        before = step.tags
    of_key, of_response = no_tags
    if len(of_key) * 2 > tokens > len(of_response) * 2:
        first, line = of_key[0]
        problem = f"the column of the key has no tags, first {first}; is it the column of the words?"
        yield Finding("guess-missing", problem, file, line)
        return
    yield from found.findings()
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
