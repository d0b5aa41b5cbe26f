"""Writing to both streams in the order in which a C program would."""

from __future__ import annotations

import sys

from common.cli import write_stderr, write_stdout
from scorer2 import report
from scorer2.align import refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorer2.align import Aligned
    from scorer2.cells import Signature
    from scorer2.credit import Granularity

_C_BUFFER = 4096  # bytes that the C library keeps of standard output
_MUCH = 2**20  # bytes; more is not kept, however many calculations are printed


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

    def refusals(self, lines: Aligned) -> None:
        """Report the answers that are not scored, when nothing else is printed before the end."""
        write_stderr(b"".join(_refusals(lines)))

    def calculations(self, lines: Aligned, signatures: list[Signature], granularity: Granularity) -> None:
        """Print the calculation or refusal of every answer."""
        refusals = _refusals(lines)
        for identifier, text, key_text, signature in zip(lines.identifiers, lines.texts, lines.key_texts, signatures):
            if key_text and signature:
                guess, key_tags = granularity.guesses[text], granularity.key_tags[key_text]
                self._kept += report.calculation(identifier, guess, key_tags, signature[0])
                if len(self._kept) > _MUCH:
                    self._write_what_c_would()
            else:
                complaint = next(refusals)
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
            sys.stdout.flush()
            del self._kept[:count]


def _refusals(lines: Aligned) -> Iterator[bytes]:
    """Yield the complaint of each answer that is not scored."""
    columns = zip(lines.identifiers, lines.texts, lines.key_texts)
    for number, (identifier, text, key_text) in enumerate(columns, lines.first):
        reason = refusal(text, key_text)
        if reason:
            yield report.refusal(identifier, number, reason)
