"""A run of version 3.3 in which objects are aligned and fills are counted: all tasks but coreference."""

from __future__ import annotations

import os

from common.atomic import write_reports
from common.tally import Signatures, Tally
from muc_scorer.align.fills import ExactComparison
from muc_scorer.align.normalise import Normaliser
from muc_scorer.align.v33.excuses import excuse
from muc_scorer.align.v33.mets import document_mets
from muc_scorer.align.v33.threshold_alignment import ThresholdAligner
from muc_scorer.read.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.read.messages import say
from muc_scorer.read.objects import KEY, RESPONSE, Catalogue, Document
from muc_scorer.read.v33.class_defs import read_definitions
from muc_scorer.read.v33.documents import read_texts
from muc_scorer.report.v33.map_history import document_history
from muc_scorer.report.v33.score_report import page_layout, page_scores
from muc_scorer.report.v33.summaries import entity_summary, extraction_summary
from muc_scorer.tally.cells import cells
from muc_scorer.tally.v33 import Parts, document_signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from common.result import Observer
    from muc_scorer.align.alignment import Alignment
    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.v33.mets import DocumentMets
    from muc_scorer.read.config import Config
    from muc_scorer.read.definitions import ClassDef, Definitions
    from muc_scorer.read.v33.tagged_pair import TaggedPair


def score(config: Config, observer: Observer | None) -> int:
    """Score a run, tell the observer, if there is one, write its reports, all or none, and return the exit status.

    A document that one side does not have is all missing or all spurious.
    """
    definitions, order = read_definitions(config)
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    files, documents = _read(config, definitions, catalogue)
    with_tags = config.task == NAMED_ENTITY and not config.use_ie_report_summary
    summarize = entity_summary if with_tags else extraction_summary
    parts = Parts(definitions) if config.task == NAMED_ENTITY else None
    page = page_layout(definitions, config.task == SCENARIO_TEMPLATE, parts)
    comparison = ExactComparison(Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators))
    evidence = None
    if observer is not None:
        from muc_scorer.evidence.v33 import Evidence

        evidence = Evidence(observer, config, comparison, page, parts, files)
    totals = Signatures()
    scores, summary, history = [], [], []
    for alignment, mets in _aligned(config, definitions, order, documents, comparison):
        if evidence is not None:
            evidence.tell(alignment, mets)
        signatures = document_signatures(mets, parts)
        totals.add(signatures)
        scores.append(page_scores(page, Tally.of(signatures, cells), mets.docnum))
        summary.append(summarize(mets))
        history.append(document_history(mets))
    scores.append(page_scores(page, Tally.of(totals, cells)))
    names = config.score_file, config.report_file, config.map_history_file
    write_reports(zip(map(os.fsdecode, names), (scores, summary, history)))
    return 0


def _read(
    config: Config, definitions: Definitions, catalogue: Catalogue
) -> tuple[TaggedPair | None, Iterable[Document]]:
    """Return the files, if they are tagged texts, and the documents."""
    if not config.in_text:
        return None, _read_templates(config, definitions, catalogue)
    from muc_scorer.read.v33.entities import element_names
    from muc_scorer.read.v33.tagged_pair import TaggedPair

    files = TaggedPair(config, element_names(definitions), catalogue)
    return files, _read_entities(files, definitions, catalogue)


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
    """Read the files and return the documents."""
    from muc_scorer.read.v33.records import read_records

    numbers = {document.docnum.lower() for document in catalogue}
    for role, path in ((KEY, config.key_file), (RESPONSE, config.response_file)):
        say(b"Begin Parsing %s Templates.\n" % role.capitalize())
        read_records(path, role, definitions, catalogue, numbers)
        say(b"Parsing %s Templates Completed.\n" % role.capitalize())
    return catalogue


def _aligned(
    config: Config,
    definitions: Definitions,
    order: Sequence[ClassDef],
    documents: Iterable[Document],
    comparison: Comparison,
) -> Iterator[tuple[Alignment, DocumentMets]]:
    """Align the documents, their objects and then the fills of these."""
    aligner = ThresholdAligner(comparison, order, config.in_text)
    say(b"Begin Mapping...\n")
    for document in documents:
        say(b"mapping %s ..." % document.docnum)
        alignment = aligner.align(document)
        say(b"done.\n")
        excuse(alignment, config.task)
        if config.ne_allow_incorrect or not config.in_text:
            aligner.connect(alignment)
        yield alignment, document_mets(alignment, definitions, comparison, config.task == SCENARIO_TEMPLATE)
    say(b"Mapping Completed.\n")
