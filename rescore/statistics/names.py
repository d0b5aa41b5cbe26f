"""The names of measures: those that a command has, and the main ones that a run may be judged by."""

from __future__ import annotations

from common.errors import InputError
from rescore.reports.names import nearest, written
from rescore.statuses import USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from common.match import Run
    from rescore.reports.names import Name

_BY_COMMAND: dict[str, list[Name]] = {
    "scorer2": [
        (granularity, "all", column)
        for granularity in ("fine", "coarse", "mixed")
        for column in ("recall", "precision", "attempted %")
    ],
    "FairEval.py": [
        (table, row, column)
        for row in ("overall", "LABEL")
        for table in ("fair", "weighted", "traditional")
        for column in ("F1", "Prec", "Rec")
    ],
    "MATScore": [
        (table, row, column)
        for table in ("bytag", "bytoken", "bypseudotoken", "bychar")
        for row in ("<all>", "LABEL")
        for column in ("fmeasure", "precision", "recall")
    ],
    "muc-score": [
        *[
            ("total", row, column)
            for row in ("ALL SLOTS", "ALL OBJECTS")
            for column in ("F P&R", "F 2P&R", "F P&2R", "REC", "PRE", "UND", "OVG", "SUB", "ERR")
        ],
        *[
            ("total", row, column)
            for row in ("CLASS", "CLASS.SLOT")
            for column in ("REC", "PRE", "UND", "OVG", "SUB", "ERR")
        ],
        *[("coreference", "TOTALS", column) for column in ("f", "precision", "recall")],
    ],
}
_MAIN = ("recall", "F1", "fmeasure", "F P&R", "f")


def usual_measures(command: str) -> list[Name]:
    """Return the names of the measures of a command, main ones first; words in capitals stand for what data have."""
    return _BY_COMMAND[command]


def main_names(command: str) -> list[Name]:
    """Return the names of the measures that a run may be judged by if none is named, the first that it has."""
    return [name for name in _BY_COMMAND[command] if name[2] in _MAIN]


def main_measures(run: Run) -> list[Name]:
    """Return those of the main measures that a run has."""
    return [
        (table, row, column)
        for table, row, column in main_names(run.command)
        for measure in run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ())
        if measure.name == column
    ]


def unknown(name: Name, names: Iterable[Name], line: str) -> InputError:
    """Return the error of a figure that a report does not have, with the nearest that it has."""
    hint = nearest(written(name), map(written, names))
    return InputError(f"{line}: has no figure {written(name)}{hint}; 'rescore measures' lists all", status=USAGE)
