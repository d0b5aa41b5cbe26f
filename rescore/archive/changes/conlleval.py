"""Changes of a run of conlleval: its options, and the columns of tags in its file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from io import BytesIO
from itertools import accumulate, pairwise, repeat
from typing import TypeAlias

from common.errors import InputError, RefusalError
from common.phrases import begins
from conlleval.align import NO_TAG, read_tag
from conlleval.columns import splitter
from conlleval.evidence import SIDES
from conlleval.options import Options
from conlleval.read import BOUNDARY, key_of
from conlleval.tally import TOKENS
from rescore.archive.changes.edits import cut, doubles, edit
from rescore.archive.changes.setup import Change, Setup, Sides, reworded
from rescore.archive.published import Published
from rescore.scorers.conlleval import PROFILE

Pair: TypeAlias = tuple[bytes, bytes]  # the tags of key and response
Rewrite: TypeAlias = Callable[[Iterable[Pair]], Iterable[Pair]]

_TOKEN = re.compile(rb"(?m)^(?!-X-)(.*\S.*)(?:\n|$)")
_DELIMITERS = ("\\t", "\\s+")
_MAX_OUTSIDE = 5
_SENTENCE_END = (b"O", b"O")
_NAMES = ("key", "response")


def sides(setup: Setup) -> Sides:
    """Return the file, which holds both sides, and the key's column of that file."""
    words, file = PROFILE.redirected(setup.words[1:])
    path = setup.path(file)
    try:
        key = b"".join(key_of(BytesIO(setup.files.get(path, b"")), Options(words).delimiter))
    except (RefusalError, InputError):  # a command line, or a file, that is not scored
        key = b""
    return Sides([], [path], key_text=key)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other options, exchanged columns, and tags in the other scheme that conlleval reads alike."""
    words, _ = PROFILE.redirected(setup.words[1:])
    try:
        options = Options(words)
        splitter(options.delimiter)
    except (RefusalError, InputError):
        return
    paths = sides(setup).response
    yield _edit(
        "swap",
        "with the columns of key and response exchanged",
        paths,
        options,
        lambda pairs: [pair[::-1] for pair in pairs],
    )
    if options.raw:
        yield reworded("raw", "-r", "without -r", _without_raw)
    else:
        yield reworded("raw", "-r", "with -r", partial(_with, ["-r"]))
    for delimiter in _DELIMITERS:
        yield reworded("delimiter", delimiter, f"with -d '{delimiter}'", partial(_with, ["-d", delimiter]))
    for tag in _without_type(setup, options):
        yield reworded("outside", tag, f"with -o {tag}", partial(_with, ["-o", tag]))
    for side in reversed(SIDES):
        text = f"with the types of the {_NAMES[side]} in the letter case of the {_NAMES[1 - side]}"
        yield _edit("case", text, paths, options, partial(_in_case_of_other, side))
        for scheme, other in (("IOB1", "IOB2"), ("IOB2", "IOB1")):
            text = f"with {scheme} for {other} in the column of the {_NAMES[side]}"
            yield _edit("scheme", text, paths, options, partial(_in_scheme, scheme, side))


def as_published(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield the file, truncated to the published number of tokens."""
    for path in sides(setup).response:
        yield from cut(_TOKEN, path, setup.files.get(path, b""), published.counts(TOKENS))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield files from which repeated sentences are removed: all of them, or only adjacent ones."""
    for neighbours in (False, True):
        yield from doubles([sides(setup).response], partial(_once, neighbours))


def _once(neighbours: bool, last: bool, content: bytes) -> bytes:
    """Keep the first or ``last`` of equal sentences (words and key); with ``neighbours``, only of adjacent ones."""
    sentences = content.split(b"\n\n")
    words = [[line.split()[:-1] for line in sentence.split(b"\n")] for sentence in sentences]
    groups = accumulate([0, *[int(one != other) for one, other in pairwise(words)]]) if neighbours else repeat(0)
    kept: dict[str, bytes] = {}
    for sentence, name in zip(sentences, map(str, zip(groups, words))):
        if last:
            kept.pop(name, None)
        kept.setdefault(name, sentence)
    return b"\n\n".join(kept.values())


def _in_case_of_other(side: int, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the tags, with the types of one side in the letter case of the other side."""
    found = list(pairs)
    types = {pair[1 - side][2:].lower(): pair[1 - side][2:] for pair in found}
    for pair in found:
        tag = pair[side][:2] + types.get(pair[side][2:].lower(), pair[side][2:])
        yield (pair[0], tag) if side else (tag, pair[1])


def _with(options: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return a command line with further options, which override earlier ones."""
    before, _ = PROFILE.redirected(words)
    return [*before, *options, *words[len(before) :]]


def _without_raw(words: Sequence[str]) -> list[str]:
    return [word for word in words if word != "-r"]


def _without_type(setup: Setup, options: Options) -> list[str]:
    """Return the key's most frequent tags, except O and any with a hyphen inside: perhaps those outside phrases."""
    split = splitter(options.delimiter)
    lines = [line for path in sides(setup).response for line in setup.files.get(path, b"").split(b"\n")]
    tags = Counter(columns[-2] for columns in map(split, lines) if len(columns) > 1)
    found = [tag.decode(errors="surrogateescape") for tag, _ in tags.most_common() if b"-" not in tag[1:]]
    return [tag for tag in found if tag != "O"][:_MAX_OUTSIDE]


def _edit(kind: str, text: str, paths: Sequence[str], options: Options, rewrite: Rewrite) -> Change:
    return edit(kind, text, paths, partial(_rewritten, options.delimiter, rewrite))


def _rewritten(delimiter: bytes, rewrite: Rewrite, content: bytes) -> bytes:
    """Return a file with other tags and the same separators."""
    split = splitter(delimiter)
    lines = content.split(b"\n")
    cut = [columns if len(columns) > 1 and columns[0] != BOUNDARY else [] for columns in map(split, lines)]
    pairs = rewrite([(columns[-2], columns[-1]) if columns else _SENTENCE_END for columns in cut])
    return b"\n".join([_with_tags(*row) if row[1] else row[0] for row in zip(lines, cut, pairs)])


def _with_tags(line: bytes, columns: list[bytes], pair: Pair) -> bytes:
    *_, key, response = columns
    last = line.rindex(response)
    first = line.rindex(key, 0, last)
    between = line[first + len(key) : last]
    return b"".join([line[:first], pair[0], between, pair[1], line[last + len(response) :]])


def _in_scheme(scheme: str, side: int, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield tags with B at the start of every phrase (IOB2), or only after an adjacent one of its type (IOB1)."""
    before = NO_TAG
    for pair in pairs:
        letter, type_ = tag = read_tag(pair[side])
        if letter in ("B", "I"):
            is_marked = scheme == "IOB2" or (before[0] != "O" and before[1] == type_)
            written = (b"B" if is_marked and begins(*before, *tag) else b"I") + pair[side][1:]
            yield (pair[0], written) if side else (written, pair[1])
        else:
            yield pair
        before = tag
