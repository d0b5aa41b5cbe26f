"""The profile of muc-score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Item, Observer
from legacy_scorers.common.tally import Measure
from legacy_scorers.muc_scorer import measures as fills
from legacy_scorers.muc_scorer.measures import EXACT, LINK_MEASURES
from legacy_scorers.rescore.reports.model import Cell, Name
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.muc_scorer import reports
from legacy_scorers.rescore.scorers.muc_scorer.advice import ADVICE, WHOLE_RUN
from legacy_scorers.rescore.scorers.muc_scorer.reports import COREFERENCE, F_MEASURES, MEASURES
from legacy_scorers.rescore.scorers.papers import VILAIN
from legacy_scorers.rescore.scorers.scorer import ANY, Group, Outcome, Relation, Scorer, columns, names

_OF_LINKS = ("common/key links", "common/response links", "recall and precision")
_TYPE = ".type"  # the end of the name of a slot
_PERCENTAGES = ("COR/POS", "COR/ACT", "MIS/POS", "SPU/ACT", "INC/(COR+PAR+INC)", "(INC+MIS+SPU)/(COR+PAR+INC+MIS+SPU)")
_SUMS = (("POS", ("COR", "PAR", "INC", "MIS")), ("ACT", ("COR", "PAR", "INC", "SPU")))


def _is_slot(row: str) -> bool:
    return "." in row


def _is_class(row: str) -> bool:
    return not (_is_slot(row) or row.startswith("ALL "))


class MucScore(Scorer):
    """What rescore knows of muc-score."""

    command = "muc-score"
    layouts = (
        reports.ScoreReport,
        reports.CoreferenceReport,
        reports.MapHistory,
        reports.PartitionFile,
        reports.ReportSummary,
    )
    names_files = True
    unit = "documents"
    groups = {"document": Group("documents", str)}
    measures = (
        *names(("total",), ("ALL SLOTS", "ALL OBJECTS"), (*F_MEASURES, *MEASURES)),
        *names(("total",), ("CLASS", "CLASS.SLOT"), MEASURES),
        *names(("coreference",), ("TOTALS",), ("f", "precision", "recall")),
    )
    main = ("F P&R", "f", "recall")
    synonyms = {"error": "err"}
    overall = (("total", "ALL SLOTS"), ("total", "ALL OBJECTS"), ("coreference", "TOTALS"))
    shares = ("f", "precision", "recall")
    more_is_better = columns(fills.COR, "REC", "PRE", *F_MEASURES, fills.COMMON, fills.RECALL, fills.PRECISION, fills.F)
    less_is_better = columns(fills.INC, fills.MIS, fills.SPU, "UND", "OVG", "SUB", "ERR")
    neither_is_better = (
        *columns(fills.POS, fills.ACT, fills.PAR, fills.NON),
        *columns(fills.KEY_CLASSES, fills.RESPONSE_CLASSES, fills.KEY_LINKS, fills.RESPONSE_LINKS),
        (ANY, "document", ANY),  # numbers of documents
    )
    relations = (
        *[Relation(Measure(name, parts, lambda *counts: sum(counts), 0.0), "+".join(parts)) for name, parts in _SUMS],
        *[Relation(measure, says) for measure, says in zip(EXACT.percentages, _PERCENTAGES, strict=True)],
        *[Relation(measure, says) for measure, says in zip(LINK_MEASURES, _OF_LINKS, strict=True)],
    )
    reference = (
        "MUC scorer, user's manual of version 3.3 (1998). "
        "Written for the Seventh Message Understanding Conference (MUC-7)."
    )
    whole_run = WHOLE_RUN
    advice = ADVICE
    mean_rows = (_is_slot, _is_class)
    right = ("COR", "common")
    key_totals = (("POS", "fills"),)
    neutral = ("OPT", "NON", "UNS", "class")
    notes = ("(see configuration file)",)

    causes = ("crlf", "configuration-expected", "template-of-muc-4")

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.muc_scorer.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.muc_scorer.findings import findings

        return findings(words, host, outcome)

    def measure_papers(self, name: Name, settings: Mapping[str, object]) -> Sequence[str]:
        return (VILAIN,) if name[0] == COREFERENCE else ()

    def confused(self, key: Item, response: Item) -> tuple[str, str]:
        """Return the labels, or the fills of slots of types, which serve as labels."""
        is_type = key.label == response.label and key.label.endswith(_TYPE)
        return (key.text, response.text) if is_type else super().confused(key, response)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.muc_scorer.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.muc_scorer.changes import choices

        return choices(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.muc_scorer.changes import unit_changes

        return unit_changes(setup, sides)

    def is_cut_off(self, content: bytes) -> bool:
        from legacy_scorers.rescore.scorers.muc_scorer.changes import is_cut_off

        return is_cut_off(content)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.muc_scorer.intake import tasks

        return tasks(files)


MUC_SCORE = MucScore()
