"""The command ``scorer.pl METRIC KEY RESPONSE [NAME]`` (page, 'Command line')."""

from __future__ import annotations

import os

from common.cli import flush_stdout, run, write_stderr, write_stdout
from common.errors import RefusalError
from common.tally import Tally
from coref_scorer import report
from coref_scorer.align import Aligned
from coref_scorer.read import documents
from coref_scorer.tally import BLANC, CHAINS, METRICS, add, rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from common.result import Observer
    from coref_scorer.read import Document

ALL = "all"  # metrics; any other word that begins with it is a metric that is not implemented
TOTALS_ONLY = b"none"
MOST_REPEATS = 10  # repeats in the response, over all documents and metrics of a run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run("scorer.pl", score, argv)


def score(words: list[str], observer: Observer | None = None) -> int:
    """Print the scores that ``words`` ask for, pass documents on to ``observer``, and return the exit status."""
    write_stdout(report.VERSION)
    if len(words) < 3:
        write_stdout(report.USAGE)
        return 0
    metric = os.fsdecode(os.fsencode(words[0]).lower())
    if not metric.startswith((*METRICS, ALL)):
        write_stdout(report.INVALID_METRIC)
        return 0
    try:
        _Run(words, observer).print(list(METRICS) if words[0] == ALL else [metric])
    except RefusalError as refusal:
        flush_stdout()
        write_stderr(refusal.message)
        return refusal.status
    return 0


class _Scored:
    """What a run keeps of a document for the next metric: what is printed of it, and what it adds to the totals."""

    __slots__ = ("breaking_off", "counts", "dropped", "listing", "repeated", "rows", "title")

    def __init__(self, key: Document, response: Document, aligned: Aligned, listing: bytes, metrics: list[str]) -> None:
        self.title = key.name
        self.listing = listing
        self.repeated = report.repeated(b"key", aligned.key_repeated)
        self.dropped = report.repeated(b"response", aligned.dropped[: MOST_REPEATS + 1])
        self.counts = report.counts(aligned)
        self.rows = {metric: rows(aligned, metric) for metric in metrics}
        self.breaking_off = response.breaking_off


class _Run:
    """A run over all documents or the one named; it is verbose unless only totals are wanted."""

    __slots__ = ("_observer", "_repeats", "_verbose", "_wanted", "_words")

    def __init__(self, words: list[str], observer: Observer | None) -> None:
        self._words = words
        name = os.fsencode(words[3]) if len(words) > 3 else None
        self._verbose = name != TOTALS_ONLY
        self._wanted = name if self._verbose else None
        self._observer = observer
        self._repeats = 0

    def print(self, metrics: list[str]) -> None:
        """Print the scores by every metric. The files are read only for the first."""
        kept: list[_Scored] = []
        for number, metric in enumerate(metrics):
            if len(metrics) > 1:
                write_stdout(report.METRIC % os.fsencode(metric))
            if self._wanted is not None:
                write_stdout(report.TITLE % self._wanted)
            tally = Tally()
            for document in kept if number else self._read(metrics):
                if number:
                    write_stdout(document.listing)
                elif len(metrics) > 1:
                    kept.append(document)
                self._print(document, metric)
                add(tally, metric, document.rows[metric])
            write_stdout(report.totals(tally, metric))

    def _read(self, metrics: list[str]) -> Iterator[_Scored]:
        """Yield the scored documents, and print the chains of each as it is read."""
        evidence = None
        if self._observer is not None:
            from coref_scorer.evidence import Evidence

            evidence = Evidence(self._observer, self._words, metrics, self._verbose)
        read = documents(self._words[1:3], self._wanted)
        for key_place, key in read:
            listing = self._list(key)
            response_place, response = next(read)
            listing += self._list(response)
            aligned = Aligned(key, response)
            if evidence:
                evidence.add([key_place, response_place], [key, response], self._wanted or key.name, aligned)
            yield _Scored(key, response, aligned, listing, metrics)

    def _list(self, document: Document) -> bytes:
        listing = report.listing(document) if self._verbose else b""
        write_stdout(listing)
        if document.problem:
            raise RefusalError(document.problem, document.breaking_off)
        return listing

    def _print(self, document: _Scored, metric: str) -> None:
        """Print the scores of a document by a metric; break off if it cannot be scored."""
        if self._verbose and self._wanted is None:
            write_stdout(report.TITLE % (b"" if metric == BLANC else document.title))
        write_stdout(b"".join(document.repeated))
        for message in document.dropped:
            write_stdout(message)
            self._repeats += 1
            if self._repeats > MOST_REPEATS:
                raise RefusalError(report.TOO_MANY, 1)
        if self._verbose:
            write_stdout(document.counts)
        if not document.rows[metric]:
            problem = report.GAP if metric == BLANC else report.NOT_IMPLEMENTED % os.fsencode(metric)
            raise RefusalError(problem, document.breaking_off)
        if self._verbose and metric != BLANC:
            write_stdout(report.scores(document.rows[metric][CHAINS]))
