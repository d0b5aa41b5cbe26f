"""An observer for tests."""

from __future__ import annotations

from common import result
from common.tally import Tally


class Receiver(result.Observer):
    """Keeps all that it receives, and adds up all amounts in their order."""

    def __init__(self) -> None:
        self.runs: list[result.Run] = []
        self.units: list[tuple[result.Unit, list[result.Match]]] = []
        self.tally = Tally()
        self.told: list[tuple[str, str, str | None, str | None, str]] = []  # unit, kind, labels, reason

    def begin(self, run: result.Run) -> None:
        self.runs.append(run)
        self.tally = Tally(run.plus)

    def unit(self, unit: result.Unit) -> None:
        matches = list(unit.matches)
        self.units.append((unit, matches))
        for one in matches:
            self.tally.count(self.runs[0].cells(unit, one))
            self.told.append(self._told(unit, one))

    def _told(self, unit: result.Unit, one: result.Match) -> tuple[str, str, str | None, str | None, str]:
        labels = [
            None if index is None else unit.item(side, index).label
            for side, index in ((result.KEY, one.key), (result.RESPONSE, one.response))
        ]
        return unit.name, self.runs[0].kind(one), labels[0], labels[1], unit.why(one)
