"""The JSON lines of units whose meetings stand in columns, put together at once."""

from __future__ import annotations

from itertools import accumulate, chain, repeat
from json.encoder import encode_basestring as quoted

from common.memo import Memo
from rescore.explain.lines import ANY, GAP, MET, item_patterns, met_begin, met_end, unit_columns
from rescore.explain.records import text_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from common.result import Item, Items, Met, Mets, Units
    from rescore.explain.lines import Frame


class ColumnLines:
    """Makes the records of units and of their meetings, all of which have the same files and the same columns.

    ``frame_of`` gives the frame of a meeting; with ``by_unit`` it has gaps for the name of the unit.
    """

    __slots__ = ("_by_unit", "_pieces")

    def __init__(self, mets: Mets, frame_of: Callable[[Met], Frame], by_unit: bool) -> None:
        keys: Memo[Item | None, str] = Memo(item_patterns(mets.key))
        responses: Memo[Item | None, str] = Memo(item_patterns(mets.response))
        ends: Memo[tuple[str, str], str] = Memo(lambda parts: met_end(*parts))

        def pieces(met: Met) -> Sequence[str]:
            kind, cells = frame_of(met)
            return [*met_begin(kind, keys[met.key], responses[met.response]).split(GAP), ends[cells, met.why]]

        self._by_unit = by_unit
        self._pieces: Memo[Met, Sequence[str]] = Memo(pieces)

    def of_unit(self, record: str, name: str, mets: Mets) -> str:
        """Return the records of a unit and of its meetings; ``record`` is its own, and ``name`` is quoted."""
        return self._lines([[record]], [name], [len(mets.mets)], mets, [*_shown(mets.key), *_shown(mets.response)])

    def of_units(self, units: Units, with_texts: bool) -> str:
        """Return the records of units and of their meetings, and if wanted those of the texts of the units."""
        key, response = units.mets.key, units.mets.response
        keys, responses = _shown(key), _shown(response)
        key_lines = keys[0] if units.key_lines is key.lines else _numbers(units.key_lines)
        response_lines = responses[0] if units.response_lines is response.lines else _numbers(units.response_lines)
        names = list(map(quoted, units.names))
        heads = unit_columns(names, (key.file, response.file), (key_lines, response_lines), units.sizes)
        if with_texts and units.texts is not None:
            heads.append(list(map(text_line, units.texts)))
        return self._lines(heads, names, units.met_counts, units.mets, [*keys, *responses])

    def _lines(
        self,
        heads: list[Sequence[str]],
        names: list[str],
        met_counts: Sequence[int] | None,
        mets: Mets,
        values: list[Sequence[str]],
    ) -> str:
        """Return the records; ``heads`` are the columns of those of the units, ``values`` what is the items' own."""
        rest = ""
        if met_counts is not None:
            before, rest = _before_mets(map("".join, zip(*heads)), met_counts)
            heads = [before]
            names = list(chain.from_iterable(map(repeat, names, met_counts)))
        return _rows([*heads, [MET] * len(names), names, *self._of_mets(mets, names, values)]) + rest if names else rest

    def _of_mets(self, mets: Mets, names: list[str], values: list[Sequence[str]]) -> list[Sequence[str]]:
        """Return what follows the name of the unit in the records of meetings, in columns."""
        first, *others, ends = zip(*map(self._pieces.__getitem__, mets.mets))
        if self._by_unit:
            named: Memo[tuple[str, str], str] = Memo(lambda end: end[0].replace(ANY, end[1]))
            ends = tuple(map(named.__getitem__, zip(ends, names)))
        return [first, *chain.from_iterable(zip(values, others)), ends]


def _rows(columns: Sequence[Sequence[str]]) -> str:
    """Return the rows that stand in columns, one after the other."""
    rows = [""] * (len(columns) * len(columns[0]))
    for place, column in enumerate(columns):
        rows[place :: len(columns)] = column
    return "".join(rows)


def _before_mets(records: Iterable[str], met_counts: Sequence[int]) -> tuple[list[str], str]:
    """Return what stands before each meeting, the record of its unit if it is the first, and what is left behind."""
    before = [""] * (sum(met_counts) + 1)
    for place, record in zip(accumulate(met_counts, initial=0), records):
        before[place] += record
    return before[:-1], before[-1]


def _shown(side: Items) -> list[Sequence[str]]:
    """Return the columns of a side, in the order of their records."""
    columns: list[Sequence[str]] = [_numbers(side.lines)]
    if side.begins is not None and side.ends is not None:
        columns += _numbers(side.begins), _numbers(side.ends)
    if side.texts is not None:
        columns.append(_escaped(side.texts))
    return columns


def _numbers(numbers: Sequence[int | None]) -> list[str]:
    return ["" if number is None else str(number) for number in numbers]


def _escaped(texts: Sequence[str]) -> Sequence[str]:
    """Return what stands between the quotation marks of JSON strings."""
    together = "".join(texts)
    is_plain = together.isprintable() and '"' not in together and "\\" not in together
    return texts if is_plain else [quoted(text)[1:-1] for text in texts]
