"""The files of muc-score in a folder: configurations, which name the others."""

from __future__ import annotations

from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, Layouts, configurations, groups, relative
from legacy_scorers.rescore.scorers.muc_scorer.changes import report_names, sides_of
from legacy_scorers.rescore.scorers.muc_scorer.reports import (
    CoreferenceReport,
    MapHistory,
    PartitionFile,
    ReportSummary,
    ScoreReport,
)

_COMMAND = "muc-score"
_LAYOUTS: dict[str, Layouts] = {
    "score_file": (ScoreReport, CoreferenceReport),
    "report_file": (ReportSummary,),
    "map_history_file": (MapHistory,),
    "partition_file": (PartitionFile,),
}


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of configurations."""

    def sides_in(path: str, folder: str) -> Sides:
        return sides_of(Setup([_COMMAND, relative(path, folder)], {}, files.contents, folder))

    for folder, paths in configurations(files, sides_in).items():
        for group in groups(paths):
            names = report_names(files.contents[group[0]], _LAYOUTS)
            reports = {name: _LAYOUTS[setting] for setting, name in names.items()}
            about = f"{counted(len(group), 'configuration')} of {_COMMAND}"
            yield DraftTask([_COMMAND, "{submission}"], group, about, folder=folder, reports=reports)
