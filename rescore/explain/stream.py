"""An explanation as it is made: records go out unit by unit, so that memory does not grow with the meetings."""

from __future__ import annotations

from functools import partial
from json.encoder import encode_basestring as quoted

from common.memo import Memo
from common.result import Mets, Observer, Unit
from rescore.explain.columns import ColumnLines
from rescore.explain.lines import (
    ANY,
    cell_line,
    cell_pattern,
    frame_in,
    frame_of,
    met_line,
    unit_line,
)
from rescore.explain.records import behind, figures, line, parts_of, run_record, text_line
from rescore.terminal import json_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from typing import IO

    from common.result import Met, Run, Units
    from rescore.explain.lines import Amounts, CellPattern, Frame
    from rescore.explain.records import Name
    from rescore.reports.model import Cell

_REMEMBERED = 10_000  # kinds of meetings
_AT_ONCE = 2**17  # characters


class Selection:
    """Which meetings to show: those that add to a cell, those of a unit, those of a kind; None where all are wanted.

    Of a ratio its parts are shown, with the meetings behind them. ``is_everything`` says whether all meetings are.
    """

    __slots__ = ("_cells", "_sums", "cell", "is_everything", "kind", "unit")

    def __init__(self, cell: Name | None = None, unit: str | None = None, kind: str | None = None) -> None:
        self.cell = cell
        self.unit = unit
        self.kind = kind
        self.is_everything = cell is None and unit is None and kind is None
        self._cells: set[Name] = set()
        self._sums: set[Name] = set()

    def begin(self, run: Run) -> None:
        """Find out what the wanted cell is made of."""
        self._cells = behind(run, self.cell) if self.cell else set()
        self._sums = {name for name in self._cells if not parts_of(run, *name)}

    @property
    def is_of_figures(self) -> bool:
        """Whether figures are shown without any meetings, too: all of them, or the one that was named."""
        return self.is_everything or self.cell is not None

    @property
    def limits(self) -> str:
        """Which meetings are shown, in words that follow "meeting"."""
        of_kind = "" if self.kind is None else f" of kind {self.kind}"
        return of_kind if self.unit is None else f"{of_kind} in {self.unit}"

    def shows_unit(self, unit: Unit) -> bool:
        """Whether meetings of the unit are shown; units of the same name are numbered, and asked for together."""
        if self.unit is None or self.unit == unit.name:
            return True
        name, mark, number = unit.name.rpartition("#")
        return name == self.unit and bool(mark) and number.isdecimal()

    def shows(self, met: Met, amounts: Amounts) -> bool:
        """Whether a meeting with these amounts is shown."""
        if self.kind is not None and self.kind != met.kind:
            return False
        return self.cell is None or any((table, row, column) in self._sums for table, row, column, _ in amounts)

    def shows_cell(self, cell: Cell) -> bool:
        """Whether a figure is shown: the wanted one, and what it is made of."""
        return self.cell is None or cell.name in self._cells


class JsonLines(Observer):
    """Writes the records of a run to a file, as JSON lines.

    With ``texts`` there are records of the texts of the units, too, for programs that make pages of the lines.
    """

    __slots__ = (
        "_columns",
        "_frames",
        "_of_layouts",
        "_out",
        "_selection",
        "_size",
        "_texts",
        "_waiting",
        "_words",
        "heard",
        "run",
    )

    def __init__(self, out: IO[bytes], words: Sequence[str], selection: Selection, texts: bool = False) -> None:
        self._out = out
        self._words = words
        self._selection = selection
        self._texts = texts
        self._waiting: list[str] = []
        self._size = 0
        self._frames: dict[Hashable, Frame | None] = {}
        self._of_layouts: Memo[Hashable, dict[Hashable, Frame]] = Memo(lambda _: {})
        self._columns: dict[Hashable, ColumnLines] = {}  # of the last units that are told in columns
        self.run: Run | None = None
        self.heard = 0  # units, without those that are not shown

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
        self.heard += 1
        name = quoted(unit.name)
        record = unit_line(unit, name)
        if self._texts:
            record += text_line(unit.text)
        is_alike = unit.layout is not None or not self.run.by_unit
        if isinstance(unit.mets, Mets) and is_alike and self._selection.is_everything:
            self._write(self._in_columns(unit.mets, unit.layout).of_unit(record, name, unit.mets))
            return
        self._write(record)
        if self.run.by_unit:
            self._frames.clear()
        for met in unit.mets:
            frame = self._frame(unit, met)
            if frame:
                self._write(met_line(name, met, frame))

    def block(self, units: Units) -> None:
        """Write the records of units in columns, as :meth:`unit` writes them one by one."""
        assert self.run is not None, "a run begins before its units"
        if self.run.by_unit or not self._selection.is_everything:
            super().block(units)
            return
        self.heard += len(units.names)
        self._write(self._in_columns(units.mets, None).of_units(units, self._texts))

    def finish(self, cells: Iterable[Cell]) -> int:
        """Write the records of the figures that the reports print; return their number."""
        assert self.run is not None, "a run begins before it ends"
        run = self.run
        patterns: Memo[tuple[str, str | None, str], CellPattern] = Memo(
            lambda name: cell_pattern(name[2], parts_of(run, *name))
        )
        tables = {table for table, _ in run.sizes}.union(run.measures)  # the others are alike
        number = 0
        for cell in figures(filter(self._selection.shows_cell, cells)):
            if (cell.table, cell.row) in run.measures:
                pattern = patterns[cell.name]
            else:
                pattern = patterns[cell.table if cell.table in tables else "", None, cell.column]
            self._write(cell_line(cell, pattern))
            number += 1
        self.flush()
        return number

    def _frame(self, unit: Unit, met: Met) -> Frame | None:
        """Return the frame of a meeting's record, None if it is not shown."""
        equal = met.kind, met.credit, met.amount, met.signature
        if equal in self._frames:
            return self._frames[equal]
        assert self.run is not None, "a run begins before its units"
        frame: Frame | None
        if unit.layout is not None and self._selection.is_everything:
            frame = frame_in(quoted(unit.name), self._frame_of_layout(unit.layout, met))
        else:
            amounts = tuple(self.run.cells(unit, met))
            frame = frame_of(met, amounts) if self._selection.shows(met, amounts) else None
        if len(self._frames) >= _REMEMBERED:
            self._frames.clear()
        self._frames[equal] = frame
        return frame

    def _frame_of_layout(self, layout: Hashable, met: Met) -> Frame:
        """Return the frame of a meeting in any unit of a layout, where all meetings are shown."""
        assert self.run is not None, "a run begins before its units"
        equal = met.kind, met.credit, met.amount, met.signature
        frames = self._of_layouts[layout]
        if equal not in frames:
            if len(frames) >= _REMEMBERED:
                frames.clear()
            frames[equal] = frame_of(met, tuple(self.run.cells(Unit(ANY, [met], layout=layout), met)))
        return frames[equal]

    def _in_columns(self, mets: Mets, layout: Hashable) -> ColumnLines:
        """Return what makes the records of units with such meetings: the same as for the last ones if it can."""
        assert self.run is not None, "a run begins before its units"
        alike = layout, *[(side.file, side.texts is None, side.begins is None) for side in (mets.key, mets.response)]
        if alike not in self._columns:
            of_layout = partial(self._frame_of_layout, layout)
            self._columns = {alike: ColumnLines(mets, of_layout, self.run.by_unit)}
        return self._columns[alike]

    def flush(self) -> None:
        """Write what waits to be written."""
        self._out.write(json_bytes("".join(self._waiting)))
        self._waiting.clear()
        self._size = 0

    def _write(self, lines: str) -> None:
        self._waiting.append(lines)
        self._size += len(lines)
        if self._size > _AT_ONCE:
            self.flush()
