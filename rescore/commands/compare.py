"""``rescore compare``: is a system better than another, or is it chance? ``rescore rank``: what is their order?

``rescore measures COMMAND [ARGS...]``: the measures by which runs of a command can be compared.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from math import comb
from typing import Any

import click

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.archive_run import still_known
from legacy_scorers.rescore.archive.records import UnitCounts
from legacy_scorers.rescore.archive.store import Store, default_store
from legacy_scorers.rescore.archive.submission import Submission, read_regular
from legacy_scorers.rescore.archive.submissions import pool_of, read_by
from legacy_scorers.rescore.commands import Real, ScorerName, Whole, figure_name, number, with_limits
from legacy_scorers.rescore.libraries import bringing
from legacy_scorers.rescore.output import statistics
from legacy_scorers.rescore.output.picture import draw
from legacy_scorers.rescore.process import UNSCORED, USAGE
from legacy_scorers.rescore.reports.model import Name, written
from legacy_scorers.rescore.reports.words import encoded, listed, nearest, one_field
from legacy_scorers.rescore.runs.explanation import measure_of
from legacy_scorers.rescore.runs.running import own_files
from legacy_scorers.rescore.scorers import GROUPS, SCORERS, scorer_called
from legacy_scorers.rescore.scorers.derived import with_derived
from legacy_scorers.rescore.statistics import comparison, resample
from legacy_scorers.rescore.statistics.samples import (
    MIN_SYSTEMS,
    Sample,
    main_measures,
    observed,
    printed_names,
    sample,
    samples_in,
)

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
                raise click.UsageError(f"{problem}; use one of {', '.join(SCORERS)}", ctx)
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
    if os.path.isfile(value) and PICTURES[suffix] not in read_regular(value, MAX_SIGNATURE_BYTES):
        raise click.BadParameter(f"{value!r} exists and is not such a picture; name another file")
    if find_spec("matplotlib") is None:
        raise click.UsageError(f"--plot needs matplotlib; {bringing('plots')}")
    return value, suffix


def _measure(context: click.Context, option: click.Parameter, value: str | None) -> Name | None:
    """Return table, row and column; a column alone has neither."""
    return ("", "", value) if value and "/" not in value else figure_name(context, option, value)


_OPTIONS: list[Callable[..., Any]] = [  # in the order of the help
    _choice("--format form", statistics.FORMS, "FORM"),
    click.option("--plot", callback=_picture, metavar="FILE", help="Also draw a picture: .svg, .png or .pdf."),
    click.option(
        "--measure",
        callback=_measure,
        metavar="TABLE/ROW/COLUMN",
        help="What to compare; COLUMN alone: of all items.",
    ),
    _choice("--test", comparison.TESTS, "TEST"),
    number("--trials", Whole(1, MAX_TRIALS), resample.DEFAULT_TRIALS, "N", "Random draws.", show_default=True),
    number("--confidence", Real(50, 100, min_open=True, max_open=True), 95, "P", "In per cent.", show_default=True),
    _choice("--correct", comparison.CORRECTIONS, "METHOD"),
    _choice("--interval", comparison.INTERVALS, "KIND"),
    number("--seed", Whole(0), resample.DEFAULT_SEED, "N", "Of the random numbers.", show_default=True),
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
    return _compare_systems(context, ranking=False)


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@_statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE [TASK]] [-- COMMAND ARGS...]...")
def rank(context: click.Context, /, **_: Any) -> int:  # noqa: ANN401
    """Rank systems that were scored against the same key.

    Systems are command lines, each after --, or submissions to a task of an archive. Those that share a letter cannot
    be told apart.
    """
    return _compare_systems(context, ranking=True)


def _compare_systems(context: click.Context, *, ranking: bool) -> int:
    options = {name: value for name, value in context.params.items() if value is not None}  # named or by default
    if options["cite"] and "form" in options:
        raise click.UsageError("--cite prints no table; remove --format")
    method = comparison.Method(**{name: options[name] for name in comparison.Method._fields if name in options})
    if method.test == comparison.SIGN and method.correct == comparison.MAX_T:
        if "correct" in options:
            problem = "--correct max-t needs resamples, which --test sign does not make; use --correct holm"
            raise click.UsageError(problem)
        method = method._replace(correct=comparison.HOLM)
    compared = comparison.SystemComparison(_samples_of(context, method, of_task=ranking), method, options.get("by", ""))
    for note in compared.notes:
        SYSTEM.warn(f"rescore: {note}")
    if "plot" in options:
        draw(compared, *options["plot"], ranking=ranking)
    if options["cite"]:
        lines = statistics.sentence(compared), *compared.citations, *statistics.references(compared)
        SYSTEM.stdout.write(encoded("".join([f"{one_field(line)}\n" for line in lines])))
        return 0
    statistics.tell(compared)
    columns = statistics.rank_columns(compared) if ranking else statistics.pair_columns(compared)
    SYSTEM.stdout.write(statistics.table_of(columns, options.get("form", statistics.FORMS[0])))
    return 0


def _samples_of(context: click.Context, method: comparison.Method, *, of_task: bool) -> list[Sample]:
    """Return the counts of command lines, of the named submissions to an archive, or of all to its task."""
    lines, words, by = context.obj, context.params["words"], context.params["by"]
    if len(lines) >= MIN_SYSTEMS and not words:
        _check_options([line[0] for line in lines], len(lines), by, method)
        for index, line in enumerate(lines):
            if line in lines[:index]:
                raise click.UsageError(f"{' '.join(line)!r} occurs twice; compare it with another")
        return [sample(line, context.params["measure"], own_files()) for line in lines]
    if not lines and (len(words) in (1, 2) if of_task else len(words) > MIN_SYSTEMS):
        return _samples_of_archive(context.params, method, of_task=of_task)
    others = "a task" if of_task else "two submissions"
    raise click.UsageError(f"needs at least two command lines, each after --, or an archive and {others}")


def _samples_of_archive(options: Mapping[str, Any], method: comparison.Method, *, of_task: bool) -> list[Sample]:
    """Score submissions. With ``of_task`` those that cannot be scored are reported on standard error and left out."""
    archive, *names = options["words"]
    with pool_of(archive, None, options["timeout"], options["memory"]) as pool:
        read = read_by(pool, archive)
        names = names or [_only_task(read.submissions, archive)]
        chosen = _choose(read.submissions, archive, names, of_task=of_task)
        commands = [submission.words[0] for submission in chosen if submission.words]
        _check_options(commands, len(commands if of_task else chosen), options["by"], method)
        known: list[UnitCounts | None] = [None] * len(chosen)
        if os.path.exists(path := default_store(read.place)):
            store = Store(path, create=False)
            for index, result in still_known(store, read.root, chosen, pool).items():
                known[index] = None if result.record.exit else store.units(chosen[index])
        all_found = samples_in(read.root, chosen, known, pool, options["measure"])
    for submission, found in zip(chosen, all_found):
        if isinstance(found, InputError):
            error = InputError(f"{submission.label}: {found}", archive, None, found.status)
            if not of_task or found.status == USAGE:
                raise error
            SYSTEM.warn(f"rescore: {str(error).rstrip('.')}; it is left out")
    samples = [found for found in all_found if isinstance(found, Sample)]
    if len(samples) < MIN_SYSTEMS:
        raise InputError(f"fewer than two submissions to {chosen[0].task} can be scored", archive, None, UNSCORED)
    return samples


def _only_task(submissions: Sequence[Submission], archive: str) -> str:
    """Return the task of all submissions. Raises :class:`InputError` if there are several."""
    tasks = list(dict.fromkeys([one.task for one in submissions]))
    if len(tasks) != 1:
        problem = f"has the tasks {listed(tasks)}; name one" if tasks else "has no submissions; name another archive"
        raise InputError(problem, archive, None, USAGE)
    return tasks[0]


def _choose(submissions: Sequence[Submission], archive: str, names: list[str], *, of_task: bool) -> list[Submission]:
    """Return the submissions of the given names, or those to the task of the one name."""
    chosen: list[Submission] = []
    for name in names:
        found = [one for one in submissions if name in ((one.task,) if of_task else (one.name, one.label))]
        problem = ""
        if not found:
            known = sorted({one.task if of_task else one.name for one in submissions})
            near = nearest(name, known) or f"; known are {listed(known)}"
            problem = f"has no {'task' if of_task else 'submission'} {name}{near}"
        elif len(found) > 1 and not of_task:
            problem = f"{name} may be {', '.join([one.label for one in found])}; name the task, too"
        elif found[0] in chosen:
            problem = f"{found[0].label} is named twice; compare it with another"
        if problem:
            raise InputError(problem, archive, None, USAGE)
        chosen += found
    return chosen


def _check_options(commands: Sequence[str], systems: int, by: str | None, method: comparison.Method) -> None:
    """Refuse too few trials to tell any two systems apart, and groups that a scorer does not have."""
    is_by_pair = method.correct in (comparison.HOLM, comparison.BONFERRONI)
    fewest = resample.fewest_trials(comb(systems, 2) if is_by_pair else 1, method.confidence)
    if method.trials < fewest and method.test != comparison.SIGN:
        other = ", or --correct max-t" if is_by_pair else ""
        problem = f"--trials {method.trials} cannot tell any of {systems} systems apart; use {fewest} or more{other}"
        raise click.UsageError(problem)
    having = [scorer for scorer in SCORERS.values() if by in scorer.groups]
    if having and not {*commands} <= {scorer.command for scorer in having}:
        grouped = " and ".join([f"{scorer.unit} of {scorer.command}" for scorer in having])
        raise click.UsageError(f"only {grouped} can be grouped --by {by}")


@click.command(
    epilog="Example: rescore measures scorer2 answers key",
    context_settings={"allow_interspersed_args": False},
)
@click.argument("command", type=ScorerName(), metavar="COMMAND")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[ARGS...]")
def measures(command: str, words: tuple[str, ...]) -> None:
    """List the measures of a command, the main ones first, or those of a run with their values.

    Without ARGS, LABEL, CLASS and SLOT stand for the labels, classes and slots of the data. Counts have names of the
    same form (docs/cells.md) and can be compared, too.
    """
    if words:
        outcome, run, _ = observed([command, *words], own_files())
        printed = printed_names(outcome)
        names = dict.fromkeys([*main_measures(run), *[name for name in printed if measure_of(run, name) is not None]])
        derived = [cell for cell in with_derived(outcome.scorer, outcome.cells) if cell.name not in printed]
        rows = [[written(name), printed[name]] for name in names if name in printed]
        rows += [[written(cell.name), cell.text] for cell in derived if not isinstance(cell.value, str)]
    else:
        rows = [[written(name)] for name in SCORERS[command].measures]
    SYSTEM.stdout.write(encoded("".join(["\t".join(map(one_field, row)) + "\n" for row in rows])))
