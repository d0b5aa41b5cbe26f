"""Spans of MATScore's responses whose ends are the last character, or whose characters are counted from 1."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, Span, new_file

_MOVED = (  # program of Python
    'import json, sys; d = json.load(sys.stdin); s = [one for one in d["asets"] if one["type"] in [%s]]; '
    'any(row.__setitem__(slice(2), [row[0] %+d, row[1] %+d]) for one in s for row in one["annots"]); '
    "json.dump(d, sys.stdout)"
)


class _Shift(NamedTuple):
    """How far begin and end of each span of the response are from those of the key, and what is found then."""

    begin: int
    end: int
    name: str
    problem: str
    remedy: str  # the beginning of the advice, if a command can do it


_SHIFTS = (
    _Shift(0, -1, "ends-inclusive", "end one character early", "Add 1 to each end; ends are exclusive"),
    _Shift(0, 1, "ends-inclusive", "end one character after those of the key", ""),
    _Shift(1, 1, "offsets-from-one", "begin and end one character late", "Count characters from 0"),
    _Shift(1, 0, "offsets-from-one", "begin one character late", "Count characters from 0; ends are exclusive"),
)
_OF_KEY = "Make ends exclusive on both sides, one more than the last character; those of one side seem to be inclusive."


class Ends:
    """How many spans of the response are those of the key, and how many would be if all were moved a little."""

    def __init__(self) -> None:
        self._exact = self._spans = 0
        self._moved: Counter[_Shift] = Counter()
        self._file, self._are_single = "", True
        self._labels: set[str] = set()

    def compare(self, key: AbstractSet[Span], response: AbstractSet[Span], file: str) -> None:
        """Count the spans of a pair of documents, and keep the first ``file`` of the response."""
        placed = [span for span in response if span[2] is not None]
        self._are_single = self._file in ("", file)
        self._file = self._file or file
        self._labels |= {str(span[0]) for span in placed}
        self._spans += len(placed)
        self._exact += len(key & response)
        for shift in _SHIFTS:
            self._moved[shift] += sum(
                (label, begin - shift.begin, end - shift.end) in key for label, begin, end in placed
            )

    def findings(self) -> Iterator[Finding]:
        """Find the move after which most spans of the response are those of the key, and more than now."""
        shift = max(_SHIFTS, key=self._moved.__getitem__)
        times = self._moved[shift]
        if times * 2 > self._spans and times > self._exact:
            problem = f"{times} of {counted(self._spans, 'span')} of the response {shift.problem}"
            advice = self._moving(shift) if shift.remedy else _OF_KEY
            yield Finding(shift.name, problem, self._file, None, advice)

    def _moving(self, shift: _Shift) -> str:
        """Return advice to move the offsets of a single document in JSON, or else an empty text."""
        if not (
            self._are_single
            and self._file.endswith(".json")
            and all(re.fullmatch(r"[\w-]+", label) for label in self._labels)
        ):
            return ""
        labels = ", ".join([f'"{label}"' for label in sorted(self._labels)])
        program = _MOVED % (labels, -shift.begin, -shift.end)
        return new_file(f"{shift.remedy}: python3 -c '{program}' < {{file}}", self._file)
