"""The cause of other figures: what is known without another run, then what other runs give."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rescore.archive.causes.case import Case, Explanation
from rescore.archive.causes.damage import damage, lost
from rescore.archive.causes.known import known
from rescore.archive.causes.places import COLUMNS
from rescore.archive.causes.submissions import Other, fitting, is_exchanged
from rescore.archive.causes.total import other_key_total
from rescore.archive.hints import CONTRADICTION, hint
from rescore.archive.published import Published, read_published
from rescore.archive.records import Cause, Record, cause_records
from rescore.archive.scoring import Scored
from rescore.archive.search import BY_CHANCE, Search
from rescore.archive.submission import Submission
from rescore.difference.verdicts import IDENTICAL, Difference
from rescore.reports.model import written
from rescore.scorers import SCORERS
from rescore.scorers.running import printed_cells

OTHER_SUBMISSION = "other submission"


class Explaining:
    """Looks for the cause of differences between a run and what was published; ``trying`` is told each.

    ``record`` is that of the run.
    """

    def __init__(
        self,
        root: str,
        submission: Submission,
        scored: Scored,
        published: Published,
        differences: Sequence[Difference],
        record: Record,
        trying: Callable[[str], None],
    ) -> None:
        self._root = root
        self._submission = submission
        self._scored = scored
        self._published = published
        self._scorer = SCORERS[submission.words[0]]
        self._search = Search(root, submission, scored, published, trying)
        printed = {written(cell.name): cell for cell in printed_cells(scored.outcome)}
        self._case = Case(published.rows(printed), printed.values(), differences)
        self._partly: Sequence[Explanation] = ()
        self._record = record

    def by_itself(self) -> list[Cause]:
        """Return the causes that published and recomputed figures show."""
        causes, self._partly = known(self._case)
        both = causes and causes[0].kind == COLUMNS and self._search.single("swap")
        return cause_records(causes, IDENTICAL, ", or with the sides swapped" if both else "") if causes else []

    def by_others(self, others: Sequence[Other], seconds: float) -> list[Cause]:
        """Return the causes that other submissions, changes of the run, or damages of its files show.

        Without one, causes of half of the figures are hints.
        """
        found = fitting(self._published, others)
        for other in found:
            if is_exchanged(read_published(self._root, other.submission), self._scored.outcome):
                return self._of(other, "if exchanged with {}")
        if cause := self._search.single():
            return cause.records()
        if one := damage(self._case, self._search.setup, self._scorer.changes, self._record):
            return self._said(one)
        if found:
            return self._of(found[0], "with the figures of {}")
        if cause := self._search.pair(seconds):
            return cause.records()
        one = lost(self._case, self._record)
        if one := one or other_key_total(self._case, self._scorer, self._search.key_with):
            return self._said(one)
        if not any(one["name"] == CONTRADICTION for one in self._record["hints"]):
            self._record["hints"][:0] = [hint(one.kind, self._case.said(one)) for one in self._partly]
        return []

    def _of(self, other: Other, text: str) -> list[Cause]:
        name = other.called(self._submission)
        one = Explanation(OTHER_SUBMISSION, name, text.format(name), frozenset())
        return cause_records([one], IDENTICAL, BY_CHANCE if self._published.is_scant else "")

    @staticmethod
    def _said(one: Explanation) -> list[Cause]:
        return [{"change": one.kind, "detail": one.detail, "text": one.text}]
