"""The answer key: ``LEXICAL-ITEM INSTANCE SENSE...`` on each line (documentation, 'Execution')."""

from __future__ import annotations

from common.memo import Memo
from scorer2.read import read_instances
from scorer2.search import findable, unended_lines
from scorer2.tags import read_key_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Key:
    """The instances that answers are scored against, line by line.

    ``identifiers`` and ``texts`` are the columns of the file. The text of a line is empty if it does not count: it has
    no tags, or the instance is excluded. ``found`` maps each identifier to the index of the line that the search finds
    for it.
    """

    __slots__ = ("found", "identifiers", "texts")

    def __init__(self, identifiers: list[bytes], texts: list[bytes], found: dict[bytes, int]) -> None:
        self.identifiers = identifiers
        self.texts = texts
        self.found = found

    @property
    def total(self) -> int:
        """The number of lines that count, found or not."""
        return len(self.texts) - self.texts.count(b"")


def read_key(content: bytes, coarse: Callable[[bytes], bytes] | None, minimal: bool) -> Key:
    """Read the key; with ``minimal`` lines of several tags are excluded, after ``coarse`` has mapped these.

    A key without any newline has no lines to count, but can have one identifier that a word finds.
    """

    def countable(text: bytes) -> bytes:
        return b"" if minimal and len(read_key_tags(text, coarse)) > 1 else text

    known_texts = Memo(countable)  # and the same text is kept in memory once
    identifiers: list[bytes] = []
    texts: list[bytes] = []
    for more_identifiers, more_texts in read_instances(content):
        identifiers += more_identifiers
        texts += map(known_texts.__getitem__, more_texts)
    for line in unended_lines(content):
        identifiers.append(line.partition(b" ")[0])
        texts.append(b"")
    return Key(identifiers, texts, {identifiers[index]: index for index in findable(identifiers)})
