"""Systems or pairs of them as a picture: a dot and an interval for each, and a bar beside each group of systems."""

from __future__ import annotations

import io
from collections.abc import Sequence

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rescore.statistics.resample import Interval
from rescore.tables import one_field

_WIDTH, _MARGIN, _ROW = 7.0, 1.1, 0.28  # inches
_RESOLUTION = 150  # dots per inch
_STYLE = {"svg.hashsalt": "rescore", "svg.fonttype": "none", "font.family": "DejaVu Sans", "text.usetex": False}
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_BETWEEN_BARS = 0.025  # of the width
_TEXT, _LINE = "#1b1f24", "#c5ccd3"  # as on web pages


def drawn(
    names: Sequence[str], intervals: Sequence[Interval], groups: Sequence[Sequence[str]], label: str, form: str
) -> bytes:
    """Return a picture as SVG, PNG or PDF, which has the same bytes whenever it is drawn.

    ``groups`` are the letters of each row; without any, the values are differences, and 0 is marked.
    """
    with rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, _MARGIN + _ROW * len(names)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _draw_intervals(axes, names, intervals)
        if groups:
            _draw_groups(axes, groups)
        else:
            axes.axvline(0, color=_TEXT, linewidth=1)
        axes.set_xlabel(_shown(label), parse_math=False)
        picture = io.BytesIO()
        figure.savefig(picture, format=form, dpi=_RESOLUTION, metadata=_DATELESS[form])
    return picture.getvalue()


def _shown(name: str) -> str:
    """Return a name in which nothing commands a terminal, and bytes that are not UTF-8 are marked."""
    return one_field(name).encode(errors="surrogateescape").decode(errors="replace")


def _draw_intervals(axes: Axes, names: Sequence[str], intervals: Sequence[Interval]) -> None:
    rows = range(len(names))
    axes.hlines(rows, [i.low for i in intervals], [i.high for i in intervals], colors=_TEXT, linewidth=1.5)
    axes.plot([i.value for i in intervals], rows, "o", color=_TEXT, markersize=5)
    axes.set_yticks(rows, [_shown(name) for name in names], parse_math=False)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=_LINE)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)


def _draw_groups(axes: Axes, groups: Sequence[Sequence[str]]) -> None:
    """Draw a bar with its letter from the first to the last row of each group, right of the intervals."""
    letters = list(dict.fromkeys(letter for of_row in groups for letter in of_row))
    for column, letter in enumerate(letters):
        rows = [row for row, of_row in enumerate(groups) if letter in of_row]
        x = 1.02 + column * _BETWEEN_BARS
        across = axes.get_yaxis_transform()
        axes.plot([x, x], [rows[0] - 0.3, rows[-1] + 0.3], color=_TEXT, linewidth=2, transform=across, clip_on=False)
        axes.text(x, rows[0] - 0.35, letter, ha="center", va="bottom", fontsize=7, transform=across)
