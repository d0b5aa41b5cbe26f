"""The report: the bytes of everything that the command says, on both streams in the order of a C program."""

from __future__ import annotations

import sys

from common.cli import flush_stdout, write_stderr, write_stdout
from common.compat.c import fixed
from common.tally import complete
from scorer2.cells import ATTEMPTED, ATTEMPTED_SHARE, CORRECT, MEASURES, PRECISION, RECALL, TOTAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.tally import Row
    from scorer2.align import Aligned
    from scorer2.cells import Signature
    from scorer2.tags import Granularity, Guess

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
_MAX_KEPT_BYTES = 2**20  # bytes; more is not kept, however many calculations are printed
MANUAL_PAGE = b"scorer2: files, options and report are explained in the manual page scorer2(1)\n"
NO_SENSE_MAP = b"Fine-grained scoring will be used since no sense map was given\n"


def unreadable(name: bytes) -> bytes:
    """Say that a file cannot be read."""
    return b'\nUnable to read "%b".\n\n' % name


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


class Output:
    """The streams of one run.

    Complaints go to standard error at once. Standard output is kept until :meth:`finish`, or until there is much of it,
    except for what a C program would have written by the time of a complaint: full buffers, or everything on a
    terminal. So both streams can go to the same file, as they did.
    """

    __slots__ = ("_kept", "_on_terminal")

    def __init__(self) -> None:
        self._on_terminal = sys.stdout is not None and sys.stdout.isatty()
        self._kept = bytearray()

    def refusals(self, lines: Aligned, refused: dict[int, bytes]) -> None:
        """Report the answers that are not scored, when nothing else is printed before the end."""
        write_stderr(b"".join([_refusal(lines, place, reason) for place, reason in refused.items()]))

    def calculations(
        self, lines: Aligned, signatures: list[Signature], refused: dict[int, bytes], granularity: Granularity
    ) -> None:
        """Print the calculation or refusal of every answer."""
        guesses, key_tags = granularity.guesses, granularity.key_tags
        columns = zip(lines.identifiers, lines.texts, lines.key_texts, signatures)
        for place, (identifier, text, key_text, signature) in enumerate(columns):
            if key_text and signature:
                self._kept += _calculation(identifier, guesses[text], key_tags[key_text].tags, signature[0])
                if len(self._kept) > _MAX_KEPT_BYTES:
                    self._write_what_c_would()
            else:
                complaint = _refusal(lines, place, refused[place])
                self._write_what_c_would()
                write_stderr(complaint)
                self._kept += complaint + b"\n"

    def finish(self, summary: bytes) -> None:
        """Write all that was kept, and the summary."""
        self._kept += summary
        self._write(len(self._kept))

    def _write_what_c_would(self) -> None:
        """Write full buffers, or everything on a terminal."""
        if self._kept:
            # a full buffer is only written when something comes after it
            self._write(len(self._kept) if self._on_terminal else (len(self._kept) - 1) // _C_BUFFER * _C_BUFFER)

    def _write(self, count: int) -> None:
        """Write the first ``count`` bytes of what was kept."""
        if count:
            write_stdout(bytes(self._kept[:count]))
            flush_stdout()
            del self._kept[:count]


def _refusal(lines: Aligned, place: int, reason: bytes) -> bytes:
    """Say in one line why the answer at a place of a block was not scored; lines count from 0."""
    return b'Unable to score answer for "%b" (line %d): %b\n' % (lines.identifiers[place], lines.first + place, reason)


def _calculation(identifier: bytes, guess: Guess, key_tags: tuple[bytes, ...], score: float) -> bytes:
    """Return what ``-v`` prints of a scored answer."""
    return b'score for "%b": %b\n key   = %b\n guess = %b\n\n' % (
        identifier,
        fixed(score, 3),
        b" ".join(key_tags),
        b" ".join(weighted(guess)),
    )
