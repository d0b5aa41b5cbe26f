"""A finished explanation, waiting in a file: its records are read back one by one, or again by their places."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO

    from rescore.explain.records import Record


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
