"""The command ``scorer.pl METRIC KEY RESPONSE [NAME]`` (page, 'Command line')."""

from __future__ import annotations

import os

from legacy_scorers.common.cli import main_of, point_to_check
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.tally import Tally
from legacy_scorers.coref_scorer import report
from legacy_scorers.coref_scorer.align import Aligned
from legacy_scorers.coref_scorer.read import documents
from legacy_scorers.coref_scorer.tally import BLANC, CHAINS, CORRECT, MENTIONS, METRICS, rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.coref_scorer.read import Document

ALL = "all"  # metrics; any other word that begins with it is a metric that is not implemented
TOTALS_ONLY = b"none"
MOST_REPEATS = 10  # repeats in the response, over all documents and metrics of a run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return main_of("scorer.pl", score, argv)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Print the scores that ``words`` ask for, pass documents on to ``observer``, and return the exit status."""
    host.stdout.write(report.VERSION)
    if len(words) < 3:
        host.stdout.write(report.USAGE)
        return 0
    metric = os.fsdecode(os.fsencode(words[0]).lower())
    if not metric.startswith((*METRICS, ALL)):
        host.stdout.write(report.INVALID_METRIC)
        return 0
    try:
        correct = _Run(words, list(METRICS) if words[0] == ALL else [metric], host, observer).print()
    except RefusalError as refusal:
        host.stdout.flush()
        host.stderr.write(refusal.message)
        return refusal.status
    point_to_check("scorer.pl", words, correct, host)
    return 0


class _Scored:
    """What a run keeps of a document for the next metric: what is printed of it, and what it adds to the totals."""

    __slots__ = ("breaking_off", "counts", "dropped", "listing", "repeated", "rows", "title")

    def __init__(self, key: Document, response: Document, aligned: Aligned, listing: bytes, metrics: list[str]) -> None:
        self.title = key.name
        self.listing = listing
        self.repeated = b"".join(report.repeated(b"key", aligned.key_repeated))
        self.dropped = report.repeated(b"response", aligned.dropped[: MOST_REPEATS + 1])
        self.counts = report.counts(aligned)
        self.rows = {metric: rows(aligned, metric) for metric in metrics}
        self.breaking_off = response.breaking_off


class _Run:
    """One run: what the words ask for, the host that it prints on, and the observer that may listen.

    It is verbose unless only totals are wanted. ``wanted`` is the name of the only document, or None for all.
    """

    __slots__ = ("_host", "_kept", "_metrics", "_observer", "_verbose", "_wanted", "_words")

    def __init__(self, words: Sequence[str], metrics: list[str], host: Host, observer: Observer | None) -> None:
        name = os.fsencode(words[3]) if words[3:] else None
        self._words = words
        self._metrics = metrics
        self._host = host
        self._observer = observer
        self._kept: list[_Scored] = []
        self._verbose = name != TOTALS_ONLY
        self._wanted = name if self._verbose else None

    def print(self) -> int:
        """Print the scores by every metric; return how many mentions are correct. The first metric reads the files."""
        put, wanted = self._host.stdout.write, self._wanted
        repeats = correct = 0
        for number, metric in enumerate(self._metrics):
            if self._metrics[1:]:
                put(report.METRIC % os.fsencode(metric))
            if wanted is not None:
                put(report.TITLE % wanted)
            tally = Tally()
            scored = self._listed_again() if number else self._read()
            for document in scored:
                if self._verbose and wanted is None:
                    put(report.TITLE % (b"" if metric == BLANC else document.title))
                self._print_document(document, metric, MOST_REPEATS - repeats)
                repeats += len(document.dropped)
                for row, counts in document.rows[metric].items():
                    tally.count((metric, row, column, amount) for column, amount in counts.items())
            put(report.totals(tally, metric))
            correct += tally.row(metric, MENTIONS)[CORRECT]
        return correct

    def _listed_again(self) -> Iterator[_Scored]:
        """Yield the scored documents after the chains of each are printed."""
        for document in self._kept:
            self._host.stdout.write(document.listing)
            yield document

    def _read(self) -> Iterator[_Scored]:
        """Yield the scored documents, and print the chains of each as it is read; keep them for further metrics."""
        evidence = None
        if self._observer is not None:
            from legacy_scorers.coref_scorer.evidence import Evidence

            begun = Evidence(self._observer, self._words, self._metrics, self._verbose, self._host)
            evidence = begun if self._observer.wants_units else None
        read = documents(self._words[1:3], self._wanted, self._host)
        for key_start, key in read:
            listing = self._list(key)
            response_start, response = next(read)
            listing += self._list(response)
            aligned = Aligned(key, response)
            if evidence:
                evidence.add([key_start, response_start], [key, response], self._wanted or key.name, aligned)
            document = _Scored(key, response, aligned, listing, self._metrics)
            if self._metrics[1:]:
                self._kept.append(document)
            yield document

    def _list(self, document: Document) -> bytes:
        listing = report.listing(document) if self._verbose else b""
        self._host.stdout.write(listing)
        if document.problem:
            raise RefusalError(document.problem, document.breaking_off)
        return listing

    def _print_document(self, document: _Scored, metric: str, most_repeats: int) -> None:
        """Print the scores of a document by a metric; break off if it cannot be scored."""
        put = self._host.stdout.write
        put(document.repeated + b"".join(document.dropped[: most_repeats + 1]))
        if len(document.dropped) > most_repeats:
            raise RefusalError(report.TOO_MANY, 1)
        if self._verbose:
            put(document.counts)
        if not document.rows[metric]:
            problem = report.GAP if metric == BLANC else report.NOT_IMPLEMENTED % os.fsencode(metric)
            raise RefusalError(problem, document.breaking_off)
        if self._verbose and metric != BLANC:
            put(report.scores(document.rows[metric][CHAINS]))
