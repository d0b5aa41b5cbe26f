"""The configuration file: ``key = value`` lines that say what to evaluate, how, and where the report goes."""

from __future__ import annotations

import os
from io import TextIOWrapper

from legacy_scorers.common.configuration import open_configuration
from legacy_scorers.common.errors import InputError
from legacy_scorers.faireval.measures import DEFAULT_WEIGHTS, SHARES
from legacy_scorers.faireval.read import undecodable_line
from legacy_scorers.faireval.spans import FAIR, METHODS, TRADITIONAL, WEIGHTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from legacy_scorers.faireval.measures import Weights
    from legacy_scorers.faireval.read import Say, Settings

ALWAYS_EXCLUDED = ["NONE", "EMPTY"]
INPUTS = {"target_in": "target_files", "system_in": "system_files"}
CONSOLE = "cmd"


def read_config(path: str, say: Say) -> Settings | None:
    """Read a configuration file (UTF-8) and make the directory of the report. No other file is opened.

    Return the settings as users of the module know them: those of the file in its order, then defaults of ``labels``,
    ``eval_out`` (None for standard output) and ``eval_method``. ``target_in`` and ``system_in`` are the last inputs
    named, ``target_files`` and ``system_files`` the lists of their files.

    Messages, whole lines, go to ``say``. Return None, after a message, if an input is missing. Raises
    :class:`InputError` for an invalid line.
    """
    settings, lines = _read(path, say)
    if not all(name in settings for name in INPUTS.values()):
        say("ERROR: Cannot evaluate without target AND system file(s). Quitting.\n")
        return None
    report = settings.setdefault("eval_out", None)
    if report == CONSOLE and not os.path.isfile(report):
        problem = "'cmd' cannot be the name of a report; remove eval_out to write to standard output"
        raise InputError(problem, path, lines["eval_out"])
    if report and "\0" in report:
        raise InputError("a NUL byte cannot be part of a file name; name another file", path, lines["eval_out"])
    settings.setdefault("labels", ["all"])
    methods = settings.get("eval_method", METHODS)
    if WEIGHTED in methods and not settings.get("weights"):
        methods = [*[method for method in methods if method == TRADITIONAL], FAIR]
    settings["eval_method"] = list(methods)
    return settings


def _read(path: str, say: Say) -> tuple[Settings, dict[str, int]]:
    """Return the settings of the file, and the line of each, from 1."""
    settings: Settings = {}
    lines: dict[str, int] = {}
    number = 0
    try:
        with TextIOWrapper(open_configuration(path), "utf-8") as file:
            for number, line in enumerate(file, 1):
                item = line.strip()
                if item and not item.startswith("#"):
                    key, _, value = item.partition("=")
                    lines[_set(settings, key.strip(), value.strip(), say)] = number
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 text ({error.reason}); save the file as UTF-8"
        raise InputError(problem, path, undecodable_line(path)) from error
    except InputError as error:
        raise InputError(error.problem, path, number) from error
    return settings, lines


def _set(settings: Settings, key: str, value: str, say: Say) -> str:
    """Read the value of a setting and return its name, empty if the value is not a file or directory."""
    if key not in READERS:
        raise InputError(f"{key!r} is not a setting; correct the name or begin the line with #")
    if key in INPUTS:
        say(f"{key}: {value}\n")
        settings[key] = value
    setting = READERS[key](value, say)
    if setting is None:
        say(f"Error: '{key} = {value}' is not a file/directory.\n")
        return ""
    name = INPUTS.get(key, key)
    if name in settings:
        say(f"WARNING: duplicate config item '{name}' found.\n")
    settings[name] = setting
    return name


def refuse_report(path: str, settings: Settings) -> None:
    """Raise :class:`InputError` if ``eval_out`` cannot be written, or is a file that the evaluation reads."""
    report = settings["eval_out"]
    if report is None:
        return
    if os.path.isdir(report):
        raise InputError("is a directory; name a file in it", report)
    from legacy_scorers.common.atomic import overwritten

    place = report
    while not os.path.exists(place):  # while reports are kept, their folder may be missing
        place = os.path.dirname(place) or os.curdir
    if not os.access(place, os.W_OK):
        raise InputError("cannot be written (Permission denied); name another file", report)
    lost = overwritten([report], [path, *settings["target_files"], *settings["system_files"]])
    if lost is not None:
        raise InputError("eval_out is this input file; name another file", lost[1])


def _file_name(value: str) -> str:
    """Return the name by which the system knows the file, whatever the locale: names are UTF-8."""
    return os.fsdecode(value.encode())


def _files(value: str, _: Say) -> list[str] | None:
    """Return the path of a file, or the sorted paths of a directory's entries; None if the value is neither.

    Pipes, sockets and devices in a directory are left out, because reading them may never end.
    """
    name = _file_name(value)
    path = os.path.normpath(name)
    if os.path.isdir(name):
        entries = [os.path.join(path, entry) for entry in sorted(os.listdir(path))]
        return [one for one in entries if os.path.isfile(one) or os.path.isdir(one) or not os.path.exists(one)]
    return [path] if os.path.isfile(name) else None


def _report_path(value: str, _: Say) -> str | None:
    """Return the path of the report, after making its directory; None if that has no name or cannot be made.

    Missing directories are made one by one, and it is an error if the last exists by then. So ``new/../report`` is
    refused unless ``new`` exists.
    """
    name = _file_name(value)
    if os.path.isdir(name):
        return os.path.join(os.path.normpath(name), "eval.csv")
    if os.path.isfile(name):
        return os.path.normpath(name)
    if name == CONSOLE:
        return name
    from legacy_scorers.common.atomic import make_folder

    folder = os.path.dirname(name)
    try:
        way_back = os.path.basename(folder) == os.pardir or os.path.isdir(os.path.realpath(folder))
        refused = way_back and not os.path.isdir(folder)
        make_folder(folder)
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return None
    return None if refused else name


def _labels(value: str, _: Say) -> list[str]:
    return [label for label in dict.fromkeys(map(str.strip, value.split(","))) if label]


def _methods(value: str, say: Say) -> list[str]:
    named = METHODS if value == "all" else [piece.strip() for piece in value.split(",")]
    methods = [method for method in METHODS if method in named]
    if not methods:
        say("WARNING: No evaluation method specified. Applying all methods.\n")
    return methods or list(METHODS)


def read_weights(text: str, say: Say) -> Weights:
    """Read ``default``, or comma-separated formulas ``TYPE = number TP + number FP + number FN``.

    Asterisks and blanks are optional, and anything else in a formula is ignored, even signs and exponents.
    """
    default = {kind: dict(shares) for kind, shares in DEFAULT_WEIGHTS.items()}
    if text == "default":
        return default
    import re

    weights: Weights = {}
    for formula in text.split(","):
        kind = re.match(r"\s*(\w+)\s*=", formula)
        if kind:
            weights[kind[1]] = shares = {}
            for share in SHARES:
                number = re.search(rf"((?<!\d)\d+(?:\.\d+)?|\.\d+)\s*\*?\s*{share}", formula)
                shares[share] = float(number[1]) if number else 0
                if not number:
                    say(f"WARNING: Missing weight for {share} for error type {kind[1]}. Set to 0.\n")
        else:
            say(f"WARNING: No error type found in weight formula '{formula}'.\n")
    if not weights:
        say("WARNING: No valid weights found. Using default weights.\n")
        return default
    for share in SHARES:
        weights.setdefault(share, {share: 1})
    return weights


READERS: dict[str, Callable[[str, Say], Any]] = {
    "target_in": _files,
    "system_in": _files,
    "eval_out": _report_path,
    "labels": _labels,
    "exclude": lambda value, say: _labels(value, say) + ALWAYS_EXCLUDED,
    "ignore_punct": lambda value, _: value.lower() != "false",
    "focus": lambda value, _: "system" if value.lower() == "system" else "target",
    "weights": read_weights,
    "eval_method": _methods,
}
