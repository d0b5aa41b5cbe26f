"""The command ``conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE`` (page, 'Messages')."""

from __future__ import annotations

from legacy_scorers.common.cli import main_of, name_manual, point_to_check
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.conlleval import report
from legacy_scorers.conlleval.align import align, read_raw, read_tag
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import read
from legacy_scorers.conlleval.tally import ALL, CORRECT, OVERALL, tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.conlleval.align import Aligned

FORM = "conlleval < FILE"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return main_of("conlleval", score, argv)


def aligned_lines(stream: BinaryIO | None, options: Options) -> Iterator[Aligned]:
    """Yield the lines of an input, each with its step."""
    return align(read(stream, options.delimiter), read_raw(options.outside) if options.raw else read_tag)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Print the report on standard input that ``words`` ask for, and return the exit status.

    ``observer``, if given, receives every sentence.
    """
    try:
        options = Options(words)
    except RefusalError as refusal:
        host.stderr.write(refusal.message)
        name_manual("conlleval", host, FORM)
        return refusal.status
    if host.stdin is not None and host.stdin.isatty():  # whoever forgot the file waits for the end of the run
        name_manual("conlleval", host, FORM)
    try:
        aligned = aligned_lines(host.stdin, options)
        if observer is not None:
            from legacy_scorers.conlleval.evidence import Evidence

            evidence = Evidence(observer, options, host)
            aligned = evidence.of(aligned) if observer.wants_units else aligned
        counts = tally(aligned)
    except RefusalError as refusal:
        host.stderr.write(refusal.message)
        return refusal.status
    host.stdout.write(report.table(counts) if options.latex else report.report(counts))
    point_to_check("conlleval", [*words, "<", "FILE"], counts.row(OVERALL, ALL)[CORRECT], host)
    return 0
