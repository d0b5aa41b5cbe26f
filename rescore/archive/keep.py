"""The reports of a run, written into a folder for each submission."""

from __future__ import annotations

import os
from collections.abc import Sequence

from common.atomic import write_reports
from common.errors import InputError
from rescore.archive.store import Store
from rescore.archive.submission import Submission


def keep(folder: str, submissions: Sequence[Submission], results: Store) -> None:
    """Write ``stdout`` and the report files of each submission below ``FOLDER/TASK/NAME``; these appear all or none.

    Names come from strangers: none of them leads anywhere else. Raises :class:`InputError`, and writes nothing, if
    anything but folders and files is in the way, such as links.
    """
    paths = [_path(folder, submission, name) for submission in submissions for name in results.reports(submission)]
    for path in paths:
        _refuse_others(folder, path)
    for submission in submissions:
        files = []
        for name, content in results.reports(submission).items():
            path = _path(folder, submission, name)
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
            except OSError as error:
                problem = f"cannot be written ({error.strerror}); name another folder"
                raise InputError(problem, error.filename) from error
            files.append((path, content))
        write_reports(files)


def _refuse_others(folder: str, path: str) -> None:
    real = os.path.join(os.path.realpath(folder), os.path.relpath(path, folder))
    if os.path.realpath(path) != real or (os.path.lexists(real) and not os.path.isfile(real)):
        raise InputError("is reached by a link, or is not a regular file; move it, or name another folder", path)


def _path(folder: str, submission: Submission, report: str) -> str:
    place = os.path.join(folder, _one_name(submission.task), _one_name(submission.name))
    return os.path.join(place, "out", *_names(report)) if report else os.path.join(place, "stdout")


def _names(path: str) -> list[str]:
    return [_one_name(name) for name in path.split("/") if name not in ("", ".", "..")]


def _one_name(text: str) -> str:
    name = text.replace("%", "%25").replace("/", "%2F").replace("\\", "%5C").replace("\0", "%00")
    return f"%2E{name[1:]}" if name.strip(".") == "" else name
