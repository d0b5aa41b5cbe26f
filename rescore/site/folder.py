"""The folder of a site: its pages are written to a draft beside it, which replaces it when it is complete."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.archive.submission import is_inside
from legacy_scorers.rescore.drafts import left_folders, new_folder
from legacy_scorers.rescore.process import UNSCORED, USAGE, cleanups

MARK = ".rescore-site"  # lists the files of the site, so that no other file is removed as one of its pages
_BARE = " not explained"  # follows the names of pages whose run failed
_NEW, _OLD = "new", "old"


class SiteFolder:
    """A folder that is new, empty, or holds a site that was made before and nothing else.

    Raises :class:`InputError` for any other folder, on entry and before the site is put in place. The old site stays
    until then, or if pages of the new one lack an explanation that it has. Drafts of killed runs are removed.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._place = os.path.abspath(name)
        self._draft = ""
        self._bare: set[str] = set()
        self._held = contextlib.ExitStack()

    def __enter__(self) -> SiteFolder:
        folder, name = os.path.split(self._place)
        with self._errors():
            for left in left_folders(folder, f".{name}-"):
                self._clean(left)
            self._refuse_others()
            with Held():
                self._draft = new_folder(folder, f".{name}-", self._held)
                cleanups.append(self._clean)
        return self

    def __exit__(self, *_: object) -> None:
        self._clean()
        cleanups.remove(self._clean)
        self._held.close()

    def _clean(self, draft: str = "") -> None:
        """Remove a draft, by default our own. Move an old site in it back if its place is empty."""
        draft = draft or self._draft
        old = os.path.join(draft, _OLD)
        with Held():
            if os.path.isdir(old) and not os.path.lexists(self._place):
                os.rename(old, self._place)
        shutil.rmtree(draft, ignore_errors=True)

    def path(self, name: str) -> str:
        """Return the path of a page in the draft, and make its folder."""
        path = os.path.join(self._draft, _NEW, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        return path

    def write(self, name: str, content: bytes, *, bare: bool = False) -> None:
        """Write a page. A ``bare`` page lacks its explanation, because its run failed."""
        if bare:
            self._bare.add(name)
        with self._errors():
            Path(self.path(name)).write_bytes(content)

    def put(self) -> int:
        """Put the pages in place of those of the old site; return how many there are."""
        new, old = os.path.join(self._draft, _NEW), os.path.join(self._draft, _OLD)
        names = [f"{name}{_BARE if name in self._bare else ''}\n" for name in sorted(_files(new))]
        self.write(MARK, "".join(names).encode())
        self._refuse_others()
        worse = sorted(name for name, is_explained in self._old_pages().items() if is_explained and name in self._bare)
        if worse:
            problem = f"is kept, because {worse[0]} is explained there; correct its run, or name another folder"
            raise InputError(problem, self._name, None, UNSCORED)
        with self._errors(), Held():
            if os.path.lexists(self._place):
                shutil.copymode(self._place, new)
                os.rename(self._place, old)
            os.rename(new, self._place)
        return len(names)

    def _refuse_others(self) -> None:
        problem = ""
        if is_inside(os.path.realpath(self._place), os.getcwd()):
            problem = "is the working folder, which the site would replace; run from another folder"
        elif os.path.islink(self._place) or not os.path.isdir(self._place):
            problem = "is not a folder; name another" if os.path.lexists(self._place) else ""
        elif found := _files(self._place):
            known = {MARK, *self._old_pages()} if found.get(MARK) else set()  # the mark may be a pipe
            strange = [name for name in sorted(found) if name not in known or not found[name]]
            if not known:
                problem = "is neither empty nor a site; name another folder"
            elif strange:
                problem = f"has {strange[0]}, which is not a page of the site; move it, or name another folder"
        if problem:
            raise InputError(problem, self._name, None, USAGE)

    def _old_pages(self) -> dict[str, bool]:
        """Return the pages of the old site, and whether each is explained as far as it can be."""
        try:
            lines = Path(self._place, MARK).read_text(encoding="utf-8", errors="replace").split("\n")
        except FileNotFoundError:
            return {}
        return {line.removesuffix(_BARE): not line.endswith(_BARE) for line in lines}

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
            reason = getattr(error, "strerror", None) or error
            problem = f"cannot be written ({reason}); name another folder"
            raise InputError(problem, self._name, None, USAGE) from error


def _files(folder: str) -> dict[str, bool]:
    """Return, by path, whether each entry of a folder is a regular file. Folders in it count only if empty."""
    paths = [path for path in Path(folder).rglob("*") if path.is_symlink() or not path.is_dir() or not os.listdir(path)]
    return {path.relative_to(folder).as_posix(): stat.S_ISREG(path.lstat().st_mode) for path in paths}
