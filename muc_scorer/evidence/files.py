"""What an observer receives of every run: its settings, its files, and places in them."""

from __future__ import annotations

import os

from common.match import Input, Location, Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from common.match import Match, Observer
    from common.tally import Measure
    from muc_scorer.read.config import Config
    from muc_scorer.read.objects import Side
    from muc_scorer.read.parsing import Source

    Cells: TypeAlias = Iterator[tuple[str, str, str, float]]

_ROLES = ("slots", "map", "texts", "key", "response")


class File:
    """The file of the key or of the response; ``source`` is None where objects know their lines."""

    __slots__ = ("_last", "_source", "name")

    def __init__(self, path: bytes | None, source: Source | None = None) -> None:
        self.name = os.fsdecode(path or b"")
        self._source = source
        self._last: tuple[int | None, Location] = (None, Location(self.name, None))  # tags and their fills are together

    def at(self, position: int | None) -> Location:
        """Return the location of a byte of the file."""
        if position != self._last[0]:
            line = None if position is None or self._source is None else self._source.line(position)
            self._last = position, Location(self.name, line)
        return self._last[1]

    def of_document(self, side: Side | None) -> Location | None:
        """Return where a document begins, None if this side lacks it."""
        return None if side is None else Location(self.name, side.line)


def begin(
    observer: Observer,
    config: Config,
    *,
    kind: Callable[[Match], str],
    credit: Callable[[Match], float],
    cells: Callable[[Any, Match], Cells],
    measures: dict[str, tuple[Measure, ...]],
) -> None:
    """Tell an observer what is scored, and how matches are counted."""
    settings: dict[str, object] = {
        "task": decoded(config.task),
        "premodifiers": [*map(decoded, config.premodifiers)],
        "postmodifiers": [*map(decoded, config.postmodifiers)],
        "corporate designators": [*map(decoded, config.corporate_designators)],
        "incorrect tags": config.ne_allow_incorrect,
    }
    paths = (config.slot_file, config.map_file, config.text_file, config.key_file, config.response_file)
    named = [Input(role, os.fsdecode(path)) for role, path in zip(_ROLES, paths) if path is not None]
    inputs = [Input("configuration", os.fsdecode(config.name)), *[one for one in named if os.path.exists(one.path)]]
    version = decoded(config.version)
    observer.begin(
        Run("muc-score", version, settings, inputs, kind=kind, credit=credit, cells=cells, measures=measures)
    )


def decoded(text: bytes) -> str:
    """Return a text of a file; bytes that are not UTF-8 come back as they were when it is encoded."""
    return text.decode("utf-8", "surrogateescape")
