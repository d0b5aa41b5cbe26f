"""``--plot``: a picture of the table with matplotlib, dots with intervals, and bars beside the rows of a group."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from importlib.util import find_spec

import click

from common.atomic import write_reports
from rescore.process import hidden, working_in
from rescore.reports.model import written
from rescore.statistics.comparison import SystemComparison
from rescore.tables import one_field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}  # the first bytes of each format
MAX_SIGNATURE_BYTES = 1000
_FOLDERS = ("HOME", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")  # where matplotlib keeps its cache
_WIDTH, _MARGIN, _ROW = 7.0, 1.1, 0.28  # inches
_RESOLUTION = 150  # dots per inch
_STYLE = {"svg.hashsalt": "rescore", "svg.fonttype": "none", "font.family": "DejaVu Sans", "text.usetex": False}
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_BETWEEN_BARS = 0.025  # of the width
_TEXT, _LINE = "#1b1f24", "#c5ccd3"  # as on web pages


def _picture(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a picture that can be drawn. It may overwrite such a picture, but no other file."""
    if value is None:
        return None
    form = _form(value)
    if form not in PICTURES:
        raise click.BadParameter(f"{value!r} does not end in one of {', '.join(PICTURES)}")
    if os.path.isfile(value):
        with open(value, "rb") as file:
            if PICTURES[form] not in file.read(MAX_SIGNATURE_BYTES):
                raise click.BadParameter(f"{value!r} exists and is not such a picture; name another file")
    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot needs matplotlib; python3 -m pip install 'legacy-scorers[plots]'")
    return value


with_plot = click.option("--plot", callback=_picture, metavar="FILE", help="Also draw a picture: .svg, .png or .pdf.")


def draw(file: str, comparison: SystemComparison, *, ranking: bool) -> None:
    """Write a picture of systems in order of rank, or of the differences of pairs."""
    relative = [name for name in _FOLDERS if not os.path.isabs(os.environ.get(name, os.sep))]
    with hidden("MPLBACKEND", "MATPLOTLIBRC", "SOURCE_DATE_EPOCH", *relative):
        import logging

        logging.getLogger("matplotlib").setLevel(logging.CRITICAL)  # it warns of folders that it cannot write to
        with working_in(os.path.dirname(__file__)):  # matplotlib obeys a matplotlibrc in the working directory
            import matplotlib.figure
        with matplotlib.rc_context(_STYLE):
            picture = _drawn(comparison, ranking, _form(file))
    write_reports([(file, picture)])


def _form(file: str) -> str:
    return file.rpartition(".")[2].lower()


def _drawn(comparison: SystemComparison, ranking: bool, form: str) -> bytes:
    """Return a picture as SVG, PNG or PDF, with the same bytes each time; 0 is marked if values are differences."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    ranked = comparison.ranking if ranking else []
    names = [one.name for one in ranked] or [" - ".join(pair.names) for pair in comparison.pairs]
    intervals = [one.interval for one in ranked] or [pair.interval for pair in comparison.pairs]
    places = range(len(names))
    figure = Figure(figsize=(_WIDTH, _MARGIN + _ROW * len(names)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.hlines(places, [i.low for i in intervals], [i.high for i in intervals], colors=_TEXT, linewidth=1.5)
    axes.plot([i.value for i in intervals], places, "o", color=_TEXT, markersize=5)
    axes.set_yticks(places, list(map(_shown, names)), parse_math=False)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=_LINE)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    label = f"{written(comparison.figure.name)}, {comparison.method.confidence:g}% intervals"
    if ranking:
        _draw_groups(axes, comparison.groups)
    else:
        label = f"difference in {label}"
        axes.axvline(0, color=_TEXT, linewidth=1)
    axes.set_xlabel(_shown(label), parse_math=False)
    picture = io.BytesIO()
    figure.savefig(picture, format=form, dpi=_RESOLUTION, metadata=_DATELESS[form])
    return picture.getvalue()


def _shown(name: str) -> str:
    """Return a name with terminal controls escaped and bytes that are not UTF-8 replaced."""
    return one_field(name).encode(errors="surrogateescape").decode(errors="replace")


def _draw_groups(axes: Axes, groups: Mapping[str, range]) -> None:
    """Draw a bar with its letter from the first to the last row of each group, right of the intervals."""
    across = axes.get_yaxis_transform()
    for column, (letter, rows) in enumerate(groups.items()):
        x = 1.02 + column * _BETWEEN_BARS
        axes.plot([x, x], [rows[0] - 0.3, rows[-1] + 0.3], color=_TEXT, linewidth=2, transform=across, clip_on=False)
        axes.text(x, rows[0] - 0.35, letter, ha="center", va="bottom", fontsize=7, transform=across)
