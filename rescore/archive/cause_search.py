"""What may explain a result: what is suspicious in figures and files, and the cause of differences."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf

from legacy_scorers.common.errors import InputError, nearest
from legacy_scorers.rescore.archive.published import ComparedRun, compare, read_published
from legacy_scorers.rescore.archive.records import UNFINISHED, FindingRecord, Result
from legacy_scorers.rescore.archive.search import CONTRADICTION, OTHER_SUBMISSION, Other, Search
from legacy_scorers.rescore.archive.submission import RunObserver, Submission, host_of, score
from legacy_scorers.rescore.archive.worker import TRIAL
from legacy_scorers.rescore.process import lacks_memory
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import listed, relative
from legacy_scorers.rescore.runs.difference import OLD, SIDES
from legacy_scorers.rescore.runs.findings import findings, refuse_pipes
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.runs.verdicts import FAILED, FIGURES
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.scorer import Outcome

_MAX_HINTS = 20  # of a submission
_COUNT = re.compile(r"\b\d+\b")


@dataclass(slots=True)
class CauseSearch:
    """The job to explain the result of a submission; ``others`` are submissions that may have its published figures."""

    submission: Submission
    found: Result
    others: Sequence[Other]
    seconds: float  # for the trials of two changes at a time
    end: float = inf  # of all searches, in seconds since 1970

    def result(self, root: str, send: Callable[..., object]) -> Result:
        """Add hints to the record, and the cause if there is one; runs with changes are tried until it is found."""
        submission, result = self.submission, self.found
        record, outcome = result.record, self._outcome(root)
        published = read_published(root, submission)
        compared = compare(published, outcome) if record.verdict == FIGURES else ComparedRun(record.verdict)
        record.hints = list(islice(_published_hints(submission, compared, outcome), _MAX_HINTS))
        record.hints += hints_of(root, submission, outcome)

        def begin_trial(change: str) -> None:
            if time.time() > self.end:
                raise TimeoutError("--search-total is over")
            send((TRIAL, f"{submission.label}: {change}"))

        result.is_open = False
        # A run that asks for no file has a command line that scores nothing.
        if record.verdict in (FIGURES, FAILED) and result.files:
            search = Search(root, result, outcome, published, compared, begin_trial)
            record.causes = search.causes(self.others, self.seconds if record.verdict == FIGURES else 0.0)
            if not record.causes and outcome.status:
                record.causes = search.remedies()
            if published.rows():
                # The other submission may change, so the next run searches again.
                result.is_open = bool(record.causes) and record.causes[0].kind == OTHER_SUBMISSION
                result.seconds = None if record.causes else self.seconds
        return result

    def _outcome(self, root: str) -> Outcome:
        """Return what the run did, with figures that no report has if some of these were published."""
        if self.submission.names_unprinted:
            return score(root, self.submission, RunObserver(wants_units=True)).outcome
        return self.found.outcome(SCORERS[self.submission.words[0]])

    def failed(self, message: str) -> Result:
        """Return the result so far, with a note that the search ended early."""
        self.found.record.messages.append(f"{UNFINISHED}{message}")
        self.found.is_open = False
        return self.found


def _published_hints(submission: Submission, compared: ComparedRun, outcome: Outcome) -> Iterator[FindingRecord]:
    """Yield a hint for each published figure that contradicts others of its row, or that the run does not print."""
    printed: list[str] = []
    for report, difference in compared.differences:
        name = "/".join(filter(None, (difference.table, difference.row, difference.column)))
        for note in difference.notes:
            side, _, says = note.partition(": ")
            if side == SIDES[OLD]:
                file = submission.published[report]
                yield FindingRecord(CONTRADICTION, file, None, f"{name} is published as {difference.old}: {says}")
            elif side not in SIDES:  # of a figure that was published by itself
                yield FindingRecord(CONTRADICTION, None, None, f"{name}: {note}")
        if difference.new is None and name in submission.figures:
            printed = printed or [written(cell.name) for cell in outcome.cells]
            yield FindingRecord("no-such-figure", None, None, _no_such_figure(name, printed))


def _no_such_figure(name: str, printed: Sequence[str]) -> str:
    if several := [one for one in printed if one.lower().endswith(f"/{name.lower()}")]:
        return f"the run prints several figures {name}: {listed(several)}; name one of them in figures.columns"
    return f"the run prints no figure {name}{nearest(name, printed)}"


def hints_of(root: str, submission: Submission, outcome: Outcome | None = None) -> list[FindingRecord]:
    """Return what ``rescore check`` finds suspicious in the run of a submission, or why it cannot be checked."""
    try:
        scorer, words = SCORERS[submission.words[0]], submission.words[1:]
        host = host_of(root, submission)
        refuse_pipes(scorer, words, host)
        # The search for causes tries exchanged sides.
        found = findings(words, host, outcome or run_command(scorer, words, host), other_way=False)
        shown = sorted(found, key=lambda finding: _rank(finding, scorer.telling))[:_MAX_HINTS]
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        return [FindingRecord("not-checked", None, None, f"the inputs cannot be checked ({kind}{error})")]
    return [FindingRecord(one.name, one.file or None, one.line, relative(root, one.message)) for one in shown]


def _rank(finding: Finding, telling: Sequence[str]) -> tuple[int, int]:
    """Rank findings on the whole run first, then those on the most items, because they explain most."""
    place = telling.index(finding.name) if finding.name in telling else len(telling)
    counted = _COUNT.search(finding.message)
    return place, -int(counted[0]) if counted else 0
