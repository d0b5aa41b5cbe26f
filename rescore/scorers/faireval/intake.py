"""The files of FairEval.py in a folder: configurations, which name the others."""

from __future__ import annotations

from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.faireval.changes import sides_of
from legacy_scorers.rescore.scorers.faireval.reports import FairEvalReport
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, configurations, groups, relative

_WORDS = ("FairEval.py", "--config")


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of configurations."""

    def sides_in(path: str, folder: str) -> Sides:
        return sides_of(Setup([*_WORDS, relative(path, folder)], {}, files.contents, folder))

    for folder, paths in configurations(files, sides_in).items():
        for group in groups(paths):
            about = f"{counted(len(group), 'configuration')} of FairEval.py"
            words = [*_WORDS, "{submission}"]
            yield DraftTask(words, group, about, folder=folder, reports={"": (FairEvalReport,)})
