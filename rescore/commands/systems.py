"""What ``rescore compare`` and ``rank`` do: systems are read, compared by a method, and printed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

import click

from legacy_scorers.common.errors import InputError, nearest
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.archive_run import still_known
from legacy_scorers.rescore.archive.pool import pool_of
from legacy_scorers.rescore.archive.records import UnitCounts
from legacy_scorers.rescore.archive.store import Store, default_store
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.submissions import read_by
from legacy_scorers.rescore.commands import tell_misplaced
from legacy_scorers.rescore.names import scorer_called
from legacy_scorers.rescore.output import statistics
from legacy_scorers.rescore.output.forms import TEXT
from legacy_scorers.rescore.output.picture import draw
from legacy_scorers.rescore.process import UNSCORED, USAGE
from legacy_scorers.rescore.reports.model import Name
from legacy_scorers.rescore.reports.words import encoded, listed, one_field
from legacy_scorers.rescore.runs.running import own_files
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.statistics.comparison import SystemComparison
from legacy_scorers.rescore.statistics.methods import BONFERRONI, HOLM, MAX_T, SIGN, Method
from legacy_scorers.rescore.statistics.resample import fewest_trials
from legacy_scorers.rescore.statistics.samples import MIN_SYSTEMS, Sample, sample, samples_in


def compare_systems(context: click.Context, *, ranking: bool) -> int:
    """Compare the systems that a command line names, in pairs or as a ranking, print it, and return the exit status."""
    options = {name: value for name, value in context.params.items() if value is not None}  # named or by default
    if options["cite"] and "form" in options:
        raise click.UsageError("--cite prints no table; remove --format")
    method = Method(**{name: options[name] for name in Method._fields if name in options})
    if method.test == SIGN and method.correct == MAX_T:
        if "correct" in options:
            problem = "--correct max-t needs resamples, which --test sign does not make; use --correct holm"
            raise click.UsageError(problem)
        method = method._replace(correct=HOLM)
    compared = SystemComparison(_samples_of(context, method, of_task=ranking), method, options.get("by", ""))
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
    SYSTEM.stdout.write(statistics.table_of(columns, options.get("form", TEXT)))
    return 0


def _samples_of(context: click.Context, method: Method, *, of_task: bool) -> list[Sample]:
    """Return the counts of command lines, of the named submissions to an archive, or of all to its task."""
    lines, words, by = context.obj, context.params["words"], context.params["by"]
    if len(lines) >= MIN_SYSTEMS and not words:
        _check_options([line[0] for line in lines], len(lines), by, method)
        for index, line in enumerate(lines):
            if line in lines[:index]:
                raise click.UsageError(f"{' '.join(line)!r} occurs twice; compare it with another")
        return [_sample_of(line, context.params["measure"]) for line in lines]
    is_archive = bool(words) and (os.path.exists(words[0]) or not scorer_called(words[0]))
    if not lines and is_archive and (len(words) in (1, 2) if of_task else len(words) > MIN_SYSTEMS):
        return _samples_of_archive(context.params, method, of_task=of_task)
    others = "a task" if of_task else "two submissions"
    raise click.UsageError(f"needs at least two command lines, each after --, or an archive and {others}")


def _sample_of(line: Sequence[str], measure: Name | None) -> Sample:
    try:
        return sample(line, measure, own_files())
    except InputError:
        tell_misplaced(line[0], line[1:])
        raise


def _samples_of_archive(options: Mapping[str, Any], method: Method, *, of_task: bool) -> list[Sample]:
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


def _check_options(commands: Sequence[str], systems: int, by: str | None, method: Method) -> None:
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
