"""``rescore rank -- COMMAND ARGS -- COMMAND ARGS``: systems from best to worst, as far as they can be told apart."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

import click

from common.atomic import write_reports
from common.cli import write_stdout
from rescore.archive.options import pool_of
from rescore.archive.scoring import working_in
from rescore.environment import hidden
from rescore.reports.model import encoded
from rescore.statistics.citation import citation, tell
from rescore.statistics.comparison import Method, Ranked, Resampled
from rescore.statistics.forms import FORMS, ranking_table
from rescore.statistics.options import method_of, one_of, refuse_form_of_citation, statistical
from rescore.statistics.samples import Sample
from rescore.statistics.sources import MIN_SYSTEMS, WithLines, samples_of, samples_of_task, systems_of
from rescore.statistics.systems import Systems

PICTURES = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}  # what stands at the beginning of each
MAX_SIGNATURE_BYTES = 1000
_FOLDERS = ("HOME", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")  # where matplotlib keeps what it finds out


def _picture(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a picture whose format is known, if the library that draws it is there.

    It may take the place of another picture, but of no other file, which may be what is scored.
    """
    if value is None:
        return None
    form = _form(value)
    if form not in PICTURES:
        raise click.BadParameter(f"{value!r} ends in none of {', '.join(PICTURES)}")
    if os.path.isfile(value):
        with open(value, "rb") as file:
            if PICTURES[form] not in file.read(MAX_SIGNATURE_BYTES):
                raise click.BadParameter(f"{value!r} is no picture of that kind, and would be lost")
    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot needs matplotlib; python3 -m pip install 'legacy-scorers[plots]'")
    return value


def _form(file: str) -> str:
    return file.rpartition(".")[2].lower()


@click.command(cls=WithLines, epilog="Example: rescore rank -- scorer2 a key -- scorer2 b key -- scorer2 c key")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", metavar="FORM", help=f"{one_of(FORMS)}.")
@click.option("--plot", callback=_picture, metavar="FILE", help="Also draw a picture: .svg, .png or .pdf.")
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

    Systems are command lines, each after --, or the submissions to a task of an archive. Those that share a letter
    cannot be told apart.
    """
    refuse_form_of_citation(context)
    method, by = method_of(options), options["by"]
    systems = systems_of(_samples(context.obj, words, options, method), by)
    resampled = Resampled(systems, method)
    pairs = resampled.pairs()
    ranked = resampled.ranking(pairs)
    if plot is not None:
        _draw(plot, systems, ranked, method)
    if cite:
        write_stdout(encoded(citation(systems, pairs, method)))
        return 0
    tell(systems, pairs, method)
    write_stdout(encoded(ranking_table(systems, ranked, form)))
    return 0


def _samples(
    lines: Sequence[Sequence[str]], words: Sequence[str], options: Mapping[str, Any], method: Method
) -> list[Sample]:
    """Return the counts of command lines, or of the submissions to a task of an archive."""
    measure, by = options["measure"], options["by"]
    if len(lines) >= MIN_SYSTEMS and not words:
        return samples_of(lines, measure, by, method)
    if len(words) == 2 and not lines:
        archive, task = words
        with pool_of(archive, None, options["timeout"], options["memory"]) as pool:
            return samples_of_task(pool, archive, task, measure, by, method)
    raise click.UsageError("needs at least two command lines, each after --, or an archive and a task")


def _draw(file: str, systems: Systems, ranked: Sequence[Ranked], method: Method) -> None:
    relative = [name for name in _FOLDERS if not os.path.isabs(os.environ.get(name, os.sep))]
    with hidden("MPLBACKEND", "MATPLOTLIBRC", "SOURCE_DATE_EPOCH", *relative):
        import logging

        logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # it tells of folders that it cannot write to
        with working_in(os.path.dirname(__file__)):  # matplotlib obeys a matplotlibrc in the working directory
            from rescore.statistics.plot import drawn
        picture = drawn(systems, ranked, method, _form(file))
    write_reports([(file, picture)])
