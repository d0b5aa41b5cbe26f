"""The host of a run in an archive that strangers may have made: files of one folder are read, and nothing else."""

from __future__ import annotations

import errno
import io
import os

from legacy_scorers.common.host import FILE, FOLDER
from legacy_scorers.common.host.memory import Memory, names_folder
from legacy_scorers.common.host.system import SYSTEM, goes_back_from_link, is_there, place_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping
    from typing import Any, BinaryIO

    from legacy_scorers.common.host import Path, Result

_MOST_BYTES = 2**22  # of the contents of which a result is kept


class Archive(Memory):
    """The files below ``root``, a path without links; streams and reports stay in memory.

    ``filled`` are contents in the place of files, such as a configuration whose placeholders are filled, by their paths
    below ``root``. ``noted`` are the paths that were opened, with the names that the run gave them, ``listed`` the
    folders, which end with ``/``, in order and below ``root``, whether they are there or missing. ``links`` are the
    names of those that links lead to, since these may lead elsewhere later. ``refused`` are the names of files outside.
    Without a ``root``, all files of the system are inside. ``latest`` has results of earlier runs.
    """

    def __init__(
        self,
        root: str,
        variables: Mapping[str, str] = {},
        folder: str = "",
        filled: Mapping[str, bytes] = {},
        latest: Latest | None = None,
    ) -> None:
        super().__init__({}, variables, os.path.join(root, folder) if root else folder or SYSTEM.folder)
        self._root, self._subfolder = root, folder
        self._above = os.path.join(root, "") if root else ""  # what all places inside begin with
        self._filled = filled
        self._latest = latest
        self.noted: dict[str, str] = {}
        self.listed: dict[str, None] = {}
        self.links: dict[str, None] = {}
        self.refused: dict[str, None] = {}

    def with_files(self, filled: Mapping[str, bytes]) -> Archive:
        """Return a host that sees the same, but for other contents, and has written nothing yet."""
        return Archive(self._root, self.variables, self._subfolder, {**self._filled, **filled})

    @property
    def sources(self) -> list[str]:
        """All paths that were opened, listed, or led to these."""
        return [*self.noted, *self.listed, *self.links]

    def open(self, path: Path) -> BinaryIO:
        place = self.place(path)
        below = self._below(place, path)
        self.noted[below] = os.fsdecode(path)
        ending = "/" if names_folder(path) else ""
        if below in self._filled and not ending:
            return io.BytesIO(self._filled[below])
        if self._root and SYSTEM.kind(place) not in (FILE, FOLDER, ""):
            raise OSError(errno.EINVAL, "is no regular file", path)
        try:  # without a root, a device is opened by its own name, because its place may have none
            return SYSTEM.open(place + ending if self._root else os.path.join(self.folder, os.fsdecode(path)))
        except OSError as error:
            error.filename = path
            raise

    def reuse(self, make: Callable[..., Result], *ingredients: Hashable) -> Result:
        return make(*ingredients) if self._latest is None else self._latest(make, *ingredients)

    def entries(self, folder: str) -> list[str]:
        place = self.place(folder)
        below = self._below(place, folder)
        self.listed[f"{below}/" if below else "./"] = None
        try:
            return SYSTEM.entries(place)
        except OSError as error:
            error.filename = folder
            raise

    def kind(self, path: Path) -> str:
        return SYSTEM.kind(os.path.join(self.folder, os.fsdecode(path))) if path else ""

    def place(self, path: Path) -> str:
        name = os.path.join(self._subfolder, os.fsdecode(path))
        return place_below(self._root, name) if self._root else SYSTEM.place(os.path.join(self.folder, name))

    def are_same(self, path: Path, other: Path) -> bool:
        return SYSTEM.are_same(self.place(path), self.place(other))

    def is_writable(self, path: str) -> bool:
        return SYSTEM.is_writable(os.path.join(self.folder, path))

    def make_folder(self, path: str) -> None:
        """Raise ``OSError`` if the nearest folder above it that exists is none, or cannot be listed; make nothing."""
        place = os.path.join(self.folder, path)
        while not is_there(place):
            place = os.path.dirname(place)
        try:
            SYSTEM.entries(place)
        except OSError as error:
            error.filename = path
            raise

    def _below(self, place: str, path: Path) -> str:
        """Return a place by its path below the root, and note if links led there.

        Raises ``PermissionError`` for one outside of it, and ``FileNotFoundError`` for an empty path.
        """
        if not path:  # the system has no such file, though its place is the working folder
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if not os.path.join(place, "").startswith(self._above):
            self.refused[os.fsdecode(path)] = None
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        if self._root and (link := self._link(place, os.path.join(self._subfolder, os.fsdecode(path)))):
            self.links[link] = None
        return place[len(self._above) :].replace(os.sep, "/")

    def _link(self, place: str, path: str) -> str:
        """Return what leads from the root to a place if a link is on the way there, or an empty text."""
        if goes_back_from_link(self._root, path):
            return os.path.relpath(os.sep, self._root) + path if os.path.isabs(path) else path
        asked = os.path.normpath(os.path.join(self._root, path))
        return os.path.relpath(asked, self._root) if asked != place else ""


class Latest:
    """The latest result of each function, which is returned again for equal ingredients unless these are long."""

    def __init__(self) -> None:
        self._results: dict[Callable[..., Any], tuple[tuple[Hashable, ...], Any]] = {}

    def __call__(self, make: Callable[..., Result], *ingredients: Hashable) -> Result:
        """Return what a function makes of ingredients, or made of them."""
        result: Result
        latest = self._results.get(make)
        if latest is not None and latest[0] == ingredients:
            _, result = latest
            return result
        del latest
        self._results.pop(make, None)  # frees memory
        result = make(*ingredients)
        if sum(len(one) for one in ingredients if isinstance(one, bytes)) <= _MOST_BYTES:
            self._results[make] = ingredients, result
        return result
