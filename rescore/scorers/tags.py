"""The tags in the last column of files with a token a line: their encoding, and the sides of a run beside each other.

Archives of named entities have one file with the key, and files of predictions with a column of tags or more. A run of
conlleval reads the tags of both sides in one file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from legacy_scorers.common.errors import InputError

PASTED, APART = "pasted", "apart"  # how a scorer reads the sides: in one file, or each in its own
SIDES = ("key", "submission")
_AS_BIO = {  # letters, by encoding; conlleval reads IOB and BIO alike
    "iob": {"B": "B", "I": "I"},
    "bio": {"B": "B", "I": "I"},
    "iobes": {"B": "B", "I": "I", "E": "I", "S": "B"},
    "bilou": {"B": "B", "I": "I", "L": "I", "U": "B"},
    "bmes": {"B": "B", "M": "I", "E": "I", "S": "B"},
    "bmeow": {"B": "B", "M": "I", "E": "I", "W": "B"},
}
ENCODINGS = (*_AS_BIO,)
OUTSIDE = "O"
DOCUMENT = b"-DOCSTART-"
_NO_PART_OF_SPEECH = b"_"
_TAG = re.compile(rb"O|[A-Z]-.*", re.DOTALL)
_MAX_LINES = 1000  # that say whether a file has tags


class TaggedToken(NamedTuple):
    """A line: its number, its first column or nothing if it has only the tag, and its tag."""

    line: int
    word: bytes
    tag: bytes


def tokens(content: bytes) -> Iterator[TaggedToken | None]:
    """Yield the tokens of a file, and None at each end of a sentence. White space separates columns.

    A line with ``#`` and text is a comment; the token ``#`` has a tag behind it.
    """
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        columns = line.split()
        if line.startswith(b"# ") and not _TAG.fullmatch(columns[-1]):
            continue
        yield TaggedToken(number, columns[0] if len(columns) > 1 else b"", columns[-1]) if columns else None


def tags_in(content: bytes) -> list[bytes]:
    """Return the last column of a file, empty if it does not hold the tags of phrases."""
    first = [one.tag for one in islice(tokens(content), _MAX_LINES) if one]
    if not first or not all(map(_TAG.fullmatch, first)):
        return []
    tags = [one.tag for one in tokens(content) if one]
    return tags if all(map(_TAG.fullmatch, tags)) and any(b"-" in tag for tag in tags) else []


def encoding_of(files: Iterable[Sequence[bytes]]) -> str:
    """Return the first encoding that has all letters of the tags in some files, or an empty text."""
    files = list(files)
    letters = {tag[:1].decode("latin-1") for tags in files for tag in tags} - {OUTSIDE}
    found = next((name for name, known in _AS_BIO.items() if letters <= known.keys()), "")
    return "bio" if found == "iob" and not any(map(_has_bare_begin, files)) else found


def _has_bare_begin(tags: Sequence[bytes]) -> bool:
    """Whether an I begins a phrase, as in IOB."""
    before = [b"O", *tags]
    return any(tag[:1] == b"I" and tag[2:] != last[2:] for last, tag in zip(before, tags))


def converted(path: str, content: bytes, encoding: str) -> list[TaggedToken | None]:
    """Return the tokens of a file with tags in BIO. Raises :class:`InputError` for a tag of another encoding."""
    letters = _AS_BIO[encoding]
    found: list[TaggedToken | None] = []
    for token in tokens(content):
        if token and token.tag != b"O":
            letter = letters.get(token.tag[:1].decode("latin-1")) if token.tag[1:2] == b"-" else None
            if letter is None:
                shown = token.tag.decode("utf-8", "backslashreplace")
                raise InputError(f"'{shown}' is not a tag of {encoding}; correct the tag, or 'tags'", path, token.line)
            token = token._replace(tag=letter.encode() + token.tag[1:])
        found.append(token)
    return found


def beside(paths: Sequence[str], contents: Sequence[bytes], encodings: Mapping[str, str], how: str) -> dict[str, bytes]:
    """Return what a run reads in the place of key and submission, by path: tags in BIO, a blank between columns.

    If the scorer reads both in one file, it has the words of the key, its tags, and those of the submission; else each
    has a part of speech between word and tag. Sentences end as in the key. Lines that begin documents are left out if
    only one side has them.

    Raises :class:`InputError` if the sides have different numbers of tokens, a wrong tag, or, each in its own file,
    different names.
    """
    if how == APART and len({*map(os.path.basename, paths)}) > 1:
        problem = f"files of one name are compared, and the key is {paths[0]}; give both the same"
        raise InputError(problem, paths[1])
    key, response = [converted(path, content, encodings[side]) for path, content, side in zip(paths, contents, SIDES)]
    sides = [[token for token in side if token] for side in (key, response)]
    if len(sides[0]) != len(sides[1]):
        key = [token for token in key if not token or token.word != DOCUMENT]
        sides = [[token for token in side if token and token.word != DOCUMENT] for side in (key, response)]
    if len(sides[0]) != len(sides[1]):
        problem = f"has {len(sides[1])} tokens, the key {paths[0]} has {len(sides[0])}; both need the same"
        raise InputError(problem, paths[1], _first_difference(*sides))
    others = iter(sides[1])
    rows = [(token, next(others)) if token else None for token in key]
    if how == PASTED:
        return {paths[1]: _lines([(_word(*row), row[0].tag, row[1].tag) if row else () for row in rows])}
    return {
        path: _lines([(_word(*row), _NO_PART_OF_SPEECH, row[side].tag) if row else () for row in rows])
        for side, path in enumerate(paths)
    }


def _word(key: TaggedToken, response: TaggedToken) -> bytes:
    return key.word or response.word or b"%d" % key.line


def _lines(rows: Iterable[Sequence[bytes]]) -> bytes:
    return b"".join([b" ".join(row) + b"\n" for row in rows])


def _first_difference(key: Sequence[TaggedToken], response: Sequence[TaggedToken]) -> int | None:
    """Return the line of the submission's first word that is not the key's, if both sides have words."""
    pairs = zip(key, response)
    return next((other.line for one, other in pairs if one.word and other.word and one.word != other.word), None)
