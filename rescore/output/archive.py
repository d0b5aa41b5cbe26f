"""What a command prints of an archive: records and main figures in the requested form, and a summary."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import to_builtins

from legacy_scorers.common.errors import one_line, reason_in
from legacy_scorers.rescore.archive.main_figures import main_figures
from legacy_scorers.rescore.archive.pool import Pool
from legacy_scorers.rescore.archive.records import SubmissionRecord
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.output.forms import JSON, JSON_LINES, TABLES, TEXT
from legacy_scorers.rescore.output.tables import json_bytes, tabulated
from legacy_scorers.rescore.process import DIFFERENT, UNSCORED
from legacy_scorers.rescore.reports.words import counted, encoded, grouped, listed
from legacy_scorers.rescore.runs.verdicts import EXCERPT, FAILED, FIGURES, IDENTICAL, UNPUBLISHED, VERDICTS
from legacy_scorers.rescore.scorers import NOTES

NO_CAUSE = "no single change gives these figures"
_COLUMNS = ("task", "submission", "verdict", "exit", "cells", "published", "recomputed", "cause")
_SHOWN = 3  # cells or messages of a submission in the text


def pieces(
    form: str, records: Iterable[SubmissionRecord], archive: Archive, results: Store, pool: Pool
) -> Iterator[bytes]:
    """Yield what is printed of the records of an archive, as soon as possible."""
    lines = (json.dumps(to_builtins(record), separators=(",", ":")) for record in records)
    if form == TEXT:
        width = max([len(submission.label) for submission in archive.submissions], default=0)
        said: set[tuple[str, ...]] = set()
        for record in records:
            yield b"".join(map(one_line, _text_lines(record, width, said)))
    elif form == JSON_LINES:
        for line in lines:
            yield json_bytes(f"{line}\n")
    elif form == JSON:
        yield b"["
        for number, line in enumerate(lines):
            yield json_bytes(f"{',' if number else ''}\n{line}")
        yield b"\n]\n"
    else:
        scored = list(zip(archive.submissions, records))
        rows = []
        for (_, record), (_, *figures, _) in zip(scored, main_figures(archive.root, scored, results, pool)):
            status = "" if record.exit is None else str(record.exit)
            names = record.task, record.submission, record.verdict
            rows.append([*names, status, str(len(record.cells)), *figures, cause_of(record)])
        yield encoded(tabulated(form, _COLUMNS, rows))


def cause_of(record: SubmissionRecord) -> str:
    """Return the reason for a verdict in a few words, or an empty text."""
    causes = [cause.text for cause in record.causes[:1]]
    if record.verdict == FAILED or (record.verdict == FIGURES and record.exit and not causes):
        return "; ".join([reason_in(record.messages, NOTES), *causes])
    if causes:
        return causes[0]
    return (record.unfinished or NO_CAUSE) if record.verdict == FIGURES else ""


def _text_lines(record: SubmissionRecord, width: int, said: set[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a record, without hints in ``said``, which were printed for other submissions of its task."""
    label = f"{record.task}/{record.submission}"
    yield f"{label:<{width}}  {record.verdict:<{len(UNPUBLISHED)}}  {cause_of(record)}".rstrip()
    cells = record.cells
    for cell in cells[:_SHOWN]:
        place = [cell.report, "/".join(filter(None, (cell.table, cell.row, cell.column)))]
        old, new = ["(none)" if text is None else text for text in (cell.published, cell.recomputed)]
        yield f"    {': '.join(filter(None, place))} {old} -> {new}"
    if len(cells) > _SHOWN:
        yield f"    ... and {len(cells) - _SHOWN} more"
    if record.verdict in (FAILED, FIGURES) and not record.causes:
        lines = [hint.text for hint in record.hints]
        for hint in [line for line in lines if (record.task, line) not in said][:_SHOWN]:
            said.add((record.task, hint))
            yield f"    hint: {hint}"


def last_lines(form: str, notes: Iterable[str], records: Sequence[SubmissionRecord]) -> Iterator[str]:
    """Yield what is said at the end of a run: notes, signatures of the runs to cite if a table is printed, a summary.

    A note for each task says if only some submissions were published.
    """
    published = {record.task for record in records if record.verdict != UNPUBLISHED}
    unpublished = [record for record in records if record.verdict == UNPUBLISHED and record.task in published]
    missing = grouped((record.task, record.submission) for record in unpublished)
    cited = [(record.task, record.cite) for record in records if record.cite and form in TABLES]
    for note in notes:
        yield f"rescore: {note}"
    for task, names in missing.items():
        yield f"rescore: {task}: nothing is published for {listed(names)}, but for others"
    for task, note in dict.fromkeys((record.task, record.left_out) for record in records if record.left_out):
        yield f"rescore: {task}: {note}; figures.columns can say which it is"
    for task, signatures in grouped(dict.fromkeys(cited)).items():
        several = f"{len(signatures)} signatures; see cite in --format json"
        yield f"{task}: {signatures[0] if len(signatures) == 1 else several}"
    yield summary(records)


def summary(records: Iterable[SubmissionRecord]) -> str:
    """Return the number of submissions for each verdict, in a line."""
    verdicts = Counter(record.verdict for record in records)
    parts = [f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdicts[verdict]]
    return f"{counted(verdicts.total(), 'submission')}: {', '.join(parts)}" if parts else "no submissions"


def exit_status(records: Iterable[SubmissionRecord], accept: set[str]) -> int:
    """Return the exit status of a run with these records; some verdicts are accepted."""
    verdicts = {record.verdict for record in records}
    if FAILED in verdicts:
        return UNSCORED
    return DIFFERENT if verdicts - {IDENTICAL, EXCERPT, UNPUBLISHED, *accept} else 0
