"""The files of m2scorer in a folder: a gold in the format M2, and files of system sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.scorers.intake import KEY, DraftTask, Files, groups_by_folder, nearest_key, side_of
from legacy_scorers.rescore.scorers.m2_scorer.reports import M2Report

_WORDS = ("m2scorer", "{submission}", "{key}")
_SOURCE = re.compile(rb"(?m)^S (.*)$")
_SENTENCE, _EDIT = re.compile(rb"^S ", re.MULTILINE), re.compile(rb"^A -?\d+ -?\d+\|\|\|", re.MULTILINE)


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with as many lines as a gold has sentences."""
    golds = {path: size for path in files.inputs if (size := _sentences(files.contents[path]))}
    for size, paths in grouped((size, path) for path, size in golds.items()).items():
        keys = sorted(paths, key=lambda path: side_of(path) != KEY)
        words = {word for key in keys for line in _SOURCE.findall(files.contents[key]) for word in line.split()}
        systems = [path for path in files.inputs if path not in golds and _is_system(files.contents[path], size, words)]
        files.place([*systems, *paths] if systems else [])
        for group in groups_by_folder(systems):
            key = nearest_key(group[0], keys)
            others = [path for path in keys if path != key]
            about = f"{counted(len(group), 'file')} with as many lines as the gold has sentences"
            yield DraftTask(_WORDS, group, about, "", key, others, "as many sentences", reports={"": (M2Report,)})


def _is_system(content: bytes, size: int, words: set[bytes]) -> bool:
    """Whether a file has as many lines as the gold has sentences, and most of its words are theirs."""
    own = content.split() if len(content.splitlines()) == size else []
    return 2 * sum(word in words for word in own) > len(own)


def _sentences(content: bytes) -> int:
    """Return the number of sentences of a gold, 0 for another file."""
    return len(_SENTENCE.findall(content)) if content.startswith(b"S ") and _EDIT.search(content) else 0
