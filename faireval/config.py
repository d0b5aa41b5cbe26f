"""The configuration file: ``key = value`` lines that say what to evaluate, how, and where the report goes."""

from __future__ import annotations

import os
from io import TextIOWrapper

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import FILE, FOLDER
from legacy_scorers.faireval.measures import DEFAULT_WEIGHTS, SHARES
from legacy_scorers.faireval.read import undecodable_line
from legacy_scorers.faireval.spans import FAIR, METHODS, TRADITIONAL, WEIGHTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from legacy_scorers.common.host import Host
    from legacy_scorers.faireval.measures import Weights
    from legacy_scorers.faireval.read import Say, Settings

ALWAYS_EXCLUDED = ["NONE", "EMPTY"]
INPUTS = {"target_in": "target_files", "system_in": "system_files"}
CONSOLE = "cmd"


def read_config(path: str, host: Host, say: Say) -> Settings | None:
    """Read a configuration file (UTF-8) and make the directory of the report. No other file is opened.

    Return the settings as users of the module know them: those of the file in its order, then defaults of ``labels``,
    ``eval_out`` (None for standard output) and ``eval_method``. ``target_in`` and ``system_in`` are the last inputs
    named, ``target_files`` and ``system_files`` the lists of their files.

    Messages, whole lines, go to ``say``. Return None, after a message, if an input is missing. Raises
    :class:`InputError` for an invalid line.
    """
    settings, lines = _read(path, host, say)
    if not all(name in settings for name in INPUTS.values()):
        say("ERROR: Cannot evaluate without target AND system file(s). Quitting.\n")
        return None
    report = settings.setdefault("eval_out", None)
    if report == CONSOLE and host.kind(report) != FILE:
        problem = "'cmd' cannot be the name of a report; remove eval_out to write to standard output"
        raise InputError(problem, path, lines["eval_out"])
    if report and "\0" in report:
        raise InputError("a NUL byte cannot be part of a file name; name another file", path, lines["eval_out"])
    settings.setdefault("labels", ["all"])
    methods = settings.get("eval_method", METHODS)
    if WEIGHTED in methods and not settings.get("weights"):
        methods = [TRADITIONAL, FAIR] if TRADITIONAL in methods else [FAIR]
    settings["eval_method"] = list(methods)
    return settings


def _read(path: str, host: Host, say: Say) -> tuple[Settings, dict[str, int]]:
    """Return the settings of the file, and the line of each, from 1."""
    settings: Settings = {}
    lines: dict[str, int] = {}
    number = 0
    try:
        with TextIOWrapper(host.open(path), "utf-8") as file:
            for number, line in enumerate(file, 1):
                item = line.strip()
                if item and not item.startswith("#"):
                    key, _, value = item.partition("=")
                    name = _set(settings, key.strip(), value.strip(), host, say)
                    lines[name] = number
    except UnicodeDecodeError as error:
        problem = f"not UTF-8 text ({error.reason}); save the file as UTF-8"
        raise InputError(problem, path, undecodable_line(host, path)) from error
    except InputError as error:
        raise InputError(error.problem, path, number) from error
    return settings, lines


def _set(settings: Settings, key: str, value: str, host: Host, say: Say) -> str:
    """Read the value of a setting and return its name, empty if the value is not a file or directory."""
    if key not in READERS:
        raise InputError(f"{key!r} is not a setting; correct the name or begin the line with #")
    if key in INPUTS:
        say(f"{key}: {value}\n")
        settings[key] = value
    setting = READERS[key](value, host, say)
    if setting is None:
        say(f"Error: '{key} = {value}' is not a file/directory.\n")
        return ""
    name = INPUTS.get(key, key)
    if name in settings:
        say(f"WARNING: duplicate config item '{name}' found.\n")
    settings[name] = setting
    return name


def refuse_report(path: str, settings: Settings, host: Host) -> None:
    """Raise :class:`InputError` if ``eval_out`` cannot be written, or is a file that the evaluation reads."""
    report = settings["eval_out"]
    if report is None:
        return
    if host.kind(report) == FOLDER:
        raise InputError("is a directory; name a file in it", report)
    place = report
    while not host.kind(place):  # where reports are kept in memory, their folder may be missing
        place = os.path.dirname(place) or os.curdir
    if not host.is_writable(place):
        raise InputError("cannot be written (Permission denied); name another file", report)
    lost = host.overwritten([report], [path, *settings["target_files"], *settings["system_files"]])
    if lost is not None:
        raise InputError("eval_out is this input file; name another file", lost[1])


def _file_name(value: str) -> str:
    """Return the name by which the system knows the file, whatever the locale: names are UTF-8."""
    return os.fsdecode(value.encode())


def _files(value: str, host: Host, _: Say) -> list[str] | None:
    """Return the path of a file, or the sorted paths of a directory's entries; None if the value is neither.

    Pipes, sockets and devices in a directory are left out, because reading them may never end.
    """
    name = _file_name(value)
    path = os.path.normpath(name)
    if host.kind(name) == FOLDER:
        entries = [os.path.join(path, entry) for entry in sorted(host.entries(path))]
        return [one for one in entries if host.kind(one) in (FILE, FOLDER, "")]
    return [path] if host.kind(name) == FILE else None


def _report_path(value: str, host: Host, _: Say) -> str | None:
    """Return the path of the report, after making its directory; None if that has no name or cannot be made.

    Missing directories are made one by one, and it is an error if the last exists by then. So ``new/../report`` is
    refused unless ``new`` exists.
    """
    name = _file_name(value)
    if host.kind(name) == FOLDER:
        return os.path.join(os.path.normpath(name), "eval.csv")
    if host.kind(name) == FILE:
        return os.path.normpath(name)
    if name == CONSOLE:
        return name
    folder = os.path.dirname(name)
    try:
        way_back = os.path.basename(folder) == os.pardir or host.kind(host.place(folder)) == FOLDER
        refused = way_back and host.kind(folder) != FOLDER
        host.make_folder(folder)
    except (OSError, ValueError):  # a NUL in a name is a ValueError
        return None
    return None if refused else name


def _labels(value: str, _host: Host, _: Say) -> list[str]:
    return [label for label in dict.fromkeys(map(str.strip, value.split(","))) if label]


def _methods(value: str, _host: Host, say: Say) -> list[str]:
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
        if not kind:
            say(f"WARNING: No error type found in weight formula '{formula}'.\n")
            continue
        weights[kind[1]] = shares = {}
        for share in SHARES:
            number = re.search(rf"((?<!\d)\d+(?:\.\d+)?|\.\d+)\s*\*?\s*{share}", formula)
            shares[share] = float(number[1]) if number else 0
            if not number:
                say(f"WARNING: Missing weight for {share} for error type {kind[1]}. Set to 0.\n")
    if not weights:
        say("WARNING: No valid weights found. Using default weights.\n")
        return default
    for share in SHARES:
        weights.setdefault(share, {share: 1})
    return weights


READERS: dict[str, Callable[[str, Host, Say], Any]] = {
    "target_in": _files,
    "system_in": _files,
    "eval_out": _report_path,
    "labels": _labels,
    "exclude": lambda value, host, say: _labels(value, host, say) + ALWAYS_EXCLUDED,
    "ignore_punct": lambda value, _host, _: value.lower() != "false",
    "focus": lambda value, _host, _: "system" if value.lower() == "system" else "target",
    "weights": lambda value, _, say: read_weights(value, say),
    "eval_method": _methods,
}
