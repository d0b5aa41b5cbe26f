"""What the pictures of a site show: positions on axes, in per cent, which templates draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, floor, log10

MAX_TICKS = 6
MAX_NAMED = 12  # dots
HEIGHT = 320  # pixels of the picture of published and recomputed figures
_APART = 15  # pixels between names


class Axis:
    """A scale with round numbers that covers some values. ``ticks`` are the numbers and their positions in per cent."""

    def __init__(self, values: Iterable[float]) -> None:
        low, high = min(known := [*values] or [0.0]), max(known)
        span = high - low or abs(high) or 1.0
        power = 10.0 ** floor(log10(span))
        self._step = next(power * part for part in (0.2, 0.5, 1, 2) if span / (power * part) <= MAX_TICKS - 1)
        self._begin, self._end = floor(low / self._step), max(ceil(high / self._step), floor(low / self._step) + 1)
        numbers = range(self._begin, self._end + 1)
        self.ticks = [(f"{round(number * self._step, 12):g}", self.at(number * self._step)) for number in numbers]

    def at(self, value: float) -> float:
        """Return the position of a value, in per cent."""
        return 100 * (value / self._step - self._begin) / (self._end - self._begin)


@dataclass(slots=True)
class Dot:
    """A submission at its published and recomputed figure, ``x`` and ``y`` in per cent.

    ``label`` is how many pixels from the top its name is; None for one that has the published figure, or too small a
    difference for the :data:`MAX_NAMED` names.
    """

    name: str
    texts: tuple[str, str]
    x: float
    y: float
    label: float | None = None


class Scatter:
    """Recomputed figures (up) over published ones (right)."""

    def __init__(self, figures: Iterable[tuple[str, str, str]]) -> None:
        """Place submissions by name, published and recomputed figure."""
        shown = [(name, (old, new), float(old), float(new)) for name, old, new in figures]
        self.axis = Axis([value for _, _, *both in shown for value in both])
        self.height = HEIGHT
        self.dots = [Dot(name, texts, self.axis.at(old), self.axis.at(new)) for name, texts, old, new in shown]
        self.off = sorted([dot for dot in self.dots if dot.x != dot.y], key=lambda dot: (-abs(dot.x - dot.y), dot.name))
        lowest = 0.0
        for dot in sorted(self.off[:MAX_NAMED], key=lambda dot: -dot.y):
            dot.label = lowest = max(lowest + _APART, HEIGHT * (1 - dot.y / 100) + 4)
