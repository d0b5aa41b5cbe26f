"""``--plot``: a picture beside the table, if the library that draws it is there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec

import click

from common.atomic import write_reports
from rescore.archive.scoring import working_in
from rescore.environment import hidden
from rescore.reports.model import written
from rescore.statistics.comparison import Method, Ranked, SystemPair
from rescore.statistics.resample import Interval
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


with_plot = click.option("--plot", callback=_picture, metavar="FILE", help="Also draw a picture: .svg, .png or .pdf.")


def draw_ranking(file: str, systems: Systems, ranked: Sequence[Ranked], method: Method) -> None:
    """Write a picture of systems in order of rank."""
    names = [systems.names[one.system] for one in ranked]
    label = f"{written(systems.figure.name)}, {method.confidence:g}% intervals"
    _draw(file, names, [one.interval for one in ranked], [one.groups for one in ranked], label)


def draw_pairs(file: str, systems: Systems, pairs: Sequence[SystemPair], method: Method) -> None:
    """Write a picture of the differences of pairs of systems."""
    names = [f"{systems.names[pair.a]} - {systems.names[pair.b]}" for pair in pairs]
    label = f"difference in {written(systems.figure.name)}, {method.confidence:g}% intervals"
    _draw(file, names, [pair.interval for pair in pairs], [], label)


def _draw(
    file: str, names: Sequence[str], intervals: Sequence[Interval], groups: Sequence[Sequence[str]], label: str
) -> None:
    relative = [name for name in _FOLDERS if not os.path.isabs(os.environ.get(name, os.sep))]
    with hidden("MPLBACKEND", "MATPLOTLIBRC", "SOURCE_DATE_EPOCH", *relative):
        import logging

        logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # it tells of folders that it cannot write to
        with working_in(os.path.dirname(__file__)):  # matplotlib obeys a matplotlibrc in the working directory
            from rescore.statistics.plot import drawn
        picture = drawn(names, intervals, groups, label, _form(file))
    write_reports([(file, picture)])


def _form(file: str) -> str:
    return file.rpartition(".")[2].lower()
