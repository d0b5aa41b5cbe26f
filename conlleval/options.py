"""The words of a command line (page, 'Command line')."""

from __future__ import annotations

import os

from legacy_scorers.common.errors import RefusalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG_COMMAND_LINE = 255  # exit status


class Options:
    """The options of a command line. They cannot be joined, and no other word is allowed.

    Raises ``RefusalError`` for the first word that is wrong.
    """

    __slots__ = ("delimiter", "latex", "outside", "raw")

    def __init__(self, words: Sequence[str]) -> None:
        self.latex = self.raw = False
        values = {"-d": b" ", "-o": b"O"}
        rest = iter(words)
        for word in rest:
            if word == "-l":
                self.latex = True
            elif word == "-r":
                self.raw = True
            elif word in values:
                value = next(rest, None)
                if value is None:
                    raise _wrong(b"%b requires delimiter character" % word.encode())
                values[word] = os.fsencode(value)
            elif word.startswith("-"):
                raise _wrong(b"unknown argument " + os.fsencode(word))
            else:
                raise _wrong(b"unexpected command line argument")
        self.delimiter, self.outside = values["-d"], values["-o"]


def _wrong(message: bytes) -> RefusalError:
    return RefusalError(b"conlleval: %b\n" % message, WRONG_COMMAND_LINE)
