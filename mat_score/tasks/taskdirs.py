"""Finding task files: MATSCORE_TASK_DIRS and --task_dir."""

from __future__ import annotations

import os

from common.compat.py27 import hash_order
from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tasks.task import Task
    from mat_score.tasks.taskxml import TaskRegistry

TASK_FILES = ("task.xml", "demo.xml")


class TaskDirectories:
    """The tasks that task directories hold, in the grammars of one MAT ``version``.

    Reading a task file takes an XML parser, and loading that takes time; runs without task directories go without.
    """

    __slots__ = ("_registry", "_version")

    def __init__(self, version: str) -> None:
        self._version = version
        self._registry: TaskRegistry | None = None

    def read(self, directory: str) -> None:
        """Read the task file of a directory; raises :class:`InputError` or ``OSError``."""
        if self._registry is None:
            from mat_score.tasks.taskxml import TaskRegistry

            self._registry = TaskRegistry(self._version)
        self._registry.read(task_file(directory))

    def files(self) -> list[str]:
        """Return the paths of the task files that were read."""
        return self._registry.files() if self._registry is not None else []

    def names(self) -> list[str]:
        """Return the names of the tasks that can be asked for, in the order of a Python 2 dictionary."""
        return hash_order(self._registry.visible()) if self._registry is not None else []

    def get(self, name: str) -> Task | None:
        """Return the task that can be asked for by this name, None if there is none."""
        return self._registry.get(name) if self._registry is not None else None


def listed_directories(variable: str) -> list[str]:
    """Split the value of MATSCORE_TASK_DIRS."""
    return [directory for directory in variable.split(os.pathsep) if directory]


def task_file(directory: str) -> str:
    """Return the path of a directory's task file; :class:`InputError` if it holds none, ``OSError`` if unreadable."""
    names = os.listdir(directory)
    for name in TASK_FILES:
        if name in names:
            return os.path.join(directory, name)
    raise InputError("contains neither task.xml nor demo.xml; name directories of tasks only", directory)
