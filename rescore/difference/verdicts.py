"""The verdicts on two printed cells: the same, the same but for rounding, or different."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from rescore.reports.model import MEASURES, Cell

IDENTICAL, LAYOUT, ROUNDING, FIGURES = "identical", "layout", "rounding", "figures"
VERDICTS = (IDENTICAL, LAYOUT, ROUNDING, FIGURES)  # from harmless to grave

MAX_DECIMALS = 400
MIN_WHOLE = 10  # the least figure that may be published without its decimals
MIN_DECIMALS = 3  # an exact figure with fewer counts as unrounded
IN_FULL = Decimal("0E-16")  # has the decimals of a float
_CONSTANT = re.compile(r"(?<![A-Z0-9.])[0-9.]+")


@dataclass(slots=True)
class Difference:
    """A cell that differs between the two reports; ``old`` or ``new`` is None if that report lacks the cell.

    ``notes`` are the relations that do not hold within one report. A line that no layout explains has no column; its
    row is its line number.
    """

    table: str
    row: str
    column: str
    old: str | None
    new: str | None
    verdict: str
    notes: tuple[str, ...] = ()


def graver(one: str, other: str) -> str:
    """Return the graver of two verdicts."""
    return max(one, other, key=VERDICTS.index)


def judge(old: Cell, new: Cell) -> str:
    """Return the verdict on two cells of the same name.

    Texts with the same words differ in layout. Figures differ by rounding if their values are equal but not their
    digits, if they have the same number of decimals and are at most one unit of the last digit apart, or if one is the
    other, rounded or truncated to fewer decimals. Because a count is never rounded, whole numbers differ by rounding
    only if they are percentages, or if the other side has decimals.
    """
    if old.text == new.text and not old.is_computed:
        return IDENTICAL
    if isinstance(old.value, str) or isinstance(new.value, str):
        return FIGURES if old.value != new.value else IDENTICAL if old.text == new.text else LAYOUT
    if old.value == new.value:
        return _of_equals(old, new)
    if math.isnan(old.value) or math.isnan(new.value):
        return ROUNDING if math.isnan(old.value) and math.isnan(new.value) else FIGURES
    may_be_whole = old.column in MEASURES or _is_whole_part(old, new) or _is_whole_part(new, old)
    if not may_be_whole and (isinstance(old.value, int) or isinstance(new.value, int)):
        return FIGURES
    return ROUNDING if _rounds(decimal_of(old), decimal_of(new), may_be_whole) else FIGURES


def _is_whole_part(short: Cell, figure: Cell) -> bool:
    """Whether ``short`` may be ``figure`` without its decimals: it is whole, and ``figure`` is no share of 1."""
    return isinstance(short.value, int) and isinstance(figure.value, float) and abs(figure.value) >= MIN_WHOLE


def _of_equals(old: Cell, new: Cell) -> str:
    """Return the verdict on equal values. Two formulas must also have the same constants."""
    if old.text == new.text:
        return IDENTICAL
    if old.text.split() == new.text.split() or old.is_computed != new.is_computed:
        return LAYOUT
    if old.is_computed:
        return LAYOUT if _CONSTANT.findall(old.text) == _CONSTANT.findall(new.text) else FIGURES
    return LAYOUT if str(decimal_of(old)) == str(decimal_of(new)) else ROUNDING  # .5 for 0.5


def shown(cell: Cell) -> str:
    """Return what the report shows: the printed text, or the value of a formula."""
    return repr(cell.value) if cell.is_computed else cell.text


def decimal_of(cell: Cell) -> Decimal | None:
    """Return the figure with all its known digits, or None if it is not finite."""
    try:
        figure = Decimal(shown(cell))
    except InvalidOperation:
        return None
    if not figure.is_finite():
        return None
    is_short = cell.is_exact and isinstance(cell.value, float) and decimals(figure) < MIN_DECIMALS
    return figure + IN_FULL if is_short else figure


def decimals(figure: Decimal) -> int:
    """Return the number of digits after the point."""
    exponent = figure.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _rounds(old: Decimal | None, new: Decimal | None, may_be_whole: bool) -> bool:
    if old is None or new is None:
        return False
    places, other_places = decimals(old), decimals(new)
    digits = min(places, other_places)
    if abs(digits) > MAX_DECIMALS or (digits <= 0 and not may_be_whole):
        return False
    gap, unit = abs(old - new), Decimal(1).scaleb(-digits)
    if places == other_places:
        return gap <= unit
    shorter, longer = (old, new) if places < other_places else (new, old)
    return gap <= unit / 2 or (abs(shorter) <= abs(longer) and gap < unit)  # rounded or truncated
