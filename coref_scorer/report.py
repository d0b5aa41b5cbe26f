"""The report: all bytes that the command writes to standard output (page, 'Reading the report')."""

from __future__ import annotations

import os

from legacy_scorers.common.tally import Row, complete
from legacy_scorers.coref_scorer import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from legacy_scorers.common.tally import Tally
    from legacy_scorers.coref_scorer.align import Aligned, Repeated
    from legacy_scorers.coref_scorer.read import Document

VERSION = b"version: 8.01 %b\n" % os.fsencode(os.path.join(os.path.dirname(__file__), "cli.py"))
USAGE = b"""
use: scorer.pl <metric> <keys_file> <response_file> [name]

  metric: the metric desired to score the results:
    muc: MUCScorer (Vilain et al, 1995)
    bcub: B-Cubed (Bagga and Baldwin, 1998)
    ceafm: CEAF (Luo et al, 2005) using mention-based similarity
    ceafe: CEAF (Luo et al, 2005) using entity-based similarity
    blanc: BLANC
    all: uses all the metrics to score

  keys_file: file with expected coreference chains in SemEval format

  response_file: file with output of coreference system (SemEval format)

  name: [optional] the name of the document to score. If name is not
    given, all the documents in the dataset will be scored. If given
    name is "none" then all the documents are scored but only total
    results are shown.

"""
METRIC = b"\nMETRIC %b:\n"
TITLE = b"%b:\n"
INVALID_METRIC = b"Invalid metric\n"
REPEATED = b"Repeated mention in the %b: %d, %d %d%d\n"
FIGURES = b"Recall: (%.15g / %.15g) %.15g%%\tPrecision: (%.15g / %.15g) %.15g%%\tF1: %.15g%%\n"
RULE = b"-" * 74 + b"\n"
NOT_IMPLEMENTED = b"Metric %b not implemented yet\n"
GAP = b"Can't use an undefined value as an ARRAY reference\n"  # BLANC, a key chain without mentions
TOO_MANY = b"Found too many repeated mentions (> 10) in the response, so refusing to score. Please fix the output.\n"


def listing(document: Document) -> bytes:
    """List the chains of a document, with the first and the last token of each mention."""
    lines = [b"====> %b:\n" % document.name]
    lines += [b"Discarded %b\n" % bracket for bracket in document.discarded]
    if not document.problem:
        lines.append(b"File %b:\n" % document.name)
        for rank, chain in enumerate(document.chains):
            lines.append(b"Entity %d:%b\n" % (rank, b"".join([b" (%d,%d)" % mention for mention in chain.mentions])))
    return b"".join(lines)


def repeated(side: bytes, repeats: Iterable[Repeated]) -> list[bytes]:
    """Report repeated mentions of a side, each with its ids before and after the repetition."""
    return [REPEATED % (side, *mention, before, now) for mention, before, now in repeats]


def counts(aligned: Aligned) -> bytes:
    """Return the counts of a document's mentions. Those reported as invented include repeats of the key."""
    found = tally.identification(aligned)
    key, response, correct = found[tally.KEY], found[tally.RESPONSE], found[tally.CORRECT]
    return (
        b"Total key mentions: %d\nTotal response mentions: %d\nStrictly correct identified mentions: %d\n"
        b"Partially correct identified mentions: 0\nNo identified: %d\nInvented: %d\n"
    ) % (key, response, correct, key - correct, aligned.key_places + len(aligned.others) - key)


def scores(row: Row) -> bytes:
    """Return recall, precision and F of a row, and a rule."""
    return _line(complete(row, tally.OF_ROW))


def totals(sums: Tally, metric: str) -> bytes:
    """Return the totals of a metric."""
    lines = {name: _line(tally.figures(sums, metric, name)) for name in (tally.MENTIONS, tally.CHAINS, *tally.LINKS)}
    mentions = b"\n====== TOTALS =======\nIdentification of Mentions: " + lines[tally.MENTIONS]
    if metric != tally.BLANC:
        return b"%bCoreference: %b" % (mentions, lines[tally.CHAINS])
    joined = tally.figures(sums, metric, tally.JOINED)
    shares = tally.row(joined[tally.RECALL], 1, joined[tally.PRECISION], 1)
    of_links = lines[tally.COREFERENCE], lines[tally.NON_COREFERENCE], _line(Row({**joined, **shares}))
    return mentions + b"\nCoreference:\nCoreference links: %bNon-coreference links: %bBLANC: %b" % of_links


def _line(row: Row) -> bytes:
    # Percentages are cut after the second decimal.
    recall, precision, f1 = [int(row[name] * 10000) / 100 for name in (tally.RECALL, tally.PRECISION, tally.F1)]
    parts = row[tally.RECALLED], row[tally.KEY], recall, row[tally.CORRECT], row[tally.RESPONSE], precision, f1
    return FIGURES % parts + RULE
