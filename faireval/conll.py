"""Sentences in CoNLL-2000 form: a line for each token, with the tags of its spans in the last column.

The column has one tag for each level of nesting, outermost first, with ``|`` between: ``B-X`` begins a span labelled X,
``I-X`` continues the span that is open on this level. Spans are listed in the order in which they close, because that
order decides between equally good partners.
"""

from __future__ import annotations

from legacy_scorers.faireval.spans import BadLineError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from legacy_scorers.faireval.spans import ReadSpan, Span

OUTSIDE = ("O", "_")
PUNCTUATION = frozenset(
    ("$.", "$,", "$(", "PUNCT", "PUNKT", "KOMMA", "COMMA", "KLAMMER", ".", ",", ":", "(", ")", '"', "‘", "“", "’", "”")
)


def read_tokens(lines: list[str], ignore_punctuation: bool) -> list[ReadSpan]:
    """Return the spans of a sentence given as token lines; tokens are numbered from 1.

    With ``ignore_punctuation`` tokens whose second column is a punctuation tag are left out of spans. Raises
    :class:`BadLineError` for a tag that continues a span that is not open, and for a missing column.
    """
    stack = _Stack()
    for index, line in enumerate(lines):
        columns = line.split()
        if not columns:
            raise BadLineError("the line has no annotation column", index)
        if columns[-1] in OUTSIDE:
            stack.close_all()
        else:
            stack.read(columns[-1].split("|"), index)
    stack.close_all()
    punctuation = _punctuation(lines) if ignore_punctuation else frozenset[int]()
    kept: list[ReadSpan] = []
    for label, begin, end, tokens in stack.closed:
        listed = frozenset(tokens) - punctuation
        if listed:
            while begin in punctuation:
                begin += 1
            # The end moves past one token only: a known oddity that changes figures.
            kept.append((label, begin, end - (end in punctuation), listed))
    return kept


class _Stack:
    """The spans that are open at a token, outermost first, and those that have been closed, in that order."""

    __slots__ = ("closed", "open")

    def __init__(self) -> None:
        self.open: list[Span] = []
        self.closed: list[Span] = []

    def close_all(self) -> None:
        """Close all open spans, outermost first."""
        self.closed += self.open
        self.open.clear()

    def close_to(self, level: int) -> None:
        """Close all spans but the first ``level``, innermost first."""
        while len(self.open) > level:
            self.closed.append(self.open.pop())

    def read(self, tags: list[str], index: int) -> None:
        """Add the tags of the token in line ``index``, outermost level first."""
        token = index + 1
        self.close_to(len(tags))
        for level, tag in enumerate(tags):
            if tag.startswith("B-"):
                if level == 0:
                    self.close_all()
                self.close_to(level)
                self.open.append([tag.split("-")[1], token, token, {token}])
            elif tag.startswith("I-"):
                if level >= len(self.open):
                    raise BadLineError(f"'{tag}' does not continue a span; begin it with 'B-{tag[2:]}'", index)
                span = self.open[level]
                span[2] = token
                span[3].add(token)


def _punctuation(lines: list[str]) -> frozenset[int]:
    """Return the numbers of the tokens whose second column, cut at single blanks, is a punctuation tag."""
    found = []
    for index, line in enumerate(lines):
        columns = line.split(" ", 2)
        if len(columns) < 2:
            raise BadLineError("the token has no part of speech; add it, or set ignore_punct = False", index)
        if columns[1] in PUNCTUATION:
            found.append(index + 1)
    return frozenset(found)
