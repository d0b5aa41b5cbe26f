"""The command MATScore.

Pairs of documents are read and scored one at a time, so documents are freed as soon as they are scored. The scorer's
messages belong after all messages of reading: it keeps them until it finishes.
"""

from __future__ import annotations

import os

from common.cli import print_version, run_uncollected, write_line, write_stderr, write_stdout
from common.errors import InputError
from mat_score.documents.pairs import read_pairs
from mat_score.encoding import encoded
from mat_score.optionparser import UsageError
from mat_score.options import HelpNeeded
from mat_score.request import Request
from mat_score.scoring import Scorer
from mat_score.usage import USAGE

GARBAGE = 50_000  # objects: only annotations that hold each other need it; saves a fifth of start-up

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.result import Observer


def main(argv: Sequence[str] | None = None) -> int:
    """Score, and return the exit status; ``argv`` are the words after the command's name."""
    return run_uncollected("MATScore", score, argv, threshold=GARBAGE)


def score(words: list[str], observer: Observer | None = None) -> int:
    """Score as the words of the command line ask. ``observer`` receives every pair of documents, if there is one."""
    if words == ["--version"]:
        return print_version("MATScore")
    try:
        request = Request(words, os.environ)
        try:
            _score(request, observer)
        except HelpNeeded as need:
            return _help(request, need)
    except UsageError as error:
        write_stderr(os.fsencode(f"Usage: {USAGE}\n\nMATScore: error: {error}\n"))
        return 2
    return 0


def _help(request: Request, need: HelpNeeded) -> int:
    if need.complaint:
        write_stderr(encoded(need.complaint) + b"\n")
    if need.message:
        _say(need.message)
    write_stdout(encoded(request.help()))
    return need.status


def _score(request: Request, observer: Observer | None) -> None:
    options, paths = request.check(_say)
    for notice in request.notices(options):
        write_line(f"MATScore: {notice}")
    if options.csv_output_dir:
        from mat_score.report.output import check_inputs_stay

        check_inputs_stay(request.inputs(paths), options)
    readers = request.readers()
    evidence = None
    if observer is not None:
        from mat_score.evidence import Evidence

        evidence = Evidence(observer, options, readers)
    scorer = Scorer(options, evidence)
    pairs = read_pairs(paths, readers, options.task, _say, _warn)
    try:
        for pair in pairs:
            scorer.add(pair)
    except InputError:
        for _ in pairs:  # all messages of reading come first, as if all had been read before the first was scored
            pass
        for message in scorer.messages:
            _say(message)
        raise
    scorer.finish()


def _say(message: str) -> None:
    write_stdout(encoded(message) + b"\n")


def _warn(message: str) -> None:
    write_stderr(message.encode("ascii", "replace") + b"\n")
