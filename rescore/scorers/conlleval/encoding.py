"""The encoding and spelling of a column of tags, and the command lines of ``iobes`` that check or convert it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from shlex import join, quote

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.iobes.cli import score as convert
from legacy_scorers.common.iobes.conll import sentences
from legacy_scorers.common.iobes.formats import BIOS, BMES, Span, SpanEncoding, SpanFormat
from legacy_scorers.common.iobes.reading import BadTag, read_format
from legacy_scorers.common.iobes.spelling import Spelling
from legacy_scorers.rescore.scorers.change import STANDARD_INPUT

SCHEMES: dict[str, type[SpanFormat]] = {  # by the names of iobes, the first that fits is taken
    "bio": SpanEncoding.BIO.value,
    "iob": SpanEncoding.IOB.value,
    "iobes": SpanEncoding.IOBES.value,
    "bilou": SpanEncoding.BILOU.value,
    "bmes": BMES,
    "bmeow": SpanEncoding.BMEOW.value,
    "bios": BIOS,
}
_OF_CONLLEVAL = ("bio", "iob")  # schemes that conlleval reads as they are meant
_PREFIXED = re.compile(r"[BIESLUMW]-.+", re.IGNORECASE | re.DOTALL)
_SUFFIXED = re.compile(r".+-[BIESLUMW]", re.IGNORECASE | re.DOTALL)
_LOWER = re.compile(r"o|[bieslumw]-.*", re.DOTALL)


class TagColumn:
    """The tags of key or response as ``iobes`` reads them; ``column`` is its index from the end.

    ``scheme`` is the first encoding in which all tags are well-formed, or empty.
    """

    def __init__(self, content: bytes, column: int) -> None:
        self.column = column
        as_written = [*sentences(content, column)]
        self.spelling = _spelling({tag for sentence in as_written for tag in sentence.tags if tag})
        self.sentences = [self.spelling.usual(one) for one in as_written] if any(self.spelling) else as_written
        self.scheme = next(filter(self._fits, SCHEMES), "")

    def _fits(self, scheme: str) -> bool:
        return not any(read_format(sentence, SCHEMES[scheme])[1] for sentence in self.sentences)

    def read(self, scheme: str) -> tuple[set[tuple[int, Span]], set[tuple[int, Span]], list[BadTag]]:
        """Return the spans in an encoding, with the lines of their sentences, the malformed ones, and their tags."""
        spans: set[tuple[int, Span]] = set()
        spoilt: set[tuple[int, Span]] = set()
        bad: list[BadTag] = []
        for sentence in self.sentences:
            found, malformed = read_format(sentence, SCHEMES[scheme])
            here = {one.line - sentence.first for one in malformed}
            spans |= {(sentence.first, span) for span in found}
            spoilt |= {(sentence.first, span) for span in found if not here.isdisjoint(span.tokens)}
            bad += malformed
        return spans, spoilt, bad

    @property
    def needs_conversion(self) -> bool:
        """Whether conlleval reads the tags differently from what they mean."""
        return any(self.spelling) or self.scheme not in _OF_CONLLEVAL

    def words(self, scheme: str, *rest: str) -> list[str]:
        """Return the words of ``iobes`` that read this column in an encoding."""
        column = [] if self.column == -1 else ["--column", str(self.column)]
        spelling = ["--suffix"] * self.spelling.suffix + ["--ignore-case"] * self.spelling.any_case
        return ["iobes", "--from", scheme, *rest, *column, *spelling]


def _spelling(tags: Iterable[str]) -> Spelling:
    typed = [tag for tag in tags if "-" in tag]
    suffix = bool(typed) and all(map(_SUFFIXED.fullmatch, typed)) and not all(map(_PREFIXED.fullmatch, typed))
    turned = [f"{tag.rpartition('-')[2]}-" for tag in typed] if suffix else typed
    return Spelling(suffix, any(map(_LOWER.fullmatch, [*turned, *(tag for tag in tags if tag == "o")])))


def in_bio(content: bytes) -> bytes:
    """Return a file in which columns that conlleval reads differently are converted to BIO, if an encoding fits."""
    for place in (-2, -1):
        column = TagColumn(content, place)
        if column.needs_conversion and column.scheme:
            host = Memory({"tags": content})
            _, *words = column.words(column.scheme, "--to", "bio")
            if not convert([*words, "tags"], host):
                content = host.stdout.getvalue()
    return content


def conversion(columns: Sequence[TagColumn], file: str, words: Sequence[str], before: str = "") -> str:
    """Return the command line that converts columns to BIO and scores them, empty if no encoding fits one of them.

    ``before`` is a command that prints the file with these columns.
    """
    wrong = [column for column in columns if column.needs_conversion]
    if not wrong or not all(column.scheme for column in wrong):
        return ""
    first, *others = [join(column.words(column.scheme, "--to", "bio")) for column in wrong]
    return " | ".join([reading(file, first, before), *others, scoring(words)])


def reading(file: str, command: str, before: str = "") -> str:
    """Return a command line that reads a file, or what another command prints."""
    return f"{before} | {command}" if before else f"{command}{named(file)}"


def scoring(words: Sequence[str], file: str = STANDARD_INPUT) -> str:
    """Return the command line that scores a file with the words of a run."""
    line = join(["conlleval", *words])
    return line if file == STANDARD_INPUT else f"{line} <{named(file)}"


def with_delimiter(words: Sequence[str], delimiter: str) -> list[str]:
    """Return the words of a run with another delimiter."""
    place = words.index("-d") if "-d" in words else len(words)
    return [*words[:place], *words[place + 2 :], "-d", delimiter]


def named(file: str) -> str:
    """Return the last word of a command line that reads a file, empty for standard input."""
    return "" if file == STANDARD_INPUT else f" {quote(file)}"
