"""Tags of token lines that are malformed, level by level of nesting."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from common.iobes.conll import LAST, Sentence
from common.iobes.formats import LOGGER, SpanEncoding
from common.iobes.reading import BadTag, read_strictly

_NOTHING = ("O", "_", "")  # a level may be empty


def malformed_tags(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the malformed tags of a sentence: index of the line, tag, and what is wrong with it.

    The last column of each line holds one BIO tag for each level of nesting, with ``|`` between.
    """
    columns = [line.split()[-1].split("|") for line in lines]
    for level in range(max(map(len, columns))):
        tags = [column[level] if level < len(column) else "O" for column in columns]
        if any(tag not in _NOTHING for tag in tags):
            for bad in _read(["O" if tag in _NOTHING else tag for tag in tags]):
                yield bad.line, bad.tag, bad.kind


def _read(tags: list[str]) -> list[BadTag]:
    """Return the malformed tags, lines counted from 0. The library would tell its log of them, too."""
    level = LOGGER.level
    LOGGER.setLevel(logging.CRITICAL)
    try:
        return read_strictly(Sentence(0, 0, [f"{tag}\n".encode() for tag in tags], LAST), SpanEncoding.BIO)[1]
    finally:
        LOGGER.setLevel(level)
