"""Drafts a manifest for the files of a folder: tasks, published reports, and files that belong to no task.

Files are recognised by their content. Key and responses have the same items. The key is the file that reports name as
key, or else a file alone in its folder, or else a file without a report.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, count, islice, zip_longest
from math import inf
from pathlib import PurePosixPath
from typing import NamedTuple, TypeAlias

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.conlleval.read import read
from legacy_scorers.coref_scorer.read import places
from legacy_scorers.rescore.archive.figures import read_figures
from legacy_scorers.rescore.archive.manifest import (
    MANIFEST,
    FiguresTable,
    name_in,
)
from legacy_scorers.rescore.archive.published import reports_in
from legacy_scorers.rescore.archive.submission import Submission, files_below, is_inside, read_regular, score
from legacy_scorers.rescore.archive.submissions import Patterns
from legacy_scorers.rescore.archive.table import delimiter_in, nonempty
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.model import Layout, counted, grouped
from legacy_scorers.rescore.scorers import SCORERS, layout_of
from legacy_scorers.rescore.scorers.change import Setup, Sides
from legacy_scorers.rescore.scorers.mat_score.changes import LABEL
from legacy_scorers.rescore.tables import one_field
from legacy_scorers.scorer2.read import COMMENT, read_instances, split_tags

Value: TypeAlias = str | Sequence[str] | Mapping[str, str]

SCORER2, MATSCORE, COREF, CONLLEVAL = "scorer2", "MATScore", "scorer.pl", "conlleval"
_CONFIGURED = {"FairEval.py": ["FairEval.py", "--config"], "muc-score": ["muc-score"]}  # before a configuration
_DELIMITERS = (" ", r"\t", r"\s+")  # of conlleval
_MAX_BYTES, _MAX_FILES = 2**25, 100_000
_MAX_SMALL_BYTES = 2**20  # of a configuration, or a file with text around its report
_MAX_LINES = 1000
_MIN_SHARE_OF_LINES = 0.9
_NAMED_KEY = re.compile(rb'using\s+key\s+"(?:[^"]*/)?([^"/]*)"')
_GRAIN = re.compile(rb"\b(Coarse|Mixed)-grained")
_TOKEN_LABELS = re.compile(rb'"token"\s*:\s*\[([^\]]*)\]')
_SIGNAL = re.compile(rb'"signal"\s*:\s*"((?:[^"\\]|\\.)*)"')
_ANNOTATIONS = re.compile(rb'"asets"\s*:\s*\[')
_SIDE = re.compile(rb"(?i)(?:target|system)_in|(?:key|response)_file")
_INSTANCE = re.compile(rb"[^_]+_.*\d.*", re.DOTALL)
_TAG = re.compile(rb"O|[BIES]-.*")
_BARE = re.compile("[A-Za-z0-9_-]+")  # a key of TOML without quotes
_MAX_RUNS = 3  # submissions that are scored to find the reports of a task
_ITEMS = {SCORER2: "instances", COREF: "documents", MATSCORE: "texts"}


class DraftTask(NamedTuple):
    """A task of the draft: a command line and its submissions, with comments on both."""

    words: Sequence[str]
    paths: list[str]
    about: str  # on the submissions
    why: str = ""  # on the command line
    key: str = ""
    other_keys: Sequence[str] = ()
    folder: str = ""


def draft(root: str) -> str:
    """Return a draft of the manifest of a folder. Raises :class:`InputError` if it holds nothing to score."""
    files = _Files(root)
    tasks = [*files.configured(), *files.tagged(), *files.paired()]
    if not tasks:
        raise InputError("has no files that a scorer reads; name the folder of an archive", root, None, USAGE)
    parts = []
    headings: set[str] = set()
    for task in tasks:
        folder, *below = task.paths[0].split("/")
        name = folder if below else task.words[0].partition(".")[0]
        heading = next(one for one in chain([name], (f"{name}-{number}" for number in count(2))) if one not in headings)
        headings.add(heading)
        lines = [f"[{heading if _BARE.fullmatch(heading) else _toml(heading)}]"]
        for entry, value, why in files.entries(task):
            if value:
                lines += [*([f"# {why}"] if why else []), f"{entry} = {_toml(value)}"]
        parts.append("\n".join(lines))
    lost = [f"# {path!r} {one_field(why)}" for path, why in sorted({**files.left, **files.problems}.items())]
    parts += ["\n".join(["# Not placed:", *lost])] if lost else []
    return "\n\n".join(parts) + "\n"


class _Files:
    """The files of a folder; ``left`` are those that belong to no task, with why.

    ``problems`` are the files and folders that are not read, with why. Raises ``OSError`` if the folder is one of them.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._patterns = Patterns(root)
        self._files: dict[str, bytes] = {}
        self.problems: dict[str, str] = {}
        self.left: dict[str, str] = {}
        self._reports: dict[str, tuple[type[Layout], list[str]]] = {}  # kind and headings
        below = files_below(root, with_hidden=False, refuse=self._refuse)
        paths = (path for path in below if path != MANIFEST and is_inside(root, path))
        for path in islice(paths, _MAX_FILES):
            try:
                path.encode()
                content = read_regular(os.path.join(root, path), _MAX_BYTES + 1)
            except (OSError, UnicodeEncodeError) as error:
                self.problems[path] = _unreadable(error)
                continue
            if set("{}*?[") & set(path) or not path.isprintable():
                self.problems[path] = "has a sign in its name that has a meaning in manifests"
            elif len(content) > _MAX_BYTES:
                self.problems[path] = f"is longer than {_MAX_BYTES} bytes"
            else:
                self._files[path] = content
                self.left[path] = "is no file of a scorer"
        for path, content in self._files.items():
            whole = layout_of(content)
            found = reports_in(content)[0] if whole or len(content) <= _MAX_SMALL_BYTES else []
            if kind := whole or next(filter(None, [layout_of(report) for _, report in found]), None):
                self._reports[path] = kind, [heading for heading, _ in found]
                self.left[path] = f"is a report ({kind.name}) of no submission"
        self._named_keys = Counter(name for path in self._reports for name in _NAMED_KEY.findall(self._files[path]))

    def _refuse(self, error: OSError) -> None:
        path = os.path.relpath(error.filename, self._root)
        if path == os.curdir:
            raise error
        self.problems[path.replace(os.sep, "/")] = _unreadable(error)

    def _pattern(self, paths: Sequence[str]) -> tuple[str, str]:
        """Return the shortest pattern of files that fits the fewest others, and a comment that lists three of these.

        A pattern that leads into a folder that cannot be read is taken only if all do; the comment says so.
        """
        patterns = dict.fromkeys(_pattern(paths, width) for width in (0, 1, 2))
        found = {pattern: self._others(pattern, paths) for pattern in patterns}
        pattern = min(found, key=lambda one: found[one][0])
        return pattern, found[pattern][1]

    def _others(self, pattern: str, paths: Sequence[str]) -> tuple[float, str]:
        """Return how many other files a pattern fits, infinity if that cannot be known, and a comment."""
        try:
            others = sorted({*self._patterns.fitting(pattern)} - {*paths})
        except ValueError as error:
            return inf, f"; {one_field(str(error))}"
        return len(others), f"; the pattern fits {', '.join(map(one_field, others[:3]))}, too" if others else ""

    def entries(self, task: DraftTask) -> list[tuple[str, Value, str]]:
        """Return the entries of a task, each with a value, which may be empty, and a comment.

        A submission is called after its file or, if two files share a name, after its folder.
        """
        paths = task.paths
        pattern, others = self._pattern(paths)
        quoted = [word if word == "<" or "{" in word else shlex.quote(word) for word in task.words]
        expression = "" if len({*map(name_in, paths)}) == len(paths) else "([^/]+)/[^/]*$"
        names = {name_in(path, expression): path for path in paths}
        reports = self._published(task, names)
        of_reports = "reports of the kind that the run prints, by the names of submissions"
        return [
            ("folder", task.folder, "the paths of configurations lead from here"),
            ("run", " ".join(quoted), task.why),
            ("submissions", pattern, task.about + others),
            ("name", expression, "files of one name: submissions are called after folders"),
            ("key", task.key, f"{_ITEMS.get(task.words[0])} as in the submissions"),
            ("other_keys", task.other_keys, "these may be keys, too"),
            ("report", reports.pop("", ""), of_reports),
            ("reports", reports, of_reports),
            ("figures", self._figures(task.words[0], {*names}), "a table with rows of submissions"),
        ]

    def _inputs(self) -> list[str]:
        return [path for path in self._files if path in self.left and path not in self._reports]

    def _place(self, paths: Iterable[str]) -> None:
        for path in paths:
            self.left.pop(path, None)

    def configured(self) -> Iterator[DraftTask]:
        """Yield tasks of configurations, which name the other files."""
        found: list[tuple[tuple[str, str], str]] = []  # command and folder; path
        for path in self._inputs():
            if one := _configured(self._files, path):
                command, folder, sides = one
                found.append(((command, folder), path))
                words = re.findall(r'[^\s"=]+', self._files[path].decode(errors="replace"))
                folders = {folder, *map(os.path.dirname, sides.key)}
                named = {os.path.normpath(os.path.join(place, word)) for place in folders for word in words}
                self._place([path, *sides.key, *sides.response, *named - self._reports.keys()])
        for (command, folder), paths in grouped(found).items():
            for group in _groups(paths):
                about = f"{counted(len(group), 'configuration')} of {command}"
                yield DraftTask([*_CONFIGURED[command], "{submission}"], group, about, folder=folder)

    def tagged(self) -> Iterator[DraftTask]:
        """Yield tasks of files for conlleval, which hold key and response."""
        found = [(delimiter, path) for path in self._inputs() if (delimiter := _delimiter_of(self._files[path]))]
        for delimiter, paths in grouped(found).items():
            self._place(paths)
            options = [] if delimiter == _DELIMITERS[0] else ["-d", delimiter]
            for group in _groups(paths):
                about = f"{counted(len(group), 'file')} with two columns of tags"
                yield DraftTask([CONLLEVAL, *options, "<", "{submission}"], group, about)

    def paired(self) -> Iterator[DraftTask]:
        """Yield tasks whose key and responses share items: instances, documents or texts."""
        items = {path: found for path in self._inputs() if (found := _items_of(self._files[path]))}
        for folder, paths in grouped((os.path.dirname(path), path) for path in items).items():
            together = frozenset[bytes]().union(*[items[path][1] for path in paths])
            is_side = folder and len(together) == len(paths) > 1  # several texts in one folder are one side
            if is_side and all(items[path][0] == MATSCORE for path in paths):
                items = {path: found for path, found in items.items() if path not in paths}
                items[folder] = (MATSCORE, together)
        for command in (SCORER2, COREF, MATSCORE):
            for cluster in _clusters({path: names for path, (of, names) in items.items() if of == command}):
                yield from self._with_key(command, cluster, {path: len(items[path][1]) for path in cluster})

    def _with_key(self, command: str, paths: list[str], sizes: Mapping[str, int]) -> Iterator[DraftTask]:
        """Yield the tasks of files that share items, one of which is the key."""
        beside = {path: len(group) for group in _groups(paths) for path in group}
        published = {path: any(map(re.compile(_word(name_in(path))).search, self._reports)) for path in paths}
        often = {path: self._named_keys[os.path.basename(path).encode()] for path in paths}
        key = min(paths, key=lambda one: (-often[one], beside[one], published[one], one.count("/"), -sizes[one]))
        many = max(beside.values()) > 1
        others = [path for path in paths if many and beside[path] == 1 and path != key and not published[path]]
        words, why = self._command_line(command, key, paths)
        self._place(_below(paths, self._files))
        for group in _groups([path for path in paths if path not in (key, *others)]):
            about = f"{counted(len(group), 'submission')} with {_ITEMS[command]} that others have, too"
            yield DraftTask(words, group, about, why, key, others)

    def _command_line(self, command: str, key: str, paths: Sequence[str]) -> tuple[list[str], str]:
        if command == COREF:
            return [COREF, "all", "{key}", "{submission}"], "reports of one metric do not name it"
        if command == MATSCORE:
            content = b"".join([self._files[path] for path in _below([key], self._files)])
            tokens = b" ".join(_TOKEN_LABELS.findall(content))
            labels = dict.fromkeys(label for label in LABEL.findall(content) if b'"%b"' % label not in tokens)
            named = b",".join(labels).decode(errors="replace")
            side = "file" if key in self._files else "dir"
            words = [MATSCORE, f"--{side}", "{submission}", f"--ref_{side}", "{key}", "--content_annotations", named]
            return words, "all labels of the key except those of tokens; remove those that were not scored"
        words = [SCORER2, "{submission}", "{key}"]
        others = [path for path in self._inputs() if path not in paths]
        sense_map = next((path for path in others if _is_sense_map(self._files[path], self._files[key])), None)
        if sense_map is None:
            return words, ""
        self._place([sense_map])
        reports = [self._files[path] for path, (kind, _) in self._reports.items() if kind.name == SCORER2]
        grains = Counter(grain.decode().lower() for report in reports for grain in _GRAIN.findall(report))
        options = ["-g", grains.most_common()[0][0]] if grains else []
        why = f"{sense_map} has senses of the key{'; the granularity of most reports' if grains else ''}"
        return [*words, sense_map, *options], why

    def _published(self, task: DraftTask, names: Mapping[str, str]) -> dict[str, str]:
        """Return the places of published reports, of the kinds that the first submission that can be scored prints."""
        for first, path in [*names.items()][:_MAX_RUNS]:
            values = {"{submission}": os.path.relpath(path, task.folder or os.curdir), "{key}": task.key}
            words = [values.get(word, word) for word in task.words]
            outcome = score(self._root, Submission("", "", words, folder=task.folder)).outcome
            if outcome.status:
                continue
            reports = {}
            for name, content in {"": outcome.stdout, **outcome.reports}.items():
                own = name and os.path.normpath(os.path.join(task.folder, name))
                if found := self._place_of(own, content, first, names):
                    reports[name and _toml(_template(name, [first]) or name)] = found
                    self._place([found.replace("{name}", other) for other in names])
            return reports
        return {}

    def _place_of(self, own: str, content: bytes, first: str, names: Iterable[str]) -> str:
        """Return the path of the published reports of a report's kind, with ``{name}``, or an empty text.

        It is ``own``, the path to which the run writes, or else the path where most submissions have a report (if
        several, one with ``content`` for ``first``), or else a file of several reports whose headings name submissions.
        """
        kind = layout_of(content)
        headings = {path: lines for path, (of, lines) in self._reports.items() if of == kind and path in self.left}
        if own in headings:
            return _template(own, [first]) or own
        templates = Counter(filter(None, [_template(path, names) for path in headings]))
        if templates:
            is_own = {one: self._files.get(one.replace("{name}", first)) == content for one in templates}
            return max(templates, key=lambda one: (templates[one], is_own[one]))
        named = re.compile("|".join(map(_word, names)))
        several = [path for path, lines in headings.items() if len(lines) > 1 and named.search(" ".join(lines))]
        return several[0] if several else ""

    def _figures(self, command: str, names: Set[str]) -> Value:
        """Return the table with rows for half of the submissions or more, and figures that can be read, if any."""
        for path in self._inputs():
            try:
                text = self._files[path].decode("utf-8-sig")
                sign = delimiter_in(text)
                headings, *rows = nonempty(csv.reader(io.StringIO(text), delimiter=sign)) if sign else [[]]
            except (ValueError, csv.Error):
                continue
            columns = dict(zip(headings, map(set, zip_longest(*rows, fillvalue=""))))
            if named := [heading for heading, found in columns.items() if 2 * len(found & names) >= len(names)]:
                try:
                    figures = read_figures(self._root, FiguresTable(path, named[0]), command).figures
                except InputError as error:
                    self.left[path] = f"has rows of submissions, but {error.problem}"
                    continue
                if any(figures.values()):
                    self._place([path])
                    return path if named[0] == "name" else {"file": path, "name": named[0]}
                self.left[path] = "has rows of submissions; name its columns by figures = { columns = {...} }"
        return ""


def _unreadable(error: OSError | UnicodeEncodeError) -> str:
    return f"cannot be read ({getattr(error, 'strerror', error)})"


def _configured(files: Mapping[str, bytes], path: str) -> tuple[str, str, Sides] | None:
    """Return the command that a file configures, the folder to run it in, and its sides, or None for another file."""
    folders = ["" if str(folder) == os.curdir else str(folder) for folder in PurePosixPath(path).parents]
    found = []
    is_one = len(files[path]) <= _MAX_SMALL_BYTES and _SIDE.search(files[path])
    for command, words in _CONFIGURED.items() if is_one else ():
        for folder in folders:
            name = os.path.relpath(path, folder or os.curdir).replace(os.sep, "/")
            sides: Sides = SCORERS[command].sides(Setup([*words, name], {}, files, folder))
            if sides.key != sides.response:  # in a file without names of sides, each side is the folder
                found.append((command, folder, sides))
    return max(found, key=lambda one: bool(one[2].key) + bool(one[2].response), default=None)


def _items_of(content: bytes) -> tuple[str, frozenset[bytes]] | None:
    """Return the command that reads an input, and the names of its items, which both sides share, or None."""
    if _ANNOTATIONS.search(content) and (texts := _SIGNAL.findall(content)):
        return MATSCORE, frozenset(texts)
    if documents := [place.name for place in places(io.BytesIO(content))]:
        return COREF, frozenset(documents)
    rows = _rows(content)
    instances = frozenset(name for name, tags in rows if tags and _INSTANCE.fullmatch(name))
    return (SCORER2, instances) if len(instances) > _MIN_SHARE_OF_LINES * len(rows) else None


def _rows(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return names and tags of the lines that have any."""
    return [row for block in read_instances(content, COMMENT) for row in zip(*block) if any(row)]


def _is_sense_map(content: bytes, key: bytes) -> bool:
    """Whether a file has most senses of a key, or most of the words that begin its lines are senses."""
    senses = {tag for _, tags in _rows(key) for tag in split_tags(tags)}
    first = {line.split()[0] for line in content.splitlines() if line.strip()}
    words = {*content.split()}
    return len(first & senses) > len(first) / 2 or (len(words & senses) > len(senses) / 2 and len(first) > 1)


def _delimiter_of(content: bytes) -> str | None:
    """Return the delimiter by which conlleval reads tags in the last two columns of a file, or None."""
    for delimiter in _DELIMITERS:
        try:
            rows = [columns for columns in islice(read(io.BytesIO(content), delimiter.encode()), _MAX_LINES) if columns]
        except (RefusalError, InputError):
            continue
        if rows and all(_TAG.fullmatch(tag) for columns in rows for tag in columns[-2:]):
            return delimiter
    return None


def _toml(value: Value) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join([f'{key} = {_toml(each)}' for key, each in value.items()])} }}"
    return json.dumps(value, ensure_ascii=False)


def _below(paths: Iterable[str], files: Iterable[str]) -> list[str]:
    return [file for file in files if file in paths or os.path.dirname(file) in paths]


def _groups(paths: Sequence[str]) -> list[list[str]]:
    """Group files by folder and suffix; a file alone in its group joins those of the same name in sibling folders."""
    beside = grouped(((os.path.dirname(path), os.path.splitext(path)[1]), path) for path in paths)
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
        prefix = os.path.commonprefix(names) if width > 1 else ""  # noqa: RUF071 - of characters
        parts.append(names[0] if len({*names}) == 1 else f"{prefix}*{suffix}")
    return "/".join(parts)


def _word(name: str) -> str:
    return rf"(?<![^\W_]){re.escape(name)}(?![^\W_])"


def _template(path: str, names: Iterable[str]) -> str:
    """Return a path with ``{name}`` in the place of the longest name in it, or an empty text."""
    for name in sorted(names, key=len, reverse=True):
        if found := [*re.finditer(_word(name), path)]:
            return f"{path[: found[-1].start()]}{{name}}{path[found[-1].end() :]}"
    return ""
