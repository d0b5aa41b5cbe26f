"""Input files to sentences, and sentences to spans.

Files hold one span or one token per line; blank lines separate sentences. The first line of a sentence shows which of
the two formats it has.
"""

from __future__ import annotations

import os
from io import TextIOWrapper
from itertools import groupby

from legacy_scorers.common.align import by_identifier
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import FILE
from legacy_scorers.common.memo import Memo
from legacy_scorers.faireval.spans import LABEL, BadLineError, RefusedSentenceError, parse_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any, TypeAlias

    from legacy_scorers.common.host import Host
    from legacy_scorers.faireval.spans import ReadSpan

    Say: TypeAlias = Callable[[str], object]
    Settings: TypeAlias = dict[str, Any]
    # One side of a sentence: its file, the number of its first line, from 1, its lines and its spans.
    Sentence: TypeAlias = tuple[str, int, list[str], list[ReadSpan]]


def numbered_sentences(host: Host, path: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the sentences of a UTF-8 file: the number of the first line, from 1, and all lines, stripped."""
    first = 1
    with TextIOWrapper(host.open(path), "utf-8") as file:
        for has_text, group in groupby(map(str.strip, file), bool):
            lines = list(group)
            if has_text:
                yield first, lines
            first += len(lines)


def undecodable_line(host: Host, path: str) -> int | None:
    """Return the line, from 1, of the first byte that is not UTF-8; None without one, or if it is no regular file."""
    if host.kind(path) != FILE:
        return None
    content = host.read(path)
    try:
        content.decode()
    except UnicodeDecodeError as error:
        return len(content[: error.start + 1].splitlines())
    return None


def pairs(target_files: list[str], system_files: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the target files that have a system file of the same name, each with the first such file."""
    system_of: dict[str, str] = {}
    for path in system_files:
        system_of.setdefault(os.path.basename(path), path)
    for path, partner in zip(target_files, by_identifier(map(os.path.basename, target_files), system_of)):
        if partner is not None:
            yield path, partner


class SentenceReader:
    """Reads sentences and keeps the spans whose labels are evaluated.

    ``labels`` are the labels to keep, all of them if ``"all"`` is among them; those in ``exclude`` are dropped in any
    case. ``ignore_punctuation`` concerns the token format only.
    """

    __slots__ = ("_exclude", "_ignore_punctuation", "_known", "_labels")

    def __init__(self, labels: Collection[str], exclude: Collection[str], ignore_punctuation: bool) -> None:
        self._labels = None if "all" in labels else labels
        self._exclude = exclude
        self._ignore_punctuation = ignore_punctuation
        self._known: Memo[str, ReadSpan | None] = Memo(self._span)  # most lines of a large file occur many times

    def spans(self, lines: list[str]) -> list[ReadSpan]:
        """Return the evaluated spans of a sentence.

        Raises :class:`RefusedSentenceError` or :class:`BadLineError` where a line cannot be read.
        """
        if lines[0].count("\t") == 3:
            try:
                return list(filter(None, map(self._known.__getitem__, lines)))
            except BadLineError as error:
                raise BadLineError(error.problem, lines.index(error.line)) from None
        if lines[0].count(" ") == 2:
            from legacy_scorers.faireval.conll import read_tokens

            return [span for span in read_tokens(lines, self._ignore_punctuation) if self._is_evaluated(span)]
        raise RefusedSentenceError("ERROR: Unknown input format")

    def _is_evaluated(self, span: ReadSpan) -> bool:
        return span[LABEL] not in self._exclude and (self._labels is None or span[LABEL] in self._labels)

    def _span(self, line: str) -> ReadSpan | None:
        span = parse_span(line)
        return span if self._is_evaluated(span) else None


def sentences(settings: Settings, host: Host, say: Say) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield both sides of each sentence; extra sentences of either file are left out.

    Sentences that cannot be read are reported to ``say`` and have no spans. Raises :class:`InputError` for lines that
    end the evaluation.
    """
    chosen, excluded = frozenset(settings["labels"]), frozenset(settings.get("exclude", ()))
    reader = SentenceReader(chosen, excluded, settings.get("ignore_punct", False))
    for target_file, system_file in pairs(settings["target_files"], settings["system_files"]):
        both = zip(numbered_sentences(host, target_file), numbered_sentences(host, system_file))
        try:
            for target, system in both:
                yield _sentence(reader, target_file, *target, say), _sentence(reader, system_file, *system, say)
        except UnicodeDecodeError as error:
            file = target_file if undecodable_line(host, target_file) else system_file
            raise InputError("not UTF-8 text; save the file as UTF-8", file, undecodable_line(host, file)) from error


def _sentence(reader: SentenceReader, file: str, first: int, lines: list[str], say: Say) -> Sentence:
    try:
        spans = reader.spans(lines)
    except RefusedSentenceError as refused:
        say(f"{refused}\n")
        spans = []
    except BadLineError as error:
        raise InputError(error.problem, file, first + error.index) from error
    return file, first, lines, spans
