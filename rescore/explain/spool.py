"""A finished explanation, waiting in a file: its records are read back one by one, or again by their places."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any

    from rescore.explain.records import Record

BLOCK = 2**20  # bytes


@contextlib.contextmanager
def spool_file() -> Iterator[IO[bytes]]:
    """Give a file for records that is gone afterwards. Where it cannot be written, ``OSError`` says where it is."""
    with (
        tempfile.TemporaryFile(buffering=0) as file,
        io.BufferedRandom(_Named(file.fileno(), "r+b", closefd=False), BLOCK) as spool,
    ):
        yield spool


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

    def records(self) -> Iterator[tuple[int, Record]]:
        """Yield every record with its place in the file, in bytes."""
        place = 0
        self._file.seek(place)
        for line in self._file:
            yield place, json.loads(line)
            place += len(line)

    def at(self, place: int) -> Record:
        """Return the record at a place."""
        self._file.seek(place)
        record: Record = json.loads(self._file.readline())
        return record
