"""The reports of a run, written into a folder for each submission."""

from __future__ import annotations

import os

from common.errors import InputError
from common.report import ReportSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from rescore.archive.submission import Submission


def keep(folder: str, submission: Submission, reports: Mapping[str, bytes]) -> None:
    """Write ``stdout`` and the report files below ``FOLDER/TASK/NAME``; these appear all or none.

    Names come from strangers: none of them leads anywhere else.
    """
    place = os.path.join(folder, _one_name(submission.task), _one_name(submission.name))
    files = ReportSet()
    try:
        for name, content in reports.items():
            path = os.path.join(place, "out", *_names(name)) if name else os.path.join(place, "stdout")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            files.add(path, content)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror}); name another folder", error.filename) from error
    files.write()


def _names(path: str) -> list[str]:
    return [_one_name(name) for name in path.split("/") if name not in ("", ".", "..")]


def _one_name(text: str) -> str:
    name = text.replace("%", "%25").replace("/", "%2F").replace("\\", "%5C").replace("\0", "%00")
    return f"%2E{name[1:]}" if name.strip(".") == "" else name
