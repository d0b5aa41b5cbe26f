"""Ends of MATScore's spans that are the last character, not the one after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, Span, new_file

_ONE_LATER = (  # program of Python
    'import json, sys; d = json.load(sys.stdin); s = [one for one in d["asets"] if one["type"] in [%s]]; '
    'any(row.insert(1, row.pop(1) + 1) for one in s for row in one["annots"]); json.dump(d, sys.stdout)'
)


class Ends:
    """How many spans of the response are those of the key, and how many would be if they ended one character later."""

    def __init__(self) -> None:
        self._exact = self._longer = self._spans = 0
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
        self._longer += sum((label, begin, end + 1) in key for label, begin, end in placed)

    @property
    def are_inclusive(self) -> bool:
        """Whether most ends of the response are the last character, not the one after it."""
        return self._longer * 2 > self._spans and self._longer > self._exact

    def findings(self) -> Iterator[Finding]:
        """Find ends that are inclusive."""
        if self.are_inclusive:
            problem = f"{self._longer} of {counted(self._spans, 'span')} of the response end one character early"
            yield Finding("ends-inclusive", problem, self._file, None, self._one_later())

    def _one_later(self) -> str:
        """Return advice to make the ends of a single document in JSON exclusive, or else an empty text."""
        if not (
            self._are_single
            and self._file.endswith(".json")
            and all(re.fullmatch(r"[\w-]+", label) for label in self._labels)
        ):
            return ""
        labels = ", ".join([f'"{label}"' for label in sorted(self._labels)])
        command = f"python3 -c '{_ONE_LATER % labels}' < {{file}}"
        return new_file(f"Add 1 to each end; ends are exclusive: {command}", self._file)
