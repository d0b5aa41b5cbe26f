"""``rescore explain COMMAND ARGS...``: runs a legacy command line and explains every figure of its report."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

import click

from common.atomic import overwritten, write_reports
from common.cli import write_line, write_stdout
from common.errors import InputError
from rescore.explain.stream import Explained, Selection, explained, sent_to_stdout, spool_file
from rescore.named import ScorerName, figure_name, tell_misplaced
from rescore.scorers import SCORERS, scorer_called
from rescore.scorers.running import pass_on
from rescore.statuses import DIFFERENT, UNSCORED, USAGE


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
    with spool_file() as spool:
        run = explained(command, words, spool, selection, texts=form != "jsonl")
        if not _succeeded(run):
            tell_misplaced(command, words)
            return UNSCORED
        problem = run.lacks(selection)
        if problem and given["against"] is None:
            raise click.UsageError(problem)
        _refuse_input(run, output)
        if given["against"] is not None:
            return _explain_against(run, selection, problem, form, output, given)
        _print(_pages(run, selection, form, given["everything"], output is None), output)
    return 0


def _succeeded(run: Explained) -> bool:
    """Pass on the command's messages; return whether there is something to explain."""
    pass_on(run.outcome.stderr or (b"" if run.is_scored else run.outcome.stdout))
    return run.is_scored


def _refuse_input(run: Explained, output: str | None) -> None:
    """Refuse to write over a file that the run read."""
    if run.run is not None and output is not None and overwritten([output], [read.path for read in run.run.inputs]):
        raise InputError("is an input file; name another --output", output, status=USAGE)


def _pages(run: Explained, selection: Selection, form: str, everything: bool, to_stdout: bool) -> Iterable[bytes]:
    if form == "jsonl":
        return run.spool.blocks(sent_to_stdout(run.file) if to_stdout else 0)
    if form == "html":
        from rescore.explain.html import page

        return page(run)
    from rescore.explain.text import Pages, wants_colours

    return Pages(run.spool, selection, everything, to_stdout and wants_colours()).blocks()


def _explain_against(
    new: Explained, selection: Selection, problem: str, form: str, output: str | None, given: Mapping[str, Any]
) -> int:
    """Explain what differs from an older run; ignore a ``problem`` of the selection if the older run has the names."""
    from rescore.explain.against import Changes

    command, *words = given["against"]
    with spool_file() as spool:
        old = explained(command, words, spool, selection, texts=form != "jsonl")
        if not _succeeded(old):
            return UNSCORED
        if problem and old.lacks(selection):
            raise click.UsageError(problem)
        _refuse_input(old, output)
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
            from rescore.explain.text import wants_colours

            _print(changes.text(selection, given["everything"], output is None and wants_colours()), output)
    return DIFFERENT if changes.figures else 0


def _print(blocks: Iterable[bytes], output: str | None) -> None:
    if output is None:
        for block in blocks:
            write_stdout(block)
    else:
        write_reports([(output, blocks)])
