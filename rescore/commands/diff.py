"""``rescore diff OLD NEW``: two reports, or folders of them, compared cell by cell."""

from __future__ import annotations

import json
import os

import click

from common.cli import one_line, write_line, write_stdout
from common.errors import InputError
from rescore.difference.reports import ReportDifference, ReportFile
from rescore.difference.verdicts import FIGURES, IDENTICAL, Difference, graver
from rescore.named import accepting
from rescore.scorers import KINDS
from rescore.statuses import DIFFERENT, UNSCORED
from rescore.terminal import json_bytes

NOTHING = "(none)"


@click.command(epilog="Example: rescore diff --accept layout published/scores recomputed/scores")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="How to print.")
@accepting
@click.option(
    "--kind",
    type=click.Choice(list(KINDS)),
    metavar="KIND",
    help=f"The kind of report, if not detected: {', '.join(KINDS)}.",
)
@click.argument("old", type=click.Path())
@click.argument("new", type=click.Path())
def diff(form: str, accept: set[str], kind: str | None, old: str, new: str) -> int:
    """Compare two reports of a scorer cell by cell.

    OLD and NEW are reports, or folders of reports. Prints a line for each cell that differs, and a verdict: identical,
    layout (all figures are the same), rounding (they differ in the last digit), or figures.
    """
    printer = _Printer(form)
    if os.path.isdir(old) and os.path.isdir(new):
        verdict, status = _diff_folders(old, new, kind, printer)
    else:
        _refuse_folder(old, new)
        verdict, status = _diff_reports("", ReportFile(old), ReportFile(new), kind, printer), 0
    printer.verdict(verdict)
    return status or (0 if verdict == IDENTICAL or verdict in accept else DIFFERENT)


def _refuse_folder(old: str, new: str) -> None:
    """Raise :class:`InputError` if one of two paths is a folder and the other is a file or missing."""
    for folder, file in ((old, new), (new, old)):
        if os.path.isdir(folder):
            if not os.path.exists(file):
                raise InputError(f"does not exist; {folder} is a folder, name another", file, None, UNSCORED)
            problem = f"is a folder, but {file} is not; name two reports or two folders"
            raise InputError(problem, folder, None, UNSCORED)


def _diff_folders(old: str, new: str, kind: str | None, printer: _Printer) -> tuple[str, int]:
    """Compare files of the same name; return the gravest verdict, and 3 if a file could not be read, else 0."""
    verdict, status = IDENTICAL, 0
    olds, news = _files(old), _files(new)
    for name in sorted({*olds, *news}):
        try:
            if name not in olds or name not in news:
                printer.one_sided(name, "OLD" if name in olds else "NEW")
                verdict = FIGURES
                continue
            found = _diff_reports(name, ReportFile(olds[name]), ReportFile(news[name]), kind, printer)
            printer.verdict(found, name)
            verdict = graver(verdict, found)
        except InputError as error:
            write_line(f"rescore: {error}")
            status = UNSCORED
    return verdict, status


def _diff_reports(name: str, old: ReportFile, new: ReportFile, kind: str | None, printer: _Printer) -> str:
    differences = ReportDifference(old, new, kind)
    for difference in differences:
        printer.difference(difference, name)
    return differences.verdict


class _Printer:
    """Prints ``TABLE/ROW/COLUMN old -> new``, or one JSON object per line; for folders with the ``report``."""

    def __init__(self, form: str) -> None:
        self._form = form

    def difference(self, difference: Difference, report: str) -> None:
        if self._form == "jsonl":
            record = {column: getattr(difference, column) for column in ("table", "row", "column", "old", "new")}
            record |= {"notes": difference.notes} if difference.notes else {}
            self._print("difference", report, "", record)
            return
        place = "/".join(filter(None, (difference.table, difference.row, difference.column)))
        old, new = [NOTHING if text is None else " ".join(text.split()) for text in (difference.old, difference.new)]
        notes = f"  ({'; '.join(difference.notes)})" if difference.notes else ""
        self._print("difference", report, f"{place} {old} -> {new}{notes}", {})

    def one_sided(self, report: str, side: str) -> None:
        self._print("report", report, f"only in {side}", {"only": side.lower()})

    def verdict(self, verdict: str, report: str = "") -> None:
        self._print("verdict", report, verdict, {"verdict": verdict})

    def _print(self, kind: str, report: str, text: str, record: dict[str, object]) -> None:
        if self._form == "jsonl":
            fields = {"type": kind, **({"report": report} if report else {}), **record}
            write_stdout(json_bytes(json.dumps(fields) + "\n"))
        else:
            write_stdout(one_line(f"{report}: {text}" if report else text))


def _files(folder: str) -> dict[str, str]:
    """Return the paths of all files of a folder by their relative names.

    Links to folders are not followed; pipes, sockets and devices are left out, because reading them may never end.
    """
    found = {}

    def refuse(error: OSError) -> None:
        raise InputError(f"cannot be read ({error.strerror}); name a folder of reports", error.filename, None, UNSCORED)

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders.sort()
        for name in files:
            path = os.path.join(place, name)
            if os.path.isfile(path) or not os.path.exists(path):  # reading a broken link reports it
                found[os.path.relpath(path, folder)] = path
    return found
