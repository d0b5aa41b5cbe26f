"""The files of MATScore in a folder: hypotheses and references, each a document or a folder of documents."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, Items, about_responses, below, pairings
from legacy_scorers.rescore.scorers.mat_score.changes import LABEL
from legacy_scorers.rescore.scorers.mat_score.reports import MatScoreReport

_TOKEN_LABELS = re.compile(rb'"token"\s*:\s*\[([^\]]*)\]')
_SIGNAL = re.compile(rb'"signal"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ANNOTATIONS = re.compile(rb'"asets"\s*:\s*\[')
_ITEMS = "texts"


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of documents with the same texts."""
    for key, responses, others in pairings(files, _texts(files)):
        about = about_responses(responses, _ITEMS)
        why = "all labels of the key except those of tokens; remove those that were not scored"
        yield DraftTask(
            _command_line(files, key), responses, about, why, key, others, _ITEMS, reports={"": (MatScoreReport,)}
        )


def _texts(files: Files) -> dict[str, Items]:
    """Return the texts of each document; several texts in one folder are one side, and have the folder's path."""
    items: dict[str, Items] = {}
    for path in files.inputs:
        content = files.contents[path]
        if _ANNOTATIONS.search(content) and (texts := _SIGNAL.findall(content)):
            items[path] = frozenset(texts)
    for folder, paths in grouped((os.path.dirname(path), path) for path in items).items():
        together = Items().union(*[items[path] for path in paths])
        if folder and len(together) == len(paths) > 1:
            items = {path: texts for path, texts in items.items() if path not in paths}
            items[folder] = together
    return items


def _command_line(files: Files, key: str) -> list[str]:
    content = b"".join([files.contents[path] for path in below([key], files.contents)])
    tokens = b" ".join(_TOKEN_LABELS.findall(content))
    labels = dict.fromkeys(label for label in LABEL.findall(content) if b'"%b"' % label not in tokens)
    named = b",".join(labels).decode(errors="replace")
    side = "file" if key in files.contents else "dir"
    return ["MATScore", f"--{side}", "{submission}", f"--ref_{side}", "{key}", "--content_annotations", named]
