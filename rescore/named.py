"""What users write on command lines, for click: scorers, figures, numbers, verdicts to accept."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from typing import Any

import click

from common.cli import write_line
from rescore.difference import LAYOUT, ROUNDING
from rescore.process import CAN_BOUND_MEMORY
from rescore.reports.model import Name, name_of
from rescore.scorers import SCORERS, scorer_called


class ScorerName(click.Choice):  # type: ignore[type-arg]  # click 8.1 has no arguments of types
    """One of the scorers, perhaps with a folder before its name, or also the path of an archive, for click."""

    def __init__(self, *, or_archive: bool = False) -> None:
        super().__init__(list(SCORERS))
        self._or_archive = or_archive

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name without a folder, or the path of the archive."""
        scorer = scorer_called(value)
        if self._or_archive and not scorer and os.path.exists(value):
            return value
        return str(super().convert(scorer or value, param, ctx))


def tell_misplaced(command: str, words: Iterable[str]) -> None:
    """Report options of the subcommand among the words of the scorer's command line, which failed."""
    context = click.get_current_context()
    ours = {option for parameter in context.command.params for option in parameter.opts if option.startswith("-")}
    for word in words:
        if word.partition("=")[0] in ours:
            write_line(f"{context.command_path}: {command} gets {word}, which follows it; put it before {command}")


def figure_name(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column of ``TABLE/ROW/COLUMN``, for click."""
    if value is not None and value.count("/") < 2:
        raise click.BadParameter(f"{value!r} is not TABLE/ROW/COLUMN; docs/cells.md lists the names")
    return None if value is None else name_of(value)


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
    "--store", type=click.Path(), metavar="FILE", help="File for results; by default in your cache folder."
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
