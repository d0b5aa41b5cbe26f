"""A coreference run of version 3.3: each document is read on both sides, aligned, scored and reported."""

from __future__ import annotations

import os

from muc_scorer.annotated_text import AnnotatedFile, Source, warn_of_difference
from muc_scorer.co_history import coreference_history
from muc_scorer.co_report import coreference_table
from muc_scorer.co_summary import coreference_summary
from muc_scorer.coreference import DocumentResult, LinkTally
from muc_scorer.mentions import COREF, MentionSide, read_mentions
from muc_scorer.messages import say
from muc_scorer.objects import Catalogue
from muc_scorer.parsing import read_file
from muc_scorer.partitions import partitions
from muc_scorer.texts import read_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.report import ReportSet
    from muc_scorer.config import Config

_NOTHING = MentionSide(b"", [], [])


def score_coreference(config: Config, reports: ReportSet) -> None:
    """Score the coreference task and add its score report, report summary, partition file and map history.

    A document that one side does not have is all missing or all spurious.
    """
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    key = _MentionFile(config.key_file, b"Key", catalogue)
    response = _MentionFile(config.response_file, b"Response", catalogue)
    totals = LinkTally()
    rows = []
    summary, classes, history = [], [], []
    say(b"Begin Mapping...\n")
    for document in catalogue:
        result = _compare(document.docnum, key, response)
        tally = result.tally()
        totals += tally
        rows.append((document.docnum, tally))
        summary.append(coreference_summary(result))
        classes.append(partitions(result))
        history.append(coreference_history(result))
        say(b"mapping %s ...done.\n" % document.docnum)
    say(b"Mapping Completed.\n")
    reports.add(os.fsdecode(config.score_file), coreference_table(rows, totals))
    reports.add(os.fsdecode(config.report_file), b"".join(summary))
    reports.add(os.fsdecode(config.partition_file), b"".join(classes))
    reports.add(os.fsdecode(config.map_history_file), b"".join(history))


def _compare(docnum: bytes, key: _MentionFile, response: _MentionFile) -> DocumentResult:
    key_side, response_side = key.mentions(docnum), response.mentions(docnum)
    if key_side is None or response_side is None:
        return DocumentResult(docnum, key_side or _NOTHING, response_side or _NOTHING)
    warn_of_difference(docnum, key_side.text, response_side.text)
    return DocumentResult(docnum, key_side, response_side)


class _MentionFile:
    """The key or the response, whose mentions are read one document at a time."""

    __slots__ = ("_documents", "_source")

    def __init__(self, path: bytes | None, role: bytes, catalogue: Catalogue) -> None:
        say(b"Begin Parsing NE/CO %s Documents.\n" % role)
        assert path is not None, "the configuration has a default name"
        self._source = Source(os.fsdecode(path), read_file(path, b"ne/co document"))
        self._documents = AnnotatedFile(self._source, [COREF])
        for docnum in self._documents.docnums():
            catalogue.entry(docnum)
        say(b"Parsing NE/CO %s Documents Completed.\n" % role)

    def mentions(self, docnum: bytes) -> MentionSide | None:
        """Return the mentions of a document, None if the file does not have it."""
        document = self._documents.document(docnum)
        return None if document is None else read_mentions(self._source, document)
