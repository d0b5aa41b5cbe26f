"""The subcommands of ``rescore``, click commands of the same name. Their modules are loaded when asked for."""

from __future__ import annotations

import importlib
import mmap
import os

import click

from common import SUITE, VERSION
from common.errors import InputError
from rescore.process import UNSCORED
from rescore.scorers import SCORERS

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
    "merge": "Merge the results of the parts of an archive.",
}
_MODULES = {"rank": "compare", "table": "run"}  # of those that are not named after their modules
_WITH_NUMPY = ("compare", "rank", "measures")
_ROOM = 2**27  # bytes that numpy takes when it is loaded
_HELP = f"""Explain and compare reports of {", ".join(SCORERS)}. Exit status: 0 nothing to
report, 1 something is, 2 wrong use, 3 something cannot be read.
"""
EXAMPLE = "Example: rescore diff published/scores recomputed/scores"


class Subcommands(click.Group):
    """A group that imports a subcommand's module when it is run, and shows summaries without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the subcommands."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand of that name, or None."""
        if cmd_name not in SUMMARIES:
            return None
        if cmd_name in _WITH_NUMPY:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would take memory, and have nothing to do
            try:
                mmap.mmap(-1, _ROOM).close()  # or OpenBLAS would try to allocate it for ever
            except OSError as error:
                problem = f"numpy cannot be loaded ({error.strerror}); it needs {_ROOM >> 20} MB of memory"
                raise InputError(problem, status=UNSCORED) from error
        module = importlib.import_module(f"rescore.commands.{_MODULES.get(cmd_name, cmd_name)}")
        return getattr(module, cmd_name)  # type: ignore[no-any-return]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names and summaries of the subcommands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


@click.group(cls=Subcommands, help=_HELP, epilog=EXAMPLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="rescore", message=f"%(prog)s ({SUITE}) %(version)s")
def rescore() -> None:
    """Run one of the subcommands."""
