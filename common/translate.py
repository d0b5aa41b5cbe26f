"""Units of meetings, passed on as units of matches, until the last scorer has moved."""

from __future__ import annotations

from common import match, result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Translator:
    """Passes on to an observer what a scorer gives it, in either form."""

    __slots__ = ("_observer",)

    def __init__(self, observer: match.Observer) -> None:
        self._observer = observer

    def begin(self, run: match.Run | result.Run) -> None:
        """Receive what is scored."""
        if isinstance(run, match.Run):
            self._observer.begin(run)
            return
        cells = run.cells

        def cells_of(unit: _Unit, one: _Match) -> Iterable[tuple[str, str, str, float]]:
            return cells(unit.told, one.met)

        self._observer.begin(
            match.Run(
                run.command,
                run.version,
                run.settings,
                [match.Input(source.role, source.path) for source in run.inputs],
                kind=lambda one: one.met.kind,  # type: ignore[attr-defined]
                credit=lambda one: one.met.credit,  # type: ignore[attr-defined]
                cells=cells_of,  # type: ignore[arg-type]
                measures=run.measures,
                sizes=run.sizes,
                plus=run.plus,
                by_unit=run.by_unit,
            )
        )

    def unit(self, unit: match.Unit | result.Unit) -> None:
        """Receive a unit."""
        self._observer.unit(_Unit(unit) if isinstance(unit, result.Unit) else unit)

    def block(self, units: result.Units) -> None:
        """Receive units in columns."""
        for unit in units:
            self.unit(unit)


class _Match(match.Match):
    __slots__ = ("met",)

    def __init__(self, met: result.Met, index: int) -> None:
        signature = met.kind, met.credit, met.amount, met.signature
        super().__init__(signature, index if met.key else None, index if met.response else None)
        self.met = met


class _Unit(match.Unit):
    __slots__ = ("_mets", "told")

    def __init__(self, unit: result.Unit) -> None:
        self._mets = list(unit.mets)
        matches = [_Match(met, index) for index, met in enumerate(self._mets)]
        super().__init__(unit.name, matches, _location(unit.key), _location(unit.response), unit.sizes, unit.text)
        self.told = unit

    def item(self, side: int, index: int) -> match.Item:
        met = self._mets[index]
        item = met.key if side == match.KEY else met.response
        assert item is not None, "matches give the indexes of items only"
        return match.Item(item.label, item.text, item.begin, item.end, _location(item.place))

    def why(self, match: match.Match) -> str:
        assert isinstance(match, _Match)
        return match.met.why


def _location(place: result.Place | None) -> match.Location | None:
    return None if place is None else match.Location(place.file, place.line)
