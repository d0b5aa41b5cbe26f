"""What the cells of a row say about each other: ratios and sums that have to hold within one report.

A relation is checked where all its cells are printed. Where a part is printed rounded, every value that it may stand
for is allowed.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from common.memo import Memo
from rescore.difference.figures import decimal_of, decimals
from rescore.reports.model import Cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from decimal import Decimal

    from rescore.reports.model import Columns, Record

SLACK = 1e-4  # single precision moves a percentage by less


class Relation:
    """A column that is computed from others of its row: ``formula`` says how, ``compute`` does it.

    ``tables`` are those that it holds in, all if none is named.
    """

    __slots__ = ("column", "compute", "formula", "parts", "tables")

    def __init__(
        self,
        column: str,
        formula: str,
        parts: Sequence[str],
        compute: Callable[..., float],
        tables: Sequence[str] = (),
    ) -> None:
        self.column = column
        self.formula = formula
        self.parts = parts
        self.compute = compute
        self.tables = tables


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _percentage(part: float, whole: float) -> float:
    return 100 * _share(part, whole)


def _of_positives(right: float, wrong: float) -> float:
    return _percentage(right, right + wrong)


def _of_fair_positives(right: float, label: float, boundary: float, both: float, wrong: float) -> float:
    return _percentage(right, right + wrong + (label + boundary + both) / 2)


def _mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def _found(match: float, total: float) -> float:
    return match / total if total else 1.0


def _accuracy(units: float, *wrong: float) -> float:
    return (units - sum(wrong)) / units if units else 1.0


def _sum(*parts: float) -> float:
    return float(sum(parts))


_TALLY = ("COR", "PAR", "INC", "MIS", "SPU")
_FAIR = ("TP", "LE", "BE", "LBE")  # each error is half a wrong positive
_UNITS = ("test toks", "test pseudo-toks", "test chars")
RELATIONS = (
    Relation("POS", "COR+PAR+INC+MIS", ("COR", "PAR", "INC", "MIS"), _sum),
    Relation("ACT", "COR+PAR+INC+SPU", ("COR", "PAR", "INC", "SPU"), _sum),
    Relation("REC", "COR/POS", ("COR", "PAR", "POS"), lambda cor, par, pos: _percentage(cor + par / 2, pos)),
    Relation("PRE", "COR/ACT", ("COR", "PAR", "ACT"), lambda cor, par, act: _percentage(cor + par / 2, act)),
    Relation("UND", "MIS/POS", ("MIS", "POS"), _percentage),
    Relation("OVG", "SPU/ACT", ("SPU", "ACT"), _percentage),
    Relation(
        "SUB",
        "INC/(COR+PAR+INC)",
        ("COR", "PAR", "INC"),
        lambda cor, par, inc: _percentage(inc + par / 2, cor + par + inc),
    ),
    Relation(
        "ERR",
        "(INC+MIS+SPU)/(COR+PAR+INC+MIS+SPU)",
        _TALLY,
        lambda cor, par, inc, mis, spu: _percentage(par / 2 + inc + mis + spu, cor + par + inc + mis + spu),
    ),
    *[
        Relation(column, f"TP/(TP+{wrong})", ("TP", wrong), _of_positives, ("traditional",))
        for column, wrong in (("Prec", "FP"), ("Rec", "FN"))
    ],
    *[
        Relation(column, f"TP/(TP+{wrong}+(LE+BE+LBE)/2)", (*_FAIR, wrong), _of_fair_positives, ("fair",))
        for column, wrong in (("Prec", "FP"), ("Rec", "FN"))
    ],
    Relation("F1", "Prec and Rec", ("Prec", "Rec"), _mean),
    Relation("refonly", "refclash+missing", ("refclash", "missing"), _sum),
    Relation("reftotal", "refonly+match", ("refonly", "match"), _sum),
    Relation("hyponly", "hypclash+spurious", ("hypclash", "spurious"), _sum),
    Relation("hyptotal", "hyponly+match", ("hyponly", "match"), _sum),
    Relation("precision", "match/hyptotal", ("match", "hyptotal"), _found),
    Relation("recall", "match/reftotal", ("match", "reftotal"), _found),
    Relation("fmeasure", "precision and recall", ("precision", "recall"), _mean),
    *[
        Relation("tag_sensitive_accuracy", "its counts", (units, "missing", "spurious", "refclash"), _accuracy)
        for units in _UNITS
    ],
    *[Relation("tag_blind_accuracy", "its counts", (units, "missing", "spurious"), _accuracy) for units in _UNITS],
    Relation("precision", "correct/attempted", ("correct", "attempted"), _share),
    Relation("recall", "correct/total", ("correct", "total"), _share),
    Relation("attempted %", "attempted/total", ("attempted", "total"), _percentage),
    Relation("recall", "common/key links", ("common", "key links"), _percentage),
    Relation("precision", "common/response links", ("common", "response links"), _percentage),
    Relation("f", "recall and precision", ("recall", "precision"), _mean),
)
RELATED = frozenset(column for relation in RELATIONS for column in (relation.column, *relation.parts))


class Fault:
    """A relation that does not hold in a row: the column, the columns that it is computed from, and what they give."""

    __slots__ = ("column", "parts", "says")

    def __init__(self, column: str, parts: Sequence[str], says: str) -> None:
        self.column = column
        self.parts = parts
        self.says = says


def faults(record: Record) -> list[Fault]:
    """Return what does not hold between the cells of a row."""
    if record.texts:
        return _FAULTS[record.table, record.columns, record.texts]
    return _faults(record.table, record.cells())


def _faults_of_texts(row: tuple[str, Columns, tuple[str, ...]]) -> list[Fault]:
    table, columns, texts = row
    return _faults(table, [Cell(table, "", column, text, None, 0) for column, text in zip(columns, texts)])


_FAULTS = Memo(_faults_of_texts)  # in long reports the same figures come again and again


def _faults(table: str, cells: Sequence[Cell]) -> list[Fault]:
    row = {cell.column: cell for cell in cells if not isinstance(cell.value, str)}
    found = [_fault(relation, row) for relation in _relations_between(table, tuple(row))]
    return [fault for fault in found if fault]


@lru_cache(maxsize=64)
def _relations_between(table: str, columns: Columns) -> list[Relation]:
    """Return the relations that hold between some columns of a table."""
    return [
        relation
        for relation in RELATIONS
        if (not relation.tables or table in relation.tables) and {relation.column, *relation.parts} <= {*columns}
    ]


def _fault(relation: Relation, row: Mapping[str, Cell]) -> Fault | None:
    """Return the fault if a relation does not hold in a row."""
    printed = row[relation.column]
    middle = relation.compute(*[float(row[part].value) for part in relation.parts])
    _, _, fraction = printed.text.partition(".")
    if not printed.is_exact and printed.text == f"{middle:.{len(fraction)}f}":
        return None  # most often: the figure is what the parts give as they are printed
    parts = [_range(row[part]) for part in relation.parts]
    values = [middle, *[relation.compute(*choice) for choice in product(*parts)]]
    figure = decimal_of(printed)
    unit = _unit(figure)
    above = unit if max(values) < 0 else unit / 2  # negative percentages are cut, not rounded
    if figure is None or min(values) - unit / 2 - SLACK <= float(figure) <= max(values) + above + SLACK:
        return None
    digits = 0 if unit == 1 else max(0, decimals(figure))
    gives = repr(middle) if printed.is_exact and digits else f"{middle:.{digits}f}"
    return Fault(relation.column, relation.parts, f"its own {relation.formula} gives {gives}")


def _range(cell: Cell) -> tuple[float, ...]:
    """Return the least and the greatest value that a printed figure stands for, one if it is a whole number."""
    value = float(cell.value)
    if isinstance(cell.value, int) or cell.is_computed:
        return (value,)
    half = _unit(decimal_of(cell)) / 2
    return (value - half, value + half)


def _unit(figure: Decimal | None) -> float:
    """Return one unit of the last digit that is printed."""
    return 0.0 if figure is None else 10.0 ** -decimals(figure)
