"""The files of scorer.pl in a folder: key and responses."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from legacy_scorers.coref_scorer.read import places
from legacy_scorers.rescore.scorers.coref_scorer.reports import CorefReport
from legacy_scorers.rescore.scorers.intake import DraftTask, Files, about_responses, pairings

_WORDS = ("scorer.pl", "all", "{key}", "{submission}")
_ITEMS = "documents"


def tasks(files: Files) -> Iterator[DraftTask]:
    """Yield the tasks of files with the same documents."""
    items = {}
    for path in files.inputs:
        if documents := frozenset([place.name for place in places(BytesIO(files.contents[path]))]):
            items[path] = documents
    for key, responses, others in pairings(files, items):
        about = about_responses(responses, _ITEMS)
        why = "reports of one metric do not name it"
        yield DraftTask(_WORDS, responses, about, why, key, others, _ITEMS, reports={"": (CorefReport,)})
