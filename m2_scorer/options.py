"""The words and the variable of a command line (page, 'Command line')."""

from __future__ import annotations

from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.common.py27 import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeVar

    Number = TypeVar("Number", int, float)

VERSION_VARIABLE = "M2SCORER_VERSION"
VERSIONS = "3.2", "2016"
USAGE = b"""\
Usage: m2scorer.py [OPTIONS] proposed_sentences gold_source
where
  proposed_sentences   -   system output, sentence per line
  source_gold          -   source sentences with gold token edits
OPTIONS
  -v    --verbose                   -  print verbose output
        --very_verbose              -  print lots of verbose output
        --max_unchanged_words N     -  Maximum unchanged words when extraction edit. Default 2.
        --beta B                    -  Beta value for F-measure. Default 0.5.
        --ignore_whitespace_casing  -  Ignore edits that only affect whitespace and caseing. Default no.
"""
TO_LEARN_MORE = "without words, m2scorer shows the options"
WRONG_NUMBER_OF_FILES = 255  # exit status
_VALUED = "--max_unchanged_words", "--beta"
_NAMES = ("--verbose", "--very_verbose", "--ignore_whitespace_casing", *_VALUED)


class Options:
    """The options of a command line, the names of its two files, and the version.

    Raises ``InputError`` for the first option that is wrong, then for an unknown version, and ``RefusalError``, with
    the usage, unless two files follow the options.
    """

    __slots__ = ("beta", "gold", "ignores_casing", "most_unchanged", "system", "verbose", "version")

    def __init__(self, arguments: Sequence[str], variables: Mapping[str, str]) -> None:
        self.verbose = self.ignores_casing = False
        self.most_unchanged, self.beta = 2, 0.5
        rest = list(arguments)
        while rest and rest[0].startswith("-") and rest[0] != "-":
            word = rest.pop(0)
            if word == "--":
                break
            if word.startswith("--"):
                self._read_long(word, rest)
            elif word.strip("v") == "-":
                self.verbose = True
            else:
                raise InputError(f"option {word} not recognized; {TO_LEARN_MORE}")
        self.version = variables.get(VERSION_VARIABLE) or VERSIONS[0]
        if self.version not in VERSIONS:
            raise InputError(f"{VERSION_VARIABLE} is '{self.version}'; the versions are {' and '.join(VERSIONS)}")
        if len(rest) != 2:
            raise RefusalError(USAGE, WRONG_NUMBER_OF_FILES)
        self.system, self.gold = rest

    def _read_long(self, word: str, rest: list[str]) -> None:
        """Read a long option, which may be shortened; its value, if it takes one, may be the next of the words."""
        typed, equals, value = word.partition("=")
        names = [name for name in _NAMES if name.startswith(typed)]
        if len(names) != 1:
            raise InputError(f"option {typed} {'not a unique prefix' if names else 'not recognized'}; {TO_LEARN_MORE}")
        name = names[0]
        if name not in _VALUED and equals:
            raise InputError(f"option {name} must not have a value")
        if name in _VALUED and not equals:
            if not rest:
                raise InputError(f"option {name} requires a value")
            value = rest.pop(0)
        if name == "--beta":
            self.beta = _number(name, value, float)
        elif name == "--max_unchanged_words":
            self.most_unchanged = _number(name, value, integer)
        self.verbose |= name == "--verbose"
        self.ignores_casing |= name == "--ignore_whitespace_casing"


def _number(name: str, value: str, kind: Callable[[str], Number]) -> Number:
    """Return a value. Digits of other scripts are not allowed."""
    try:
        if value.isascii() and "_" not in value:
            return kind(value)
    except ValueError:
        pass
    raise InputError(f"{name} {value}: not a {'whole ' if kind is integer else ''}number")
