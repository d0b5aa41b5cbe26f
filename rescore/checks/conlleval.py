"""What is suspicious in a run of conlleval, and changes of it that may explain other figures."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import accumulate, pairwise, repeat
from typing import TypeAlias

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.common.host import Host
from legacy_scorers.common.phrases import begins
from legacy_scorers.common.result import Location, decoded
from legacy_scorers.conlleval.align import NO_TAG, Step, read_tag
from legacy_scorers.conlleval.cli import aligned_lines
from legacy_scorers.conlleval.evidence import SIDES
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import BOUNDARY, key_of, splitter
from legacy_scorers.conlleval.tally import TOKENS
from legacy_scorers.rescore.changes import Change, Setup, Sides, cut, doubles, edit, first_of, toggled, with_options
from legacy_scorers.rescore.checks import Finding, Labels, Sampler, odd_bytes, quoted
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers import SCORERS

Tags: TypeAlias = list[list[bytes]]  # of key and response, one for each line, O for lines without tags

CAUSES = ("tab-in-column", "crlf")
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
_TOKEN = re.compile(rb"(?m)^(?!-X-)(.*\S.*)(?:\n|$)")
_MAX_OUTSIDE = 5


def findings(words: Sequence[str], host: Host, outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run."""
    words, file = SCORERS["conlleval"].redirected(words)
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


def sides_of(setup: Setup) -> Sides:
    """Return the file, which holds both sides, and the key's column of that file."""
    words, file = SCORERS["conlleval"].redirected(setup.words[1:])
    path = setup.path(file)
    try:
        key = b"".join(key_of(BytesIO(setup.files.get(path, b"")), Options(words).delimiter))
    except (RefusalError, InputError):  # a command line, or a file, that is not scored
        key = b""
    return Sides([], [path], key_text=key)


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options, exchanged columns, and tags in the other scheme that conlleval reads alike."""
    words, _ = SCORERS["conlleval"].redirected(setup.words[1:])
    try:
        delimiter = Options(words).delimiter
        splitter(delimiter)
    except (RefusalError, InputError):
        return

    def retagged(kind: str, text: str, rewrite: Callable[[Tags], Tags]) -> Change:
        return edit(kind, text, sides.response, partial(_rewritten, delimiter, rewrite))

    yield retagged("swap", "with the columns of key and response exchanged", lambda tags: tags[::-1])
    yield toggled("raw", "-r", words)
    for other in ("\\t", "\\s+"):
        yield with_options("delimiter", other, f"with -d '{other}'", "-d", other)
    for tag in _without_type(setup.files.get(sides.response[0], b""), delimiter):
        yield with_options("outside", tag, f"with -o {tag}", "-o", tag)
    for side, name, other in ((1, "response", "key"), (0, "key", "response")):
        text = f"with the types of the {name} in the letter case of the {other}"
        yield retagged("case", text, partial(_in_case_of_other, side))
        for scheme, old in (("IOB1", "IOB2"), ("IOB2", "IOB1")):
            text = f"with {scheme} for {old} in the column of the {name}"
            yield retagged("scheme", text, partial(_in_scheme, scheme, side))


def as_published(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield the file, truncated to the published number of tokens."""
    yield from cut(_TOKEN, setup, sides.response[0], published, TOKENS)


def of_units(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files from which repeated sentences are removed: all of them, or only adjacent ones."""
    for neighbours in (False, True):
        yield from doubles(sides.all, partial(_once, neighbours))


def _once(neighbours: bool, last: bool, content: bytes) -> bytes:
    """Keep the first or ``last`` of equal sentences (words and key); with ``neighbours``, only of adjacent ones."""
    sentences = content.split(b"\n\n")
    words = [[line.split()[:-1] for line in sentence.strip().split(b"\n")] for sentence in sentences]
    groups = accumulate([0, *[int(one != other) for one, other in pairwise(words)]]) if neighbours else repeat(0)
    return b"\n\n".join(first_of(sentences, [str(one) for one in zip(groups, words)], last))


def _without_type(content: bytes, delimiter: bytes) -> list[str]:
    """Return the key's most frequent tags, except O and any with a hyphen inside: perhaps those outside phrases."""
    tags = Counter(columns[-2] for columns in map(splitter(delimiter), content.split(b"\n")) if len(columns) > 1)
    found = [tag for tag, _ in tags.most_common() if tag != b"O" and b"-" not in tag[1:]]
    return [tag.decode(errors="surrogateescape") for tag in found[:_MAX_OUTSIDE]]


def _rewritten(delimiter: bytes, rewrite: Callable[[Tags], Tags], content: bytes) -> bytes:
    """Return a file with other tags and the same separators."""
    lines = content.split(b"\n")
    rows = [columns if columns[1:] and columns[0] != BOUNDARY else [] for columns in map(splitter(delimiter), lines)]
    tags = rewrite([[columns[place] if columns else b"O" for columns in rows] for place in (-2, -1)])
    for place, (columns, key, response) in enumerate(zip(rows, *tags)):
        if columns:
            line, (*_, old_key, old_response) = lines[place], columns
            last = line.rindex(old_response)
            first = line.rindex(old_key, 0, last)
            between, end = line[first + len(old_key) : last], line[last + len(old_response) :]
            lines[place] = b"".join([line[:first], key, between, response, end])
    return b"\n".join(lines)


def _in_case_of_other(side: int, tags: Tags) -> Tags:
    """Return the tags, with the types of one side in the letter case of the other side."""
    types = {tag[2:].lower(): tag[2:] for tag in tags[1 - side]}
    tags[side] = [tag[:2] + types.get(tag[2:].lower(), tag[2:]) for tag in tags[side]]
    return tags


def _in_scheme(scheme: str, side: int, tags: Tags) -> Tags:
    """Return tags with B at the start of every phrase (IOB2), or only after an adjacent one of its type (IOB1)."""
    before = NO_TAG
    for place, text in enumerate(tags[side]):
        letter, type_ = tag = read_tag(text)
        if letter in ("B", "I"):
            is_marked = scheme == "IOB2" or (before[0] != "O" and before[1] == type_)
            tags[side][place] = (b"B" if is_marked and begins(*before, *tag) else b"I") + text[1:]
        before = tag
    return tags
