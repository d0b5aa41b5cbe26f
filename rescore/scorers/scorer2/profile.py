"""The profile of scorer2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from legacy_scorers.common.host import Host
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import Item, Observer
from legacy_scorers.common.tally import Measure, f1, share
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import Change, Setup, Sides
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.intake import DraftTask, Files
from legacy_scorers.rescore.scorers.scorer import Group, Outcome, Relation, Scorer, columns, names
from legacy_scorers.rescore.scorers.scorer2 import reports
from legacy_scorers.rescore.scorers.scorer2.advice import ADVICE, WHOLE_RUN
from legacy_scorers.scorer2 import cells as instances


def error_rate(correct: float, total: float) -> float:
    """Return the share of the key that was not answered correctly."""
    return 1 - correct / total


_TABLES = ("fine", "coarse", "mixed")
ERROR_RATE = "error rate"
_OF_PAPERS = (
    Measure("F1", (instances.PRECISION, instances.RECALL), f1, 0.0),
    Measure("accuracy", (instances.CORRECT, instances.TOTAL), share, 0.0),
    Measure(ERROR_RATE, (instances.CORRECT, instances.TOTAL), error_rate, 0.0),
)
_OF_PAPERS_SAYS = ("precision and recall", "correct/total", "1-correct/total")
_TWICE = re.compile(r"(.*?)_\1", re.DOTALL)  # an item, and again after an underscore


def lexical_item(unit: str) -> str:
    """Return the item of an instance: ``bank.n`` of ``bank.n_bank.n.003``, or else the text before the first ``_``."""
    found = _TWICE.match(unit)
    return found[1] if found else unit.partition("_")[0]


@lru_cache(1 << 14)
def _confused(key: str, answer: str) -> tuple[str, str]:
    right, tags = key.split(), [tag.partition("/") for tag in answer.split()] or [("", "", "")]
    given = max(tags, key=lambda tag: _weight(tag[2]))[0]
    return given if given in right else "".join(right[:1]), given


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


class Scorer2(Scorer):
    """What rescore knows of scorer2."""

    command = "scorer2"
    layouts = (reports.Scorer2Report,)
    response = "answers"
    unit = "instances"
    groups = {"item": Group("lexical items", lexical_item)}
    measures = names(_TABLES, ("all",), ("recall", "precision", "attempted %", *[one.name for one in _OF_PAPERS]))
    main = ("recall",)
    synonyms = {"coverage": "attempted %", "error": ERROR_RATE, "err": ERROR_RATE}
    overall = tuple((table, "all") for table in _TABLES)
    shares = ("recall", "precision", *[one.name.lower() for one in _OF_PAPERS])
    more_is_better = columns(
        *[measure.name for measure in (*instances.MEASURES, *_OF_PAPERS[:-1])], "correct", "attempted", "score"
    )
    less_is_better = columns(ERROR_RATE)
    neither_is_better = columns("total", "guess *")
    relations = tuple(Relation(measure, "/".join(map(str, measure.parts))) for measure in instances.MEASURES)
    causes = ("option-ignored",)
    derived = tuple(Relation(measure, says, _TABLES) for measure, says in zip(_OF_PAPERS, _OF_PAPERS_SAYS, strict=True))
    reference = (
        "Melamed, I. D., and Resnik, P. (2000). Tagger evaluation given hierarchical tag sets. "
        "Computers and the Humanities 34."
    )
    whole_run = WHOLE_RUN
    advice = ADVICE
    key_totals = (("total", "instances"),)
    notes = ("Fine-grained scoring will be used since no sense map was given",)
    of_arrays = {instances.attempted_share: lambda attempted, total: 100.0 * attempted / total}
    answered = instances.ATTEMPTED
    uncounted = "refused"
    right_or_wrong = "scored"
    bars = "item"
    short = {"granularity": "g", "minimal": "m", "verbose": "", "sense map": "map"}

    def score(self, words: Sequence[str], host: Host, observer: Observer | None) -> int:
        from legacy_scorers.scorer2.cli import score

        return score(words, host, observer)

    def findings(self, words: Sequence[str], host: Archive, outcome: Outcome) -> Iterator[Finding]:
        from legacy_scorers.rescore.scorers.scorer2.findings import findings

        return findings(words, host, outcome)

    def sides(self, setup: Setup) -> Sides:
        from legacy_scorers.rescore.scorers.scorer2.changes import sides_of

        return sides_of(setup)

    def choices(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.scorer2.changes import choices

        return choices(setup, sides, published)

    def published_changes(self, setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.scorer2.changes import published_changes

        return published_changes(setup, sides, published)

    def unit_changes(self, setup: Setup, sides: Sides) -> Iterator[Change]:
        from legacy_scorers.rescore.scorers.scorer2.changes import unit_changes

        return unit_changes(setup, sides)

    def confused(self, key: Item, response: Item) -> tuple[str, str]:
        """Return a sense of the key and the answer's heaviest sense; they are equal if the key has the latter."""
        return _confused(key.label, response.label)

    def missing_at_end(self, setup: Setup, sides: Sides) -> int:
        from legacy_scorers.rescore.scorers.scorer2.changes import missing_at_end

        return missing_at_end(setup, sides)

    def tasks(self, files: Files) -> Iterator[DraftTask]:
        from legacy_scorers.rescore.scorers.scorer2.intake import tasks

        return tasks(files)


SCORER2 = Scorer2()
