"""The JSON lines of units, meetings and figures, put together of pieces, most of which are the same in many lines."""

from __future__ import annotations

from json.encoder import encode_basestring as quoted
from math import copysign, isfinite, isnan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeAlias

    from common.result import Item, Items, Met, Place, Unit
    from rescore.reports.model import Cell

    Amounts: TypeAlias = Sequence[tuple[str, str, str, float]]
    Frame: TypeAlias = tuple[str, str]
    CellPattern: TypeAlias = tuple[str, str]

NULL = "null"
MET = '{"type":"met","unit":'  # how the records of meetings begin
GAP, ANY = "\0", "\1"  # where a value goes, and where the name of any unit; JSON strings hold no control characters


def unit_line(unit: Unit, name: str) -> str:
    """Return the record of a unit: its name, quoted, where it stands on either side, and what was counted in it."""
    key = f"{{{_place(unit.key)}}}" if unit.key else NULL
    response = f"{{{_place(unit.response)}}}" if unit.response else NULL
    return _unit_line(name, key, response, _sizes(unit.sizes))


def unit_columns(
    names: Sequence[str], files: Iterable[str], lines: Iterable[Sequence[str]], sizes: dict[str, int]
) -> list[Sequence[str]]:
    """Return the records of units in columns, given their quoted names and, by side, their lines, "" for none."""
    (key, keys), (response, responses) = [_in_column(file, numbers) for file, numbers in zip(files, lines)]
    begin, before, between, end = [
        [piece] * len(names) for piece in _unit_line(GAP, key, response, _sizes(sizes)).split(GAP)
    ]
    return [begin, names, before, keys, between, responses, end]


def _in_column(file: str, lines: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return a place in a file, with a gap for what differs, and this."""
    place = f'{{"file":{quoted(file)},"line":{GAP}}}'
    return (place, lines) if all(lines) else (GAP, [place.replace(GAP, line) if line else NULL for line in lines])


def met_line(unit: str, met: Met, frame: Frame) -> str:
    """Return the record of a meeting; ``unit`` is the quoted name of its unit, ``frame`` that of its kind."""
    kind, cells = frame
    return MET + unit + met_begin(kind, _item(met.key), _item(met.response)) + met_end(cells, met.why)


def frame_of(met: Met, amounts: Amounts) -> Frame:
    """Return what records of meetings have in common that are of equal kind and credit and add the same to cells.

    The first part stands before the items, the second behind them. Where a table is called :data:`ANY` the name of the
    unit is to be put in by :func:`frame_in`.
    """
    cells = [
        f"[{ANY if table == ANY else quoted(table)},{quoted(row)},{quoted(column)},{_number(amount)}]"
        for table, row, column, amount in amounts
    ]
    return f',"kind":{quoted(met.kind)},"credit":{_number(met.credit)}', f',"cells":[{",".join(cells)}]'


def frame_in(unit: str, frame: Frame) -> Frame:
    """Return a frame with the quoted name of a unit where its table is named."""
    kind, cells = frame
    return kind, cells.replace(ANY, unit)


def met_begin(kind: str, key: str, response: str) -> str:
    """Return what stands between the name of the unit and the cells in the record of a meeting."""
    return f'{kind},"key":{key},"response":{response}'


def met_end(cells: str, why: str) -> str:
    """Return the end of the record of a meeting, from the cells on."""
    return f'{cells},"why":{quoted(why)}}}\n'


def item_patterns(side: Items) -> Callable[[Item | None], str]:
    """Return what writes an item that stands in columns like those of a side, with gaps for what is its own."""
    missing = NULL + GAP * sum(column is not None for column in (side.lines, side.begins, side.ends, side.texts))
    begin = f'{{"file":{quoted(side.file)},"line":{GAP}'

    def pattern(item: Item | None) -> str:
        if item is None:
            return missing
        extent = _extent(item) if side.begins is None else f'"begin":{GAP},"end":{GAP},'
        text = quoted(item.text) if side.texts is None else f'"{GAP}"'
        return f'{begin},{extent}"label":{quoted(item.label)},"text":{text}}}'

    return pattern


def cell_pattern(column: str, of: Sequence[Any]) -> CellPattern:
    """Return what the records of a column's figures have in common: what stands before the text, and the end.

    ``of`` says what the figures are made of, as :func:`rescore.explain.records.parts_of` does.
    """
    first, *parts = of or [""]
    cells = [f"[{GAP},{quoted(part)}]" if isinstance(part, str) else _listed(part) for part in parts]
    made_of = f',"of":[{",".join([quoted(first), *cells])}]' if of else ""
    return f',"column":{quoted(column)},"text":', f"{made_of}}}\n"


def _listed(words: Iterable[str]) -> str:
    return f"[{','.join(map(quoted, words))}]"


def cell_line(cell: Cell, pattern: CellPattern) -> str:
    """Return the record of a figure."""
    assert not isinstance(cell.value, str), "a figure is a number"
    column, end = pattern
    table, row = quoted(cell.table), quoted(cell.row)
    return (
        f'{{"type":"cell","table":{table},"row":{row}{column}{quoted(cell.text.strip())},'
        f'"value":{_number(cell.value)}{end.replace(GAP, f"{table},{row}")}'
    )


def _unit_line(name: str, key: str, response: str, sizes: str) -> str:
    return f'{{"type":"unit","unit":{name},"key":{key},"response":{response}{sizes}}}\n'


def _sizes(sizes: dict[str, int]) -> str:
    counted = ", ".join([f"{quoted(thing)}: {number}" for thing, number in sizes.items()])
    return counted and f',"sizes":{{{counted}}}'


def _place(place: Place) -> str:
    return f'"file":{quoted(place.file)},"line":{NULL if place.line is None else place.line}'


def _item(item: Item | None) -> str:
    if item is None:
        return NULL
    place = f"{_place(item.place)}," if item.place else ""
    return f'{{{place}{_extent(item)}"label":{quoted(item.label)},"text":{quoted(item.text)}}}'


def _extent(item: Item) -> str:
    return "" if item.begin is None else f'"begin":{item.begin},"end":{item.end},'


def _number(value: float) -> str:
    return str(value) if isfinite(value) else quoted(named(value))


def named(value: float) -> str:
    """Return infinity, or what is no number, as C prints it."""
    return "-nan" if isnan(value) and copysign(1.0, value) < 0 else str(value)
