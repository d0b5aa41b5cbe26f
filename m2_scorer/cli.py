"""The command ``m2scorer [OPTIONS] SYSTEM GOLD`` (page, 'Command line')."""

from __future__ import annotations

from legacy_scorers.common.cli import point_to_check, uncollected_main_of
from legacy_scorers.common.errors import InputError, RefusalError
from legacy_scorers.common.tally import Row
from legacy_scorers.m2_scorer import report
from legacy_scorers.m2_scorer.options import Options
from legacy_scorers.m2_scorer.read import read_gold, read_system
from legacy_scorers.m2_scorer.tally import IS_CORRECT, steps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer

_PACKED = ".gz"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return uncollected_main_of("m2scorer", score, argv)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Print the report that ``words`` ask for, pass sentences on to ``observer``, and return the exit status."""
    try:
        options = Options(words, host.variables)
    except RefusalError as refusal:
        host.stderr.write(refusal.message)
        return refusal.status
    of_gold, of_system = [content_of(host, file) for file in (options.gold, options.system)]
    gold = read_gold(of_gold, options.gold)
    system = read_system(of_system, options.system, gold)
    steps = steps_of(gold, system, options)
    if observer is not None:
        from legacy_scorers.m2_scorer.evidence import with_evidence

        steps = with_evidence(steps, observer, options)
    counts = Row()
    for number, (sentence, candidate, aligned, choice) in enumerate(steps, 1):
        counts = choice.after
        if options.verbose:
            host.stdout.write(report.sentence_report(number, sentence, candidate, aligned, choice, options.beta))
    host.stdout.write(report.report(counts, options.beta, options.verbose))
    point_to_check("m2scorer", words, counts[IS_CORRECT], host)
    return 0


def content_of(host: Host, file: str) -> bytes:
    """Return the bytes of a file, unpacked if its name says that it is packed."""
    content = host.read(file)
    return _unpacked(content, file) if file.endswith(_PACKED) else content


def _unpacked(content: bytes, file: str) -> bytes:
    import gzip
    import zlib

    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"cannot be unpacked: {error}", file) from None
