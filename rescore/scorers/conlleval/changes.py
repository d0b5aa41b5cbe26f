"""What may have been different in a run of conlleval whose published figures differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import TypeAlias

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.common.phrases import begins
from legacy_scorers.conlleval.align import NO_TAG, read_tag
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import BOUNDARY, key_of, splitter
from legacy_scorers.conlleval.tally import TOKENS
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.reports.words import encoded
from legacy_scorers.rescore.scorers.change import (
    Change,
    Setup,
    Sides,
    duplicate_changes,
    edit,
    first_of,
    option_change,
    redirected,
    toggle_change,
    truncations,
)
from legacy_scorers.rescore.scorers.conlleval.columns import delimiters
from legacy_scorers.rescore.scorers.conlleval.encoding import in_bio
from legacy_scorers.rescore.scorers.conlleval.tags import FOR_OUTSIDE

Tags: TypeAlias = list[list[bytes]]  # of key and response, one for each line, O for lines without tags

_TOKEN = re.compile(rb"(?m)^(?!-X-)(.*\S.*)(?:\n|$)")
_MAX_OUTSIDE = 5


def sides_of(setup: Setup) -> Sides:
    """Return the file, which holds both sides, and the key's column of that file."""
    words, file = redirected(setup.words[1:])
    path = setup.path(file)
    try:
        key = b"".join(key_of(BytesIO(setup.files.get(path, b"")), Options(words).delimiter))
    except (RefusalError, InputError):  # a command line, or a file, that is not scored
        key = b""
    return Sides([], [path], key_text=key)


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options, exchanged columns, and tags in the other scheme that conlleval reads alike."""
    words, _ = redirected(setup.words[1:])
    try:
        options = Options(words)
        delimiter = options.delimiter
        splitter(delimiter)
    except (RefusalError, InputError):
        return

    def retagged(kind: str, text: str, rewrite: Callable[[Tags], Tags]) -> Change:
        return edit(kind, text, sides.response, partial(_rewritten, delimiter, rewrite))

    yield retagged("swap", "with the columns of key and response exchanged", lambda tags: tags[::-1])
    yield toggle_change("raw", "-r", words)
    content = setup.files.get(sides.response[0], b"")
    for other in dict.fromkeys(["\\t", "\\s+", *delimiters(content, delimiter)]):
        yield option_change("delimiter", other, f"with -d '{other}'", "-d", other)
    tags = _without_type(content, delimiter)
    for tag in tags:
        yield option_change("outside", tag, f"with -o {tag}", "-o", tag)
    if not options.raw and any(encoded(tag.upper()) in FOR_OUTSIDE for tag in tags):
        yield retagged("outside", "with O for other tags outside of phrases", _with_outside)
    yield edit("scheme", "with tags converted to BIO", sides.response, in_bio)
    for side, name, other in ((1, "response", "key"), (0, "key", "response")):
        text = f"with the types of the {name} in the letter case of the {other}"
        yield retagged("case", text, partial(_in_case_of_other, side))
        for scheme, old in (("IOB1", "IOB2"), ("IOB2", "IOB1")):
            text = f"with {scheme} for {old} in the column of the {name}"
            yield retagged("scheme", text, partial(_in_scheme, scheme, side))


def published_changes(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield the file, truncated to the published number of tokens."""
    yield from truncations(_TOKEN, setup, sides.response[0], published, TOKENS)


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files from which repeated sentences are removed: all of them, or only adjacent ones."""
    for neighbours in (False, True):
        yield from duplicate_changes(sides.all, partial(_once, neighbours))


def _once(neighbours: bool, last: bool, content: bytes) -> bytes:
    """Keep the first or ``last`` of equal sentences (words and key); with ``neighbours``, only of adjacent ones."""
    sentences = content.split(b"\n\n")
    words = [[line.split()[:-1] for line in sentence.strip().split(b"\n")] for sentence in sentences]
    names, group = [], 0
    for place, own in enumerate(words):
        if neighbours and place and own != words[place - 1]:
            group += 1
        names.append(f"{group} {own}")
    return b"\n\n".join(first_of(sentences, names, last))


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


def _with_outside(tags: Tags) -> Tags:
    """Return the tags, with O for others that stand for it."""
    return [[b"O" if tag.upper() in FOR_OUTSIDE else tag for tag in of_side] for of_side in tags]


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
