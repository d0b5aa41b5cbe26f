"""The report: the bytes that the command prints, in the order in which a C program writes to its two streams."""

from __future__ import annotations

from legacy_scorers.common.c import fixed
from legacy_scorers.common.tally import complete
from legacy_scorers.scorer2.align import refusal
from legacy_scorers.scorer2.cells import ATTEMPTED_SHARE, COLUMNS, MEASURES, PRECISION, RECALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.tally import Row
    from legacy_scorers.scorer2.cells import Signature
    from legacy_scorers.scorer2.credit import Granularity, Guess

    # An answer: its line, from 0, identifier, text, index and text of the key line, and signature.
    Answer: TypeAlias = tuple[int, bytes, bytes, int | None, bytes | None, Signature]

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
_C_BUFFER = 4096  # bytes that the C library keeps of standard output
_CALCULATION = b'score for "%b": %b\n key   = %b\n guess = %b\n\n'
NO_SENSE_MAP = b"Fine-grained scoring will be used since no sense map was given\n"


def unreadable(name: bytes) -> bytes:
    """Say that a file cannot be read."""
    return b'\nUnable to read "%b".\n\n' % name


def weighted(guess: Guess) -> list[bytes]:
    """Return the tags of an answer, each with its weight."""
    return [b"%b/%b" % (tag, fixed(weight, 3)) for tag, weight in guess.tags]


def summary(granularity: str, minimal: bool, answers: bytes, key: bytes, sums: Row) -> bytes:
    """Return the summary; ``granularity`` is ``fine``, ``coarse`` or ``mixed``, file names are as typed."""
    title = granularity.capitalize().encode() + b"-grained" + (b" minimal" if minimal else b"")
    figures = complete(sums, MEASURES)
    correct, attempted, total, percent = [fixed(figures[column], 2) for column in (*COLUMNS, ATTEMPTED_SHARE)]
    precision, recall = fixed(figures[PRECISION], 3), fixed(figures[RECALL], 3)
    return (
        b'\n%b score for "%b" using key "%b":\n' % (title, answers, key)
        + b" precision: %b (%b correct of %b attempted)\n" % (precision, correct, attempted)
        + b" recall: %b (%b correct of %b in total)\n" % (recall, correct, total)
        + b" attempted: %b %% (%b attempted of %b in total)\n\n" % (percent, attempted, total)
    )


class Output:
    """What one run writes to the streams of its host.

    Complaints go to standard error at once. Standard output is kept, except for what a C program would have written by
    then: full buffers, or everything on a terminal. So both streams mix in one file as those of the original do.
    """

    __slots__ = ("_kept", "_on_terminal", "_stderr", "_stdout")

    def __init__(self, host: Host) -> None:
        self._stdout = host.stdout
        self._stderr = host.stderr
        self._on_terminal = host.stdout.isatty()
        self._kept = b""

    def refusals(self, answers: Iterable[Answer]) -> None:
        """Report the answers that are not scored, when nothing else is printed before the end."""
        self._stderr.write(b"".join([_refusal(answer) for answer in answers if not answer[-1]]))

    def calculations(self, answers: Iterable[Answer], granularity: Granularity) -> None:
        """Print the calculation or refusal of every answer."""
        kept = [self._kept]
        for answer in answers:
            _, identifier, text, _, key_text, signature = answer
            if key_text and signature:
                tags = b" ".join(granularity.key_tags[key_text].tags), b" ".join(weighted(granularity.guesses[text]))
                kept.append(_CALCULATION % (identifier, fixed(signature[0], 3), *tags))
            else:
                complaint = _refusal(answer)
                kept = [self._write_buffers(b"".join(kept)), complaint, b"\n"]
                self._stderr.write(complaint)
        self._kept = self._write_buffers(b"".join(kept))

    def finish(self, summary: bytes) -> None:
        """Write what was kept, and the summary."""
        self._stdout.write(self._kept + summary)

    def _write_buffers(self, kept: bytes) -> bytes:
        """Write full buffers, or everything on a terminal; return the rest."""
        # a full buffer is only written when something comes after it
        count = len(kept) if self._on_terminal else max(0, len(kept) - 1) // _C_BUFFER * _C_BUFFER
        if count:
            self._stdout.write(kept[:count])
            self._stdout.flush()
        return kept[count:]


def _refusal(answer: Answer) -> bytes:
    line, identifier, text, _, key_text, _ = answer
    return b'Unable to score answer for "%b" (line %d): %b\n' % (identifier, line, refusal(text, key_text))
