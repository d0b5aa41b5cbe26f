"""The output of a command over an archive: progress, records and main figures in the requested form, kept reports."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple, NoReturn, TypeAlias

from msgspec import to_builtins

from legacy_scorers.common.errors import InputError, one_line, reason_in
from legacy_scorers.common.host.system import SYSTEM
from legacy_scorers.rescore.archive.pool import MIN_ARCHIVE_S, Pool
from legacy_scorers.rescore.archive.published import read_published, texts_of
from legacy_scorers.rescore.archive.records import Hint, Record, Result
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.difference import EXCERPT, FAILED, FIGURES, IDENTICAL, UNPUBLISHED, VERDICTS
from legacy_scorers.rescore.process import DIFFERENT, UNSCORED, USAGE
from legacy_scorers.rescore.reports.model import counted, encoded, grouped, listed, written
from legacy_scorers.rescore.scorers import NOTES, SCORERS, report_of
from legacy_scorers.rescore.scorers.change import Setup
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.tables import TSV, json_bytes, one_field, tabulated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tqdm import tqdm

Scored: TypeAlias = tuple[Submission, Record]

TABLES = (TSV, "md", "latex", "html")
FORMS = ("text", "json", "jsonl", *TABLES)
NO_CAUSE = "no single change gives these figures"
_COLUMNS = ("task", "submission", "verdict", "exit", "cells", "published", "recomputed", "cause")
_SHOWN = 3  # cells or messages of a submission in the text
_ESCAPES = {ord(sign): f"%{ord(sign):02X}" for sign in "%/\\\0"}  # in names of files


def pieces(form: str, records: Iterable[Record], archive: Archive, results: Store, pool: Pool) -> Iterator[bytes]:
    """Yield what is printed of the records of an archive, as soon as possible."""
    lines = (json.dumps(to_builtins(record), separators=(",", ":")) for record in records)
    if form == "text":
        width = max([len(submission.label) for submission in archive.submissions], default=0)
        said: set[tuple[str, ...]] = set()
        for record in records:
            yield b"".join(map(one_line, _text_lines(record, width, said)))
    elif form == "jsonl":
        for line in lines:
            yield json_bytes(f"{line}\n")
    elif form == "json":
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


class MainFigure(NamedTuple):
    """The main figure of a task and its texts for a submission, empty if unknown; the hashes of the key's files."""

    name: str
    published: str
    recomputed: str
    key: frozenset[str]


class Figures(NamedTuple):
    """The texts of a submission's figures by cell, empty if unknown, and the hashes of the key's files."""

    published: Mapping[str, str] = {}
    printed: Mapping[str, str] = {}
    key: frozenset[str] = frozenset()


def all_figures(root: str, known: Iterable[tuple[Submission, Result | None]], pool: Pool) -> list[Figures]:
    """Return the figures of submissions; they are unknown without a result, or if published ones cannot be read."""
    found = pool.calls(figures_of, ((root, *one) for one in known), least=MIN_ARCHIVE_S)
    return [Figures() if isinstance(figures, InputError) else figures for figures in found]


def figures_of(root: str, submission: Submission, result: Result | None) -> Figures:
    """Return the figures of a submission."""
    if result is None or not result.reports:
        return Figures()
    printed = texts_of(report_of(encoded(text)) for _, text in sorted(result.reports.items()))
    published = read_published(root, submission).texts(printed)
    key = key_of(root, submission, dict(result.inputs)) if result.record.exit == 0 else frozenset()
    return Figures(published, printed, key)


def main_figures(root: str, scored: Sequence[Scored], results: Store, pool: Pool) -> list[MainFigure]:
    """Return the main figure of each submission, which is the measure that most submissions to its task have."""
    known = ((one, results.known(one) if record.verdict != FAILED else None) for one, record in scored)
    found = all_figures(root, known, pool)
    counts: dict[str, Counter[str]] = {}  # of measures, by task
    for (submission, _), figures in zip(scored, found):
        of_task = counts.setdefault(submission.task, Counter({"": 0}))
        for name in [written(name) for command in submission.words[:1] for name in SCORERS[command].measures]:
            of_task[name] += (name in figures.published) + (name in figures.printed)
    main = {task: of_task.most_common(1)[0][0] for task, of_task in counts.items()}
    names = [main[submission.task] for submission, _ in scored]
    return [
        MainFigure(name, figures.published.get(name, ""), figures.printed.get(name, ""), figures.key)
        for name, figures in zip(names, found)
    ]


def key_of(root: str, submission: Submission, inputs: Mapping[str, str]) -> frozenset[str]:
    """Return the hashes of the key's files, empty if unknown; ``inputs`` has those of all files that the run read."""
    files = dict.fromkeys(inputs, b"")
    setup = Setup(submission.words, submission.environment, files, submission.folder)
    words = [part for word in submission.words[1:] for part in (word, word.partition("=")[2])]
    for path in inputs.keys() & map(setup.path, words):  # configurations, which say where the key is
        content = submission.content(root, path)
        if content is None:  # removed since it was scored
            return frozenset()
        files[path] = content
    try:
        sides = SCORERS[submission.words[0]].sides(setup)
    except ValueError:  # a command line that scores nothing
        return frozenset()
    if sides.key_text:
        return frozenset([sha256(sides.key_text).hexdigest()])
    return frozenset(inputs[path] for path in sides.key if path in inputs)


def cause_of(record: Record) -> str:
    """Return the reason for a verdict in a few words, or an empty text."""
    causes = [cause.text for cause in record.causes[:1]]
    if record.verdict == FAILED or (record.verdict == FIGURES and record.exit and not causes):
        return "; ".join([reason_in(record.messages, NOTES), *causes])
    if causes:
        return causes[0]
    return (record.unfinished or NO_CAUSE) if record.verdict == FIGURES else ""


def _text_lines(record: Record, width: int, said: set[tuple[str, ...]]) -> Iterator[str]:
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
        lines = [line_of(hint) for hint in record.hints]
        for hint in [line for line in lines if (record.task, line) not in said][:_SHOWN]:
            said.add((record.task, hint))
            yield f"    hint: {hint}"


def line_of(hint: Hint) -> str:
    """Return a hint in a line, as a finding is printed."""
    return Finding(hint.name, hint.message, hint.file or "", hint.line).text


def progress_bar(steps: int, unit: str = "submission") -> tqdm[NoReturn]:
    """Return the bar of progress, which is shown on a terminal only.

    Raises :class:`InputError` for variables of tqdm that it does not understand.
    """
    try:
        from tqdm import tqdm
    except ValueError as error:
        problem = f"a variable TQDM_... has a wrong value ({error}); correct it, or unset it"
        raise InputError(problem, status=USAGE) from error

    tqdm.set_lock(threading.RLock())  # the default lock is for processes, too, and remains if we are killed
    return tqdm(
        total=steps, disable=None if steps and sys.stderr else True, unit=unit, leave=False, file=sys.stderr, miniters=0
    )


def tell(bar: tqdm[NoReturn], text: str) -> None:
    """Show the current step after the bar, not more often than the bar changes."""
    bar.set_postfix_str(one_field(text), refresh=False)
    bar.update(0)


def last_lines(form: str, notes: Iterable[str], records: Sequence[Record]) -> Iterator[str]:
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
    for task, signatures in grouped(dict.fromkeys(cited)).items():
        several = f"{len(signatures)} signatures; see cite in --format json"
        yield f"{task}: {signatures[0] if len(signatures) == 1 else several}"
    yield summary(records)


def summary(records: Iterable[Record]) -> str:
    """Return the number of submissions for each verdict, in a line."""
    verdicts = Counter(record.verdict for record in records)
    parts = [f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdicts[verdict]]
    return f"{counted(verdicts.total(), 'submission')}: {', '.join(parts)}" if parts else "no submissions"


def exit_status(records: Iterable[Record], accept: set[str]) -> int:
    """Return the exit status of a run with these records; some verdicts are accepted."""
    verdicts = {record.verdict for record in records}
    if FAILED in verdicts:
        return UNSCORED
    return DIFFERENT if verdicts - {IDENTICAL, EXCERPT, UNPUBLISHED, *accept} else 0


def keep(folder: str, submissions: Sequence[Submission], results: Store) -> None:
    """Write ``stdout`` and the report files of each submission below ``FOLDER/TASK/NAME``, all or none.

    Names come from strangers, so none may lead out of that folder. Raises :class:`InputError`, and writes nothing, if a
    path is reached by a link, or is not a regular file.
    """
    for submission in submissions:
        for name in results.reports(submission):
            path = _path(folder, submission, name)
            real = os.path.join(os.path.realpath(folder), os.path.relpath(path, folder))
            if os.path.realpath(path) != real or (os.path.lexists(real) and not os.path.isfile(real)):
                problem = "is reached by a link, or is not a regular file; move it, or name another folder"
                raise InputError(problem, path)
    for submission in submissions:
        files = [(_path(folder, submission, name), content) for name, content in results.reports(submission).items()]
        try:
            for path, _ in files:
                os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as error:
            problem = f"cannot be written ({error.strerror}); name another folder"
            raise InputError(problem, error.filename) from error
        SYSTEM.write_reports(files)


def _path(folder: str, submission: Submission, report: str) -> str:
    inner = ["out", *[part for part in report.split("/") if part not in ("", ".", "..")]] if report else ["stdout"]
    names = [name.translate(_ESCAPES) for name in (submission.task, submission.name, *inner)]
    return os.path.join(folder, *[name if name.strip(".") else f"%2E{name[1:]}" for name in names])
