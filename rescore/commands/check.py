"""``rescore check COMMAND ARGS...``: runs a legacy command line and points out what looks suspicious."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from common.cli import flush_stdout, one_line, write_line, write_stdout
from common.errors import InputError
from rescore.archive import options
from rescore.archive.forms import line_of
from rescore.archive.hints import hint, hints_of
from rescore.archive.records import Hint
from rescore.checks.check import Checked
from rescore.checks.finding import Finding
from rescore.named import ScorerOrArchive, tell_misplaced
from rescore.scorers import SCORERS
from rescore.scorers.running import pass_on
from rescore.statuses import DIFFERENT, UNSCORED
from rescore.terminal import json_bytes


@click.command(
    epilog="Example: rescore check --strict scorer2 answers key sensemap -g mixed",
    context_settings={"allow_interspersed_args": False},
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="How to print.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything is found.")
@click.argument("command", type=ScorerOrArchive(), metavar="COMMAND")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="ARGS...")
def check(form: str, strict: bool, command: str, words: tuple[str, ...]) -> int:
    """Run a scorer and find suspicious input, even if the run succeeds.

    COMMAND ARGS... is the command line of a scorer. It runs without a shell and writes no report files. With
    ARCHIVE, all submissions to an archive are checked. docs/checks.md lists all findings.
    """
    if command not in SCORERS:
        return _of_archive(command, words, form, strict)
    checked = Checked(command, words)
    if not checked.is_scored:
        pass_on(checked.outcome.stderr or checked.outcome.stdout)
        tell_misplaced(command, words)
        _print(checked.causes(), form)
        return UNSCORED
    count = _print(checked.findings(), form)
    if form == "text":
        if count:
            flush_stdout()  # the findings come first, even where both streams are one
        write_line(f"rescore check: {count or 'no'} finding{'' if count == 1 else 's'}")
    return DIFFERENT if strict and count else 0


def _of_archive(archive: str, words: tuple[str, ...], form: str, strict: bool) -> int:
    """Print the findings of an archive. A finding about several submissions to a task is printed once."""
    if words:
        raise click.UsageError("an archive takes no further arguments")
    with options.pool_of(archive, None, options.TIMEOUT, None) as pool:
        read = options.read_by(pool, archive)
        found = pool.calls(hints_of, [(read.root, submission) for submission in read.submissions])
    lines: dict[tuple[str, str], list[tuple[str, Hint]]] = {}
    for submission, hints in zip(read.submissions, found):
        given = [hint("not-checked", str(hints))] if isinstance(hints, InputError) else hints
        for one in given:
            lines.setdefault((submission.task, line_of(one)), []).append((submission.label, one))
    for (task, text), of in lines.items():
        label = of[0][0] if len(of) == 1 else task
        record = {"type": "finding", "of": label, **of[0][1]}
        write_stdout(json_bytes(json.dumps(record) + "\n") if form == "jsonl" else one_line(f"{label}: {text}"))
    return DIFFERENT if strict and lines else 0


def _print(findings: Iterable[Finding], form: str) -> int:
    """Print each finding as soon as it is found, and return their number."""
    count = 0
    for finding in findings:
        count += 1
        write_stdout(json_bytes(json.dumps(finding.record) + "\n") if form == "jsonl" else _text(finding))
    return count


def _text(finding: Finding) -> bytes:
    """Return a line ``FILE:LINE: NAME: what it is. What to do``."""
    place = ":".join([str(part) for part in (finding.file, finding.line) if part])
    line = f"{finding.name}: {finding.message}. {finding.advice}"
    return one_line(f"{place}: {line}" if place else line)
