"""The report: the bytes of everything that the command says."""

from __future__ import annotations

from common.compat.c import fixed
from common.tally import complete
from scorer2.cells import ATTEMPTED, ATTEMPTED_SHARE, CORRECT, MEASURES, PRECISION, RECALL, TOTAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.tally import Row
    from scorer2.answers import Guess

USAGE = b"""
This scorer requires two command-line arguments in the
following order:

   ANSWER FILE NAME (name of a file containing formatted answers)

   KEY FILE NAME (name of an answer-key file)

Optionally, the following may be appended:

   SENSE FILE NAME (name of a file containing sense-map information)
     - without this file, only fine-grained scoring is available,
       and illformed sense tags will lower precision (rather than recall)

   -g (specifies granularity: "coarse" or "mixed"; "fine" is default)

   -m (causes exclusion of instances tagged with multiple tags in key)

   -v (causes line-by-line scoring calculations to be printed)

"""
MANUAL_PAGE = b"scorer2: files, options and report are explained in the manual page scorer2(1)\n"
NO_SENSE_MAP = b"Fine-grained scoring will be used since no sense map was given\n"


def unreadable(name: bytes) -> bytes:
    """Say that a file cannot be read."""
    return b'\nUnable to read "%b".\n\n' % name


def refusal(identifier: bytes, line: int, reason: bytes) -> bytes:
    """Say in one line why an answer was not scored; ``line`` counts from 0."""
    return b'Unable to score answer for "%b" (line %d): %b\n' % (identifier, line, reason)


def calculation(identifier: bytes, guess: Guess, key_tags: tuple[bytes, ...], score: float) -> bytes:
    """Return what ``-v`` prints of a scored answer."""
    return b'score for "%b": %b\n key   = %b\n guess = %b\n\n' % (
        identifier,
        fixed(score, 3),
        b" ".join(key_tags),
        b" ".join(weighted(guess)),
    )


def weighted(guess: Guess) -> list[bytes]:
    """Return the tags of an answer, each with its weight."""
    return [b"%b/%b" % (tag, fixed(weight, 3)) for tag, weight in zip(guess.tags, guess.weights)]


def summary(granularity: str, minimal: bool, answers: bytes, key: bytes, sums: Row) -> bytes:
    """Return the summary; ``granularity`` is ``fine``, ``coarse`` or ``mixed``, the file names stand as typed."""
    title = granularity.capitalize().encode() + b"-grained" + (b" minimal" if minimal else b"")
    figures = complete(sums, MEASURES)
    correct, attempted, total = (fixed(figures[column], 2) for column in (CORRECT, ATTEMPTED, TOTAL))
    precision, recall = fixed(figures[PRECISION], 3), fixed(figures[RECALL], 3)
    return (
        b'\n%b score for "%b" using key "%b":\n' % (title, answers, key)
        + b" precision: %b (%b correct of %b attempted)\n" % (precision, correct, attempted)
        + b" recall: %b (%b correct of %b in total)\n" % (recall, correct, total)
        + b" attempted: %b %% (%b attempted of %b in total)\n\n"
        % (fixed(figures[ATTEMPTED_SHARE], 2), attempted, total)
    )
