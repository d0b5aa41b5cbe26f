"""The tasks that can be asked for: those of the task files in MATSCORE_TASK_DIRS and --task_dir."""

from __future__ import annotations

import os

from common.compat.py27 import hash_order
from common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.tasks.task import AnnotationTask

TASK_FILE = "task.xml"
DEMO_FILE = "demo.xml"  # makes a directory one of tasks, but holds none


class TaskRegistry:
    """The tasks of all task directories of a run, in the grammars of one MAT ``version``; ``files`` were read."""

    __slots__ = ("_tasks", "_version", "files")

    def __init__(self, version: str) -> None:
        self._version = version
        self._tasks: dict[str, AnnotationTask] = {}
        self.files: list[str] = []

    def read(self, directory: str) -> None:
        """Read the task file of a directory, unless it was read before. Raises :class:`InputError` or ``OSError``."""
        path = task_file(directory)
        if path is not None and not any(os.path.realpath(path) == os.path.realpath(file) for file in self.files):
            from mat_score.tasks.taskxml import add_tasks  # takes time, and few runs have tasks

            self.files.append(path)
            add_tasks(self._tasks, path, self._version)

    def names(self) -> list[str]:
        """Return the names of the tasks that can be asked for, in the order of a Python 2 dictionary."""
        return hash_order([name for name, task in self._tasks.items() if task.visible])

    def get(self, name: str) -> AnnotationTask | None:
        """Return the task that can be asked for by this name, or None."""
        task = self._tasks.get(name)
        return task if task is not None and task.visible else None


def task_file(directory: str) -> str | None:
    """Return the path of a directory's task file, None if it has that of a demo instead.

    Raises :class:`InputError` if there is neither, or ``OSError``.
    """
    names = os.listdir(directory)
    if TASK_FILE in names:
        return os.path.join(directory, TASK_FILE)
    if DEMO_FILE in names:
        return None
    raise InputError(f"contains neither {TASK_FILE} nor {DEMO_FILE}; name directories of tasks only", directory)
