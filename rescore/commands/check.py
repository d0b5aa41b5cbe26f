"""``rescore check COMMAND ARGS...``: runs a legacy command line and points out what looks suspicious."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import click
from click.core import ParameterSource

from legacy_scorers.common.errors import one_line
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import ScorerName, tell_misplaced, with_limits
from legacy_scorers.rescore.libraries import EXTRA, need
from legacy_scorers.rescore.names import SCORER_NAMES
from legacy_scorers.rescore.process import DIFFERENT, UNSCORED

Found: TypeAlias = tuple[str, dict[str, object]]  # a finding as a line of text, and as a record


@click.command(
    epilog="Example: rescore check --strict scorer2 answers key sensemap -g mixed",
    context_settings={"allow_interspersed_args": False},
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="How to print.")
@click.option("--strict", is_flag=True, help="Exit with status 1 if anything is found.")
@with_limits
@click.argument("command", type=ScorerName(or_archive=True), metavar="COMMAND")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="ARGS...")
@click.pass_context
def check(
    context: click.Context,
    form: str,
    strict: bool,
    timeout: float,
    memory: int | None,
    command: str,
    words: tuple[str, ...],
) -> int:
    """Run a scorer and find suspicious input, even if the run succeeds.

    COMMAND ARGS... is the command line of a scorer. It runs without a shell and writes no report files. With
    ARCHIVE, all submissions to an archive are checked. docs/checks.md lists all findings.
    """
    if command not in SCORER_NAMES:
        if words:
            raise click.UsageError("an archive takes no further arguments")
        need(*EXTRA)
        from legacy_scorers.rescore.archive.hints import findings_in

        return _status(_print(findings_in(command, timeout, memory), form), form, strict)
    if limits := [
        name for name in ("timeout", "memory") if context.get_parameter_source(name) != ParameterSource.DEFAULT
    ]:
        raise click.UsageError(f"--{limits[0]} is for archives; limit the process of a scorer by timeout and ulimit")
    return _check_run(command, words, form, strict)


def _check_run(command: str, words: Sequence[str], form: str, strict: bool) -> int:
    """Run a scorer, print what is suspicious, and return the exit status."""
    from legacy_scorers.rescore.runs.findings import findings, refuse_pipes
    from legacy_scorers.rescore.runs.running import own_files, pass_on, run_command
    from legacy_scorers.rescore.scorers import SCORERS

    host = own_files()
    refuse_pipes(SCORERS[command], words, host)
    outcome = run_command(SCORERS[command], words, host)
    scored = outcome.is_scored
    found = ((finding.text, finding.record) for finding in findings(words, host, outcome))
    if not scored:
        pass_on(outcome.stderr or outcome.stdout)
        tell_misplaced(command, words)
    count = _print(found, form)
    return _status(count, form, strict) if scored else UNSCORED


def _status(count: int, form: str, strict: bool) -> int:
    """Tell the number of findings, and return the exit status."""
    if form == "text":
        if count:
            SYSTEM.stdout.flush()  # the findings come first, even where both streams are one
        SYSTEM.warn(f"rescore check: {count or 'no'} finding{'' if count == 1 else 's'}")
    return DIFFERENT if strict and count else 0


def _print(found: Iterable[Found], form: str) -> int:
    """Print each finding as soon as it is found, and return their number."""
    import json

    from legacy_scorers.rescore.output.tables import json_bytes

    count = 0
    for line, record in found:
        count += 1
        stop = "" if line.endswith("?") else "."
        text = f"{record['of']}: {line}" if "of" in record else f"{line}{stop} {record['advice']}"
        SYSTEM.stdout.write(json_bytes(json.dumps(record) + "\n") if form == "jsonl" else one_line(text))
    return count
