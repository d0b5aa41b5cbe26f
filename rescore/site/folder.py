"""The folder of a site: pages are made in a draft inside it, and put in place together."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile

from common.errors import InputError
from rescore.statuses import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARK = ".rescore-site"  # lists the files of the site, so that nothing else is ever taken for a page and removed
_NEW, _OLD = "new", "old"


class SiteFolder:
    """A folder that is new, empty, or holds a site that was made before and nothing else.

    Raises :class:`InputError` for any other, when it is entered and again before the site is put in place. The site
    that is there stays until then, and comes back if the new one cannot be put in its place. What a run left that was
    killed is removed, where the system can tell it from a run that goes on.
    """

    __slots__ = ("_draft", "_held", "_is_new", "_name", "_place")

    def __init__(self, name: str) -> None:
        self._name = name
        self._place = os.path.realpath(name)
        self._draft = ""
        self._held = contextlib.ExitStack()
        self._is_new = False

    def __enter__(self) -> SiteFolder:
        try:
            self._is_new = not os.path.lexists(self._place)
            if self._is_new:
                os.mkdir(self._place)
            with contextlib.ExitStack() as held:
                if _hold(self._place, held):
                    self._remove_left()
                self._refuse_others()
                self._draft = tempfile.mkdtemp(".part", f"{MARK}-", self._place)
                for part in (_NEW, _OLD):
                    os.mkdir(os.path.join(self._draft, part))
                self._held = held.pop_all()
        except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
            raise self._unwritable(error) from error
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._draft, ignore_errors=True)
        if self._is_new and not os.listdir(self._place):
            os.rmdir(self._place)
        self._held.close()

    def path(self, *names: str) -> str:
        """Return where a page is to be written for the time being; its folder is made."""
        path = os.path.join(self._draft, _NEW, *names)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, path: str, content: bytes) -> None:
        """Write a page to a path that was asked for."""
        try:
            with open(path, "wb") as file:
                file.write(content)
        except OSError as error:
            raise self._unwritable(error) from error

    def put(self) -> None:
        """Put the pages in place of those of the old site, all or none."""
        pages = sorted(_files(os.path.join(self._draft, _NEW)))
        self.write(self.path(MARK), "".join([f"{name}\n" for name in pages]).encode())
        self._refuse_others()
        moved: list[tuple[str, str]] = []
        try:
            for source, target in self._moves():
                os.rename(source, target)
                moved.append((source, target))
        except BaseException as error:
            for source, target in reversed(moved):
                os.rename(target, source)
            if isinstance(error, OSError):
                raise self._unwritable(error) from error
            raise
        self._is_new = False

    def _moves(self) -> list[tuple[str, str]]:
        """Return what has to be renamed: what is there goes into the draft, what is in the draft goes there."""
        new, old = os.path.join(self._draft, _NEW), os.path.join(self._draft, _OLD)
        present = [name for name in os.listdir(self._place) if name != os.path.basename(self._draft)]
        return [
            *[(os.path.join(self._place, name), os.path.join(old, name)) for name in present],
            *[(os.path.join(new, name), os.path.join(self._place, name)) for name in os.listdir(new)],
        ]

    def _remove_left(self) -> None:
        """Remove drafts of runs that were killed, unless they hold pages of the old site."""
        for name in os.listdir(self._place):
            draft = os.path.join(self._place, name)
            if name.startswith(f"{MARK}-") and not any(_files(os.path.join(draft, _OLD))):
                shutil.rmtree(draft, ignore_errors=True)

    def _refuse_others(self) -> None:
        """Refuse a folder that holds anything else than a site, and the draft of this one."""
        draft = os.path.basename(self._draft)
        problem = self._problem(sorted(name for name in _files(self._place) if _first(name) != draft))
        if problem:
            raise InputError(problem, self._name, None, USAGE)

    def _problem(self, found: Sequence[str]) -> str:
        for name in found:
            if name.startswith(f"{MARK}-"):
                return f"holds {_first(name)} of a run that goes on or was ended; wait, or remove that"
        try:
            with open(os.path.join(self._place, MARK), encoding="utf-8", errors="replace") as file:
                known = {MARK, *file.read().split("\n")}
        except FileNotFoundError:
            return "is neither empty nor a site that was made before; name another folder" if found else ""
        for name in found:
            if name not in known:
                return f"holds {name}, which is no page of the site; move that, or name another folder"
        return ""

    def _unwritable(self, error: OSError | ValueError) -> InputError:
        reason = getattr(error, "strerror", None) or error
        return InputError(f"cannot be written ({reason}); name another folder", self._name, None, USAGE)


def _hold(folder: str, held: contextlib.ExitStack) -> bool:
    """Lock a folder against other runs until ``held`` is closed or this one ends; whether the system can."""
    if sys.platform == "win32":
        return False
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    held.callback(os.close, descriptor)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:  # another run has it, or the file system knows no locks
        return False
    return True


def _first(path: str) -> str:
    return path.partition("/")[0]


def _files(folder: str) -> Iterator[str]:
    """Yield all that a folder holds, relative to it, but for folders that hold something themselves."""
    for place, folders, files in os.walk(folder):
        names = files if files or folders else [""]
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in (*names, *links):
            if place != folder or name:
                yield os.path.relpath(os.path.join(place, name), folder).replace(os.sep, "/")
