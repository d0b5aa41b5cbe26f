"""A coreference run of version 3.3: each document is read on both sides, aligned, scored and reported."""

from __future__ import annotations

import os

from common.tally import Signatures
from muc_scorer.align.v33.chain_alignment import ChainAlignment
from muc_scorer.read.messages import say
from muc_scorer.read.objects import Catalogue
from muc_scorer.read.v33.annotated_pair import AnnotatedPair
from muc_scorer.read.v33.mentions import COREF, MentionSide, read_mentions
from muc_scorer.read.v33.source_texts import read_texts
from muc_scorer.report.v33.co_history import coreference_history
from muc_scorer.report.v33.co_report import coreference_table
from muc_scorer.report.v33.co_summary import coreference_summary
from muc_scorer.report.v33.partitions import partitions
from muc_scorer.tally.v33.coreference import link_row, link_signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.report import ReportSet
    from common.result import Observer
    from common.tally import Row
    from muc_scorer.evidence.v33 import LinkEvidence
    from muc_scorer.read.config import Config
    from muc_scorer.read.v33.annotated_text import AnnotatedDocument
    from muc_scorer.read.v33.sources import Source


def score_coreference(config: Config, reports: ReportSet, observer: Observer | None) -> None:
    """Score the coreference task and add its score report, report summary, partition file and map history.

    The observer is told, if there is one.
    A document that one side does not have is all missing or all spurious.
    """
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    files = AnnotatedPair(config, [COREF], catalogue)
    evidence = None if observer is None else _evidence(config, files, observer)
    growing = _Reports()
    say(b"Begin Mapping...\n")
    for document in catalogue:
        key, response = files.documents(document.docnum)
        sides = _mentions(files.key.source, key), _mentions(files.response.source, response)
        alignment = ChainAlignment(document.docnum, *sides)
        if evidence is not None:
            evidence.tell(alignment, (key is not None, response is not None))
        growing.add(alignment)
        say(b"mapping %s ...done.\n" % document.docnum)
    say(b"Mapping Completed.\n")
    files.warn_of_left_out()
    for path, content in zip(_paths(config), growing.contents()):
        reports.add(os.fsdecode(path), content)


class _Reports:
    """The reports of a run, which get its documents one after the other."""

    __slots__ = ("_classes", "_history", "_rows", "_summary", "_totals")

    def __init__(self) -> None:
        self._totals = Signatures()
        self._rows: list[tuple[bytes, Row]] = []
        self._summary: list[bytes] = []
        self._classes: list[bytes] = []
        self._history: list[bytes] = []

    def add(self, alignment: ChainAlignment) -> None:
        """Add a document."""
        signatures = link_signatures(alignment)
        self._totals.add(signatures)
        self._rows.append((alignment.docnum, link_row(signatures)))
        self._summary.append(coreference_summary(alignment))
        self._classes.append(partitions(alignment))
        self._history.append(coreference_history(alignment))

    def contents(self) -> tuple[bytes | list[bytes], ...]:
        """Return score report, report summary, partition file and map history, whole or in pieces."""
        return coreference_table(self._rows, link_row(self._totals)), self._summary, self._classes, self._history


def _paths(config: Config) -> tuple[bytes, bytes, bytes, bytes]:
    return config.score_file, config.report_file, config.partition_file, config.map_history_file


def _mentions(source: Source, document: AnnotatedDocument | None) -> MentionSide:
    return MentionSide(b"", [], []) if document is None else read_mentions(source, document)


def _evidence(config: Config, files: AnnotatedPair, observer: Observer) -> LinkEvidence:
    from muc_scorer.evidence.pages import Side
    from muc_scorer.evidence.v33 import LinkEvidence

    sources = files.key.source, files.response.source
    sides = Side(config.key_file, sources[0].data), Side(config.response_file, sources[1].data)
    return LinkEvidence(observer, config, sides)
