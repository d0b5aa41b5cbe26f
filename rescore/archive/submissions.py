"""Reads the submissions of an archive, which a manifest describes or folders hold."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property
from itertools import islice
from typing import NamedTuple

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import place_below
from legacy_scorers.rescore.archive.figures import FiguresRead, note_on_columns, note_on_headings, read_figures
from legacy_scorers.rescore.archive.manifest import (
    MANIFEST,
    PLACEHOLDER,
    About,
    Task,
    read_manifest,
    toml_key,
    toml_value,
)
from legacy_scorers.rescore.archive.names import (
    MAX_NEAR,
    PublishedNames,
    forms_of,
    name_in,
    names_by_folder,
    names_of,
    read_names,
)
from legacy_scorers.rescore.archive.patterns import Patterns
from legacy_scorers.rescore.archive.pool import Pool, root_of
from legacy_scorers.rescore.archive.store import Store, default_store
from legacy_scorers.rescore.archive.submission import LEADS_OUT, Submission, is_inside
from legacy_scorers.rescore.archive.submission_folder import submission_in
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.reports.words import grouped, listed

_MAX_TASK_KEYS = 10  # keys of other tasks that are tried


class Note(NamedTuple):
    """A line on something strange in a manifest or in a table of figures, and the tasks that it is about."""

    text: str
    tasks: Sequence[str]


@dataclass(slots=True)
class Archive:
    """An archive, at the ``place`` of its manifest or else its folder.

    All paths are relative to ``root``; this and ``place`` are without links. ``notes`` are on strange things, ``about``
    describes the tasks by name, and the archive under ``""``.
    """

    place: str
    root: str
    submissions: list[Submission]
    notes: list[Note] = field(default_factory=list)
    about: Mapping[str, About] = field(default_factory=dict)


def store_of(archive: Archive, named: str | None, *, create: bool = True) -> Store:
    """Return the store that the user named, or else the archive's store in the user's cache folder."""
    return Store(default_store(archive.place) if named is None else named, create=create, is_cache=named is None)


def read_by(pool: Pool, archive: str, only: str | None = None, which: int = 1, parts: int = 1) -> Archive:
    """Return an archive, read by a process of a pool, with the submissions that ``only`` names by a pattern or by task.

    Notes are those on their tasks. Only part ``which`` of ``parts`` is kept, from 1. Names alone determine the parts,
    so a part may be empty. Raises :class:`InputError` for an archive with mistakes.
    """
    read = pool.call(archive, read_archive, archive, os.getcwd())
    found, notes = read.submissions, read.notes
    if only is not None:
        found = [one for one in found if fnmatchcase(one.name, only) or fnmatchcase(one.label, only)]
        found = found or [one for one in read.submissions if one.task == only]
        if not found:
            import click  # processes that score submissions need none

            raise click.UsageError(f"no submission or task is called {only!r}")
        tasks = {one.task for one in found}
        notes = [note for note in notes if not tasks.isdisjoint(note.tasks)]
    hashes = [hashlib.sha256(one.label.encode(errors="surrogateescape")).digest() for one in found]
    numbers = [int.from_bytes(digest[:8], "big") for digest in hashes]
    own = [one for one, number in zip(found, numbers) if number % parts == which - 1]
    return replace(read, submissions=own, notes=notes)


def read_archive(path: str, folder: str = "") -> Archive:
    """Return the archive of a manifest, of a folder with a manifest, or of a folder of submissions.

    A relative path starts at ``folder``, or else at the working folder.
    """
    place = os.path.join(folder, path)
    root, is_folder = root_of(place), os.path.isdir(place)
    file = os.path.join(path, MANIFEST) if is_folder else path
    if not is_folder or os.path.lexists(os.path.join(folder, file)):
        return _archive_of_manifest(root, os.path.join(folder, file), file)
    names = [name for name in sorted(os.listdir(root)) if not name.startswith(".")]
    if not any(os.path.isfile(os.path.join(root, name, "cmd")) for name in names):
        problem = f"has neither {MANIFEST} nor folders of submissions with a file cmd; draft one by rescore init"
        raise InputError(problem, path, None, USAGE)
    submissions = [submission_in(root, name) for name in names if os.path.isdir(os.path.join(root, name))]
    return Archive(root, root, submissions)


def _archive_of_manifest(root: str, place: str, file: str) -> Archive:
    """Return the archive of the manifest at a place, which messages call ``file``."""
    if not is_inside(root, os.path.basename(file)):
        raise InputError(LEADS_OUT, file, None, USAGE)
    about, tasks = read_manifest(place, file)
    archive = Archive(os.path.realpath(place), root, [], about={"": about, **tasks})
    patterns, of_reports = Patterns(root), Patterns(root)  # notes must not use up what submissions need
    fitting = cache(of_reports.fitting)
    keys = {}
    tables: dict[str, list[tuple[str, str, FiguresRead]]] = {}  # by file, each with its task and the command of that
    of_scorers = {command: dict.fromkeys(own) for command, own in grouped(map(_scorer_and_key, tasks.values())).items()}
    name = ""
    try:
        for name, task in tasks.items():
            keys[name] = patterns.found("other_keys", *[key for key in task.other_keys if not PLACEHOLDER.search(key)])
        for name, task in tasks.items():
            _check_places(root, task)
            names = _names_in(patterns, name, task)
            others = [key for key in _keys_of_other_tasks(of_scorers[task.words[0]], task) if patterns.is_inside(key)]
            files = _TaskFiles(patterns, name, task, keys[name], others, fitting)
            found = [files.submission(*one, names.aliases_of(one[0])) for one in names.paths.items()]
            read = read_figures(root, task.layout, task.words[0], names) if task.layout.file else FiguresRead()
            tables.setdefault(task.layout.file, []).append((name, task.words[0], read))
            archive.submissions += found
            notes = [*_assign_figures(task, found, names, read), *_report_notes(of_reports, task, found)]
            texts = [*[f"{file}: {name}{note}" for note in notes], *read.notes]
            archive.notes += [Note(text, [name]) for text in texts]
    except ValueError as error:
        raise InputError(f"{name}.{error}", file, None, USAGE) from error
    for path, of_tasks in tables.items():
        texts = [*_heading_notes(os.path.join(root, path), [(command, read) for _, command, read in of_tasks])]
        archive.notes += [Note(text, [name for name, _, _ in of_tasks]) for text in texts]
    return archive


def _assign_figures(
    task: Task, submissions: Sequence[Submission], names: PublishedNames, read: FiguresRead
) -> Iterator[str]:
    """Give submissions the figures of their rows, and yield notes on rows and names of no submission."""
    rows = grouped((names.submission(published), published) for published in read.figures)
    unknown = rows.pop("", [])
    for submission in submissions:
        own = rows.get(submission.name, [])
        sure = own if len(own) == 1 else filter(names.called_exactly, own)
        best = submission.name if submission.name in own else next(iter(sure), "")
        submission.figures = read.figures.get(best, {})
        submission.powers = read.powers if submission.figures else {}
        submission.guessed = read.guessed & submission.figures.keys()
        unknown += [published for published in own if published != best]
    if unknown:
        unknown.sort()
        problem = f"{task.layout.file} has figures of {listed(unknown)}, but there is no such submission"
        near = names.nearest(unknown[:MAX_NEAR], rows)
        without = [submission.name for submission in submissions if not submission.figures]
        yield f".figures: {problem}{near or _only_entry(unknown, without)}"
    if names.unknown:
        near = names.nearest(names.unknown[:MAX_NEAR])
        yield f".names: {listed(names.unknown)}: there is no such submission{near}"


def _only_entry(published: Sequence[str], names: Sequence[str]) -> str:
    """Return how the only published name of no submission is mapped to the only submission without figures."""
    if len(published) != 1 or len(names) != 1:
        return ""
    return f"; if it is {names[0]}, write names = {{ {toml_key(published[0])} = {toml_value(names[0])} }}"


def _heading_notes(path: str, tables: Sequence[tuple[str, FiguresRead]]) -> Iterator[str]:
    """Yield notes if headings of a table, read for some tasks, were taken for figures, or no task compares some."""
    if meant := {heading: figure for _, read in tables for heading, figure in read.meant.items()}:
        yield note_on_headings(path, meant)
    compared = {heading for _, read in tables for heading in read.compared}
    others = {heading: command for command, read in tables for heading in read.others if heading not in compared}
    for command, headings in grouped((command, heading) for heading, command in others.items()).items():
        yield note_on_columns(path, headings, command)


def _check_places(root: str, task: Task) -> None:
    """Raise ``ValueError`` if an entry of a task names no file, or figures outside of the archive."""
    for entry, path, kind, is_there in (
        ("folder", task.folder, "folder", os.path.isdir),
        ("key", "" if PLACEHOLDER.search(task.key) else task.key, "file", os.path.exists),
        ("configuration", task.configuration_file, "file", os.path.isfile),
        ("figures", task.layout.file, "file", os.path.isfile),
        ("names", task.names if isinstance(task.names, str) else "", "file", os.path.isfile),
    ):
        if path and is_inside(root, path) and not is_there(os.path.join(root, path)):
            raise ValueError(f"{entry}: there is no {kind} {path}; correct it")
    for entry, table in (("figures", task.layout.file), ("names", task.names)):
        if isinstance(table, str) and not is_inside(root, table):
            raise ValueError(f"{entry}: {LEADS_OUT}")


def _names_in(patterns: Patterns, name: str, task: Task) -> PublishedNames:
    """Return the names of the submissions to a task. Raises ``ValueError`` if one has no name, or two have one."""
    aliases = task.names if isinstance(task.names, dict) else read_names(patterns.root, task.names)
    paths = _paths_by_name(task, patterns.found("submissions", *task.patterns))
    return PublishedNames(paths, aliases, task.patterns, (name, task.key))


def _paths_by_name(task: Task, paths: Sequence[str]) -> dict[str, str]:
    """Return the paths of submissions by name, in order. Raises ``ValueError`` if one has no name, or two have one."""
    if without := [path for path in paths if not name_in(path, task.name)]:
        raise ValueError(f"name: does not match {without[0]}; correct it, or the pattern of submissions")
    named = names_of(paths, task.name) or ({} if task.name else names_by_folder(paths))
    if not named:
        doubles = grouped((name_in(path, task.name), path) for path in paths)
        name, (one, other, *_) = next((name, same) for name, same in doubles.items() if len(same) > 1)
        raise ValueError(f"name: {one} and {other} are both called {name}; correct the expression")
    return dict(sorted(named.items()))


@dataclass
class _TaskFiles:
    """Finds the files of the submissions to a task.

    All may try its ``shared`` other keys, and the keys of ``others``, which are tasks of the same scorer. ``fitting``
    returns the paths that a pattern of published reports fits.
    """

    patterns: Patterns
    name: str
    task: Task
    shared: Sequence[str]
    others: Sequence[str]
    fitting: Callable[[str], list[str]]

    @cached_property
    def template(self) -> str:
        """The path of the configuration with placeholders, without links, or an empty text.

        A run calls a text in the manifest by the name of the entry.
        """
        if self.task.settings:
            return _below(self.patterns.root, os.path.join(self.task.folder, "configuration"))
        return self.task.configuration and _below(self.patterns.root, self.task.configuration)

    def submission(self, name: str, path: str, called: list[str]) -> Submission:
        """Return the submission whose file is at a path, and what published reports may call it.

        Raises ``ValueError`` with a wrong entry and the problem.
        """
        root, task = self.patterns.root, self.task
        files = {"submission": path, "key": task.key.replace("{name}", name), "configuration": self.template}
        here, there = [{"name": name} | _relative(files, start) for start in ("", task.folder)]
        own = self.patterns.found(
            "other_keys", *[_fill(key, here) for key in task.other_keys if PLACEHOLDER.search(key)]
        )
        submission = Submission(
            self.name,
            name,
            path=path,
            words=[_fill(word, there) for word in task.words],
            folder=task.folder,
            template=self.template,
            settings=task.settings,
            values=there,
            tags=task.tags,
            sides=tuple(_below(root, side) for side in (files["key"], path)) if task.tags else (),
            environment=task.environment,
            published={_fill(report, there): self._report(place, here) for report, place in task.all_reports.items()},
            other_keys=[*self.shared, *own, *[key for key in self.others if key not in self.shared]],
            called=called,
        )
        reports = submission.published.values()
        places = [path, files["key"], *own, *reports, task.folder, task.configuration_file, *self.shared]
        submission.problem = self._problem(submission, places)
        return submission

    def _report(self, place: str, values: Mapping[str, str]) -> str:
        """Return the path of a published report, with the name of the submission, or of its file, in any case."""
        path = _fill(place, values)
        if "{name}" not in place or os.path.lexists(os.path.join(self.patterns.root, path)):
            return path
        names = [values["name"], *forms_of(values["submission"])]
        wanted = {_fill(place, {**values, "name": name}).casefold() for name in names}
        with contextlib.suppress(ValueError):  # too many names to compare with patterns
            found = [one for one in self.fitting(_fill(place, {**values, "name": "*"})) if one.casefold() in wanted]
            return found[0] if len(found) == 1 else path
        return path

    def _problem(self, submission: Submission, places: Sequence[str]) -> str:
        """Return what is wrong with the places of a submission's files, if anything."""
        if outside := [path for path in places if not self.patterns.is_inside(path)]:
            return f"{outside[-1]} {LEADS_OUT}"
        for report, path in submission.published.items():
            if os.path.isdir(os.path.join(self.patterns.root, path)):
                entry = f"{submission.task}.{'reports' if report else 'report'}"
                return f"{MANIFEST}: {entry}: {path} is a folder; name a file in it"
        return ""


def _scorer_and_key(task: Task) -> tuple[str, str]:
    return task.words[0], task.key


def _keys_of_other_tasks(keys: Iterable[str], task: Task) -> list[str]:
    """Return those of the ``keys`` of a scorer that belong to other tasks, which may have been used by mistake."""
    others = (key for key in keys if key not in ("", task.key) and not PLACEHOLDER.search(key))
    return list(islice(others, _MAX_TASK_KEYS))


def _below(root: str, path: str) -> str:
    """Return the path of what a path in the archive leads to, without links, below the root."""
    return os.path.relpath(place_below(root, path), root).replace(os.sep, "/")


def _fill(text: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: values[found[1]], text)


def _relative(files: Mapping[str, str], start: str) -> dict[str, str]:
    """Return paths relative to the folder ``start``, with ``./`` if they would look like options."""
    paths = {name: os.path.relpath(path, start) if start and path else path for name, path in files.items()}
    paths = {name: path.replace(os.sep, "/") for name, path in paths.items()}
    return {name: f"./{path}" if path.startswith("-") else path for name, path in paths.items()}


def _report_notes(patterns: Patterns, task: Task, submissions: Sequence[Submission]) -> Iterator[str]:
    """Yield notes on reports of no submission, and one if none are where the manifest says."""
    given = [key for key in ("report", "reports", "figures") if getattr(task, key)]
    published = {os.path.normpath(path) for one in submissions for path in one.published.values()}
    there = (os.path.lexists(os.path.join(patterns.root, path)) for path in published)
    if given and not any(one.figures for one in submissions) and not any(there):
        more = ", or say in names which submission is which" if task.figures else ""
        yield f": nothing is published for any submission; correct {' and '.join(given)}{more}"
    places = [place for place in task.all_reports.values() if place.count("{") == place.count("{name}") == 1]
    with contextlib.suppress(ValueError):  # too many names to compare with patterns
        found = [path for place in places for path in patterns.fitting(place.replace("{name}", "*"))]
        if others := [path for path in found if os.path.normpath(path) not in published]:
            yield f".{given[0]}: {listed(others)}: published, but there is no such submission"
