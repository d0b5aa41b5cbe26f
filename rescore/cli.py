"""The command ``rescore SUBCOMMAND ...``, and its message if a library that it needs is not installed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence

from legacy_scorers.common.cli import uncollected_main_of
from legacy_scorers.common.host import Host
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.libraries import need
from legacy_scorers.rescore.process import GARBAGE_INTERVAL, UNSCORED, USAGE, end_in_order

_COMPLETIONS = [f"{shell}_{what}" for shell in ("bash", "zsh", "fish") for what in ("complete", "source")]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the subcommand that the words after the command's name ask for and return the exit status.

    0: nothing to report; 1: figures differ; 2: wrong words, or a library is missing; 3: something cannot be read or
    written.
    """
    if argv is None:
        end_in_order()
    return uncollected_main_of("rescore", _run, argv, UNSCORED, GARBAGE_INTERVAL)


def _run(words: Sequence[str], _: Host) -> int:
    need("click")
    import click

    from legacy_scorers.rescore.commands import rescore

    if os.environ.get("_RESCORE_COMPLETE") in _COMPLETIONS:  # a shell asks for completions
        with contextlib.suppress(KeyError, ValueError):  # the words are missing if no shell asks
            rescore.main(prog_name="rescore")
    try:
        with rescore.make_context("rescore", [*words]) as context:
            status: int | None = rescore.invoke(context)
    except click.exceptions.Exit as done:
        SYSTEM.stdout.write(b"")  # raises an error if the stream is closed; click does not
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        SYSTEM.stderr.write(error.format_message().encode() + b"\n")
        return USAGE
    except click.UsageError as error:
        name = error.ctx.command_path if error.ctx else "rescore"
        problem = " ".join(error.format_message().split()).rstrip(".")  # click lists choices one per line
        SYSTEM.warn(f"{name}: {problem}; '{name} --help' shows its usage")
        return USAGE
    return status or 0
