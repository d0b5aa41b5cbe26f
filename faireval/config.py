"""The configuration file: ``key = value`` lines that say what to evaluate, how, and where the report goes."""

from __future__ import annotations

import os

from common.errors import InputError
from faireval.read import undecodable_line
from faireval.report import ReportFile, settings_block
from faireval.weights import read_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from faireval.report import Output

    Say: TypeAlias = Callable[[str], object]

METHODS = ["traditional", "fair", "weighted"]
ALWAYS_EXCLUDED = ["NONE", "EMPTY"]
INPUTS = {"target_in": "target_files", "system_in": "system_files"}
CONSOLE = "cmd"


def read_config(path: str, console: Output) -> dict[str, Any] | None:
    """Read a configuration file (UTF-8) and write the settings block to the report.

    Messages go to ``console``, and so does the report if there is no ``eval_out``. The settings have the keys of the
    documentation and Python values; ``eval_out`` is the open report, ``target_files`` and ``system_files`` are lists of
    paths. Return None, after a message, if either of them is missing. Raise :class:`InputError` for a line that no
    evaluation can begin with.
    """
    file = _ConfigFile(path, console.write)
    try:
        file.read()
    except UnicodeDecodeError as error:
        raise InputError(
            f"not UTF-8 text ({error.reason}); save the file as UTF-8", path, undecodable_line(path)
        ) from error
    settings = file.settings
    if not all(name in settings for name in INPUTS.values()):
        console.write("ERROR: Cannot evaluate without target AND system file(s). Quitting.\n")
        return None
    _complete(settings)
    settings["eval_out"] = file.open_report() or console
    settings["eval_out"].write(settings_block(settings))
    return settings


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
        with open(self._path, encoding="utf-8") as file:
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

    def open_report(self) -> ReportFile | None:
        """Return the report file that the settings name, None for standard output."""
        path = self.settings.get("eval_out")
        if path == CONSOLE and not os.path.isfile(path):
            problem = "'cmd' is no name for a report; leave eval_out out to write to standard output"
            raise InputError(problem, self._path, self._lines["eval_out"])
        return ReportFile(path) if path is not None else None


def _complete(settings: dict[str, Any]) -> None:
    """Add the defaults that the evaluation needs; weighted evaluation without weights is fair evaluation."""
    settings.setdefault("labels", ["all"])
    methods = settings.setdefault("eval_method", list(METHODS))
    if "weighted" in methods and not settings.get("weights"):
        if "fair" not in methods:
            methods.append("fair")
        methods.remove("weighted")


def _files(value: str, _: Say) -> list[str] | None:
    """Return the path, or those of everything in the directory in sorted order; None if it is neither."""
    path = os.path.normpath(value)
    if os.path.isdir(value):
        return [os.path.join(path, name) for name in sorted(os.listdir(value))]
    return [path] if os.path.isfile(value) else None


def _report_path(value: str, _: Say) -> str | None:
    """Return the path of the report, after making its directory; None for a new file without a directory part."""
    if os.path.isdir(value):
        return os.path.join(value, "eval.csv")
    if os.path.isfile(value) or value == CONSOLE:
        return value
    folder = os.path.dirname(value)
    if not folder:
        return None
    if "\0" in value:
        raise InputError("a NUL byte cannot be part of a file name; name another file")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise InputError(f"directory '{folder}' cannot be made ({error.strerror}); name another file") from error
    return value


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
