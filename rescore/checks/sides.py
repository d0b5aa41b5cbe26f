"""The files of both sides: those whose names say that they belong to the other one, and documents of only one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from common.result import Location
from rescore.checks.finding import Finding, counted, quoted, some

_OF_KEYS = frozenset(["gold", "key", "keys", "ref", "reference", "references", "target", "targets", "truth"])
_OF_RESPONSES = frozenset([
    "answer", "answers", "hyp", "hypotheses", "hypothesis", "output", "pred", "predicted", "prediction", "predictions",
    "response", "responses", "submission", "submissions", "sys", "system", "systems",
])  # fmt: skip
_WORD = re.compile("[a-z]+")


def swapped_by_name(key: str, response: str) -> Iterator[Finding]:
    """Find a key that is called a response while the response is called a key.

    If the score is the same both ways, nothing else shows it.
    """
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


def missing_documents(key: dict[str, Location], response: dict[str, Location]) -> Iterator[Finding]:
    """Find documents that one side does not have; of each side the documents with their places."""
    for here, there, side in ((key, response, "response"), (response, key, "key")):
        lonely = {number: place for number, place in here.items() if number not in there}
        if lonely:
            place = next(iter(lonely.values()))
            problem = f"{counted(len(lonely), 'document')} that the {side} does not have: {some(lonely)}"
            yield Finding("missing-document", problem, place.file, place.line)
