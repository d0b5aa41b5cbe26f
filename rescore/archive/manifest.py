"""The manifest of an archive, ``archive.toml``: the tasks whose submissions it holds (docs/archives.md).

Paths are relative to the manifest. A mistake is an :class:`InputError` that names the entry, or the line of a syntax
error. A manifest may name a table of published figures: rows of submissions, columns of cells (docs/cells.md).
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import msgspec

from legacy_scorers.common.errors import InputError, close_matches
from legacy_scorers.rescore.archive.submission import ENVIRONMENT, read_regular
from legacy_scorers.rescore.names import scorer_called
from legacy_scorers.rescore.process import USAGE
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.change import STANDARD_INPUT
from legacy_scorers.rescore.scorers.tags import ENCODINGS, SIDES

T = TypeVar("T", bound=msgspec.Struct)
Value: TypeAlias = str | Sequence[str] | Mapping[str, "Value"]

MANIFEST = "archive.toml"
PLACEHOLDER = re.compile(r"\{((?!\d)\w*)\}")  # a number in braces belongs to a regular expression
PLACEHOLDERS = ("submission", "key", "name", "configuration")
_PATHS: dict[str, Sequence[str]] = {  # entries that hold paths, and the placeholders that these may have
    **dict.fromkeys(("submissions", "folder", "configuration", "figures", "names"), ()),
    **dict.fromkeys(("key", "other_keys"), ("name",)),
    **dict.fromkeys(("report", "reports"), PLACEHOLDERS),
}
_MAX_BYTES = 2**24
_LIKE = 0.6  # the least similarity of an entry that may be meant: there are few
_BARE = re.compile("[A-Za-z0-9_-]+")  # a key without quotes
_LINES, _LITERAL = re.compile(r"(?:[ -&(-~]*\n)+"), "'''"  # whole lines that need no escapes between such quotes
_LOST_TAB = re.compile(r"\s-d *\t")  # what TOML makes of -d \t
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_OF_MSGSPEC = re.compile(r"(?:Object (contains|missing).* field `(.*?)`|Expected `(.*?)`,.*?)(?: - at `\$\.?(.*)`)?")
_EXPECTED = {  # other types than texts
    "str | object": "is neither a path nor a table; put the path in quotes",
    "str | array": "is neither a path nor a list; put the path in quotes",
    "array": 'is not a list; write ["..."]',
    "bool": "is neither true nor false; write true or false",
    "object": 'is not a table; write { NAME = "..." }',
}


class FiguresTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The layout of a ``file`` with figures: ``name`` is the column of submissions, ``where`` chooses rows.

    ``columns`` maps headings to cells. Without it a heading is the name of a cell, ``TABLE/ROW/COLUMN``, or one of the
    scorer's measures, which means the only cell in a column of that name, or else the one of all items. ``per_cent``
    says that measures are in per cent.
    """

    file: str
    name: str = "name"
    where: dict[str, str] = {}
    columns: dict[str, str] = {}
    per_cent: bool = False


class About(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The description of a task or an archive for readers."""

    title: str | int = ""
    year: str | int = ""
    description: str | int = ""
    url: str | int = ""


class Task(About, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A task: the command line that scores each of its submissions, and where the published figures are.

    ``run`` is the command line, with placeholders, run in ``folder``. ``submissions`` and ``other_keys`` are patterns
    of paths. ``configuration`` is a file of settings that the run reads with its placeholders filled, or the text of
    one, which has several lines. The first group of the regular expression ``name`` is the name in a submission's path;
    by default the name is the stem of the file name, or the file name if two have one stem. ``names`` maps published
    names to submissions, or is a table of these. ``tags`` are the encodings of the last columns of key and submission,
    which the run reads in BIO. ``report`` is the published report on standard output, ``reports`` has those in files by
    their names. Paths are relative to the archive.
    """

    run: str
    submissions: str | list[str]
    name: str = ""
    names: str | dict[str, str] = ""
    tags: dict[str, str] = {}
    key: str = ""
    other_keys: list[str] = []
    configuration: str = ""
    report: str = ""
    reports: dict[str, str] = {}
    figures: str | FiguresTable = ""
    environment: dict[str, str] = {}
    folder: str = ""

    def __post_init__(self) -> None:
        """Check what types do not. Raises ``ValueError`` with the entry and the problem, which msgspec passes on."""
        if SCORERS[self.words[0]].redirected(self.words)[1] == STANDARD_INPUT:
            raise ValueError("run: has no input; end it with ' < {submission}'")
        self._check_texts("run", self.words, PLACEHOLDERS)
        self._check_texts("reports", self.reports, PLACEHOLDERS)
        if not any(word in text for word in ("{submission}", "{name}", "{configuration}") for text in self.words):
            raise ValueError("run: does not contain {submission}; put it where the file belongs")
        try:
            groups = re.compile(self.name).groups
        except (re.error, OverflowError) as error:
            raise ValueError(f"name: is not a regular expression ({error}); correct it") from error
        except RecursionError as error:
            raise ValueError("name: has groups that are nested too deeply; write fewer") from error
        if self.name and groups < 1:
            raise ValueError("name: has no group; put the part that names a submission into (...)")
        for name, text in self.environment.items():
            if name not in ENVIRONMENT:
                raise ValueError(f"environment: no scorer reads {name}; {_nearest(name, ENVIRONMENT)}")
            self._check_texts(f"environment.{name}", [text])
            if ENVIRONMENT[name] and text not in ENVIRONMENT[name]:
                raise ValueError(f"environment.{name}: is {text}; write {' or '.join(ENVIRONMENT[name])}")
        self._check_tags()
        self._check_texts("configuration", [self.settings])
        files = {"configuration": self.configuration_file, "figures": self.layout.file}
        for entry, known in _PATHS.items():
            value = files.get(entry, getattr(self, entry))
            if entry == "names" and isinstance(value, dict):  # names, not paths
                continue
            paths = [value] if isinstance(value, str) else value.values() if isinstance(value, dict) else value
            if any(os.path.isabs(path) or ".." in path.replace("\\", "/").split("/") for path in paths):
                raise ValueError(f"{entry}: leads out of the archive; write a path below the manifest's folder")
            self._check_texts(entry, paths, known)

    @cached_property
    def words(self) -> list[str]:
        """The words of the command line; the first is the name of the scorer, without a folder."""
        try:
            command, *words = shlex.split(self.run) or [""]
        except ValueError as error:
            raise ValueError(f"run: cannot be split into words ({error}); close the quotes") from error
        if _LOST_TAB.search(self.run):
            raise ValueError(r"run: a tab outside of quotes is a blank; write -d '\\t', where TOML wants \ twice")
        if not scorer_called(command):
            raise ValueError(f"run: does not name one of {', '.join(SCORERS)}; begin with one of these")
        return [scorer_called(command), *words]

    @property
    def settings(self) -> str:
        """The text of the configuration, if the manifest has it and not its path."""
        return self.configuration if "\n" in self.configuration else ""

    @property
    def configuration_file(self) -> str:
        """The path of the configuration, if it is a file."""
        return "" if self.settings else self.configuration

    @property
    def all_reports(self) -> dict[str, str]:
        """The paths of the published reports by name, ``""`` for standard output."""
        return {"": self.report, **self.reports} if self.report else self.reports

    @property
    def layout(self) -> FiguresTable:
        """The location and form of the table of published figures; its file is empty if there is none."""
        return self.figures if isinstance(self.figures, FiguresTable) else FiguresTable(self.figures)

    @property
    def patterns(self) -> list[str]:
        """The patterns of the submissions' paths."""
        return [self.submissions] if isinstance(self.submissions, str) else self.submissions

    def _check_tags(self) -> None:
        if not self.tags:
            return
        if not SCORERS[self.words[0]].reads_tags:
            raise ValueError(f"tags: {self.words[0]} reads no columns of tags; remove them")
        if not self.key:
            raise ValueError('tags: the task has no key; add key = "..."')
        for side in (*self.tags, *SIDES):
            if side not in SIDES:
                raise ValueError(f"tags.{side}: unknown; {_nearest(side, SIDES)}")
            if self.tags.get(side) not in ENCODINGS:
                raise ValueError(f"tags.{side}: is not an encoding; write one of {', '.join(ENCODINGS)}")

    def _check_texts(self, entry: str, texts: Iterable[str], known: Sequence[str] = ()) -> None:
        text = "\n".join(texts)
        if "\0" in text:
            raise ValueError(f"{entry}: contains the character NUL; remove it")
        for name in PLACEHOLDER.findall(text) if known else ():
            if name not in known:
                problem = f"unknown placeholder {{{name}}}; {_nearest(name, known)}"
                raise ValueError(f"{entry}: {problem}, or add a list of its values, {name}s = [...]")
            if name in ("key", "configuration") and not getattr(self, name):
                raise ValueError(f'{entry}: has {{{name}}}, and the task has no {name}; add {name} = "..."')


def read_manifest(place: str, path: str = "") -> tuple[About, dict[str, Task]]:
    """Return the description of an archive by the manifest at a place, and its tasks by name, in the same order.

    Raises :class:`InputError`, which calls the manifest ``path`` if that is given.
    """
    path = path or place
    tables = _tables(place, path)
    above = {key: tables.pop(key) for key in About.__struct_fields__ if not isinstance(tables.get(key, {}), dict)}
    tasks: dict[str, Task] = {}
    try:
        archive = _checked("", above, About)
        for heading, table in tables.items():
            for name, of_task in _tasks_in(heading, table):
                if name in tasks:
                    raise ValueError(f"{name}: is the name of two tasks; rename one")
                if not heading:
                    raise ValueError('"": a task has no name; write [NAME]')
                if not isinstance(table, dict):
                    raise ValueError(f"{heading}: belongs to no task; write it below [NAME]")
                tasks[name] = _checked(heading, of_task, Task)
        if not tasks:
            raise ValueError("has no task; add [NAME] with run and submissions")
    except ValueError as error:
        raise InputError(str(error), path, None, USAGE) from error
    return archive, tasks


def _checked(heading: str, table: dict[str, Any], kind: type[T]) -> T:
    """Return a table as an instance of ``kind``. Raises ``ValueError`` with a wrong entry and the problem."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        entry, _, problem = str(error).partition(": ")
        if found := _OF_MSGSPEC.fullmatch(str(error)):
            state, name, expected, path = found.groups()
            entry = (path or "").replace("[...]", "")
            if expected:
                problem = _EXPECTED.get(expected, "is not a string; put it in quotes")
            elif state == "missing":
                problem = f'has no {name}; add {name} = "..."'
            else:
                problem = f"unknown; {_nearest(name, (FiguresTable if entry else kind).__struct_fields__)}"
                entry = f"{entry}.{name}" if entry else name
    raise ValueError(f"{'.'.join(filter(None, [heading, entry]))}: {problem}")


def _tables(place: str, path: str) -> dict[str, Any]:
    line = None
    try:
        content = read_regular(place, _MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise InputError(f"is longer than {_MAX_BYTES} bytes; shorten it", path, None, USAGE)
        tables: dict[str, Any] = msgspec.toml.decode(content.decode("utf-8-sig"))
        return tables
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); name an archive"
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problem = "is not UTF-8; save it as UTF-8"
    except msgspec.DecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found and found[1] else content.count(b"\n") + 1
        reason = _AT_LINE.sub("", str(error)).lower()
        mended = "write / in paths" if "\\" in reason else "put strings in quotes, and write each key once"
        problem = f"is not TOML ({reason}); {mended}"
    except RecursionError:
        problem = "lists or tables are nested too deeply; use fewer levels"
    except ValueError:  # Python's limit for numbers
        problem = "a number has too many digits; put strings in quotes"
    raise InputError(problem, path, line, USAGE)


def _tasks_in(name: str, table: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the tasks that a table describes, by name: one for each ``{grain}`` if it has a list called ``grains``.

    The placeholder may be in any entry. Of several lists there is a task for each combination.
    """
    for key, values in table.items() if isinstance(table, dict) else ():
        if isinstance(values, list) and key not in Task.__struct_fields__:
            placeholder = "{%s}" % (f"{key[:-3]}y" if key.endswith("ies") else key.removesuffix("s"))
            rest = {other: value for other, value in table.items() if other != key}
            if placeholder not in str(rest):
                raise ValueError(f"{name}.{key}: no entry has {placeholder}; put it where the values belong")
            if not values:
                raise ValueError(f"{name}.{key}: is empty; put values into it")
            for value in map(str, values):
                yield from _tasks_in(f"{name}-{value}", _filled(rest, placeholder, value))
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
    near = close_matches(word, names, _LIKE)
    return f"write '{near[0]}'" if near else f"known are {', '.join(names)}"


def toml_value(value: Value) -> str:
    """Return a value of an entry as a manifest has it, in one line unless it is a text of several."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join([f'{toml_key(key)} = {toml_value(each)}' for key, each in value.items()])} }}"
    if isinstance(value, str) and _LINES.fullmatch(value):
        return f"{_LITERAL}\n{value}{_LITERAL}"
    return json.dumps(value, ensure_ascii=False)


def toml_key(key: str) -> str:
    """Return a key or a heading as a manifest has it, in quotes if it needs them."""
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
