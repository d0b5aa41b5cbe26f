"""Units of matches, passed on to observers of meetings, until the last scorer and the last observer have moved."""

from __future__ import annotations

from common import match, result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Translator(match.Observer):
    """Passes on to an observer of meetings what a scorer gives, in either form."""

    __slots__ = ("_observer", "_run")

    def __init__(self, observer: result.Observer) -> None:
        self._observer = observer
        self._run: match.Run

    def begin(self, run: match.Run | result.Run) -> None:
        """Receive what is scored."""
        if isinstance(run, result.Run):
            self._observer.begin(run)
            return
        self._run = run
        self._observer.begin(
            result.Run(
                run.command,
                run.version,
                run.settings,
                [result.Input(source.role, source.path) for source in run.inputs],
                self._cells,
                run.measures,
                run.sizes,
                run.plus,
                run.by_unit,
            )
        )

    def unit(self, unit: match.Unit | result.Unit) -> None:
        """Receive a unit."""
        if isinstance(unit, match.Unit):
            unit = result.Unit(
                unit.name, self._mets(unit), _place(unit.key), _place(unit.response), unit.sizes, unit.text
            )
        self._observer.unit(unit)

    def block(self, units: result.Units) -> None:
        """Receive units in columns."""
        self._observer.block(units)

    def _mets(self, unit: match.Unit) -> Iterator[result.Met]:
        for one in unit.matches:
            key, response = [
                None if index is None else _item(unit.item(side, index))
                for side, index in ((match.KEY, one.key), (match.RESPONSE, one.response))
            ]
            yield _Met(self._run.kind(one), key, response, one, self._run.credit(one), 1, unit.why(one), unit)

    def _cells(self, unit: result.Unit, met: result.Met) -> Iterable[tuple[str, str, str, float]]:
        assert isinstance(met, _Met)
        return self._run.cells(met.unit, met.match)


class _Met(result.Met):
    __slots__ = ("match", "unit")

    def __init__(
        self,
        kind: str,
        key: result.Item | None,
        response: result.Item | None,
        one: match.Match,
        credit: float,
        amount: int,
        why: str,
        unit: match.Unit,
    ) -> None:
        super().__init__(kind, key, response, one.signature, credit, amount, why)
        self.match = one
        self.unit = unit


def _item(item: match.Item) -> result.Item:
    return result.Item(item.label, item.text, item.begin, item.end, _place(item.location))


def _place(location: match.Location | None) -> result.Place | None:
    return None if location is None else result.Place(location.file, location.line)
