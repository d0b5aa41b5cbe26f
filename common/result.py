"""What a scorer finds out: the items of key and response, and how they met, unit by unit.

Every scorer takes the same steps: it reads items, aligns those of the key with those of the response, and counts the
meetings. Its legacy report shows nothing but counts. To see what is behind them, pass an
:class:`Observer`, which hears of every meeting; without one, none of the objects of this module is ever made.

One table in each scorer, ``cells(signature)``, says to which cells of the report a meeting adds, and how much. The
tally of a run is the sum of it over the signatures of its meetings (:mod:`common.tally`), and so is its explanation.
"""

from __future__ import annotations

from itertools import islice, repeat

from common.tally import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from common.tally import Measure


class Place:
    """Where something stands: the file as the user named it, and the line, from 1; None where there is no such line."""

    __slots__ = ("file", "line")

    def __init__(self, file: str, line: int | None) -> None:
        self.file = file
        self.line = line


class Item:
    """One thing that a side contains: a sense tag, a span, an annotation, an object, a fill, a mention.

    ``label`` is what it is called (sense, type, tag, slot), ``text`` the words that it stands for. ``begin`` and
    ``end`` are its extent: offsets from 0 with exclusive end, in tokens (FairEval), characters (MATScore) or bytes
    (muc-score) of its sentence or document; None where items have no extent.
    """

    __slots__ = ("begin", "end", "label", "place", "text")

    def __init__(
        self,
        label: str,
        text: str = "",
        begin: int | None = None,
        end: int | None = None,
        place: Place | None = None,
    ) -> None:
        self.label = label
        self.text = text
        self.begin = begin
        self.end = end
        self.place = place


class Met:
    """A meeting of a key item and a response item, or one item without a partner: then the other is None.

    ``kind`` is the scorer's word for it (``COR``, ``LBE``, ``clash``, ...), ``credit`` what the response earns by it, 1
    for right and 0 for wrong. ``signature`` is what decides which cells it adds to, ``amount`` how many times it does:
    the number of its tokens where tokens are counted, else 1. ``why`` says in a short sentence why it is of its kind.
    """

    __slots__ = ("amount", "credit", "key", "kind", "response", "signature", "why")

    def __init__(
        self,
        kind: str,
        key: Item | None,
        response: Item | None,
        signature: Hashable,
        credit: float = 0.0,
        amount: int = 1,
        why: str = "",
    ) -> None:
        self.kind = kind
        self.key = key
        self.response = response
        self.signature = signature
        self.credit = credit
        self.amount = amount
        self.why = why

    def between(self, key: Item | None, response: Item | None) -> Met:
        """Return a meeting of other items that is equal in everything else."""
        return Met(self.kind, key, response, self.signature, self.credit, self.amount, self.why)


class Unit:
    """A piece of the data that is scored by itself, and that resampling draws: instance, sentence, document.

    ``name`` identifies it in its run. ``key`` and ``response`` say where it stands on either side, None where it does
    not. ``mets`` are to be read once. ``sizes`` counts things other than meetings: by name of the thing,
    ``"documents"`` or ``"tokens"``. ``text`` is what the extents of the items count in, so that ``text[begin:end]`` is
    what an item stands for: the characters or bytes of a document, the tokens of a sentence; None where the files of
    the run hold no text. In units with the same ``layout`` equal meetings add to the same cells, but for those in the
    table that is called as the unit; None where nothing is known of other units.
    """

    __slots__ = ("key", "layout", "mets", "name", "response", "sizes", "text")

    def __init__(
        self,
        name: str,
        mets: Iterable[Met],
        key: Place | None = None,
        response: Place | None = None,
        sizes: dict[str, int] | None = None,
        text: str | bytes | Sequence[str] | None = None,
        layout: Hashable = None,
    ) -> None:
        self.name = name
        self.mets = mets
        self.key = key
        self.response = response
        self.sizes = sizes or {}
        self.text = text
        self.layout = layout


class Items:
    """The items of one side of meetings, in columns: their lines in ``file``, from 1, and what else is their own.

    Texts and extents, as ``begins`` and ``ends``, are None where the items of the shared meetings have them. Of an item
    that is missing all numbers are None, and the text is empty.
    """

    __slots__ = ("begins", "ends", "file", "lines", "texts")

    def __init__(
        self,
        file: str,
        lines: Sequence[int | None],
        texts: Sequence[str] | None = None,
        begins: Sequence[int | None] | None = None,
        ends: Sequence[int | None] | None = None,
    ) -> None:
        self.file = file
        self.lines = lines
        self.texts = texts
        self.begins = begins
        self.ends = ends

    def placed(self, items: Iterable[Item | None]) -> Iterator[Item | None]:
        """Yield the items, which are those of the shared meetings, with what is their own."""
        columns = [repeat(None) if column is None else column for column in (self.texts, self.begins, self.ends)]
        for item, line, text, begin, end in zip(items, self.lines, *columns):
            yield item and Item(
                item.label,
                item.text if text is None else text,
                item.begin if begin is None else begin,
                item.end if end is None else end,
                Place(self.file, line),
            )


class Mets:
    """Meetings in columns; objects for each of them would take longer than scoring them. May be iterated once or more.

    For each meeting there is what it is apart from what is its items' own, which equal meetings share.
    """

    __slots__ = ("key", "mets", "response")

    def __init__(self, mets: list[Met], key: Items, response: Items) -> None:
        self.mets = mets
        self.key = key
        self.response = response

    def __iter__(self) -> Iterator[Met]:
        """Yield one after the other."""
        keys = self.key.placed([met.key for met in self.mets])
        responses = self.response.placed([met.response for met in self.mets])
        for met, key, response in zip(self.mets, keys, responses):
            yield met.between(key, response)


class Units:
    """Units in columns; objects for each of them would take longer than scoring them.

    For each unit there are its name, its lines in the files of key and response, from 1, None where it has none, and
    how many of the meetings are its own, one after the other; without ``met_counts`` it is one of each. ``sizes`` and
    ``texts`` are those of :class:`Unit`: the same sizes for all, and a column of texts, None if there are none.
    """

    __slots__ = ("key_lines", "met_counts", "mets", "names", "response_lines", "sizes", "texts")

    def __init__(
        self,
        names: list[str],
        key_lines: Sequence[int | None],
        response_lines: Sequence[int | None],
        mets: Mets,
        met_counts: Sequence[int] | None = None,
        sizes: dict[str, int] | None = None,
        texts: Sequence[Sequence[str] | None] | None = None,
    ) -> None:
        self.names = names
        self.key_lines = key_lines
        self.response_lines = response_lines
        self.mets = mets
        self.met_counts = met_counts
        self.sizes = sizes or {}
        self.texts = texts

    def __iter__(self) -> Iterator[Unit]:
        """Yield one after the other."""
        files = self.mets.key.file, self.mets.response.file
        texts = repeat(None) if self.texts is None else self.texts
        columns = zip(self.names, self.key_lines, self.response_lines, self.parts(self.mets), texts)
        for name, *lines, mets, text in columns:
            key, response = [None if line is None else Place(file, line) for file, line in zip(files, lines)]
            yield Unit(name, mets, key, response, self.sizes, text)

    def parts(self, mets: Iterable[Met]) -> Iterator[list[Met]]:
        """Yield the meetings of each unit; ``mets`` are those of all units, as they are or as they are shared."""
        rest = iter(mets)
        for count in repeat(1) if self.met_counts is None else self.met_counts:
            yield list(islice(rest, count))


class Input:
    """A file that a run read, and as what: ``key``, ``response``, ``sense map``, ``configuration``, ..."""

    __slots__ = ("path", "role")

    def __init__(self, role: str, path: str) -> None:
        self.role = role
        self.path = path


class Run:
    """What is scored: the command, its version and the settings in force, and its inputs in order of reading.

    ``cells`` says of a meeting of a unit to which cells of the report it adds, as names of table, row and column with
    the amount; ``plus`` how amounts are added. ``measures`` are the figures that are computed from other columns of
    their row, by table, or by table and row; a part that stands elsewhere is named by table, row and column. ``sizes``
    are the columns that count things other than meetings: by table and column, what they count. Unless ``by_unit``,
    meetings that are equal in everything but their items add to the same cells in all units.
    """

    __slots__ = ("by_unit", "cells", "command", "inputs", "measures", "plus", "settings", "sizes", "version")

    def __init__(
        self,
        command: str,
        version: str,
        settings: dict[str, object],
        inputs: Sequence[Input],
        cells: Callable[[Unit, Met], Iterable[tuple[str, str, str, float]]],
        measures: Mapping[Any, Sequence[Measure]],
        sizes: Mapping[tuple[str, str], str] | None = None,
        plus: Callable[[float, float], float] = add,
        by_unit: bool = True,
    ) -> None:
        self.command = command
        self.version = version
        self.settings = settings
        self.inputs = inputs
        self.cells = cells
        self.measures = measures
        self.sizes = sizes or {}
        self.plus = plus
        self.by_unit = by_unit


class Observer:
    """Hears of a run: first what is scored, then of each unit as soon as it is, in the order of the run."""

    __slots__ = ()

    def begin(self, run: Run) -> None:
        """Hear what is scored."""
        raise NotImplementedError

    def unit(self, unit: Unit) -> None:
        """Hear of a unit; its meetings have to be read before this returns."""
        raise NotImplementedError

    def block(self, units: Units) -> None:
        """Hear of units that are told in columns, as soon as all of them are scored."""
        for unit in units:
            self.unit(unit)


def unique_in(names: Iterable[str]) -> list[str]:
    """Return the names, each that occurs again with ``#2`` and so on."""
    counts: dict[str, int] = {}
    return [unique(counts, name) for name in names]


def unique(counts: dict[str, int], name: str) -> str:
    """Return ``name``, with ``#2`` and so on if it occurred before; ``counts`` holds how often each did."""
    times = counts[name] = counts.get(name, 0) + 1
    return name if times == 1 else f"{name}#{times}"
