"""Changes of a run that may explain published figures: small mistakes and other choices.

``edits`` holds the changes of files for all commands. A module for each command knows its options, its configuration,
and which files are key and response.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rescore.scorers import SCORERS


@dataclass(slots=True)
class Setup:
    """A command line, its environment, and the content of all files that it may read, by path in the archive.

    The command line is run in ``folder``, which is relative to the archive, like the paths.
    """

    words: Sequence[str]
    environment: Mapping[str, str]
    files: Mapping[str, bytes]
    folder: str

    def with_words(self, words: Sequence[str]) -> Setup | None:
        """Return the setup with other words, or None if they are the same."""
        return replace(self, words=words) if words != self.words else None

    def with_files(self, files: Mapping[str, bytes], without: Collection[str] = ()) -> Setup | None:
        """Return the setup with other contents of some files, and without others, or None if nothing changes."""
        changed = {path: text for path, text in self.files.items() if path not in without} | dict(files)
        return replace(self, files=changed) if changed != self.files else None

    def path(self, name: str) -> str:
        """Return the path in the archive of a file that the command line calls ``name``."""
        return os.path.normpath(os.path.join(self.folder, name)).replace(os.sep, "/")

    def below(self, name: str) -> list[str]:
        """Return the paths of the file of that name, or of all files in the folder of that name."""
        path = self.path(name)
        if path in self.files:
            return [path]
        folder = f"{path}/"
        return sorted(file for file in self.files if file.startswith(folder) and "/" not in file[len(folder) :])


@dataclass(slots=True)
class Change:
    """A change of a run: its kind and detail, and its ``text``, which follows a verdict, such as ``with -m``.

    ``apply`` returns the changed setup, or None if there is nothing to change.
    """

    kind: str
    detail: str
    text: str
    apply: Callable[[Setup], Setup | None]


@dataclass(slots=True)
class Sides:
    """The files of a run by role: paths of key and response, and of other texts to change.

    ``key_text`` is the key if a file of the response contains it.
    """

    key: Sequence[str]
    response: Sequence[str]
    others: Sequence[str] = ()
    key_text: bytes = b""

    @property
    def all(self) -> list[Sequence[str]]:
        """Each group of files that is changed together."""
        return [group for group in (self.response, self.key, *[[other] for other in self.others]) if group]


def reworded(kind: str, detail: str, text: str, words: Callable[[list[str]], Sequence[str]]) -> Change:
    """Return a change of the words of the command line."""
    return Change(kind, detail, text, lambda setup: setup.with_words(words([*setup.words])))


def with_options(kind: str, detail: str, text: str, *options: str) -> Change:
    """Return the change that adds options, which override earlier ones, at the end of the command line."""

    def words(words: list[str]) -> list[str]:
        before, _ = SCORERS[words[0]].redirected(words)
        return [*before, *options, *words[len(before) :]]

    return reworded(kind, detail, text, words)


def toggled(kind: str, option: str, words: Sequence[str]) -> Change:
    """Return the change that removes an option without a value, or adds it."""
    if option not in words:
        return with_options(kind, option, f"with {option}", option)
    return reworded(kind, option, f"without {option}", lambda words: [word for word in words if word != option])


def swapped(detail: str, place: int) -> Change:
    """Return the change that exchanges the word at an index and the next one, which name the sides."""

    def words(words: list[str]) -> list[str]:
        words[place], words[place + 1] = words[place + 1], words[place]
        return words

    return reworded("swap", detail, "with the sides swapped", words)


def with_variable(kind: str, value: str, text: str, name: str) -> Change:
    """Return the change of a variable of the environment."""
    return Change(kind, value, text, lambda setup: replace(setup, environment={**setup.environment, name: value}))
