"""A labelled span, the line of a span file that describes it, and the kinds of matches between spans (Ortmann 2022).

A span has four parts: label, number of its first token, number of its last token (counted from 1, both included), and
its tokens, which may have gaps. Spans that are read are tuples, so that equal ones can be found by hashing. Spans that
users of the module pass are lists, because tokens are taken out of them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal, NoReturn, TypeAlias

    Tokens: TypeAlias = "frozenset[int] | TokenRange"
    ReadSpan: TypeAlias = tuple[str, int, int, Tokens]
    Span: TypeAlias = list[Any]  # label, begin, end, set of tokens; users of the module pass their own
    AnySpan: TypeAlias = Sequence[Any]  # either

METHODS = TRADITIONAL, FAIR, WEIGHTED = "traditional", "fair", "weighted"  # of evaluation
SIDES = "target", "system"
BOTH = "both"  # of matches that traditional and fair evaluation count alike
TP, FP, FN = "TP", "FP", "FN"
LE, BE, LBE = "LE", "BE", "LBE"  # labelling, boundary, labelling-boundary error
BES, BEL, BEO = "BES", "BEL", "BEO"  # boundary errors: the system's span is smaller, larger, or overlaps at one end

LABEL, BEGIN, END, TOKENS = range(4)
SETS = (set, frozenset)
LARGE = sys.hash_info.modulus


class RefusedSentenceError(Exception):
    """A sentence that cannot be read: it has no spans, and the message is printed among the results."""


class BadLineError(Exception):
    """A line that ends the evaluation: the ``line`` itself, or its ``index`` among those of the sentence, from 0."""

    def __init__(self, problem: str, index: int = 0, line: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.index = index
        self.line = line


class UnlistedTokensError(Exception):
    """A span without a valid token list overlaps one with other boundaries. ``line`` is the span's line."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class LargeNumber(int):
    """A number with an unpredictable hash; hashes of plain integers repeat from ``sys.hash_info.modulus`` on."""

    def __hash__(self) -> int:
        return hash(f"{self:x}")


class TokenRange:
    """The tokens of a span whose line lists no valid ones: all from ``begin`` to ``end``.

    As in the original, such a range is not a set: it equals such ranges but no set, and its tokens cannot be compared.
    """

    __slots__ = ("begin", "end", "line")

    def __init__(self, begin: int, end: int, line: str) -> None:
        self.begin = begin
        self.end = end
        self.line = line

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TokenRange) and (self.begin, self.end) == (other.begin, other.end)

    def __hash__(self) -> int:
        return hash((self.begin, self.end))

    def __contains__(self, token: int) -> bool:
        return self.begin <= token <= self.end

    def _refuse(self, *_: object) -> NoReturn:
        raise UnlistedTokensError(self.line)

    intersection = difference = __iter__ = _refuse


def parse_span(line: str) -> ReadSpan:
    """Read one line of a span file: label, begin, end, ..., tokens, with TABs between.

    The last column holds the tokens, separated by commas. Raises :class:`RefusedSentenceError` for an empty label and
    for boundaries that are not numbers from 1 on, :class:`BadLineError` for a missing column.
    """
    columns = line.split("\t")
    try:
        label, begin, end = columns[0], int(columns[1]), int(columns[2])
    except (IndexError, ValueError):
        raise _refusal(columns, line) from None
    if not label or begin < 1 or end < 1:
        raise _refusal(columns, line)
    if end < begin:
        begin, end = end, begin
    if end >= LARGE:
        begin, end = _hashed(begin), _hashed(end)
    return label, begin, end, _tokens(columns[-1], begin, end) or TokenRange(begin, end, line)


def _refusal(columns: list[str], line: str) -> RefusedSentenceError | BadLineError:
    if not columns[0]:
        return RefusedSentenceError("ERROR: Missing label in input.")
    for name, column in zip(("Begin", "End"), columns[1:3]):
        try:
            is_legal = int(column) > 0
        except ValueError:
            is_legal = False
        if not is_legal:
            return RefusedSentenceError(f"ERROR: {name} {column} is not a legal index.")
    return BadLineError("a span needs four columns with TABs between them: label, begin, end and tokens", line=line)


def _hashed(number: int) -> int:
    return number if number < LARGE else LargeNumber(number)


def _tokens(column: str, begin: int, end: int) -> frozenset[int]:
    """Return the listed tokens from ``begin`` to ``end``; none if any piece is not a number."""
    try:
        tokens = [token for token in map(int, column.split(",")) if begin <= token <= end]
    except ValueError:
        return frozenset()
    return frozenset(tokens if end < LARGE else map(_hashed, tokens))


def overlap_type(span1: Sequence[float], span2: Sequence[float]) -> str | Literal[False]:
    """Say how the second span, (first token, last token), relates to the first one.

    The documentation's table of overlaps: ``"TP"`` identical, ``"BES"`` smaller and inside, ``"BEL"`` larger and
    around, ``"BEO"`` overlapping at one end, ``False`` apart. Further elements of the sequences are ignored.
    """
    begin, end = span1[0], span1[1]
    other_begin, other_end = span2[0], span2[1]
    if begin == other_begin:
        if end == other_end:
            return TP
        return BES if begin <= other_end < end else BEL
    if other_begin < begin:
        if other_end < begin:
            return False
        return BEO if other_end < end else BEL
    if other_begin <= end:
        return BES if other_end <= end else BEO
    return False
