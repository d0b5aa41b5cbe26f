"""What the pictures of a site show: figures on axes, a ranking, and differences. Templates draw them.

The ranking says how good the best submissions to a task are and which can be told apart, as ``rescore rank`` finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from rescore.statistics.comparison import Method, Ranked, SystemComparison, SystemPair, Systems
from rescore.statistics.forms import Digits, references, sentence
from rescore.statistics.samples import Sample

MAX_TICKS = 6
MAX_NAMED = 12  # dots
MAX_LETTERS = 12  # groups in a picture
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


class Contrast:
    """The difference of two submissions: figures, difference and interval as text, and where they are on an axis."""

    def __init__(self, pair: SystemPair, digits: Digits, units: str) -> None:
        value, low, high, _ = pair.interval
        self.figures = [digits.text(figure) for figure in pair.values]
        self.difference = digits.signed(value)
        self.interval = f"{digits.signed(low)} to {digits.signed(high)}"
        self.p = digits.probability(pair.corrected)
        self.decision = "can be told apart" if pair.significant else "cannot be told apart"
        self.units = f"{pair.differing} of {units}"
        self.axis = Axis([0, value, low, high])
        self.dot, self.begin, self.end = map(self.axis.at, (value, low, high))


class Standing:
    """The ranking of submissions of one key, and the differences of all pairs of them.

    ``rows`` are the submissions with a figure, also in ``ranks`` by their names; ``axis`` is that of their intervals.
    ``groups`` are the indices of the rows that share a letter.
    """

    def __init__(self, found: Sequence[Sample]) -> None:
        comparison = SystemComparison(Systems(found), Method())
        systems = comparison.systems
        self.digits = Digits(systems.values, "text")
        self.rows = [one for one in comparison.ranking if one.interval.low == one.interval.low]
        self.ranks = {row.name: row for row in self.rows}
        self.axis = Axis([end for one in self.rows for end in one.interval[:3]])
        letters = list(dict.fromkeys([letter for row in self.rows for letter in row.groups]))[:MAX_LETTERS]
        self.groups = {letter: [i for i, row in enumerate(self.rows) if letter in row.groups] for letter in letters}
        self.sentence = sentence(comparison)
        self.signatures = systems.signatures
        self.references = references(comparison)
        self._units = f"{len(systems.units)} {systems.drawn}"
        self._pairs = {pair.names: pair for pair in comparison.tested}

    @property
    def first(self) -> str:
        """A sentence that says whether the first can be told apart from the second."""
        one, other = [row.name for row in self.rows[:2]]
        shown = Contrast(self._pairs.get((one, other)) or self._pairs[other, one], self.digits, self._units)
        return f"{one} is first; it and {other}, the second, {shown.decision} (p = {shown.p})."

    def interval(self, row: Ranked) -> str:
        """Write the interval of a submission."""
        return f"{self.digits.text(row.interval.low)} to {self.digits.text(row.interval.high)}"

    def contrast(self, one: str, other: str) -> Contrast | None:
        """Return how two submissions differ, if both are ranked."""
        pair = self._pairs.get((one, other))
        if pair is None or pair.interval.low != pair.interval.low:
            return None
        return Contrast(pair, self.digits, self._units)
