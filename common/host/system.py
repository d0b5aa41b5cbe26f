"""The host of a command: the files, the variables and the standard streams of its process."""

from __future__ import annotations

import errno
import os
import stat
import sys

from legacy_scorers.common.host import ENDLESS, FILE, FOLDER, OTHER, PIPE, Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import BinaryIO, TextIO

    from legacy_scorers.common.host import Content, Path, Stream

STDOUT = "standard output"  # the name of the stream in errors


class System(Host):
    """All that a process can see and touch. Reports come into place whole (:mod:`common.host.placing`)."""

    def __init__(self) -> None:
        self.variables: Mapping[str, str] = os.environ
        self.stdout: Stream = _Output()
        self.stderr: Stream = _Messages()

    @property
    def stdin(self) -> BinaryIO | None:
        return sys.stdin.buffer if sys.stdin else None

    @property
    def console(self) -> TextIO:
        """Standard output as text, for a module that prints as its users' own programs do."""
        return sys.stdout

    @property
    def folder(self) -> str:
        return os.getcwd()

    def open(self, path: Path) -> BinaryIO:
        return open(path, "rb")

    def entries(self, folder: str) -> list[str]:
        return os.listdir(folder)

    def kind(self, path: Path) -> str:
        return kind_of(path)

    def place(self, path: Path) -> str:
        return os.path.realpath(os.fsdecode(path))

    def are_same(self, path: Path, other: Path) -> bool:
        return os.path.samefile(path, other)

    def is_writable(self, path: str) -> bool:
        return os.access(path, os.W_OK)

    def make_folder(self, path: str) -> None:
        os.makedirs(path, exist_ok=True)

    def write_reports(self, reports: Iterable[tuple[str, Content]]) -> None:
        from legacy_scorers.common.host.placing import write_reports

        write_reports(reports)

    def abandon(self) -> None:
        _abandon(sys.stdout)


def kind_of(path: Path) -> str:
    """Return what a path leads to, as :meth:`Host.kind` does."""
    try:
        state = os.stat(path)
    except (OSError, ValueError):  # a NUL in a path is a ValueError
        return ""
    mode = state.st_mode
    if stat.S_ISREG(mode):
        return FILE
    if stat.S_ISDIR(mode):
        return FOLDER
    if stat.S_ISFIFO(mode):
        return PIPE
    return ENDLESS if stat.S_ISCHR(mode) and _is_endless(path, state) else OTHER


def is_there(path: str) -> bool:
    """Return whether there is anything at a path, even a link that leads nowhere."""
    return os.path.lexists(path)


def place_below(root: str, path: str) -> str:
    """Return the place without links of a path that begins at ``root``, which has none.

    It is that of ``os.path.realpath``, but found sooner, because only names below the root are looked at. Raises
    ``ValueError`` for a NUL.
    """
    names = path.split("/")
    if os.sep == "/" and not {"", os.curdir, os.pardir} & {*names}:
        place = root
        for name in names:
            place = os.path.join(place, name)
            if _is_link(place):
                return os.path.realpath(os.path.join(root, path))
        return place
    return os.path.realpath(os.path.join(root, path))


def goes_back_from_link(root: str, path: str) -> bool:
    """Return whether a path that begins at ``root`` has ``..`` behind a link, so that names do not tell its place."""
    names = path.replace(os.sep, "/").split("/")
    places = [place for place, name in enumerate(names) if name == os.pardir]
    return any(_is_link(os.path.join(root, "/".join(names[:place]))) for place in places)


def _is_link(path: str) -> bool:
    try:
        return stat.S_ISLNK(os.lstat(path).st_mode)
    except OSError:  # there is nothing, as far as we can see
        return False


def _is_endless(path: Path, state: os.stat_result) -> bool:
    """Return whether a device is neither a terminal nor empty, such as ``/dev/zero``."""
    if state.st_rdev == os.stat(os.devnull).st_rdev:
        return False
    try:
        with open(path, "rb", buffering=0) as file:
            return not file.isatty()
    except OSError:
        return True


class _Output:
    """The standard output, whatever it is when something is written. Errors surface as ``OSError`` with its name."""

    def write(self, content: bytes) -> None:
        try:
            if sys.stdout is None:
                raise OSError(errno.EBADF, "the stream is closed")
            sys.stdout.buffer.write(content)
        except OSError as error:
            error.filename = STDOUT
            raise

    def flush(self) -> None:
        """Flush it, unless it is closed."""
        try:
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError as error:
            error.filename = STDOUT
            raise

    def isatty(self) -> bool:
        return sys.stdout is not None and sys.stdout.isatty()


class _Messages:
    """The standard error, written to at once. A message that nobody can receive does not stop the scoring."""

    def write(self, content: bytes) -> None:
        if sys.stderr is None:
            return
        try:
            sys.stderr.buffer.write(content)
            sys.stderr.flush()
        except OSError:
            return

    def flush(self) -> None:
        """Flush it. A message that nobody can receive does not change the exit status."""
        try:
            if sys.stderr is not None:
                sys.stderr.flush()
        except OSError:
            _abandon(sys.stderr)

    def isatty(self) -> bool:
        return sys.stderr is not None and sys.stderr.isatty()


def _abandon(stream: TextIO) -> None:
    """Redirect a standard stream to the null device, or the interpreter's last flush may fail with status 120."""
    try:
        descriptor = stream.fileno()
    except (AttributeError, OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)


SYSTEM = System()
