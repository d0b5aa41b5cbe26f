"""An observer for tests."""

from __future__ import annotations

from common import match
from common.result import Met, Observer, Run, Unit
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


class Listener(Observer):
    """Keeps all that it hears, and adds up all amounts in their order."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.units: list[tuple[Unit, list[Met]]] = []
        self.tally = Tally()

    def begin(self, run: Run) -> None:
        self.runs.append(run)
        self.tally = Tally(run.plus)

    def unit(self, unit: Unit) -> None:
        mets = list(unit.mets)
        self.units.append((unit, mets))
        for met in mets:
            self.tally.count(self.runs[0].cells(unit, met))

    @property
    def told(self) -> list[tuple[str, str, str | None, str | None, str]]:
        """Unit, kind, labels of key and response, and reason of each meeting."""
        return [
            (
                unit.name,
                met.kind,
                met.key.label if met.key else None,
                met.response.label if met.response else None,
                met.why,
            )
            for unit, mets in self.units
            for met in mets
        ]
