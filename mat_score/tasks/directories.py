"""Finds the task files in directories, and reads each once."""

from __future__ import annotations

import os

from legacy_scorers.common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.common.host import Host
    from legacy_scorers.mat_score.tasks.task import AnnotationTask

TASK_FILE = "task.xml"
DEMO_FILE = "demo.xml"  # a task directory may hold this file and no task file


class TaskDirectories:
    """The task files of the directories that a run names, and their tasks, in the grammars of a MAT ``version``.

    ``files`` are the paths of the task files that were read, ``tasks`` the tasks by name.
    """

    def __init__(self, host: Host, version: str) -> None:
        self.tasks: dict[str, AnnotationTask] = {}
        self.files: list[str] = []
        self._host = host
        self._version = version

    def read(self, directory: str) -> None:
        """Add the tasks of a directory, unless its task file is one that was read, maybe under another name.

        The directory of a demo has no task file. Raises :class:`InputError` or ``OSError``.
        """
        names = self._host.entries(directory)
        if TASK_FILE in names:
            path = os.path.join(directory, TASK_FILE)
            if self._host.place(path) not in map(self._host.place, self.files):
                self._read_file(path)
        elif DEMO_FILE not in names:
            raise InputError(f"contains neither {TASK_FILE} nor {DEMO_FILE}; name directories of tasks only", directory)

    def _read_file(self, path: str) -> None:
        from legacy_scorers.mat_score.tasks.taskxml import add_tasks  # slow to import

        self.files.append(path)
        add_tasks(self.tasks, path, self._host.read(path), self._version)
