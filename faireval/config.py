"""The configuration file: ``key = value`` lines that say what to evaluate, how, and where the report goes."""

from __future__ import annotations

import os
from io import TextIOWrapper

from common.configuration import open_configuration
from common.errors import InputError
from faireval.kinds import FAIR, METHODS, WEIGHTED
from faireval.read import undecodable_line
from faireval.weights import read_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from faireval.weights import Weights

    Say: TypeAlias = Callable[[str], object]

ALWAYS_EXCLUDED = ["NONE", "EMPTY"]
INPUTS = {"target_in": "target_files", "system_in": "system_files"}
CONSOLE = "cmd"


class Config:
    """What a configuration file says; None where it says nothing and there is no default.

    ``path`` is the configuration file itself. File names are as the system takes them. ``eval_out`` is the path of the
    report, None for standard output, and ``target_in`` and ``system_in`` are the inputs as they were last named.
    """

    __slots__ = ("_settings", "eval_method", "eval_out", "exclude", "focus", "ignore_punct", "labels", "path",
                 "system_files", "system_in", "target_files", "target_in", "weights")  # fmt: skip

    path: str
    target_in: str
    system_in: str
    target_files: list[str]
    system_files: list[str]
    labels: list[str]
    eval_method: list[str]
    exclude: list[str] | None
    ignore_punct: bool | None
    focus: str | None
    weights: Weights | None
    eval_out: str | None

    def __init__(self, path: str, **found: Any) -> None:  # noqa: ANN401
        """Take the settings that were found and add the defaults that the evaluation needs."""
        self._settings = found
        found.setdefault("eval_out", None)
        found.setdefault("labels", ["all"])
        found["eval_method"] = _possible(found.get("eval_method", METHODS), found.get("weights"))
        for name in self.__slots__[1:]:
            setattr(self, name, found.get(name))
        self.path = path

    def settings(self) -> dict[str, Any]:
        """Return the settings as users of the module know them: those of the file in its order, then the defaults."""
        return dict(self._settings)


def _possible(methods: Sequence[str], weights: Weights | None) -> list[str]:
    """Return the methods, with fair evaluation in the place of a weighted one without weights."""
    if weights or WEIGHTED not in methods:
        return list(methods)
    return [*[method for method in methods if method not in (FAIR, WEIGHTED)], FAIR]


def read_config(path: str, say: Say) -> Config | None:
    """Read a configuration file (UTF-8); no other file is opened, but directories for the report are made.

    Messages, whole lines, go to ``say``. Return None, after a message, if an input is missing. Raises
    :class:`InputError` for a line that no evaluation can begin with.
    """
    file = _ConfigFile(path, say)
    try:
        file.read()
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8 text ({error.reason}); save the file as UTF-8", path, undecodable_line(path)
        ) from error
    if not all(name in file.settings for name in INPUTS.values()):
        say("ERROR: Cannot evaluate without target AND system file(s). Quitting.\n")
        return None
    file.refuse_report_name()
    return Config(path, **file.settings)


class _ConfigFile:
    """A configuration file being read: the settings so far, and the line that made each of them."""

    __slots__ = ("_lines", "_path", "_say", "settings")

    def __init__(self, path: str, say: Say) -> None:
        self._path = path
        self._say = say
        self._lines: dict[str, int] = {}
        self.settings: dict[str, Any] = {}

    def read(self) -> None:
        """Read all lines."""
        with TextIOWrapper(open_configuration(self._path), "utf-8") as file:
            for number, line in enumerate(file, 1):
                item = line.strip()
                if item and not item.startswith("#"):
                    key, _, value = item.partition("=")
                    try:
                        self._set(key.strip(), value.strip(), number)
                    except InputError as error:
                        raise InputError(error.problem, self._path, number) from error

    def _set(self, key: str, value: str, line: int) -> None:
        if key not in READERS:
            raise InputError(f"{key!r} is not a setting; correct the name or begin the line with #")
        if key in INPUTS:
            self._say(f"{key}: {value}\n")
            self.settings[key] = value
        setting = READERS[key](value, self._say)
        if setting is None:
            self._say(f"Error: '{key} = {value}' is not a file/directory.\n")
            return
        name = INPUTS.get(key, key)
        if name in self.settings:
            self._say(f"WARNING: duplicate config item '{name}' found.\n")
        self.settings[name] = setting
        self._lines[name] = line

    def refuse_report_name(self) -> None:
        """Refuse a name that no report can have: ``cmd``, unless there is a file of that name, and one with a NUL."""
        name = self.settings.get("eval_out", "")
        problem = ""
        if name == CONSOLE and not os.path.isfile(name):
            problem = "'cmd' is no name for a report; leave eval_out out to write to standard output"
        if "\0" in name:
            problem = "a NUL byte cannot be part of a file name; name another file"
        if problem:
            raise InputError(problem, self._path, self._lines["eval_out"])


def _file_name(value: str) -> str:
    """Return the name by which the system knows the file, whatever the locale: names are UTF-8."""
    return os.fsdecode(value.encode())


def _files(value: str, _: Say) -> list[str] | None:
    """Return the path, or those of what is in the directory in sorted order; None if it is neither.

    Pipes, sockets and devices in a directory are left out, because reading them may never end.
    """
    name = _file_name(value)
    path = os.path.normpath(name)
    if os.path.isdir(name):
        return [entry for entry in (os.path.join(path, name) for name in sorted(os.listdir(path))) if _ends(entry)]
    return [path] if os.path.isfile(name) else None


def _ends(path: str) -> bool:
    """Say whether reading an entry of a directory ends, with its content or at once with an error."""
    return os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path)


def _report_path(value: str, _: Say) -> str | None:
    """Return the path of the report, after making its directory; None if that has no name or cannot be made.

    Directories on the way are made one by one, and a last one that is there by then is an error. So ``new/../report``
    is refused as long as ``new`` is not there.
    """
    name = _file_name(value)
    if os.path.isdir(name):
        return os.path.join(os.path.normpath(name), "eval.csv")
    if os.path.isfile(name):
        return os.path.normpath(name)
    if name == CONSOLE:
        return name
    from common.atomic import make_folder

    folder = os.path.dirname(name)
    try:
        way_back = os.path.basename(folder) == os.pardir or os.path.isdir(os.path.realpath(folder))
        refused = way_back and not os.path.isdir(folder)
        make_folder(folder)
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return None
    return None if refused else name


def _pieces(value: str) -> list[str]:
    """Return the pieces between commas, stripped."""
    return [piece.strip() for piece in value.split(",")]


def _labels(value: str, _: Say) -> list[str]:
    return list(dict.fromkeys([label for label in _pieces(value) if label]))


def _excluded(value: str, say: Say) -> list[str]:
    return _labels(value, say) + ALWAYS_EXCLUDED


def _switch(value: str, _: Say) -> bool:
    return value.lower() != "false"


def _focus(value: str, _: Say) -> str:
    return "system" if value.lower() == "system" else "target"


def _methods(value: str, say: Say) -> list[str]:
    if value == "all":
        return list(METHODS)
    methods = [method for method in METHODS if method in _pieces(value)]
    if not methods:
        say("WARNING: No evaluation method specified. Applying all methods.\n")
    return methods or list(METHODS)


READERS: dict[str, Callable[[str, Say], Any]] = {
    "target_in": _files,
    "system_in": _files,
    "eval_out": _report_path,
    "labels": _labels,
    "exclude": _excluded,
    "ignore_punct": _switch,
    "focus": _focus,
    "weights": read_weights,
    "eval_method": _methods,
}
