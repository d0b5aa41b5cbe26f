"""The files of evalb in a folder: parse trees of gold and test, a tree a line, and a file of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legacy_scorers.rescore.scorers.evalb.reports import EvalbReport
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, Items, about_responses, pairings

_ITEMS = "sentences"
_TREE = re.compile(rb"\s*\(.*\)\s*")
_LEAF = re.compile(rb"\([^\s()]+\s+([^\s()]+)\s*\)")
_PARAMETER = re.compile(rb"(?m)^(?:MAX_ERROR|CUTOFF_LEN|LABELED|DELETE_LABEL)\s+\S")
_MAX_PARAMETER_BYTES = 2**16


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with trees of the same words."""
    items = {path: found for path in files.inputs if (found := _sentences(files.contents[path]))}
    parameters = [path for path in files.inputs if _are_parameters(files.contents[path])]
    words = ["evalb", *(["-p", parameters[0]] if parameters else []), "{key}", "{submission}"]
    for key, responses, others in pairings(files, items):
        files.place(parameters[:1])
        about = about_responses(responses, _ITEMS)
        why = "" if parameters else "there is no parameter file, so roots and punctuation count"
        yield DraftTask(words, responses, about, why, key, others, _ITEMS, reports={"": (EvalbReport,)})


def _sentences(content: bytes) -> Items:
    """Return the words of each tree, nothing if a line is no tree."""
    if not content.lstrip().startswith(b"("):
        return frozenset()
    lines = [line for line in content.splitlines() if line.strip()]
    if not all(map(_TREE.fullmatch, lines)):
        return frozenset()
    return frozenset(b" ".join(leaves) for line in lines if (leaves := _LEAF.findall(line)))


def _are_parameters(content: bytes) -> bool:
    return len(content) <= _MAX_PARAMETER_BYTES and bool(_PARAMETER.search(content))
