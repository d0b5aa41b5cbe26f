"""What is suspicious in the input of the submissions to an archive."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import to_builtins

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.cause_search import hints_of
from legacy_scorers.rescore.archive.pool import pool_of
from legacy_scorers.rescore.archive.records import FindingRecord
from legacy_scorers.rescore.archive.submissions import read_by
from legacy_scorers.rescore.reports.words import grouped


def findings_in(archive: str, timeout: float, memory: int | None) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the findings of an archive, each as a line and as a record; one about several submissions occurs once.

    ``timeout`` is the number of seconds for each submission, ``memory`` the number of megabytes of each process.
    """
    with pool_of(archive, None, timeout, memory) as pool:
        read = read_by(pool, archive)
        found = pool.calls(hints_of, [(read.root, submission) for submission in read.submissions])
    lines = grouped(
        ((submission.task, one.text), (submission.label, one))
        for submission, hints in zip(read.submissions, found)
        for one in ([FindingRecord("not-checked", None, None, str(hints))] if isinstance(hints, InputError) else hints)
    )
    for (task, line), of in lines.items():
        label, one = of[0] if len(of) == 1 else (task, of[0][1])
        yield line, {"type": "finding", "of": label, **to_builtins(one)}
