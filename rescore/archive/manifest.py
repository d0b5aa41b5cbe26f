"""The manifest of an archive, ``archive.toml``: the tasks whose submissions it holds (docs/archives.md).

Paths are relative to the manifest. A mistake is an :class:`InputError` that names the entry, or the line of a syntax
error.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec

from common.errors import InputError
from rescore.archive.submission import read_regular
from rescore.scorers import SCORERS, scorer_called
from rescore.scorers.profile import STANDARD_INPUT
from rescore.statuses import USAGE

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T", bound=msgspec.Struct)

MANIFEST = "archive.toml"
PLACEHOLDER = re.compile(r"\{((?!\d)\w*)\}")  # a number in braces belongs to a regular expression
PLACEHOLDERS = ("submission", "key", "name", "configuration")
ENVIRONMENT = {name: values for scorer in SCORERS.values() for name, values in scorer.environment.items()}
MAX_BYTES = 2**24
_PLURAL = re.compile("(?:ies|s)$")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$|\(at end of document\)$")
_OF_MSGSPEC = re.compile(r"(?:Object (contains|missing).* field `(.*?)`|Expected `(.*?)`,.*?)(?: - at `\$\.?(.*)`)?")
_EXPECTED = {
    "str": "is not a string; put it in quotes",
    "int | str": "is not a string; put it in quotes",
    "str | object": "is neither a path nor a table; put the path in quotes",
    "array": 'is not a list; write ["..."]',
    "object": 'is not a table; write { NAME = "..." }',
}


class FiguresTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The layout of a ``file`` with figures: ``name`` is the column of submissions, ``where`` chooses rows.

    ``columns`` maps headings to cells. Without it a heading is the name of a cell, ``TABLE/ROW/COLUMN``, or one of the
    scorer's measures, which means the only cell in a column of that name.
    """

    file: str
    name: str = "name"
    where: dict[str, str] = {}
    columns: dict[str, str] = {}


class About(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The description of a task or an archive for readers."""

    title: str | int = ""
    year: str | int = ""
    description: str | int = ""
    url: str | int = ""


class Task(About, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A task: the command line that scores each of its submissions, and where the published figures are.

    ``run`` is the command line, with placeholders, run in ``folder``. ``submissions`` and ``other_keys`` are patterns
    of paths. ``configuration`` is a file of settings that the run reads with its placeholders filled. The first group
    of the regular expression ``name`` is the name in a submission's path; by default the name is the stem of the file
    name. ``report`` is the published report on standard output, ``reports`` has those in files by their names. Paths
    are relative to the archive.
    """

    run: str
    submissions: str
    name: str = ""
    key: str = ""
    other_keys: list[str] = []
    configuration: str = ""
    report: str = ""
    reports: dict[str, str] = {}
    figures: str | FiguresTable = ""
    environment: dict[str, str] = {}
    folder: str = ""

    def __post_init__(self) -> None:
        self._check_run()
        self._check_name()
        self._check_environment()
        for entry, path, known in self._paths():
            if os.path.isabs(path) or ".." in path.replace("\\", "/").split("/"):
                raise EntryError(entry, "leads out of the archive; write a path below the manifest's folder")
            self._check_text(entry, path, known)

    @cached_property
    def words(self) -> list[str]:
        """The words of the command line; the first is the name of the scorer, without a folder."""
        words = shlex.split(self.run)
        words[:1] = map(scorer_called, words[:1])
        return words

    @cached_property
    def name_pattern(self) -> re.Pattern[str] | None:
        """The regular expression that finds the name of a submission in its path."""
        return re.compile(self.name) if self.name else None

    @property
    def all_reports(self) -> dict[str, str]:
        """The paths of the published reports by name, ``""`` for standard output."""
        return {"": self.report, **self.reports} if self.report else self.reports

    @property
    def layout(self) -> FiguresTable | None:
        """The location and form of the table of published figures."""
        if isinstance(self.figures, FiguresTable):
            return self.figures
        return FiguresTable(self.figures) if self.figures else None

    def _paths(self) -> Iterator[tuple[str, str, Sequence[str]]]:
        """Yield the name of an entry, a path or pattern in it, and the placeholders that it may have."""
        yield "submissions", self.submissions, ()
        yield "folder", self.folder, ()
        yield "configuration", self.configuration, ()
        yield "figures", self.layout.file if self.layout else "", ()
        for entry, paths, known in (
            ("key", [self.key], ["name"]),
            ("other_keys", self.other_keys, ["name"]),
            ("report", [self.report], PLACEHOLDERS),
            ("reports", self.reports.values(), PLACEHOLDERS),
        ):
            yield from [(entry, path, known) for path in paths]

    def _check_run(self) -> None:
        try:
            words = self.words
        except ValueError as error:
            raise EntryError("run", f"cannot be split into words ({error}); close the quotes") from error
        if not any(words[:1]):
            raise EntryError("run", f"does not name one of {', '.join(SCORERS)}; begin with one of these")
        if SCORERS[words[0]].redirected(words)[1] == STANDARD_INPUT:
            raise EntryError("run", "has no input; end it with ' < {submission}'")
        for entry, texts in (("run", words), ("reports", self.reports)):
            for text in texts:
                self._check_text(entry, text, PLACEHOLDERS)
        if not any(word in text for word in ("{submission}", "{name}", "{configuration}") for text in words):
            raise EntryError("run", "does not contain {submission}; put it where the file belongs")

    def _check_name(self) -> None:
        try:
            pattern = self.name_pattern
        except (re.error, OverflowError, RecursionError) as error:
            raise EntryError("name", f"is not a regular expression ({error}); correct it") from error
        if pattern is not None and pattern.groups < 1:
            raise EntryError("name", "has no group; put the part that names a submission into (...)")

    def _check_environment(self) -> None:
        for name, text in self.environment.items():
            if name not in ENVIRONMENT:
                raise EntryError("environment", f"no scorer reads {name}; {_nearest(name, ENVIRONMENT)}")
            self._check_text(f"environment.{name}", text)
            if ENVIRONMENT[name] and text not in ENVIRONMENT[name]:
                raise EntryError(f"environment.{name}", f"is {text}; write {' or '.join(ENVIRONMENT[name])}")

    def _check_text(self, entry: str, text: str, known: Sequence[str] = ()) -> None:
        if "\0" in text:
            raise EntryError(entry, "contains the character NUL; remove it")
        for name in PLACEHOLDER.findall(text) if known else ():
            if name not in known:
                raise EntryError(entry, f"unknown placeholder {{{name}}}; {_nearest(name, known)}")
            if name in ("key", "configuration") and not getattr(self, name):
                raise EntryError(entry, f'has {{{name}}}, and the task has no {name}; add {name} = "..."')


class EntryError(Exception):
    """A mistake in a manifest; ``entry`` is the name of a task, of a key, or of both with a dot between them."""

    def __init__(self, entry: str, problem: str) -> None:
        super().__init__(problem)
        self.entry = entry
        self.problem = problem


def read_manifest(path: str) -> tuple[About, dict[str, Task]]:
    """Return a manifest's description of the archive, and its tasks by name, in the order of the manifest.

    Raises :class:`InputError` for a mistake.
    """
    tables = _tables(path)
    above = {key: tables.pop(key) for key in About.__struct_fields__ if not isinstance(tables.get(key, {}), dict)}
    tasks: dict[str, Task] = {}
    try:
        archive = _checked(above, About)
        for heading, table in tables.items():
            for name, of_task in _runs(heading, table):
                if name in tasks:
                    raise EntryError(name, "is the name of two tasks; rename one")
                tasks[name] = _task(heading, of_task)
    except EntryError as error:
        raise wrong_entry(path, error.entry, error.problem) from error
    if not tasks:
        raise InputError("has no task; add [NAME] with run and submissions", path, None, USAGE)
    return archive, tasks


def wrong_entry(path: str, entry: str, problem: str) -> InputError:
    """Return the error for a wrong entry of a manifest."""
    return InputError(f"{entry}: {problem}", path, None, USAGE)


def _task(heading: str, table: Any) -> Task:  # noqa: ANN401
    if not heading:
        raise EntryError('""', "a task has no name; write [NAME]")
    if not isinstance(table, dict):
        raise EntryError(heading, "belongs to no task; write it below [NAME]")
    try:
        return _checked(table, Task)
    except EntryError as error:
        entry = f"{heading}.{error.entry}" if error.entry else heading
        raise EntryError(entry, error.problem) from error


def _checked(table: dict[str, Any], kind: type[T]) -> T:
    """Return a table as an instance of ``kind``. Raises :class:`EntryError` for an unknown entry or a wrong type."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        found = _OF_MSGSPEC.fullmatch(str(error))
        if found is None:
            raise
        field, name, expected, path = found.groups()
        entry = (path or "").replace("[...]", "")
        if expected:
            raise EntryError(entry, _EXPECTED[expected]) from error
        if field == "missing":
            raise EntryError(entry, f'has no {name}; add {name} = "..."') from error
        known = (FiguresTable if entry else kind).__struct_fields__
        entry = f"{entry}.{name}" if entry else name
        raise EntryError(entry, f"unknown; {_nearest(name, known)}") from error


def _tables(path: str) -> dict[str, Any]:
    text = _text(path)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        reason = _AT_LINE.sub("", str(error)).lower()
        problem = f"is not TOML ({reason}); put strings in quotes, and write each key once"
        raise InputError(problem, path, line, USAGE) from error
    except RecursionError as error:
        problem = "lists or tables are nested too deeply; use fewer levels"
        raise InputError(problem, path, None, USAGE) from error
    except ValueError as error:  # Python's limit for numbers
        raise InputError("a number has too many digits; put strings in quotes", path, None, USAGE) from error


def _text(path: str) -> str:
    try:
        content = read_regular(path, MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); name an archive", path, None, USAGE) from error
    if len(content) > MAX_BYTES:
        raise InputError(f"is longer than {MAX_BYTES} bytes; shorten it", path, None, USAGE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError("is not UTF-8; save it as UTF-8", path, line, USAGE) from error


def _runs(name: str, table: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the tasks that a table describes, by name: one for each value if the table lists values of a placeholder.

    ``granularities = ["fine", "coarse"]`` are the values of ``{granularity}``.
    """
    for key, values in table.items() if isinstance(table, dict) else ():
        placeholder = "{" + _PLURAL.sub(lambda found: "y" if found[0] == "ies" else "", key) + "}"
        if isinstance(values, list) and key != "other_keys" and placeholder in str(table.get("run")):
            rest = {other: value for other, value in table.items() if other != key}
            for value in map(str, values):
                yield f"{name}-{value}", _filled(rest, placeholder, value)
            return
    yield name, table


def _filled(part: Any, placeholder: str, value: str) -> Any:  # noqa: ANN401
    if isinstance(part, dict):
        return {_filled(key, placeholder, value): _filled(each, placeholder, value) for key, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, placeholder, value) for each in part]
    return part.replace(placeholder, value) if isinstance(part, str) else part


def _nearest(word: str, known: Iterable[str]) -> str:
    """Return advice for a message: the most similar known word, or else all known words."""
    names = list(known)
    near = difflib.get_close_matches(word, names, 1)
    return f"write '{near[0]}'" if near else f"known are {', '.join(names)}"
