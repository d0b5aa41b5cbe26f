"""``rescore measures COMMAND [ARGS...]``: the measures by which runs of a command can be compared."""

from __future__ import annotations

import click

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import ScorerName


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
    from legacy_scorers.rescore.reports.model import written
    from legacy_scorers.rescore.reports.words import encoded, one_field
    from legacy_scorers.rescore.scorers import SCORERS

    rows = _of_run([command, *words]) if words else [[written(name)] for name in SCORERS[command].measures]
    SYSTEM.stdout.write(encoded("".join(["\t".join(map(one_field, row)) + "\n" for row in rows])))


def _of_run(line: list[str]) -> list[list[str]]:
    """Return the measures of a run with their values, the main ones first."""
    from legacy_scorers.rescore.reports.model import written
    from legacy_scorers.rescore.runs.explanation import measure_of
    from legacy_scorers.rescore.runs.running import own_files
    from legacy_scorers.rescore.scorers.derived import with_derived
    from legacy_scorers.rescore.statistics.samples import main_measures, observed, printed_names

    outcome, run, _ = observed(line, own_files())
    printed = printed_names(outcome)
    names = dict.fromkeys([*main_measures(run), *[name for name in printed if measure_of(run, name) is not None]])
    derived = [cell for cell in with_derived(outcome.scorer, outcome.cells) if cell.name not in printed]
    rows = [[written(name), printed[name]] for name in names if name in printed]
    return rows + [[written(cell.name), cell.text] for cell in derived if not isinstance(cell.value, str)]
