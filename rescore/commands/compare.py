"""``rescore compare``: is a system better than another, or is it chance? ``rescore rank``: what is their order?"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from legacy_scorers.rescore.commands import Real, Whole, figure_name, number, with_limits
from legacy_scorers.rescore.libraries import bringing
from legacy_scorers.rescore.names import GROUPS, SCORER_NAMES, scorer_called
from legacy_scorers.rescore.output.forms import COMPARISON_FORMS
from legacy_scorers.rescore.pages import page
from legacy_scorers.rescore.statistics.methods import CORRECTIONS, DEFAULT_SEED, DEFAULT_TRIALS, INTERVALS, TESTS

if TYPE_CHECKING:
    from legacy_scorers.rescore.reports.model import Name

BEFORE_LINE = "--"  # precedes each command line
MAX_TRIALS = 1_000_000
PICTURES = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}  # by suffix, bytes near the beginning
MAX_SIGNATURE_BYTES = 1000


class WithLines(click.Command):
    """A subcommand whose words end with command lines of scorers, each after ``--``. The context's ``obj`` has them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remove the command lines, which begin at a scorer's name after ``--``, before the options are read."""
        lines: list[list[str]] = []
        index = args.index(BEFORE_LINE) if BEFORE_LINE in args else len(args)
        words = [] if ctx.resilient_parsing else args[index:]  # a shell asks for completions
        for word, following in zip(words, [*words[1:], ""]):
            if word == BEFORE_LINE and (not lines or scorer_called(following)):
                lines.append([])
            else:  # also another --, which belongs to a line
                lines[-1].append(word)
        for line in lines:
            if not line or not scorer_called(line[0]):
                problem = f"{line[0]!r} after -- is not a scorer" if line else "no scorer follows --"
                raise click.UsageError(f"{problem}; use one of {', '.join(SCORER_NAMES)}", ctx)
            line[0] = scorer_called(line[0])
        ctx.obj = lines
        return super().parse_args(ctx, args[:index])


def _choice(name: str, choices: Sequence[str], metavar: str, verb: str = "") -> Callable[..., Any]:
    first, *others, last = choices
    text = f"{verb}{', '.join([f'{first} (default)', *others])} or {last}."
    return click.option(*name.split(), type=click.Choice(choices), metavar=metavar, help=text)


def _picture(context: click.Context, option: click.Parameter, value: str | None) -> tuple[str, str] | None:
    """Return the name and the suffix of a picture. It may overwrite such a picture, but no other file."""
    if value is None:
        return None
    suffix = value.rpartition(".")[2].lower()
    if suffix not in PICTURES:
        raise click.BadParameter(f"{value!r} does not end in one of {', '.join(PICTURES)}")
    from legacy_scorers.rescore.archive.submission import read_regular

    if os.path.isfile(value) and PICTURES[suffix] not in read_regular(value, MAX_SIGNATURE_BYTES):
        raise click.BadParameter(f"{value!r} exists and is not such a picture; name another file")
    if find_spec("matplotlib") is None:
        raise click.UsageError(f"--plot needs matplotlib; {bringing('plots')}")
    return value, suffix


def _measure(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column; a column alone has neither."""
    if value and "/" not in value:
        return "", "", value
    if value is not None and value.count("/") < 2:
        raise click.BadParameter(f"{value!r} is not TABLE/ROW/COLUMN; {page('cells')} lists the names")
    return figure_name(context, option, value)


_OPTIONS: list[Callable[..., Any]] = [  # in the order of the help
    _choice("--format form", COMPARISON_FORMS, "FORM"),
    click.option("--plot", callback=_picture, metavar="FILE", help="Also draw a picture: .svg, .png or .pdf."),
    click.option(
        "--measure",
        callback=_measure,
        metavar="TABLE/ROW/COLUMN",
        help="What to compare; COLUMN alone: of all items.",
    ),
    _choice("--test", TESTS, "TEST"),
    number("--trials", Whole(1, MAX_TRIALS), DEFAULT_TRIALS, "N", "Random draws.", show_default=True),
    number("--confidence", Real(50, 100, min_open=True, max_open=True), 95, "P", "In per cent.", show_default=True),
    _choice("--correct", CORRECTIONS, "METHOD"),
    _choice("--interval", INTERVALS, "KIND"),
    number("--seed", Whole(0), DEFAULT_SEED, "N", "Of the random numbers.", show_default=True),
    _choice("--by", ("unit", *GROUPS), "UNIT", "Draw "),
    click.option("--cite", is_flag=True, help="Print the sentence for a paper, and references."),
    with_limits,
    click.pass_context,
]


def _statistical(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in reversed(_OPTIONS):  # the last decorator that is applied comes first in the help
        function = option(function)
    return function


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@_statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...] [-- COMMAND ARGS...]...")
def compare(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, in pairs.

    Systems are command lines, each after --, or submissions A, B... to an archive. Prints differences with intervals
    and the result of a test.
    """
    from legacy_scorers.rescore.commands.systems import compare_systems

    return compare_systems(context, ranking=False)


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@_statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE [TASK]] [-- COMMAND ARGS...]...")
def rank(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or submissions to a task of an archive. Those that share a letter cannot
    be told apart.
    """
    from legacy_scorers.rescore.commands.systems import compare_systems

    return compare_systems(context, ranking=True)
