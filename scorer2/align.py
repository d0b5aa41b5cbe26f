"""The answer key, and the line of it that an answer is scored against: that of its instance, once."""

from __future__ import annotations

from legacy_scorers.common.align import by_identifier
from legacy_scorers.scorer2.read import read_instances, split_tags
from legacy_scorers.scorer2.search import findable, unended_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from legacy_scorers.scorer2.read import Coarse, Columns

    # A block of answers in columns: identifiers, texts of tags, the index of the key line that the search finds or
    # None, and the text of that line, which is empty if it does not count or an earlier answer was scored against it.
    Aligned: TypeAlias = tuple[list[bytes], list[bytes], list[int | None], list[bytes | None]]

DOES_NOT_EXIST = b"Does not exist."
INVALID = b"Invalid answer."
EXCLUDED = b"Excluded or already scored."


class Key:
    """The lines ``LEXICAL-ITEM INSTANCE SENSE...`` of an answer key (documentation, 'Execution').

    ``identifiers`` are their instances, ``written`` the texts of their tags. ``texts`` are the same, but empty where a
    line does not count. Such a line has no tags, or ``minimal`` excludes it because it has several after ``coarse`` has
    mapped them. ``found`` maps each identifier to the index of the line that the search finds for it.

    A key without any newline has no lines that count, but the search may find one identifier in it.
    """

    __slots__ = ("found", "identifiers", "texts", "written")

    def __init__(self, content: bytes, coarse: Coarse, minimal: bool) -> None:
        self.identifiers: list[bytes] = []
        self.written: list[bytes] = []
        known: dict[bytes, bytes] = {}  # keeps equal texts in memory once
        for identifiers, texts in read_instances(content):
            self.identifiers += identifiers
            self.written += map(known.setdefault, texts, texts)
        for line in unended_lines(content):
            self.identifiers.append(line.partition(b" ")[0])
            self.written.append(b"")
        self.texts = self.written
        if minimal:
            countable = {text: b"" if len(split_tags(text, coarse)) > 1 else text for text in [*known, b""]}
            self.texts = [countable[text] for text in self.written]
        self.found = {self.identifiers[index]: index for index in findable(self.identifiers)}


def align(answers: Iterable[Columns], key: Key) -> Iterator[Aligned]:
    """Yield the answers, block by block, with the key lines that they are scored against.

    An answer with tags uses up its line; one without tags does not.
    """
    unused: list[bytes] = key.texts.copy()
    for identifiers, texts in answers:
        indexes = list(by_identifier(identifiers, key.found))
        key_texts: list[bytes | None] = []
        for index, text in zip(indexes, texts):
            if index is None:
                key_texts.append(None)
            else:
                key_texts.append(unused[index])
                if text:
                    unused[index] = b""
        yield identifiers, texts, indexes, key_texts


def refusal(text: bytes, key_text: bytes | None) -> bytes:
    """Return why an answer with tags ``text`` is not scored against a line with ``key_text``, empty if it is."""
    if text and key_text:
        return b""
    if key_text is None:
        return DOES_NOT_EXIST
    return EXCLUDED if text else INVALID
