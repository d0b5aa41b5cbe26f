"""An observer for tests."""

from __future__ import annotations

from common import match
from common.tally import Tally


class Receiver(match.Observer):
    """Keeps all that it receives, and adds up all amounts in their order."""

    def __init__(self) -> None:
        self.runs: list[match.Run] = []
        self.units: list[tuple[match.Unit, list[match.Match]]] = []
        self.tally = Tally()
        self.told: list[tuple[str, str, str | None, str | None, str]] = []  # unit, kind, labels, reason

    def begin(self, run: match.Run) -> None:
        self.runs.append(run)
        self.tally = Tally(run.plus)

    def unit(self, unit: match.Unit) -> None:
        matches = list(unit.matches)
        self.units.append((unit, matches))
        for one in matches:
            self.tally.count(self.runs[0].cells(unit, one))
            self.told.append(self._told(unit, one))

    def _told(self, unit: match.Unit, one: match.Match) -> tuple[str, str, str | None, str | None, str]:
        labels = [
            None if index is None else unit.item(side, index).label
            for side, index in ((match.KEY, one.key), (match.RESPONSE, one.response))
        ]
        return unit.name, self.runs[0].kind(one), labels[0], labels[1], unit.why(one)
