"""Reading key and response: where documents begin, and the chains of a document (page, 'The files').

A file is searched for begin lines and then read document by document, so memory holds no more than one. A file that
cannot be positioned, such as a pipe, is read into memory first.

A bracket that is found in a cell is cut out, and the rest is searched again: ``(1(2)3)`` is a mention of chain 2 and
one of chain 13. Cells of bars and well-formed brackets need no search.
"""

from __future__ import annotations

import os
from io import BytesIO
from itertools import islice

from legacy_scorers.common.align import by_identifier
from legacy_scorers.common.errors import RefusalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import BinaryIO, TypeAlias

    from legacy_scorers.common.host import Host

    Mention: TypeAlias = tuple[int, int]  # first and last token, from 0, both included
    Bracket: TypeAlias = tuple[int, bytes]  # kind and chain; a discarded one has its whole text instead

BROKEN_OFF, BROKEN_OFF_AT_END = 25, 255  # exit statuses: the system's last error number, or 255 without one
DISCARDED, SINGLE, BEGIN, END = range(4)  # kinds, in the order of the search
_PATTERNS = (rb"(\(\d+\+\d\))", rb"\((\d+)\)", rb"\((\d+)", rb"(?<!\d)(\d+)\)")


class Chain:
    """The mentions that share a number, in the order in which they end, and the first tokens of those still open."""

    __slots__ = ("mentions", "number", "open")

    def __init__(self, number: bytes) -> None:
        self.number = number
        self.mentions: list[Mention] = []
        self.open: list[int] = []


class Document:
    """A document of one side: its chains by rank, up to the last that has a mention, and the number of its tokens.

    ``problem`` says why it was not read to its end, or is empty. ``breaking_off`` is the exit status of a run that
    breaks off while this is the last document read. ``discarded`` are the brackets ``(N+D)``.
    """

    __slots__ = ("breaking_off", "chains", "discarded", "name", "problem", "tokens")

    def __init__(self, name: bytes, lines: Iterable[bytes]) -> None:
        self.name = name
        self.tokens = 0
        self.discarded: list[bytes] = []
        self.problem = b""
        self.breaking_off = BROKEN_OFF_AT_END
        chains: dict[bytes, Chain] = {}
        for line in lines:
            if b"end document" in line and _ends_document(line):
                if any(chain.open for chain in chains.values()):
                    self.problem = b"Error: some mentions in the document do not close\n"
            elif line.isspace():
                continue
            elif (b"(" not in line and b")" not in line) or self._add(chains, line):
                self.tokens += 1
                continue
            # The document ends here, or cannot be read any further.
            if line.endswith(b"\n"):
                self.breaking_off = BROKEN_OFF
            break
        self.chains = list(chains.values())
        while self.chains and not self.chains[-1].mentions:
            self.chains.pop()

    def _add(self, chains: dict[bytes, Chain], line: bytes) -> bool:
        """Add the brackets in the last column of a token's line; return whether all could be added."""
        token = self.tokens
        for kind, number in brackets(cell(line)):
            if kind == DISCARDED:
                self.discarded.append(number)
                continue
            chain = chains.get(number) or chains.setdefault(number, Chain(number))
            if kind == SINGLE:
                chain.mentions.append((token, token))
            elif kind == BEGIN:
                chain.open.append(token)
            elif chain.open:
                chain.mentions.append((chain.open.pop(), token))
            else:
                rank = list(chains).index(number)
                self.problem = b"Detected the end of a mention [%b](%d) without begin (?,%d)\n" % (number, rank, token)
                return False
        return True


def _ends_document(line: bytes) -> bool:
    """Return whether a line that contains ``end document`` has a ``#`` before it, but for white space."""
    before_each = line.split(b"end document")[:-1]
    return any(before.rstrip().endswith(b"#") for before in before_each)


def cell(line: bytes) -> bytes:
    """Return the last column of a token's line."""
    return line.rstrip(b"\n").rstrip(b"\t").rpartition(b"\t")[2]


class DocumentStart:
    """Where a document begins, in an open file: its name, and the number, from 1, of the line after its begin line."""

    __slots__ = ("_file", "_offset", "line", "name")

    def __init__(self, file: BinaryIO, name: bytes, offset: int, line: int) -> None:
        self._file = file
        self.name = name
        self._offset = offset
        self.line = line

    def read(self) -> Document:
        """Read the document."""
        self._file.seek(self._offset)
        return Document(self.name, self._file)

    def tokens(self, count: int) -> list[tuple[int, bytes]]:
        """Return the lines of that many tokens, each with its number, from 1."""
        self._file.seek(self._offset)
        numbered = enumerate(self._file, self.line)
        return list(islice(((number, line) for number, line in numbered if not line.isspace()), count))


def documents(
    files: Sequence[str], wanted: bytes | None, host: Host
) -> Iterator[tuple[DocumentStart | None, Document]]:
    """Yield each document of the key, then that of the response; one that a file lacks is empty.

    Without ``wanted``, documents come in the order in which their names first occur in the key, and a repeated name
    stands for its last document. With ``wanted``, only the first document of this name is read, and the response is
    opened after the key's is read. Both files stay open until the end, so that starts can read tokens. Raises
    ``RefusalError`` for a file that cannot be opened.
    """
    with open_file(host, files[0]) as key:
        if wanted is not None:
            yield _read(_first(key, wanted))
        with open_file(host, files[1]) as response:
            if wanted is not None:
                yield _read(_first(response, wanted))
                return
            of_key, of_response = [{start.name: start for start in places(file)} for file in (key, response)]
            for of_both in zip(of_key.values(), by_identifier(of_key, of_response)):
                yield from map(_read, of_both)


def _first(file: BinaryIO, name: bytes) -> DocumentStart | None:
    return next((start for start in places(file) if start.name == name), None)


def _read(start: DocumentStart | None) -> tuple[DocumentStart | None, Document]:
    return start, start.read() if start else Document(b"", ())


def places(file: BinaryIO) -> list[DocumentStart]:
    """Return where documents begin in a file: after each begin line."""
    found = []
    offset = 0
    for number, line in enumerate(file, 2):
        offset += len(line)
        if line[:1] == b"#":
            begin, words, name = line[1:].lstrip().partition(b"begin document ")
            if words and not begin:
                found.append(DocumentStart(file, name.removesuffix(b"\n").removesuffix(b"\r"), offset, number))
    return found


def open_file(host: Host, name: str) -> BinaryIO:
    """Open a file that can be positioned. A directory is empty, and so is standard input if it was read before."""
    path = name.strip(" \t\n\v\f\r")
    if path == "-":
        return BytesIO(host.stdin.read() if host.stdin else b"")
    try:
        file = host.open(path)
    except IsADirectoryError:
        return BytesIO()
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise RefusalError(os.fsencode(f"Can not open {name}: {reason}\n"), error.errno or 1) from None
    if file.seekable():
        return file
    with file:
        return BytesIO(file.read())


def brackets(cell: bytes) -> list[Bracket]:
    """Return the brackets in a cell, in the order in which they are found."""
    found = []
    for piece in cell.replace(b"|", b" ").split():
        begins, ends = piece[:1] == b"(", piece[-1:] == b")"
        chain = piece[begins : len(piece) - ends]
        if chain.isdigit() and (begins or ends):
            kind = SINGLE if begins and ends else BEGIN if begins else END
            found.append((kind, chain))
        elif _has_any(piece, b"0123456789") and _has_any(piece, b"()"):
            return list(_searched(cell))
    return sorted(found, key=lambda bracket: bracket[0])


def _has_any(text: bytes, letters: bytes) -> bool:
    return text.translate(None, letters) != text


def _searched(cell: bytes) -> Iterator[Bracket]:
    import re

    while True:
        found = [(kind, match) for kind, pattern in enumerate(_PATTERNS) if (match := re.search(pattern, cell))]
        if not found:
            return
        kind, match = found[0]
        yield kind, match[1]
        cell = cell[: match.start()] + cell[match.end() :]
