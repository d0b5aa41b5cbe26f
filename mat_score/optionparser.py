"""The rules of Python 2.7's optparse: abbreviations, values and error texts.

Old scripts depend on these rules and texts, and later versions of Python word them differently.
"""

from __future__ import annotations

import os

from mat_score.encoding import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Use = tuple[str, tuple[str, ...]]  # of an option: its name and its values

HELP = "--help"


class UsageError(Exception):
    """A command line that breaks the rules; ``str()`` is the message without usage line and program name."""


class Option:
    """An option: its name with two hyphens, a word of ``metavar`` for each of its values, and its help sentence.

    ``choices`` are the only values allowed, if there are any; ``version`` is the MAT version that alone has the option,
    None for both; ``added`` says that no MAT has it.
    """

    __slots__ = ("added", "choices", "count", "help", "metavar", "name", "version")

    def __init__(
        self,
        name: str,
        metavar: str,
        help: str,  # noqa: A002
        version: str | None = None,
        choices: tuple[str, ...] = (),
        added: bool = False,
    ) -> None:
        self.name = name
        self.metavar = metavar or " | ".join(choices)
        self.count = 1 if choices else len(metavar.split())
        self.help = help
        self.choices = choices
        self.version = version
        self.added = added


class CommandLine:
    """What a command line says: the uses of options in order, by name and with values, and the positional arguments."""

    __slots__ = ("positionals", "uses")

    def __init__(self) -> None:
        self.uses: list[Use] = []
        self.positionals: list[str] = []

    def has(self, name: str) -> bool:
        """Say whether the option occurs."""
        return any(used == name for used, _ in self.uses)

    def all(self, name: str) -> list[tuple[str, ...]]:
        """Return the values of every use of the option."""
        return [values for used, values in self.uses if used == name]

    def last(self, name: str) -> str | None:
        """Return the value of the option's last use, or None."""
        uses = self.all(name)
        return uses[-1][0] if uses else None

    def text(self, name: str) -> str | None:
        """Return the value of the option's last use as text in UTF-8, or None."""
        value = self.last(name)
        return None if value is None else shown(value)


def candidates(options: Sequence[Option], word: str) -> list[Option]:
    """Return the options that ``word`` may stand for: the one of that name, or all it is a prefix of.

    Added options never make an abbreviation of the original's options ambiguous.
    """
    found = [option for option in options if option.name == word] or sorted(
        (option for option in options if option.name.startswith(word)), key=lambda option: option.name
    )
    return [option for option in found if not option.added] or found


def read_option(options: Sequence[Option], word: str, rest: Iterator[str]) -> tuple[list[Option], list[str]]:
    """Return the options that ``word`` may stand for, and the values of the first, which may come from ``rest``."""
    name, equals, explicit = word.partition("=")
    found = candidates(options, name)
    values = [explicit] if equals else []
    values += [value for _, value in zip(range((found[0].count if found else 0) - len(values)), rest)]
    return found, values


def parse(options: Sequence[Option], words: Sequence[str], others: Sequence[Option] = ()) -> CommandLine:
    """Read the words of a command line. Raises :class:`UsageError` for those that make no sense.

    ``others`` are the options of another version; an error names the version that has an unknown option.
    ``--help`` ends the reading.
    """
    line = CommandLine()
    rest = iter(words)
    for word in rest:
        if word == "--":
            line.positionals.extend(rest)
        elif word.startswith("--"):
            found, values = read_option(options, word, rest)
            option = _only(found, word.partition("=")[0], others)
            _check_values(option, values)
            line.uses.append((option.name, tuple(values)))
        elif word.startswith("-h"):
            line.uses.append((HELP, ()))
        elif word.startswith("-") and word != "-":
            raise UsageError(f"no such option: {word[:2]}")
        else:
            line.positionals.append(word)
        if line.has(HELP):
            break
    return line


def _only(found: list[Option], name: str, others: Sequence[Option]) -> Option:
    if len(found) > 1:
        raise UsageError(f"ambiguous option: {name} ({', '.join([option.name for option in found])}?)")
    if found:
        return found[0]
    hint = ""
    if len(of_others := candidates(others, name)) == 1:
        version = of_others[0].version
        hint = f"; {of_others[0].name} is an option of MAT {version} (set MATSCORE_VERSION={version})"
    raise UsageError(f"no such option: {name}{hint}")


def _check_values(option: Option, values: Sequence[str]) -> None:
    if len(values) > option.count:
        raise UsageError(f"{option.name} option does not take a value")
    if len(values) < option.count:
        number = "an argument" if option.count == 1 else f"{option.count} arguments"
        raise UsageError(f"{option.name} option requires {number}")
    if option.choices and values[0] not in option.choices:
        choices = ", ".join(map(quoted, option.choices))
        raise UsageError(f"option {option.name}: invalid choice: {quoted(values[0])} (choose from {choices})")


def quoted(word: str) -> str:
    """Write a word as Python 2 shows a byte string: quoted, with escapes for what is not printable ASCII."""
    return repr(os.fsencode(word))[1:]
