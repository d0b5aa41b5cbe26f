"""The rules of version 3.3: objects are aligned and fills are counted; of coreference, mentions and links.

A document that one side does not have is all missing or all spurious. All reports are written together, or none.
"""

from __future__ import annotations

import os

from common.atomic import write_reports
from common.tally import Tally
from muc_scorer.align.chain_alignment import ChainAlignment, mentions_without_head
from muc_scorer.align.fills import ExactComparison
from muc_scorer.align.normalise import Normaliser
from muc_scorer.align.v33.excuses import excuse
from muc_scorer.align.v33.matches import Matcher
from muc_scorer.align.v33.threshold_alignment import ThresholdAligner
from muc_scorer.cells import LINKS, Parts33, cells
from muc_scorer.measures import LINK_MEASURES
from muc_scorer.read.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.read.messages import say, shown
from muc_scorer.read.objects import KEY, RESPONSE, Catalogue, Document
from muc_scorer.read.v33.class_defs import read_definitions
from muc_scorer.read.v33.mentions import COREF, read_mentions
from muc_scorer.read.v33.tagged_text import TaggedPair, read_texts
from muc_scorer.report.v33 import document_history, entity_summary, extraction_summary, page_layout, page_scores
from muc_scorer.report.v33_coreference import (
    coreference_history,
    coreference_summary,
    coreference_table,
    link_row,
    partitions,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from common.result import Observer
    from common.tally import Row, Signatures
    from muc_scorer.align.v33.matches import Outcome33
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import Definitions
    from muc_scorer.read.v33.mentions import MentionSide
    from muc_scorer.read.v33.tagged_text import TaggedPair
    from muc_scorer.report.rows import Page


class Rules33:
    """Reads texts document by document, and templates at once. All reports are written together.

    A document that one side does not have is all missing or all spurious.
    """

    def __init__(self, config: Config, observer: Observer | None) -> None:
        self._config = config
        self._definitions, order = read_definitions(config)
        catalogue = Catalogue()
        read_texts(config.text_file, catalogue)
        files: TaggedPair | None = None
        self._documents: Iterable[Document]
        if config.in_text:
            from muc_scorer.read.v33.entities import element_names
            from muc_scorer.read.v33.tagged_text import TaggedPair

            files = TaggedPair(config, element_names(self._definitions), catalogue)
            self._documents = _read_entities(files, self._definitions, catalogue)
        else:
            self._documents = _read_templates(config, self._definitions, catalogue)
        comparison = ExactComparison(
            Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators)
        )
        parts = Parts33(self._definitions) if config.in_text else None
        with_filtering = config.task == SCENARIO_TEMPLATE
        self._aligner = ThresholdAligner(comparison, order, config.in_text)
        self._matcher = Matcher(self._definitions, comparison, parts, with_filtering)
        self._page = page_layout(self._definitions, with_filtering, parts)
        self._reports: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])
        self.evidence: Any = None
        if observer is not None:
            from muc_scorer.evidence import DocumentEvidence

            sources = [files.key.source, files.response.source] if files else []
            self.evidence = DocumentEvidence(observer, config, sources, comparison, self._page)

    def outcomes(self) -> Iterator[Outcome33]:
        """Align the documents and yield what became of them."""
        config = self._config
        say(b"Begin Mapping...\n")
        for document in self._documents:
            say(b"mapping %s ..." % document.docnum)
            alignment = self._aligner.align(document)
            say(b"done.\n")
            excuse(alignment, config.task)
            if config.ne_allow_incorrect or not config.in_text:
                self._aligner.connect(alignment)
            yield self._matcher.outcome(alignment)
        say(b"Mapping Completed.\n")

    def report(self, outcome: Outcome33, signatures: Signatures) -> Page:
        """Make the reports of a document and return its page."""
        with_tags = self._config.task == NAMED_ENTITY and not self._config.use_ie_report_summary
        scores, summary, history = self._reports
        docnum = outcome.alignment.document.docnum
        scores.append(page_scores(self._page, Tally.of(signatures, cells), docnum))
        summary.append((entity_summary if with_tags else extraction_summary)(outcome))
        history.append(document_history(outcome))
        return self._page

    def write(self, totals: Signatures) -> None:
        """Write the reports, all or none."""
        self._reports[0].append(page_scores(self._page, Tally.of(totals, cells)))
        names = self._config.score_file, self._config.report_file, self._config.map_history_file
        write_reports(zip(map(os.fsdecode, names), self._reports))


def _read_entities(files: TaggedPair, definitions: Definitions, catalogue: Catalogue) -> Iterator[Document]:
    """Yield the documents, which are read one at a time; at the end say what was left out."""
    from muc_scorer.read.v33.entities import EntityReader

    key_reader = EntityReader(files.key.source, definitions)
    response_reader = EntityReader(files.response.source, definitions)
    for entry in catalogue:
        key, response = files.documents(entry.docnum)
        document = Document(entry.docnum)
        document.key = key_reader.side(key) if key is not None else None
        document.response = response_reader.side(response) if response is not None else None
        yield document
    files.warn_of_left_out()


def _read_templates(config: Config, definitions: Definitions, catalogue: Catalogue) -> Iterable[Document]:
    from muc_scorer.read.v33.records import read_records

    numbers = {document.docnum.lower() for document in catalogue}
    for role, path in ((KEY, config.key_file), (RESPONSE, config.response_file)):
        say(b"Begin Parsing %s Templates.\n" % role.capitalize())
        read_records(path, role, definitions, catalogue, numbers)
        say(b"Parsing %s Templates Completed.\n" % role.capitalize())
    return catalogue


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
            from muc_scorer.evidence import LinkEvidence

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
