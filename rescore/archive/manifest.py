"""The manifest of an archive, ``archive.toml``: the tasks whose submissions it holds (docs/archives.md).

Paths are relative to the manifest. A mistake is an :class:`InputError` with the line it stands in.
"""

from __future__ import annotations

import difflib
import os
import re
import sys

from common.errors import InputError
from rescore.archive.figures import NAME, Layout
from rescore.archive.submission import read_regular
from rescore.scorers import SCORERS, scorer_called
from rescore.scorers.profile import STANDARD_INPUT
from rescore.statuses import USAGE

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

MANIFEST = "archive.toml"
PLACEHOLDER = re.compile(r"\{((?!\d)\w*)\}")  # no number: regular expressions have those
PLACEHOLDERS = ("submission", "key", "name")
ABOUT = ("title", "year", "description", "url")
_PLURAL = re.compile("(?:ies|s)$")
ENVIRONMENT = {name: values for scorer in SCORERS.values() for name, values in scorer.environment.items()}
_MANY_DIGITS = re.compile("[0-9_]{4300}")
_LONGEST = 2**24  # bytes
_HEADING = re.compile(r"""\s*\[\s*(?:"([^"]*)"|'([^']*)'|([^\s\].]*))\s*[\].]\s*["']?([^"'\s\]]*)""")  # and a key of it
_ASSIGNMENT = re.compile(r"""\s*["']?([^"'\s.=]+)["']?\s*[.=]""")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$|\(at end of document\)$")


class Task:
    """A task: the command line that scores each of its submissions, and where the published figures are.

    ``words`` are those of the command line, with placeholders, run in ``folder``. ``submissions`` and ``other_keys``
    are patterns of paths. The first group of ``name_pattern`` names a submission by its path; without it the name is
    the stem of the file name. ``reports`` gives for the names of report files, ``""`` for standard output, the paths of
    the published ones. ``figures`` says where a table of published figures is. ``about`` are words on the task for
    readers. Paths are relative to the archive; ``lines`` says where the manifest speaks of the task (under ``""``) and
    of each of its keys.
    """

    __slots__ = (
        "about", "environment", "figures", "folder", "key", "lines", "name", "name_pattern", "other_keys", "reports",
        "submissions", "words",
    )  # fmt: skip

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[str, int] = {}
        self.folder = ""
        self.words: list[str] = []
        self.submissions = ""
        self.name_pattern: re.Pattern[str] | None = None
        self.key: str | None = None
        self.other_keys: list[str] = []
        self.reports: dict[str, str] = {}
        self.figures: Layout | None = None
        self.about: dict[str, str] = {}
        self.environment: dict[str, str] = {}

    @property
    def command(self) -> str:
        """The legacy command."""
        return self.words[0]


@dataclass(frozen=True)
class Manifest:
    """The tasks of an archive, and words ``about`` it for readers: its title, year, description and address."""

    tasks: list[Task]
    about: dict[str, str]


def read_manifest(path: str) -> Manifest:
    """Return the tasks of a manifest, in its order."""
    text = _text(path)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else text.count("\n") + 1
        reason = _AT_LINE.sub("", str(error)).lower()
        raise _wrong(path, line, f"is not TOML ({reason}); put texts in quotes, and each key once") from error
    except RecursionError as error:
        raise _wrong(path, 1, "lists or tables are nested too deeply; a manifest has no need of that") from error
    except ValueError as error:  # Python's bound for numbers
        number = _MANY_DIGITS.search(text)
        line = text.count("\n", 0, number.start()) + 1 if number else 1
        raise _wrong(path, line, "a number has too many digits; put texts in quotes") from error
    lines = _Lines(text)
    about = {key: tables.pop(key) for key in ABOUT if key in tables and not isinstance(tables[key], dict)}
    for key, value in about.items():
        if not isinstance(value, (str, int)):
            raise _wrong(path, lines.of("", key), f"{key} is not a text; write it in quotes")
    tasks = [
        _Reader(path, lines, name, task, of_task).task()
        for name, table in tables.items()
        for task, of_task in _runs(name, table)
    ]
    if not tasks:
        raise _wrong(path, 1, "describes no task; write [NAME] and below that run and submissions")
    return Manifest(tasks, {key: str(value) for key, value in about.items()})


def _runs(name: str, table: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the tasks that a table describes: one for each value of its list of values of a placeholder, if it has one.

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
    """Return a part of a manifest with a value in the place of a placeholder."""
    if isinstance(part, dict):
        return {_filled(key, placeholder, value): _filled(each, placeholder, value) for key, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, placeholder, value) for each in part]
    return part.replace(placeholder, value) if isinstance(part, str) else part


def _text(path: str) -> str:
    try:
        content = read_regular(path, _LONGEST + 1)
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); name an archive", path, None, USAGE) from error
    if len(content) > _LONGEST:
        raise InputError(f"is longer than {_LONGEST} bytes; no manifest has need of that", path, None, USAGE)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _wrong(path, line, "is not UTF-8; save it as UTF-8") from error


def _wrong(path: str, line: int | None, problem: str) -> InputError:
    return InputError(problem, path, line, USAGE)


class _Lines:
    """Where tables and keys stand in the text of a manifest, as lines from 1."""

    def __init__(self, text: str) -> None:
        self._found: dict[tuple[str, str], int] = {}
        task = ""
        for number, line in enumerate(text.splitlines(), 1):
            if line.lstrip().startswith("["):
                heading = _HEADING.match(line)
                *names, key = heading.groups() if heading else [""]
                task = next(filter(None, names), "")
                self._found.setdefault((task, ""), number)
                self._found.setdefault((task, key), number)
            elif assignment := _ASSIGNMENT.match(line):
                self._found.setdefault((task, assignment[1]), number)

    def of(self, task: str, key: str = "") -> int:
        """Return the line of a key below a task's heading, or that of the heading; no task is above all tasks."""
        return self._found.get((task, key)) or self._found.get((task, ""), 1)


class _Reader:
    """Reads the table of one task."""

    def __init__(self, path: str, lines: _Lines, heading: str, name: str, table: Any) -> None:  # noqa: ANN401
        self._path = path
        self._lines = lines
        self._heading = heading
        self._table = table
        self._task = Task(name)

    def task(self) -> Task:
        """Return the task. Raises :class:`InputError` for what it cannot say."""
        if not self._task.name:
            raise _wrong(self._path, self._lines.of(""), "a task has no name; write [NAME]")
        if not isinstance(self._table, dict):
            problem = f"'{self._task.name}' stands outside of a task; write it below [NAME]"
            raise _wrong(self._path, self._lines.of("", self._task.name), problem)
        readers: dict[str, Callable[[Any], None]] = {
            "run": self._run, "submissions": self._submissions, "name": self._name, "key": self._key,
            "other_keys": self._other_keys, "report": self._report, "reports": self._reports,
            "figures": self._figures, "environment": self._environment, "folder": self._folder,
            **{key: partial(self._about, key) for key in ABOUT},
        }  # fmt: skip
        self._task.lines = {key: self._lines.of(self._heading, key) for key in self._table}
        self._task.lines[""] = self._lines.of(self._heading)
        for key in self._table:
            if key not in readers:
                raise self._wrong(key, f"unknown key '{key}'; {_nearest(key, readers)}")
        for key, value in self._table.items():
            readers[key](value)
        for key in ("run", "submissions"):
            if key not in self._table:
                raise self._wrong(None, f'the task has no {key}; add {key} = "..."')
        return self._task

    def _wrong(self, key: str | None, problem: str) -> InputError:
        return _wrong(self._path, self._lines.of(self._heading, key or ""), problem)

    def _string(self, key: str, value: object, name: str = "") -> str:
        if not isinstance(value, str):
            raise self._wrong(key, f"{name or key} is not a text; write it in quotes")
        if "\0" in value:
            raise self._wrong(key, f"{name or key} has the character NUL in it; take it out")
        return value

    def _strings(self, key: str, value: object) -> dict[str, str]:
        if not isinstance(value, dict):
            raise self._wrong(key, f'{key} is not a table of texts; write {key} = {{ "NAME" = "..." }}')
        return {name: self._string(key, text, name) for name, text in value.items()}

    def _pattern(self, key: str, value: object) -> str:
        """Return a path or a pattern of paths that stays inside the archive."""
        text = self._string(key, value)
        if os.path.isabs(text) or ".." in text.replace("\\", "/").split("/"):
            raise self._wrong(key, f"{key} leads out of the archive; write a path below the manifest's folder")
        return text

    def _run(self, value: object) -> None:
        import shlex

        try:
            self._task.words = shlex.split(self._string("run", value))
        except ValueError as error:
            raise self._wrong("run", f"the words of run cannot be told apart ({error}); close its quotes") from error
        self._task.words[:1] = map(scorer_called, self._task.words[:1])
        if not any(self._task.words[:1]):
            raise self._wrong("run", f"run names none of {', '.join(SCORERS)}; begin with one of these")
        if SCORERS[self._task.command].redirected(self._task.words)[1] == STANDARD_INPUT:
            raise self._wrong("run", "run has no input; end it with ' < {submission}'")
        self._check_placeholders("run", *self._task.words)
        if not any(word in text for word in ("{submission}", "{name}") for text in self._task.words):
            raise self._wrong("run", "run names no submission; put {submission} where its file belongs")

    def _submissions(self, value: object) -> None:
        self._task.submissions = self._pattern("submissions", value)

    def _name(self, value: object) -> None:
        try:
            pattern = re.compile(self._string("name", value))
        except (re.error, OverflowError, RecursionError) as error:
            raise self._wrong("name", f"name is not a regular expression ({error}); mend it") from error
        if pattern.groups < 1:
            raise self._wrong("name", "name has no group; put the part that names a submission into (...)")
        self._task.name_pattern = pattern

    def _key(self, value: object) -> None:
        self._task.key = self._pattern("key", value)
        self._check_placeholders("key", self._task.key, known=("name",))

    def _other_keys(self, value: object) -> None:
        if not isinstance(value, list):
            raise self._wrong("other_keys", 'other_keys is not a list; write other_keys = ["keys/*"]')
        self._task.other_keys = [self._pattern("other_keys", pattern) for pattern in value]
        self._check_placeholders("other_keys", *self._task.other_keys, known=("name",))

    def _report(self, value: object) -> None:
        self._task.reports[""] = self._pattern("report", value)
        self._check_placeholders("report", self._task.reports[""])

    def _reports(self, value: object) -> None:
        for name, path in self._strings("reports", value).items():
            self._task.reports[name] = self._pattern("reports", path)
            self._check_placeholders("reports", name, path)

    def _figures(self, value: object) -> None:
        if not isinstance(value, dict):
            self._task.figures = Layout(self._pattern("figures", value))
            return
        known = {"file": "", "name": NAME, "where": {}, "columns": {}}
        for name in value:
            if name not in known:
                raise self._wrong("figures", f"unknown key '{name}' of figures; {_nearest(name, known)}")
        given = {**known, **value}
        self._task.figures = Layout(
            self._pattern("figures", given["file"]),
            self._string("figures", given["name"], "name"),
            self._strings("figures", given["where"]),
            self._strings("figures", given["columns"]),
        )

    def _about(self, key: str, value: object) -> None:
        self._task.about[key] = str(value) if isinstance(value, int) else self._string(key, value)

    def _environment(self, value: object) -> None:
        self._task.environment = self._strings("environment", value)
        for name, text in self._task.environment.items():
            if name not in ENVIRONMENT:
                raise self._wrong("environment", f"no scorer looks at {name}; {_nearest(name, ENVIRONMENT)}")
            known = ENVIRONMENT[name]
            if known and text not in known:
                raise self._wrong("environment", f"{name} is {text}; write {' or '.join(known)}")

    def _folder(self, value: object) -> None:
        self._task.folder = self._pattern("folder", value)

    def _check_placeholders(self, key: str, *texts: str, known: Sequence[str] = PLACEHOLDERS) -> None:
        for text in texts:
            for name in PLACEHOLDER.findall(text):
                if name not in known:
                    raise self._wrong(key, f"unknown placeholder {{{name}}}; {_nearest(name, known)}")
                if name == "key" and "key" not in self._table:
                    raise self._wrong(key, '{key} stands for nothing; add key = "..."')


def _nearest(word: str, known: Iterable[str]) -> str:
    """Say which known word was meant, or which there are."""
    names = list(known)
    near = difflib.get_close_matches(word, names, 1)
    return f"write '{near[0]}'" if near else f"known are {', '.join(names)}"
