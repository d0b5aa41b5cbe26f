"""The answer key: ``LEXICAL-ITEM INSTANCE SENSE...`` on each line (documentation, 'Execution')."""

from __future__ import annotations

from common.compat.c import SINGLE_COUNT_LIMIT
from scorer2.memo import Memo
from scorer2.table import findable, read_instances, split_tags, unended_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Key:
    """The instances that answers are scored against.

    ``tags`` maps the identifier of an instance to its sense tags; they are empty if the instance is excluded. Only
    identifiers that the search finds are in it. ``total`` counts the lines with tags, found or not, in single
    precision.
    """

    __slots__ = ("tags", "total")

    def __init__(self, tags: dict[bytes, tuple[bytes, ...]], total: float) -> None:
        self.tags = tags
        self.total = total


def read_key(content: bytes, coarse: Callable[[bytes], bytes] | None, minimal: bool) -> Key:
    """Read the key; with ``coarse`` its tags are mapped first, with ``minimal`` lines of several tags are excluded.

    A key without any newline has no lines to count, but can have one identifier that a word finds.
    """

    def read_tags(text: bytes) -> tuple[bytes, ...]:
        tags = split_tags(text)
        if coarse:
            tags = tuple(dict.fromkeys(map(coarse, tags)))
        return () if minimal and len(tags) > 1 else tags

    known_tags = Memo(read_tags)
    identifiers, tags_of_lines = [], []
    for identifier, _, text in read_instances(content):
        identifiers.append(identifier)
        tags_of_lines.append(known_tags[text])
    for line in unended_lines(content):
        identifiers.append(line.partition(b" ")[0])
        tags_of_lines.append(())
    total = len(tags_of_lines) - tags_of_lines.count(())
    return Key(findable(identifiers, tags_of_lines), float(min(total, SINGLE_COUNT_LIMIT)))
