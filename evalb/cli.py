"""The command ``evalb [-dDh] [-c N] [-e N] [-p FILE] GOLD TEST`` (page, 'Command line')."""

from __future__ import annotations

import os
from io import BytesIO

from legacy_scorers.common.cli import name_manual, point_to_check, uncollected_main_of
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.common.host import FOLDER
from legacy_scorers.common.tally import Tally
from legacy_scorers.evalb import report, tally
from legacy_scorers.evalb.align import align
from legacy_scorers.evalb.options import CUTOFF_LEN, DEBUG, MAX_ERROR, Options
from legacy_scorers.evalb.read import Errors, read_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.evalb.align import Sentence

CANNOT_OPEN = 1  # exit status


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return uncollected_main_of("evalb", score, argv)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Print the report that ``words`` ask for, pass sentences on to ``observer``, and return the exit status."""

    def lines_of_parameters(name: str) -> Iterator[bytes]:
        with _open(host, b"parameter", name) as stream:
            yield from stream

    try:
        options = Options(words, lines_of_parameters, host.stderr.write)
        key, response = [*options.files, None, None][:2]
        with _open(host, b"gold", key) as gold, _open(host, b"test", response) as test:
            host.stdout.write(report.HEADING + report.RULE)
            correct = _print(options, gold, test, host, observer)
        point_to_check("evalb", words, correct, host)
    except RefusalError as refusal:
        host.stdout.flush()
        host.stderr.write(refusal.message)
        if not words:
            name_manual("evalb", host)
        return refusal.status
    return 0


def _print(options: Options, gold: BinaryIO, test: BinaryIO, host: Host, observer: Observer | None) -> int:
    """Print the table, sentence by sentence, and the summary; return the number of matched brackets."""
    numbers = options.numbers
    errors = Errors(numbers[MAX_ERROR], host.stderr.write)
    trace = host.stdout.write if numbers[DEBUG] > 1 else None
    sentences = align(read_pairs(gold, test, options, errors, trace), options, errors, trace)
    if observer is not None:
        from legacy_scorers.evalb.evidence import with_evidence

        sentences = with_evidence(sentences, observer, options, host)
    sums = Tally()
    for sentence in sentences:
        row = tally.counts(sentence)
        tally.add(sums, sentence, row, numbers[CUTOFF_LEN])
        host.stdout.write(_text(sentence, report.line(sentence, row), numbers[DEBUG]))
    host.stdout.write(b"".join(report.summary(sums, numbers[CUTOFF_LEN])))
    correct: int = sums.row(tally.OVERALL, tally.ALL)[tally.RIGHT]
    return correct


def _text(sentence: Sentence, line: bytes, debug: int) -> bytes:
    """Return the line of a sentence with what ``-d`` and ``-D`` print before and after it."""
    if debug <= 0:
        return line
    from legacy_scorers.evalb.debug import comparisons, listing

    compared = comparisons(sentence) if debug > 1 and sentence.is_aligned else ()
    return b"".join([*compared, line, *listing(sentence)])


def _open(host: Host, role: bytes, name: str | None) -> BinaryIO:
    """Open a file. A folder is an empty file, as C reads it."""
    shown = b"(null)"
    if name is not None:
        try:
            return BytesIO() if host.kind(name) == FOLDER else host.open(name)
        except OSError:
            shown = os.fsencode(name)
    raise RefusalError(b"Can't open %b file (%b)\n" % (role, shown), CANNOT_OPEN)
