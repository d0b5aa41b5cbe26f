"""How good the best submissions to a task are, and which of them can be told apart, as ``rescore rank`` finds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.errors import InputError
from rescore.archive.pool import Pool
from rescore.archive.store import Store
from rescore.archive.submission import Submission
from rescore.explain.conditions import signatures
from rescore.reports.model import Name
from rescore.site.pictures import Axis
from rescore.statistics.citation import references, sentence
from rescore.statistics.comparison import Method, Ranked, Resampled, SystemPair, Systems
from rescore.statistics.forms import Digits
from rescore.statistics.samples import Sample
from rescore.statistics.sources import MIN_SYSTEMS, samples_in

MAX_LETTERS = 12  # groups in a picture
APART, ALIKE = "can be told apart", "cannot be told apart"


@dataclass(slots=True)
class RankRow:
    """A submission in the ranking: its figure and interval, and where these are on the axis, in per cent."""

    name: str
    value: str
    interval: str
    ranks: str
    groups: list[str]
    dot: float
    begin: float
    end: float


@dataclass(slots=True)
class Contrast:
    """The difference of two submissions: figures, difference and interval as text, and where they are on the axis."""

    figures: tuple[str, str]
    difference: str
    interval: str
    p: str
    decision: str
    units: str
    axis: Axis
    dot: float
    begin: float
    end: float


class Standing:
    """The ranking of submissions of one key, and the differences of all pairs of them."""

    def __init__(self, found: Sequence[Sample], method: Method) -> None:
        self._systems = Systems(found)
        self._method = method
        self._digits = Digits(self._systems.values, "text")
        resampled = Resampled(self._systems, method)
        pairs = resampled.pairs()
        self._pairs = {(self._name(pair.a), self._name(pair.b)): pair for pair in pairs if pair.test.is_defined}
        ranked = [one for one in resampled.ranking(pairs) if one.interval.low == one.interval.low]
        self.axis = Axis([end for one in ranked for end in one.interval[:3]])
        self.rows = [self._row(one) for one in ranked]
        self.letters = list(dict.fromkeys([letter for row in self.rows for letter in row.groups]))[:MAX_LETTERS]
        self.sentence = sentence(self._systems, pairs, method)
        self.signatures = signatures(self._systems.command, self._systems.names, self._systems.conditions)
        self.references = references(self._systems, pairs, method)

    @property
    def first(self) -> str:
        """A sentence that says whether the first can be told apart from the second."""
        one, other = [row.name for row in self.rows[:2]]
        pair = self._pairs.get((one, other)) or self._pairs[other, one]
        decision = APART if pair.significant else ALIKE
        return f"{one} is first; it and {other}, the second, {decision} (p = {self._p(pair)})."

    def stretch(self, letter: str) -> tuple[int, int]:
        """Return the indices of the first and the last row of a group."""
        rows = [index for index, row in enumerate(self.rows) if letter in row.groups]
        return rows[0], rows[-1]

    def contrast(self, one: str, other: str) -> Contrast | None:
        """Return how two submissions differ, if both are ranked."""
        pair = self._pairs.get((one, other))
        if pair is None or pair.interval.low != pair.interval.low:
            return None
        value, low, high, _ = pair.interval
        axis = Axis([0, value, low, high])
        return Contrast(
            (self._digits.text(self._systems.values[pair.a]), self._digits.text(self._systems.values[pair.b])),
            self._digits.signed(value),
            f"{self._digits.signed(low)} to {self._digits.signed(high)}",
            self._p(pair),
            APART if pair.significant else ALIKE,
            f"{pair.differing} of {len(self._systems.units)} {self._systems.drawn}",
            axis,
            *map(axis.at, (value, low, high)),
        )

    def _p(self, pair: SystemPair) -> str:
        return self._digits.probability(pair.corrected)

    def _name(self, system: int) -> str:
        return self._systems.names[system]

    def _row(self, one: Ranked) -> RankRow:
        text = self._digits.text
        value, low, high, _ = one.interval
        ranks = f"{one.best}" if one.best == one.worst else f"{one.best} to {one.worst}"
        interval = f"{text(low)} to {text(high)}"
        return RankRow(
            self._name(one.system), text(value), interval, ranks, one.groups, *map(self.axis.at, (value, low, high))
        )


def standing(root: str, ranked: Sequence[Submission], measure: Name, results: Store, pool: Pool) -> Standing | None:
    """Return the ranking of submissions; None if fewer than two of them can be compared.

    Units whose counts are in the store are not counted again.
    """
    known = {index: units for index, one in enumerate(ranked) if (units := results.units(one)) is not None}
    found = [one for one in samples_in(root, ranked, known, pool, measure) if isinstance(one, Sample)]
    try:
        made = Standing(found, Method()) if len(found) >= MIN_SYSTEMS else None
    except InputError:  # they have other units, or too few
        return None
    return made if made and len(made.rows) >= MIN_SYSTEMS else None
