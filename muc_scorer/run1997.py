"""A run of the 1997 program, phase by phase.

The order of the phases fixes which message comes first, and what a run that fails leaves behind.
"""

from __future__ import annotations

import os

from common.atomic import write_reports
from common.errors import InputError
from common.tally import Signatures, Tally
from muc_scorer.align.fills import Comparison
from muc_scorer.align.normalise import Normaliser
from muc_scorer.align.v1997.excuses import excuse
from muc_scorer.align.v1997.mets import MetFinder, relevance
from muc_scorer.align.v1997.ranked_alignment import RankedAligner
from muc_scorer.read.config import COREFERENCE, NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.read.mapfile import read_map_file
from muc_scorer.read.messages import Fatal, say
from muc_scorer.read.objects import KEY, RESPONSE, Catalogue
from muc_scorer.read.slotfile import read_slot_file
from muc_scorer.read.texts import read_texts
from muc_scorer.report.v1997.map_history import map_history
from muc_scorer.report.v1997.score_report import Layout, score_report
from muc_scorer.tally.cells import cells
from muc_scorer.tally.v1997 import DocumentSignatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.evidence.v1997 import Evidence
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import Definitions
    from muc_scorer.read.objects import Document
    from muc_scorer.read.parsing import Source


def score(config: Config, observer: Observer | None) -> int:
    """Score a run as the 1997 program did, tell the observer of it, if there is one, and return the exit status.

    Raises :class:`Fatal` where it stops with a message and :class:`InputError` where it crashes.
    """
    definitions = read_slot_file(config.slot_file)
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    sources = _read_sides(config, definitions, catalogue)
    order = [definition for name in config.map_order if (definition := definitions.named(name.value))]
    read_map_file(config.map_file, definitions, order)
    normaliser = Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators)
    comparison = Comparison(normaliser)
    aligner = RankedAligner(comparison, [] if config.task == COREFERENCE else order, config.in_text)
    alignments = [aligner.align(document) for document in _announced(b"Mapping", catalogue)]
    _write_history(config, alignments, definitions)
    for alignment in alignments:
        excuse(alignment, config.task, definitions, comparison)
    if not config.in_text:
        for _, alignment in zip(_announced(b"Connecting", catalogue), alignments):
            aligner.connect(alignment)
    layout = Layout(definitions, config.task == SCENARIO_TEMPLATE)
    evidence = None
    if observer is not None:
        from muc_scorer.evidence.v1997 import Evidence

        evidence = Evidence(observer, config, comparison, layout, sources)
    del sources  # they are large
    scored = _score_documents(config, alignments, definitions, comparison, evidence)
    _report(config, alignments, scored, layout)
    return 0


def _read_sides(config: Config, definitions: Definitions, catalogue: Catalogue) -> list[Source]:
    """Read key and response; return the files if they are tagged texts."""
    sources = []
    sides = ((KEY, config.key_file), (RESPONSE, config.response_file))
    if config.in_text:
        from muc_scorer.read.v1997.sgml import read_documents

        for role, path in sides:
            say(b"Begin Parsing NE/CO %s Documents.\n" % role.capitalize())
            sources.append(read_documents(path or b"", role, definitions, catalogue))
            say(b"Parsing NE/CO %s Documents Completed.\n" % role.capitalize())
    else:
        from muc_scorer.read.v1997.templatelex import TemplateLexer
        from muc_scorer.read.v1997.templates import read_templates

        lexer = TemplateLexer(in_records=True)
        for role, path in sides:
            say(b"Begin Parsing %s Templates.\n" % role.capitalize())
            read_templates(path, role, definitions, catalogue, lexer)
            say(b"Parsing %s Templates Completed.\n" % role.capitalize())
    return sources


def _announced(phase: bytes, catalogue: Catalogue) -> Iterator[Document]:
    """Yield the documents, and say when each of them has gone through a phase."""
    say(b"Begin %s...\n" % phase)
    for document in catalogue:
        say(b"%s %s ..." % (phase.lower(), document.docnum))
        yield document
        say(b"done.\n")
    say(b"%s Completed.\n" % phase)


def _write_history(config: Config, alignments: Sequence[Alignment], definitions: Definitions) -> None:
    say(b"Writing Map History.\n")
    history = map_history(config.name, alignments, definitions)
    _write(config.map_history_file, history, b"to print history. ")
    say(b"Map History Completed.\n")


def _score_documents(
    config: Config,
    alignments: Sequence[Alignment],
    definitions: Definitions,
    comparison: Comparison,
    evidence: Evidence | None,
) -> list[DocumentSignatures]:
    say(b"Begin Scoring.\n")
    scored = []
    finder = MetFinder(definitions, comparison, config.in_text)
    for alignment in alignments:
        say(b"scoring %s..." % alignment.document.docnum)
        mets = finder.document_mets(alignment)
        relevant = relevance(alignment) if config.task == SCENARIO_TEMPLATE else ()
        counts = DocumentSignatures(mets, relevant, config.task == NAMED_ENTITY)
        if evidence is not None:
            evidence.tell(alignment, mets, relevant, counts)
        scored.append(counts)
        say(b"done.\n")
    say(b"Scoring Completed.\n")
    return scored


def _report(
    config: Config, alignments: Sequence[Alignment], scored: Sequence[DocumentSignatures], layout: Layout
) -> None:
    """Write the score report, and then the report summary of named entities."""
    say(b"Begin Score Report.\n")
    totals = Signatures()
    for counts in scored:
        totals.add(counts.signatures)
    pages = (
        (alignment.document, counts.shown, Tally.of(counts.signatures, cells))
        for alignment, counts in zip(alignments, scored)
    )
    in_parts = config.task == NAMED_ENTITY
    report = score_report(config.name, pages, Tally.of(totals, cells), layout, in_parts)
    _write(config.score_file, report, b"for score report. ")
    for alignment in alignments:
        say(b"reporting scores for %s...done.\n" % alignment.document.docnum)
    if in_parts:
        from muc_scorer.report.v1997.report_summary import report_summary

        _write(config.report_file, report_summary(alignments), b"for report summary file. ")
    say(b"Score Report Completed.\n")


def _write(path: bytes, content: bytes | Iterable[bytes], purpose: bytes) -> None:
    """Write a report. Each appears when the 1997 program writes it, complete or not at all."""
    try:
        write_reports([(os.fsdecode(path), content)])
    except (InputError, ValueError) as error:  # a name with a NUL is no name
        raise Fatal(b"Could not open file '%s' %s\n" % (path, purpose)) from error
