"""``rescore explain COMMAND ARGS...``: runs a legacy command line and explains every figure of its report."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from io import BufferedRandom
from typing import IO, TYPE_CHECKING, Any

import click

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import ScorerName, figure_name, tell_misplaced
from legacy_scorers.rescore.libraries import need
from legacy_scorers.rescore.names import SCORER_NAMES, scorer_called
from legacy_scorers.rescore.process import DIFFERENT, UNSCORED, USAGE

if TYPE_CHECKING:
    from legacy_scorers.rescore.runs.explanation import ExplainedRun, Selection

_LIBRARIES: dict[str, list[str]] = {"text": [], "jsonl": ["msgspec"], "html": ["Jinja2"]}  # by form


def _command_line(context: click.Context, option: click.Parameter, value: str | None) -> list[str] | None:
    if value is None:
        return None
    try:
        words = shlex.split(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} cannot be split into words ({error})") from None
    command = scorer_called(words[0]) if words else ""
    if not command:
        raise click.BadParameter(f"{value!r} does not begin with one of {', '.join(SCORER_NAMES)}")
    return [command, *words[1:]]


@click.command(
    epilog="Example: rescore explain --cell mixed/all/correct scorer2 answers key sensemap -g mixed",
    context_settings={"allow_interspersed_args": False},
)
@click.option("--format", "form", type=click.Choice([*_LIBRARIES]), default="text", help="How to print.")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Write to this file, not to standard output.")
@click.option("--cell", callback=figure_name, metavar="TABLE/ROW/COLUMN", help="Only this figure and its matches.")
@click.option("--unit", metavar="NAME", help="Only this document, sentence or instance.")
@click.option("--only", "kind", metavar="KIND", help="Only matches of this kind: MIS, LBE, ...")
@click.option("--all", "everything", is_flag=True, help="All examples, not 20 for each figure.")
@click.option("--against", callback=_command_line, metavar="'COMMAND ...'", help="What differs from this older run.")
@click.argument("command", type=ScorerName(), metavar="COMMAND")
@click.argument("words", nargs=-1, type=click.Path(), metavar="ARGS...")
def explain(command: str, words: tuple[str, ...], form: str, output: str | None, **given: Any) -> int:  # noqa: ANN401
    """Run a scorer and show which items each figure of its report is made of.

    COMMAND ARGS... is the command line of a scorer. It is run without a shell and writes none of its report files.
    """
    need(*_LIBRARIES[form])
    import tempfile

    from legacy_scorers.rescore.output.against import Changes
    from legacy_scorers.rescore.output.spool import BLOCK_BYTES, Spool
    from legacy_scorers.rescore.runs.explanation import EXAMPLES, ExplainedRun, Selection

    most, against = sys.maxsize if given["everything"] else EXAMPLES, given["against"]
    selection = Selection(given["cell"], given["unit"], given["kind"], most)
    with tempfile.TemporaryFile() as raw, BufferedRandom(Spool(raw.fileno(), "r+", closefd=False), BLOCK_BYTES) as file:
        runs: list[Any] = [ExplainedRun(selection) for _ in range(2)] if against else [_empty(form, selection, file)]
        if not _are_scored(runs, [[command, *words], against]):
            return UNSCORED
        file.flush()  # an error is named before anything is printed
        problems = [run.lacks() for run in runs]
        if all(problems):
            raise click.UsageError(problems[0])
        inputs = [source["path"] for run in runs for source in run.record["inputs"]]
        if output is not None and SYSTEM.overwritten([output], inputs):
            raise InputError("is an input file; name another --output", output, status=USAGE)
        changes = None if against is None else Changes(runs[1], runs[0])
        if changes and changes.problem:
            SYSTEM.warn(f"rescore explain: {changes.problem}")
            return UNSCORED
        _print(changes.blocks(form) if changes else runs[0].blocks(), output)
        return DIFFERENT if changes and changes.figures else 0


def _are_scored(runs: Sequence[ExplainedRun], lines: Iterable[Sequence[str]]) -> bool:
    """Explain command lines, whose messages are passed on, and return whether all scored something."""
    from legacy_scorers.rescore.runs.running import pass_on

    for run, (command, *words) in zip(runs, lines):
        outcome = run.explain(command, words)
        pass_on(outcome.stderr or (b"" if run.is_scored else outcome.stdout))
        if not run.is_scored:
            if run is runs[0]:
                tell_misplaced(command, words)
            return False
    return True


def _empty(form: str, selection: Selection, file: IO[bytes]) -> ExplainedRun:
    """Return an explanation to come in that form; JSON lines are kept in ``file``."""
    if form == "jsonl":
        from legacy_scorers.rescore.output.json_lines import JsonLines

        return JsonLines(file, selection)
    if form == "html":
        from legacy_scorers.rescore.output.page import View

        return View(selection)
    from legacy_scorers.rescore.output.text import TextExplanation

    return TextExplanation(selection)


def _print(blocks: Iterable[bytes | str], output: str | None) -> None:
    """Write what is explained. Only a terminal whose user does not refuse colours (``NO_COLOR``) gets any."""
    is_terminal = output is None and sys.stdout is not None and sys.stdout.isatty()
    coloured = str if is_terminal and not os.environ.get("NO_COLOR") else click.unstyle
    in_bytes = (coloured(block).encode() if isinstance(block, str) else block for block in blocks)
    if output is not None:
        SYSTEM.write_reports([(output, in_bytes)])
        return
    for block in in_bytes:
        SYSTEM.stdout.write(block)
