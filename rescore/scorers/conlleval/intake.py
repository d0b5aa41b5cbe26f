"""The files of conlleval in a folder: files with the tags of both sides, or a key and files of predictions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.conlleval.read import read
from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.scorers.conlleval.reports import ConllevalReport
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, Items, groups, pairings
from legacy_scorers.rescore.scorers.tags import DOCUMENT, encoding_of, tags_in

_COMMAND = "conlleval"
_DELIMITERS = (" ", r"\t", r"\s+", ",", ", ", ";")
_MAX_LINES = 1000
_TAG = re.compile(rb"O|[BIES]-.*")


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with two columns of tags, then those of keys and predictions."""
    yield from _tasks_of_both_sides(files)
    yield from _tasks_of_predictions(files)


def _tasks_of_both_sides(files: Files) -> Iterator[DraftTask]:
    found = {path: fitting for path in files.inputs if (fitting := _delimiters_of(files.contents[path]))}
    for group in groups([*found]):
        common = next((one for one in _DELIMITERS if all(one in found[path] for path in group)), "")
        for delimiter, paths in grouped((common or found[path][0], path) for path in group).items():
            options = [] if delimiter == _DELIMITERS[0] else ["-d", delimiter]
            files.place(paths)
            words = [_COMMAND, *options, "<", "{submission}"]
            about = f"{counted(len(paths), 'file')} with two columns of tags"
            yield DraftTask(words, paths, about, reports={"": (ConllevalReport,)})


def _tasks_of_predictions(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with as many tokens as a key."""
    tags = {path: found for path in files.inputs if (found := tags_in(files.contents[path]))}
    items = {path: _sizes(files.contents[path], found) for path, found in tags.items() if encoding_of([found])}
    for path in items:
        files.left[path] = (
            f"has tags of {counted(len(tags[path]), 'token')}; a key or predictions of so many are missing"
        )
    for key, responses, others in pairings(files, items):
        for encoding, paths in _paths_by_encoding(tags, responses).items():
            about = f"{counted(len(paths), 'file')} of predictions, with as many tokens as the key"
            why = "the last columns of key and submission are put beside each other, in BIO"
            sides = {"key": encoding_of([tags[key]]), "submission": encoding}
            words = [_COMMAND, "<", "{submission}"]
            yield DraftTask(
                words, paths, about, why, key, others, "as many tokens", reports={"": (ConllevalReport,)}, tags=sides
            )


def _sizes(content: bytes, tags: Sequence[bytes]) -> Items:
    """Return the number of tokens of a file, and that without the lines that begin documents."""
    return frozenset([b"%d" % len(tags), b"%d" % (len(tags) - content.count(DOCUMENT))])


def _paths_by_encoding(tags: Mapping[str, Sequence[bytes]], paths: Sequence[str]) -> dict[str, list[str]]:
    """Return files by the encoding of their tags: one that fits all, or else each by its own."""
    if encoding := encoding_of([tags[path] for path in paths]):
        return {encoding: [*paths]}
    return grouped((encoding_of([tags[path]]), path) for path in paths)


def _delimiters_of(content: bytes) -> list[str]:
    """Return the delimiters by which conlleval reads tags of both sides in the last two columns of a file."""
    return [delimiter for delimiter in _DELIMITERS if _has_two_sides(content, delimiter)]


def _has_two_sides(content: bytes, delimiter: str) -> bool:
    try:
        rows = [columns for columns in islice(read(BytesIO(content), delimiter.encode()), _MAX_LINES) if columns]
    except (RefusalError, InputError):
        return False
    if not rows or not all(_TAG.fullmatch(tag) for columns in rows for tag in columns[-2:]):
        return False
    key, response = [{tag[2:] for tag in column} - {b""} for column in list(zip(*rows))[-2:]]
    # A column of other types is one of the columns before the tags, such as B-NP.
    return bool(key & response) or not (key and response)
