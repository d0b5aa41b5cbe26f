"""A ranking: systems in order of a measure, with intervals, ranges of ranks, and groups that cannot be told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.statistics.comparison import Comparison, Resampled
    from rescore.statistics.contest import Contest
    from rescore.statistics.resample import Interval

# Measures of what went wrong: the less the better.
ERRORS = {
    "UND", "OVG", "SUB", "ERR", "FP", "FN", "LE", "BE", "LBE", "INC", "MIS", "SPU", "refclash", "hypclash", "missing",
    "spurious", "tag_sensitive_error_rate", "tag_blind_error_rate",
}  # fmt: skip


class Ranked(NamedTuple):
    """A system with its interval. It may be anywhere from rank ``best`` to ``worst``, as far as the tests can tell.

    ``groups`` are letters. Systems that share one cannot be told apart, nor can any others that have it. A system
    without a value is not compared, so it has neither ranks nor groups.
    """

    place: int  # in the contest
    best: int | None
    worst: int | None
    interval: Interval
    groups: list[str]


def ranking(contest: Contest, resampled: Resampled, comparisons: Sequence[Comparison]) -> list[Ranked]:
    """Return the systems from best to worst; those without a value come last."""
    sign = 1 if contest.figure.name[2] in ERRORS else -1
    names, values = contest.names, contest.values
    order = sorted(_places(contest, defined=True), key=lambda place: (sign * values[place], names[place]))
    unranked = sorted(_places(contest, defined=False), key=names.__getitem__)
    told_apart = {frozenset((pair.a, pair.b)) for pair in comparisons if pair.significant}
    groups = list(zip(_letters(), _groups(order, told_apart)))
    ranked = [
        Ranked(
            system,
            1 + sum(frozenset((system, above)) in told_apart for above in order[:rank]),
            len(order) - sum(frozenset((system, below)) in told_apart for below in order[rank:]),
            resampled.interval(system),
            [letter for letter, group in groups if system in group],
        )
        for rank, system in enumerate(order)
    ]
    return ranked + [Ranked(system, None, None, resampled.interval(system), []) for system in unranked]


def _places(contest: Contest, *, defined: bool) -> list[int]:
    """Return the systems that have a value, or the others."""
    return [place for place, value in enumerate(contest.values) if (value == value) is defined]


def _groups(order: Sequence[int], told_apart: set[frozenset[int]]) -> Iterator[Sequence[int]]:
    """Yield the longest stretches of the order in which no two systems are told apart."""
    end = 0
    for start in range(len(order)):
        last = start + 1
        while last < len(order) and not any(
            frozenset((order[last], other)) in told_apart for other in order[start:last]
        ):
            last += 1
        if last > end:
            end = last
            yield order[start:last]


def _letters() -> Iterator[str]:
    """Yield A to Z, AA to ZZ, AAA and so on."""
    width = 1
    while True:
        for number in range(26**width):
            yield "".join([ascii_uppercase[number // 26**place % 26] for place in reversed(range(width))])
        width += 1
