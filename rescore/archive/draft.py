"""Drafts a manifest for the files of a folder: tasks, published reports, and files that belong to no task.

Files are recognised by their content (:mod:`rescore.archive.contents`). Key and responses have the same items. The key
is the file that reports name as key, or else a file alone in its folder, or else a file without a report.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from common.errors import InputError
from rescore.archive.contents import (
    CONFIGURED,
    CONLLEVAL,
    COREF,
    DELIMITERS,
    MATSCORE,
    SCORER2,
    configured,
    contents_of,
    delimiter_of,
    is_sense_map,
    items_of,
    report_of,
)
from rescore.archive.figures import DELIMITERS as OF_TABLES
from rescore.archive.figures import read_figures
from rescore.archive.manifest import FiguresTable
from rescore.archive.patterns import Patterns
from rescore.archive.scoring import score_in
from rescore.scorers import SCORERS, kind_of
from rescore.statuses import USAGE

_NAMED_KEY = re.compile(rb'using\s+key\s+"(?:[^"]*/)?([^"/]*)"')
_GRAIN = re.compile(rb"\b(Coarse|Mixed)-grained")
_TOKEN_LABELS = re.compile(rb'"token"\s*:\s*\[([^\]]*)\]')
_LABEL = re.compile(rb'"type"\s*:\s*"([^"\\]+)"')
_BARE = re.compile("[A-Za-z0-9_-]+")  # a key of TOML without quotes
_PARENT = "([^/]+)/[^/]*$"  # names a submission after its folder
_MAX_RUNS = 3  # submissions that are scored to find the reports of a task


@dataclass
class DraftTask:
    """A task of the draft: its command line, its submissions, and further ``lines``, each with a comment.

    ``why`` and ``about`` are the comments on the command line and on the submissions.
    """

    name: str
    words: list[str]
    paths: list[str]
    about: str
    why: str = ""
    key: str = ""
    folder: str = ""
    pattern: str = ""
    lines: list[tuple[str, str]] = field(default_factory=list)

    def names(self) -> dict[str, str]:
        """Return paths by name: the file name without its suffix or, if two files share one, the name of the folder."""
        stems = {_stem(path): path for path in self.paths}
        if len(stems) == len(self.paths):
            return stems
        return {found[1]: path for path in self.paths if (found := re.search(_PARENT, path))}

    def text(self) -> str:
        """Return the table of the manifest."""
        run = " ".join([word if word == "<" or "{" in word else shlex.quote(word) for word in self.words])
        lines = [(f"run = {_quoted(run)}", self.why), (f"submissions = {_quoted(self.pattern)}", self.about)]
        if self.folder:
            lines.insert(0, (f"folder = {_quoted(self.folder)}", "the paths of configurations lead from here"))
        if {*self.names()} != {*map(_stem, self.paths)}:
            lines.append((f"name = {_quoted(_PARENT)}", "files of one name: submissions are called after folders"))
        name = self.name if _BARE.fullmatch(self.name) else _quoted(self.name)
        written = [f"# {why}\n{line}" if why else line for line, why in [*lines, *self.lines]]
        return "\n".join([f"[{name}]", *written])


def draft(root: str) -> str:
    """Return a draft of the manifest of a folder. Raises :class:`InputError` if it holds nothing to score."""
    return _Draft(root).text()


class _Draft:
    """Drafts a manifest; ``_left`` holds the files that belong to no task, with the reason."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._files, self._problems = contents_of(root)
        self._reports = {path: found for path, content in self._files.items() if (found := report_of(content))}
        self._left = dict.fromkeys(self._files, "is no file of a scorer")
        self._left |= {path: f"is a report ({one.kind}) of no submission" for path, one in self._reports.items()}
        self._patterns = Patterns(root)

    def text(self) -> str:
        tasks = [*self._configured(), *self._tagged(), *self._paired()]
        if not tasks:
            problem = "has no files that a scorer reads; name the folder of an archive"
            raise InputError(problem, self._root, None, USAGE)
        for task in tasks:
            self._describe(task)
        names: Counter[str] = Counter()
        for task in tasks:
            names[task.name] += 1
            task.name += f"-{names[task.name]}" if names[task.name] > 1 else ""
        lost = [f"# {path!r} {why}" for path, why in sorted({**self._left, **self._problems}.items())]
        parts = [*[task.text() for task in tasks], *(["\n".join(["# Not placed:", *lost])] if lost else [])]
        return "\n\n".join(parts) + "\n"

    def _inputs(self) -> Iterator[str]:
        yield from [path for path in self._files if path in self._left and path not in self._reports]

    def _place(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._left.pop(path, None)

    def _configured(self) -> Iterator[DraftTask]:
        """Yield tasks whose submissions are configurations, which name the other files."""
        found: dict[tuple[str, str], list[str]] = {}
        for path in list(self._inputs()):
            if one := configured(self._files, path):
                command, folder, sides = one
                found.setdefault((command, folder), []).append(path)
                folders = {folder, *map(os.path.dirname, sides.key)}
                self._place([path, *sides.key, *sides.response, *self._named_in(path, folders)])
        for (command, folder), paths in found.items():
            for group in _groups(paths):
                words, about = CONFIGURED[command]("{submission}"), f"{_number(group, 'configuration')} of {command}"
                yield DraftTask(_task_name(group, command), words, group, about, folder=folder)

    def _named_in(self, path: str, folders: Iterable[str]) -> list[str]:
        """Return the paths in some folders that words of a configuration may name, except reports."""
        words = re.findall(r'[^\s"=]+', self._files[path].decode(errors="replace"))
        names = [os.path.normpath(os.path.join(folder, word)) for folder in folders for word in words]
        return [name for name in names if name not in self._reports]

    def _tagged(self) -> Iterator[DraftTask]:
        """Yield tasks of conlleval: each file holds key and response."""
        delimiters = {path: delimiter_of(self._files[path]) for path in self._inputs()}
        for delimiter in dict.fromkeys(filter(None, delimiters.values())):
            paths = [path for path, found in delimiters.items() if found == delimiter]
            options = [] if delimiter == DELIMITERS[0] else ["-d", delimiter]
            for group in _groups(paths):
                self._place(group)
                about = f"{_number(group, 'file')} with two columns of tags"
                yield DraftTask(_task_name(group, CONLLEVAL), [CONLLEVAL, *options, "<", "{submission}"], group, about)

    def _paired(self) -> Iterator[DraftTask]:
        """Yield tasks whose key and responses share items: instances, documents or texts."""
        items = {path: found for path in self._inputs() if (found := items_of(self._files[path]))}
        for folder, paths in _by_folder(items).items():  # several texts in one folder are one side
            if all(items[path][0] == MATSCORE for path in paths) and len(paths) > 1:
                together = frozenset[bytes]().union(*[items[path][1] for path in paths])
                if len(together) == len(paths):
                    items[folder] = (MATSCORE, together)
                    for path in paths:
                        del items[path]
        for command in (SCORER2, COREF, MATSCORE):
            for cluster in _clusters({path: names for path, (of, names) in items.items() if of == command}):
                yield from self._with_key(command, cluster, {path: len(items[path][1]) for path in cluster})

    def _with_key(self, command: str, paths: list[str], sizes: Mapping[str, int]) -> Iterator[DraftTask]:
        """Yield the tasks of files that share items, one of which is the key."""
        named = Counter(name for path in self._reports for name in _NAMED_KEY.findall(self._files[path]))
        beside = {path: len(group) for group in _groups(paths) for path in group}

        def rank(path: str) -> tuple[int, ...]:
            often = named[os.path.basename(path).encode()]
            return -often, beside[path], self._is_published(path), path.count("/"), -sizes[path]

        key = min(paths, key=rank)
        many = max(beside.values()) > 1
        others = [path for path in paths if many and beside[path] == 1 and path != key and not self._is_published(path)]
        words, why = self._command_line(command, key, paths)
        lines = [(f"key = {_quoted(key)}", f"{_ITEMS[command]} as in the submissions")]
        if others:
            lines.append((f"other_keys = {json.dumps(others, ensure_ascii=False)}", "these may be keys, too"))
        self._place(_below(paths, self._files))
        for group in _groups([path for path in paths if path not in (key, *others)]):
            about = f"{_number(group, 'submission')} with {_ITEMS[command]} that others have, too"
            yield DraftTask(_task_name(group, command), words, group, about, why, key, lines=list(lines))

    def _is_published(self, path: str) -> bool:
        return any(re.search(_word(_stem(path)), report) for report in self._reports)

    def _command_line(self, command: str, key: str, paths: Sequence[str]) -> tuple[list[str], str]:
        if command == COREF:
            return [COREF, "all", "{key}", "{submission}"], "reports of one metric do not name it"
        if command == MATSCORE:
            content = b"".join([self._files[path] for path in _below([key], self._files)])
            tokens = b" ".join(_TOKEN_LABELS.findall(content))
            labels = dict.fromkeys(label for label in _LABEL.findall(content) if b'"%b"' % label not in tokens)
            named = b",".join(labels).decode(errors="replace")
            side = "file" if key in self._files else "dir"
            words = [MATSCORE, f"--{side}", "{submission}", f"--ref_{side}", "{key}", "--content_annotations", named]
            return words, "all labels of the key except those of tokens; remove those that were not scored"
        words = [SCORER2, "{submission}", "{key}"]
        others = [path for path in self._inputs() if path not in paths]
        sense_map = next((path for path in others if is_sense_map(self._files[path], self._files[key])), None)
        if sense_map is None:
            return words, ""
        self._place([sense_map])
        kinds = {kind.name for kind in SCORERS[command].kinds}
        reports = [self._files[path] for path, one in self._reports.items() if one.kind in kinds]
        grains = Counter(grain.decode().lower() for report in reports for grain in _GRAIN.findall(report))
        options = ["-g", grains.most_common(1)[0][0]] if grains else []
        why = f"{sense_map} has senses of the key{'; the granularity of most reports' if grains else ''}"
        return [*words, sense_map, *options], why

    def _describe(self, task: DraftTask) -> None:
        self._find_pattern(task)
        self._find_reports(task)
        for path in list(self._inputs()):
            if line := self._table_of(task, path):
                task.lines.append((line, "a table with rows of submissions"))
                self._place([path])
                return

    def _find_pattern(self, task: DraftTask) -> None:
        """Choose the shortest pattern that fits the fewest other files; a comment lists up to three of these files."""
        patterns = list(dict.fromkeys(_pattern(task.paths, width) for width in (0, 1, 2)))
        more = {pattern: {*self._patterns.fitting(pattern)} - {*task.paths} for pattern in patterns}
        task.pattern = min(patterns, key=lambda pattern: len(more[pattern]))
        if more[task.pattern]:
            task.about += f"; the pattern fits {', '.join(sorted(more[task.pattern])[:3])}, too"

    def _find_reports(self, task: DraftTask) -> None:
        first, printed = self._run(task)
        files = []
        for name, content in printed.items():
            kind = kind_of(content)
            if kind and (found := self._published(task, kind.name, first, name, content)):
                named = _template(name, [first]) or name
                files.append((f"{_quoted(named)} = {_quoted(found)}" if name else "", found))
                self._place([found.replace("{name}", other) for other in task.names()])
        why = "reports of the kind that the run prints, by the names of submissions"
        task.lines += [(f"report = {_quoted(found)}", why) for table, found in files if not table]
        if tables := ", ".join([table for table, _ in files if table]):
            task.lines.append((f"reports = {{ {tables} }}", why))

    def _published(self, task: DraftTask, kind: str, first: str, name: str, content: bytes) -> str:
        """Return the path of the published reports of a kind, with ``{name}``, or an empty text.

        It is the path to which the run writes, or else the path where most submissions have a report (if several, one
        with ``content`` for ``first``), or else a file of several reports whose headings name submissions.
        """
        paths = [path for path, report in self._reports.items() if report.kind == kind and path in self._left]
        own = name and os.path.normpath(os.path.join(task.folder, name))
        if own in paths:
            return _template(own, [first]) or own
        templates = Counter(filter(None, [_template(path, task.names()) for path in paths]))
        if templates:
            return max(
                templates, key=lambda one: (templates[one], self._files.get(one.replace("{name}", first)) == content)
            )
        names = re.compile("|".join(map(_word, task.names())))
        several = [path for path in paths if len(self._reports[path].headings) > 1]
        return next((path for path in several if names.search(" ".join(self._reports[path].headings))), "")

    def _run(self, task: DraftTask) -> tuple[str, Mapping[str, bytes]]:
        """Return the name of the first submission that can be scored, and its reports; ``""`` is standard output."""
        for name, path in [*task.names().items()][:_MAX_RUNS]:
            values = {"{submission}": os.path.relpath(path, task.folder or os.curdir), "{key}": task.key}
            words = [values.get(word, word) for word in task.words]
            outcome = score_in(self._root, task.folder, words, {}).outcome
            if outcome.status == 0:
                return name, {"": outcome.stdout, **outcome.reports}
        return "", {}

    def _table_of(self, task: DraftTask, path: str) -> str:
        """Return the manifest's line for a table of a task's figures, or an empty text for another file."""
        try:
            lines = self._files[path].decode("utf-8-sig").splitlines()
        except UnicodeDecodeError:
            return ""
        sign = next((sign for sign in OF_TABLES if lines and sign in lines[0]), None)
        rows = list(csv.reader(lines, delimiter=sign)) if sign else []
        names = {*task.names()}
        for number, heading in enumerate(rows[0] if rows else ()):
            if 2 * len(names & {row[number].strip() for row in rows[1:] if len(row) > number}) >= len(names):
                return self._with_figures(task, path, heading.strip())
        return ""

    def _with_figures(self, task: DraftTask, path: str, heading: str) -> str:
        measures = [column for _, _, column in SCORERS[task.words[0]].measures]
        try:
            figures = read_figures(os.path.join(self._root, path), FiguresTable(path, heading), measures)
        except InputError as error:
            self._left[path] = f"has rows of submissions, but {error.problem}"
            return ""
        if not any(figures.of.values()):
            self._left[path] = "has rows of submissions; name its columns by figures = { columns = {...} }"
            return ""
        if heading == FiguresTable(path).name:
            return f"figures = {_quoted(path)}"
        return f"figures = {{ file = {_quoted(path)}, name = {_quoted(heading)} }}"


_ITEMS = {SCORER2: "instances", COREF: "documents", MATSCORE: "texts"}


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _number(paths: Sequence[str], thing: str) -> str:
    return f"{len(paths)} {thing}{'' if len(paths) == 1 else 's'}"


def _task_name(paths: Sequence[str], command: str) -> str:
    """Return the first folder in the path of some files, or else the command."""
    return paths[0].split("/")[0] if "/" in paths[0] else command.partition(".")[0]


def _by_folder(paths: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in paths:
        found.setdefault(os.path.dirname(path), []).append(path)
    return {folder: of_folder for folder, of_folder in found.items() if folder}


def _below(paths: Iterable[str], files: Iterable[str]) -> list[str]:
    return [file for file in files if file in paths or os.path.dirname(file) in paths]


def _groups(paths: Sequence[str]) -> list[list[str]]:
    """Group files by folder and suffix; a file alone in its group joins those of the same name in sibling folders."""
    beside: dict[tuple[str, str], list[str]] = {}
    for path in paths:
        beside.setdefault((os.path.dirname(path), os.path.splitext(path)[1]), []).append(path)
    groups: dict[tuple[str, str], list[str]] = {}
    for (folder, suffix), group in beside.items():
        parent, alone = os.path.split(folder)
        key = (parent, os.path.basename(group[0])) if len(group) == 1 and alone else (folder, suffix)
        groups.setdefault(key, []).extend(group)
    return list(groups.values())


def _clusters(items: Mapping[str, frozenset[bytes]]) -> list[list[str]]:
    """Return clusters of two or more files; each shares a quarter of the smaller file's items with another."""
    clusters: list[list[str]] = []
    for path, names in items.items():
        for cluster in clusters:
            if any(4 * len(names & items[other]) >= min(len(names), len(items[other])) for other in cluster):
                cluster.append(path)
                break
        else:
            clusters.append([path])
    return [cluster for cluster in clusters if len(cluster) > 1]


def _pattern(paths: Sequence[str], width: int) -> str:
    """Return a pattern with a star where paths differ; ``width`` 1 keeps their common suffix, 2 also their prefix."""
    parts = []
    for names in zip(*[path.split("/") for path in paths]):
        suffix = os.path.splitext(names[0])[1] if width else ""
        suffix = suffix if all(name.endswith(suffix) for name in names) else ""
        if len({*names}) == 1:
            parts.append(names[0])
        else:
            prefix = os.path.commonprefix(names) if width > 1 else ""  # noqa: RUF071 - of characters
            parts.append(f"{prefix}*{suffix}")
    return "/".join(parts)


def _word(name: str) -> str:
    return rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"


def _template(path: str, names: Iterable[str]) -> str:
    """Return a path with ``{name}`` in the place of the longest name in it, or an empty text."""
    for name in sorted(names, key=len, reverse=True):
        if found := [*re.finditer(_word(name), path)]:
            return f"{path[: found[-1].start()]}{{name}}{path[found[-1].end() :]}"
    return ""
