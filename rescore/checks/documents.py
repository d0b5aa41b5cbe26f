"""Documents that both files of a run should have, each once."""

from __future__ import annotations

from collections.abc import Iterator

from common.result import Location
from rescore.checks.finding import Finding
from rescore.checks.words import counted, some


def missing_documents(key: dict[str, Location], response: dict[str, Location]) -> Iterator[Finding]:
    """Find documents that one side does not have; of each side the documents with their places."""
    for here, there, side in ((key, response, "response"), (response, key, "key")):
        lonely = {number: place for number, place in here.items() if number not in there}
        if lonely:
            place = next(iter(lonely.values()))
            problem = f"{counted(len(lonely), 'document')} that the {side} does not have: {some(lonely)}"
            yield Finding("missing-document", problem, place.file, place.line)
