"""A finished explanation, waiting in a file: its records are read back one by one, or again by their places."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from rescore.explain.records import Record

_BLOCK = 2**16  # bytes
_SENT = 2**24  # bytes at once: a signal is heard in between


@contextlib.contextmanager
def spool_file() -> Iterator[IO[bytes]]:
    """Give a file for records that is gone afterwards. Where it cannot be written, ``OSError`` says where it is."""
    with (
        tempfile.TemporaryFile(buffering=0) as file,
        io.BufferedRandom(_Named(file.fileno(), "r+b", closefd=False), _BLOCK) as spool,
    ):
        yield spool


def sent_to_stdout(file: IO[bytes]) -> int:
    """Return how much of a file, in bytes, the system has copied to standard output by itself, where it can.

    Whoever writes the rest meets the errors that it met.
    """
    sent = 0
    try:
        file.flush()
        while size := os.sendfile(sys.stdout.fileno(), file.fileno(), sent, _SENT):
            sent += size
    except (AttributeError, OSError):
        pass
    return sent


class _Named(io.FileIO):
    """A file without a name, whose errors have one all the same."""

    def write(self, content: Any, /) -> int:  # noqa: ANN401
        try:
            return super().write(content)
        except OSError as error:
            error.filename = f"a temporary file in {tempfile.gettempdir()}"
            raise


class Spool:
    """The records in a file of JSON lines."""

    __slots__ = ("_file",)

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def blocks(self, place: int) -> Iterator[bytes]:
        """Yield the lines from a place on, cut anywhere."""
        self._file.seek(place)
        while block := self._file.read(_BLOCK):
            yield block

    def records(self) -> Iterator[tuple[int, Record]]:
        """Yield every record with its place in the file, in bytes."""
        place = 0
        self._file.seek(place)
        for line in self._file:
            try:
                yield place, msgspec.json.decode(line)
            except msgspec.DecodeError:  # it refuses the lone surrogates of bytes that are not UTF-8
                yield place, json.loads(line)
            place += len(line)

    def at(self, place: int) -> Record:
        """Return the record at a place."""
        self._file.seek(place)
        record: Record = json.loads(self._file.readline())
        return record
