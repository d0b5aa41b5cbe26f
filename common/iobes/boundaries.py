"""What happens between one tag and the next: a span may end or start, and either tag may break the rules.

That depends on the kinds of the two tags, and on whether they have the same type. A span continues only with tags of
its own type, as in conlleval. So a tag alone tells whether a span is open after it, and of which type. Kinds are few,
and every boundary between two is computed once, however many types there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

from legacy_scorers.common.iobes.formats import BILOU, BIO, BIOS, BMEOW, BMES, IOB, IOBES, SpanFormat, TokenFunction
from legacy_scorers.common.memo import Memo

# Roles and the library's messages use the letters of IOBES, whatever the letters of the format.
OUTSIDE = TokenFunction.OUTSIDE
BEGIN = TokenFunction.BEGIN
INSIDE = TokenFunction.INSIDE
END = TokenFunction.END
SINGLE = TokenFunction.SINGLE

OPENING = (BEGIN, INSIDE)  # after these a span is open
CONTINUING = (INSIDE, END)  # before these a span should be open

# Parts of names of kinds. Each has a hyphen, which no function contains.
FOREIGN = "-"  # any function that is neither a letter of the format nor O
UNTYPED = "-O"  # follows the function of tags with the type O, and of the tag O
EDGE = "edge-" + UNTYPED  # the kind before the first and after the last tag


class TagFault(NamedTuple):
    """A way to break the rules of an encoding: the type of its errors, and what the log says of it.

    A message may name the tag's ``location``, its ``function`` and the type of the ``previous`` tag. The letters in it
    are those of IOBES, whatever the format.
    """

    type: str
    message: str


IOB_START = TagFault("Illegal Start", "Invalid label: `B` starting an entity at %(location)s")
IOB_TRANSITION = TagFault(
    "Illegal Transition", "Invalid label: `B` starting and entity after a %(previous)s at %(location)s"
)
BIO_START = TagFault("Illegal Start", "Illegal Label: starting a span with `I` at %(location)s")
BIO_TRANSITION = TagFault("Illegal Transition", "Illegal Label: I doesn't match previous token at %(location)s")
START = {INSIDE: BIO_START, END: TagFault("Illegal Start", "Illegal Label: starting a span with `E` at %(location)s")}
TRANSITION = {
    INSIDE: TagFault("Illegal Transition", "Illegal Label: `I` doesn't match previous token at %(location)s"),
    END: TagFault("Illegal Transition", "Illegal Label: `E` doesn't match previous token at %(location)s"),
}
UNENDED = TagFault("Illegal End", "Illegal Label: `%(function)s` ends span at %(location)s")
SINGLE_BEGIN = TagFault("Illegal Single", "Illegal Label: Single `B` token span at %(location)s")
FINAL = {
    BEGIN: TagFault("Illegal Final", "Illegal Label: `B` as final token %(location)s"),
    INSIDE: TagFault("Illegal Final", "Illegal Label: `I` as final token at %(location)s"),
}

KNOWN_TAGS = 2**14  # in each format; a data set with more has types that hardly repeat

# Faults with the places of the tags at fault: 0 is the later tag of the two, -1 the earlier one.
PlacedFaults: TypeAlias = Iterable[tuple[int, TagFault]]
Judge: TypeAlias = "Callable[[Kind, Kind, bool, type[SpanFormat]], PlacedFaults]"

# The kind of the later tag, whether a span starts with it, whether one ends before it, and the faults, in the order of
# the log. A plain tuple, because that is unpacked faster than a named one.
Boundary: TypeAlias = "tuple[Kind, bool, bool, PlacedFaults]"


class Kind:
    """A kind of tags: all that have one function and the type ``O``, or one function and any other type.

    ``same`` are the boundaries between such a tag and the next, by the name of the next one's kind, if both have the
    same type; ``other`` are the boundaries if their types differ.
    """

    __slots__ = ("function", "is_edge", "other", "role", "same", "untyped")

    def __init__(self, name: str, boundaries: Boundaries) -> None:
        self.function = name.removesuffix(UNTYPED)
        self.role = boundaries.role_of.get(self.function, OUTSIDE)
        self.untyped = name.endswith(UNTYPED)
        self.is_edge = name == EDGE
        self.same: Memo[str, Boundary] = Memo(partial(boundaries.between, self, True))
        self.other: Memo[str, Boundary] = Memo(partial(boundaries.between, self, False))


class Boundaries(dict[str, tuple[str, str]]):
    """The boundaries in one format; ``judge`` finds faults where no span continues.

    As a dictionary it maps each tag to the name of its kind, and its type.
    """

    __slots__ = ("_format", "_judge", "kinds", "role_of")

    def __init__(self, judge: Judge, span_format: type[SpanFormat]) -> None:
        super().__init__()
        self._judge = judge
        self._format = span_format
        # Where one letter stands for two roles, the last in this order counts.
        letters = (span_format.END, span_format.INSIDE, span_format.SINGLE, span_format.BEGIN)
        self.role_of = {OUTSIDE: OUTSIDE, **dict(zip(letters, (END, INSIDE, SINGLE, BEGIN)))}
        self.kinds: Memo[str, Kind] = Memo(lambda name: Kind(name, self))

    def __missing__(self, tag: str) -> tuple[str, str]:
        """Take a tag apart. Raises ``TypeError`` for one that is not a string."""
        function, type_ = tag.split("-", 1) if "-" in tag else (tag, tag)
        kind = function if function in self.role_of else FOREIGN
        if type_ == OUTSIDE:
            kind += UNTYPED
        if len(self) >= KNOWN_TAGS:
            self.clear()
        self[tag] = kind, type_
        return kind, type_

    def between(self, tag: Kind, same_type: bool, name: str) -> Boundary:
        """Return the boundary between a tag of one kind and the next tag, whose kind has this name."""
        following = self.kinds[name]
        if same_type and tag.role in OPENING and following.role in CONTINUING:
            return following, False, False, ()
        faults = tuple(self._judge(tag, following, same_type, self._format))
        return following, following.role != OUTSIDE, tag.role != OUTSIDE, faults


def _judge_iob(tag: Kind, following: Kind, same_type: bool, _: type[SpanFormat]) -> PlacedFaults:
    """Judge a ``B``, which IOB allows only right after a token of the same type."""
    if following.role == BEGIN and tag.untyped:
        yield 0, IOB_START
    elif following.role == BEGIN and not same_type:
        yield 0, IOB_TRANSITION


def _judge_bio(tag: Kind, following: Kind, same_type: bool, _: type[SpanFormat]) -> PlacedFaults:
    """Judge an ``I`` that continues no span, which BIO never allows."""
    if following.role == INSIDE:
        yield 0, BIO_START if tag.role == OUTSIDE else BIO_TRANSITION


def _judge_bios(tag: Kind, following: Kind, same_type: bool, span_format: type[SpanFormat]) -> PlacedFaults:
    """Judge as in BIO, and a ``B`` that no ``I`` follows, which BIOS never allows."""
    yield from _judge_bio(tag, following, same_type, span_format)
    if tag.role == BEGIN:
        yield -1, SINGLE_BEGIN


def _judge_with_end(tag: Kind, following: Kind, same_type: bool, span_format: type[SpanFormat]) -> PlacedFaults:
    """Judge a tag that should continue a span but does not, and one that leaves its span without an end."""
    if following.role in CONTINUING:
        yield 0, TRANSITION[following.role] if tag.role in OPENING else START[following.role]
    elif tag.role in OPENING and following.is_edge:
        yield -1, FINAL[tag.role]
    elif tag.role in OPENING:
        beginning = (span_format.BEGIN, span_format.SINGLE, TokenFunction.OUTSIDE)
        if tag.function == span_format.BEGIN and following.function in beginning:
            yield -1, SINGLE_BEGIN
        if tag.function not in (span_format.END, span_format.SINGLE):
            yield -1, UNENDED


_WITH_END: dict[type[SpanFormat], Boundaries] = {}


def boundaries_in(span_format: type[SpanFormat]) -> Boundaries:
    """Return the boundaries in a format with letters for the last and for the only token of a span."""
    return _WITH_END.setdefault(span_format, Boundaries(_judge_with_end, span_format))


OF_FORMAT: dict[type[SpanFormat], Boundaries] = {
    IOB: Boundaries(_judge_iob, BIO),  # with the letters of BIO, because the format IOB has no BEGIN
    BIO: Boundaries(_judge_bio, BIO),
    **{span_format: boundaries_in(span_format) for span_format in (IOBES, BILOU, BMEOW)},
}
OF_COMMAND: dict[type[SpanFormat], Boundaries] = {
    **OF_FORMAT,
    BMES: boundaries_in(BMES),
    BIOS: Boundaries(_judge_bios, BIOS),
}  # those of the library, and those that only the command knows
