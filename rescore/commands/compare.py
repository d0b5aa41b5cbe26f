"""``rescore compare -- COMMAND ARGS -- COMMAND ARGS``: is one system better than another, or is it chance?

``rescore rank`` puts systems in order, as far as they can be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from common.cli import write_line, write_stdout
from rescore.archive.options import with_limits
from rescore.named import Real, Whole, figure_name, number
from rescore.reports.model import encoded
from rescore.scorers import GROUPS
from rescore.statistics import comparison, resample
from rescore.statistics.comparison import Method, SystemComparison, Systems
from rescore.statistics.forms import FORMS, citation, comparison_table, ranking_table, tell
from rescore.statistics.picture import draw, with_plot
from rescore.statistics.sources import WithLines, samples_of

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

MAX_TRIALS = 1_000_000


def _choice(name: str, choices: Sequence[str], metavar: str, verb: str = "") -> Callable[..., Any]:
    first, *others, last = choices
    text = f"{verb}{', '.join([f'{first} (default)', *others])} or {last}."
    return click.option(*name.split(), type=click.Choice(choices), default=first, metavar=metavar, help=text)


_OPTIONS = [
    _choice("--format form", FORMS, "FORM"),
    with_plot,
    click.option(
        "--measure", callback=figure_name, metavar="TABLE/ROW/COLUMN", help="What to compare, if not the main measure."
    ),
    _choice("--test", comparison.TESTS, "TEST"),
    number("--trials", Whole(1, MAX_TRIALS), resample.DEFAULT_TRIALS, "N", "Random draws.", show_default=True),
    number("--confidence", Real(50, 100, min_open=True, max_open=True), 95, "P", "In per cent.", show_default=True),
    _choice("--correct", comparison.CORRECTIONS, "METHOD"),
    _choice("--interval", comparison.INTERVALS, "KIND"),
    number("--seed", Whole(0), resample.DEFAULT_SEED, "N", "Of the random numbers.", show_default=True),
    _choice("--by", (comparison.UNIT, *GROUPS), "UNIT", "Draw "),
    click.option("--cite", is_flag=True, help="Print the sentence for a paper, and references."),
]


def _statistical(function: AnyFunction) -> AnyFunction:
    """Add the options of statistics to a subcommand."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), with_limits(function))


@click.command(cls=WithLines, epilog="Example: rescore compare -- scorer2 ours key -- scorer2 theirs key")
@_statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE A B...]")
@click.pass_context
def compare(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Compare systems that were scored against the same key, in pairs.

    Systems are command lines, each after --, or submissions A, B... to an archive. Prints differences with intervals
    and the result of a test.
    """
    return _compare_systems(context, ranking=False)


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@_statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE TASK]")
@click.pass_context
def rank(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or the submissions to a task of an archive. Those that share a letter
    cannot be told apart.
    """
    return _compare_systems(context, ranking=True)


def _compare_systems(context: click.Context, *, ranking: bool) -> int:
    """Compare the systems of a command line; print their pairs or their ranking, or what a paper has to say of it."""
    options, method = context.params, _method_of(context)
    systems = Systems(samples_of(context, method, of_task=ranking), options["by"])
    for note in systems.notes:
        write_line(f"rescore: {note}")
    compared = SystemComparison(systems, method)
    if options["plot"] is not None:
        draw(options["plot"], compared, ranking=ranking)
    if options["cite"]:
        write_stdout(encoded(citation(compared)))
        return 0
    tell(compared)
    table = ranking_table if ranking else comparison_table
    write_stdout(encoded(table(compared, options["form"])))
    return 0


def _method_of(context: click.Context) -> Method:
    """Return how to resample and test. Refuse ``--cite`` with ``--format``, because it prints no table."""
    if context.params["cite"] and context.get_parameter_source("form") is not ParameterSource.DEFAULT:
        raise click.UsageError("--cite prints no table; remove --format")
    method = Method(**{name: context.params[name] for name in Method._fields})
    if method.test != comparison.SIGN or method.correct != comparison.MAX_T:
        return method
    if context.get_parameter_source("correct") is ParameterSource.DEFAULT:
        return method._replace(correct=comparison.HOLM)
    raise click.UsageError("--correct max-t needs resamples, which --test sign does not make; use --correct holm")
