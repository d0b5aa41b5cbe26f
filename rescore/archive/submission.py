"""A submission: its command line, its published figures, and the files that it depends on."""

from __future__ import annotations

import errno
import functools
import hashlib
import json
import os
import pathlib
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from common import VERSION
from common.errors import InputError
from rescore.process import USAGE

Input: TypeAlias = tuple[str, str]  # path and hash

MISSING, UNREADABLE = "missing", "unreadable"  # instead of a hash
_BLOCK_BYTES = 2**20


@dataclass(slots=True)
class Submission:
    """A submission of a task; paths are relative to the archive."""

    task: str
    name: str
    words: list[str]  # the command and its words
    problem: str = ""  # why it cannot be scored, or empty
    folder: str = ""  # where the command is run
    template: str = ""  # a configuration with placeholders that the run reads, by its path without links
    values: dict[str, str] = field(default_factory=dict)  # of its placeholders
    environment: dict[str, str] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)  # paths of reports by name, ``""`` for standard output
    figures: dict[str, str] = field(default_factory=dict)  # the published figures by cell
    status: int = 0  # the exit status when it was published
    other_keys: list[str] = field(default_factory=list)  # tried if figures differ

    @property
    def label(self) -> str:
        """Its name in the archive, ``TASK/NAME``."""
        return f"{self.task}/{self.name}"


def is_inside(root: str, path: str) -> bool:
    """Whether a path, with all links resolved, is in the folder ``root``, which is given without links."""
    try:
        place = os.path.realpath(os.path.join(root, path))
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return False
    return place == root or place.startswith(os.path.join(root, ""))


def refuse_in_archive(root: str, folder: str) -> None:
    """Refuse to write to a folder in an archive, or reached through one, because strangers make archives."""
    place = os.path.abspath(folder)
    if any(is_inside(root, way) for way in (place, *map(str, pathlib.PurePath(place).parents))):
        raise InputError("is in the archive; name a folder outside of it", folder, None, USAGE)


def read_regular(path: str, most: int = -1) -> bytes:
    """Return a file's content, or ``most`` bytes of it. Raises ``OSError`` for what may never end, such as a pipe."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "is no regular file", path)
    with open(path, "rb") as file:
        return file.read(most)


def hashed(root: str, paths: Iterable[str]) -> list[Input]:
    """Return files with their SHA-256, or why they have none. A folder, ``PATH/``, has the hash of the names in it."""
    return [(path, _hash(os.path.join(root, path))) for path in paths]


def _hash(place: str) -> str:
    try:
        state = os.stat(place)
        if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
            return UNREADABLE
        return _read_hash(place, state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
    except FileNotFoundError:
        return MISSING
    except (OSError, ValueError):
        return UNREADABLE


@functools.cache
def _read_hash(place: str, *_: int) -> str:
    """Return the hash of a file or folder; it is read once for each state, which the numbers identify."""
    if os.path.isdir(place):
        return hashlib.sha256("\0".join(sorted(os.listdir(place))).encode(errors="surrogateescape")).hexdigest()
    digest = hashlib.sha256()
    with open(place, "rb") as file:
        while block := file.read(_BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def files_at(root: str, path: str) -> list[str]:
    """Return the path of a file, or the sorted paths of the files in a folder; empty if there is neither."""
    place = os.path.join(root, path)
    names = [path]
    if os.path.isdir(place):
        names = [os.path.normpath(os.path.join(path, name)) for name in sorted(os.listdir(place))]
    return [name for name in names if os.path.isfile(os.path.join(root, name))]


def files_below(root: str, *, with_hidden: bool = True) -> Iterator[str]:
    """Yield the paths of all files below a folder, relative to it. Raises ``OSError`` for an unreadable folder."""

    def fail(error: OSError) -> None:
        raise error

    for place, folders, names in os.walk(root, onerror=fail):
        folders[:] = sorted(name for name in folders if with_hidden or not name.startswith("."))
        for name in sorted(names):
            if with_hidden or not name.startswith("."):
                yield os.path.relpath(os.path.join(place, name), root).replace(os.sep, "/")


def content_for(root: str, submission: Submission, path: str) -> bytes | None:
    """Return what a submission's run reads from a file, a filled template included, or None if it cannot be read."""
    try:
        content = read_regular(os.path.join(root, path))
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return None
    for name, value in submission.values.items() if path == submission.template else ():
        content = content.replace(b"{%s}" % os.fsencode(name), os.fsencode(value))
    return content


def signature(root: str, submission: Submission, inputs: Iterable[Input]) -> str:
    """Return the SHA-256, in hexadecimal digits, of everything that a record depends on.

    ``inputs`` are the files that the run read, did not find, or listed.
    """
    ingredients = [
        VERSION,
        submission.words,
        submission.folder,
        submission.environment,
        submission.status,
        submission.figures,
        [(name, *pair) for name, pair in zip(submission.published, hashed(root, submission.published.values()))],
        hashed(root, submission.other_keys),
        list(inputs),
    ]
    if submission.template:
        ingredients.append([submission.template, submission.values])
    return hashlib.sha256(json.dumps(ingredients, sort_keys=True).encode()).hexdigest()


def current(root: str, known: Iterable[tuple[Submission, Sequence[Input], str]]) -> list[bool]:
    """Return for each submission whether its old inputs and signature are still the same."""
    return [
        signature(root, submission, hashed(root, [path for path, _ in inputs])) == signed
        for submission, inputs, signed in known
    ]
