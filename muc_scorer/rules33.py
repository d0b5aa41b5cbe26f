"""The rules of version 3.3: objects and their fills, or for coreference mentions and links.

If one side lacks a document, all of it is missing or spurious. All reports are written together, or none.
"""

from __future__ import annotations

from legacy_scorers.common.tally import Tally
from legacy_scorers.muc_scorer.align.alignment import ThresholdAligner
from legacy_scorers.muc_scorer.align.chain_alignment import ChainAlignment
from legacy_scorers.muc_scorer.align.excuses import excuse_33
from legacy_scorers.muc_scorer.align.fills import ExactComparison
from legacy_scorers.muc_scorer.align.matches import Matcher33
from legacy_scorers.muc_scorer.align.normalise import Normaliser
from legacy_scorers.muc_scorer.cells import LINKS, Parts, cells, section_of_33
from legacy_scorers.muc_scorer.measures import EXACT, LINK_MEASURES
from legacy_scorers.muc_scorer.read.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from legacy_scorers.muc_scorer.read.messages import shown
from legacy_scorers.muc_scorer.read.objects import Catalogue, Document
from legacy_scorers.muc_scorer.read.v33_class_defs import read_definitions
from legacy_scorers.muc_scorer.read.v33_mentions import COREF, read_mentions
from legacy_scorers.muc_scorer.read.v33_tagged_text import TaggedPair, read_texts
from legacy_scorers.muc_scorer.report.v33 import (
    document_history,
    entity_summary,
    extraction_summary,
    page_layout,
    page_scores,
)
from legacy_scorers.muc_scorer.report.v33_coreference import (
    coreference_history,
    coreference_summary,
    link_row,
    link_table,
    partitions,
)
from legacy_scorers.muc_scorer.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.common.result import Observer
    from legacy_scorers.common.tally import Row, Signatures
    from legacy_scorers.muc_scorer.align.matches import MatchTree
    from legacy_scorers.muc_scorer.evidence import Evidence
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.report.rows import Page


class ObjectRules(Rules):
    """Reads texts document by document, and templates at once."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        self._definitions, order = read_definitions(config)
        self._catalogue = Catalogue()
        read_texts(config.text_file, self._catalogue, config.messages)
        self._files = self._open_texts() if config.in_text else None
        if self._files is None:
            self._read_templates()
        normaliser = Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators)
        self._comparison = ExactComparison(normaliser)
        classes = [definition.folded for definition in self._definitions]
        parts = Parts(classes, section_of_33) if config.in_text else None
        with_filtering = config.task == SCENARIO_TEMPLATE
        self._aligner = ThresholdAligner(self._comparison, order, config.in_text, self.say)
        self._matcher = Matcher33(self._definitions, self._comparison, parts, with_filtering)
        self._page = page_layout(self._definitions, with_filtering, parts)
        with_tags = config.task == NAMED_ENTITY and not config.use_ie_report_summary
        self._summary = entity_summary if with_tags else extraction_summary
        self._reports: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])

    def _open_texts(self) -> TaggedPair:
        from legacy_scorers.muc_scorer.read.v33_entities import element_names

        return TaggedPair(self.config, element_names(self._definitions), self._catalogue)

    def _read_templates(self) -> None:
        from legacy_scorers.muc_scorer.read.v33_records import read_records

        config = self.config
        numbers = {document.docnum.lower() for document in self._catalogue}
        for role, path in config.sides(b"%s Templates"):
            read_records(path, role, self._definitions, self._catalogue, numbers, config.messages)

    def evidence(self, observer: Observer) -> Evidence:
        """Begin to pass on the run."""
        from legacy_scorers.muc_scorer.evidence import Evidence

        sources = self._files.sources() if self._files else []
        return Evidence(observer, self.config, sources, {"": EXACT.all()}, self._comparison, self._page)

    def outcomes(self) -> Iterator[MatchTree]:
        """Align the documents and yield their matches."""
        config = self.config
        self.say(b"Begin Mapping...\n")
        for document in self._catalogue if self._files is None else self._documents(self._files):
            self.say(b"mapping %s ..." % document.docnum)
            alignment = self._aligner.align(document)
            self.say(b"done.\n")
            excuse_33(alignment, config.task)
            if config.ne_allow_incorrect or not config.in_text:
                self._aligner.connect(alignment)
            yield self._matcher.outcome(alignment)
        self.say(b"Mapping Completed.\n")

    def _documents(self, files: TaggedPair) -> Iterator[Document]:
        """Yield the documents, which are read one at a time, and then warn of tags that were left out."""
        from legacy_scorers.muc_scorer.read.v33_entities import EntityReader

        messages = self.config.messages
        key_reader, response_reader = [EntityReader(source, self._definitions, messages) for source in files.sources()]
        for docnum, key, response in files.documents():
            key_side = key_reader.side(key) if key is not None else None
            response_side = response_reader.side(response) if response is not None else None
            yield Document(docnum, key_side, response_side)
        files.warn_of_left_out()

    def report(self, outcome: MatchTree, signatures: Signatures) -> Page:
        """Make the reports of a document and return its page."""
        scores, summary, history = self._reports
        scores.append(page_scores(self._page, Tally.of(signatures, cells), outcome.alignment.document.docnum))
        summary.append(self._summary(outcome))
        history.append(document_history(outcome))
        return self._page

    def write(self, totals: Signatures) -> None:
        """Write the reports, all or none."""
        self._reports[0].append(page_scores(self._page, Tally.of(totals, cells)))
        names = self.config.score_file, self.config.report_file, self.config.map_history_file
        self.write_reports(names, self._reports)


class CoreferenceRules(Rules):
    """Reads the texts document by document. The reports have no pages."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        catalogue = Catalogue()
        read_texts(config.text_file, catalogue, config.messages)
        self._files = TaggedPair(config, [COREF], catalogue)
        self._rows: list[tuple[bytes, Row]] = []
        self._reports: tuple[list[bytes], list[bytes], list[bytes]] = ([], [], [])

    def evidence(self, observer: Observer) -> Evidence:
        """Begin to pass on the run."""
        from legacy_scorers.muc_scorer.evidence import Evidence

        return Evidence(observer, self.config, self._files.sources(), {LINKS: LINK_MEASURES})

    def outcomes(self) -> Iterator[ChainAlignment]:
        """Align the documents; warn of each key mention that does not contain its MIN."""
        files, messages = self._files, self.config.messages
        key_file, response_file = files.sources()
        self.say(b"Begin Mapping...\n")
        for docnum, key, response in files.documents():
            sides = read_mentions(key_file, key, messages), read_mentions(response_file, response, messages)
            alignment = ChainAlignment(docnum, *sides)
            for mention in alignment.without_head:
                head = shown(mention.attributes[b"min"])
                problem = f'MIN="{head}" does not occur in its mention and has no effect'
                key_file.warn(problem, mention.position, messages)
            yield alignment
            self.say(b"mapping %s ...done.\n" % docnum)
        self.say(b"Mapping Completed.\n")
        files.warn_of_left_out()

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
        config = self.config
        names = config.score_file, config.report_file, config.partition_file, config.map_history_file
        self.write_reports(names, (link_table(self._rows, link_row(totals)), *self._reports))
