"""The rules of Python 2.7's optparse: abbreviations, values, error texts and the layout of its help.

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
WIDTH = 78  # of 80 columns, as optparse leaves two free
HELP_COLUMN = 24


class UsageError(Exception):
    """A command line that breaks the rules; ``str()`` is the message without usage line and program name."""


class Option:
    """An option: its name with two hyphens, how values are shown (empty for a flag), and its help sentence.

    ``count`` is the number of values; ``choices`` are the only values allowed, None if any is; ``version`` is the MAT
    version that alone has the option, None for both; ``added`` says that no MAT has it.
    """

    __slots__ = ("added", "choices", "count", "help", "metavar", "name", "version")

    def __init__(
        self,
        name: str,
        metavar: str,
        help: str,  # noqa: A002
        count: int | None = None,
        choices: tuple[str, ...] | None = None,
        version: str | None = None,
        added: bool = False,
    ) -> None:
        self.name = name
        self.metavar = metavar
        self.help = help
        self.count = (1 if metavar else 0) if count is None else count
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
        """Return the value of the option's last use, None if it does not occur."""
        uses = self.all(name)
        return uses[-1][0] if uses else None

    def text(self, name: str) -> str | None:
        """Return the value of the option's last use as text in UTF-8, None if it does not occur."""
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


def parse(options: Sequence[Option], words: Sequence[str], others: Sequence[Option] = ()) -> CommandLine:
    """Read the words of a command line. Raises :class:`UsageError` for those that make no sense.

    ``others`` are options of another version, of which a message names the version that has them.
    ``--help`` ends the reading; whatever follows does not matter.
    """
    line = CommandLine()
    rest = iter(words)
    for word in rest:
        if word == "--":
            line.positionals.extend(rest)
        elif word.startswith("--"):
            line.uses.append(_read_option(options, others, word, rest))
        elif word.startswith("-h"):
            line.uses.append((HELP, ()))
        elif word.startswith("-") and word != "-":
            raise UsageError(f"no such option: {word[:2]}")
        else:
            line.positionals.append(word)
        if line.uses and line.uses[-1][0] == HELP:
            break
    return line


def _read_option(options: Sequence[Option], others: Sequence[Option], word: str, rest: Iterator[str]) -> Use:
    name, equals, explicit = word.partition("=")
    found = candidates(options, name)
    if not found:
        raise UsageError(f"no such option: {name}{_elsewhere(others, name)}")
    if len(found) > 1:
        raise UsageError(f"ambiguous option: {name} ({', '.join([option.name for option in found])}?)")
    option = found[0]
    if equals and not option.count:
        raise UsageError(f"{option.name} option does not take a value")
    values = [explicit] if equals else []
    values += [value for _, value in zip(range(option.count - len(values)), rest)]
    if len(values) < option.count:
        number = "an argument" if option.count == 1 else f"{option.count} arguments"
        raise UsageError(f"{option.name} option requires {number}")
    if option.choices is not None and values[0] not in option.choices:
        choices = ", ".join([quoted(choice) for choice in option.choices])
        raise UsageError(f"option {option.name}: invalid choice: {quoted(values[0])} (choose from {choices})")
    return option.name, tuple(values)


def _elsewhere(others: Sequence[Option], word: str) -> str:
    """Say which version has the one option of another version that ``word`` stands for."""
    found = candidates(others, word)
    if len(found) != 1:
        return ""
    (option,) = found
    return f"; {option.name} is an option of MAT {option.version} (set MATSCORE_VERSION={option.version})"


def quoted(word: str) -> str:
    """Write a word as Python 2 shows a byte string: quoted, with escapes for what is not printable ASCII."""
    return repr(os.fsencode(word))[1:]


def layout(usage: str, groups: Sequence[tuple[str, Sequence[Option]]], epilogue: str) -> str:
    """Lay out the help: the usage line, the ungrouped help option, groups of options with titles, and an epilogue."""
    parts = [f"{usage}\n\nOptions:\n", _entry("-h, --help", "show this help message and exit", 2)]
    for title, options in groups:
        parts.append(f"\n  {title}:\n")
        parts.extend([_entry(_signature(option), option.help, 4) for option in options])
    if epilogue:
        parts.append("\n" + "".join([line + "\n" for line in _wrapped(epilogue, WIDTH)]))
    return "".join(parts)


def _signature(option: Option) -> str:
    return f"{option.name}={option.metavar}" if option.metavar else option.name


def _entry(signature: str, text: str, indent: int) -> str:
    lines = _wrapped(text, WIDTH - HELP_COLUMN)
    head = " " * indent + signature
    if len(signature) > HELP_COLUMN - indent - 2:
        first = f"{head}\n{' ' * HELP_COLUMN}{lines[0]}\n"
    else:
        first = f"{head.ljust(HELP_COLUMN)}{lines[0]}\n"
    return first + "".join([f"{' ' * HELP_COLUMN}{line}\n" for line in lines[1:]])


def _wrapped(text: str, width: int) -> list[str]:
    from textwrap import wrap  # rarely needed

    return wrap(" ".join(text.split()), width, break_long_words=False, break_on_hyphens=False)
