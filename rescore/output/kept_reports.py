"""The folder of ``rescore run --keep``: the reports of all submissions, as the scorers printed them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission

_ESCAPES = {ord(sign): f"%{ord(sign):02X}" for sign in "%/\\\0"}  # in names of files


def keep(folder: str, submissions: Sequence[Submission], results: Store) -> None:
    """Write ``stdout`` and the report files of each submission below ``FOLDER/TASK/NAME``, all or none.

    Names come from strangers, so none may lead out of that folder. Raises :class:`InputError`, and writes nothing, if a
    path is reached by a link, or is not a regular file.
    """
    for submission in submissions:
        for name in results.reports(submission):
            path = _path(folder, submission, name)
            real = os.path.join(os.path.realpath(folder), os.path.relpath(path, folder))
            if os.path.realpath(path) != real or (os.path.lexists(real) and not os.path.isfile(real)):
                problem = "is reached by a link, or is not a regular file; move it, or name another folder"
                raise InputError(problem, path)
    for submission in submissions:
        files = [(_path(folder, submission, name), content) for name, content in results.reports(submission).items()]
        try:
            for path, _ in files:
                os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            problem = f"cannot be written ({error.strerror}); name another folder"
            raise InputError(problem, error.filename) from error
        SYSTEM.write_reports(files)


def _path(folder: str, submission: Submission, report: str) -> str:
    inner = ["out", *[part for part in report.split("/") if part not in ("", ".", "..")]] if report else ["stdout"]
    names = [name.translate(_ESCAPES) for name in (submission.task, submission.name, *inner)]
    return os.path.join(folder, *[name if name.strip(".") else f"%2E{name[1:]}" for name in names])
