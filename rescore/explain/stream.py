"""An explanation as it is made: records go out unit by unit, so that memory does not grow with the meetings."""

from __future__ import annotations

from json.encoder import encode_basestring as quoted

from common.result import Observer
from rescore.explain.records import amounts_text, cell_records, encoded, line, met_line, run_record, summed, unit_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import IO

    from common.result import Met, Run, Unit
    from rescore.explain.records import Amounts, Name
    from rescore.reports.model import Cell

_REMEMBERED = 10_000  # lists of cells


class Selection:
    """Which meetings to show: those that add to a cell, those of a unit, those of a kind; None where all are wanted.

    Of a ratio the meetings behind its parts are shown.
    """

    __slots__ = ("_sums", "cell", "kind", "unit")

    def __init__(self, cell: Name | None = None, unit: str | None = None, kind: str | None = None) -> None:
        self.cell = cell
        self.unit = unit
        self.kind = kind
        self._sums: set[Name] = set()

    def begin(self, run: Run) -> None:
        """Find out what the wanted cell is made of."""
        self._sums = summed(run, self.cell) if self.cell else set()

    def shows_unit(self, unit: Unit) -> bool:
        """Whether meetings of the unit are shown."""
        return self.unit is None or self.unit == unit.name

    def shows(self, met: Met, amounts: Amounts) -> bool:
        """Whether a meeting with these amounts is shown."""
        if self.kind is not None and self.kind != met.kind:
            return False
        return self.cell is None or any((table, row, column) in self._sums for table, row, column, _ in amounts)

    def shows_cell(self, cell: Cell) -> bool:
        """Whether a figure is shown: the wanted one, and what it is made of."""
        name = (cell.table, cell.row, cell.column)
        return self.cell is None or self.cell == name or name in self._sums


class JsonLines(Observer):
    """Writes the records of a run to a file, as JSON lines.

    With ``texts`` there are records of the texts of the units, too, for programs that make pages of the lines.
    """

    __slots__ = ("_out", "_pieces", "_selection", "_texts", "_words", "run", "units")

    def __init__(self, out: IO[bytes], words: Sequence[str], selection: Selection, texts: bool = False) -> None:
        self._out = out
        self._words = words
        self._selection = selection
        self._texts = texts
        self._pieces: dict[Amounts, str] = {}
        self.run: Run | None = None
        self.units = 0

    def begin(self, run: Run) -> None:
        """Write the record of the run."""
        self.run = run
        self._selection.begin(run)
        self._write(line(run_record(run, self._words)))

    def unit(self, unit: Unit) -> None:
        """Write the record of a unit and those of its meetings."""
        assert self.run is not None, "a run begins before its units"
        if not self._selection.shows_unit(unit):
            return
        self.units += 1
        name = quoted(unit.name)
        lines = [unit_line(unit)]
        if self._texts and unit.text is not None:
            text = unit.text.decode("latin-1") if isinstance(unit.text, bytes) else unit.text
            lines.append(line({"type": "text", "bytes": isinstance(unit.text, bytes), "text": text}))
        for met in unit.mets:
            amounts = tuple(self.run.cells(unit, met))
            if self._selection.shows(met, amounts):
                lines.append(met_line(name, met, self._cells(amounts)))
        self._write("".join(lines))

    def finish(self, cells: Iterable[Cell]) -> int:
        """Write the records of the figures that the reports print; return their number."""
        assert self.run is not None, "a run begins before it ends"
        number = 0
        for record in cell_records(self.run, filter(self._selection.shows_cell, cells)):
            self._write(line(record))
            number += 1
        return number

    def _cells(self, amounts: Amounts) -> str:
        piece = self._pieces.get(amounts)
        if piece is None:
            if len(self._pieces) >= _REMEMBERED:
                self._pieces.clear()
            piece = self._pieces[amounts] = amounts_text(amounts)
        return piece

    def _write(self, lines: str) -> None:
        self._out.write(encoded(lines))
