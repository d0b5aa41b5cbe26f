"""The profile of conlleval."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.phrases import OUTSIDE
from legacy_scorers.common.result import Item, Observer
from legacy_scorers.conlleval import tally as phrases
from legacy_scorers.conlleval.evidence import SAME_TAG
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.conlleval import reports
from legacy_scorers.rescore.scorers.conlleval.advice import ADVICE, WHOLE_RUN
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.scorer import MACRO, Outcome, Relation, Scorer, columns, names
from legacy_scorers.rescore.scorers.tags import PASTED

_PHRASE_COLUMNS = (phrases.FB1, phrases.PRECISION, phrases.RECALL)


class Conlleval(Scorer):
    """What rescore knows of conlleval."""

    command = "conlleval"
    layouts = (reports.ConllevalReport, reports.ConllevalTable)
    unit = "sentences"
    measures = (
        *names((phrases.OVERALL,), ("all",), (*_PHRASE_COLUMNS, phrases.ACCURACY)),
        *names((phrases.TYPES,), ("TYPE", MACRO), _PHRASE_COLUMNS),
    )
    main = (phrases.FB1,)
    synonyms = dict.fromkeys(("micro", "all"), phrases.OVERALL)
    overall = ((phrases.OVERALL, "all"),)
    more_is_better = columns(*_PHRASE_COLUMNS, phrases.ACCURACY, phrases.CORRECT, phrases.CORRECT_TAGS)
    less_is_better = ()
    neither_is_better = columns(phrases.TOKENS, phrases.PHRASES, phrases.FOUND)
    relations = (
        *[
            Relation(measure, "/".join(map(str, measure.parts)), (phrases.OVERALL,))
            for measure in phrases.OF_PHRASES[:-1]
        ],
        Relation(phrases.OF_PHRASES[-1], "precision and recall"),
    )
    reference = (
        "Tjong Kim Sang, E. F., and Buchholz, S. (2000). Introduction to the CoNLL-2000 shared task: Chunking. "
        "Proceedings of CoNLL-2000 and LLL-2000, 127-132."
    )
    whole_run = WHOLE_RUN
    advice = ADVICE
    labels_in = phrases.TYPES
    key_totals = (("tokens", "tokens"), ("phrases", "phrases"))
    reads_standard_input = True
    reads_tags = PASTED
    short = {"latex": ""}

    causes = ("tab-in-column", "crlf", "columns-differ", "guess-missing")

    def is_of_nothing(self, kind: str, key: Item | None) -> bool:
        return kind == SAME_TAG and key is not None and key.label == OUTSIDE

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.conlleval.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.conlleval.findings import findings

        return findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.conlleval.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.conlleval.changes import choices

        return choices(setup, sides, published)

    def published_changes(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.conlleval.changes import published_changes

        return published_changes(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.conlleval.changes import unit_changes

        return unit_changes(setup, sides)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.conlleval.intake import tasks

        return tasks(files)


CONLLEVAL = Conlleval()
