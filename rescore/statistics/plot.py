"""A ranking as a picture: a dot and an interval for each system, and a bar beside each group."""

from __future__ import annotations

import io
from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rescore.reports.names import written
from rescore.statistics.comparison import Method, Ranked
from rescore.statistics.systems import Systems
from rescore.tables import one_field

_WIDTH, _MARGIN, _ROW = 7.0, 1.1, 0.28  # inches
_RESOLUTION = 150  # dots per inch
_STYLE = {"svg.hashsalt": "rescore", "svg.fonttype": "none", "font.family": "DejaVu Sans", "text.usetex": False}
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_BETWEEN_BARS = 0.025  # of the width


def drawn(systems: Systems, ranked: Sequence[Ranked], method: Method, form: str) -> bytes:
    """Return a picture as SVG, PNG or PDF, which has the same bytes whenever it is drawn."""
    with rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, _MARGIN + _ROW * len(ranked)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _draw_systems(axes, systems, ranked)
        _draw_groups(axes, ranked)
        axes.set_xlabel(f"{_shown(written(systems.figure.name))}, {method.confidence:g}% intervals", parse_math=False)
        picture = io.BytesIO()
        figure.savefig(picture, format=form, dpi=_RESOLUTION, metadata=_DATELESS[form])
    return picture.getvalue()


def _shown(name: str) -> str:
    """Return a name in which nothing commands a terminal, and bytes that are not UTF-8 are marked."""
    return one_field(name).encode(errors="surrogateescape").decode(errors="replace")


def _draw_systems(axes: Axes, systems: Systems, ranked: Sequence[Ranked]) -> None:
    rows = range(len(ranked))
    intervals = [system.interval for system in ranked]
    axes.hlines(rows, [i.low for i in intervals], [i.high for i in intervals], colors="0.4", linewidth=1.5)
    axes.plot([i.value for i in intervals], rows, "o", color="black", markersize=5)
    axes.set_yticks(rows, [_shown(systems.names[system.system]) for system in ranked], parse_math=False)
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.grid(axis="x", color="0.9")
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def _draw_groups(axes: Axes, ranked: Sequence[Ranked]) -> None:
    """Draw a bar with its letter from the first to the last system of each group, right of the intervals."""
    letters = list(dict.fromkeys(letter for system in ranked for letter in system.groups))
    for column, letter in enumerate(letters):
        rows = [row for row, system in enumerate(ranked) if letter in system.groups]
        x = 1.02 + column * _BETWEEN_BARS
        across = axes.get_yaxis_transform()
        axes.plot([x, x], [rows[0] - 0.3, rows[-1] + 0.3], color="black", linewidth=2, transform=across, clip_on=False)
        axes.text(x, rows[0] - 0.35, letter, ha="center", va="bottom", fontsize=7, transform=across)
