"""``rescore measures COMMAND [ARGS...]``: the measures by which runs of a command can be compared."""

from __future__ import annotations

import click

from common.cli import write_stdout
from rescore.commands import ScorerName
from rescore.explain.explanation import measure_of
from rescore.reports.model import encoded, written
from rescore.scorers import SCORERS
from rescore.statistics.samples import main_measures, observed, printed_names
from rescore.tables import one_field


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
        outcome, run, _ = observed([command, *words])
        printed = printed_names(outcome)
        main = [name for name in main_measures(run) if name in printed]
        names = dict.fromkeys([*main, *[name for name in printed if measure_of(run, name) is not None]])
        rows = [[written(name), printed[name]] for name in names]
    else:
        rows = [[written(name)] for name in SCORERS[command].measures]
    write_stdout(encoded("".join(["\t".join(map(one_field, row)) + "\n" for row in rows])))
