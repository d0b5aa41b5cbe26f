"""The command ``scorer.pl METRIC KEY RESPONSE [NAME]`` (page, 'Command line')."""

from __future__ import annotations

import os

from legacy_scorers.common.cli import flush_stdout, run, write_stderr, write_stdout
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.tally import Tally
from legacy_scorers.coref_scorer import report
from legacy_scorers.coref_scorer.align import Aligned
from legacy_scorers.coref_scorer.read import documents
from legacy_scorers.coref_scorer.tally import BLANC, CHAINS, METRICS, rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from legacy_scorers.common.result import Observer
    from legacy_scorers.coref_scorer.read import Document

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
        _print(words, list(METRICS) if words[0] == ALL else [metric], observer)
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
        self.repeated = b"".join(report.repeated(b"key", aligned.key_repeated))
        self.dropped = report.repeated(b"response", aligned.dropped[: MOST_REPEATS + 1])
        self.counts = report.counts(aligned)
        self.rows = {metric: rows(aligned, metric) for metric in metrics}
        self.breaking_off = response.breaking_off


def _print(words: list[str], metrics: list[str], observer: Observer | None) -> None:
    """Print the scores of all documents, or of the one named, by every metric.

    They are verbose unless only totals are wanted. The files are read only for the first metric.
    """
    name = os.fsencode(words[3]) if words[3:] else None
    verbose = name != TOTALS_ONLY
    wanted = name if verbose else None
    kept: list[_Scored] = []
    repeats = 0
    for number, metric in enumerate(metrics):
        if metrics[1:]:
            write_stdout(report.METRIC % os.fsencode(metric))
        if wanted is not None:
            write_stdout(report.TITLE % wanted)
        tally = Tally()
        for document in kept if number else _read(words, metrics, verbose, wanted, observer):
            if number:
                write_stdout(document.listing)
            elif metrics[1:]:
                kept.append(document)
            if verbose and wanted is None:
                write_stdout(report.TITLE % (b"" if metric == BLANC else document.title))
            _print_document(document, metric, verbose, MOST_REPEATS - repeats)
            repeats += len(document.dropped)
            for row, counts in document.rows[metric].items():
                tally.count((metric, row, column, amount) for column, amount in counts.items())
        write_stdout(report.totals(tally, metric))


def _read(
    words: list[str], metrics: list[str], verbose: bool, wanted: bytes | None, observer: Observer | None
) -> Iterator[_Scored]:
    """Yield the scored documents, and print the chains of each as it is read."""
    evidence = None
    if observer is not None:
        from legacy_scorers.coref_scorer.evidence import Evidence

        begun = Evidence(observer, words, metrics, verbose)
        evidence = begun if observer.wants_units else None
    read = documents(words[1:3], wanted)
    for key_place, key in read:
        listing = _list(key, verbose)
        response_place, response = next(read)
        listing += _list(response, verbose)
        aligned = Aligned(key, response)
        if evidence:
            evidence.add([key_place, response_place], [key, response], wanted or key.name, aligned)
        yield _Scored(key, response, aligned, listing, metrics)


def _list(document: Document, verbose: bool) -> bytes:
    listing = report.listing(document) if verbose else b""
    write_stdout(listing)
    if document.problem:
        raise RefusalError(document.problem, document.breaking_off)
    return listing


def _print_document(document: _Scored, metric: str, verbose: bool, most_repeats: int) -> None:
    """Print the scores of a document by a metric; break off if it cannot be scored."""
    write_stdout(document.repeated + b"".join(document.dropped[: most_repeats + 1]))
    if len(document.dropped) > most_repeats:
        raise RefusalError(report.TOO_MANY, 1)
    if verbose:
        write_stdout(document.counts)
    if not document.rows[metric]:
        problem = report.GAP if metric == BLANC else report.NOT_IMPLEMENTED % os.fsencode(metric)
        raise RefusalError(problem, document.breaking_off)
    if verbose and metric != BLANC:
        write_stdout(report.scores(document.rows[metric][CHAINS]))
