"""``rescore diff OLD NEW``: two reports, or folders of them, compared cell by cell."""

from __future__ import annotations

import os

import click

from legacy_scorers.common.errors import InputError, one_line
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.commands import accepting
from legacy_scorers.rescore.names import REPORT_KINDS
from legacy_scorers.rescore.process import DIFFERENT, UNSCORED
from legacy_scorers.rescore.runs.verdicts import FIGURES, IDENTICAL, LAYOUT, graver


@click.command(epilog="Example: rescore diff --accept layout published/scores recomputed/scores")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="How to print.")
@accepting
@click.option(
    "--kind",
    type=click.Choice(REPORT_KINDS),
    metavar="KIND",
    help=f"The kind of report, if not detected: {', '.join(REPORT_KINDS)}.",
)
@click.argument("old", type=click.Path(readable=False))
@click.argument("new", type=click.Path(readable=False))
def diff(form: str, accept: set[str], kind: str | None, old: str, new: str) -> int:
    """Compare two reports of a scorer cell by cell.

    OLD and NEW are reports, or folders of reports. Prints a line for each cell that differs, and a verdict: identical,
    layout (all figures are the same), rounding (they differ in the last digit), or figures.
    """
    for folder, file in ((old, new), (new, old)):
        if os.path.isdir(folder) and not os.path.exists(file):
            raise InputError(f"does not exist; {folder} is a folder, name another", file, None, UNSCORED)
        if os.path.isdir(folder) and not os.path.isdir(file):
            problem = f"is a folder, but {file} is not; name two reports or two folders"
            raise InputError(problem, folder, None, UNSCORED)
    olds, news = [_files(path) if os.path.isdir(path) else {"": path} for path in (old, new)]
    verdict, status = IDENTICAL, 0
    for name in sorted({*olds, *news}):
        pair = olds.get(name), news.get(name)
        try:
            verdict = graver(verdict, _compare(form, kind, name, *pair))
        except InputError as error:
            if not name:
                raise
            SYSTEM.warn(f"rescore: {error}")
            status = UNSCORED
    _print(form, "verdict", "", verdict, {"verdict": verdict})
    return status or (0 if verdict == IDENTICAL or verdict in accept else DIFFERENT)


def _compare(form: str, kind: str | None, name: str, old: str | None, new: str | None) -> str:
    """Compare two reports, print what differs, and return the verdict, which is printed for files of folders."""
    from legacy_scorers.rescore.runs.difference import differences
    from legacy_scorers.rescore.scorers import report_of

    if old is None or new is None:
        side = "NEW" if old is None else "OLD"
        _print(form, "report", name, f"only in {side}", {"only": side.lower()})
        return FIGURES
    left, right = [report_of(_content(path), path, kind) for path in (old, new)]
    verdicts = {IDENTICAL if left.content == right.content else LAYOUT}
    found = [*differences(left, right, once=True)]  # all that can fail does so before the first is printed
    for one in found:
        verdicts.add(one.verdict)
        record: dict[str, object] = {"table": one.table, "row": one.row, "column": one.column}
        record |= {"old": one.old, "new": one.new, **({"notes": one.notes} if one.notes else {})}
        place = "/".join(filter(None, (one.table, one.row, one.column)))
        old_text, new_text = ["(none)" if text is None else " ".join(text.split()) for text in (one.old, one.new)]
        notes = f"  ({'; '.join(one.notes)})" if one.notes else ""
        _print(form, "difference", name, f"{place} {old_text} -> {new_text}{notes}", record)
    verdict = graver(*verdicts)
    if name:
        _print(form, "verdict", name, verdict, {"verdict": verdict})
    return verdict


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read ({reason}); name a report", path, None, UNSCORED) from None


def _print(form: str, kind: str, report: str, text: str, record: dict[str, object]) -> None:
    """Print a line for people, or a JSON object; in folders with the ``report``."""
    if form == "jsonl":
        import json

        from legacy_scorers.rescore.output.tables import json_bytes

        fields = {"type": kind, **({"report": report} if report else {}), **record}
        SYSTEM.stdout.write(json_bytes(json.dumps(fields) + "\n"))
    else:
        SYSTEM.stdout.write(one_line(f"{report}: {text}" if report else text))


def _files(folder: str) -> dict[str, str]:
    """Return the paths of files in a folder by their relative names, except pipes, sockets and devices."""
    from legacy_scorers.rescore.archive.submission import files_below  # reports need none of it

    try:
        found = {name: os.path.join(folder, name) for name in files_below(folder)}
    except OSError as error:
        problem = f"cannot be read ({error.strerror}); name a folder of reports"
        raise InputError(problem, error.filename, None, UNSCORED) from None
    return {name: path for name, path in found.items() if os.path.isfile(path) or not os.path.exists(path)}
