"""The profile of evalb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Observer
from legacy_scorers.evalb import tally
from legacy_scorers.evalb.evidence import LENGTH, STAT
from legacy_scorers.rescore.reports.model import Cell, Name
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.evalb import reports, tables
from legacy_scorers.rescore.scorers.evalb.advice import ADVICE, WHOLE_RUN
from legacy_scorers.rescore.scorers.evalb.reports import MOST
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.scorer import ANY, Outcome, Relation, Scorer, columns, names

_TABLES = (tally.SENTENCES, tally.OVERALL)
_OF_BRACKETS = tuple(one.name for one in tally.OF_BRACKETS)
_SHARES = tuple(one.name for one in tally.OF_SUMMARY if one is not tally.CROSSINGS)
_BLACK = (
    "Black, E., and others (1991). "
    "A procedure for quantitatively comparing the syntactic coverage of English grammars. "
    "Speech and Natural Language, Proceedings of a Workshop, 306-311."
)


class Evalb(Scorer):
    """What rescore knows of evalb."""

    command = "evalb"
    layouts = (reports.EvalbReport,)
    unit = "sentences"
    measures = (
        *names((tally.OVERALL,), (tally.ALL, tally.SHORT % 40), (*_SHARES, tally.CROSSINGS.name)),
        *names((tally.OVERALL,), (tables.MEAN,), _OF_BRACKETS),
        *names((tables.LABELS,), ("LABEL",), _OF_BRACKETS),
        *names((tables.LENGTHS,), ("LENGTH",), _OF_BRACKETS),
    )
    main = (tally.F_MEASURE.name,)
    synonyms = {
        **dict.fromkeys(("lp", "lprec"), tally.PRECISION.name),
        **dict.fromkeys(("lr", "lrec"), tally.RECALL.name),
        **dict.fromkeys(("lf", "lf1"), tally.F_MEASURE.name.lower()),
        "all": tally.ALL.lower(),
        **dict.fromkeys(("cm", "exact match", "exact"), "complete match"),
        **dict.fromkeys(("cb", "avg cb", "avg. cb"), tally.CROSSINGS.name),
    }
    overall = ((tally.OVERALL, tally.ALL),)
    unprinted_rows = ((tables.LABELS, ANY), (tables.LENGTHS, ANY))
    means = (tables.MEAN,)
    more_is_better = columns(*_SHARES, tally.RIGHT, tally.TAGS, tally.VALIDS, tally.UNCROSSED)
    less_is_better = columns(tally.CROSSED, tally.CROSSINGS.name, tally.ERRORS, tally.SKIPS)
    neither_is_better = columns(tally.GOLD, tally.TEST, tally.WORDS, tally.NUMBER, LENGTH, STAT)
    relations = (
        Relation(tally.RECALL, "matched/gold", _TABLES),
        Relation(tally.PRECISION, "matched/test", _TABLES),
        Relation(tally.ACCURACY, "tags/words", _TABLES),
        Relation(tally.F_MEASURE, "precision and recall", (tally.OVERALL,)),
    )
    reference = (
        "Sekine, S., and Collins, M. (1997). EVALB, a program that scores brackets. New York University, 1997 to 2013."
    )
    whole_run = WHOLE_RUN
    advice = ADVICE
    key_totals = ((tally.NUMBER, "sentences"),)
    short = {
        "cutoff_len": "c",
        "labeled": "l",
        "max_error": "",
        "delete_label": "delete",
        "delete_label_for_length": "short",
        "quote_label": "quote",
        "eq_label": "equal",
        "eq_word": "words",
    }

    limits = dict.fromkeys([(tally.SENTENCES, column) for column in (tally.GOLD, tally.TEST, tally.WORDS)], MOST)
    causes = ("byte-order-mark", "errors-above-limit", "tree-expected", "tree-over-lines")

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.evalb.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.evalb.findings import findings

        return findings(words, host, outcome)

    def unprinted(self, observer: Observer) -> tables.Tables:
        return tables.Tables(observer)

    def measure_papers(self, name: Name, settings: Mapping[str, object]) -> Sequence[str]:
        """Return the paper of the measures of brackets."""
        return () if name[2] == tally.ACCURACY.name else (_BLACK,)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.evalb.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.evalb.changes import choices

        return choices(setup, sides, published)

    def published_changes(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.evalb.changes import published_changes

        return published_changes(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.evalb.changes import unit_changes

        return unit_changes(setup, sides)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.evalb.intake import tasks

        return tasks(files)


EVALB = Evalb()
