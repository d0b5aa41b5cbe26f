"""The rules of version 3.3 for coreference: mentions are aligned, and the links of their chains are counted."""

from __future__ import annotations

import os

from common.atomic import write_reports
from muc_scorer.align.v33.chain_alignment import ChainAlignment
from muc_scorer.align.v33.heads import mentions_without_head
from muc_scorer.cells import LINKS
from muc_scorer.measures import LINK_MEASURES
from muc_scorer.read.messages import say, shown
from muc_scorer.read.objects import Catalogue
from muc_scorer.read.v33.documents import read_texts
from muc_scorer.read.v33.mentions import COREF, read_mentions
from muc_scorer.read.v33.tagged_pair import TaggedPair
from muc_scorer.report.v33.coreference import (
    coreference_history,
    coreference_summary,
    coreference_table,
    link_row,
    partitions,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from common.match import Observer
    from common.tally import Row, Signatures
    from muc_scorer.read.config import Config
    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.report.rows import Page


class CoreferenceRules:
    """Reads the texts document by document. All reports are written together; they have no pages.

    A document that one side does not have is all missing or all spurious.
    """

    def __init__(self, config: Config, observer: Observer | None) -> None:
        self._config = config
        self._catalogue = Catalogue()
        read_texts(config.text_file, self._catalogue)
        self._files = TaggedPair(config, [COREF], self._catalogue)
        self._rows: list[tuple[bytes, Row]] = []
        self._reports: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])
        self.evidence: Any = None
        if observer is not None:
            from muc_scorer.evidence.links import LinkEvidence

            sources = (self._files.key.source, self._files.response.source)
            self.evidence = LinkEvidence(observer, config, sources, {LINKS: LINK_MEASURES})

    def outcomes(self) -> Iterator[ChainAlignment]:
        """Align the documents."""
        files = self._files
        say(b"Begin Mapping...\n")
        for document in self._catalogue:
            key, response = files.documents(document.docnum)
            sides = read_mentions(files.key.source, key), read_mentions(files.response.source, response)
            self._warn_of_heads(sides[0])
            yield ChainAlignment(document.docnum, *sides)
            say(b"mapping %s ...done.\n" % document.docnum)
        say(b"Mapping Completed.\n")
        files.warn_of_left_out()

    def _warn_of_heads(self, key: MentionSide) -> None:
        """Warn of each MIN of a key that no response mention can contain within its mention."""
        for index in mentions_without_head(key):
            mention = key.mentions[index]
            head = shown(mention.attributes[b"min"])
            problem = f'MIN="{head}" does not occur in its mention, and has no effect'
            self._files.key.source.warn(problem, mention.position)

    def report(self, alignment: ChainAlignment, signatures: Signatures) -> Page:
        """Make the reports of a document."""
        self._rows.append((alignment.docnum, link_row(signatures)))
        summary, classes, history = self._reports
        summary.append(coreference_summary(alignment))
        classes.append(partitions(alignment))
        history.append(coreference_history(alignment))
        return []

    def write(self, totals: Signatures) -> None:
        """Write the reports, all or none."""
        config = self._config
        names = config.score_file, config.report_file, config.partition_file, config.map_history_file
        write_reports(zip(map(os.fsdecode, names), (coreference_table(self._rows, link_row(totals)), *self._reports)))
