"""``rescore rank -- COMMAND ARGS -- COMMAND ARGS``: systems from best to worst, as far as they can be told apart."""

from __future__ import annotations

from importlib.util import find_spec

import click

from common.cli import write_stdout
from common.report import ReportSet
from rescore.reports.model import encoded
from rescore.statistics.comparison import Resampled
from rescore.statistics.forms import FORMS, ranking_table
from rescore.statistics.lines import WithLines
from rescore.statistics.options import (
    FEWEST,
    citation,
    contest_of,
    method_of,
    samples_of,
    samples_of_task,
    statistical,
    tell,
)
from rescore.statistics.ranking import ranking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PICTURES = ("svg", "png", "pdf")


def _picture(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a picture whose format is known, if the library that draws it is there."""
    if value is None:
        return None
    if not value.lower().endswith(tuple(f".{ending}" for ending in PICTURES)):
        raise click.BadParameter(f"{value!r} ends in none of {', '.join(PICTURES)}")
    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot needs matplotlib; python3 -m pip install 'legacy-scorers[plots]'")
    return value


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How to print.")
@click.option("--plot", callback=_picture, metavar="FILE", help=f"Also draw it: {', '.join(PICTURES)} by the ending.")
@statistical
@click.argument("words", nargs=-1, metavar="[ARCHIVE TASK]")
@click.pass_context
def rank(
    context: click.Context,
    /,
    form: str,
    plot: str | None,
    cite: bool,
    words: tuple[str, ...],
    **options: Any,  # noqa: ANN401
) -> int:
    """Rank systems that were scored against the same key.

    They are command lines, each after --, or the submissions to a task of an archive; both are run in process, without
    a shell and without writing report files. Prints the systems with intervals, the ranks that each may have, and
    groups of systems that cannot be told apart: any two of a group were tested, and the tests corrected for their
    number.
    """
    method, measure, by = method_of(options), options["measure"], options["by"]
    if len(context.obj) >= FEWEST and not words:
        samples = samples_of(context.obj, measure, by)
    elif len(words) == 2 and not context.obj:
        archive, task = words
        samples = samples_of_task(archive, task, measure, by)
    else:
        raise click.UsageError("needs two command lines at least, each after --, or an archive and a task")
    contest = contest_of(samples, by)
    resampled = Resampled(contest, method)
    comparisons = resampled.comparisons()
    ranked = ranking(contest, resampled, comparisons)
    if plot is not None:
        from rescore.statistics.plot import drawn

        pictures = ReportSet()
        pictures.add(plot, drawn(contest, ranked, method, plot.rpartition(".")[2].lower()))
        pictures.write()
    if cite:
        write_stdout(encoded(citation(contest, comparisons, method)))
        return 0
    tell(contest, comparisons, method)
    write_stdout(encoded(ranking_table(contest, ranked, form)))
    return 0
