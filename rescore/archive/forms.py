"""The forms that records are printed in: lines as they come, or a table when all are there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from common.cli import one_line
from rescore.archive.published import FAILED
from rescore.archive.records import Hint, Record, unfinished
from rescore.archive.store import line
from rescore.difference.verdicts import FIGURES
from rescore.reports.model import encoded
from rescore.scorers.running import reason_in
from rescore.tables import TSV, tabulated, tsv_line
from rescore.terminal import json_bytes

MainFigures: TypeAlias = Callable[[Sequence[Record]], Iterable[tuple[str, str]]]  # published and recomputed

TABLES = (TSV, "md", "latex", "html")
FORMS = ("text", "json", "jsonl", *TABLES)
NO_CAUSE = "no single change gives these figures"
_COLUMNS = ("task", "submission", "verdict", "exit", "cells", "published", "recomputed", "cause")
_SHOWN = 3  # cells or messages of a submission in the text
_VERDICT = len("unpublished")


def pieces(form: str, records: Iterable[Record], labels: Sequence[str], main_figures: MainFigures) -> Iterator[bytes]:
    """Yield what is printed, as soon as it can be; ``labels`` are all that will come as ``TASK/NAME``.

    ``main_figures`` are asked for when all records are there.
    """
    if form == "text":
        width = max(map(len, labels), default=0)
        said: set[tuple[str, ...]] = set()
        for record in records:
            yield b"".join(map(one_line, _text(record, width, said)))
    elif form == "jsonl":
        for record in records:
            yield json_bytes(f"{line(record)}\n")
    elif form == "json":
        yield b"["
        for number, record in enumerate(records):
            yield json_bytes(f"{',' if number else ''}\n{line(record)}")
        yield b"\n]\n"
    else:
        complete = list(records)
        rows = list(map(_fields, complete, main_figures(complete)))
        if form == TSV:
            yield from [encoded(tsv_line(fields)) for fields in (_COLUMNS, *rows)]
        else:
            yield encoded(tabulated(form, _COLUMNS, rows))


def cause_of(record: Record) -> str:
    """Return in a few words why a submission has its verdict, nothing if there is nothing to say."""
    causes = [str(cause["text"]) for cause in record["causes"][:1]]
    if record["verdict"] == FAILED or (record["verdict"] == FIGURES and record["exit"] and not causes):
        return "; ".join([reason_in(record["messages"]), *causes])
    if causes:
        return causes[0]
    return (unfinished(record) or NO_CAUSE) if record["verdict"] == FIGURES else ""


def _text(record: Record, width: int, said: set[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a record. Hints that were ``said`` of another one are facts of the task."""
    label = f"{record['task']}/{record['submission']}"
    yield f"{label:<{width}}  {record['verdict']:<{_VERDICT}}  {cause_of(record)}".rstrip()
    cells = record["cells"]
    for cell in cells[:_SHOWN]:
        place = [cell.get("report", ""), "/".join(filter(None, (cell["table"], cell["row"], cell["column"])))]
        old, new = ["(none)" if cell[side] is None else cell[side] for side in ("published", "recomputed")]
        yield f"    {': '.join(filter(None, place))} {old} -> {new}"
    if len(cells) > _SHOWN:
        yield f"    ... and {len(cells) - _SHOWN} more"
    if record["verdict"] == FIGURES and not record["causes"]:
        lines = [line_of(hint) for hint in record["hints"]]
        for hint in [line for line in lines if (record["task"], line) not in said][:_SHOWN]:
            said.add((record["task"], hint))
            yield f"    hint: {hint}"


def line_of(hint: Hint) -> str:
    """Return a hint in a line: where, its name, and what it is."""
    place = ":".join([str(part) for part in (hint["file"], hint["line"]) if part])
    return ": ".join(filter(None, (place, hint["name"], hint["message"])))


def _fields(record: Record, main_figure: tuple[str, str]) -> list[str]:
    status = "" if record["exit"] is None else str(record["exit"])
    cells = str(len(record["cells"]))
    return [record["task"], record["submission"], record["verdict"], status, cells, *main_figure, cause_of(record)]
