"""A run of version 3.3 in which objects are aligned and fills are counted: all tasks but coreference."""

from __future__ import annotations

import os

from common.errors import InputError
from muc_scorer.class_defs import read_definitions
from muc_scorer.config import NAMED_ENTITY, SCENARIO_TEMPLATE
from muc_scorer.document_scoring import score_document
from muc_scorer.excuses import excuse
from muc_scorer.fills import Comparison
from muc_scorer.map_history import document_history
from muc_scorer.messages import Fatal, say
from muc_scorer.normalise import Normaliser
from muc_scorer.objects import KEY, RESPONSE, Catalogue
from muc_scorer.score_report import score_report
from muc_scorer.texts import read_texts
from muc_scorer.threshold_alignment import ThresholdAligner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.report import ReportSet
    from muc_scorer.config import Config
    from muc_scorer.definitions import ClassDef, Definitions
    from muc_scorer.outcomes import DocumentOutcome


def score_objects(config: Config, reports: ReportSet) -> None:
    """Score a run and add its score report, report summary and map history.

    A document that one side does not have is all missing or all spurious.
    """
    definitions, order = read_definitions(config)
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    read = _read_entities if config.task == NAMED_ENTITY else _read_templates
    read(config, definitions, catalogue)
    outcomes = _score(config, definitions, order, catalogue)
    reports.add(os.fsdecode(config.score_file), score_report(config.task, definitions, outcomes))
    reports.add(os.fsdecode(config.report_file), _summary(config, outcomes))
    reports.add(os.fsdecode(config.map_history_file), b"".join([document_history(outcome) for outcome in outcomes]))


def _read_entities(config: Config, definitions: Definitions, catalogue: Catalogue) -> None:
    from muc_scorer.annotated_pair import AnnotatedPair
    from muc_scorer.entities import EntityReader, element_names

    files = AnnotatedPair(config, element_names(definitions), catalogue)
    key_reader = EntityReader(files.key.source, definitions)
    response_reader = EntityReader(files.response.source, definitions)
    for document in catalogue:
        key, response = files.documents(document.docnum)
        document.key = key_reader.side(key) if key is not None else None
        document.response = response_reader.side(response) if response is not None else None


def _read_templates(config: Config, definitions: Definitions, catalogue: Catalogue) -> None:
    from muc_scorer.offsets import OffsetLexer
    from muc_scorer.templates import read_templates

    for role, path in ((KEY, config.key_file), (RESPONSE, config.response_file)):
        say(b"Begin Parsing %s Templates.\n" % role.capitalize())
        lexer = OffsetLexer()
        try:
            read_templates(path, role, definitions, catalogue, lexer)
        except Fatal as fatal:
            if path is None or fatal.problem is None:
                raise
            raise InputError(fatal.problem, os.fsdecode(path), lexer.line) from fatal
        say(b"Parsing %s Templates Completed.\n" % role.capitalize())


def _score(
    config: Config, definitions: Definitions, order: Sequence[ClassDef], catalogue: Catalogue
) -> list[DocumentOutcome]:
    normaliser = Normaliser(config.premodifiers, config.postmodifiers, config.corporate_designators)
    comparison = Comparison(normaliser)
    in_text = config.task == NAMED_ENTITY
    aligner = ThresholdAligner(comparison, order, in_text)
    outcomes = []
    say(b"Begin Mapping...\n")
    for document in catalogue:
        say(b"mapping %s ..." % document.docnum)
        alignment = aligner.align(document)
        say(b"done.\n")
        excuse(alignment, config.task, comparison)
        if config.ne_allow_incorrect or not in_text:
            aligner.connect(alignment)
        outcomes.append(score_document(alignment, definitions, comparison, config.task == SCENARIO_TEMPLATE))
    say(b"Mapping Completed.\n")
    return outcomes


def _summary(config: Config, outcomes: Sequence[DocumentOutcome]) -> bytes:
    if config.task == NAMED_ENTITY and not config.use_ie_report_summary:
        from muc_scorer.ne_summary import entity_summary

        return b"".join([entity_summary(outcome) for outcome in outcomes])
    from muc_scorer.ie_summary import extraction_summary

    return b"".join([extraction_summary(outcome) for outcome in outcomes])
