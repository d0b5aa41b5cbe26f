"""What ``compare`` and ``rank`` have in common: options, and the way from command lines to a contest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from common.cli import write_line
from common.errors import InputError
from rescore.archive.options import with_limits
from rescore.archive.pool import Pool
from rescore.explain.conditions import signatures
from rescore.named import Real, Whole, figure_name
from rescore.reports.names import Name
from rescore.scorers import GROUPS, SCORERS
from rescore.statistics import resample
from rescore.statistics.comparison import (
    BONFERRONI,
    CORRECTIONS,
    HOLM,
    INTERVALS,
    MAX_T,
    SIGN,
    TESTS,
    Comparison,
    Method,
)
from rescore.statistics.contest import Contest, counted, examples
from rescore.statistics.references import references
from rescore.statistics.samples import Sample, sample
from rescore.statistics.sentence import remarks, sentence
from rescore.statistics.submissions import Submissions
from rescore.statuses import UNSCORED, USAGE
from rescore.tables import one_field

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])

_UNIT = "unit"
_BY = [_UNIT, *GROUPS]
MOST_TRIALS = 1_000_000
FEWEST = 2  # systems


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
        type=Whole(1, MOST_TRIALS),
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


def refuse_few_trials(method: Method, systems: int) -> None:
    """Refuse a number of trials with which no two systems can be told apart, whatever their figures are."""
    fewest = method.fewest_trials(systems)
    if method.trials >= fewest:
        return
    problem = f"--trials {method.trials} can tell no two of {systems} systems apart; use {fewest} or more"
    if method.correct in (HOLM, BONFERRONI):
        problem += ", or --correct max-t"
    raise click.UsageError(problem)


def samples_of(lines: Sequence[Sequence[str]], measure: Name | None, by: str, method: Method) -> list[Sample]:
    """Run command lines, no two of which are the same, and return their counts."""
    refuse_few_trials(method, len(lines))
    for place, line in enumerate(lines):
        if line in lines[:place]:
            raise click.UsageError(f"{' '.join(line)!r} stands there twice; compare it with another")
    _refuse_groups([line[0] for line in lines], by)
    return [sample(line, measure) for line in lines]


def samples_called(
    pool: Pool, archive: str, names: Sequence[str], measure: Name | None, by: str, method: Method
) -> list[Sample]:
    """Score submissions of an archive and return their counts."""
    refuse_few_trials(method, len(names))
    submissions = Submissions(archive, pool)
    submissions.called(names)
    _refuse_groups(submissions.commands, by)
    samples = []
    for found in submissions.samples(measure):
        if isinstance(found, InputError):
            raise found
        samples.append(found)
    return samples


def samples_of_task(pool: Pool, archive: str, task: str, measure: Name | None, by: str, method: Method) -> list[Sample]:
    """Score all submissions to a task of an archive; say on standard error which cannot be, and leave them out."""
    submissions = Submissions(archive, pool)
    submissions.of_task(task)
    refuse_few_trials(method, len(submissions.commands))
    _refuse_groups(submissions.commands, by)
    samples = []
    for found in submissions.samples(measure):
        if isinstance(found, InputError):
            if found.status == USAGE:
                raise found
            write_line(f"rescore: {str(found).rstrip('.')}; it is left out")
        else:
            samples.append(found)
    if len(samples) < FEWEST:
        raise InputError(f"fewer than two submissions to {task} can be scored", archive, None, UNSCORED)
    return samples


def _refuse_groups(commands: Iterable[str], by: str) -> None:
    having = [scorer for scorer in SCORERS.values() if by in scorer.groups]
    if having and not {*commands} <= {scorer.command for scorer in having}:
        grouped = " and ".join([f"{scorer.unit} of {scorer.command}" for scorer in having])
        raise click.UsageError(f"only {grouped} are grouped --by {by}")


def contest_of(samples: Sequence[Sample], by: str) -> Contest:
    """Put systems side by side, and say on standard error which units are left out."""
    contest = Contest(samples, SCORERS[samples[0].command].groups.get(by))
    for name, units in contest.left_out.items():
        if units:
            write_line(
                f"rescore: {name}: {counted(units)} that others lack: {examples(units)}; "
                f"figures are those of the {counted(contest.units)} that all have"
            )
    return contest


def tell(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> None:
    """Say on standard error how the figures were got, and what has to be known besides."""
    for remark in remarks(contest, comparisons, method.trials):
        write_line(f"rescore: {remark}")
    write_line(sentence(contest, comparisons, method))
    for line in _signatures(contest):
        write_line(line)


def citation(contest: Contest, comparisons: Sequence[Comparison], method: Method) -> str:
    """Return the sentence, signatures and references, one a line."""
    lines = [sentence(contest, comparisons, method), *_signatures(contest), *references(contest, comparisons, method)]
    return "".join([f"{one_field(line)}\n" for line in lines])


def _signatures(contest: Contest) -> list[str]:
    return signatures(contest.command, contest.names, contest.conditions)
