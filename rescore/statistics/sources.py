"""Where systems come from: command lines that are run, or submissions of an archive."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import compress

import click

from common.cli import write_line
from common.errors import InputError
from rescore.archive.inputs import current
from rescore.archive.options import read_by
from rescore.archive.pool import MIN_ARCHIVE_S, Pool
from rescore.archive.scoring import inside
from rescore.archive.store import Store, default_store
from rescore.archive.submission import Submission
from rescore.archive.units import UnitCounts
from rescore.reports.model import Name, nearest
from rescore.scorers import SCORERS, scorer_called
from rescore.statistics.comparison import BONFERRONI, HOLM, Method
from rescore.statistics.samples import Sample, recalled, sample
from rescore.statistics.systems import Systems, examples, number_of
from rescore.statuses import UNSCORED, USAGE

BETWEEN = "--"
MIN_SYSTEMS = 2


class WithLines(click.Command):
    """A subcommand whose words end with command lines of scorers, each after ``--``; they are the context's ``obj``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the command lines out before the options are read."""
        ctx.obj = []
        if BETWEEN in args:
            index = args.index(BETWEEN)
            if not ctx.resilient_parsing:  # a shell asks what may come next
                ctx.obj = split(ctx, args[index + 1 :])
            args = args[:index]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show where the command lines stand."""
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
            begun = f"{line[0]!r} after -- is" if line else "after -- there is"
            raise click.UsageError(f"{begun} none of {', '.join(SCORERS)}", context)
    return [[scorer_called(command), *others] for command, *others in lines]


def samples_of(lines: Sequence[Sequence[str]], measure: Name | None, by: str, method: Method) -> list[Sample]:
    """Run command lines, no two of which are the same, and return their counts."""
    _check([line[0] for line in lines], len(lines), by, method)
    for index, line in enumerate(lines):
        if line in lines[:index]:
            raise click.UsageError(f"{' '.join(line)!r} occurs twice; compare it with another")
    return [sample(line, measure) for line in lines]


def samples_called(
    pool: Pool, archive: str, names: Sequence[str], measure: Name | None, by: str, method: Method
) -> list[Sample]:
    """Score submissions of an archive, which are named ``NAME`` or ``TASK/NAME``, and return their counts."""
    source = _ArchiveSource(archive, pool)
    source.choose(names)
    _check(source.commands, len(names), by, method)
    samples = []
    for found in source.samples(measure):
        if isinstance(found, InputError):
            raise found
        samples.append(found)
    return samples


def samples_of_task(pool: Pool, archive: str, task: str, measure: Name | None, by: str, method: Method) -> list[Sample]:
    """Score all submissions to a task of an archive; say on standard error which cannot be, and leave them out."""
    source = _ArchiveSource(archive, pool)
    source.choose_task(task)
    _check(source.commands, len(source.commands), by, method)
    samples = []
    for found in source.samples(measure):
        if isinstance(found, Sample):
            samples.append(found)
        elif found.status == USAGE:
            raise found
        else:
            write_line(f"rescore: {str(found).rstrip('.')}; it is left out")
    if len(samples) < MIN_SYSTEMS:
        raise InputError(f"fewer than two submissions to {task} can be scored", archive, None, UNSCORED)
    return samples


def _check(commands: Sequence[str], systems: int, by: str, method: Method) -> None:
    """Refuse a number of trials with which no two systems can be told apart, and groups that a scorer does not have."""
    fewest = method.fewest_trials(systems)
    if method.trials < fewest:
        other = ", or --correct max-t" if method.correct in (HOLM, BONFERRONI) else ""
        problem = f"--trials {method.trials} can tell no two of {systems} systems apart; use {fewest} or more{other}"
        raise click.UsageError(problem)
    having = [scorer for scorer in SCORERS.values() if by in scorer.groups]
    if having and not {*commands} <= {scorer.command for scorer in having}:
        grouped = " and ".join([f"{scorer.unit} of {scorer.command}" for scorer in having])
        raise click.UsageError(f"only {grouped} are grouped --by {by}")


def systems_of(samples: Sequence[Sample], by: str) -> Systems:
    """Put systems side by side, and say on standard error which units are left out."""
    systems = Systems(samples, SCORERS[samples[0].command].groups.get(by))
    for name, units in systems.left_out.items():
        if units:
            write_line(
                f"rescore: {name}: {number_of(units)} that others lack: {examples(units)}; "
                f"figures are those of the {number_of(systems.units)} that all have"
            )
    return systems


class _ArchiveSource:
    """The submissions of an archive that are compared or ranked. Raises :class:`InputError` where they are missing."""

    def __init__(self, archive: str, pool: Pool) -> None:
        self._archive = archive
        self._pool = pool
        self._read = read_by(pool, archive)
        self._chosen: Sequence[Submission] = self._read.submissions

    @property
    def commands(self) -> list[str]:
        return [submission.words[0] for submission in self._chosen if submission.words]

    def choose_task(self, task: str) -> None:
        chosen = [submission for submission in self._chosen if submission.task == task]
        if not chosen:
            raise self._unknown("task", task, {submission.task for submission in self._chosen})
        self._chosen = chosen

    def choose(self, names: Iterable[str]) -> None:
        chosen: list[Submission] = []
        for name in names:
            submission = self._called(name)
            if submission in chosen:
                raise self._wrong(f"{submission.label} is named twice; compare it with another")
            chosen.append(submission)
        self._chosen = chosen

    def _called(self, name: str) -> Submission:
        found = [submission for submission in self._chosen if name in (submission.name, submission.label)]
        if not found:
            raise self._unknown("submission", name, {submission.name for submission in self._chosen})
        if len(found) > 1:
            labels = ", ".join([submission.label for submission in found])
            raise self._wrong(f"{name} may be {labels}; name the task, too")
        return found[0]

    def _unknown(self, kind: str, name: str, known: set[str]) -> InputError:
        return self._wrong(f"has no {kind} {name}{nearest(name, sorted(known))}")

    def _wrong(self, problem: str, status: int = USAGE) -> InputError:
        return InputError(problem, self._archive, None, status)

    def samples(self, measure: Name | None) -> list[Sample | InputError]:
        """Return the counts of each, called after the submission, or why it cannot be scored."""
        found = samples_in(self._read.root, self._chosen, self._known(), self._pool, measure)
        return [self._named(submission, one) for submission, one in zip(self._chosen, found)]

    def _known(self) -> dict[int, UnitCounts]:
        """Return what the archive's store knows of the units of submissions, by their indices."""
        path = default_store(self._read.place)
        if not os.path.exists(path):
            return {}
        with Store(path, is_cache=True) as store:
            known = {index: found for index, one in enumerate(self._chosen) if (found := store.known(one))}
            asked = [(self._chosen[index], one.inputs, one.signature) for index, one in known.items()]
            (same,) = self._pool.calls(current, [(self._read.root, asked)], least=MIN_ARCHIVE_S)
            indices = [] if isinstance(same, InputError) else list(compress(known, same))
            units = {index: store.units(self._chosen[index]) for index in indices if not known[index].record["exit"]}
        return {index: counted for index, counted in units.items() if counted is not None}

    def _named(self, submission: Submission, found: Sample | InputError) -> Sample | InputError:
        return found if isinstance(found, Sample) else self._wrong(f"{submission.label}: {found}", found.status)


def samples_in(
    root: str, chosen: Sequence[Submission], known: Mapping[int, UnitCounts], pool: Pool, measure: Name | None
) -> list[Sample | InputError]:
    """Return the counts of submissions to the archive in a folder, or why they cannot be scored.

    The first is scored, and so are others whose units are not ``known`` by their indices.
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
    """Return the counts of a submission to the archive in a folder. Raises :class:`InputError` where it has none."""
    if submission.problem:
        raise InputError(submission.problem, status=UNSCORED)
    with inside(root, submission):
        return sample(submission.words, measure, submission.name)
