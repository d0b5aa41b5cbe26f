"""Reads the submissions of an archive, which a manifest describes or folders hold.

A submission's folder holds ``cmd``, the command line, which is run in ``in/``; ``stdout`` and the report files in
``out/``, as published; ``exit``, the exit status if it was not 0; and ``env``, the variables of the run.
"""

from __future__ import annotations

import contextlib
import fnmatch
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from common.errors import InputError
from rescore.archive import manifest
from rescore.archive.submission import Submission, files_below, is_inside, read_regular
from rescore.process import USAGE, working_in
from rescore.reports.model import listed
from rescore.scorers import SCORERS, scorer_called

T = TypeVar("T")

_MAX_TASK_KEYS = 10  # keys of other tasks that are tried
_UNKNOWN = "unknown"  # the task of a folder whose command cannot be read
_OF_A_SHELL = re.compile(r"[|&;<>]+")
_MAX_COMMAND_BYTES = 2**16
_STATUS = re.compile(r"\s*[0-9]{1,3}\s*", re.ASCII)
_VISIBLE = r"(?!\.)"
_ANY_FOLDERS = (re.compile(_VISIBLE), 0)
_MAX_CHARACTERS = 1000  # characters of a pattern, which bounds its stars, too
_MAX_NAMES = 10_000_000  # names that are compared with patterns


@dataclass(slots=True)
class Archive:
    """An archive, at the ``place`` of its manifest or else its folder.

    All paths are relative to ``root``; this and ``place`` are without links. ``notes`` are lines on strange things,
    ``about`` describes the tasks by name, and the archive under ``""``.
    """

    place: str
    root: str
    submissions: list[Submission]
    notes: Sequence[str] = ()
    about: Mapping[str, manifest.About] = field(default_factory=dict)


def root_of(path: str) -> str:
    """Return the folder that all paths of an archive are relative to, without links; nothing is read."""
    return os.path.realpath(path if os.path.isdir(path) else os.path.dirname(path) or os.curdir)


def read_archive(path: str) -> Archive:
    """Return the archive of a manifest, of a folder with a manifest, or of a folder of submissions."""
    root = root_of(path)
    file = os.path.join(path, manifest.MANIFEST) if os.path.isdir(path) else path
    if file == path or os.path.lexists(file):
        return _described(root, file)
    names = [name for name in sorted(os.listdir(root)) if not name.startswith(".")]
    if not any(os.path.isfile(os.path.join(root, name, "cmd")) for name in names):
        problem = f"has neither {manifest.MANIFEST} nor folders of submissions with a file cmd; name an archive"
        raise InputError(problem, path, None, USAGE)
    submissions = [_of_folder(root, name) for name in names if os.path.isdir(os.path.join(root, name))]
    return Archive(root, root, submissions)


def read_from(folder: str, path: str) -> Archive:
    """Return :func:`read_archive` of a path that is relative to a folder."""
    with working_in(folder):
        return read_archive(path)


def _described(root: str, file: str) -> Archive:
    if not is_inside(root, os.path.basename(file)):
        raise InputError("leads out of the archive; copy the file into it", file, None, USAGE)
    about, tasks = manifest.read_manifest(file)
    patterns = Patterns(root)
    readers = [_Reader(file, patterns, name, tasks) for name in tasks]
    found = [(reader, reader.submissions()) for reader in readers]
    submissions = [submission for _, read in found for submission in read]
    notes = [note for reader, read in found for note in reader.notes(read)]
    return Archive(os.path.realpath(file), root, submissions, notes, {"": about, **tasks})


class Patterns:
    """Finds paths below ``root`` by patterns: ``**`` fits any number of folders, except hidden ones and links.

    Each pattern lists a folder once. All patterns together may compare ``_MAX_NAMES`` names.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._left = _MAX_NAMES

    def fitting(self, pattern: str) -> list[str]:
        """Return the paths that a pattern fits, in order. Raises ``ValueError`` if that fails or takes too long."""
        if len(pattern) > _MAX_CHARACTERS:
            raise ValueError(f"the pattern is longer than {_MAX_CHARACTERS} characters; write a shorter one")
        parts = _parts(pattern)
        found = []
        ways: list[tuple[str, set[int]]] = [("", {0})]  # folders, and the parts that their entries may fit
        while parts and ways:
            folder, open_parts = ways.pop()
            open_parts |= {place + 1 for place in open_parts if parts[place] == _ANY_FOLDERS}
            try:
                entries = list(os.scandir(os.path.join(self.root, folder)))
            except OSError as error:
                raise ValueError(f"the folder {folder or os.curdir} cannot be read ({error.strerror})") from error
            for entry in entries:
                self._left -= len(open_parts)
                if self._left < 0:
                    raise ValueError(f"more than {_MAX_NAMES} names to compare with patterns; use narrower patterns")
                path = os.path.join(folder, entry.name)
                following = {place + parts[place][1] for place in open_parts if parts[place][0].match(entry.name)}
                if len(parts) in following:
                    found.append(path.replace(os.sep, "/"))
                    following.remove(len(parts))
                if following and entry.is_dir(follow_symlinks=False):
                    ways.append((path, following))
        return sorted(found)


def _parts(pattern: str) -> list[tuple[re.Pattern[str], int]]:
    """Return what fits each part of a pattern between slashes, and the step to the next part: 0 for ``**``."""
    parts: list[tuple[re.Pattern[str], int]] = []
    for word in pattern.replace(os.sep, "/").split("/"):
        if word != "**" and word not in ("", os.curdir):
            parts.append((re.compile(("" if word.startswith(".") else _VISIBLE) + fnmatch.translate(word)), 1))
        elif word == "**" and parts[-1:] != [_ANY_FOLDERS]:
            parts.append(_ANY_FOLDERS)
    return [*parts, (re.compile(_VISIBLE), 1)] if parts[-1:] == [_ANY_FOLDERS] else parts


class _Reader:
    """Finds the submissions of a task."""

    def __init__(self, file: str, patterns: Patterns, name: str, tasks: Mapping[str, manifest.Task]) -> None:
        self._manifest = file
        self._root = root = patterns.root
        self._name = name
        self._task = task = tasks[name]
        self._patterns = patterns
        self._figures: manifest.Figures = {}
        self._notes: list[str] = []
        configuration = os.path.realpath(os.path.join(root, task.configuration))
        self._configuration = os.path.relpath(configuration, root).replace(os.sep, "/")  # without links
        own_keys = self._fitting("other_keys", [one for one in task.other_keys if not manifest.PLACEHOLDER.search(one)])
        places = [task.folder, task.configuration, *own_keys]
        self._outside = [place for place in places if not is_inside(root, place)]
        keys = dict.fromkeys([other.key for other in tasks.values() if other.words[0] == task.words[0]])
        keys_of_others = [key for key in keys if key not in ("", task.key) and not manifest.PLACEHOLDER.search(key)]
        inside = [key for key in keys_of_others[:_MAX_TASK_KEYS] if is_inside(root, key) and key not in own_keys]
        self._other_keys, self._keys_of_others = own_keys, inside  # one of others may have been used by mistake

    def submissions(self) -> list[Submission]:
        """Return the submissions in order of their names; no two may share one."""
        task, layout = self._task, self._task.layout
        for entry, path, kind, is_there in (
            ("folder", task.folder, "folder", os.path.isdir),
            ("key", "" if manifest.PLACEHOLDER.search(task.key) else task.key, "file", os.path.exists),
            ("configuration", task.configuration, "file", os.path.isfile),
            ("figures", layout.file, "file", os.path.isfile),
        ):
            if path and is_inside(self._root, path) and not is_there(os.path.join(self._root, path)):
                raise self._wrong(entry, f"there is no {kind} {path}; correct it")
        if layout.file:
            if not is_inside(self._root, layout.file):
                raise self._wrong("figures", "leads out of the archive; copy the file into it")
            self._figures, self._notes = manifest.read_figures(self._root, layout, task.words[0])
        paths: dict[str, str] = {}
        for path in self._fitting("submissions", [task.submissions]):
            name = manifest.name_in(path, task.name)
            if not name:
                raise self._wrong("name", f"does not match {path}; correct it, or the pattern of submissions")
            if name in paths:
                raise self._wrong("name", f"{paths[name]} and {path} are both called {name}; correct the expression")
            paths[name] = path
        return [self._submission(name, paths[name]) for name in sorted(paths)]

    def notes(self, read: Sequence[Submission]) -> Iterator[str]:
        """Yield notes on reports and figures of no submission, and one if none are where the manifest says."""
        given = [key for key in ("report", "reports", "figures") if getattr(self._task, key)]
        published = {path for one in read for path in one.published.values()}
        there = (os.path.lexists(os.path.join(self._root, path)) for path in published)
        if given and not any(one.figures for one in read) and not any(there):
            yield str(self._wrong("", f"nothing is published for any submission; correct {' and '.join(given)}"))
        places = [place for place in self._task.all_reports.values() if place.count("{") == place.count("{name}") == 1]
        used = {os.path.normpath(path) for path in published}
        with contextlib.suppress(ValueError):  # too many names to compare with patterns
            found = [path for place in places for path in self._patterns.fitting(place.replace("{name}", "*"))]
            if left := [path for path in found if os.path.normpath(path) not in used]:
                yield str(self._wrong(given[0], f"{listed(left)}: published, but there is no such submission"))
        yield from self._notes
        if others := sorted(self._figures.keys() - {submission.name for submission in read}):
            problem = f"{self._task.layout.file} has figures of {listed(others)}, but there is no such submission"
            yield str(self._wrong("figures", problem))

    def _fitting(self, key: str, patterns: Iterable[str]) -> list[str]:
        paths = []
        for pattern in patterns:
            try:
                found = self._patterns.fitting(pattern)
            except ValueError as error:
                raise self._wrong(key, str(error)) from error
            if not found:
                raise self._wrong(key, f"nothing matches {pattern}; correct the pattern")
            paths += found
        return paths

    def _wrong(self, key: str, problem: str) -> InputError:
        entry = f"{self._name}.{key}" if key else self._name
        return InputError(f"{entry}: {problem}", self._manifest, None, USAGE)

    def _submission(self, name: str, path: str) -> Submission:
        task = self._task
        key = task.key.replace("{name}", name)
        values = {"submission": path, "name": name, "key": key, "configuration": self._configuration}

        def filled(text: str, start: str = "") -> str:
            return manifest.PLACEHOLDER.sub(lambda found: _relative(values[found[1]], start, found[1]), text)

        own_keys = [filled(pattern) for pattern in task.other_keys if manifest.PLACEHOLDER.search(pattern)]
        submission = Submission(
            self._name,
            name,
            [filled(word, task.folder) for word in task.words],
            folder=task.folder,
            environment=dict(task.environment),
            published={filled(report, task.folder): filled(place) for report, place in task.all_reports.items()},
            figures=self._figures.get(name, {}),
            other_keys=[*self._other_keys, *self._fitting("other_keys", own_keys), *self._keys_of_others],
        )
        if task.configuration:
            submission.template = self._configuration
            submission.values = {place: _relative(value, task.folder, place) for place, value in values.items()}
        submission.problem = self._problem([path, key, *own_keys], submission.published)
        return submission

    def _problem(self, own: Iterable[str], published: Mapping[str, str]) -> str:
        """Return what is wrong with the places of a submission's own files and its published reports, if anything."""
        outside = [place for place in [*own, *published.values()] if not is_inside(self._root, place)]
        for place in [*outside, *self._outside][-1:]:
            return f"{place} leads out of the archive; copy the file into it"
        for report, place in published.items():
            if os.path.isdir(os.path.join(self._root, place)):
                entry = f"{self._name}.{'reports' if report else 'report'}"
                return f"{manifest.MANIFEST}: {entry}: {place} is a folder; name a file in it"
        return ""


def _relative(value: str, start: str, name: str) -> str:
    """Return a path relative to the folder ``start``, with ``./`` if it would look like an option."""
    if name == "name":
        return value
    path = os.path.relpath(value, start).replace(os.sep, "/") if start else value
    return f"./{path}" if path.startswith("-") else path


def _of_folder(root: str, name: str) -> Submission:
    """Return the submission in a folder, with a ``problem`` if it cannot be scored."""
    submission = Submission(_UNKNOWN, name, [], folder=f"{name}/in")
    here, reports = os.path.join(root, name), os.path.join(root, name, "out")
    there = {file for file in ("env", "stdout", "exit") if os.path.lexists(os.path.join(here, file))}
    try:
        variables, submission.words = _read(root, name, "cmd", _command_line)
        lines = _read(root, name, "env", str.splitlines) if "env" in there else []
        pairs = (line.partition("=") for line in lines)
        known = {variable: value for variable, _, value in pairs if variable in manifest.ENVIRONMENT}
        submission.environment = known | variables
        submission.task = submission.words[0]
        if not os.path.isdir(os.path.join(here, "in")):
            raise ValueError("in: is not a folder; put the files of the run there")
        if "stdout" in there:
            submission.published[""] = f"{name}/stdout"
        for path in files_below(reports) if os.path.isdir(reports) else ():
            submission.published[path] = f"{name}/out/{path}"
        if "exit" in there:
            submission.status = _read(root, name, "exit", _status)
    except OSError as error:
        submission.problem = f"{os.path.relpath(error.filename, here)}: {error.strerror}"
    except ValueError as error:
        submission.problem = str(error)
    if not all(is_inside(root, path) for path in (name, submission.folder, *submission.published.values())):
        submission.problem = "leads out of the archive; copy the file into it"
    return submission


def _read(root: str, folder: str, name: str, meaning: Callable[[str], T]) -> T:
    """Return the meaning of a file. Raises ``ValueError`` with its name if it cannot be read or has no meaning."""
    try:
        if not is_inside(root, os.path.join(folder, name)):
            raise ValueError("leads out of the archive; copy the file into it")
        return meaning(os.fsdecode(read_regular(os.path.join(root, folder, name), _MAX_COMMAND_BYTES)))
    except (OSError, ValueError) as error:
        raise ValueError(f"{name}: {getattr(error, 'strerror', None) or error}") from error


def _status(text: str) -> int:
    if not _STATUS.fullmatch(text):
        raise ValueError("is not an exit status; write a number")
    return int(text)


def _command_line(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the variables set before a command, and its words. Raises ``ValueError`` for what needs a shell."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != 1:
        raise ValueError("must have exactly one command line; correct it")
    words = shlex.split(lines[0])
    environment = {}
    while words and words[0].partition("=")[0] in manifest.ENVIRONMENT and "=" in words[0]:
        name, _, environment[name] = words.pop(0).partition("=")
    words[:1] = map(scorer_called, words[:1])
    if not any(words[:1]):
        raise ValueError(f"does not name one of {', '.join(SCORERS)}; begin with one of these")
    if any(_OF_A_SHELL.fullmatch(word) for word in SCORERS[words[0]].redirected(words)[0]):
        raise ValueError("needs a shell, which is not used; write only the command and its arguments")
    return environment, words
