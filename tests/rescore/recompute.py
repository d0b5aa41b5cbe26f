"""The figures of a report, computed from the JSON lines that explain it and from nothing else.

It shares no code with the scorers: the formulas are written here once more, by the names of the measures.
"""

from __future__ import annotations

import ctypes
import json
import math
from collections.abc import Callable, Iterable
from operator import add
from typing import Any, NamedTuple

Name = tuple[str, str, str]
RESAMPLES = "resamples"  # means and deviations of random samples; no sums


class Mismatch(NamedTuple):
    """A figure that comes out otherwise than it is printed."""

    name: Name
    printed: str
    recomputed: str


def single(value: float) -> float:
    return ctypes.c_float(value).value


def no_number(first: float, second: float) -> float:
    """Return what x86 makes of operands that have no result: the first that is not a number, else one with a sign."""
    return next((operand for operand in (first, second) if math.isnan(operand)), math.copysign(math.nan, -1.0))


def single_sum(total: float, amount: float) -> float:
    result = single(total + amount)
    return no_number(total, amount) if math.isnan(result) else result


def quotient(part: float, whole: float) -> float:
    if math.isnan(part) or math.isnan(whole) or part == whole == 0:
        return no_number(part, whole)
    if whole:
        return part / whole
    return math.copysign(math.inf, part)


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def balanced(precision: float, recall: float) -> float:
    return share(2.0 * (precision * recall), precision + recall)


class Ratio(NamedTuple):
    """A measure to compute: its name, the settings of the run, and the figures that it is computed from."""

    measure: str
    settings: dict[str, Any]
    names: list[Name]
    parts: list[float]


def scorer2(ratio: Ratio) -> float:
    part, whole = ratio.parts
    if ratio.measure == "attempted %":
        return quotient(100.0 * part, whole)
    return single(quotient(part, whole))


HALVES: dict[str, float] = {"FP": 0.5, "FN": 0.5}
EQUAL: dict[str, dict[str, float]] = {kind: {kind: 1} for kind in ("TP", "FP", "FN")}


def faireval(ratio: Ratio) -> float:
    """Weigh each type of error as true and false positives or negatives (Ortmann 2022)."""
    if ratio.measure == "%":
        return 100 * share(*ratio.parts)
    if ratio.measure.startswith("F1"):
        precision, recall = (part / 100 for part in ratio.parts)
        return 100 * balanced(precision, recall)
    weights: dict[str, dict[str, float]] = {**EQUAL, "LE": HALVES, "BE": HALVES, "LBE": HALVES}
    if ratio.names[0][0] == "weighted" and ratio.settings["weights"]:
        weights = ratio.settings["weights"]
    wrong = "FP" if ratio.measure.startswith("Prec") else "FN"
    totals = dict.fromkeys(("TP", wrong), 0.0)
    for (_, _, kind), number in zip(ratio.names, ratio.parts):
        for side in totals:
            totals[side] += weights[kind].get(side, 0) * number
    return 100 * share(totals["TP"], totals["TP"] + totals[wrong])


def mat_score(ratio: Ratio) -> float:
    """Precision and recall are 1 where there was nothing to find, and so are accuracies of nothing."""
    parts = ratio.parts
    if ratio.measure in ("refonly", "reftotal", "hyponly", "hyptotal"):
        return sum(parts)
    if ratio.measure in ("precision", "recall"):
        return parts[0] / parts[1] if parts[1] else 1.0
    if ratio.measure == "fmeasure":
        return balanced(*parts)
    if ratio.measure.endswith("_error_rate"):
        return 1 - parts[0]
    units, *errors = parts
    for number in errors:
        parts[0] -= number
    return parts[0] / units if units else 1.0


PRECISION_WEIGHTS = {"F P&R": 0.5, "F 2P&R": 0.8, "F P&2R": 0.2}
HALVES_UP = ("REC", "PRE", "UND", "OVG", "SUB", "ERR")  # whole percentages of muc-score, none as 0


def percentage(part: float, whole: float) -> float:
    return single(single(part / whole) * 100) if whole else -1.0


def muc_score(ratio: Ratio) -> float:
    """Partial fills count half (scoring manual); part of the arithmetic is in single precision."""
    parts = ratio.parts
    if ratio.measure in ("recall", "precision"):
        return 100 * share(*parts)
    if ratio.measure == "f":
        return balanced(*parts)
    if ratio.measure in PRECISION_WEIGHTS:
        weight = single(PRECISION_WEIGHTS[ratio.measure])
        return single(1 / (weight / parts[0] + (1 - weight) / parts[1])) if parts[0] and parts[1] else 0.0
    if ratio.measure in ("UND", "OVG"):
        return percentage(*parts)
    if ratio.measure == "REC":
        correct, partial, possible = parts
        return percentage(single(correct + single(partial / 2)), possible)
    if ratio.measure == "ERR":
        correct, partial, *wrong = parts
        return percentage(partial / 2 + sum(wrong), correct + partial + sum(wrong))
    correct, partial, rest = parts
    part, whole = (correct, rest) if ratio.measure == "PRE" else (rest, correct + partial + rest)
    return single((part + partial / 2) / whole * 100) if whole else -1.0


def conlleval(ratio: Ratio) -> float:
    """Per cent in double precision; 0 where there is nothing to divide by."""
    return balanced(*ratio.parts) if ratio.measure == "FB1" else share(100 * ratio.parts[0], ratio.parts[1])


def evalb(ratio: Ratio) -> float:
    """Per cent of sums, and means over valid sentences; 0 where there is nothing to divide by, but for F."""
    part, whole = ratio.parts
    if ratio.measure == "FMeasure" and ratio.names[0][1] != "mean":
        return 2 * part * whole / (part + whole) if part + whole else -math.nan
    is_mean = ratio.names[0][1] == "mean" or ratio.measure == "average crossing"
    return share(part, whole) if is_mean else share(100 * part, whole)


def scorer_pl(ratio: Ratio) -> float:
    """Pradhan and others (2014); BLANC's figure is the mean of those of both kinds of links that the key has.

    CoNLL's is the mean of three metrics as they are printed.
    """
    if ratio.names[0][1].endswith("links") and len(ratio.parts) == 4:
        *figures, links, others = ratio.parts
        kinds = [figure for figure, of_key in zip(figures, (links, others)) if of_key]
        return share(sum(kinds), len(kinds))
    if ratio.measure != "F1":
        return share(*ratio.parts)
    return sum(map(cut, ratio.parts)) / 3 if len(ratio.parts) == 3 else balanced(*ratio.parts)


def cut(share: float) -> float:
    return int(share * 10_000) / 100


def m2scorer(ratio: Ratio) -> float:
    """F weighs recall by beta (page); precision and recall are 1 where there is nothing to divide by."""
    part, whole = ratio.parts
    if ratio.measure != "F":
        return part / whole if whole else 1.0
    weight = float(ratio.settings["beta"]) ** 2
    value = share((1 + weight) * part * whole, weight * part + whole)
    return abs(value) if math.isnan(value) else value  # printed without a sign


FORMULAS: dict[str, Callable[[Ratio], float]] = {
    "scorer2": scorer2,
    "FairEval.py": faireval,
    "MATScore": mat_score,
    "muc-score": muc_score,
    "conlleval": conlleval,
    "scorer.pl": scorer_pl,
    "m2scorer": m2scorer,
    "evalb": evalb,
}
PLUS: dict[str, Callable[[float, float], float]] = {"scorer2": single_sum}


class Recomputed:
    """The figures of one explained run."""

    def __init__(self, lines: Iterable[bytes | str]) -> None:
        self.run: dict[str, Any] = {}
        self._plus: Callable[[float, float], float] = add
        self.cells: dict[Name, dict[str, Any]] = {}
        self.sums: dict[Name, float] = {}
        self.sizes: dict[str, dict[str, int]] = {}
        take: dict[str, Callable[[dict[str, Any]], None]] = {
            "run": self._run,
            "unit": self._unit,
            "met": self._met,
            "cell": self._cell,
        }
        for line in lines:
            record = json.loads(line)
            take[record["type"]](record)

    def mismatches(self) -> list[Mismatch]:
        found = []
        for name, cell in self.cells.items():
            if cell.get("of") == [RESAMPLES]:
                continue
            value = self.value(name, cell)
            if name[2] in HALVES_UP:
                value = int(0.5 + value)
            if "of" in cell and self.run["command"] == "scorer.pl" and name[0] != "CoNLL":
                value = cut(value)
            if cell["text"].strip('"').startswith("="):  # a formula of a spreadsheet
                if not math.isclose(value, cell["value"]):
                    found.append(Mismatch(name, str(cell["value"]), str(value)))
            elif printed_like(cell["text"], value) != cell["text"]:
                found.append(Mismatch(name, cell["text"], printed_like(cell["text"], value)))
        return found

    def value(self, name: Name, cell: dict[str, Any]) -> float:
        if "of" not in cell:
            return self.sums.get(name, 0)
        what, *parts = cell["of"]
        if parts:
            names = [(table, row, column) for table, row, column in parts]
            ratio = Ratio(what, self.run["settings"], names, [self._part(part) for part in names])
            return FORMULAS[self.run["command"]](ratio)
        return self._size(what, name)

    def _size(self, what: str, name: Name) -> int:
        """Return how many things there are in all units, or in the one that the row is about."""
        units = [unit for unit in self.sizes if name[1].endswith(f" in {unit}")] or list(self.sizes)
        return sum(self.sizes[unit].get(what, 0) for unit in units)

    def _part(self, name: Name) -> float:
        cell = self.cells.get(name)
        return self.value(name, cell) if cell and "of" in cell else self.sums.get(name, 0)

    def _run(self, record: dict[str, Any]) -> None:
        self.run = record
        self._plus = PLUS.get(record["command"], add)

    def _unit(self, record: dict[str, Any]) -> None:
        self.sizes[record["unit"]] = record.get("sizes", {})

    def _met(self, record: dict[str, Any]) -> None:
        for *name, amount in record["cells"]:
            cell = (name[0], name[1], name[2])
            if cell[2].startswith("guess "):  # a weight, printed as it is: the sign of a zero, too
                self.sums[cell] = float(amount)
            else:
                self.sums[cell] = self._plus(self.sums.get(cell, 0), float(amount))

    def _cell(self, record: dict[str, Any]) -> None:
        self.cells[record["table"], record["row"], record["column"]] = record


def printed_like(text: str, value: float) -> str:
    """Print a value with the digits that the text has."""
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    digits = len(text.partition(".")[2]) if "." in text else 0
    return f"{value:.{digits}f}"
