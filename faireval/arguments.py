"""The words of the command line, and the version that the environment asks for.

The words are read as argparse of Python 3.11 reads them for an option ``--config CONFIG``. This is written by hand,
because importing the module takes longer than most evaluations, and its texts differ between versions of Python.
"""

from __future__ import annotations

from legacy_scorers.common.errors import InputError
from legacy_scorers.faireval.align import FIRST_VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    Option: TypeAlias = tuple[str, str | None]

USAGE = "usage: FairEval.py [-h] --config CONFIG\n"
HELP = USAGE + (
    "\noptions:\n  -h, --help       show this help message and exit\n  --config CONFIG  Configuration File\n"
)
OPTIONS = ("-h", "--help", "--config")
UNKNOWN = ""
VERSION_VARIABLE = "FAIREVAL_VERSION"


class UsageError(Exception):
    """An invalid command line."""


def config_file(words: list[str]) -> str | None:
    """Return the configuration file that the words name, or None if they ask for help.

    Options may be abbreviated; the last file counts. Raises :class:`UsageError` with the sentence to print.
    """
    end = words.index("--") if "--" in words else len(words)
    options = {at: option for at, option in enumerate(map(_option, words[:end])) if option is not None}
    config = None
    extras = []
    places = iter(range(len(words)))
    for place in places:
        name, attached = options.get(place, (UNKNOWN, None))
        if name == UNKNOWN:
            extras.append(words[place])
        elif name == "--config" and attached is None:
            following = next(places, len(words))
            if following >= len(words) or following in options or words[following] == "--":
                raise UsageError("argument --config: expected one argument")
            config = words[following]
        elif name == "--config":
            config = attached
        else:
            _check_help(name, attached)
            return None
    if config is None:
        raise UsageError("the following arguments are required: --config")
    if extras:
        raise UsageError("unrecognized arguments: " + " ".join(extras))
    return config


def chosen_version(environment: Mapping[str, str]) -> str:
    """Return the version of the original that the environment asks for, empty for the present one."""
    version = environment.get(VERSION_VARIABLE, "")
    if version not in ("", FIRST_VERSION):
        raise InputError(f"{VERSION_VARIABLE} is {version}; set it to {FIRST_VERSION}, or unset it", status=2)
    return version


def _option(word: str) -> Option | None:
    """Return the option of a word, or UNKNOWN, with the value attached to it; None if the word is an argument."""
    if not word.startswith("-") or word == "-":
        return None
    if word in OPTIONS:
        return word, None
    name, equals, value = word.partition("=")
    attached = value if equals else None
    if name in OPTIONS:
        return name, attached
    if word.startswith("--"):
        meant = [option for option in OPTIONS if option.startswith(name)]
        if len(meant) > 1:
            raise UsageError(f"ambiguous option: {word} could match {', '.join(meant)}")
        if meant:
            return meant[0], attached
    elif word.startswith("-h"):
        return "-h", word[2:]
    return None if " " in word or _is_negative_number(word) else (UNKNOWN, None)


def _is_negative_number(word: str) -> bool:
    whole, point, decimals = word[1:].removesuffix("\n").partition(".")
    if not point:
        return whole.isdecimal()
    return decimals.isdecimal() and (not whole or whole.isdecimal())


def _check_help(name: str, attached: str | None) -> None:
    """Refuse a value attached to a help option; ``-hh`` is ``-h``."""
    if name == "-h" and attached:
        attached = attached.lstrip("h") or None
    if attached is not None:
        raise UsageError(f"argument -h/--help: ignored explicit argument {attached!r}")
