"""The options that ``compare`` and ``rank`` have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from rescore.archive.options import with_limits
from rescore.named import Real, Whole, figure_name
from rescore.scorers import GROUPS
from rescore.statistics import resample
from rescore.statistics.comparison import CORRECTIONS, HOLM, INTERVALS, MAX_T, SIGN, TESTS, Method

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

_UNIT = "unit"
_BY = [_UNIT, *GROUPS]
MAX_TRIALS = 1_000_000


def one_of(names: Sequence[str]) -> str:
    """Return names to choose from, of which the first is the default."""
    first, *others, last = names
    return f"{', '.join([f'{first} (default)', *others])} or {last}"


_OPTIONS = [
    click.option(
        "--measure", callback=figure_name, metavar="TABLE/ROW/COLUMN", help="What to compare, if not the main measure."
    ),
    click.option("--test", type=click.Choice(TESTS), default=TESTS[0], metavar="TEST", help=f"{one_of(TESTS)}."),
    click.option(
        "--trials",
        type=Whole(1, MAX_TRIALS),
        default=resample.DEFAULT_TRIALS,
        metavar="N",
        help="Random draws.",
        show_default=True,
    ),
    click.option(
        "--confidence",
        type=Real(50, 100, min_open=True, max_open=True),
        default=95,
        metavar="P",
        help="In per cent.",
        show_default=True,
    ),
    click.option(
        "--correct",
        type=click.Choice(CORRECTIONS),
        default=CORRECTIONS[0],
        metavar="METHOD",
        help=f"{one_of(CORRECTIONS)}.",
    ),
    click.option(
        "--interval",
        type=click.Choice(INTERVALS),
        default=INTERVALS[0],
        metavar="KIND",
        help=f"{one_of(INTERVALS)}.",
    ),
    click.option(
        "--seed",
        type=Whole(0),
        default=resample.DEFAULT_SEED,
        metavar="N",
        help="Of the random numbers.",
        show_default=True,
    ),
    click.option(
        "--by",
        type=click.Choice(_BY),
        default=_UNIT,
        metavar="UNIT",
        help=f"Draw {one_of(_BY)}.",
    ),
    click.option("--cite", is_flag=True, help="Print the sentence for a paper, and references."),
]


def statistical(function: AnyFunction) -> AnyFunction:
    """Give a subcommand the options of all that is statistical."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), with_limits(function))


def refuse_form_of_citation(context: click.Context) -> None:
    """Refuse a form of the table together with ``--cite``, which prints none."""
    if context.params["cite"] and context.get_parameter_source("form") is not ParameterSource.DEFAULT:
        raise click.UsageError("--cite prints no table; leave --format out")


def method_of(options: dict[str, Any]) -> Method:
    """Return how to resample and test."""
    method = Method(**{name: options[name] for name in Method._fields})
    if method.test != SIGN or method.correct != MAX_T:
        return method
    if click.get_current_context().get_parameter_source("correct") is ParameterSource.DEFAULT:
        return method._replace(correct=HOLM)
    raise click.UsageError("--correct max-t needs resamples, which --test sign does not make; use --correct holm")
