"""Where systems come from: command lines that are run, or submissions of an archive."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

import click

from common.cli import write_line
from common.errors import InputError
from rescore.archive.options import pool_of, read_by
from rescore.archive.pool import Pool
from rescore.archive.rescoring import still_known
from rescore.archive.scoring import inside
from rescore.archive.store import Store, default_store
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.archive.units import UnitCounts
from rescore.reports.model import Name, nearest
from rescore.scorers import SCORERS, scorer_called
from rescore.statistics.comparison import BONFERRONI, HOLM, SIGN, Method
from rescore.statistics.resample import fewest_trials
from rescore.statistics.samples import Sample, recalled, sample
from rescore.statuses import UNSCORED, USAGE

BETWEEN = "--"
MIN_SYSTEMS = 2


class WithLines(click.Command):
    """A subcommand whose words end with command lines of scorers, each after ``--``. The context's ``obj`` has them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remove the command lines from ``args`` before the options are read."""
        ctx.obj = []
        if BETWEEN in args:
            index = args.index(BETWEEN)
            if not ctx.resilient_parsing:  # or a shell asks for completions
                ctx.obj = split(ctx, args[index + 1 :])
            args = args[:index]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the usage with the command lines at its end."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND ARGS...]..."]


def split(context: click.Context, words: Sequence[str]) -> list[list[str]]:
    """Return the command lines, which begin at a command's name after ``--``; any other ``--`` belongs to a line."""
    lines: list[list[str]] = [[]]
    for index, word in enumerate(words):
        if word == BETWEEN and scorer_called("".join(words[index + 1 : index + 2])):
            lines.append([])
        else:
            lines[-1].append(word)
    for line in lines:
        if not line or not scorer_called(line[0]):
            problem = f"{line[0]!r} after -- is not a scorer" if line else "no scorer follows --"
            raise click.UsageError(f"{problem}; use one of {', '.join(SCORERS)}", context)
    return [[scorer_called(command), *others] for command, *others in lines]


def samples_of(context: click.Context, method: Method, *, of_task: bool) -> list[Sample]:
    """Return the counts of command lines, or of submissions of an archive: all ``of_task``, or those that are named.

    The words are the archive and the names, ``NAME`` or ``TASK/NAME``, or that of the task.
    """
    lines, words, by = context.obj, context.params["words"], context.params["by"]
    if len(lines) >= MIN_SYSTEMS and not words:
        _check([line[0] for line in lines], len(lines), by, method)
        for index, line in enumerate(lines):
            if line in lines[:index]:
                raise click.UsageError(f"{' '.join(line)!r} occurs twice; compare it with another")
        return [sample(line, context.params["measure"]) for line in lines]
    if not lines and (len(words) == 2 if of_task else len(words) > MIN_SYSTEMS):
        return _samples_of_archive(context.params, method, of_task=of_task)
    others = "a task" if of_task else "two submissions"
    raise click.UsageError(f"needs at least two command lines, each after --, or an archive and {others}")


def _samples_of_archive(options: Mapping[str, Any], method: Method, *, of_task: bool) -> list[Sample]:
    """Score submissions. With ``of_task`` those that cannot be scored are reported on standard error and left out."""
    archive, *names = options["words"]
    with pool_of(archive, None, options["timeout"], options["memory"]) as pool:
        read = read_by(pool, archive)
        chosen = _chosen(read, archive, names, of_task=of_task)
        commands = [submission.words[0] for submission in chosen if submission.words]
        _check(commands, len(commands if of_task else chosen), options["by"], method)
        all_found = samples_in(read.root, chosen, _known(read, chosen, pool), pool, options["measure"])
    samples = []
    for submission, found in zip(chosen, all_found):
        if isinstance(found, Sample):
            samples.append(found)
            continue
        error = InputError(f"{submission.label}: {found}", archive, None, found.status)
        if not of_task or found.status == USAGE:
            raise error
        write_line(f"rescore: {str(error).rstrip('.')}; it is left out")
    if of_task and len(samples) < MIN_SYSTEMS:
        raise InputError(f"fewer than two submissions to {names[0]} can be scored", archive, None, UNSCORED)
    return samples


def _chosen(read: Archive, archive: str, names: Sequence[str], *, of_task: bool) -> list[Submission]:
    """Return the submissions of the given names, or those to the task of the one name."""
    chosen: list[Submission] = []
    for name in names:
        found = [one for one in read.submissions if name in ((one.task,) if of_task else (one.name, one.label))]
        problem = ""
        if not found:
            kind, known = "submission", {one.name for one in read.submissions}
            if of_task:
                kind, known = "task", {one.task for one in read.submissions}
            problem = f"has no {kind} {name}{nearest(name, sorted(known))}"
        elif len(found) > 1 and not of_task:
            problem = f"{name} may be {', '.join([one.label for one in found])}; name the task, too"
        elif found[0] in chosen:
            problem = f"{found[0].label} is named twice; compare it with another"
        if problem:
            raise InputError(problem, archive, None, USAGE)
        chosen += found
    return chosen


def _known(read: Archive, chosen: Sequence[Submission], pool: Pool) -> dict[int, UnitCounts]:
    """Return the counts by unit in the archive's store that still hold, by the index of the submission."""
    path = default_store(read.place)
    if not os.path.exists(path):
        return {}
    with Store(path, is_cache=True) as store:
        known = still_known(store, read.root, chosen, pool)
        units = {index: store.units(chosen[index]) for index, result in known.items() if not result.record["exit"]}
    return {index: counted for index, counted in units.items() if counted is not None}


def _check(commands: Sequence[str], systems: int, by: str, method: Method) -> None:
    """Refuse too few trials to tell any two systems apart, and groups that a scorer does not have."""
    is_by_pair = method.correct in (HOLM, BONFERRONI)
    fewest = fewest_trials(comb(systems, 2) if is_by_pair else 1, method.confidence)
    if method.trials < fewest and method.test != SIGN:
        other = ", or --correct max-t" if is_by_pair else ""
        problem = f"--trials {method.trials} cannot tell any of {systems} systems apart; use {fewest} or more{other}"
        raise click.UsageError(problem)
    having = [scorer for scorer in SCORERS.values() if by in scorer.groups]
    if having and not {*commands} <= {scorer.command for scorer in having}:
        grouped = " and ".join([f"{scorer.unit} of {scorer.command}" for scorer in having])
        raise click.UsageError(f"only {grouped} can be grouped --by {by}")


def samples_in(
    root: str, chosen: Sequence[Submission], known: Mapping[int, UnitCounts], pool: Pool, measure: Name | None
) -> list[Sample | InputError]:
    """Return the counts of submissions to the archive in a folder, or why they cannot be scored.

    The first is scored again, and so is each whose index is not in ``known``, the counts by unit of the others.
    """

    def scored(indices: Sequence[int]) -> dict[int, Sample | InputError]:
        return dict(zip(indices, pool.calls(sample_in, ((root, chosen[index], measure) for index in indices))))

    found = scored([index for index in range(len(chosen)) if not index or index not in known])
    for index, units in known.items():
        if index not in found:
            submission = chosen[index]
            like = next((one for one in found.values() if isinstance(one, Sample)), None)
            again = recalled(units, like, submission.words, submission.name) if like else None
            found |= {index: again} if again else scored([index])
    return [found[index] for index in range(len(chosen))]


def sample_in(root: str, submission: Submission, measure: Name | None) -> Sample:
    """Return the counts of a submission to the archive in a folder. Raises :class:`InputError` if it has none."""
    if submission.problem:
        raise InputError(submission.problem, status=UNSCORED)
    with inside(root, submission):
        return sample(submission.words, measure, submission.name)
