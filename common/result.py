"""What a scorer finds out: the items of key and response, and how they matched, unit by unit.

Every scorer takes the same steps: it reads items, aligns those of the key with those of the response, and counts the
matches by their signatures (:mod:`common.tally`). Its legacy report shows nothing but counts. An :class:`Observer`
receives the matches themselves. Without one, no object of this module is made but :class:`Match`.
"""

from __future__ import annotations

from legacy_scorers.common import VERSION
from legacy_scorers.common.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from legacy_scorers.common.tally import Measure

KEY, RESPONSE = 0, 1  # the sides of a unit
SIDE_NAMES = "key", "response"
RESAMPLES = "resamples"  # what columns count that are about random samples of the units


class Match:
    """A key item and a response item that were aligned, or one item without a partner: then the other is None.

    ``signature`` decides to which cells of the report the match adds, and how much. ``key`` and ``response`` are the
    indexes of the items, from 0, in the unit's items of that side.
    """

    __slots__ = ("key", "response", "signature")

    def __init__(self, signature: Any, key: int | None, response: int | None) -> None:  # noqa: ANN401 - each scorer's own
        self.signature = signature
        self.key = key
        self.response = response

    @property
    def place(self) -> tuple[int, int]:
        """Side and index of the item of the key, or if there is none, of that of the response."""
        if self.key is not None:
            return KEY, self.key
        assert self.response is not None, "a match has an item"
        return RESPONSE, self.response


class Location:
    """A file, as the user named it, and a line of it, from 1; None where a whole file is meant."""

    __slots__ = ("file", "line")

    def __init__(self, file: str, line: int | None) -> None:
        self.file = file
        self.line = line


class Item:
    """One thing that a side contains: a sense tag, a span, an annotation, an object, a fill, a mention.

    ``label`` is its name (sense, type, tag, slot), ``text`` its words. ``begin`` and ``end`` are its extent: offsets
    from 0 with exclusive end, in tokens of its sentence or document, in characters (MATScore) or bytes (muc-score);
    None if it has no extent.
    """

    __slots__ = ("begin", "end", "label", "location", "text")

    def __init__(
        self,
        label: str,
        text: str = "",
        begin: int | None = None,
        end: int | None = None,
        location: Location | None = None,
    ) -> None:
        self.label = label
        self.text = text
        self.begin = begin
        self.end = end
        self.location = location


class Unit:
    """A piece of the data that is scored by itself, and that resampling draws: instance, sentence, document.

    ``name`` identifies it in its run. ``matches`` can be read only once. ``key`` and ``response`` are its locations on
    either side, or None. ``sizes`` counts things other than matches by their name: ``"documents"``, ``"tokens"``.
    ``text`` is the sequence that the extents of items refer to, so ``text[begin:end]`` is the text of an item: the
    characters or bytes of a document, the tokens of a sentence; None where the files of the run hold no text.

    Each scorer has a subclass that says what its items are, and why they matched as they did.
    """

    __slots__ = ("key", "matches", "name", "response", "sizes", "text")

    def __init__(
        self,
        name: str,
        matches: Iterable[Match],
        key: Location | None = None,
        response: Location | None = None,
        sizes: dict[str, int] | None = None,
        text: str | bytes | Sequence[str] | None = None,
    ) -> None:
        self.name = name
        self.matches = matches
        self.key = key
        self.response = response
        self.sizes = sizes or {}
        self.text = text

    def item(self, side: int, index: int) -> Item:
        """Return an item of :data:`KEY` or :data:`RESPONSE`."""
        raise NotImplementedError

    def why(self, match: Match) -> str:
        """Return why a match is of its kind, in a short sentence."""
        raise NotImplementedError


def add(one: Any, other: Any) -> Any:  # noqa: ANN401
    """Add two amounts; the module ``operator`` would take as long to load as this one."""
    return one + other


@record
class Input:
    """A file that a run read, and its role: ``key``, ``response``, ``sense map``, ``configuration``, ...

    ``part`` yields the bytes of the file that have this role; None if all have.
    """

    role: str
    path: str
    part: Callable[[], Iterable[bytes]] | None = None


@record
class Run:
    """What is scored: the command, the settings in force, and its inputs in order of reading.

    ``kind`` returns the scorer's word for a match (``COR``, ``LBE``, ``clash``, ...), ``credit`` what the response
    earns by it, from 0 for wrong to 1 for right. ``cells`` yields the cells that a match of a unit adds to: table, row,
    column, amount. ``measures`` are the figures that are computed from other columns, by table, or by table and row.
    ``plus`` adds two amounts. ``sizes`` names what a column counts, by table and column, if not matches. ``version``
    is that of the suite, or of the original if the scorer knows several.

    ``quoted`` are the names of the figures that people quote: table, row, column. ``rows`` are rows that the report has
    even if nothing is counted in them, by table and row, with columns; those of units come with the units.

    Unless ``by_unit``, matches of equal signatures add to the same cells in all units.
    """

    command: str
    settings: dict[str, object]
    inputs: Sequence[Input]
    kind: Callable[[Match], str]
    credit: Callable[[Match], float]
    cells: Callable[[Any, Match], Iterable[tuple[str, str, str, float]]]
    measures: Mapping[Any, Sequence[Measure]]
    plus: Callable[[float, float], float] = staticmethod(add)
    sizes: Mapping[tuple[str, str], str] = {}
    by_unit: bool = True
    quoted: Sequence[tuple[str, str, str]] = ()
    rows: Mapping[tuple[str, str], Iterable[str]] = {}
    version: str = VERSION


class Observer:
    """Receives a run: first what is scored, then each unit as soon as it is scored, in the order of the run.

    If it does not want the units, a scorer may leave them out, which takes less time.
    """

    __slots__ = ()

    wants_units = True

    def begin(self, run: Run) -> None:
        """Receive what is scored."""
        raise NotImplementedError

    def unit(self, unit: Unit) -> None:
        """Receive a unit; its matches have to be read before this returns."""
        raise NotImplementedError


def unique_in(names: Iterable[str]) -> list[str]:
    """Return the names; those that occur again get ``#2``, ``#3`` and so on."""
    uses: dict[str, int] = {}
    return [unique(uses, name) for name in names]


def unique(uses: dict[str, int], name: str) -> str:
    """Return ``name``, or if it was used before, the first of ``name#2`` and so on that was not.

    ``uses`` counts the uses of each name; 0 reserves a name for its first use.
    """
    times = uses.get(name, 0) + 1
    while times > 1 and f"{name}#{times}" in uses:
        times += 1
    uses[name] = times
    if times == 1:
        return name
    numbered = f"{name}#{times}"
    uses[numbered] = 1
    return numbered


def decoded(words: bytes) -> str:
    """Return words of a file as text; bytes that are not UTF-8 stay recognizable."""
    return words.decode("utf-8", "surrogateescape")


def writable(text: str, place: str = "") -> bytes:
    """Return the bytes that :func:`decoded` reads as a text.

    Raises ``ValueError`` if there are none, with the place of the text in its data, if there is one.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        problem = f"no file can hold {text[error.start]!r}, half of a pair of surrogates"
        raise ValueError(f"{place}: {problem}" if place else problem) from None
