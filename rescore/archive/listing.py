"""The names of an archive without its contents, so that a run elsewhere finds the same names as here."""

from __future__ import annotations

import json
import os
import zlib

from rescore.archive.submission import is_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

OUTSIDE = "outside"  # a file beside the copy of an archive, which links that lead out of it lead to


class Listing:
    """Paths of the files and folders of an archive, and its links with where they lead, relative to them."""

    __slots__ = ("files", "folders", "links")

    def __init__(self, files: Iterable[str], folders: Iterable[str], links: Iterable[tuple[str, str]]) -> None:
        self.files = list(files)
        self.folders = list(folders)
        self.links = [(path, target) for path, target in links]

    def compressed(self) -> bytes:
        """Return the listing as bytes that :func:`listing` reads."""
        return zlib.compress(json.dumps([self.files, self.folders, self.links]).encode())

    def make(self, root: str) -> None:
        """Make folders and links below a folder that has none."""
        for folder in self.folders:
            os.makedirs(os.path.join(root, folder))
        for path, target in self.links:
            os.symlink(target, os.path.join(root, path))


def listing(compressed: bytes) -> Listing:
    """Return what :meth:`Listing.compressed` has made bytes of."""
    return Listing(*json.loads(zlib.decompress(compressed)))


def listing_of(root: str) -> Listing:
    """Return what is below a folder, which is given without links."""
    found = Listing([], [], [])
    for place, folders, files in os.walk(root):
        found.folders.append(os.path.relpath(place, root))
        for name in [*folders, *files]:
            path = os.path.join(place, name)
            if os.path.islink(path):
                real = os.path.realpath(path) if is_inside(root, path) else os.path.join(root, os.pardir, OUTSIDE)
                found.links.append((os.path.relpath(path, root), os.path.relpath(real, place)))
            elif os.path.isfile(path):
                found.files.append(os.path.relpath(path, root))
    return found
