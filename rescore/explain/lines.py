"""The JSON lines of units, meetings and figures, put together of pieces, most of which are the same in many lines."""

from __future__ import annotations

from json.encoder import encode_basestring as quoted
from math import copysign, isfinite, isnan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from common.result import Item, Items, Met, Mets, Place, Unit, Units
    from rescore.reports.model import Cell

    Amounts: TypeAlias = Sequence[tuple[str, str, str, float]]
    Frame: TypeAlias = tuple[str, str]
    CellPattern: TypeAlias = tuple[str, str]

NULL = "null"
_GAP, ANY = "\0", "\1"  # where a value goes, and where the name of any unit; JSON strings hold no control characters


def unit_line(unit: Unit, name: str) -> str:
    """Return the record of a unit: its name, quoted, where it stands on either side, and what was counted in it."""
    sizes = ""
    for counted, size in unit.sizes.items():
        sizes += f"{', ' if sizes else ''}{quoted(counted)}: {size}"
    key = f"{{{_place(unit.key)}}}" if unit.key else NULL
    response = f"{{{_place(unit.response)}}}" if unit.response else NULL
    return _unit_line(name, key, response, sizes and f',"sizes":{{{sizes}}}')


def met_line(unit: str, met: Met, frame: Frame) -> str:
    """Return the record of a meeting; ``unit`` is the quoted name of its unit, ``frame`` that of its kind."""
    return _met_line(unit, frame, _item(met.key), _item(met.response), quoted(met.why))


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


def row_frame(files: tuple[str, str], met: Met, frame: Frame) -> tuple[str, ...]:
    """Return what the records of rows have in common whose meetings have the same frame and the same sides.

    Between the parts stand the name of the unit, its lines in key and response, once more the name, line, label and
    text of the key's item, line, label and text of the response's, and why.
    """
    places, items = [], []
    for file, item in zip(files, (met.key, met.response)):
        place = f'"file":{quoted(file)},"line":{_GAP}'
        places.append(f"{{{place}}}" if item else NULL + _GAP)
        items.append(f'{{{place},"label":{_GAP},"text":"{_GAP}"}}' if item else NULL + 3 * _GAP)
    name = f'"{_GAP}"'
    return tuple((_unit_line(name, *places) + _met_line(name, frame, items[0], items[1], _GAP)).split(_GAP))


def row_pieces(frame: tuple[str, ...], met: Met) -> tuple[str, ...]:
    """Return what stands between the values that rows with the same meeting differ in."""
    a, b, c, d, e, f, g, h, i, j, k, last = frame
    key = f"{f}{quoted(met.key.label)}{g}" if met.key else f + g
    response = f"{i}{quoted(met.response.label)}{j}" if met.response else i + j
    return a, b, c, d, e, key, h, response, f"{k}{quoted(met.why)}{last}"


def row_lines(units: Units, pieces: Iterable[tuple[str, ...]]) -> str:
    """Return the records of units in columns and of their meetings; ``pieces`` are those of each meeting."""
    names = _escaped(units.names)
    texts = names if units.texts == units.names else _escaped(units.texts)
    sides = []
    for numbers in (units.key_lines, units.response_lines):
        if not all(numbers):
            sides.append(["" if number is None else str(number) for number in numbers])
            sides.append(["" if number is None else text for number, text in zip(numbers, texts)])
        else:
            sides += [list(map(str, numbers)), texts]
    key, of_key, response, of_response = sides
    return _joined(pieces, [names, key, response, names, key, of_key, response, of_response])


def met_pattern(key: str, response: str, met: Met, frame: Frame) -> str:
    """Return the record of a meeting with gaps for the name of its unit and for what is its items' own.

    ``key`` and ``response`` are the patterns of its items; :func:`pieces_of` cuts the pattern.
    """
    return _met_line(_GAP, frame, key, response, quoted(met.why))


def item_pattern(side: Items, item: Item | None) -> str:
    """Return an item that stands in columns like those of a side, with gaps for what is its own."""
    if item is None:
        return NULL + _GAP * sum(column is not None for column in (side.lines, side.begins, side.ends, side.texts))
    extent = _extent(item) if side.begins is None else f'"begin":{_GAP},"end":{_GAP},'
    text = quoted(item.text) if side.texts is None else _GAP
    return f'{{"file":{quoted(side.file)},"line":{_GAP},{extent}"label":{quoted(item.label)},"text":{text}}}'


def pieces_of(pattern: str, unit: str) -> tuple[str, ...]:
    """Return what stands between the gaps of a meeting's record; ``unit`` is the quoted name of a unit."""
    return tuple(pattern.replace(ANY, unit).split(_GAP))


def met_lines(unit: str, mets: Mets, pieces: Iterable[tuple[str, ...]]) -> str:
    """Return the records of meetings in columns; ``unit`` is the quoted name of theirs, ``pieces`` those of each."""
    key, response = mets.key, mets.response
    if (key.texts, key.begins, response.texts, response.begins) == (None, None, None, None):
        rows = zip(pieces, _shown(key.lines), _shown(response.lines))  # half the time of any number of columns
        return "".join([f"{a}{unit}{b}{line}{c}{other}{d}" for (a, b, c, d), line, other in rows])
    columns = [[unit] * len(mets.mets), *_columns(key), *_columns(response)]
    return _joined(pieces, columns)


def _shown(numbers: Sequence[int | None]) -> Sequence[int | str | None]:
    """Return numbers as they are shown, nothing where there is none."""
    if isinstance(numbers, range) or None not in numbers:
        return numbers
    return ["" if number is None else number for number in numbers]


def _columns(side: Items) -> list[list[str]]:
    """Return the columns of items, in the order of their records."""
    numbers = [column for column in (side.lines, side.begins, side.ends) if column is not None]
    columns = [["" if number is None else str(number) for number in column] for column in numbers]
    if side.texts is not None:
        columns.append(["" if text is None else quoted(text) for text in side.texts])
    return columns


def cell_pattern(column: str, of: Sequence[Any]) -> CellPattern:
    """Return what the records of a column's figures have in common: what stands before the text, and the end.

    ``of`` says what the figures are made of, as :func:`rescore.explain.records.parts_of` does.
    """
    first, *parts = of or [""]
    cells = [f"[{_GAP},{quoted(part)}]" if isinstance(part, str) else _listed(part) for part in parts]
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
        f'"value":{_number(cell.value)}{end.replace(_GAP, f"{table},{row}")}'
    )


def _joined(pieces: Iterable[tuple[str, ...]], columns: Sequence[Sequence[str]]) -> str:
    """Return rows of pieces, between which the values of the columns stand; there is one piece more than columns."""
    width = 2 * len(columns) + 1
    joined = [""] * (width * len(columns[0]))
    for place, column in enumerate(zip(*pieces)):
        joined[2 * place :: width] = column
    for place, values in enumerate(columns):
        joined[2 * place + 1 :: width] = values
    return "".join(joined)


def _escaped(texts: list[str]) -> list[str]:
    """Return what stands between the quotation marks of JSON strings."""
    together = "".join(texts)
    is_plain = together.isprintable() and '"' not in together and "\\" not in together
    return texts if is_plain else [quoted(text)[1:-1] for text in texts]


def _unit_line(name: str, key: str, response: str, sizes: str = "") -> str:
    return f'{{"type":"unit","unit":{name},"key":{key},"response":{response}{sizes}}}\n'


def _met_line(unit: str, frame: Frame, key: str, response: str, why: str) -> str:
    kind, cells = frame
    return f'{{"type":"met","unit":{unit}{kind},"key":{key},"response":{response}{cells},"why":{why}}}\n'


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
