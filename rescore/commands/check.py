"""``rescore check COMMAND ARGS...``: runs a legacy command line and points out what looks suspicious."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from common.cli import flush_stdout, one_line, write_line, write_stdout
from rescore.checks.check import Checked
from rescore.checks.finding import Finding
from rescore.named import ScorerName, tell_misplaced
from rescore.scorers.running import pass_on
from rescore.statuses import DIFFERENT, UNSCORED
from rescore.terminal import json_bytes


@click.command(
    epilog="Example: rescore check --strict scorer2 answers key sensemap -g mixed",
    context_settings={"allow_interspersed_args": False},
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="How to print.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything is found.")
@click.argument("command", type=ScorerName(), metavar="COMMAND")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="ARGS...")
def check(form: str, strict: bool, command: str, words: tuple[str, ...]) -> int:
    """Run a scorer and point out what looks suspicious, even if it succeeds.

    COMMAND ARGS... is the command line of a scorer. It is run without a shell and writes none of its report files.
    docs/checks.md lists everything that can be found.
    """
    checked = Checked(command, words)
    if not checked.is_scored:
        pass_on(checked.outcome.stderr or checked.outcome.stdout)
        tell_misplaced(command, words)
        _told(checked.causes(), form)
        return UNSCORED
    count = _told(checked.findings(), form)
    if form == "text":
        if count:
            flush_stdout()  # the findings come first, even where both streams are one
        write_line(f"rescore check: {count or 'no'} finding{'' if count == 1 else 's'}")
    return DIFFERENT if strict and count else 0


def _told(findings: Iterable[Finding], form: str) -> int:
    """Print findings, each as soon as it is found, and return their number."""
    count = 0
    for finding in findings:
        count += 1
        write_stdout(_json_line(finding) if form == "jsonl" else _text(finding))
    return count


def _json_line(finding: Finding) -> bytes:
    return json_bytes(json.dumps(finding.record) + "\n")


def _text(finding: Finding) -> bytes:
    """Return a line ``FILE:LINE: NAME: what it is. What to do``."""
    place = ":".join([str(part) for part in (finding.place.file, finding.place.line) if part])
    line = f"{finding.name}: {finding.message}. {finding.advice}"
    return one_line(f"{place}: {line}" if place else line)
