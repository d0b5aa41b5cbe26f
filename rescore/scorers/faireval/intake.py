"""The files of FairEval.py in a folder: configurations, which name the others, or files of spans without any."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from legacy_scorers.faireval.config import ALWAYS_EXCLUDED
from legacy_scorers.rescore.reports.words import counted, grouped
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.faireval.changes import sides_of
from legacy_scorers.rescore.scorers.faireval.reports import FairEvalReport
from legacy_scorers.rescore.scorers.intake import (
    DraftTask,
    Files,
    Items,
    about_configuration,
    below,
    configurations,
    groups,
    pairings,
    relative,
    stem,
)

_WORDS = ("FairEval.py", "--config")
_ITEMS = "as many sentences"
_SPAN = re.compile(rb"([^\t\n]+)\t(\d+)\t\d+\t\2(?:,\s*\d+)*")  # the first of its tokens is where it begins
_MIN_SHARE_OF_LINES = 0.9
_DUMMIES = {label.encode() for label in ALWAYS_EXCLUDED}


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of configurations, then those of files of spans that none names."""
    yield from _tasks_of_configurations(files)
    yield from _tasks_of_spans(files)


def _tasks_of_configurations(files: Files) -> Iterator[DraftTask]:
    def sides_in(path: str, folder: str) -> Sides:
        return sides_of(Setup([*_WORDS, relative(path, folder)], {}, files.contents, folder))

    for folder, paths in configurations(files, sides_in).items():
        for group in groups(paths):
            about = f"{counted(len(group), 'configuration')} of FairEval.py"
            words = [*_WORDS, "{submission}"]
            yield DraftTask(words, group, about, folder=folder, reports={"": (FairEvalReport,)})


def _tasks_of_spans(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files or folders that have the sentences of a key; files also need its name."""
    spans = {path: found for path in files.inputs if (found := _Spans(files.contents[path])).labels}
    for path, found in spans.items():
        files.left[path] = (
            f"has spans of FairEval.py in {counted(found.sentences, 'sentence')}, and there is no key of so many"
        )
    for key, systems, others in pairings(files, _sides(spans)):
        name = os.path.basename(key)
        misnamed = [] if key not in spans else [path for path in (*systems, *others) if os.path.basename(path) != name]
        for path in misnamed:
            place = os.path.join(os.path.dirname(path), stem(path), name)
            problem = f"has as many sentences as {key}, but FairEval.py compares files of one name; call it {place}"
            files.left[path] = problem
        if paths := [path for path in systems if path not in misnamed]:
            about = f"{counted(len(paths), 'submission')} with as many sentences as the key"
            why = about_configuration(files, "scores all labels; add other settings of the task")
            yield DraftTask(
                [*_WORDS, "{configuration}"],
                paths,
                about,
                why,
                key,
                [path for path in others if path not in misnamed],
                _ITEMS,
                reports={"": (FairEvalReport,)},
                configuration=_configuration({label for path in below([key], spans) for label in spans[path].labels}),
            )


def _configuration(labels: set[bytes]) -> str:
    """Return the least configuration, which leaves out the labels of sentences without spans if there are any."""
    exclude = "exclude =\n" if labels & _DUMMIES else ""
    return f"target_in = {{key}}\nsystem_in = {{submission}}\n{exclude}"


class _Spans:
    """The labels and the number of sentences of a file; one that does not begin with a span has none."""

    def __init__(self, content: bytes) -> None:
        lines = list(map(bytes.strip, content.splitlines())) if _SPAN.match(content.lstrip()) else []
        found = list(filter(None, map(_SPAN.fullmatch, lines)))
        is_of_spans = len(found) > _MIN_SHARE_OF_LINES * sum(map(bool, lines))
        self.labels = {one[1] for one in found} if is_of_spans else set[bytes]()
        self.sentences = sum(bool(line) and not before for before, line in zip([b"", *lines], lines))


def _sides(spans: Mapping[str, _Spans]) -> dict[str, Items]:
    """Return what both sides of a run share: the number of sentences, or names and numbers of the files of a folder.

    The files of a folder are one side if several have the names of those of another, and either has most labels in
    more than one file.
    """
    folders = grouped((os.path.dirname(path), path) for path in spans if "/" in path)
    names = {
        folder: frozenset([b"%s %d" % (os.fsencode(os.path.basename(path)), spans[path].sentences) for path in paths])
        for folder, paths in folders.items()
        if len(paths) > 1
    }
    mixed = {folder for folder in names if _share_labels([spans[path].labels for path in folders[folder]])}

    def is_side(folder: str) -> bool:
        others = names if folder in mixed else mixed
        return any(len(names[folder] & names[other]) > 1 for other in others if other != folder)

    sides = {folder: own for folder, own in names.items() if is_side(folder)}
    files = {path: found.sentences for path, found in spans.items() if os.path.dirname(path) not in sides}
    return {path: frozenset([b"%d" % number]) for path, number in files.items()} | sides


def _share_labels(labels: Iterable[set[bytes]]) -> bool:
    times = Counter(label for each in labels for label in each - _DUMMIES)
    return 2 * sum(number > 1 for number in times.values()) > len(times)
