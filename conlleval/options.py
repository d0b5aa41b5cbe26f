"""The words of a command line (page, 'Command line')."""

from __future__ import annotations

import os

from common.errors import RefusalError

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
        self.latex = False
        self.raw = False
        self.delimiter = b" "
        self.outside = b"O"
        rest = iter(words)
        for word in rest:
            if word == "-l":
                self.latex = True
            elif word == "-r":
                self.raw = True
            elif word in ("-d", "-o"):
                self._take(word, next(rest, None))
            elif word.startswith("-"):
                raise _wrong(b"unknown argument " + os.fsencode(word))
            else:
                raise _wrong(b"unexpected command line argument")

    def _take(self, option: str, value: str | None) -> None:
        if value is None:
            raise _wrong(b"%b requires delimiter character" % option.encode())
        if option == "-d":
            self.delimiter = os.fsencode(value)
        else:
            self.outside = os.fsencode(value)


def _wrong(message: bytes) -> RefusalError:
    return RefusalError(b"conlleval: %b\n" % message, WRONG_COMMAND_LINE)
