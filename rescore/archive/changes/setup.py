"""The inputs of a run, and a change of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace


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

    def with_files(self, files: Mapping[str, bytes]) -> Setup | None:
        """Return the setup with other contents of some files, or None if they are the same."""
        if all(self.files.get(path) == content for path, content in files.items()):
            return None
        return replace(self, files={**self.files, **files})

    def without(self, paths: Sequence[str]) -> Setup:
        """Return the setup without some files."""
        return replace(self, files={path: text for path, text in self.files.items() if path not in paths})

    def path(self, name: str) -> str:
        """Return the path in the archive of a file that the command line calls ``name``."""
        return os.path.normpath(os.path.join(self.folder, name)).replace(os.sep, "/")

    def below(self, name: str) -> list[str]:
        """Return the paths of the file of that name, or of all files in the folder of that name."""
        path = self.path(name)
        if path in self.files:
            return [path]
        return sorted(file for file in self.files if os.path.dirname(file) == path)


@dataclass(slots=True)
class Change:
    """A change of a run: its kind and detail, and its ``text``, which follows a verdict, such as ``with -m``.

    ``apply`` returns the changed setup, or None if there is nothing to change.
    """

    kind: str
    detail: str
    text: str
    apply: Callable[[Setup], Setup | None]


def reworded(kind: str, detail: str, text: str, words: Callable[[Sequence[str]], Sequence[str]]) -> Change:
    """Return a change of the words of the command line."""
    return Change(kind, detail, text, lambda setup: setup.with_words(words(setup.words)))


def with_variable(kind: str, value: str, text: str, name: str) -> Change:
    """Return the change of a variable of the environment."""
    return Change(kind, value, text, lambda setup: replace(setup, environment={**setup.environment, name: value}))


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
