"""Recognises files by their content: inputs of scorers, configurations and reports."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from io import BytesIO
from itertools import islice

from common.errors import InputError, RefusalError
from conlleval.read import read
from coref_scorer.read import places
from rescore.archive.manifest import MANIFEST
from rescore.archive.published import reports_in
from rescore.archive.submission import files_below, is_inside, read_regular
from rescore.changes import Setup, Sides
from rescore.scorers import SCORERS, kind_of
from scorer2.read import COMMENT, read_instances, split_tags

SCORER2, MATSCORE, COREF, CONLLEVAL = "scorer2", "MATScore", "scorer.pl", "conlleval"
CONFIGURED = {"FairEval.py": ["FairEval.py", "--config"], "muc-score": ["muc-score"]}  # before a configuration
DELIMITERS = (" ", r"\t", r"\s+")  # of conlleval
_MAX_BYTES, _MAX_FILES = 2**25, 100_000
_MAX_SMALL_BYTES = 2**20  # of a configuration, or a file with text around its report
_MAX_LINES = 1000
_MIN_SHARE_OF_LINES = 0.9
_SIGNAL = re.compile(rb'"signal"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ANNOTATIONS = re.compile(rb'"asets"\s*:\s*\[')
_SIDE = re.compile(rb"(?i)(?:target|system)_in|(?:key|response)_file")
_INSTANCE = re.compile(rb"[^_]+_.*\d.*", re.DOTALL)
_TAG = re.compile(rb"O|[BIES]-.*")


def files_in(root: str) -> tuple[dict[str, bytes], dict[str, str]]:
    """Read up to ``_MAX_FILES`` files of up to ``_MAX_BYTES`` in a folder, except hidden ones and its manifest.

    Return the contents by path, and the reasons why others were not read.
    """
    files: dict[str, bytes] = {}
    problems: dict[str, str] = {}
    paths = (path for path in files_below(root, with_hidden=False) if path != MANIFEST and is_inside(root, path))
    for path in islice(paths, _MAX_FILES):
        try:
            path.encode()
            content = read_regular(os.path.join(root, path), _MAX_BYTES + 1)
        except (OSError, UnicodeEncodeError) as error:
            problems[path] = f"cannot be read ({error})"
            continue
        if set("{}*?[") & set(path) or not path.isprintable():
            problems[path] = "has a sign in its name that has a meaning in manifests"
        elif len(content) > _MAX_BYTES:
            problems[path] = f"is longer than {_MAX_BYTES} bytes"
        else:
            files[path] = content
    return files, problems


def report_of(content: bytes) -> tuple[str, list[str]] | None:
    """Return the kind of the reports in a file and the heading of each, or None if it holds no report."""
    whole = kind_of(content)
    found = reports_in(content) if whole or len(content) <= _MAX_SMALL_BYTES else []
    kind = whole or next(filter(None, [kind_of(one.content) for one in found]), None)
    return (kind.name, [one.heading for one in found]) if kind else None


def configured(files: Mapping[str, bytes], path: str) -> tuple[str, str, Sides] | None:
    """Return the command that a file configures, the folder to run it in, and its sides, or None for another file."""
    folders = [os.path.dirname(path)]
    while folders[-1]:
        folders.append(os.path.dirname(folders[-1]))
    found = []
    is_one = len(files[path]) <= _MAX_SMALL_BYTES and _SIDE.search(files[path])
    for command, words in CONFIGURED.items() if is_one else ():
        for folder in folders:
            name = os.path.relpath(path, folder or os.curdir).replace(os.sep, "/")
            sides: Sides = SCORERS[command].changes.sides(Setup([*words, name], {}, files, folder))
            if sides.key != sides.response:  # in a file without names of sides, each side is the folder
                found.append((command, folder, sides))
    return max(found, key=lambda one: bool(one[2].key) + bool(one[2].response), default=None)


def items_of(content: bytes) -> tuple[str, frozenset[bytes]] | None:
    """Return the command that reads an input, and the names of its items, which both sides share, or None."""
    if _ANNOTATIONS.search(content) and (texts := _SIGNAL.findall(content)):
        return MATSCORE, frozenset(texts)
    if documents := [place.name for place in places(BytesIO(content))]:
        return COREF, frozenset(documents)
    rows = _rows(content)
    instances = frozenset(name for name, tags in rows if tags and _INSTANCE.fullmatch(name))
    return (SCORER2, instances) if len(instances) > _MIN_SHARE_OF_LINES * len(rows) else None


def _rows(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return names and tags of the lines that have any."""
    return [row for block in read_instances(content, COMMENT) for row in zip(*block) if any(row)]


def is_sense_map(content: bytes, key: bytes) -> bool:
    """Whether a file has most senses of a key, or most of the words that begin its lines are senses."""
    senses = {tag for _, tags in _rows(key) for tag in split_tags(tags)}
    first = {line.split()[0] for line in content.splitlines() if line.strip()}
    words = {*content.split()}
    return len(first & senses) > len(first) / 2 or (len(words & senses) > len(senses) / 2 and len(first) > 1)


def delimiter_of(content: bytes) -> str | None:
    """Return the delimiter by which conlleval reads tags in the last two columns of a file, or None."""
    for delimiter in DELIMITERS:
        try:
            rows = [columns for columns in islice(read(BytesIO(content), delimiter.encode()), _MAX_LINES) if columns]
        except (RefusalError, InputError):
            continue
        if rows and all(_TAG.fullmatch(tag) for columns in rows for tag in columns[-2:]):
            return delimiter
    return None
