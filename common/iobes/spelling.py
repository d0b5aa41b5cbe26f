"""Other spellings of tags: the type before the letter, as in ``PER-B``, and letters in lower case, as in ``b-PER``."""

from __future__ import annotations

from typing import NamedTuple

from legacy_scorers.common.iobes.conll import Sentence
from legacy_scorers.common.iobes.reading import BadTag


class Spelling(NamedTuple):
    """How a file writes its tags. ``suffix``: the letter follows the last hyphen. ``any_case``: in any case."""

    suffix: bool = False
    any_case: bool = False

    def usual(self, sentence: Sentence) -> Sentence:
        """Return a sentence with its tags in the usual spelling, ``B-PER``; its lines stay."""
        return sentence.respelled([None if tag is None else self._usual(tag) for tag in sentence.tags])

    def _usual(self, tag: str) -> str:
        if self.suffix and "-" in tag:
            span_type, _, letter = tag.rpartition("-")
            tag = f"{letter}-{span_type}"
        letter, hyphen, span_type = tag.partition("-")
        return f"{letter.upper()}{hyphen}{span_type}" if self.any_case else tag


def as_written(bad: BadTag, sentence: Sentence) -> BadTag:
    """Return a malformed tag as the sentence itself spells it."""
    tag = sentence.tags[bad.line - sentence.first]
    return bad if tag is None else bad._replace(tag=tag)
