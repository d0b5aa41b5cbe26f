"""The files of muc-score in a folder: configurations, which name the others, or keys and responses without any."""

from __future__ import annotations

from collections.abc import Iterator

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.intake import (
    DraftTask,
    Files,
    Layouts,
    about_configuration,
    about_responses,
    configurations,
    groups,
    pairings,
    relative,
)
from legacy_scorers.rescore.scorers.muc_scorer.changes import report_names, sides_of
from legacy_scorers.rescore.scorers.muc_scorer.configuration import DRAFTS
from legacy_scorers.rescore.scorers.muc_scorer.reports import (
    CoreferenceReport,
    MapHistory,
    PartitionFile,
    ReportSummary,
    ScoreReport,
)

_COMMAND = "muc-score"
_ITEMS = "documents"
_LAYOUTS: dict[str, Layouts] = {
    "score_file": (ScoreReport, CoreferenceReport),
    "report_file": (ReportSummary,),
    "map_history_file": (MapHistory,),
    "partition_file": (PartitionFile,),
}
_ENDINGS = {  # of the names of reports for which there is no setting
    "score_file": "_score-report",
    "report_file": "_report-summary",
    "map_history_file": "_map-history",
    "partition_file": "_partitions",
}


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of configurations, then those of keys and responses that none names."""
    yield from _tasks_of_configurations(files)
    yield from _tasks_of_keys(files)


def _tasks_of_configurations(files: Files) -> Iterator[DraftTask]:
    def sides_in(path: str, folder: str) -> Sides:
        return sides_of(Setup([_COMMAND, relative(path, folder)], {}, files.contents, folder))

    for folder, paths in configurations(files, sides_in).items():
        for group in groups(paths):
            names = report_names(files.contents[group[0]], _LAYOUTS)
            reports = {name: _LAYOUTS[setting] for setting, name in names.items()}
            about = f"{counted(len(group), 'configuration')} of {_COMMAND}"
            yield DraftTask([_COMMAND, "{submission}"], group, about, folder=folder, reports=reports)


def _tasks_of_keys(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with the same documents, tagged or as templates, each with a drafted configuration."""
    for draft in DRAFTS:
        documents = {path: found for path in files.inputs if (found := draft.documents(files.contents[path]))}
        for path in documents:
            files.left[path] = f"is of a {draft.name} task of {_COMMAND}, and there is no key with its documents"
        for key, responses, others in pairings(files, documents):
            about = about_responses(responses, _ITEMS)
            configuration = draft.configuration([files.contents[path] for path in (key, *responses)])
            reports = {f"{responses[0]}{ending}": _LAYOUTS[setting] for setting, ending in _ENDINGS.items()}
            yield DraftTask(
                [_COMMAND, "{configuration}"],
                responses,
                about,
                about_configuration(files, draft.advice),
                key,
                others,
                _ITEMS,
                reports=reports,
                configuration=configuration,
            )
