"""The reports of a run, written into a folder for each submission."""

from __future__ import annotations

import os

from common.errors import InputError
from common.report import overwritten, write_reports
from rescore.statuses import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rescore.archive.store import Store
    from rescore.archive.submission import Submission


def keep(folder: str, root: str, submissions: Sequence[Submission], results: Store) -> None:
    """Write ``stdout`` and the report files of each submission below ``FOLDER/TASK/NAME``; these appear all or none.

    Names come from strangers: none of them leads anywhere else. Raises :class:`InputError`, and writes nothing, if one
    would take the place of a file that the archive in the folder ``root`` is made of.
    """
    paths = [_path(folder, submission, name) for submission in submissions for name in results.reports(submission)]
    lost = overwritten(paths, _read(root, submissions, results))
    if lost is not None:
        raise InputError(f"would take the place of {lost[1]}; name another folder to keep", lost[0], None, USAGE)
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


def _read(root: str, submissions: Sequence[Submission], results: Store) -> Iterable[str]:
    """Return the paths of what was published and of what the runs read."""
    paths = {path for submission in submissions for path in submission.published.values()}
    for known in filter(None, map(results.known, submissions)):
        paths.update([path for path, _ in known.inputs])
    return [os.path.join(root, path) for path in sorted(paths)]


def _path(folder: str, submission: Submission, report: str) -> str:
    place = os.path.join(folder, _one_name(submission.task), _one_name(submission.name))
    return os.path.join(place, "out", *_names(report)) if report else os.path.join(place, "stdout")


def _names(path: str) -> list[str]:
    return [_one_name(name) for name in path.split("/") if name not in ("", ".", "..")]


def _one_name(text: str) -> str:
    name = text.replace("%", "%25").replace("/", "%2F").replace("\\", "%5C").replace("\0", "%00")
    return f"%2E{name[1:]}" if name.strip(".") == "" else name
