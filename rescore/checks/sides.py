"""Files whose names say that they belong to the other side.

If the score is the same both ways, nothing else shows it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from rescore.checks.finding import Finding
from rescore.checks.words import quoted

_OF_KEYS = frozenset(["gold", "key", "keys", "ref", "reference", "references", "target", "targets", "truth"])
_OF_RESPONSES = frozenset([
    "answer", "answers", "hyp", "hypotheses", "hypothesis", "output", "pred", "predicted", "prediction", "predictions",
    "response", "responses", "submission", "submissions", "sys", "system", "systems",
])  # fmt: skip
_WORD = re.compile("[a-z]+")


def swapped_by_name(key: str, response: str) -> Iterator[Finding]:
    """Find a key that is called a response while the response is called a key."""
    of_key, of_response = _telling_part(key), _telling_part(response)
    if _is_called(of_key, _OF_RESPONSES, _OF_KEYS) and _is_called(of_response, _OF_KEYS, _OF_RESPONSES):
        problem = f"by their names, the key {quoted(of_key)} is a response and the response {quoted(of_response)} a key"
        yield Finding("sides-swapped", problem, key)


def _telling_part(path: str) -> str:
    """Return the last part of a path that has any of the words."""
    parts = reversed(path.split(os.sep))
    return next((part for part in parts if _words(part) & (_OF_KEYS | _OF_RESPONSES)), "")


def _is_called(part: str, names: frozenset[str], others: frozenset[str]) -> bool:
    words = _words(part)
    return bool(words & names) and not words & others


def _words(part: str) -> set[str]:
    return set(_WORD.findall(part.lower()))
