"""What a run can see and touch: variables, a working folder, files, and three streams of bytes.

A run is a function of its words and of its host. It opens, lists and writes nothing but through the host, so any number
of runs can share a process. There are three kinds: :class:`~common.host.system.System`, the host of a command;
:class:`~common.host.memory.Memory`, whose files are given; and :class:`~common.host.archive.Archive`, which reads the
files of a folder and notes which. docs/architecture.md, 'How a run sees the world', says how to write another.
"""

from __future__ import annotations

import os

from legacy_scorers.common.errors import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import BinaryIO, Protocol, TypeAlias, TypeVar

    Result = TypeVar("Result")
    Path: TypeAlias = str | bytes
    Content: TypeAlias = bytes | Iterable[bytes]  # of a report: whole, or in pieces

    class Stream(Protocol):
        """A stream to which bytes are written."""

        def write(self, content: bytes, /) -> object:
            """Write all bytes."""

        def flush(self) -> object:
            """Pass on what was written so far."""

        def isatty(self) -> bool:
            """Return whether a person reads it on a terminal."""


FILE, FOLDER, PIPE, ENDLESS, OTHER = "file", "folder", "pipe", "endless device", "other"  # what a path leads to
STANDARD_INPUT = "standard input"


def redirected(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """Return the words before ``< FILE`` at their end, as a shell passes them on, and the file; empty without it."""
    return (words[:-2], words[-1]) if len(words) > 1 and words[-2] == "<" else (words, "")


class Host:
    """What a run can see and touch. Paths are the user's words, relative to the working folder.

    ``variables`` are those of the environment. ``stdout`` and ``stderr`` take bytes. ``stdin_name`` is what messages
    and evidence call the standard input.
    """

    variables: Mapping[str, str]
    stdout: Stream
    stderr: Stream
    stdin_name: str = STANDARD_INPUT

    @property
    def stdin(self) -> BinaryIO | None:
        """The standard input, or None if it is closed."""
        raise NotImplementedError

    @property
    def folder(self) -> str:
        """The path of the working folder."""
        raise NotImplementedError

    def open(self, path: Path) -> BinaryIO:
        """Open a file to read its bytes. Raises ``OSError``, or ``ValueError`` for a path with a NUL."""
        raise NotImplementedError

    def read(self, path: Path) -> bytes:
        """Return the content of a file. Raises what :meth:`open` does."""
        with self.open(path) as file:
            return file.read()

    def reuse(self, make: Callable[..., Result], *ingredients: Hashable) -> Result:
        """Return what a function makes of ingredients, such as the content of a key and options, and of nothing else.

        A host may return the same result to a later run with equal ingredients, so no run may change what it means.
        """
        return make(*ingredients)

    def entries(self, folder: str) -> list[str]:
        """Return the names in a folder, in no order. Raises ``OSError``."""
        raise NotImplementedError

    def kind(self, path: Path) -> str:
        """Return what a path leads to: ``FILE``, ``FOLDER``, ``PIPE``, ``ENDLESS``, ``OTHER``, or an empty text."""
        raise NotImplementedError

    def place(self, path: Path) -> str:
        """Return the one path, without links, of what a path leads to.

        It is absolute on a disk; in memory it begins below the root, which is ``.``.
        """
        raise NotImplementedError

    def absolute(self, path: str) -> str:
        """Return a path from the root of the files, made of the working folder and the path; links stay."""
        return os.path.normpath(os.path.join(self.folder, path))

    def are_same(self, path: Path, other: Path) -> bool:
        """Return whether two paths of existing files lead to one file."""
        return self.place(path) == self.place(other)

    def is_writable(self, path: str) -> bool:
        """Return whether something can be written to a file or folder that exists."""
        raise NotImplementedError

    def make_folder(self, path: str) -> None:
        """Make a folder for reports, and those above it, unless it exists. Raises ``OSError`` and ``ValueError``.

        A host that keeps reports makes none, and only refuses what no disk can hold.
        """
        raise NotImplementedError

    def write_reports(self, reports: Iterable[tuple[str, Content]]) -> None:
        """Write the report files of the run: names as the user gave them, and contents.

        Raises :class:`InputError` if one cannot be written; then none is.
        """
        raise NotImplementedError

    def abandon(self) -> None:
        """Write nothing more to a standard output that nobody receives."""

    def warn(self, text: str) -> None:
        """Write ``text`` as one line to standard error."""
        self.stderr.write(one_line(text))

    def overwritten(self, reports: Iterable[str], inputs: Sequence[str]) -> tuple[str, str] | None:
        """Return a report that would overwrite an input, whatever their names, and that input, or None."""
        existing = [report for report in reports if self.kind(report) == FILE]
        if not existing:
            return None
        for path in filter(self.kind, inputs):
            for report in existing:
                if self.are_same(report, path):
                    return report, path
        return None
