"""The rules of the 1997 program, phase by phase.

The order of the phases determines the order of messages, and which reports a failed run has written.
"""

from __future__ import annotations

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.tally import Tally
from legacy_scorers.muc_scorer.align.alignment import RankedAligner
from legacy_scorers.muc_scorer.align.excuses import excuse_1997
from legacy_scorers.muc_scorer.align.fills import FillComparison
from legacy_scorers.muc_scorer.align.matches import Matcher1997
from legacy_scorers.muc_scorer.align.normalise import Normaliser
from legacy_scorers.muc_scorer.cells import TYPES, Parts, cells, section_of_1997
from legacy_scorers.muc_scorer.measures import OF_1997
from legacy_scorers.muc_scorer.read.config import COREFERENCE, NAMED_ENTITY, SCENARIO_TEMPLATE
from legacy_scorers.muc_scorer.read.messages import Fatal
from legacy_scorers.muc_scorer.read.objects import Catalogue
from legacy_scorers.muc_scorer.read.slotmap import read_map_file, read_slot_file
from legacy_scorers.muc_scorer.read.texts import read_texts
from legacy_scorers.muc_scorer.report.v1997 import PageLayout, map_history, report_summary, score_report
from legacy_scorers.muc_scorer.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from legacy_scorers.common.host import Content
    from legacy_scorers.common.result import Observer
    from legacy_scorers.common.tally import Signatures
    from legacy_scorers.muc_scorer.align.alignment import Alignment
    from legacy_scorers.muc_scorer.align.matches import MatchTree
    from legacy_scorers.muc_scorer.evidence import Evidence
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions
    from legacy_scorers.muc_scorer.read.objects import Document
    from legacy_scorers.muc_scorer.read.parsing import Source
    from legacy_scorers.muc_scorer.report.rows import Page


class Rules1997(Rules):
    """Reads and aligns all documents and writes the map history, and then scores them one by one."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        definitions = self._definitions = read_slot_file(config.slot_file, config.messages)
        self._catalogue = Catalogue()
        read_texts(config.text_file, self._catalogue, config.messages)
        self._sources = _read_sides(config, definitions, self._catalogue)
        order = [definition for name in config.map_order if (definition := definitions.named(name.value))]
        read_map_file(config.map_file, definitions, order, config.messages)
        normaliser = Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators)
        self._comparison = FillComparison(normaliser)
        self._alignments = self._align([] if config.task == COREFERENCE else order)
        with_filtering = config.task == SCENARIO_TEMPLATE
        parts = Parts(TYPES, section_of_1997) if config.task == NAMED_ENTITY else None
        self._layout = PageLayout(definitions, with_filtering, parts)
        self._matcher = Matcher1997(definitions, self._comparison, config.in_text, parts, with_filtering)
        self._pages: list[tuple[Document, Page, Signatures]] = []

    def _align(self, order: list[ClassDef]) -> list[Alignment]:
        """Align the documents, write the map history, and connect the objects that are left over and not excused."""
        config = self.config
        aligner = RankedAligner(self._comparison, order, config.in_text, self.say)
        alignments = [aligner.align(document) for document in self._announced(b"Mapping")]
        self.say(b"Writing Map History.\n")
        history = map_history(config.name, alignments, self._definitions)
        self._write(config.map_history_file, history, b"to print history. ")
        self.say(b"Map History Completed.\n")
        for alignment in alignments:
            excuse_1997(alignment, config.task, self._definitions, self._comparison)
        if not config.in_text:
            for _, alignment in zip(self._announced(b"Connecting"), alignments):
                aligner.connect(alignment)
        return alignments

    def _announced(self, phase: bytes) -> Iterator[Document]:
        """Yield the documents, and announce the end of a phase for each."""
        self.say(b"Begin %s...\n" % phase)
        for document in self._catalogue:
            self.say(b"%s %s ..." % (phase.lower(), document.docnum))
            yield document
            self.say(b"done.\n")
        self.say(b"%s Completed.\n" % phase)

    def evidence(self, observer: Observer) -> Evidence:
        """Return the evidence for an observer."""
        from legacy_scorers.muc_scorer.evidence import Evidence

        totals = [*self._layout.totals(), *self._layout.parts()]
        return Evidence(observer, self.config, self._sources, {"": OF_1997.all()}, self._comparison, totals)

    def outcomes(self) -> Iterator[MatchTree]:
        """Yield the matches of the documents."""
        self.say(b"Begin Scoring.\n")
        for alignment in self._alignments:
            self.say(b"scoring %s..." % alignment.document.docnum)
            yield self._matcher.outcome(alignment)
            self.say(b"done.\n")
        self.say(b"Scoring Completed.\n")

    def report(self, outcome: MatchTree, signatures: Signatures) -> Page:
        """Keep and return the page of a document; :meth:`write` prints it."""
        page = self._layout.document({rows[0] for _, rows, _ in signatures if rows})
        self._pages.append((outcome.alignment.document, page, signatures))
        return page

    def write(self, totals: Signatures) -> None:
        """Write the score report, and then the report summary of named entities."""
        config = self.config
        self.say(b"Begin Score Report.\n")
        pages = ((document, page, Tally.of(signatures, cells)) for document, page, signatures in self._pages)
        report = score_report(config.name, pages, Tally.of(totals, cells), self._layout)
        self._write(config.score_file, report, b"for score report. ")
        for alignment in self._alignments:
            self.say(b"reporting scores for %s...done.\n" % alignment.document.docnum)
        if config.task == NAMED_ENTITY:
            self._write(config.report_file, report_summary(self._alignments), b"for report summary file. ")
        self.say(b"Score Report Completed.\n")

    def _write(self, path: bytes, content: Content, purpose: bytes) -> None:
        """Write a report, completely or not at all."""
        try:
            self.write_reports([path], [content])
        except (InputError, ValueError) as error:  # a name with a NUL is no name
            raise Fatal(b"Could not open file '%s' %s\n" % (path, purpose)) from error


def _read_sides(config: Config, definitions: Definitions, catalogue: Catalogue) -> list[Source]:
    """Read key and response. Return their files if they are texts."""
    if config.in_text:
        from legacy_scorers.muc_scorer.read.v1997_sgml import read_documents

        sides = config.sides(b"NE/CO %s Documents")
        return [read_documents(path or b"", role, definitions, catalogue, config.messages) for role, path in sides]
    from legacy_scorers.muc_scorer.read.v1997_templates import TemplateLexer, read_templates

    lexer = TemplateLexer(config.messages.say, in_records=True)
    for role, path in config.sides(b"%s Templates"):
        read_templates(path, role, definitions, catalogue, lexer, config.messages)
    return []
