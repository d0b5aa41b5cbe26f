"""Reports of scorer2: the summary, and with ``-v`` the calculation of every instance and the answers refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rescore.reports.layout import Form, LineLayout
from rescore.reports.model import PROSE, Block, Columns, Field, squeezed
from rescore.reports.names import (
    ALL,
    ATTEMPTED,
    ATTEMPTED_SHARE,
    CORRECT,
    GUESS,
    KEY,
    PRECISION,
    RECALL,
    REFUSED,
    TOTAL,
    unique_in,
)

_FIGURE = r"([-+]?(?:[\d.]+(?:[eE][-+]?\d+)?|nan|inf))"
_GRAIN = re.compile(rb"(Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+score\s+for\s")
_BETWEEN_BLANKS = re.compile(r"[^ \t\n]+")  # a tag may hold a carriage return
_GUESSED_TAG = re.compile(r"(?<=[ \t])([^ \t\n]*)/([^/\s]+)(?=\s|$)")


class _Guess(Form):
    """A line of guesses: a cell for each weight, called after its tag."""

    def fields(self, text: str, columns: Columns) -> Sequence[Field]:
        """Return the weights. What is not a tag with a weight keeps the whole line."""
        start = text.index("=") + 1
        found = list(_GUESSED_TAG.finditer(text, start))
        if len(found) != len(_BETWEEN_BLANKS.findall(text[start:].rstrip())):
            return [Field(GUESS, start, len(text.rstrip()))]
        names = unique_in(f"{GUESS} {match[1]}" for match in found)
        return [Field(name, *match.span(2)) for name, match in zip(names, found)]


class Scorer2Report(LineLayout):
    """The report; instances have the lines ``key`` and ``guess`` below their score."""

    recognised = re.compile(
        rb'^[^\S\n]*(?:(?:Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+)?score\s+for\s+"', re.MULTILINE
    )
    row = b'\nscore for "'

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._instance = ""

    @classmethod
    def table_of(cls, content: bytes) -> str:
        """Return the name of the table, the granularity, which the summary at the end tells."""
        found = _GRAIN.search(content, max(0, content.rfind(b"-grained") - len(b"Coarse")))
        return found[1].decode().lower() if found else "fine"

    @classmethod
    def heading(cls, block: Block) -> bytes:
        """Return the heading that instances are read with: none."""
        return b""

    @Form(r"[\t\x20]*key\s*=[\t\x20]*(?P<key>.*)", values={KEY: squeezed})
    def _key(self, found: re.Match[str]) -> str | None:
        return self._instance or None

    @_Guess(r"[\t\x20]*guess\s*=(?P<guess>\s.*)?", values={GUESS: squeezed})
    def _guess(self, found: re.Match[str]) -> str | None:
        return self._instance or None

    @Form(rf'\s*score for "(?P<_id>.*)"\s*:\s*(?P<score>{_FIGURE[1:-1]})')
    def _score(self, found: re.Match[str]) -> str:
        self._instance = found["_id"]
        return self._instance

    _precision = Form(
        rf"\s*precision:\s*{_FIGURE}\s*\(\s*{_FIGURE} correct of {_FIGURE} attempted\s*\)",
        ALL,
        (PRECISION, CORRECT, ATTEMPTED),
    )
    _recall = Form(
        rf"\s*recall:\s*{_FIGURE}\s*\(\s*{_FIGURE} correct of {_FIGURE} in total\s*\)", ALL, (RECALL, CORRECT, TOTAL)
    )
    _attempted = Form(
        rf"\s*attempted:\s*{_FIGURE}\s*%\s*\(\s*{_FIGURE} attempted of {_FIGURE} in total\s*\)",
        ALL,
        (ATTEMPTED_SHARE, ATTEMPTED, TOTAL),
    )

    @Form(
        r'\s*Unable to score answer for "(?P<_id>.*)" \(line (?P<line>\d+)\):\s*(?P<reason>\S.*)',
        table=REFUSED,
    )
    def _refusal(self, found: re.Match[str]) -> str:
        return found["_id"]

    _heading = Form(r'\s*(?:Fine|Coarse|Mixed)-grained(?: minimal)? score for ".*" using key ".*":', status=PROSE)
