"""The files of FairEval.py in a folder: configurations, which name the others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.faireval.changes import sides_of
from legacy_scorers.rescore.scorers.faireval.reports import FairEvalReport
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, configurations, groups, relative

_SPANS = re.compile(rb"\s*[^\t\n]+\t\d+\t\d+\t\d+(?:, *\d+)*\r?(?:\n|\Z)")
_WORDS = ("FairEval.py", "--config")


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of configurations."""

    def sides_in(path: str, folder: str) -> Sides:
        return sides_of(Setup([*_WORDS, relative(path, folder)], {}, files.contents, folder))

    for path in files.inputs:
        if _SPANS.match(files.contents[path]):
            files.left[path] = "has spans of FairEval.py; write a configuration that names the folders of both sides"
    for folder, paths in configurations(files, sides_in).items():
        for group in groups(paths):
            about = f"{counted(len(group), 'configuration')} of FairEval.py"
            words = [*_WORDS, "{submission}"]
            yield DraftTask(words, group, about, folder=folder, reports={"": (FairEvalReport,)})
