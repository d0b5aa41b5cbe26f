"""Reports of scorer2: the summary, and with ``-v`` the calculation of every instance and the answers refused."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from legacy_scorers.common.result import unique_in
from legacy_scorers.rescore.reports.model import Form, Layout, Printed
from legacy_scorers.rescore.reports.words import squeezed

_REFUSED = "refused"  # the table of answers that are
_FIGURE = r"[-+]?(?:[\d.]+(?:[eE][-+]?\d+)?|nan|inf)"
_GRAIN = re.compile(rb"(Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+score\s+for\s")
_BETWEEN_BLANKS = re.compile(r"[^ \t\n]+")  # a tag may hold a carriage return
_GUESSED_TAG = re.compile(r"(?<=[ \t])([^ \t\n]*)/([^/\s]+)(?=\s|$)")


class _Guess(Form):
    """A line of guesses: it has a cell for each weight, called after the tag."""

    def printed(self, found: re.Match[str]) -> Sequence[Printed]:
        """Return a cell for each weight, or one for the whole line if a word is not a tag with a weight."""
        text = found.string
        start = text.index("=") + 1
        weights = list(_GUESSED_TAG.finditer(text, start))
        if len(weights) != len(_BETWEEN_BLANKS.findall(text[start:])):
            return [("guess", text[start:], None, start)]
        names = unique_in(f"guess {match[1]}" for match in weights)
        return [(name, match[2], None, match.start(2)) for name, match in zip(names, weights)]


class Scorer2Report(Layout):
    """The report; instances have the lines ``key`` and ``guess`` below their score."""

    name = "scorer2"
    listings = (_REFUSED,)
    recognised = (
        rb'^[^\S\n]*(?:(?:Fine|Coarse|Mixed)-grained(?:\s+minimal)?\s+)?score\s+for\s+"[^\n]*"\s*(?:using\s+key\s|:)'
    )
    max_line = sys.maxsize
    instance = ""

    @classmethod
    def table_of(cls, content: bytes) -> str:
        """Return the table: the granularity in the summary at the end, or ``fine`` without a summary."""
        found = _GRAIN.search(content, content.rfind(b"-grained") - len(b"Coarse"))
        return found[1].decode().lower() if found else "fine"

    def _instance(self, found: re.Match[str]) -> str | None:
        return self.instance or None

    _key = Form(r"[\t\x20]*key\s*=[\t\x20]*(?P<key>.*)", values={"key": squeezed})(_instance)
    _guess = _Guess(r"[\t\x20]*guess\s*=(?P<guess>\s.*)?")(_instance)

    @Form(rf'\s*score for "(?P<_id>.*)"\s*:\s*(?P<score>{_FIGURE})')
    def _score(self, found: re.Match[str]) -> str:
        self.instance = found["_id"]
        return self.instance

    _summary = Form(
        rf"\s*(?:precision:\s*({_FIGURE})\s*\(\s*({_FIGURE}) correct of ({_FIGURE}) attempted\s*\)"
        rf"|recall:\s*({_FIGURE})\s*\(\s*({_FIGURE}) correct of ({_FIGURE}) in total\s*\)"
        rf"|attempted:\s*({_FIGURE})\s*%\s*\(\s*({_FIGURE}) attempted of ({_FIGURE}) in total\s*\))",
        "all",
        ("precision", "correct", "attempted", "recall", "correct", "total", "attempted %", "attempted", "total"),
    )
    _refusal = Form(
        r'\s*Unable to score answer for "(?P<_id>.*)" \(line (?P<line>\d+)\):\s*(?P<reason>\S.*)',
        "{found[_id]}",
        table=_REFUSED,
    )
    _heading = Form(r'\s*(?:Fine|Coarse|Mixed)-grained(?: minimal)? score for "(?=.*":\Z).*" using key ".*":')
