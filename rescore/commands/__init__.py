"""The subcommands of ``rescore``, click commands of the same name, and the options that they share.

Their modules are loaded when asked for, and import what runs a subcommand in its body: a help needs none of it.
"""

from __future__ import annotations

import importlib
import math
import mmap
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from legacy_scorers.common import SUITE, VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.libraries import EXTRA, need
from legacy_scorers.rescore.names import SCORER_NAMES, scorer_called
from legacy_scorers.rescore.pages import with_pages
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY, UNSCORED
from legacy_scorers.rescore.runs.verdicts import LAYOUT, ROUNDING

if TYPE_CHECKING:
    from legacy_scorers.rescore.reports.model import Name

SUMMARIES = {
    "explain": "Show the items behind each figure of a report.",
    "check": "Find suspicious input of a run, even if it succeeds.",
    "diff": "Compare two reports of a scorer cell by cell.",
    "compare": "Test whether one system is better than another.",
    "rank": "Rank systems, in groups that cannot be told apart.",
    "measures": "List the measures that systems can be compared by.",
    "init": "Draft the manifest of an archive.",
    "run": "Score an archive again and find out why figures differ.",
    "site": "Make web pages of an archive that explain every figure.",
    "table": "Print all figures of an archive as one long table.",
}
_MODULES = {"rank": "compare"}  # others have their own names
_WITHOUT_EXTRA = ("explain", "check", "diff")  # unless they are asked for more than lines of text
_WITH_NUMPY = ("compare", "rank", "measures", "site")
_ROOM = 2**27  # bytes that numpy takes when it is loaded
_HELP = f"""Explain and compare reports of {", ".join(SCORER_NAMES)}. Exit status: 0 nothing to
report, 1 something is, 2 wrong use, 3 something cannot be read.
"""
_EXAMPLE = "Example: rescore diff published/scores recomputed/scores"


class Subcommands(click.Group):
    """A group that imports a subcommand's module when it is run, and shows summaries without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand of that name, or None."""
        if cmd_name not in SUMMARIES:
            return None
        if cmd_name not in _WITHOUT_EXTRA:
            need(*EXTRA)
        if cmd_name in _WITH_NUMPY:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would take memory, and have nothing to do
            try:
                mmap.mmap(-1, _ROOM).close()  # or OpenBLAS would try to allocate it for ever
            except OSError as error:
                problem = f"numpy cannot be loaded ({error.strerror}); it needs {_ROOM >> 20} MB of memory"
                raise InputError(problem, status=UNSCORED) from error
        module = importlib.import_module(f"legacy_scorers.rescore.commands.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(module, cmd_name)
        command.help = with_pages(command.help or "")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


@click.group(cls=Subcommands, help=_HELP, epilog=_EXAMPLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="rescore", message=f"%(prog)s ({SUITE}) %(version)s")
def rescore() -> None:
    """Run one of the subcommands."""


class ScorerName(click.Choice[str]):
    """One of the scorers, perhaps with a folder before its name, or also the path of an archive, for click."""

    def __init__(self, *, or_archive: bool = False) -> None:
        super().__init__(SCORER_NAMES)
        self._or_archive = or_archive

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name without a folder, or the path of the archive."""
        scorer = scorer_called(value)
        if self._or_archive and not scorer and os.path.exists(value):
            return value
        return str(super().convert(scorer or value, param, ctx))


def tell_misplaced(command: str, words: Sequence[str]) -> None:
    """Report options of the subcommand, or a file without ``<``, among the words of a scorer's command that failed."""
    from legacy_scorers.rescore.scorers import SCORERS

    context = click.get_current_context()
    ours = {option for parameter in context.command.params for option in parameter.opts if option.startswith("-")}
    files = sum(map(os.path.isfile, words)) if SCORERS[command].reads_standard_input else 0
    needs_sign = files == 1 and "<" not in words
    if files > 1 and context.info_name != "check":  # which finds that
        problem = f"{command} reads one file, after '<', with the tags of key and response"
        SYSTEM.warn(f"{context.command_path}: {problem}; 'rescore check' puts two together")
    for word in words:
        if word.partition("=")[0] in ours:
            SYSTEM.warn(f"{context.command_path}: {command} gets {word}, which follows it; put it before {command}")
        elif needs_sign and os.path.isfile(word):
            SYSTEM.warn(f"{context.command_path}: {command} reads standard input; write '<', quoted, before {word}")


def figure_name(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, for click; those that are left out are empty."""
    if value is None:
        return None
    from legacy_scorers.rescore.reports.model import name_of

    return name_of(value)


class Whole(click.IntRange):
    """A whole number."""

    name = "whole number"


class Real(click.FloatRange):
    """A number, or ``inf``."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401
        """Return the number. NaN is refused, although click finds it in every range."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


def number(
    name: str, kind: Whole | Real, default: float | None, metavar: str, text: str, show_default: bool = False
) -> Callable[..., Any]:
    """Return an option for a number; with ``show_default``, its help ends with the default."""
    return click.option(name, type=kind, default=default, metavar=metavar, help=text, show_default=show_default)


with_jobs = number("--jobs", Whole(1), None, "N", "Processes; by default one per processor.")
with_only = click.option("--only", metavar="GLOB", help="Only TASK, or submissions NAME or TASK/NAME.")
with_store = click.option(
    "--store", type=click.Path(), metavar="FOLDER", help="Folder for results; by default among your caches."
)
SEARCH_S = 5.0  # for trying two changes at a time
TIMEOUT_S = 600


def with_limits(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--timeout`` and ``--memory`` to a subcommand."""
    text = f"For each submission; by default {TIMEOUT_S}."
    timeout = number("--timeout", Real(0, min_open=True), TIMEOUT_S, "SECONDS", text)
    memory = click.option(
        "--memory", type=Whole(1), callback=_memory, metavar="MB", help="Memory limit of each process."
    )
    limited: Callable[..., Any] = timeout(memory(function))
    return limited


def _memory(context: click.Context, option: click.Parameter, value: int | None) -> int | None:
    if value is not None and not CAN_BOUND_MEMORY:
        raise click.BadParameter("this system cannot limit the memory of a process")
    return value


def _accepted(context: click.Context, option: click.Parameter, value: str) -> set[str]:
    words = {word.strip() for word in value.split(",") if word.strip()}
    if unknown := sorted(words - {LAYOUT, ROUNDING}):
        raise click.BadParameter(f"{unknown[0]!r} is not one of {LAYOUT}, {ROUNDING}")
    return words


_ACCEPT = f"Exit with 0 for these, too: {LAYOUT}, {ROUNDING}."
accepting = click.option("--accept", default="", callback=_accepted, metavar="VERDICT,...", help=_ACCEPT)
