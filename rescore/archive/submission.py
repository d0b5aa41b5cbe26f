"""One submission: the command line that scores it, and what was published of it."""

from __future__ import annotations

import errno
import os
import pathlib
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from common.errors import InputError
from rescore.statuses import USAGE

_MAX_LISTED = 5


@dataclass(frozen=True, slots=True)
class Template:
    """A configuration file with placeholders, by its path without links, and their ``values`` for a submission."""

    path: str
    values: Mapping[str, str]

    def filled(self, content: bytes) -> bytes:
        """Return the content of the file with the values in it."""
        for name, value in self.values.items():
            content = content.replace(b"{%s}" % os.fsencode(name), os.fsencode(value))
        return content


@dataclass(slots=True)
class Submission:
    """A submission of a task.

    ``words`` are the command and its words, run in ``folder`` with the variables of ``environment``. ``published``
    gives the published reports by name, ``""`` for standard output, ``figures`` published figures by the name of their
    cell, ``status`` the exit status that the run ended with. ``other_keys`` are tried where figures differ. The run
    reads its configuration from the ``template``, if there is one. Paths are relative to the archive. ``problem`` says
    why it cannot be scored, if it cannot.
    """

    task: str
    name: str
    words: list[str]
    problem: str = ""
    folder: str = ""
    template: Template | None = None
    environment: dict[str, str] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)
    status: int = 0
    other_keys: list[str] = field(default_factory=list)

    @property
    def label(self) -> str:
        """Its name in the archive, ``TASK/NAME``."""
        return f"{self.task}/{self.name}"

    @property
    def arguments(self) -> list[str]:
        """The words after the command and what follows ``=`` in each: the files that it names are among them."""
        return [part for word in self.words[1:] for part in (word, word.partition("=")[2])]


def listed(names: Sequence[str]) -> str:
    """Return names for a message, of many the first."""
    more = len(names) - _MAX_LISTED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:_MAX_LISTED])} and {more} more"


def is_inside(root: str, path: str) -> bool:
    """Whether a path, followed through all links, stays below a folder, which is given without links."""
    try:
        place = os.path.realpath(os.path.join(root, path))
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return False
    return place == root or place.startswith(os.path.join(root, ""))


def refuse_in_archive(root: str, folder: str) -> None:
    """Refuse a folder to write to that lies in an archive, or behind a link in it: what is there may be planted."""
    place = os.path.abspath(folder)
    if any(is_inside(root, way) for way in (place, *map(str, pathlib.PurePath(place).parents))):
        raise InputError("lies in the archive; name a folder outside", folder, None, USAGE)


def read_regular(path: str, most: int = -1) -> bytes:
    """Return what a file holds, or the first bytes of it. Raises ``OSError`` for what may never end, such as a pipe."""
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise OSError(errno.EINVAL, "is no regular file", path)
    with open(path, "rb") as file:
        return file.read(most)
