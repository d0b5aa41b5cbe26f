"""A folder that holds the files of one run after the other."""

from __future__ import annotations

import os
from collections.abc import Mapping


class Place:
    """A folder that holds the files of one run after the other; only what differs is written."""

    __slots__ = ("_held", "root")

    def __init__(self, root: str) -> None:
        self.root = root
        self._held: dict[str, bytes] = {}

    def hold(self, files: Mapping[str, bytes], folder: str = "") -> None:
        """Make it hold these contents by path and no other files, and have a folder for a run to work in."""
        os.makedirs(os.path.join(self.root, folder), exist_ok=True)
        for name in self._held.keys() - files.keys():
            os.remove(os.path.join(self.root, name))
            del self._held[name]
        for name, content in files.items():
            if self._held.get(name) != content:
                path = os.path.join(self.root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "wb") as file:
                    file.write(content)
                self._held[name] = content
