"""``rescore explain COMMAND ARGS...``: runs a legacy command line and explains every figure of its report."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Iterable, Sequence
from typing import IO, Any

import click

from common.atomic import overwritten, write_reports
from common.cli import write_line, write_stdout
from common.errors import InputError
from rescore.explain.explanation import ExplainedRun, Selection
from rescore.explain.jsonl import JsonLines
from rescore.explain.text import TextExplanation, wants_colours
from rescore.named import ScorerName, figure_name, tell_misplaced
from rescore.scorers import SCORERS, scorer_called
from rescore.scorers.running import pass_on
from rescore.statuses import DIFFERENT, UNSCORED, USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.explain.html import View


def _command_line(context: click.Context, option: click.Parameter, value: str | None) -> list[str] | None:
    """Split a command line that is given as one word."""
    if value is None:
        return None
    try:
        words = shlex.split(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} cannot be split into words ({error})") from None
    command = scorer_called(words[0]) if words else ""
    if not command:
        raise click.BadParameter(f"{value!r} does not begin with one of {', '.join(SCORERS)}")
    return [command, *words[1:]]


@click.command(
    epilog="Example: rescore explain --cell mixed/all/correct scorer2 answers key sensemap -g mixed",
    context_settings={"allow_interspersed_args": False},
)
@click.option("--format", "form", type=click.Choice(["text", "jsonl", "html"]), default="text", help="How to print.")
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
    selection = Selection(given["cell"], given["unit"], given["kind"])
    if given["against"] is not None:
        return _explain_against([given["against"], [command, *words]], selection, form, output, given["everything"])
    with tempfile.TemporaryFile() as file:
        explanation = _explanation(form, file, selection, given["everything"], output is None and wants_colours())
        if not _succeeds(explanation, command, words):
            tell_misplaced(command, words)
            return UNSCORED
        if problem := explanation.lacks():
            raise click.UsageError(problem)
        _refuse_input(explanation, output)
        _print(explanation.blocks(), output)
    return 0


def _explanation(
    form: str, file: IO[bytes], selection: Selection, everything: bool, coloured: bool
) -> JsonLines | TextExplanation | View:
    if form == "jsonl":
        return JsonLines(file, selection)
    if form == "text":
        return TextExplanation(selection, everything=everything, coloured=coloured)
    from rescore.explain.html import View

    return View(selection)


def _succeeds(explanation: ExplainedRun, command: str, words: Sequence[str]) -> bool:
    """Run a command line and pass on its messages; return whether there is something to explain."""
    outcome = explanation.explain(command, words)
    pass_on(outcome.stderr or (b"" if explanation.is_scored else outcome.stdout))
    return explanation.is_scored


def _refuse_input(explanation: ExplainedRun, output: str | None) -> None:
    """Refuse to write over a file that the run read."""
    inputs = [source["path"] for source in explanation.record["inputs"]]
    if output is not None and overwritten([output], inputs):
        raise InputError("is an input file; name another --output", output, status=USAGE)


def _explain_against(
    lines: Sequence[Sequence[str]], selection: Selection, form: str, output: str | None, everything: bool
) -> int:
    """Explain what differs between an older run and a newer one. One of them must have the names in the selection."""
    from rescore.explain.against import Changes, CollectedRun

    old, new = CollectedRun(selection), CollectedRun(selection)
    for run, (command, *words) in zip((new, old), reversed(lines)):
        if not _succeeds(run, command, words):
            if run is new:
                tell_misplaced(command, words)
            return UNSCORED
        _refuse_input(run, output)
    if old.lacks() and (problem := new.lacks()):
        raise click.UsageError(problem)
    changes = Changes(old, new)
    if changes.problem:
        write_line(f"rescore explain: {changes.problem}")
        return UNSCORED
    if form == "jsonl":
        _print(changes.json_lines(), output)
    elif form == "html":
        from rescore.explain.html import changes_page

        _print(changes_page(changes, ("old", "new")), output)
    else:
        _print(changes.text(everything=everything, coloured=output is None and wants_colours()), output)
    return DIFFERENT if changes.figures else 0


def _print(blocks: Iterable[bytes], output: str | None) -> None:
    if output is None:
        for block in blocks:
            write_stdout(block)
    else:
        write_reports([(output, blocks)])
