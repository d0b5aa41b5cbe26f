"""A picture of a comparison or a ranking: dots with intervals, of systems in order of rank or of differences."""

from __future__ import annotations

import io
import os

from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.pool import Pool
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import one_field
from legacy_scorers.rescore.statistics.comparison import SystemComparison

_WIDTH, _MARGIN, _ROW = 7.0, 1.1, 0.28  # inches
_RESOLUTION = 150  # dots per inch
_STYLE = {"svg.hashsalt": "rescore", "svg.fonttype": "none", "font.family": "DejaVu Sans", "text.usetex": False}
_DATELESS = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
_BETWEEN_BARS = 0.025  # of the width
_TEXT, _LINE = "#1b1f24", "#c5ccd3"  # as on web pages
_MAX_S = 120.0  # seconds that it may take


def draw(compared: SystemComparison, file: str, suffix: str, *, ranking: bool) -> None:
    """Write a picture as SVG, PNG or PDF. Raises :class:`InputError` if it cannot be drawn or written.

    It is drawn in a process of its own, because matplotlib obeys variables, and settings in the working folder.
    """
    with Pool(os.getcwd(), 1, _MAX_S, None) as pool:
        picture = pool.call(file, drawn, compared, suffix, ranking)
    SYSTEM.write_reports([(file, picture)])


def drawn(compared: SystemComparison, suffix: str, ranking: bool) -> bytes:
    """Return a picture, with the same bytes each time; beside ranks, it has a bar with its letter for each group."""
    import matplotlib

    with matplotlib.rc_context(_STYLE):
        return _drawn(compared, suffix, ranking=ranking)


def _drawn(compared: SystemComparison, suffix: str, *, ranking: bool) -> bytes:
    from matplotlib.figure import Figure

    label = f"{written(compared.figure.name)}, {compared.method.confidence:g}% intervals"
    rows = [(one.name, one.interval) for one in compared.ranking]
    if not ranking:
        label = f"difference in {label}"
        rows = [(" - ".join(pair.names), pair.interval) for pair in compared.pairs]
    names, intervals = zip(*rows)
    places = range(len(names))
    figure = Figure(figsize=(_WIDTH, _MARGIN + _ROW * len(names)), layout="constrained")
    axes = figure.add_subplot()
    axes.hlines(places, [i.low for i in intervals], [i.high for i in intervals], colors=_TEXT, linewidth=1.5)
    axes.plot([i.value for i in intervals], places, "o", color=_TEXT, markersize=5)
    axes.set_yticks(places, list(map(one_field, names)), parse_math=False)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=_LINE)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    if not ranking:
        axes.axvline(0, color=_TEXT, linewidth=1)
    across = axes.get_yaxis_transform()
    for column, (letter, group) in enumerate(compared.groups.items() if ranking else ()):
        x = 1.02 + column * _BETWEEN_BARS
        axes.plot([x, x], [group[0] - 0.3, group[-1] + 0.3], color=_TEXT, linewidth=2, transform=across, clip_on=False)
        axes.text(x, group[0] - 0.35, letter, ha="center", va="bottom", fontsize=7, transform=across)
    axes.set_xlabel(one_field(label), parse_math=False)
    picture = io.BytesIO()
    figure.savefig(picture, format=suffix, dpi=_RESOLUTION, metadata=_DATELESS[suffix])
    return picture.getvalue()
